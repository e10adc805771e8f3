"""One ply: the best turns for a roll by the learned value, or by the plain evaluation."""

from __future__ import annotations

from collections.abc import Sequence

from .. import _core
from ..dice import Roll
from ..notation import cell_name
from ..play import play
from ..position import Position, core_roll, flags_of
from ..rules import LETTERS, Variant
from ..turn import Drop, Turn
from .weights import Weights

#: For rank(): placements whose digits are tried are at most OUTLINES, fewer where the stars of a
#: roll allow more than ARRANGEMENTS arrangements in all, never fewer than FEWEST_OUTLINES.
OUTLINES = 60
FEWEST_OUTLINES = 8
ARRANGEMENTS = 40_000


def choose(
    position: Position,
    roll: Roll,
    variant: Variant,
    width: tuple[int, int, int],
    top: int,
    weights: Weights,
    *,
    is_last: bool = False,
) -> list[tuple[int, Turn]]:
    """The best `top` turns by the learned value in 1/100 points, best first, among those that
    `width` lets through: sheets with their X shapes, landings, and arrangements of the digits on
    each. With `is_last` the score alone counts. Nothing if the game is over."""
    core = core_roll("".join(sorted(roll.numbers)), roll.shape)
    flags = flags_of(variant) | (_core.LAST if is_last else 0)
    return [
        (value, turn_of(position, roll, slides, fallen, cells, digits, claim))
        for value, slides, fallen, cells, digits, claim in _core.choose(
            position.core, core, weights.table, flags, width, top
        )
    ]


def outlines_kept(roll: Roll) -> int:
    """How many placements rank() is to try the digits of for this roll, 8 to 60."""
    return max(FEWEST_OUTLINES, min(OUTLINES, ARRANGEMENTS // len(roll.arrangements())))


def rank(
    position: Position,
    roll: Roll,
    variant: Variant,
    outlines: int,
    top: int,
    *,
    is_last: bool = False,
) -> list[tuple[int, Turn]]:
    """The best `top` turns by the plain evaluation (docs/evaluation.md), in 1/100 points, best
    first, among the placements with the best `outlines`. With `is_last` the score alone counts, as
    if the game ended with this turn. Nothing if the game is over."""
    core = core_roll("".join(sorted(roll.numbers)), roll.shape)
    flags = flags_of(variant) | (_core.LAST if is_last else 0)
    return [
        (value, turn_of(position, roll, slides, fallen, cells, digits, claim))
        for value, slides, fallen, cells, digits, claim in position.core.rank(
            core, flags, outlines, top
        )
    ]


def end_of(position: Position, turn: Turn, variant: Variant) -> Position:
    """The position after a turn that rank() gave, on a solo sheet or one of several players."""
    if position.is_solo:
        return play(position, turn, variant)
    placed = position
    if turn.place is not None:
        placed = position.place([c for c, _ in turn.place], [d for _, d in turn.place])
    claim = placed.judge_claim(turn.claim) if turn.claim else None
    assert not isinstance(claim, str)
    return placed.claim(claim).end_turn()


def turn_of(
    position: Position,
    roll: Roll,
    slides: Sequence[int],
    fallen: Sequence[Sequence[int]],
    cells: Sequence[int],
    digits: Sequence[int],
    claim: tuple[int, Sequence[int]] | None,
) -> Turn:
    """The turn that the core describes by indices of letters and cells."""
    letters = tuple(LETTERS[letter] for letter in slides)
    drops = tuple(
        Drop(letter, tuple(cell_name(cell) for cell in shape))
        for letter, shape in zip(position.letters_falling(letters), fallen, strict=True)
    )
    place = tuple((cell_name(c), d) for c, d in zip(cells, digits, strict=True)) or None
    claimed = claim and tuple(cell_name(cell) for cell in claim[1])
    return Turn(roll, letters, drops, place, claimed)
