"""The server: the application at an address of this machine, until it is told to end."""

from __future__ import annotations

import ipaddress
import logging
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from ..errors import NumberdropError
from ..plan import Stop
from .app import make_app
from .guard import LOOPBACK, Hosts
from .patience import PatientProtocol


class Server(uvicorn.Server):
    """uvicorn, which ends as soon as `stop` is set, and calls `ready` once it can be asked. Signals
    are heard by whoever runs it."""

    def __init__(self, app: Any, stop: Stop, ready: Callable[[], None]) -> None:
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
        self.stop, self.ready = stop, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready()

    async def on_tick(self, counter: int) -> bool:
        return await super().on_tick(counter) or self.stop.is_set()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def listening(host: str, port: int) -> socket.socket:
    """A socket at this address; port 0 is any that is free. NumberdropError, in one line, where
    there is no such address, or another program listens there."""
    where = f"{host}, port {port}"
    try:
        family, kind, number, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        found = socket.socket(family, kind, number)
    except (OSError, UnicodeError) as error:
        raise NumberdropError(f"{where}: {_reason(error)}") from None
    try:
        if os.name == "posix":  # elsewhere it would let two programs listen at once
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(1024)
    except OSError as error:
        found.close()
        raise NumberdropError(f"{where}: {_reason(error)}") from None
    return found


def is_loopback(found: socket.socket) -> bool:
    """Whether only this machine can reach it."""
    return ipaddress.ip_address(found.getsockname()[0].partition("%")[0]).is_loopback


def address_of(found: socket.socket) -> str:
    """Where a browser on this machine finds it."""
    return f"http://{_number(found)}:{found.getsockname()[1]}/"


def hosts_of(found: socket.socket, host: str) -> Hosts:
    """The names by which it may be called, where `host` is what it was told to listen at."""
    names = {*LOOPBACK, _number(found), _written(host.lower())}
    if is_loopback(found):
        return Hosts(frozenset(names))
    own = socket.gethostname().lower()
    return Hosts(frozenset({*names, own, f"{own}.local"}), numbers=True)


def serve(found: socket.socket, host: str, stop: Stop, ready: Callable[[], None]) -> None:
    """Serve at a socket until `stop` is set."""
    Server(make_app(hosts=hosts_of(found, host)), stop, ready).run([found])


def _number(found: socket.socket) -> str:
    """The number at which a browser on this machine finds it, as addresses have it."""
    host = found.getsockname()[0]
    number = ipaddress.ip_address(host.partition("%")[0])
    if number.is_unspecified:
        host = "127.0.0.1" if number.version == 4 else "::1"
    return _written(host)


def _written(host: str) -> str:
    """A host as addresses have it."""
    return f"[{host}]" if ":" in host else host


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or "expected a name or an address of this machine"
