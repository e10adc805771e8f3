"""Hints: the turns worth playing for a roll, ranked one ply deep by the learned value.

The value (docs/value.md) is an estimate of the final score, in points, of a player who goes on by
it: it has not seen the dice to come, and no sampling error belongs to it, so `se` is None.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .. import __version__, _core
from ..dice import Roll
from ..errors import NumberdropError
from ..notation import cell_name
from ..play import play
from ..position import Position, core_roll, flags_of
from ..rules import LETTERS, Variant
from ..turn import Drop, Turn
from .weights import Weights, shipped

#: What a hint keeps at each stage of a turn: sheets with their X shapes, landings, and arrangements
#: of the digits on each landing.
WIDTH = (100, 100, 60)

#: For rank(): placements whose digits are tried are at most OUTLINES, fewer where the stars of a
#: roll allow more than ARRANGEMENTS arrangements in all, never fewer than FEWEST_OUTLINES.
OUTLINES = 60
FEWEST_OUTLINES = 8
ARRANGEMENTS = 40_000


@dataclass(frozen=True, slots=True)
class RankedTurn:
    """A turn, the position after it, and in points: what it is worth (`ev`), how much less than the
    best turn (`loss`), and the standard error of `ev` (None where nothing was sampled)."""

    turn: Turn
    position: Position
    ev: float
    loss: float
    se: float | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "turn": self.turn.to_json(),
            "text": str(self.turn),
            "ev": self.ev,
            "loss": self.loss,
            "se": self.se,
            "position": str(self.position),
        }


@dataclass(frozen=True, slots=True)
class Hint:
    """The turns for a roll, best first, and `made_by`: all that is needed to make it again."""

    position: Position
    roll: Roll
    variant: Variant
    turns: tuple[RankedTurn, ...]
    made_by: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """The document of `numberdrop hint --json` (formats.md)."""
        return {
            "position": str(self.position),
            "roll": str(self.roll),
            "variant": str(self.variant),
            "turns": [turn.to_json() for turn in self.turns],
            "made_by": self.made_by,
        }


def hint(
    position: Position,
    roll: Roll,
    *,
    variant: str | Variant = "rulebook",
    top: int = 10,
    weights: Weights | None = None,
) -> Hint:
    """Rank the turns that a roll allows; `top` is how many are returned, 1 to 1000. `weights` are
    the package's own unless others are given.

    On a sheet of a game for several players, turns in which a shape is dropped are ranked: whether
    a block falls instead hangs on the other sheets. NumberdropError if the game is over, `top` is
    out of range or the variant's dice can't show the roll.
    """
    chosen = Variant.of(variant)
    Roll.from_text(str(roll), chosen.dice)
    if not 1 <= top <= 1000:
        raise NumberdropError(f"top: expected 1 to 1000, got {top}")
    if position.is_over():
        raise NumberdropError(f"the game is over, there is no turn to play: {position}")
    weights = weights or shipped()
    found = choose(position, roll, chosen, WIDTH, top, weights)
    best = found[0][0]
    turns = tuple(
        RankedTurn(turn, end_of(position, turn, chosen), value / 100, (best - value) / 100)
        for value, turn in found
    )
    made_by = {
        "program": f"numberdrop {__version__}",
        "level": "fast",
        "plies": 1,
        "width": list(WIDTH),
        "weights": weights.name,
        "variant": str(chosen),
    }
    return Hint(position, roll, chosen, turns, made_by)


def choose(
    position: Position,
    roll: Roll,
    variant: Variant,
    width: tuple[int, int, int],
    top: int,
    weights: Weights,
) -> list[tuple[int, Turn]]:
    """The best `top` turns by the learned value in 1/100 points, best first, among those that
    `width` lets through. Nothing if the game is over."""
    core = core_roll("".join(sorted(roll.numbers)), roll.shape)
    return [
        (value, turn_of(position, roll, slides, fallen, cells, digits, claim))
        for value, slides, fallen, cells, digits, claim in _core.choose(
            position.core, core, weights.table, flags_of(variant), width, top
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
