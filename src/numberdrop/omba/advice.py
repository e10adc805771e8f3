"""What a person is told who asks: how good his chances are, and what each move is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .policies import Estimate, estimate_moves, playout_wins
from .position import Position
from .rules import ROLLS
from .tables import chance, has_quick_value
from .values import losing_rolls

#: Games by which a chance, and each move, is estimated where it isn't exact: a second's work.
GAMES = 4000


@dataclass(frozen=True)
class Advice:
    """`value` is the chance of the player to move before the roll, `error` its standard error, 0
    where it is exact; `losing` has the rolls with which he is out at once; `moves` those worth the
    roll, the best first, empty without a roll."""

    value: float
    error: float
    losing: tuple[int, ...]
    moves: tuple[Estimate, ...]

    @property
    def is_exact(self) -> bool:
        return not self.error and not any(one.error for one in self.moves)

    def to_json(self) -> dict[str, Any]:
        return {
            "value": self.value,
            "error": self.error,
            "exact": self.is_exact,
            "games": 0 if self.is_exact else GAMES,
            "losing": list(self.losing),
            "moves": [
                {"move": one.move, "value": one.value, "error": one.error, "loss": one.loss}
                for one in self.moves
            ],
        }


def advise(position: Position, roll: int | None, variant: str = "S", *, seed: int = 1) -> Advice:
    """Within some seconds, whatever is at hand: exact where two are left whose table is there or
    small, else by GAMES games for each move in which all cover an enemy where they can."""
    lost = () if position.winner else losing_rolls(position, variant)
    if has_quick_value(position, variant):
        value, error = chance(position, variant).value, 0.0
    else:
        value = playout_wins(position, variant, GAMES, seed)[position.side] / GAMES
        error = (value * (1 - value) / GAMES) ** 0.5
    moves: list[Estimate] = []
    if roll is not None:
        moves = estimate_moves(position, roll, variant, games=GAMES, seed=seed)
    return Advice(value, error, lost, tuple(moves))


def advice_lines(advice: Advice, side: str) -> list[str]:
    """The advice in plain words, a line for each move."""
    how = "" if advice.is_exact else f", an estimate by {GAMES:,} games a move"
    lines = [f"{side} wins with {_share(advice.value, advice.error)} before the roll{how}"]
    for one in advice.moves:
        loss = f", {one.loss:.4f} less than the best" if one.loss else ""
        lines.append(f"{one.move}: {_share(one.value, one.error)}{loss}")
    if advice.losing:
        rolls = ", ".join(map(str, advice.losing))
        lines.append(f"{'every roll' if len(advice.losing) == len(ROLLS) else rolls} loses at once")
    return lines


def _share(value: float, error: float) -> str:
    return f"{value:.3f} ± {error:.3f}" if error else f"{value:.4f}"
