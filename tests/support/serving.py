"""A server of the page in a thread of this process, and a client that can send any bytes."""

from __future__ import annotations

import datetime
import json
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp

from commands import TIMEOUT
from numberdrop.plan.limits import Stop
from numberdrop.puzzles.results import Results
from numberdrop.server.address import listen
from numberdrop.server.guard import Hosts
from numberdrop.server.server import Server
from numberdrop.sessions import Store
from numberdrop.web.app import make_app
from numberdrop.web.searches import Searches
from numberdrop.web.tables.network import Network


@dataclass(frozen=True, slots=True)
class Answer:
    """A response."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    def lines(self) -> list[Any]:
        """Return the documents of a stream."""
        return [json.loads(line) for line in self.body.splitlines()]


@dataclass(frozen=True, slots=True)
class Client:
    """A client of the server at a port of this machine."""

    port: int

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), TIMEOUT)

    def raw(self, *parts: bytes, method: str = "GET") -> Answer:
        """Send these bytes, valid or not, and return the response. Raises NotAnswered if the server
        closes the connection."""
        with self.connect() as connection:
            try:
                for part in parts:
                    connection.sendall(part)
            except OSError:  # the server may respond before it has read everything
                pass
            return answer_on(connection, method)

    def head(
        self, method: str, path: str, headers: Sequence[tuple[str, str]] = (), host: str | None = ""
    ) -> bytes:
        """Return the head of a request. The Host header is the server's own for "",
        and is omitted for None."""
        lines = [f"{method} {path} HTTP/1.1"]
        if host is not None:
            lines.append(f"Host: {host or f'127.0.0.1:{self.port}'}")
        lines += [f"{name}: {value}" for name, value in headers]
        return "\r\n".join([*lines, "", ""]).encode("latin-1")

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: Sequence[tuple[str, str]] = (),
        host: str | None = "",
    ) -> Answer:
        """Return the response to a request at a path under /api/v1, or at an absolute path if it
        begins with a slash. A body that isn't bytes is sent as JSON."""
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        given = {name.lower() for name, _ in headers}
        more = [] if body is None else [("Content-Length", str(len(sent)))]
        if body is not None and "content-type" not in given:
            more.append(("Content-Type", "application/json"))
        where = path if path.startswith("/") else f"/api/v1/{path}".rstrip("/")
        head = self.head(method, where, [*more, *headers], host)
        return self.raw(head, sent if body is not None else b"", method=method)

    def get(self, path: str) -> Any:
        """Return the document at a path. Raises AssertionError if there is no document."""
        answer = self.ask("GET", path)
        assert answer.status == 200, answer
        return answer.json()

    def post(self, path: str, body: Any) -> Any:
        """Return the response to a POST. Raises AssertionError if it is refused."""
        answer = self.ask("POST", path, body)
        assert answer.status == 200, answer
        return answer.json()

    def step(self, game: dict[str, Any], step: dict[str, Any], key: str | None = None) -> Any:
        """Return a game after a step."""
        body = {"revision": game["revision"], "step": step, **({"key": key} if key else {})}
        return self.post(f"games/{game['id']}/steps", body)


class NotAnswered(Exception):  # noqa: N818
    """A connection closed without a response."""


def answer_on(connection: socket.socket, method: str = "GET") -> Answer:
    """Read the only response on a connection, to a request with this method."""
    response = HTTPResponse(connection, method=method)
    try:
        response.begin()
        body = response.read()
    except (OSError, HTTPException) as error:
        raise NotAnswered(str(error)) from None
    headers = {name.lower(): value for name, value in response.getheaders()}
    return Answer(response.status, headers, body)


@contextmanager
def serving(
    folder: Path,
    searches: Searches | None = None,
    hosts: Hosts | None = None,
    today: Callable[[], datetime.date] | None = None,
    network: Network | None = None,
) -> Iterator[Client]:
    """Run a server, with games and results in a folder, and yield a client for it."""
    app = make_app(Store(folder), Results(folder), searches, hosts, today, network)
    with serving_app(app) as client:
        yield client


@contextmanager
def serving_app(app: ASGIApp) -> Iterator[Client]:
    """Run a server of an application, and yield a client for it."""
    found, stop = listen("127.0.0.1", 0), Stop()
    port = found.getsockname()[1]
    server = Server(app, stop.is_set)
    thread = threading.Thread(target=server.run, args=[[found]])
    thread.start()
    try:
        yield Client(port)
    finally:
        stop.set()
        thread.join(TIMEOUT)
        assert not thread.is_alive()
