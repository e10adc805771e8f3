"""A model of how people play: they look at few landings, are greedy, miss combos, and slip.

It uses the score and the plain value (docs/evaluation.md), which no training changes. All of it is
integer arithmetic on a stream of random numbers, so every machine finds the same turns. The
simulated players of the puzzles, which must never change, and the weaker bots play this way.
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

#: A turn is the one good move if every other one loses more than this, in 1/100 points.
CLEAR: Final = 100
#: The most turns that a farsighted persona compares.
AHEAD: Final = 6

_KINDS = 2
_COMBO_SIZES = (*SIZES, _core.SIZE_BONUS)
#: A turn as the core ranks it: its value in 1/100 points, the letters that slide, the X shapes, the
#: cells and digits placed, and the kind and cells of the claim.
_Found = tuple[
    int,
    tuple[int, ...],
    tuple[tuple[int, ...], ...],
    tuple[int, ...],
    tuple[int, ...],
    tuple[int, tuple[int, ...]] | None,
]


def turn_by(
    persona: Persona, position: Position, roll: Roll, variant: Variant, stream: Stream
) -> tuple[Turn, bool]:
    """Return the turn that a persona plays on a sheet whose game isn't over, solo or one of several
    players; and whether it was the only good move. A greedy turn is never reported as such."""
    flags, places = flags_of(variant), persona.places[roll.numbers.count("*")]
    is_greedy = stream.below(100) < persona.greed
    if is_greedy:
        flags |= _core.LAST
    found: list[_Found] = position.core.rank(core_roll(roll), flags, places, persona.few)
    is_forced = not is_greedy and _is_forced(found, persona.few)
    found = _seen(found, persona, stream)
    if is_greedy:
        taken = _slip(found, 1, stream)  # one of the turns that score the most
    elif persona.farsighted:
        taken = _best_ahead(position, roll, variant, persona, found, stream)
    else:
        taken = _slip(found, persona.slip, stream)
    return turn_of(position, roll, *taken[1:]), is_forced


def rest_by(
    persona: Persona, position: Position, shape: str, variant: Variant, stream: Stream
) -> tuple[str, ...]:
    """Return where a persona lets an X shape come to rest; no cells if it has no room."""
    flags = flags_of(variant)
    landings = position.core.landings(SHAPES.index(shape), flags)
    if not landings:
        return ()
    laid = [
        (_worth(position.core.put(cells, [_core.BLOCK] * len(cells)).next_turn(), flags), cells)
        for cells in landings
    ]
    laid.sort(key=lambda one: -one[0])
    kept = laid[: persona.few]
    cells = kept[slipped([value for value, _ in kept], persona.slip, stream)][1]
    return tuple(CELLS[cell] for cell in cells)


def _worth(sheet: _core.Sheet, flags: int) -> int:
    """Return the plain value of a sheet in 1/100 points, or its score if the game is over."""
    return 100 * sheet.total(flags) if sheet.is_over() else sheet.value(flags)


def _is_forced(found: Sequence[_Found], few: int) -> bool:
    """Return whether every turn with other cells or another claim is clearly worse."""
    best = found[0]
    for other in found[1:]:
        if best[0] - other[0] > CLEAR:
            return True
        if (sorted(other[3]), other[5]) != (sorted(best[3]), best[5]):
            return False
    return len(found) < few


def _seen(found: list[_Found], persona: Persona, stream: Stream) -> list[_Found]:
    """Return the turns without those whose combo the persona misses; the best turn if none is
    left."""
    if not persona.misses:
        return found
    missed = {
        (kind, size)
        for kind in range(_KINDS)
        for size in _COMBO_SIZES
        if stream.below(100) < persona.misses
    }
    seen = [one for one in found if one[5] is None or (one[5][0], len(one[5][1])) not in missed]
    return seen or found[:1]


def _slip(found: Sequence[_Found], slip: int, stream: Stream) -> _Found:
    return found[slipped([one[0] for one in found], slip, stream)]


def slipped(values: Sequence[int], slip: int, stream: Stream) -> int:
    """Return an index into `values`, best first, drawn with weight (slip - loss)^2."""
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
    persona: Persona,
    found: Sequence[_Found],
    stream: Stream,
) -> _Found:
    """Return which of the best turns leads to the best continuation, summed over some rolls."""
    near = [one for one in found[:AHEAD] if found[0][0] - one[0] < persona.slip]
    if len(near) == 1:
        return near[0]
    rolls = [core_roll(_imagined(shape, stream)) for shape in SOLO_SHAPES]

    def worth(one: _Found) -> int:
        after = end_of(position, turn_of(position, roll, *one[1:]))
        if after.is_over():
            return one[0] * len(rolls)
        core, flags = after.core, flags_of(variant)
        return sum(core.rank(each, flags, persona.farsighted, 1)[0][0] for each in rolls)

    return max(near, key=worth)


def _imagined(shape: str, stream: Stream) -> Roll:
    """Draw a roll of `shape` without stars."""
    while True:
        roll = Roll.random(stream)
        if "*" not in roll.numbers:
            return Roll(roll.numbers, shape)
