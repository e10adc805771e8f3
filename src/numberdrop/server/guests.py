"""Guests: clients that reach the server through a network, and may use only a part of it.

The files of the page are open to them, since they have no secrets. Of the API they may ask only
what is open to guests; each answer there depends on what they know, such as a code or a token.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from dataclasses import dataclass

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ..errors import coded_message
from .responses import RequestError, error_response


def is_from_here(scope: Scope) -> bool:
    """Return whether a request comes from this machine, to an address that only it has."""
    ends = (scope.get("client"), scope.get("server"))
    return all(end is not None and _is_loopback(end[0]) for end in ends)


def is_from_elsewhere(scope: Scope) -> bool:
    """Return the opposite of is_from_here()."""
    return not is_from_here(scope)


def nobody(_: Scope) -> bool:
    """Return False: no client is a guest."""
    return False


def everybody(_: Scope) -> bool:
    """Return True: every client is a guest."""
    return True


@dataclass(frozen=True, slots=True)
class Guests:
    """Which clients are guests, the pattern of the paths of the API that are open to them, and
    short paths: a function that returns the page's address for one, or None."""

    is_guest: Callable[[Scope], bool]
    open_paths: re.Pattern[str]
    short_path: Callable[[str, bool], str | None]


class GuestDoor:
    """ASGI middleware that refuses what isn't open to guests, and redirects short paths."""

    def __init__(self, app: ASGIApp, guests: Guests) -> None:
        self.app, self.guests = app, guests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            path, is_guest = scope["path"], self.guests.is_guest(scope)
            if (target := self.guests.short_path(path, is_guest)) is not None:
                await RedirectResponse(target, 303)(scope, receive, send)
                return
            is_api = path == "/api" or path.startswith("/api/")
            if is_guest and is_api and not self.guests.open_paths.fullmatch(path):
                fault = coded_message(
                    "guest.closed", "only a table whose code you know is open to this device"
                )
                await error_response(RequestError(403, fault))(scope, receive, send)
                return
        await self.app(scope, receive, send)


def _is_loopback(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback
