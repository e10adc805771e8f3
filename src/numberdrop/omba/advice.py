"""Hints: the winning chance of the player to move, and the value of each move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .chances import has_quick_chances, share
from .policies import Estimate, estimate_moves, playout_wins, standard_error
from .position import Position
from .rules import ROLLS
from .values import losing_rolls

#: The playouts by which a chance, or the value of a move, is estimated. They take a second.
GAMES = 4000


@dataclass(frozen=True)
class Advice:
    """A hint. `value` is the winning chance of the player to move before the roll, `error` its
    standard error, 0 if it is exact. `losing` has the rolls that put the player out at once.
    `moves` has the moves worth the roll, the best first; it is empty if there is no roll yet."""

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
    """Return a hint within some seconds. It is exact if two players are left, or three with
    Docker's deal, and their table is stored or small; otherwise it is estimated from GAMES playouts
    by the rule of thumb."""
    lost = () if position.winner else losing_rolls(position, variant)
    if has_quick_chances(position, variant):
        value, error = share(position, position.side, variant), 0.0
    else:
        value = playout_wins(position, variant, GAMES, seed)[position.side] / GAMES
        error = standard_error(value, GAMES)
    moves: list[Estimate] = []
    if roll is not None:
        moves = estimate_moves(position, roll, variant, games=GAMES, seed=seed)
    return Advice(value, error, lost, tuple(moves))


def advice_lines(advice: Advice, side: str) -> list[str]:
    """Return the hint as text, with a line for each move."""
    how = "" if advice.is_exact else f", estimated from {GAMES:,} games per move"
    lines = [f"{side}'s chance before the roll: {_percent(advice.value, advice.error)}{how}"]
    for one in advice.moves:
        loss = f", {one.loss:.4f} less than the best" if one.loss else ""
        lines.append(f"{one.move}: {_percent(one.value, one.error)}{loss}")
    if advice.losing:
        rolls = ", ".join(map(str, advice.losing))
        is_lost = len(advice.losing) == len(ROLLS)
        lines.append("every roll loses at once" if is_lost else f"rolls that lose at once: {rolls}")
    return lines


def _percent(value: float, error: float) -> str:
    return f"{value:.3f} ± {error:.3f}" if error else f"{value:.4f}"
