"""What names a blind player in documents: players of one name play the same games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..documents import Fields

#: Turns to look at, and 1/100 points to slip by, that a document may name.
_MOST = 10**6


@dataclass(frozen=True, slots=True)
class Player:
    """A blind player: `weights` names his value, `width` how widely he looks; among the best `few`
    turns he takes those that lose less than `slip` 1/100 points."""

    weights: str
    width: tuple[int, ...]
    few: int
    slip: int

    @classmethod
    def from_json(cls, value: object, where: str = "player") -> Player:
        """Reads what to_json() wrote; NotationError, naming the place, on anything else."""
        fields = Fields(value, where)
        fields.expect_only("weights", "width", "few", "slip")
        return cls(
            fields.text("weights"),
            tuple(fields.counts("width", 1, _MOST)),
            fields.count("few", 1, _MOST),
            fields.count("slip", 1, _MOST),
        )

    def to_json(self) -> dict[str, Any]:
        """The object in documents (formats.md, Archive)."""
        return {
            "weights": self.weights,
            "width": list(self.width),
            "few": self.few,
            "slip": self.slip,
        }
