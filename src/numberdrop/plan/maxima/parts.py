"""Parts: the first turns of an ending, divided, each part a search of its own.

A part is asked whether any of its lines scores more than the best one known. Only when all parts
have been searched to their end is anything proved. Nothing here searches.
"""

from __future__ import annotations

from dataclasses import replace

from .found import HIGHEST, Found


class Parts:
    """What is known of each part, in the order in which jobs are counted."""

    def __init__(self, count: int) -> None:
        """Of so many parts nothing is known."""
        self._bounds = [HIGHEST] * count
        self._begun = [0] * count
        self._longest = [0] * count
        self._under_way: set[int] = set()

    def left(self, score: int) -> list[int]:
        """The parts that may still hold more than a score and aren't under way."""
        return [
            part
            for part, bound in enumerate(self._bounds)
            if bound > score and part not in self._under_way
        ]

    def choose(self, score: int) -> int | None:
        """Of those left the part to be searched next, one that was begun least often; None if
        there is none."""
        return min(self.left(score), key=self._begun.__getitem__, default=None)

    def begun(self, part: int) -> int:
        """The searches of a part that were begun."""
        return self._begun[part]

    def longest(self, part: int) -> int:
        """The nodes of the longest of them."""
        return self._longest[part]

    def begin(self, part: int, nodes: int) -> None:
        """Count a search that begins now."""
        self._begun[part] += 1
        self._longest[part] = max(self._longest[part], nodes)
        self._under_way.add(part)

    def tell(self, found: Found) -> Found:
        """Count what the search of a part has come to; the same with the bound of all parts."""
        assert found.part is not None
        self._under_way.discard(found.part)
        self._bounds[found.part] = min(self._bounds[found.part], found.bound)
        return replace(found, bound=max(self._bounds))
