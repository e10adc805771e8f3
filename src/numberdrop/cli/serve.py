"""The command that serves the web page: serve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .app import AsJson
from .help_text import App
from .serve_page import HOST, HostText, IsOpened, Port, expect_server, serve_page

if TYPE_CHECKING:
    from ..server.guard import Hosts

app = App()


#: The default port of the page. No other well-known program uses it.
PORT = 7823


@app.command()
def serve(
    host: HostText = HOST,
    port: Port = PORT,
    is_opened: IsOpened = True,
    as_json: AsJson = False,
) -> None:
    """Play in the browser: serve the page until Ctrl-C.

    Only programs on this machine can reach the page, unless --host names another address.

    \b
    Example:
      numberdrop serve
      numberdrop serve --port 8000 --no-open
      numberdrop serve --host 0.0.0.0
    """
    expect_server("serve")
    serve_page(
        "numberdrop",
        host,
        port,
        _make,
        expect=_expect_usable,
        is_opened=is_opened,
        as_json=as_json,
        others_can="play here, and see, continue and remove all saved games",
    )


def _make(hosts: Hosts) -> Any:
    from ..web.app import make_app

    return make_app(hosts=hosts)


def _expect_usable() -> None:
    from ..puzzles.results import Results
    from ..sessions import Store

    Store().expect_usable()
    Results().expect_usable()
