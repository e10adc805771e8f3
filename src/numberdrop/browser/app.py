"""The ASGI applications of Number Drop and Omba, called without a server."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from starlette.types import ASGIApp

from ..plan.limits import Stop
from ..puzzles.results import Results
from ..sessions import Store
from ..web.app import make_app, tidy
from ..web.inline_searches import InlineSearches

#: Where the page of Omba is, below that of Number Drop.
OMBA = "/omba"

#: The callbacks that receive a response: its status and media type, then each part of its body.
Start = Callable[[int, str], None]
Part = Callable[[bytes], None]

_HOST = "localhost"


class App:
    """The program of a page, with its games and results in a folder.

    `is_cancelled()` is asked now and then during a search, and ends it once it returns True. Where
    Python has no threads, as in a browser, each request is answered before the next is begun.
    """

    def __init__(self, folder: str | Path, is_cancelled: Callable[[], bool] | None = None) -> None:
        self._store, self._results = Store(Path(folder)), Results(Path(folder))
        searches = InlineSearches(lambda: CancelledStop(is_cancelled or (lambda: False)))
        self._app = make_app(self._store, self._results, searches)

    def begin(self) -> None:
        """Submit the results that an earlier run was killed before submitting, and delete old games
        in which nothing was done."""
        tidy(self._store, self._results)

    async def answer(
        self, method: str, path: str, body: str | None, start: Start, part: Part
    ) -> None:
        """Answer a request for `path`, as in "/api/v1/games?skip=0" or "/omba/api/v1/games".

        `body` is JSON, or None for a method without a body. A search calls `part` as soon as it has
        found something.
        """
        is_omba = path.startswith(f"{OMBA}/")
        name, _, query = path.removeprefix(OMBA if is_omba else "").partition("?")
        headers = [(b"host", _HOST.encode())]
        content = b"" if body is None else body.encode()
        if body is not None:
            headers += [(b"content-type", b"application/json")]
            headers += [(b"content-length", str(len(content)).encode())]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(name),
            "raw_path": name.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": None,
            "server": (_HOST, 80),
        }

        async def receive() -> MutableMapping[str, Any]:
            return {"type": "http.request", "body": content, "more_body": False}

        async def send(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                media = dict(message["headers"]).get(b"content-type", b"")
                start(message["status"], media.decode("latin-1"))
            elif message.get("body"):
                part(message["body"])

        app: ASGIApp = self._omba if is_omba else self._app
        await app(scope, receive, send)

    @cached_property
    def _omba(self) -> ASGIApp:
        from ..omba.web.app import make_app as make_omba

        return make_omba()


class CancelledStop(Stop):
    """A stop that asks whether it has been requested, since no other thread can set it."""

    def __init__(self, is_cancelled: Callable[[], bool]) -> None:
        super().__init__()
        self._is_cancelled = is_cancelled

    def is_set(self) -> bool:
        if not super().is_set() and self._is_cancelled():
            self.set()
        return super().is_set()
