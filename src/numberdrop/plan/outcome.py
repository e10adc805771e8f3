"""What a search for a best score comes to: how sure it is of it."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """What is known of a best score: `PROVED` where it meets a proved bound."""

    PROVED = "PROVED"
    BEST_FOUND = "BEST FOUND"

    @classmethod
    def of(cls, score: int, bound: int) -> Status:
        """The status of a score, in points, under a bound on every score."""
        return cls.PROVED if score == bound else cls.BEST_FOUND
