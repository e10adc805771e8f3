"""The addresses at which other devices reach the tables of a server, and the links to them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from ...server.application import API
from ...server.guests import Guests, everybody, is_from_elsewhere, nobody
from ...server.qr import qr_rows
from ...tables import is_code

#: What guests may ask: each answer below tables/CODE depends on the code.
OPEN_PATHS = re.compile(rf"/api{API}/(?:keys|tables/.+)")
#: The page with the view of the tables. The fragment isn't sent to the server, so that "/" itself
#: can't be sent there.
PAGE = "index.html#/table"


@dataclass(frozen=True, slots=True)
class Network:
    """The network of a server.

    `addresses` are the URLs at which other devices reach it, the most likely first; empty if only
    this machine does. With `table`, clients elsewhere are guests of the table of this code alone.
    With `is_strict` all clients are, also those on this machine.
    """

    addresses: tuple[str, ...] = ()
    table: str | None = None
    is_strict: bool = False

    @property
    def guests(self) -> Guests:
        """The clients that may only sit at the table."""
        if self.table is None:
            return Guests(nobody, OPEN_PATHS, _short_path)
        return Guests(everybody if self.is_strict else is_from_elsewhere, OPEN_PATHS, _short_path)

    def is_hidden(self, request: Request, code: str) -> bool:
        """Return whether the table of a code isn't open to a client."""
        return self.table not in (None, code) and self.guests.is_guest(request.scope)

    def links(self, request: Request, more: str) -> dict[str, Any]:
        """Return the keys `links`, addresses of the page followed by `more`, and `qr`, the rows of
        the code for the first one (api.md, Tables)."""
        own = f"{request.url.scheme}://{request.headers.get('host', '')}/"
        links = [f"{address}{more}" for address in self.addresses or (own,)]
        return {"links": links, "qr": qr_rows(links[0])}


def seat_fragment(code: str, token: str) -> str:
    """Return what follows the page's address in the link of a seat or a host."""
    return f"#/table/{code}/{token}"


def _short_path(path: str, is_guest: bool) -> str | None:
    """Return where "/CODE" leads, and "/" for a guest."""
    name = path.removeprefix("/").upper()
    if is_code(name):
        return f"{PAGE}/{name}"
    return PAGE if is_guest and not name else None
