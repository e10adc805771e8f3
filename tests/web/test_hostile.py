"""Hostile requests and slow clients: each gets a one-line error, and the server keeps running."""

import asyncio
import json
import socket
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send

from commands import MIDDLE, TIMEOUT
from growth import grows_in_proportion
from hostile_clients import UNREAD, HostileRequest, hostile_requests
from numberdrop.database import interface
from numberdrop.errors import NotationError
from numberdrop.json_reader import parse_json
from numberdrop.server import responses, timeouts
from numberdrop.server.application import Shutdown
from schemas import validator
from serving import Client, NotAnswered, answer_on, serving
from storages import only_files

RUDE = {request.name: request for request in hostile_requests()}
WAITING = 0.3


@pytest.fixture(scope="module")
def game(client: Client) -> str:
    """Return the id of a game before its first turn."""
    begun = client.post("games", {"kind": "free", "position": MIDDLE, "roll": "156*O"})
    return str(begun["id"])


@pytest.fixture(scope="module")
def as_begun(client: Client, game: str) -> object:
    """Return the game before any hostile request."""
    return client.get(f"games/{game}")


def test_hostile_requests_have_distinct_names() -> None:
    assert len(RUDE) == len(list(hostile_requests())) > 300


@pytest.mark.parametrize("request_", RUDE.values(), ids=RUDE)
def test_hostile_request_gets_one_line_error(
    request_: HostileRequest, client: Client, game: str, as_begun: object
) -> None:
    answer = request_.ask(client, game)
    assert answer.status == request_.status, answer
    if answer.body != UNREAD:
        error = answer.json()["error"]
        assert error.isprintable()
        assert 5 < len(error) < 500
        assert "Traceback" not in error
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert client.get(f"games/{game}") == as_begun


def test_duplicate_key_among_many_is_found_in_linear_time() -> None:
    def refused(size: int) -> None:
        pairs = [*(f'"{number}": 1' for number in range(size)), '"last": 1', '"last": 1']
        with pytest.raises(NotationError, match="'last' occurs twice"):
            parse_json(f"{{{', '.join(pairs)}}}", "body")

    assert grows_in_proportion(refused, 250)


def no_database(path: Path) -> str:
    for file in path.parent.iterdir():
        file.unlink()
    path.write_text("no database" * 1000)
    return "file is not a database"


def a_newer_one(path: Path) -> str:
    with closing(sqlite3.connect(path)) as database:
        database.execute("pragma user_version = 99")
    return "made by a newer numberdrop"


def one_without_steps(path: Path) -> str:
    with closing(sqlite3.connect(path)) as database:
        database.execute("drop table steps")
    return "expected the tables of numberdrop, got others"


def spoilt_games(path: Path) -> str:
    with closing(sqlite3.connect(path)) as database:
        database.execute("update games set head = 'spoilt'")
        database.commit()
    return "head: expected JSON"


@pytest.mark.parametrize("spoil", [no_database, a_newer_one, one_without_steps, spoilt_games])
def test_unusable_database_gives_503_only_for_games(
    spoil: Callable[[Path], str], tmp_path: Path
) -> None:
    with serving(tmp_path) as client:
        game = client.post("games", {"kind": "free", "position": MIDDLE, "roll": "156*O"})["id"]
    why = spoil(tmp_path / "table.sqlite")
    with serving(tmp_path) as client:
        others = ["GET games", "POST games", f"DELETE games/{game}"]
        assert_out_of_reach(client, game, why, but=others if spoil is spoilt_games else [])


def test_game_damaged_while_in_memory_is_shown_up_to_the_damage(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        game = client.post("games", {"kind": "solo"})
        first = client.step(game, {"do": "start", "cell": "d1"})
        client.step(first, {"do": "help", "grade": "region"})
        with closing(sqlite3.connect(tmp_path / "table.sqlite")) as database:
            database.execute("update steps set step = 'x' where revision = 2")
            database.commit()
        for revision in range(3):
            body = {"revision": revision, "step": {"do": "help", "grade": "turn"}}
            answer = client.ask("POST", f"games/{game['id']}/steps", body)
            assert answer.status == 503
            assert "step 2: it was changed or damaged" in answer.json()["error"]
        shown = client.get(f"games/{game['id']}")
        assert shown["damage"]["text"] == "step 2: it was changed or damaged after it was saved"
        assert (shown["revision"], shown["start"]) == (1, "d1")
        assert client.get(f"games/{game['id']}/record")["start"] == "d1"
        validator("sitting.schema.json").validate(shown)


@only_files
@pytest.mark.usefixtures("storage")
def test_damaged_file_gives_503_only_for_its_game(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        game, whole = (client.post("games", {"kind": "solo"})["id"] for _ in range(2))
        (tmp_path / "table.files" / f"{game}.jsonl").write_text("spoilt\n")
        others = ["GET games", "POST games", f"DELETE games/{game}"]
        assert_out_of_reach(client, game, "line 1: expected JSON", but=others)
        assert client.get(f"games/{whole}")["id"] == whole


def test_locked_database_gives_503_until_unlocked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interface, "WRITE_TIMEOUT", 0.02)
    monkeypatch.setattr(interface, "READ_TIMEOUT", 0.02)
    with serving(tmp_path) as client, closing(sqlite3.connect(tmp_path / "table.sqlite")) as other:
        game = client.post("games", {"kind": "free", "position": MIDDLE, "roll": "156*O"})["id"]
        other.isolation_level = None
        other.execute("begin immediate")
        reads = ["GET games", f"GET games/{game}", f"GET games/{game}/record", "POST reviews"]
        assert_out_of_reach(client, game, "locked by another program", but=reads)
        other.execute("rollback")
        step = {"revision": 1, "step": {"do": "help", "grade": "turn"}}
        assert client.post(f"games/{game}/steps", step)["revision"] == 2


def assert_out_of_reach(client: Client, game: str, why: str, but: Sequence[str] = ()) -> None:
    """Assert that each request that needs games gets status 503, except those in `but`."""
    for method, path, body in (
        ("GET", "games", None),
        ("GET", f"games/{game}", None),
        ("GET", f"games/{game}/record", None),
        ("POST", "games", {"kind": "solo"}),
        ("POST", f"games/{game}/steps", {"revision": 1, "step": {"do": "undo"}}),
        ("POST", f"games/{game}/help", {"grade": "turn"}),
        ("POST", "reviews", {"game": game}),
        ("DELETE", f"games/{game}", None),
    ):
        if f"{method} {path}" not in but:
            answer = client.ask(method, path, body)
            assert answer.status == 503, answer
            assert why in answer.json()["error"]
            assert answer.headers["retry-after"] == "1"
    assert client.get("keys")
    assert client.post("moments", {"position": MIDDLE, "roll": "156*O"})


# Slow clients.


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "HEAD_TIMEOUT", WAITING)
    monkeypatch.setattr(timeouts, "WRITE_TIMEOUT", WAITING)
    monkeypatch.setattr(responses, "BODY_TIMEOUT", WAITING)


def is_cut_off(connection: socket.socket) -> bool:
    connection.settimeout(TIMEOUT)
    try:
        while connection.recv(65536):
            pass
    except ConnectionError:
        pass
    return True


HEAD = b"POST /api/v1/moments HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize("sent", [b"", b"G", HEAD], ids=["nothing", "a letter", "half a head"])
def test_missing_head_is_cut_off(sent: bytes, client: Client, hurried: None) -> None:
    with client.connect() as connection:
        connection.sendall(sent)
        assert is_cut_off(connection)


def test_slow_head_is_cut_off(client: Client, hurried: None) -> None:
    def drip(connection: socket.socket) -> None:
        for byte in HEAD * 10_000:
            connection.sendall(bytes([byte]))
            time.sleep(WAITING / 20)

    with client.connect() as connection, pytest.raises(ConnectionError):
        drip(connection)


def test_missing_second_head_is_cut_off(client: Client, hurried: None) -> None:
    with client.connect() as connection:
        connection.sendall(b"GET /api/v1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert answer_on(connection).status == 200
        connection.sendall(b"GET /api")
        assert is_cut_off(connection)


def test_missing_body_gives_408(client: Client, hurried: None) -> None:
    answer = client.raw(HEAD + b"Content-Length: 9\r\n\r\n{")
    assert answer.status == 408
    assert answer.json()["error"].startswith("body: ")


@pytest.mark.parametrize("path", ["/", "/nowhere", "/api/v1"])
def test_slow_unread_body_is_cut_off(
    path: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timeouts, "BODY_TIMEOUT", WAITING)
    asked = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"

    def drip(connection: socket.socket) -> None:
        for _ in range(1_000_000):
            connection.sendall(b"x")
            time.sleep(WAITING / 20)

    with client.connect() as connection:
        connection.sendall(asked.encode())
        with pytest.raises(ConnectionError):
            drip(connection)


def test_truncated_body_leaves_server_running(client: Client) -> None:
    with client.connect() as connection:
        connection.sendall(HEAD + b"Content-Length: 9\r\n\r\n{")
        connection.shutdown(socket.SHUT_WR)
        assert is_cut_off(connection)
    assert client.get("")


def test_client_that_reads_nothing_is_cut_off(client: Client, hurried: None) -> None:
    asked = b"GET /words/en.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with client.connect() as connection, pytest.raises(ConnectionError):
        connection.sendall(asked * 1_000_000)


def test_silent_connections_delay_nobody(client: Client) -> None:
    silent = [client.connect() for _ in range(200)]
    try:
        assert client.get("")
    finally:
        for connection in silent:
            connection.close()


def test_connection_beyond_the_limit_gets_503(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timeouts, "MOST_CONNECTIONS", 20)
    there = [client.connect() for _ in range(20)]
    try:
        answer = client.ask("GET", "keys")
        assert (answer.status, answer.headers["connection"]) == (503, "close")
        assert answer.json()["error"].startswith("connections: 20 are open already")
    finally:
        for connection in there:
            connection.close()


def test_hostile_requests_in_parallel_get_their_status(client: Client, game: str) -> None:
    """From eight threads."""
    faults: list[str] = []

    def ask(requests: Iterator[HostileRequest]) -> None:
        for request in requests:
            try:
                if request.ask(client, game).status != request.status:
                    faults.append(request.name)
            except (NotAnswered, OSError):
                faults.append(request.name)

    kinds = [request for request in RUDE.values() if not request.name.startswith("much")]
    threads = [threading.Thread(target=ask, args=[iter(kinds[n::8])]) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(TIMEOUT)
    assert not faults
    assert json.dumps(client.get(f"games/{game}"))


@pytest.mark.parametrize("has_started", [False, True])
def test_request_that_a_shutdown_cancels_gets_503_or_its_end(has_started: bool) -> None:
    sent: list[MutableMapping[str, Any]] = []

    async def searching(scope: Scope, receive: Receive, send: Send) -> None:
        if has_started:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        await asyncio.Event().wait()

    async def receive() -> MutableMapping[str, Any]:
        raise AssertionError

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    async def shut_down() -> None:
        task = asyncio.ensure_future(Shutdown(searching)({"type": "http"}, receive, send))
        await asyncio.sleep(0)
        task.cancel()
        await task

    if has_started:
        with pytest.raises(asyncio.CancelledError):
            asyncio.run(shut_down())
        assert len(sent) == 1
    else:
        asyncio.run(shut_down())
        assert sent[0]["status"] == 503
        assert dict(sent[0]["headers"])[b"content-type"] == b"application/json"
        assert json.loads(sent[1]["body"])["error"] == "the server is shutting down"
