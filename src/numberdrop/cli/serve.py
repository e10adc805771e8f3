"""The command that serves the page: serve."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from importlib.util import find_spec
from typing import Annotated

import typer

from .. import NumberdropError
from .app import AsJson, app
from .signals import stopped_by_interrupt
from .streams import warn, write_json

#: Where the page is found, unless it is told otherwise: no other known program listens there.
HOST, PORT = "127.0.0.1", 7823


@app.command()
def serve(
    host: Annotated[
        str,
        typer.Option(
            "--host",
            metavar="HOST",
            help="The address to listen at; 0.0.0.0 lets everyone in your network in.",
        ),
    ] = HOST,
    port: Annotated[
        int,
        typer.Option("--port", metavar="N", min=0, max=65535, help="The port; 0 for a free one."),
    ] = PORT,
    is_opened: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in your browser, or don't.")
    ] = True,
    as_json: AsJson = False,
) -> None:
    """Play in the browser: serve the page until Ctrl-C.

    Only programs on this machine can reach it, unless --host says otherwise.

    \b
    Example:
      numberdrop serve
      numberdrop serve --port 8000 --no-open
      numberdrop serve --host 0.0.0.0
    """
    from ..web.address import address_of, is_loopback, listening

    for needed in ("starlette", "uvicorn"):
        if find_spec(needed) is None:
            raise NumberdropError(
                f"serve: expected {needed} to be installed: pip install 'numberdrop[web]'"
            )
    with listening(host, port) as found, stopped_by_interrupt() as stop:
        address = address_of(found)
        if as_json:
            write_json({"address": address})
            sys.stdout.flush()
        else:
            print(f"numberdrop is at {address} (Ctrl-C ends it)", flush=True)
        from ..puzzles.results import Results
        from ..table import Store

        if not is_loopback(found):
            warn(
                f"everyone who can reach {host} can play here, and see, go on with and remove all "
                "games that are kept"
            )
        Store().expect_usable()
        Results().expect_usable()
        if is_opened and _has_screen():
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
        # Whoever comes now waits for what takes longest, to load the server.
        from ..web.server import serve as serve_at

        serve_at(found, host, stop)


def _has_screen() -> bool:
    """Whether a browser would have a window of its own; one in the terminal would take it over."""
    return sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
