"""Players of human strength, whose games give a day its medals (docs/daily.md, People).

They see each roll only when it comes, and go by the score and by the plain value
(docs/evaluation.md). No training changes either, so these three stay what they are for ever, and so
do the medals. They have a person's faults: they look at few landings, are greedy, don't see every
combo, and slip. Only the adept looks beyond the turn. All of it is in integers and follows from the
recipe of the deal, so the same games come out on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ... import _core
from ...dice import Deal, Roll, Stream
from ...plan.ply import end_of, turn_of
from ...position import Position, core_roll, flags_of
from ...rules import SIZES, SOLO_SHAPES, Variant
from ...turn import Turn
from .persons import PEOPLE_VERSION, Person

#: In 1/100 points: a turn has one good move where every other one loses more than this.
CLEAR: Final = 100
#: Turns that a farsighted person weighs, at most.
AHEAD: Final = 6

_KINDS = 2
_COMBO_SIZES = (*SIZES, _core.SIZE_BONUS)
#: A turn as the core ranks it: its value in 1/100 points, the letters that slide, the X shapes,
#: the cells and digits placed, and the kind and cells of the claim.
_Found = tuple[
    int,
    tuple[int, ...],
    tuple[tuple[int, ...], ...],
    tuple[int, ...],
    tuple[int, ...],
    tuple[int, tuple[int, ...]] | None,
]


@dataclass(frozen=True, slots=True)
class PersonGame:
    """A person's game: its score, its turns, and how many of those had one good move alone."""

    score: int
    turns: int
    forced: int


def person_game(deal: Deal, variant: Variant, person: Person, number: int) -> PersonGame:
    """A person's game `number`, 0 or more, on a deal."""
    stream = Stream.from_key(f"people/{PEOPLE_VERSION}/{person.name}/{deal.recipe}/{number}")
    position = Position.start(deal.tiles, f"{person.starts[number % len(person.starts)]}1")
    turns = forced = 0
    for roll in deal.rolls:
        if position.is_over():
            break
        turn, is_forced = _chosen(position, roll, variant, person, stream)
        turns, forced = turns + 1, forced + is_forced
        position = end_of(position, turn)
    return PersonGame(position.score(variant).total, turns, forced)


def person_turn(
    position: Position, roll: Roll, variant: Variant, person: Person, stream: Stream
) -> Turn:
    """The turn that a person takes with a roll, in a solo game that isn't over."""
    return _chosen(position, roll, variant, person, stream)[0]


def _chosen(
    position: Position, roll: Roll, variant: Variant, person: Person, stream: Stream
) -> tuple[Turn, bool]:
    """That turn, and whether it was the one good move, which a greedy person can't tell."""
    flags, places = flags_of(variant), person.places[roll.numbers.count("*")]
    is_greedy = stream.below(100) < person.greed
    if is_greedy:
        flags |= _core.LAST
    found: list[_Found] = position.core.rank(core_roll(roll), flags, places, person.few)
    is_forced = not is_greedy and _is_forced(found, person.few)
    found = _seen(found, person, stream)
    if is_greedy:
        taken = _slip(found, 1, stream)  # of those that score the most
    elif person.farsighted:
        taken = _best_ahead(position, roll, variant, person, found, stream)
    else:
        taken = _slip(found, person.slip, stream)
    return turn_of(position, roll, *taken[1:]), is_forced


def _is_forced(found: Sequence[_Found], few: int) -> bool:
    """True if every turn that lays down other cells, or claims others, is clearly worse."""
    best = found[0]
    for other in found[1:]:
        if best[0] - other[0] > CLEAR:
            return True
        if (sorted(other[3]), other[5]) != (sorted(best[3]), best[5]):
            return False
    return len(found) < few


def _seen(found: list[_Found], person: Person, stream: Stream) -> list[_Found]:
    """The turns without those whose combo the person misses; the best one where none is left."""
    if not person.misses:
        return found
    missed = {
        (kind, size)
        for kind in range(_KINDS)
        for size in _COMBO_SIZES
        if stream.below(100) < person.misses
    }
    seen = [one for one in found if one[5] is None or (one[5][0], len(one[5][1])) not in missed]
    return seen or found[:1]


def _slip(found: Sequence[_Found], slip: int, stream: Stream) -> _Found:
    """One of the turns, drawn with weight (slip - loss)^2."""
    weights = [max(0, slip - (found[0][0] - one[0])) ** 2 for one in found]
    left = stream.below(sum(weights))
    for weight, one in zip(weights, found, strict=True):
        left -= weight
        if left < 0:
            return one
    raise AssertionError(weights)


def _best_ahead(
    position: Position,
    roll: Roll,
    variant: Variant,
    person: Person,
    found: Sequence[_Found],
    stream: Stream,
) -> _Found:
    """Of the best turns the one after which the best turns for some rolls are worth most."""
    near = [one for one in found[:AHEAD] if found[0][0] - one[0] < person.slip]
    if len(near) == 1:
        return near[0]
    rolls = [core_roll(_imagined(shape, stream)) for shape in SOLO_SHAPES]

    def worth(one: _Found) -> int:
        after = end_of(position, turn_of(position, roll, *one[1:]))
        if after.is_over():
            return one[0] * len(rolls)
        core, flags = after.core, flags_of(variant)
        return sum(core.rank(each, flags, person.farsighted, 1)[0][0] for each in rolls)

    return max(near, key=worth)


def _imagined(shape: str, stream: Stream) -> Roll:
    """A roll of that shape without stars."""
    while True:
        roll = Roll.random(stream)
        if "*" not in roll.numbers:
            return Roll(roll.numbers, shape)
