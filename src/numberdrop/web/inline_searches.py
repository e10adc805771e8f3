"""Searches where no threads can be started: each runs to its end within its request."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ..errors import NumberdropError
from ..plan.limits import Stop
from ..server.responses import Document, RequestError, error_document, error_response
from .searches import LinesResponse, Work


class InlineSearches:
    """Runs each search in the calling thread, as a SearchRunner. `new_stop` makes its stop."""

    def __init__(self, new_stop: Callable[[], Stop] = Stop) -> None:
        self._new_stop = new_stop

    def stream(self, work: Work) -> Response:
        """Return a response that streams the documents of a search, one a line."""
        return _InlineStream(work, self._new_stop())

    def last(self, work: Work) -> Response:
        """Return a response with the last document of a search."""
        documents: list[dict[str, Any]] = [{}]
        work(self._new_stop(), documents.append)
        return Document(documents[-1])

    def close(self) -> None:
        """Do nothing: no search runs between requests."""


class _InlineStream(LinesResponse):
    """A response that runs a search and sends each document as soon as it is found."""

    def __init__(self, work: Work, stop: Stop) -> None:
        super().__init__()
        self._work, self._stop = work, stop

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_started = False

        def emit(document: dict[str, Any]) -> None:
            nonlocal has_started
            if not has_started:
                has_started = True
                _finish(self.start(send))
            _finish(self.write(send, document))

        try:
            self._work(self._stop, emit)
        except Exception as error:
            if not has_started:
                await error_response(error)(scope, receive, send)
                return
            if not isinstance(error, NumberdropError | RequestError):
                raise
            emit(error_document(error))
        if not has_started:
            await self.start(send)
        await self.end(send)


def _finish(sending: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine that never waits, as those are that send within this process."""
    try:
        sending.send(None)
    except StopIteration:
        return
    raise RuntimeError("expected to send without waiting")
