"""The limits of connections: their number, and timeouts, so that slow clients hold nothing up.

Reading a body has a timeout of its own (responses.py), and so has an idle connection (uvicorn).
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from ..errors import coded_message
from .guard import HEADERS
from .responses import RequestError, error_response

#: Connections at once; a client beyond them gets status 503.
MOST_CONNECTIONS = 500

#: Seconds within which the head of a request must arrive; within which its body must arrive, even
#: if it is answered or not read; and within which the client must read some of a response.
HEAD_TIMEOUT, BODY_TIMEOUT, WRITE_TIMEOUT = 10.0, 20.0, 20.0


class TimeoutProtocol(H11Protocol):
    """uvicorn's HTTP/1.1 protocol with timeouts."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        #: The h11 state in which the client must send something, if the read timer runs.
        self._awaited: Any = None
        self._read_timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            self.app = _refuse_connection
        self._expect(h11.IDLE)

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect(None)
        self._write_timer = _cancel(self._write_timer)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        state = self.conn.their_state
        is_awaited = state is h11.SEND_BODY or (state is h11.IDLE and self.conn.trailing_data[0])
        self._expect(state if is_awaited else None)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._write_timer = self.loop.call_later(WRITE_TIMEOUT, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._write_timer = _cancel(self._write_timer)

    def _expect(self, state: Any) -> None:
        """Start the read timer for a head (IDLE) or a body (SEND_BODY), or stop it for None. If the
        timer already runs for `state`, it keeps its deadline."""
        if state is not self._awaited:
            self._awaited, self._read_timer = state, _cancel(self._read_timer)
            if state is not None:
                seconds = HEAD_TIMEOUT if state is h11.IDLE else BODY_TIMEOUT
                self._read_timer = self.loop.call_later(seconds, self.transport.abort)


async def _refuse_connection(scope: Scope, receive: Receive, send: Send) -> None:
    reason = coded_message(
        "http.connections",
        "connections: {most} are open already, try again later",
        most=MOST_CONNECTIONS,
    )
    response = error_response(RequestError(503, reason))
    response.headers.update({**HEADERS, "cache-control": "no-store", "connection": "close"})
    await response(scope, receive, send)


def _cancel(timer: asyncio.TimerHandle | None) -> asyncio.TimerHandle | None:
    if timer is not None:
        timer.cancel()
    return None
