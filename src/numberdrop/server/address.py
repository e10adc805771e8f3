"""Where the server listens, and how that is written. It loads nothing that takes time, so that a
browser can come while the rest is being loaded."""

from __future__ import annotations

import ipaddress
import os
import socket

from ..errors import NumberdropError


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
    return f"http://{number_of(found)}:{found.getsockname()[1]}/"


def number_of(found: socket.socket) -> str:
    """The number at which a browser on this machine finds it, as addresses have it."""
    host = found.getsockname()[0]
    number = ipaddress.ip_address(host.partition("%")[0])
    if number.is_unspecified:
        host = "127.0.0.1" if number.version == 4 else "::1"
    return written(host)


def written(host: str) -> str:
    """A host as addresses have it."""
    return f"[{host}]" if ":" in host else host


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or "expected a name or an address of this machine"
