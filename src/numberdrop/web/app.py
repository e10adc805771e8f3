"""The ASGI application: the routes of the API and what starts with it."""

from __future__ import annotations

import datetime
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette

from ..bots.bot import OWN_BOTS
from ..database import DatabaseUnavailable
from ..locales import LANGUAGES
from ..puzzles.daily import day_text
from ..puzzles.results import Results
from ..server.application import application, route
from ..server.files import Files
from ..server.guard import Hosts
from ..sessions import Store
from ..sessions.key_bindings import page_keys
from ..sessions.outcome import submit_pending_results
from ..version import installed
from .backups import Backups
from .catalog import Catalog, warm_up
from .games import Games
from .openapi import openapi
from .questions import LOG_LIMITS, Questions, load_planner
from .searches import Searches, SearchRunner

if TYPE_CHECKING:
    from .tables.network import Network
    from .tables.routes import TableRoutes

#: Seconds after the start before the planner is loaded in advance; loading the page comes first.
PLANNER_DELAY = 1.0


def make_app(
    store: Store | None = None,
    results: Results | None = None,
    searches: SearchRunner | None = None,
    hosts: Hosts | None = None,
    today: Callable[[], datetime.date] | None = None,
    network: Network | None = None,
) -> Starlette:
    """Return the ASGI application of the page and its API. `store` and `results` default to the
    user's own games and results, `today` to the current day in UTC. The Host of every request must
    be in `hosts`. `network` says who reaches the server, by default this machine alone.

    Without threads, as in a browser, there are no tables for several devices.
    """
    store, results, searches = store or Store(), results or Results(), searches or Searches()
    now = today or utc_today
    backups = Backups(store, results, now)
    catalog = Catalog(store, results, now)
    questions = Questions(searches, store, now)
    tables = None
    if isinstance(searches, Searches):
        tables = _open_tables(store, searches, questions, network)
    is_at_table = tables.tables.is_playing if tables else lambda _: False
    games = Games(store, results, searches, now, is_at_table)
    routes = [
        route("GET", "", lambda *_: _about(now(), tables.network.addresses if tables else ())),
        route("GET", "/keys", lambda *_: {"keys": page_keys()}),
        route("GET", "/days", catalog.days),
        route("GET", "/puzzles/{name}", catalog.puzzle),
        route("GET", "/drops", catalog.drops),
        route("GET", "/drops/today", catalog.drop_of_today),
        route("GET", "/scores", catalog.scores),
        route("POST", "/prints", catalog.prints),
        route("GET", "/games", games.list),
        route("POST", "/games", games.begin),
        route("GET", "/games/{id}", games.get),
        route("DELETE", "/games/{id}", games.remove),
        route("GET", "/games/{id}/record", games.record),
        route("GET", "/games/{id}/picture", games.picture),
        route("POST", "/games/{id}/steps", games.step),
        route("POST", "/games/{id}/name", games.name),
        route("POST", "/games/{id}/help", games.help),
        route("GET", "/backup", backups.get),
        route("POST", "/backup", backups.take),
        route("POST", "/moments", questions.turn_options),
        route("POST", "/claims/why", questions.why),
        route("POST", "/read", questions.read),
        route("POST", "/imports", questions.import_log, LOG_LIMITS),
        route("POST", "/hints", questions.hints),
        route("POST", "/starts", questions.starts),
        route("POST", "/explain", questions.explain),
        route("POST", "/reviews", questions.reviews),
        *(tables.routes() if tables else ()),
    ]

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        threading.Thread(target=warm_up, args=[now()], daemon=True).start()
        threading.Thread(target=tidy, args=[store, results], daemon=True).start()
        planner = threading.Timer(PLANNER_DELAY, load_planner)
        planner.daemon = True
        planner.start()
        yield
        planner.cancel()
        searches.close()

    guests = tables.network.guests if tables else None
    return application(routes, openapi, Files(__package__), hosts, lifespan, guests)


def _open_tables(
    store: Store, searches: Searches, questions: Questions, network: Network | None
) -> TableRoutes:
    """Return the handlers for the tables of `store`. A page without a server lacks their
    modules."""
    from ..tables import Tables
    from .tables.network import Network
    from .tables.routes import TableRoutes

    tables = Tables(store)
    with suppress(DatabaseUnavailable):  # each request at a table says why
        tables.open()
    return TableRoutes(tables, searches, questions, network or Network())


def tidy(store: Store, results: Results) -> None:
    """Submit the results that an earlier run was killed before submitting, and delete old games in
    which nothing was done."""
    submit_pending_results(store, results)
    with suppress(DatabaseUnavailable):
        store.remove_untouched()


def utc_today() -> datetime.date:
    """Return the current day in UTC, by which daily puzzles are named."""
    return datetime.datetime.now(datetime.UTC).date()


def _about(today: datetime.date, addresses: Sequence[str]) -> dict[str, Any]:
    """Return the program's version, its languages, bots and installed extras, and the addresses at
    which other devices reach it."""
    return {
        **installed(),
        "today": day_text(today),
        "languages": list(LANGUAGES),
        "bots": list(OWN_BOTS),
        "addresses": list(addresses),
        "extras": [name for name, needs in (("pdf", "reportlab"),) if find_spec(needs)],
    }
