"""The address at which the server listens, and its URL. This module imports nothing slow, so that
a browser can connect while the rest is being loaded."""

from __future__ import annotations

import ipaddress
import os
import socket

from ..errors import NumberdropError


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at `host` and `port`; port 0 takes any free one. Raises
    NumberdropError, in one line, if there is no such address or another program listens there."""
    where = f"{host}, port {port}"
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise NumberdropError(f"{where}: {_reason(error)}") from None
    try:
        if os.name == "posix":  # elsewhere it would let two programs listen at once
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
    except OSError as error:
        listener.close()
        raise NumberdropError(f"{where}: {_reason(error)}") from None
    return listener


def is_loopback(listener: socket.socket) -> bool:
    """Return whether only this machine can reach `listener`."""
    return ipaddress.ip_address(listener.getsockname()[0].partition("%")[0]).is_loopback


def url_of(listener: socket.socket) -> str:
    """Return the URL at which a browser on this machine reaches `listener`."""
    return f"http://{local_host(listener)}:{listener.getsockname()[1]}/"


def local_host(listener: socket.socket) -> str:
    """Return the IP address at which this machine reaches `listener`, as a URL has it."""
    host = listener.getsockname()[0]
    ip = ipaddress.ip_address(host.partition("%")[0])
    if ip.is_unspecified:
        host = "127.0.0.1" if ip.version == 4 else "::1"
    return url_host(host)


def url_host(host: str) -> str:
    """Return `host` as a URL has it: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host else host


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or "expected a name or an address of this machine"
