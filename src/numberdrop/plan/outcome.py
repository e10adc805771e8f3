"""The outcome of a search for a best score: proved or not."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """What is known about a best score: `PROVED` if it equals a proved upper bound."""

    PROVED = "PROVED"
    BEST_FOUND = "BEST FOUND"

    @classmethod
    def of(cls, score: int, bound: int) -> Status:
        """Return the status of `score` under an upper bound on every score, both in points."""
        return cls.PROVED if score == bound else cls.BEST_FOUND
