"""Hints: the turns worth playing for a roll, ranked one ply deep by the plain evaluation.

The evaluation (docs/evaluation.md) is a guess at the final score, in points: it has not seen the
dice to come, and no sampling error belongs to it, so `se` is None.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .. import __version__
from ..dice import Roll
from ..errors import NumberdropError
from ..notation import cell_name
from ..play import play
from ..position import Position, core_roll, flags_of
from ..rules import LAST_NOTCH, LETTERS, Variant
from ..turn import Drop, Turn

#: Placements whose digits are tried: at most OUTLINES, fewer where the stars of a roll allow more
#: than ARRANGEMENTS arrangements in all, never fewer than FEWEST_OUTLINES.
OUTLINES = 60
FEWEST_OUTLINES = 8
ARRANGEMENTS = 40_000

#: (value in 1/100 points, slides, cells of each fallen shape, cells, digits, claim), from the core.
CoreTurn = tuple[
    int,
    tuple[int, ...],
    tuple[tuple[int, ...], ...],
    tuple[int, ...],
    tuple[int, ...],
    tuple[int, tuple[int, ...]] | None,
]


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
    position: Position, roll: Roll, *, variant: str | Variant = "rulebook", top: int = 10
) -> Hint:
    """Rank the turns that a roll allows; `top` is how many are returned, 1 to 1000.

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
    keep = outlines_kept(roll)
    found = rank(position, roll, chosen, keep, top)
    best = found[0][0]
    turns = tuple(
        RankedTurn(turn, end_of(position, turn, chosen), value / 100, (best - value) / 100)
        for value, turn in found
    )
    made_by = {
        "program": f"numberdrop {__version__}",
        "level": "plain",
        "plies": 1,
        "outlines": keep,
        "variant": str(chosen),
    }
    return Hint(position, roll, chosen, turns, made_by)


def outlines_kept(roll: Roll) -> int:
    """How many placements have their digits tried for this roll, 8 to 60."""
    return max(FEWEST_OUTLINES, min(OUTLINES, ARRANGEMENTS // len(roll.arrangements())))


def rank(
    position: Position, roll: Roll, variant: Variant, outlines: int, top: int
) -> list[tuple[int, Turn]]:
    """The best `top` turns with their values in 1/100 points, best first, among the placements
    with the best `outlines`. Nothing if the game is over."""
    core = core_roll("".join(sorted(roll.numbers)), roll.shape)
    found: list[CoreTurn] = position.core.rank(core, flags_of(variant), outlines, top)
    return [(item[0], _turn(position, roll, item)) for item in found]


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


def _turn(position: Position, roll: Roll, found: CoreTurn) -> Turn:
    _, slides, fallen, cells, digits, claim = found
    notches = [notch for _, notch, _ in position.tiles]
    marks = [mark for _, _, mark in position.tiles]
    letters: list[str] = []
    dropped: list[Drop] = []
    for letter in slides:
        notches[letter] = (notches[letter] or 0) + 1
        letters.append(LETTERS[letter])
        if notches[letter] == LAST_NOTCH and marks[letter] != "o":
            names = tuple(cell_name(cell) for cell in fallen[len(dropped)])
            dropped.append(Drop(LETTERS[letter], names))
    place = tuple((cell_name(c), d) for c, d in zip(cells, digits, strict=True)) or None
    claimed = claim and tuple(cell_name(cell) for cell in claim[1])
    return Turn(roll, tuple(letters), tuple(dropped), place, claimed)
