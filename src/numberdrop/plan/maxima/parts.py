"""Parts of an endgame: its first turns, divided, with a separate search for each part.

The search of a part asks whether any of its lines beats the incumbent. Nothing is proved until all
parts have been searched to the end. This module only keeps the account.
"""

from __future__ import annotations

from dataclasses import replace

from .results import HIGHEST, SearchResult


class Parts:
    """What is known of each part, with results counted in the order of the jobs."""

    def __init__(self, count: int) -> None:
        """Start with `count` parts, of which nothing is known."""
        self._bounds = [HIGHEST] * count
        self._begun = [0] * count
        self._longest = [0] * count
        self._under_way: set[int] = set()

    def left(self, score: int) -> list[int]:
        """Return the parts that may hold more than `score` and aren't being searched."""
        return [
            part
            for part, bound in enumerate(self._bounds)
            if bound > score and part not in self._under_way
        ]

    def choose(self, score: int) -> int | None:
        """Return the part to search next, or None: of those left the one with the fewest
        searches."""
        return min(self.left(score), key=self._begun.__getitem__, default=None)

    def begun(self, part: int) -> int:
        """Return the number of searches of a part that have begun."""
        return self._begun[part]

    def longest(self, part: int) -> int:
        """Return the nodes of the longest of these searches."""
        return self._longest[part]

    def begin(self, part: int, nodes: int) -> None:
        """Count a search that begins now."""
        self._begun[part] += 1
        self._longest[part] = max(self._longest[part], nodes)
        self._under_way.add(part)

    def report(self, found: SearchResult) -> SearchResult:
        """Count the result of a part's search, and return it with the bound of all parts."""
        assert found.part is not None
        self._under_way.discard(found.part)
        self._bounds[found.part] = min(self._bounds[found.part], found.bound)
        return replace(found, bound=max(self._bounds))
