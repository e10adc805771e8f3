"""The server: the application at an address of this machine, until it is told to end."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp

from .address import is_loopback, number_of, written
from .guard import LOOPBACK, Hosts
from .timeouts import TimeoutProtocol


class Server(uvicorn.Server):
    """uvicorn, which ends as soon as it is stopped. Signals are heard by whoever runs it."""

    def __init__(self, app: ASGIApp, is_stopped: Callable[[], bool]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=TimeoutProtocol,
                ws="none",
                loop="asyncio",
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=0,
            )
        )
        # What is a fault the application tells; the rest is about clients that went away.
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        self.is_stopped = is_stopped

    async def on_tick(self, counter: int) -> bool:
        return await super().on_tick(counter) or self.is_stopped()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def hosts_of(found: socket.socket, host: str) -> Hosts:
    """The names by which it may be called, where `host` is what it was told to listen at."""
    names = {*LOOPBACK, number_of(found), written(host.lower())}
    if is_loopback(found):
        return Hosts(frozenset(names))
    own = socket.gethostname().lower()
    return Hosts(frozenset({*names, own, f"{own}.local"}), numbers=True)
