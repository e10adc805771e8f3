"""Serving a page until Ctrl-C: what the commands have in common that do it."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import NumberdropError
from .signals import stopped_by_interrupt
from .streams import warn, write_json
from .usage import UsageError

if TYPE_CHECKING:
    from ..server.guard import Hosts

HOST = "127.0.0.1"

HostText = Annotated[
    str,
    typer.Option(
        "--host",
        metavar="HOST",
        help="The address to listen at; 0.0.0.0 lets everyone in your network in.",
    ),
]
Port = Annotated[
    int, typer.Option("--port", metavar="N", min=0, max=65535, help="The port; 0 for a free one.")
]
IsOpened = Annotated[
    bool, typer.Option("--open/--no-open", help="Open the page in your browser, or don't.")
]


def expect_server(command: str) -> None:
    """NumberdropError unless what serves a page is installed."""
    for needed in ("starlette", "uvicorn"):
        if find_spec(needed) is None:
            raise NumberdropError(
                f"{command}: expected {needed} to be installed: pip install 'numberdrop[web]'"
            )


def serve_page(
    name: str,
    host: str,
    port: int,
    make: Callable[[Hosts], Any],
    *,
    expect: Callable[[], None] = lambda: None,
    is_opened: bool,
    as_json: bool,
    others_can: str,
) -> None:
    """Serve what `make` makes at an address of this machine, which is told at once: whoever comes
    then waits for what takes longest, to load it. `others_can` says what whoever can reach it may
    do, where that isn't this machine alone; `expect` refuses what can't be served."""
    from ..server.address import is_loopback, listen, url_of

    if not host:  # which the system takes for every address there is
        raise UsageError("--host: expected an address, got ''")
    with listen(host, port) as found, stopped_by_interrupt() as stop:
        address = url_of(found)
        if as_json:
            write_json({"address": address})
            sys.stdout.flush()
        else:
            print(f"{name} is at {address} (Ctrl-C ends it)", flush=True)
        if not is_loopback(found):
            warn(f"everyone who can reach {host} can {others_can}")
        expect()
        if is_opened and _has_window():
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
        from ..server.server import Server, allowed_hosts

        Server(make(allowed_hosts(found, host)), stop.is_set).run([found])


def _has_window() -> bool:
    """Whether a browser would have a window of its own; one in the terminal would take it over."""
    return sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
