"""The application: which address is answered by what."""

from __future__ import annotations

import datetime
import logging
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from importlib.util import find_spec
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, Router

from ..puzzles.daily import day_text
from ..puzzles.results import Results
from ..table import Store
from ..table.keys import page_keys
from ..table.outcome import hand_in_rest
from ..version import installed
from ..words import LANGUAGES
from .answers import answering, refusal
from .games import Games
from .guard import Guard, Hosts
from .openapi import openapi
from .page import Files
from .questions import Questions, load_planner
from .searches import Searches
from .shelves import Shelves, warm_up

#: Where the API is under /api; another version of it would be beside it.
API = "/v1"
#: Seconds after which the planner is loaded, if no hint was asked for: the page comes first.
UNHURRIED = 1.0

_LOG = logging.getLogger(__name__)
_WORDS = {404: "there is nothing at this address", 405: "this address takes another method"}


def make_app(
    store: Store | None = None,
    results: Results | None = None,
    searches: Searches | None = None,
    hosts: Hosts | None = None,
    today: Callable[[], datetime.date] | None = None,
) -> Starlette:
    """The page and its API as an ASGI application, with the games of `store` and the results of
    `results` (those of the user if left out), called by the names of `hosts`; `today` tells the day
    in UTC."""
    store, results, searches = store or Store(), results or Results(), searches or Searches()
    now = today or utc_today
    games = Games(store, results, searches, now)
    shelves = Shelves(store, results, now)
    questions = Questions(searches, store, now)
    routes = [
        _route("GET", "", lambda *_: _about(now())),
        _route("GET", "/keys", lambda *_: {"keys": page_keys()}),
        _route("GET", "/days", shelves.days),
        _route("GET", "/puzzles/{name}", shelves.puzzle),
        _route("GET", "/drops", shelves.drops),
        _route("GET", "/scores", shelves.scores),
        _route("POST", "/prints", shelves.prints),
        _route("GET", "/games", games.list),
        _route("POST", "/games", games.begin),
        _route("GET", "/games/{id}", games.get),
        _route("DELETE", "/games/{id}", games.remove),
        _route("GET", "/games/{id}/record", games.record),
        _route("POST", "/games/{id}/steps", games.step),
        _route("POST", "/games/{id}/name", games.name),
        _route("POST", "/games/{id}/help", games.help),
        _route("POST", "/moments", questions.moment),
        _route("POST", "/claims/why", questions.why),
        _route("POST", "/read", questions.read),
        _route("POST", "/hints", questions.hints),
        _route("POST", "/starts", questions.starts),
        _route("POST", "/reviews", questions.reviews),
    ]
    described = Route("/openapi.json", answering(lambda *_: openapi()), methods=["GET"])
    api = Router([*routes, described], redirect_slashes=False)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        threading.Thread(target=warm_up, args=[now()], daemon=True).start()
        threading.Thread(target=hand_in_rest, args=[store, results], daemon=True).start()
        planner = threading.Timer(UNHURRIED, load_planner)
        planner.daemon = True
        planner.start()
        yield
        planner.cancel()
        searches.close()

    app = Starlette(
        routes=[Mount("/api", api), Route("/{path:path}", Files().get, methods=["GET"])],
        middleware=[Middleware(Guard, hosts=hosts or Hosts())],
        exception_handlers={HTTPException: _by_status, Exception: _by_fault},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return app


def utc_today() -> datetime.date:
    """The day that puzzles are named by."""
    return datetime.datetime.now(datetime.UTC).date()


def _route(method: str, path: str, handler: Callable[[Request, Mapping[str, Any]], Any]) -> Route:
    return Route(API + path, answering(handler), methods=[method])


def _about(today: datetime.date) -> dict[str, Any]:
    """What this program is and can do here."""
    return {
        **installed(),
        "today": day_text(today),
        "languages": list(LANGUAGES),
        "extras": [name for name, needs in (("pdf", "reportlab"),) if find_spec(needs)],
    }


async def _by_status(_: Request, error: Exception) -> Response:
    """What is refused by Starlette itself: an address, a method."""
    assert isinstance(error, HTTPException)
    words = _WORDS.get(error.status_code, error.detail)
    return refusal(HTTPException(error.status_code, words, error.headers))


async def _by_fault(_: Request, error: Exception) -> Response:
    """A fault of the program: the client is told that it is one, the log which."""
    _LOG.error("a fault of the program", exc_info=error)
    return refusal(HTTPException(500, f"a fault of the program: {type(error).__name__}"))
