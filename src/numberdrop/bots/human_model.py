"""How people look at a turn: few landings, greed, combos that they don't see, slips.

They go by the score and by the plain value (docs/evaluation.md), which no training changes. All of
it is in integers and follows from a stream of random numbers, so the same turns come out on every
machine. The people of the puzzles play so, who have to stay what they are for ever, and the weaker
bots.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .. import _core
from ..dice import Roll, Stream
from ..plan.ply import end_of, turn_of
from ..position import Position, core_roll, flags_of
from ..rules import CELLS, SHAPES, SIZES, SOLO_SHAPES, Variant
from ..turn import Turn
from .personas import Persona

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


def turn_by(
    habits: Persona, position: Position, roll: Roll, variant: Variant, stream: Stream
) -> tuple[Turn, bool]:
    """The turn that a person of these habits takes on a sheet on which the game goes on, solo or
    one of several players; and whether it was the one good move, which who is greedy can't tell."""
    flags, places = flags_of(variant), habits.places[roll.numbers.count("*")]
    is_greedy = stream.below(100) < habits.greed
    if is_greedy:
        flags |= _core.LAST
    found: list[_Found] = position.core.rank(core_roll(roll), flags, places, habits.few)
    is_forced = not is_greedy and _is_forced(found, habits.few)
    found = _seen(found, habits, stream)
    if is_greedy:
        taken = _slip(found, 1, stream)  # of those that score the most
    elif habits.farsighted:
        taken = _best_ahead(position, roll, variant, habits, found, stream)
    else:
        taken = _slip(found, habits.slip, stream)
    return turn_of(position, roll, *taken[1:]), is_forced


def rest_by(
    habits: Persona, position: Position, shape: str, variant: Variant, stream: Stream
) -> tuple[str, ...]:
    """Where a person of these habits lets an X shape come to rest; no cells where it has no
    room."""
    flags = flags_of(variant)
    landings = position.core.landings(SHAPES.index(shape), flags)
    if not landings:
        return ()
    laid = [
        (_worth(position.core.put(cells, [_core.BLOCK] * len(cells)).next_turn(), flags), cells)
        for cells in landings
    ]
    laid.sort(key=lambda one: -one[0])
    kept = laid[: habits.few]
    cells = kept[slipped([value for value, _ in kept], habits.slip, stream)][1]
    return tuple(CELLS[cell] for cell in cells)


def _worth(sheet: _core.Sheet, flags: int) -> int:
    """In 1/100 points, the plain value of a sheet, or its score where the game is over."""
    return 100 * sheet.total(flags) if sheet.is_over() else sheet.value(flags)


def _is_forced(found: Sequence[_Found], few: int) -> bool:
    """True if every turn that lays down other cells, or claims others, is clearly worse."""
    best = found[0]
    for other in found[1:]:
        if best[0] - other[0] > CLEAR:
            return True
        if (sorted(other[3]), other[5]) != (sorted(best[3]), best[5]):
            return False
    return len(found) < few


def _seen(found: list[_Found], habits: Persona, stream: Stream) -> list[_Found]:
    """The turns without those whose combo the person misses; the best one where none is left."""
    if not habits.misses:
        return found
    missed = {
        (kind, size)
        for kind in range(_KINDS)
        for size in _COMBO_SIZES
        if stream.below(100) < habits.misses
    }
    seen = [one for one in found if one[5] is None or (one[5][0], len(one[5][1])) not in missed]
    return seen or found[:1]


def _slip(found: Sequence[_Found], slip: int, stream: Stream) -> _Found:
    return found[slipped([one[0] for one in found], slip, stream)]


def slipped(values: Sequence[int], slip: int, stream: Stream) -> int:
    """The index of one of these values, the best first, drawn with weight (slip - loss)^2."""
    weights = [max(0, slip - (values[0] - value)) ** 2 for value in values]
    left = stream.below(sum(weights))
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    raise AssertionError(weights)


def _best_ahead(
    position: Position,
    roll: Roll,
    variant: Variant,
    habits: Persona,
    found: Sequence[_Found],
    stream: Stream,
) -> _Found:
    """Of the best turns the one after which the best turns for some rolls are worth most."""
    near = [one for one in found[:AHEAD] if found[0][0] - one[0] < habits.slip]
    if len(near) == 1:
        return near[0]
    rolls = [core_roll(_imagined(shape, stream)) for shape in SOLO_SHAPES]

    def worth(one: _Found) -> int:
        after = end_of(position, turn_of(position, roll, *one[1:]))
        if after.is_over():
            return one[0] * len(rolls)
        core, flags = after.core, flags_of(variant)
        return sum(core.rank(each, flags, habits.farsighted, 1)[0][0] for each in rolls)

    return max(near, key=worth)


def _imagined(shape: str, stream: Stream) -> Roll:
    """A roll of that shape without stars."""
    while True:
        roll = Roll.random(stream)
        if "*" not in roll.numbers:
            return Roll(roll.numbers, shape)
