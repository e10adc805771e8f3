"""Tables of several devices: who sits where, what each may do and see, and how turns are played."""

from __future__ import annotations

import json
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
import oracle
from at_tables import LETTERS, AtTable, events_of, open_table, play_to_end, random_step
from commands import TIMEOUT
from numberdrop.server.slowdown import MOST_WAITING
from numberdrop.sessions import Store
from numberdrop.tables import Tables
from numberdrop.web.tables import events
from numberdrop.web.tables.network import Network
from serving import Client, serving


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Client]:
    with serving(tmp_path) as client:
        yield client


def secrets_in(document: Any) -> set[str]:
    """Return the keys of a document under which choices would be."""
    found: set[str] = set()
    if isinstance(document, dict):
        found |= {*document} & {"moment", "partial", "choice", "partials", "secret", "token"}
        for value in document.values():
            found |= secrets_in(value)
    elif isinstance(document, list):
        for value in document:
            found |= secrets_in(value)
    return found


# Playing


@pytest.mark.parametrize(("people", "bots"), [(2, ()), (1, ("easy",)), (4, ("easy", "medium"))])
def test_game_is_played_to_its_end(people: int, bots: tuple[str, ...], served: Client) -> None:
    rng = random.Random(people)
    _, *seats = open_table(served, people, bots)
    record = play_to_end(seats, rng)
    assert nd.replay(record) == record
    assert oracle.play_record(record) == record["result"]
    assert record["names"] == [*LETTERS[:people], *(None for _ in bots)]
    view = seats[0].view()
    totals = [one["total"] for one in record["result"]["final"]]
    assert [seat["score"] for seat in view["game"]["seats"]] == totals
    assert view["game"]["places"] == [
        1 + sum(other > total for other in totals) for total in totals
    ]


def test_turn_is_played_once_all_have_ended_it(served: Client) -> None:
    rng = random.Random(1)
    _, one, other = open_table(served, 2)
    ended = one.play(rng)
    assert ended["ended"]
    assert [chair["done"] for chair in other.view()["chairs"][:2]] == [True, False]
    assert other.seat()["turns"] == []
    played = other.play(rng)
    assert not played["ended"]
    assert len(played["turns"]) == len(one.seat()["turns"]) == 1
    assert one.view()["game"]["turn"] == 2


def test_end_of_turn_is_taken_back_while_others_choose(served: Client) -> None:
    rng = random.Random(1)
    _, one, other = open_table(served, 2)
    ended = one.play(rng)
    reopened = one.step(ended, {"do": "undo"})
    assert not reopened["ended"]
    assert reopened["moment"] == ended["moment"]
    undone = one.step(reopened, {"do": "undo"})
    assert undone["moment"]["turn"]["cells"] == []
    redone = one.step(undone, {"do": "redo"})
    one.step(redone, {"do": "end"})
    assert len(other.play(rng)["turns"]) == 1


def test_game_on_the_disk_has_no_choices_before_all_have_ended(
    served: Client, tmp_path: Path
) -> None:
    _, one, _ = open_table(served, 2)
    before = Store(tmp_path).get(one.seat()["id"])
    one.play(random.Random(1))
    after = Store(tmp_path).get(one.seat()["id"])
    assert (after.revision, after.session.to_json()) == (
        before.revision,
        before.session.to_json(),
    )


def test_first_player_is_the_one_named_or_drawn(served: Client) -> None:
    opened = served.post("tables", {})
    host, nobody = (AtTable(served, opened["code"], token) for token in (opened["token"], None))
    for chair, name in ((2, "ANA"), (4, "BEN"), (5, "CLO")):
        nobody.join(name, chair=chair)
    host.host("begin", first=4)
    seats = [(one["chair"], one["seat"]) for one in host.view()["chairs"] if one]
    assert seats == [(2, 3), (4, 1), (5, 2)]
    assert [seat["name"] for seat in host.view()["game"]["seats"]] == ["BEN", "CLO", "ANA"]


def test_start_cells_are_hidden_until_the_game_begins(served: Client) -> None:
    opened = served.post("tables", {})
    host, nobody = (AtTable(served, opened["code"], token) for token in (opened["token"], None))
    one, other = nobody.join("ANA", start="a1"), nobody.join("BEN")
    assert one.view()["me"]["start"] == "a1"
    other.done("POST", "/chair", {"do": "start", "cell": "g1"})
    for looker in (host, nobody, one):
        assert "g1" not in json.dumps(looker.view())
    host.host("begin", first=1)
    grids = [seat["position"].split(" ")[0] for seat in host.view()["game"]["seats"]]
    assert grids == ["1......", "......2"]


def test_once_more_has_the_same_people_and_another_game(served: Client) -> None:
    rng = random.Random(3)
    host, *seats = open_table(served, 2, ("easy",))
    assert host.ask("POST", "/host", {"do": "again"}).status == 422
    play_to_end(seats, rng)
    first = seats[0].seat()["id"]
    host.host("again")
    assert host.host("again")["table"]["phase"] == "lobby"
    assert seats[0].ask("GET", "/seat").status == 422
    host.host("begin", first=2)
    game = seats[0].seat()
    assert game["id"] != first
    assert [seat["name"] for seat in game["seats"]] == ["BEN", None, "ANA"]
    record = play_to_end(seats, rng)
    assert oracle.play_record(record) == record["result"]


# Safe retries


def test_repeated_request_is_done_once(served: Client) -> None:
    opened = served.post("tables", {})
    host, nobody = (AtTable(served, opened["code"], token) for token in (opened["token"], None))
    one, again = (nobody.join("ANA", key="k1") for _ in range(2))
    assert one.token == again.token
    other = nobody.join("BEN", key="k2")
    host.host("begin", first=1)
    rng = random.Random(2)
    game = one.seat()
    step = random_step(game, rng)
    chosen = one.step(game, step, key="a")
    assert one.step(game, step, key="a") == chosen
    ended = one.step(chosen, {"do": "end"}, key="b")
    assert one.step(chosen, {"do": "end"}, key="b") == ended
    other.play(rng)
    late = one.step(chosen, {"do": "end"}, key="b")  # the turn is over meanwhile
    assert (late["ended"], len(late["turns"])) == (False, 1)


def test_step_for_an_earlier_state_is_refused_with_the_present_one(served: Client) -> None:
    _, one, _ = open_table(served, 2)
    game = one.seat()
    chosen = one.step(game, random_step(game, random.Random(2)))
    body = {"revision": game["revision"], "step": {"do": "end"}, "key": "late"}
    answer = one.ask("POST", "/seat/steps", body)
    assert answer.status == 409
    assert answer.json()["game"] == chosen
    assert one.seat() == chosen


def test_ended_turn_can_not_be_chosen_again(served: Client) -> None:
    _, one, _ = open_table(served, 2)
    ended = one.play(random.Random(2))
    for step in ({"do": "end"}, {"do": "set", "turn": {}}):
        body = {"revision": ended["revision"], "step": step}
        assert one.ask("POST", "/seat/steps", body).status == 422
    assert one.seat() == ended


# Who may do what


def requests_of_seats(code: str) -> list[tuple[str, str, Any]]:
    """Return every request at a table: its method, path and body."""
    step = {"revision": 0, "step": {"do": "undo"}}
    return [
        ("GET", "", None),
        ("DELETE", "", None),
        ("POST", "/chairs", {"name": "XYZ"}),
        ("POST", "/host", {"do": "begin"}),
        ("POST", "/chair", {"do": "start", "cell": "a1"}),
        ("GET", "/seat", None),
        ("POST", "/seat/steps", step),
        ("POST", "/moments", {}),
        ("POST", "/claims/why", {}),
        ("GET", "/record", None),
        ("POST", "/reviews", {}),
    ]


#: The statuses of these requests during a game. Those of 422 are allowed, but not possible now.
STATUSES = {
    "watcher": [200, 403, 422, 403, 403, 403, 403, 403, 403, 422, 422],
    "seat": [200, 403, 422, 403, 422, 200, 409, 422, 422, 422, 422],
    "host": [200, 204, 422, 422, 403, 403, 403, 403, 403, 422, 422],
}


@pytest.mark.parametrize("role", [*STATUSES])
def test_each_role_may_do_what_is_its_own(role: str, served: Client) -> None:
    host, one, _ = open_table(served, 2)
    one.choose(random.Random(1))
    client = {"host": host, "seat": one, "watcher": AtTable(served, host.code)}[role]
    order = sorted(zip(requests_of_seats(host.code), STATUSES[role], strict=True), key=str)
    for (method, path, body), status in sorted(order, key=lambda pair: pair[0][0] == "DELETE"):
        assert client.ask(method, path, body).status == status, (role, method, path)


def test_token_is_of_no_use_at_another_table(served: Client) -> None:
    _, one, _ = open_table(served, 2)
    other, *_ = open_table(served, 2)
    stranger = AtTable(served, other.code, one.token)
    for method, path, body in requests_of_seats(other.code)[5:8]:
        assert stranger.ask(method, path, body).status == 403


@pytest.mark.parametrize("looker", ["watcher", "host", "seat"])
def test_nobody_sees_a_choice_before_all_have_ended(looker: str, served: Client) -> None:
    host, one, other = open_table(served, 2)
    chosen = one.play(random.Random(1))
    watcher = AtTable(served, host.code)
    client = {"host": host, "seat": other, "watcher": watcher}[looker]
    view = client.view()
    assert not secrets_in(view)
    assert [seat["part"] for seat in view["game"]["seats"]] == [None, None]
    placed = ",".join(f"{cell}=" for cell in chosen["moment"]["turn"]["cells"])
    assert placed.split(",")[0] not in json.dumps(view)
    if looker == "seat":
        assert client.seat()["moment"]["turn"]["cells"] == []
    whole = [served.get(path) for path in ("games", f"games/{chosen['id']}")]
    assert not any(placed.split(",")[0] in json.dumps(document) for document in whole)
    saved = served.ask("GET", "backup").body.decode()
    assert not any(cell + '"' in saved for cell in chosen["moment"]["turn"]["cells"][:1])


def test_dice_to_come_are_not_named_before_the_end(served: Client) -> None:
    _, *seats = open_table(served, 2)
    assert seats[0].seat()["puzzle"] is None
    assert "#" not in json.dumps([seats[0].view(), seats[0].seat()])
    play_to_end(seats, random.Random(1))
    assert "#" in seats[0].view()["game"]["puzzle"]


def test_seat_handed_on_is_lost_to_its_earlier_owner(served: Client) -> None:
    host, one, other = open_table(served, 2)
    one.play(random.Random(1))
    handed = host.host("hand", chair=1)
    assert handed["links"][0].endswith(f"/#/table/{host.code}/{handed['token']}")
    assert one.ask("GET", "/seat").status == 403
    new = AtTable(served, host.code, handed["token"])
    game = new.seat()
    assert (game["ended"], game["moment"]["turn"]["cells"]) == (False, [])
    new.play(random.Random(2))
    assert len(other.play(random.Random(2))["turns"]) == 1


def test_taken_chair_or_name_is_refused(served: Client) -> None:
    opened = served.post("tables", {})
    nobody = AtTable(served, opened["code"])
    nobody.join("ANA", chair=3)
    for body in (
        {"name": "BEN", "chair": 3},
        {"name": "ana"},
        {"name": "ANNA"},
        {"name": "BEN", "chair": 7},
        {"name": "BEN", "start": "a2"},
        {"chair": 1},
        {"name": "BEN", "more": 1},
    ):
        answer = nobody.ask("POST", "/chairs", body)
        assert answer.status == 422, body
        assert answer.json()["said"][0]["text"]


def test_chair_left_can_be_taken_by_another(served: Client) -> None:
    opened = served.post("tables", {})
    nobody = AtTable(served, opened["code"])
    one = nobody.join("ANA", chair=1)
    one.done("POST", "/chair", {"do": "leave"})
    other = nobody.join("BEN", chair=1)
    assert one.ask("GET").status == 403
    assert other.view()["me"]["chair"] == 1


@pytest.mark.parametrize(
    "body",
    [
        {"do": "begin"},
        {"do": "begin", "first": 1},
        {"do": "bot", "chair": 1, "bot": "nobody"},
        {"do": "bot", "chair": 2, "bot": "easy", "more": 1},
        {"do": "bot", "chair": 1, "bot": "easy"},
        {"do": "free", "chair": 2},
        {"do": "hand", "chair": 2},
        {"do": "stand-in", "chair": 1},
        {"do": "what"},
        {},
    ],
)
def test_what_the_host_can_not_do_is_refused(body: Any, served: Client) -> None:
    opened = served.post("tables", {})
    host = AtTable(served, opened["code"], opened["token"])
    AtTable(served, opened["code"]).join("ANA", chair=1)
    answer = host.ask("POST", "/host", body)
    assert answer.status == 422
    assert answer.json()["error"]


def test_game_at_a_table_can_not_be_changed_as_a_game_of_one_device(served: Client) -> None:
    _, one, _ = open_table(served, 2)
    game = one.seat()["id"]
    assert served.ask("GET", f"games/{game}").status == 200
    assert served.ask("DELETE", f"games/{game}").status == 403
    body = {"revision": 2, "step": {"do": "end"}}
    assert served.ask("POST", f"games/{game}/steps", body).status == 403
    assert served.ask("POST", f"games/{game}/help", {"grade": "turn"}).status == 403


# Guests


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[tuple[Client, AtTable]]:
    """A server whose clients are all guests of one table, and its host."""
    tables = Tables(Store(tmp_path))
    table = tables.create(nd.Variant())
    tables.create(nd.Variant())
    with serving(tmp_path, network=Network(table=table.code, is_strict=True)) as client:
        yield client, AtTable(client, table.code, table.host_token)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "", None),
        ("GET", "games", None),
        ("POST", "games", {"kind": "solo"}),
        ("GET", "games/0123456789abcdef", None),
        ("DELETE", "games/0123456789abcdef", None),
        ("GET", "backup", None),
        ("POST", "backup", {"lines": []}),
        ("GET", "scores", None),
        ("POST", "hints", {}),
        ("POST", "reviews", {}),
        ("POST", "moments", {}),
        ("GET", "tables", None),
        ("POST", "tables", {}),
        ("GET", "/api/openapi.json", None),
        ("GET", "/api/v1/tables/", None),
        ("GET", "/api//v1/games", None),
        ("GET", "/api/v1/tables/../games", None),
    ],
)
def test_guest_reaches_nothing_but_the_table(
    method: str, path: str, body: Any, strict: tuple[Client, AtTable]
) -> None:
    client, _ = strict
    answer = client.ask(method, path, body)
    assert answer.status in (403, 404)
    assert "games" not in answer.json()


def test_guest_gets_the_page_and_the_table(strict: tuple[Client, AtTable]) -> None:
    client, host = strict
    for path in ("/index.html", "/main.js", "/words/fr.json", "/api/v1/keys"):
        assert client.ask("GET", path).status == 200
    for path, target in (("/", ""), (f"/{host.code.lower()}", f"/{host.code}")):
        answer = client.ask("GET", path)
        assert (answer.status, answer.headers["location"]) == (303, f"index.html#/table{target}")
    one, other = (AtTable(client, host.code).join(name) for name in LETTERS[:2])
    host.host("begin")
    one.play(random.Random(1))
    assert len(other.play(random.Random(1))["turns"]) == 1


def test_other_tables_are_closed_to_a_guest(strict: tuple[Client, AtTable], tmp_path: Path) -> None:
    client, host = strict
    tables = Tables(Store(tmp_path))
    tables.open()
    [other] = [code for code in tables.codes() if code != host.code]
    token = tables.get(other).host_token
    assert AtTable(client, other, token).ask("GET").status == 404


def test_wrong_codes_are_slowed_down(strict: tuple[Client, AtTable]) -> None:
    client, host = strict
    begun = time.monotonic()
    assert AtTable(client, "222222").ask("GET").status == 404
    assert time.monotonic() - begun >= 1
    assert AtTable(client, host.code, "0" * 32).ask("GET").status == 403
    assert time.monotonic() - begun >= 2
    statuses: list[int] = []

    def guess() -> None:
        statuses.append(AtTable(client, "333333").ask("GET").status)

    guesses = [threading.Thread(target=guess) for _ in range(3 * MOST_WAITING)]
    for one in guesses:
        one.start()
    begun = time.monotonic()
    assert host.ask("GET").status == 200
    assert time.monotonic() - begun < 1
    for one in guesses:
        one.join(TIMEOUT)
    assert statuses.count(404) == MOST_WAITING
    assert statuses.count(429) == 2 * MOST_WAITING


def test_only_this_machine_lists_the_tables(served: Client) -> None:
    host, *_ = open_table(served, 2)
    [listed] = served.get("tables")["tables"]
    assert listed == {"code": host.code, "token": host.token, "phase": "playing"}


# Events


Follow = Callable[[AtTable], socket.socket]


@pytest.fixture
def follow() -> Iterator[Follow]:
    """A function that returns a connection on which the events of a table come."""
    with ExitStack() as stack:

        def opened(table: AtTable) -> socket.socket:
            connection = stack.enter_context(table.client.connect())
            headers = [("Authorization", f"Bearer {table.token}")] if table.token else []
            path = f"/api/v1/tables/{table.code}/events"
            connection.sendall(table.client.head("GET", path, headers))
            return connection

        yield opened


def read_until(connection: socket.socket, is_read: Any) -> list[Any]:
    """Read events until `is_read` is true of the last one, and return them."""
    data = b""
    while True:
        part = connection.recv(65536)
        assert part, data
        data += part
        found = events_of(data)
        if found and is_read(found[-1]):
            return found


def test_end_of_turn_reaches_all(served: Client, follow: Follow) -> None:
    rng = random.Random(1)
    host, one, other = open_table(served, 2)
    lookers = [host, one, other, AtTable(served, host.code)]
    connections = [follow(looker) for looker in lookers]
    for connection in connections:
        read_until(connection, lambda view: view["game"]["turn"] == 1)
    one.play(rng)
    for connection in connections:
        read_until(connection, lambda view: view["chairs"][0]["done"])
    other.play(rng)
    for connection, looker in zip(connections, lookers, strict=True):
        [*_, last] = read_until(connection, lambda view: view["game"]["turn"] == 2)
        assert last.items() <= looker.view().items()


def test_choice_within_a_turn_is_an_event_for_its_seat_alone(
    served: Client, follow: Follow
) -> None:
    rng = random.Random(1)
    _, one, other = open_table(served, 2)
    connections = [follow(one), follow(other)]
    for connection in connections:
        read_until(connection, lambda view: view["game"]["turn"] == 1)
    chosen = one.choose(rng)
    [*_, last] = read_until(connections[0], lambda view: view["me"]["revision"] == 1)
    assert last["me"]["revision"] == chosen["revision"]
    connections[1].settimeout(0.5)
    with pytest.raises(TimeoutError):
        connections[1].recv(100)


def test_stream_outlives_the_timeouts_of_requests(
    served: Client, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numberdrop.server.timeouts.HEAD_TIMEOUT", 0.3)
    monkeypatch.setattr("numberdrop.server.timeouts.BODY_TIMEOUT", 0.3)
    monkeypatch.setattr("numberdrop.server.timeouts.WRITE_TIMEOUT", 0.3)
    monkeypatch.setattr(events, "BEAT", 0.4)
    host, one, other = open_table(served, 2)
    connection = follow(host)
    read_until(connection, lambda view: view["game"]["turn"] == 1)
    time.sleep(1.5)
    for seat in (one, other):
        seat.play(random.Random(1))
    read_until(connection, lambda view: view["game"]["turn"] == 2)


def test_stream_ends_when_the_seat_is_handed_on(served: Client, follow: Follow) -> None:
    host, one, _ = open_table(served, 2)
    connection = follow(one)
    read_until(connection, lambda view: view["game"]["turn"] == 1)
    host.host("hand", chair=1)
    assert read_until(connection, lambda event: event == {})


# Absent players


def test_absent_player_is_shown_and_replaced_by_a_bot(
    served: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(1)
    host, one, other = open_table(served, 2)
    assert one.view()["chairs"][1]["away"] == 0
    monkeypatch.setattr(events, "AWAY_AFTER", 0.3)
    time.sleep(0.4)
    assert one.view()["chairs"][1]["away"] == 1
    assert one.view()["chairs"][0]["away"] == 0
    host.host("stand-in", chair=2)
    for turn in range(2):
        assert len(one.play(rng)["turns"]) == turn + 1
    game = other.seat()
    assert game["table"]["stand_in"] == "medium"
    body = {"revision": game["revision"], "step": random_step(game, rng)}
    assert other.ask("POST", "/seat/steps", body).status == 422
    other.done("POST", "/chair", {"do": "return"})
    one.play(rng)
    assert len(other.play(rng)["turns"]) == 3


def test_bot_plays_at_once_if_it_was_the_last_to_wait_for(served: Client) -> None:
    host, one, _ = open_table(served, 2)
    one.play(random.Random(1))
    view = host.host("stand-in", chair=2, bot="easy")["table"]
    assert view["game"]["turn"] == 2
    view = host.host("stand-in", chair=2, bot=None)["table"]
    assert view["chairs"][1]["stand_in"] is None


# Afterwards


def test_review_is_computed_once_and_given_to_all(served: Client) -> None:
    _, *seats = open_table(served, 2)
    play_to_end(seats, random.Random(1))
    found = [seat.ask("POST", "/reviews", {"level": "fast"}).lines() for seat in seats]
    assert found[0][-1]["review"]["turns"]
    assert [line for line in found[0] if "queued" not in line] == [
        line for line in found[1] if "queued" not in line
    ]
    assert seats[0].ask("POST", "/reviews", {"level": "best"}).status == 422


# Killed servers


@pytest.mark.usefixtures("storage")
def test_table_is_there_after_a_restart(tmp_path: Path) -> None:
    rng = random.Random(5)
    with serving(tmp_path) as client:
        host, one, other = open_table(client, 2)
        one.play(rng)
        chosen = other.choose(rng)
        before = [one.seat(), other.seat(), other.view()]
    with serving(tmp_path) as client:
        host, one, other = (AtTable(client, each.code, each.token) for each in (host, one, other))
        assert [one.seat(), other.seat(), other.view()] == before
        assert host.view()["me"]["role"] == "host"
        assert len(other.step(chosen, {"do": "end"})["turns"]) == 1


def test_turn_that_all_have_ended_is_completed_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a kill between the last end of a turn and the game's own steps."""
    rng = random.Random(5)
    with serving(tmp_path) as client, monkeypatch.context() as patched:
        _, one, other = open_table(client, 2)
        patched.setattr(Tables, "_settle", lambda *_: None)
        one.play(rng)
        assert other.play(rng)["ended"]
    with serving(tmp_path) as client:
        game = AtTable(client, one.code, one.token).seat()
        assert (game["ended"], len(game["turns"])) == (False, 1)


def test_table_whose_game_was_removed_is_ready_for_another(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        host, one, _ = open_table(client, 2)
        game = one.seat()["id"]
    Store(tmp_path).remove(game)
    with serving(tmp_path) as client:
        assert AtTable(client, host.code, host.token).view()["phase"] == "lobby"
