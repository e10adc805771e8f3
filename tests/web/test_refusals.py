"""Each operation returns exactly the error statuses that its OpenAPI description lists."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from at_tables import AtTable, open_table
from commands import MIDDLE
from hostile_clients import hostile_requests
from numberdrop.server import responses, slowdown, timeouts
from numberdrop.server.openapi import ERROR_STATUSES, Operation
from numberdrop.sessions import Session, store
from numberdrop.tables import service
from numberdrop.turn import Turn
from numberdrop.web import catalog, games, questions, searches
from numberdrop.web.openapi import API_SCHEMA, OPERATIONS, openapi
from numberdrop.web.tables import events, routes
from numberdrop.web.tables.events import Hub
from places import ROOT
from schemas import faults, validator
from serving import Answer, Client

PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")
ERROR = validator(f"{API_SCHEMA}.schema.json#/$defs/error")
TURN = "156*O A,B a3=6,b3=6,a4=1,b4=5"
#: An id that no game has.
NOBODY = "0" * 16


@dataclass
class Asker:
    """Sends requests for one operation that get an error. `game` is the id of a game before its
    first turn, `begun` that of one before its start cell."""

    client: Client
    operation: Operation
    monkeypatch: pytest.MonkeyPatch
    game: str
    begun: str

    def _path(self, game: str = "", **more: str) -> str:
        names = {"id": game or self.game, "name": "2026-11-20", **more}
        return f"/api/v1{self.operation.path.format(**names)}"

    @property
    def _more_headers(self) -> list[tuple[str, str]]:
        return []

    def ask(self, path: str = "", body: Any = None, **more: str) -> Answer:
        """Send a request that is valid except for the arguments, and return the response."""
        sent = {} if body is None and self.operation.method == "POST" else body
        headers = [
            (name.replace("_", "-"), value) for name, value in more.items() if name != "host"
        ]
        host = more.get("host", "")
        return self.client.ask(self.operation.method, path or self._path(), sent, headers, host)

    def of_status_400(self) -> Answer:
        return self.ask(body=b"[]")

    def of_status_403(self) -> Answer:
        return self.ask(origin="http://evil.example")

    def of_status_404(self) -> Answer:
        if "{id}" in self.operation.path:
            body = {"name": {"name": "ABC"}, "help": {"grade": "turn"}}
            step = {"revision": 0, "step": {"do": "end"}}
            return self.ask(self._path(NOBODY), body.get(self.operation.path[12:], step))
        if "{name}" in self.operation.path:
            return self.ask(self._path(name="2026-11-20/rolls"))
        return self.ask(body={"game": NOBODY} | ({"turn": 1} if "games" in self._path() else {}))

    def of_status_408(self) -> Answer:
        self.monkeypatch.setattr(responses, "BODY_TIMEOUT", 0.02)
        kind = [("Content-Type", "application/json"), ("Content-Length", "9"), *self._more_headers]
        return self.client.raw(self.client.head("POST", self._path(), kind) + b"{")

    def of_status_409(self) -> Answer:
        """For help, the turn is played during the search."""
        step = {"do": "type", "text": TURN}
        if self.operation.path.endswith("steps"):
            return self.ask(body={"revision": 99, "step": step})

        def meanwhile(session: Session, **_: Any) -> Turn:
            game = {"id": self.game, "revision": 1}
            self.client.step(self.client.step(game, step), {"do": "end"})
            return Turn.from_text(TURN)

        self.monkeypatch.setattr(games, "best_turn", meanwhile)
        return self.ask(body={"grade": "turn"})

    def of_status_413(self) -> Answer:
        is_log = self.operation.path == "/imports"
        limits = questions.LOG_LIMITS if is_log else responses.LIMITS
        return self.ask(body=b"[" * (limits.bytes + 1))

    def of_status_415(self) -> Answer:
        return self.ask(content_type="text/plain")

    def of_status_421(self) -> Answer:
        return self.ask(host="evil.example")

    def of_status_422(self) -> Answer:
        odd = {"/days": "?month=x", "/games": "?skip=x"}.get(self.operation.path, "")
        game = self.begun if self.operation.path.endswith(("record", "picture")) else self.game
        if self.operation.method == "POST":
            return self.ask(body={"odd": 1})
        return self.ask(self._path(game, name="odd") + odd)

    def of_status_500(self) -> Answer:
        def fail(*_: Any) -> None:
            raise ZeroDivisionError("an unexpected error")

        self.monkeypatch.setattr(responses, "run_in_threadpool", fail)
        return self.ask()

    def of_status_503(self) -> Answer:
        self.monkeypatch.setattr(timeouts, "MOST_CONNECTIONS", 0)
        return self.ask()


@dataclass
class TableAsker(Asker):
    """Sends such requests at a table, by its `host` or one of its seats. `lobby` is a seat at a
    table whose game hasn't begun."""

    host: AtTable
    seat: AtTable
    lobby: AtTable

    @property
    def _own(self) -> AtTable:
        is_of_host = self.operation.path.endswith("/host") or self.operation.method == "DELETE"
        return self.host if is_of_host else self.seat

    @property
    def _more_headers(self) -> list[tuple[str, str]]:
        return [("Authorization", f"Bearer {self._own.token}")]

    def _path(self, game: str = "", **more: str) -> str:
        return super()._path(game, **{"code": self.seat.code, **more})

    def ask(self, path: str = "", body: Any = None, **more: str) -> Answer:
        token = more.pop("token", self._own.token or "")
        return super().ask(path, body, authorization=f"Bearer {token}", **more)

    def of_status_403(self) -> Answer:
        self.monkeypatch.setattr(slowdown, "PAUSE", 0)
        self.monkeypatch.setattr(routes, "is_from_here", lambda _: False)
        if "{code}" not in self.operation.path and self.operation.method == "POST":
            return super().of_status_403()
        return self.ask(token="0" * 32)

    def of_status_404(self) -> Answer:
        return self.ask(self._path(code="222222"))

    def of_status_409(self) -> Answer:
        return self.ask(body={"revision": 99, "step": {"do": "end"}})

    def of_status_422(self) -> Answer:
        if self.operation.method == "POST":
            return self.ask(body={"odd": 1})
        return self.ask(self._path(code=self.lobby.code), token=self.lobby.token or "")

    def of_status_429(self) -> Answer:
        self.monkeypatch.setattr(slowdown, "MOST_WAITING", 0)
        return self.of_status_404()

    def of_status_500(self) -> Answer:
        def fail(*_: Any) -> None:
            raise ZeroDivisionError("an unexpected error")

        self.monkeypatch.setattr(Hub, "documents", fail)
        return super().of_status_500()


def asker_of(operation: Operation, client: Client) -> Asker:
    """Return the asker for an operation, with games and tables of its own."""
    game = client.post("games", {"kind": "free", "position": MIDDLE, "roll": "156*O"})["id"]
    begun = client.post("games", {"kind": "solo"})["id"]
    if not operation.path.startswith("/tables"):
        return Asker(client, operation, pytest.MonkeyPatch(), game, begun)
    host, seat, _ = open_table(client, 2)
    lobby = AtTable(client, client.post("tables", {})["code"]).join("ANA")
    patch = pytest.MonkeyPatch()
    return TableAsker(client, operation, patch, game, begun, host, seat, lobby)


def name_of(operation: Operation) -> str:
    return f"{operation.method} {operation.path}"


@pytest.mark.parametrize("operation", OPERATIONS, ids=name_of)
def test_each_documented_error_is_returned(operation: Operation, client: Client) -> None:
    documented = openapi()["paths"][f"/api/v1{operation.path}"][operation.method.lower()][
        "responses"
    ]
    refused = {int(status) for status in documented if int(status) >= 300}
    asker = asker_of(operation, client)
    for status in refused:
        with pytest.MonkeyPatch.context() as asker.monkeypatch:
            ask: Callable[[], Answer] = getattr(asker, f"of_status_{status}")
            answer = ask()
        assert answer.status == status, (status, answer)
        assert not faults(ERROR, answer.json())
        assert answer.json()["error"].isprintable()
        assert ("game" in answer.json()) == (status == 409)
        assert ("retry-after" in answer.headers) == (status == 503)


def test_hostile_requests_get_only_documented_errors() -> None:
    """For all hostile requests that reach an operation."""
    by_path = {
        (one.method, re.sub(r"\{\w+\}", "[^/]+", one.path)): {
            int(status)
            for status in openapi()["paths"][f"/api/v1{one.path}"][one.method.lower()]["responses"]
        }
        for one in OPERATIONS
    }
    judged = 0
    for request in hostile_requests():
        path = request.path.partition("?")[0]
        for (method, pattern), documented in by_path.items():
            is_asked = re.fullmatch(pattern, f"/{path}") and not request.sent
            if is_asked and method == request.method:
                assert request.status in documented, request
                judged += 1
    assert judged > 200


# The documentation.


def test_documentation_lists_every_error_status() -> None:
    rows = re.findall(r"^\| ([\d, ]+) \|", PAGE, re.MULTILINE)
    listed = {int(code) for row in rows for code in row.split(",")}
    assert listed == {*ERROR_STATUSES} | {request.status for request in hostile_requests()}


@pytest.mark.parametrize(
    ("what", "limits"),
    [
        (
            "body of a request",
            (responses.LIMITS.bytes // 2**20, responses.LIMITS.values, responses.BODY_TIMEOUT),
        ),
        ("head of a request", (timeouts.HEAD_TIMEOUT,)),
        ("response", (timeouts.WRITE_TIMEOUT,)),
        ("connections", (timeouts.MOST_CONNECTIONS,)),
        ("searches", (searches.MOST_WAITING,)),
        ("steps of a game", (store.MOST_STEPS,)),
        ("`key`", (100,)),
        ("`text` of `/read`", (questions.MOST_TEXT,)),
        (
            "body of `/imports`",
            (questions.LOG_LIMITS.bytes // 2**20, questions.LOG_LIMITS.values),
        ),
        ("ideas of a hint (`top`)", (questions.MOST_IDEAS,)),
        ("puzzles or drop problems on a print", (catalog.MOST_PRINTED,)),
        ("high scores", (catalog.MOST_SCORES,)),
        ("tables", (service.MOST_TABLES,)),
        ("streams of events", (events.MOST_STREAMS, events.MOST_OF_CHAIR)),
        ("wrong codes and tokens", (slowdown.MOST_WAITING,)),
    ],
)
def test_documentation_lists_every_limit(what: str, limits: tuple[float, ...]) -> None:
    [row] = re.findall(rf"^\| {re.escape(what)} \| (.*) \|$", PAGE, re.MULTILINE)
    assert [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*\b", row)] == [*limits]


def test_documentation_has_the_number_of_listed_games() -> None:
    assert f"{games.MOST_LISTED} games, the most recently continued first" in PAGE
