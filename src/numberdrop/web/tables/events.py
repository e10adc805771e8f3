"""What changes at a table, as a stream of server-sent events, and who hasn't been seen for long.

Each event has the whole document of the table, so that a client that missed some is up to date
after the next one. Between events a comment shows that the connection is alive.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ...errors import NumberdropError, coded_message
from ...server.responses import RequestError, json_bytes
from ...tables import Role
from ..searches import until_disconnect

#: Seconds between two events or comments.
BEAT = 5.0
#: Seconds without a request after which somebody counts as away. The page asks every 15 seconds.
AWAY_AFTER = 40.0
#: The most streams at a table, and of one chair.
MOST_STREAMS, MOST_OF_CHAIR = 40, 6

#: Returns the document of a table for a client with a role. Raises NumberdropError or RequestError
#: if there is nothing for it any more.
View = Callable[[], dict[str, Any]]


class Listener:
    """A client that follows a table; `woken` is set when something has changed for it."""

    def __init__(self, role: Role) -> None:
        self.role = role
        self.woken = asyncio.Event()


class Hub:
    """The clients that follow tables, by code, and when each chair was seen last."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun = clock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._seen: dict[tuple[str, int], float] = {}

    def changed(self, code: str, chair: int | None) -> None:
        """Wake the clients of a table, or of one chair and the host. May be called in any
        thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, code, chair)

    def _wake(self, code: str, chair: int | None) -> None:
        for listener in self._listeners.get(code, ()):
            if chair in (None, listener.role.chair):
                listener.woken.set()

    def see(self, code: str, role: Role) -> None:
        """Note that a client has sent a request. Who comes back is shown to all at once."""
        if role.chair is not None:
            was_away = self.minutes_away(code, role.chair) > 0
            self._seen[code, role.chair] = self._clock()
            if was_away:
                self.changed(code, None)

    def minutes_away(self, code: str, chair: int) -> int:
        """Return for how many minutes a chair has been away, rounded up; 0 if it isn't away."""
        seconds = self._clock() - self._seen.get((code, chair), self._begun)
        return 0 if seconds < AWAY_AFTER else int(seconds // 60) + 1

    async def documents(
        self, code: str, role: Role, view: View
    ) -> AsyncGenerator[dict[str, Any] | None, None]:
        """Yield the document of a table whenever it has changed for a client, and None every BEAT
        seconds. Ends when there is nothing for the client any more. Raises RequestError if too
        many clients follow the table."""
        self._loop = asyncio.get_running_loop()
        listeners, listener = self._listeners[code], Listener(role)
        own = sum(one.role == role for one in listeners) if role.chair else 0
        if len(listeners) >= MOST_STREAMS or own >= MOST_OF_CHAIR:
            fault = coded_message("table.streams", "too many windows follow this table")
            raise RequestError(503, fault)
        listeners.add(listener)
        last: dict[str, Any] = {}
        try:
            while True:
                listener.woken.clear()
                try:
                    document = view()
                except (NumberdropError, RequestError):
                    return
                yield document if document != last else None
                last = document
                try:
                    async with asyncio.timeout(BEAT):
                        await listener.woken.wait()
                except TimeoutError:
                    pass
        finally:
            listeners.discard(listener)


class EventsResponse(Response):
    """A response that streams documents as events named `table`, and ends with one named `gone`."""

    media_type = "text/event-stream"

    def __init__(self, documents: AsyncGenerator[dict[str, Any] | None, None]) -> None:
        super().__init__(headers={"x-accel-buffering": "no"})
        del self.headers["content-length"]
        self.documents = documents

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with aclosing(self.documents):
            await until_disconnect(self._stream(send), receive)

    async def _stream(self, send: Send) -> None:
        head = {"type": "http.response.start", "status": self.status_code}
        await send({**head, "headers": self.raw_headers})
        async for document in self.documents:
            text = (
                b": alive" if document is None else b"event: table\ndata: " + json_bytes(document)
            )
            await _write(send, text)
        await _write(send, b"event: gone\ndata: {}")
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _write(send: Send, text: bytes) -> None:
    await send({"type": "http.response.body", "body": text + b"\n\n", "more_body": True})
