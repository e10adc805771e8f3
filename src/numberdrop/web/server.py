"""The server: the application at an address of this machine, until it is told to end."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from ..plan.limits import Stop
from .address import is_loopback, number_of, written
from .app import make_app
from .guard import LOOPBACK, Hosts
from .patience import PatientProtocol


class Server(uvicorn.Server):
    """uvicorn, which ends as soon as `stop` is set. Signals are heard by whoever runs it."""

    def __init__(self, app: Any, stop: Stop) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=PatientProtocol,
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
        self.stop = stop

    async def on_tick(self, counter: int) -> bool:
        return await super().on_tick(counter) or self.stop.is_set()

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


def serve(found: socket.socket, host: str, stop: Stop) -> None:
    """Serve at a socket that listens until `stop` is set."""
    Server(make_app(hosts=hosts_of(found, host)), stop).run([found])
