"""How long a connection may take: one whose client dawdles is cut off, so that it holds nothing up.

The body of a request has a limit of its own (answers.py), and so has the silence between two
requests (uvicorn).
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

#: Seconds in which the head of a request has to come, and in which some of an answer has to be
#: taken.
HEAD, TAKE = 10.0, 20.0


class PatientProtocol(H11Protocol):
    """HTTP/1.1 as uvicorn speaks it, with an end to patience."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._head: asyncio.TimerHandle | None = None
        self._take: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._head = self.loop.call_later(HEAD, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._head = _cancelled(self._head)
        elif self._head is None and self.conn.trailing_data[0]:
            self._head = self.loop.call_later(HEAD, self.transport.abort)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._take = self.loop.call_later(TAKE, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._take = _cancelled(self._take)

    def _forget(self) -> None:
        self._head, self._take = _cancelled(self._head), _cancelled(self._take)


def _cancelled(timer: asyncio.TimerHandle | None) -> asyncio.TimerHandle | None:
    if timer is not None:
        timer.cancel()
    return None
