"""The command that serves the web page: serve."""

from __future__ import annotations

import socket
import sys
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .app import AsJson
from .help_text import App
from .serve_page import HOST, HostText, Invitation, IsOpened, Port, expect_server, serve_page
from .streams import warn

if TYPE_CHECKING:
    from ..server.guard import Hosts

app = App()


#: The default port of the page. No other well-known program uses it.
PORT = 7823
#: The address on which a table listens, unless --host names another: that of every network.
EVERYWHERE = "0.0.0.0"

IsTable = Annotated[
    bool,
    typer.Option(
        "--table",
        help="Open a table for the phones in your network: they reach this table alone.",
    ),
]


@app.command()
def serve(
    context: typer.Context,
    host: HostText = HOST,
    port: Port = PORT,
    is_table: IsTable = False,
    is_opened: IsOpened = True,
    as_json: AsJson = False,
) -> None:
    """Play in the browser: serve the page until Ctrl-C.

    Only programs on this machine can reach the page, unless --host names another address, or
    --table lets the phones in your network play with you.

    \b
    Example:
      numberdrop serve
      numberdrop serve --table
      numberdrop serve --port 8000 --no-open
      numberdrop serve --host 0.0.0.0
    """
    expect_server("serve")
    source = context.get_parameter_source("host")
    if is_table and source is not None and source.name == "DEFAULT":
        host = EVERYWHERE
    tables: list[str] = []
    serve_page(
        "numberdrop",
        host,
        port,
        partial(_make, tables),
        expect=_expect_usable,
        invite=partial(_invite, tables, is_drawn=not as_json) if is_table else lambda _: None,
        is_opened=is_opened,
        as_json=as_json,
        others_can="sit at the table if they know its code"
        if is_table
        else "play here, and see, continue and remove all saved games",
    )


def _make(tables: list[str], hosts: Hosts, listener: socket.socket) -> Any:
    """Return the application, with at most one code of a table in `tables`."""
    from ..server.address import urls_for_others
    from ..web.app import make_app
    from ..web.tables.network import Network

    addresses = tuple(urls_for_others(listener))
    return make_app(hosts=hosts, network=Network(addresses, tables[0] if tables else None))


def _invite(tables: list[str], listener: socket.socket, *, is_drawn: bool) -> Invitation:
    """Open the table that was open last, or a new one; put its code into `tables`, and return how
    others come to it."""
    from ..rules import Variant
    from ..server.address import url_of, urls_for_others
    from ..server.qr import qr_rows, qr_text
    from ..sessions import Store
    from ..tables import Tables

    known = Tables(Store())
    known.open()
    table = known.get(known.codes()[0]) if known.codes() else known.create(Variant())
    tables.append(table.code)
    others = urls_for_others(listener)
    if not others:
        warn("this machine is in no network, so that no other device can reach the table")
    links = [f"{url}{table.code}" for url in others]
    host = f"{url_of(listener)}#/table/{table.code}/{table.host_token}"
    lines = [f"The host's screen is at {host}"]
    if links:
        lines.append(f"Others come to the table at {links[0]}")
        rows = qr_rows(links[0]) if is_drawn and sys.stdout.isatty() else None
        with suppress(UnicodeEncodeError):  # a terminal without such characters
            drawn = [qr_text(rows)] if rows else []
            "".join(drawn).encode(sys.stdout.encoding)
            lines += drawn
    data = {"table": {"code": table.code, "host": host, "links": links}}
    return Invitation("\n".join(lines), data, host)


def _expect_usable() -> None:
    from ..puzzles.results import Results
    from ..sessions import Store

    Store().expect_usable()
    Results().expect_usable()
