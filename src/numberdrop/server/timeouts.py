"""How many connections there may be, and how long each may take: one whose client dawdles is cut
off, so that it holds nothing up.

A body that is waited for has a limit of its own (answers.py), and so has the silence between two
requests (uvicorn).
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from .guard import HEADERS
from .responses import RequestError, error_response

#: Connections at once; those beyond are told to come later.
MOST_CONNECTIONS = 500

#: Seconds in which the head of a request has to come; in which its body has to come, answered or
#: not, read or not; and in which some of an answer has to be taken.
HEAD, BODY, TAKE = 10.0, 20.0, 20.0


class TimeoutProtocol(H11Protocol):
    """HTTP/1.1 as uvicorn speaks it, with an end to patience."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        #: What is waited for, a state of h11 in which the client has to speak, and how long.
        self._awaited: Any = None
        self._ask: asyncio.TimerHandle | None = None
        self._take: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            self.app = _too_many
        self._wait_for(h11.IDLE)

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_for(None)
        self._take = _cancelled(self._take)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        state = self.conn.their_state
        is_awaited = state is h11.SEND_BODY or (state is h11.IDLE and self.conn.trailing_data[0])
        self._wait_for(state if is_awaited else None)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._take = self.loop.call_later(TAKE, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._take = _cancelled(self._take)

    def _wait_for(self, state: Any) -> None:
        """Wait for a head (IDLE), for a body (SEND_BODY) or for nothing, from now on unless that is
        waited for already."""
        if state is not self._awaited:
            self._awaited, self._ask = state, _cancelled(self._ask)
            if state is not None:
                seconds = HEAD if state is h11.IDLE else BODY
                self._ask = self.loop.call_later(seconds, self.transport.abort)


async def _too_many(scope: Scope, receive: Receive, send: Send) -> None:
    why = f"connections: {MOST_CONNECTIONS} are open already, try again later"
    answer = error_response(RequestError(503, why))
    answer.headers.update({**HEADERS, "cache-control": "no-store", "connection": "close"})
    await answer(scope, receive, send)


def _cancelled(timer: asyncio.TimerHandle | None) -> asyncio.TimerHandle | None:
    if timer is not None:
        timer.cancel()
    return None
