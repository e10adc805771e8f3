"""The reviews of tables' games: all at the table ask for the same one, so it is computed once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from typing import Any

from ..searches import Searches, Work

#: The reviews that are remembered.
MOST_KNOWN = 16

Documents = AsyncGenerator[dict[str, Any], None]


class SharedReviews:
    """The reviews, by game and level. Each runs to its end even if its first client leaves."""

    def __init__(self, searches: Searches) -> None:
        self._searches = searches
        self._known: OrderedDict[tuple[str, str], _Review] = OrderedDict()

    def documents(self, game: str, level: str, work: Callable[[], Work]) -> Documents:
        """Return the documents of a review, from the first one on. It is begun with `work()` unless
        somebody has asked for it before. Must be called in the event loop."""
        key = (game, level)
        review = self._known.get(key)
        if review is None or review.error is not None:
            review = self._known[key] = _Review(self._searches.documents(work()))
        self._known.move_to_end(key)
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return review.follow()


class _Review:
    """A review that is being computed: its documents so far, and its error if it failed."""

    def __init__(self, documents: Documents) -> None:
        self.found: list[dict[str, Any]] = []
        self.error: Exception | None = None
        self._is_done = False
        self._more = asyncio.Event()
        self._task = asyncio.create_task(self._run(documents))

    async def _run(self, documents: Documents) -> None:
        try:
            async for document in documents:
                self.found.append(document)
                self._wake()
        except Exception as error:
            self.error = error
        finally:
            self._is_done = True
            self._wake()

    def _wake(self) -> None:
        self._more.set()
        self._more = asyncio.Event()

    async def follow(self) -> Documents:
        """Yield all documents, past and future."""
        at = 0
        while True:
            more = self._more
            while at < len(self.found):
                at += 1
                yield self.found[at - 1]
            if self.error is not None:
                raise self.error
            if self._is_done:
                return
            if more is self._more:
                await more.wait()
