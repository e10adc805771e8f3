"""Serving a page until Ctrl-C, for the commands serve and omba serve."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
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
        help="The address to listen on; 0.0.0.0 lets everyone in your network connect.",
    ),
]
Port = Annotated[
    int,
    typer.Option("--port", metavar="PORT", min=0, max=65535, help="The port; 0 for a free one."),
]
IsOpened = Annotated[bool, typer.Option("--open/--no-open", help="Open the page in your browser.")]


@dataclass(frozen=True, slots=True)
class Invitation:
    """How others come to a page: the text for the terminal, the keys of the JSON document, and the
    address that is opened here."""

    text: str
    data: dict[str, Any]
    address: str


def expect_server(command: str) -> None:
    """Raise NumberdropError unless the libraries of the server are installed."""
    for needed in ("starlette", "uvicorn"):
        if find_spec(needed) is None:
            raise NumberdropError(
                f"{command}: expected {needed} to be installed: pip install 'numberdrop[web]'"
            )


def serve_page(
    name: str,
    host: str,
    port: int,
    make: Callable[[Hosts, socket.socket], Any],
    *,
    expect: Callable[[], None] = lambda: None,
    invite: Callable[[socket.socket], Invitation | None] = lambda _: None,
    is_opened: bool,
    as_json: bool,
    others_can: str,
) -> None:
    """Serve the application that `make` returns until a signal.

    The address is printed before the application is loaded, which takes longest; early clients
    wait. `others_can` completes the warning that is printed if other machines can connect.
    `expect` raises an error if the application can't be served. What `invite` returns is printed
    after the address.
    """
    from ..server.address import is_loopback, listen, url_of

    if not host:  # the system would listen on every address
        raise UsageError("--host: expected an address, got ''")
    with listen(host, port) as found, stopped_by_interrupt() as stop:
        address = url_of(found)
        if not as_json:
            print(f"{name} is at {address} (Ctrl-C ends it)", flush=True)
        invitation = invite(found)
        if as_json:
            write_json({"address": address, **(invitation.data if invitation else {})})
            sys.stdout.flush()
        elif invitation:
            print(invitation.text, flush=True)
        if invitation:
            address = invitation.address
        if not is_loopback(found):
            warn(f"everyone who can connect to {host} can {others_can}")
        expect()
        if is_opened and _has_window():
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
        from ..server.server import Server, allowed_hosts

        Server(make(allowed_hosts(found, host), found), stop.is_set).run([found])


def _has_window() -> bool:
    """Return whether a browser would open a window. One in the terminal would take it over."""
    return sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
