"""The HTTP server, which runs an application until it is stopped."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp

from .address import is_loopback, local_host, url_host
from .guard import LOOPBACK, Hosts
from .timeouts import TimeoutProtocol


class Server(uvicorn.Server):
    """A uvicorn server that ends as soon as `is_stopped()` is true. The caller handles signals."""

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
        # The application logs internal errors itself; the rest is about clients that disconnected.
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        self.is_stopped = is_stopped

    async def on_tick(self, counter: int) -> bool:
        return await super().on_tick(counter) or self.is_stopped()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def allowed_hosts(listener: socket.socket, host: str) -> Hosts:
    """Return the hosts that requests to `listener` may name; `host` is the address that the user
    asked for."""
    names = {*LOOPBACK, local_host(listener), url_host(host.lower().strip("[]"))}
    if is_loopback(listener):
        return Hosts(frozenset(names))
    own = socket.gethostname().lower()
    return Hosts(frozenset({*names, own, f"{own}.local"}), numbers=True)
