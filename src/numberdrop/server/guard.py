"""The middleware that checks where a request comes from and sets the security headers.

The server has no secrets and no accounts, but pages of other sites in the same browser must not
reach it. So every request must name one of our hosts (against DNS rebinding), every write that has
an Origin must come from a page of ours, and nothing that is served runs code from elsewhere.
"""

from __future__ import annotations

import ipaddress
from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send

from ..errors import Sentence, coded_message, shown
from .responses import Document, sentences_of

#: What a page of ours may load: its own files, and pictures that it draws itself.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
#: The names of this machine for itself.
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")

_SAFE = ("GET", "HEAD")


@dataclass(frozen=True, slots=True)
class Hosts:
    """The allowed hosts of a request, without ports. `numbers` also allows every IP address: a page
    of another site can make its own name resolve to this machine, but never an IP address."""

    names: frozenset[str] = frozenset(LOOPBACK)
    numbers: bool = False

    def __contains__(self, host: str) -> bool:
        return host in self.names or (self.numbers and _is_number(host))

    def __str__(self) -> str:
        return ", ".join([*sorted(self.names), *(["an IP address"] if self.numbers else [])])


class Guard:
    """ASGI middleware that refuses requests of other sites and sets the headers of every
    response."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        if refusal := self._refusal(scope, Headers(scope=scope)):
            status, reason = refusal
            document = {"error": reason, **sentences_of([reason])}
            await Document(document, status)(scope, receive, send_guarded)
            return
        await self.app(scope, receive, send_guarded)

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, Sentence] | None:
        """Return the status and the reason for refusing a request; None if it is allowed."""
        if scope["http_version"] not in ("1.0", "1.1"):
            return 505, coded_message(
                "http.version",
                "HTTP: expected version 1.0 or 1.1, got {got}",
                got=shown(scope["http_version"]),
            )
        hosts = headers.getlist("host")
        if len(hosts) != 1 or _name(hosts[0]) not in self.hosts:
            return 421, coded_message(
                "http.host",
                "host: expected one of {names}, got {got}",
                names=str(self.hosts),
                got=shown(", ".join(hosts)) if hosts else "none",
            )
        if scope["method"] in _SAFE:
            return None
        for origin in headers.getlist("origin"):
            scheme, _, rest = origin.partition("://")
            if scheme not in ("http", "https") or rest.lower() != hosts[0].lower():
                return 403, coded_message(
                    "http.origin",
                    "origin: expected http://{host}, got {got}",
                    host=hosts[0],
                    got=shown(origin),
                )
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, coded_message("http.site", "sec-fetch-site: expected a page of this server")
        return None


def _name(host: str) -> str:
    """Return `host` in lower case and without its port; "" if the port is not a number."""
    name, colon, port = host.rpartition(":")
    if host.endswith("]") or not colon:
        return host.lower()
    return name.lower() if port.isdigit() and port.isascii() else ""


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True
