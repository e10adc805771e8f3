"""The address at which the server listens, and its URL. This module imports nothing slow, so that
a browser can connect while the rest is being loaded."""

from __future__ import annotations

import ipaddress
import os
import socket
import struct
from contextlib import suppress

from ..errors import NumberdropError

#: Linux's request for the IPv4 address of an interface.
_SIOCGIFADDR = 0x8915


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at `host` and `port`; port 0 takes any free one. Raises
    NumberdropError, in one line, if there is no such address or another program listens there. An
    IPv6 address may be in brackets, as a URL has it."""
    where = f"{host}, port {port}"
    name = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            name, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
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


def urls_for_others(listener: socket.socket) -> list[str]:
    """Return the URLs at which other machines reach `listener`, the most likely first. The list is
    empty if only this machine reaches it, or is in no network."""
    if is_loopback(listener):
        return []
    host, port = listener.getsockname()[:2]
    is_any = ipaddress.ip_address(host.partition("%")[0]).is_unspecified
    hosts = machine_addresses() if is_any else [url_host(host)]
    return [f"http://{one}:{port}/" for one in hosts]


def machine_addresses() -> list[str]:
    """Return the IPv4 addresses of this machine in its networks, the one of its default route
    first. It asks the system alone and sends nothing."""
    found = [*_route_address(), *_interface_addresses(), *_named_addresses()]
    known = [ipaddress.IPv4Address(text) for text in dict.fromkeys(found)]
    usable = [one for one in known if not (one.is_loopback or one.is_unspecified)]
    return [str(one) for one in sorted(usable, key=lambda one: one.is_link_local)]


def _route_address() -> list[str]:
    """Return the address from which this machine would send to another network."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(("192.0.2.1", 9))  # an address for documents: a datagram socket sends nothing
        return [asked.getsockname()[0]]
    return []


def _interface_addresses() -> list[str]:
    """Return the address of each network interface, where the system can say it."""
    found = []
    with suppress(ImportError, OSError, AttributeError):
        import fcntl

        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            for _, name in socket.if_nameindex():
                with suppress(OSError):
                    request = struct.pack("256s", name.encode()[:15])
                    answer = fcntl.ioctl(asked.fileno(), _SIOCGIFADDR, request)
                    found.append(socket.inet_ntoa(answer[20:24]))
    return found


def _named_addresses() -> list[str]:
    """Return the addresses of this machine's own name."""
    with suppress(OSError, UnicodeError):
        entries = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        return [str(entry[4][0]) for entry in entries]
    return []


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or "expected a name or an address of this machine"
