"""The HTTP API of Omba's page: responses and errors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from numberdrop import omba
from numberdrop.omba.web.app import make_app
from omba import oracle
from omba_agreement import RECORD
from serving import Client, serving_app
from written import OMBA_GAME

BEGUN = {"seats": ["you", "thumb"], "seed": 4, "dice": "program", "record": "omba/2/S =?"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBERDROP_CACHE", str(tmp_path_factory.mktemp("cache")))
        with serving_app(make_app()) as client:
            yield client


def step_game(client: Client, now: dict[str, Any], **step: Any) -> Any:
    return client.post("steps", {"game": now["game"], "step": step})


def test_page_and_choices_are_served(client: Client) -> None:
    page = client.ask("GET", "/")
    assert (page.status, b"<title>Omba</title>" in page.body) == (200, True)
    for file in ("base.css", "start.js", "game.js", "words/fr.json"):
        assert client.ask("GET", f"/{file}").status == 200
    assert client.ask("GET", "/views.js").status == 404, "of the other page"
    about = client.get("")
    assert about["players"] == ["you", "random", "monte-carlo", "greedy", "thumb", "exact"]
    assert about["variants"] == ["S", "R", "E", "F"]
    assert about["deals"] == ["omba", "docker"]
    assert about["tables"] == about["tables_of_three"] == []


def test_steps_play_a_whole_game(client: Client) -> None:
    now = client.post("games", {"seats": ["you", "thumb", "you"], "variant": "E"})
    needs = set()
    while now["needs"] != "over":
        needs.add(now["needs"])
        if now["needs"] == "move":
            position = omba.Position.from_text(now["position"]["text"])
            moves = [one["move"] for one in now["moves"]]
            assert moves == [*position.moves(now["roll"], "E")]
            now = step_game(client, now, do="move", move=moves[-1])
        else:
            now = step_game(client, now, do="go")
    assert needs == {"move", "nothing"}
    assert oracle.replay(now["game"]["record"])[0] == now["position"]["winner"]
    assert len(now["plies"]) == len(omba.replay(now["game"]["record"]).plies)


def test_docker_deal_is_played_and_continued(client: Client) -> None:
    seats = ["you", "thumb", "greedy"]
    now = client.post("games", {"seats": seats, "deal": "docker", "seed": 4})
    assert (now["deal"], now["position"]["hands"]) == ("docker", [3, 3, 3])
    then = step_game(client, now, do="move", move="+b1")
    record = then["game"]["record"]
    assert record == "docker/3/S 3+b1 =?"
    again = client.post("games", {"seats": seats, "record": record, "deal": "docker", "seed": 4})
    assert again == then
    assert client.post("advice", {"game": now["game"]})["exact"] is False
    read = client.post("records", {"text": record})
    assert read == {"record": record, "players": 3, "winner": None}


def test_exact_player_of_docker_needs_its_table(client: Client) -> None:
    body = {"seats": ["you", "exact", "you"], "deal": "docker"}
    refused = client.ask("POST", "games", body)
    assert refused.status == 422
    assert refused.json()["error"].endswith("numberdrop omba solve --cubes 3,3,3")


def test_moves_have_features_and_can_be_undone(client: Client) -> None:
    now = client.post("moments", {"game": BEGUN})
    assert (now["needs"], now["roll"], now["undo"]) == ("move", 3, False)
    found = next(one for one in now["moves"] if one["move"] == "+b1")
    assert (found["way"][-1], sum(found["costs"]), found["covers"]) == ("b1", 3, "")
    then = step_game(client, now, do="move", move="+b1")
    assert (then["needs"], then["undo"], then["position"]["stacks"][1]) == ("nothing", True, "A")
    answered = step_game(client, then, do="go")
    assert answered["plies"][1]["side"] == "B"
    assert step_game(client, answered, do="undo") == now
    assert step_game(client, answered, do="back", ply=1)["game"] == then["game"]


def test_real_die_needs_roll_step(client: Client) -> None:
    now = client.post("games", {"seats": ["you", "thumb"], "dice": "hand"})
    assert (now["needs"], now["moves"]) == ("roll", [])
    now = step_game(client, now, do="roll", roll=4)
    assert (now["needs"], now["game"]["told"]) == ("move", 4)
    assert client.post("moments", {"game": now["game"]}) == now


def test_advice_is_exact_or_has_standard_error(client: Client) -> None:
    guess = client.post("advice", {"game": BEGUN})
    assert (guess["exact"], guess["games"]) == (False, 4000)
    assert 0 < guess["error"] < 0.01
    assert {one["move"] for one in guess["moves"]} == {"+a2", "+b1", "+b3", "+c2"}
    ending = OMBA_GAME.rpartition(" 5a1b3")[0]
    game = {**BEGUN, "seats": ["you"] * 4, "record": f"{ending} =?"}
    found = client.post("advice", {"game": game})
    assert (found["exact"], found["error"]) == (True, 0)
    assert found["value"] == pytest.approx(omba.value(omba.replay(game["record"]).final))


def test_record_is_parsed_and_reviewed(client: Client) -> None:
    read = client.post("records", {"text": f"  {OMBA_GAME}\n"})
    assert read == {"record": OMBA_GAME, "players": 4, "winner": "C"}
    found = client.post("reviews", {"record": OMBA_GAME})
    review = omba.review(OMBA_GAME)
    assert [one["skill"] for one in found["plies"]] == [one.skill for one in review.plies]
    assert found["plies"][-1]["number"] == len(review.game.plies)
    assert {one["side"] for one in found["sides"]} <= {*"ABCD"}
    refused = client.ask("POST", "reviews", {"record": RECORD})
    assert refused.status == 422
    assert "numberdrop omba solve" in refused.json()["error"]


def test_puzzle_has_one_best_move(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numberdrop.omba.web.app.default_cubes", lambda variant, players: 2)
    found = client.post("puzzles", {"seed": 3, "grade": "easy"})
    assert found == client.post("puzzles", {"seed": 3, "grade": "easy"})
    losses = sorted(one["loss"] for one in found["moves"])
    assert losses[0] == 0
    assert losses[1] >= 0.1
    ranked = omba.best(found["position"]["text"], found["roll"])
    assert {one["move"]: one["value"] for one in found["moves"]} == {
        one.move: one.value for one in ranked
    }


def test_puzzle_of_three_players(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numberdrop.omba.web.app.default_cubes", lambda variant, players: 1)
    found = client.post("puzzles", {"seed": 3, "players": 3})
    assert len(found["position"]["hands"]) == 3
    assert sorted(one["loss"] for one in found["moves"])[1] >= 0.1


@pytest.mark.parametrize(
    ("path", "body", "message"),
    [
        ("games", {"seats": ["you"]}, "seats: expected two to four, got 1"),
        ("games", {"seats": ["you", "exact"]}, "no table of 6 cubes yet"),
        ("games", {"seats": "you"}, "seats: expected a list"),
        (
            "games",
            {"seats": ["you", "you"], "seed": 1.5},
            "seed: expected 0 to 18446744073709551615",
        ),
        ("games", {"who": 1}, "body: expected no keys but seats"),
        ("moments", {"game": {**BEGUN, "record": "omba/2/S 2+b2"}}, "expected a result such as"),
        ("moments", {"game": {**BEGUN, "told": 3}}, "roll: expected no roll now"),
        ("moments", {"game": 7}, "game: expected an object, got 7"),
        ("steps", {"game": BEGUN, "step": {"do": "dance"}}, "step, do: expected one of roll, move"),
        ("steps", {"game": BEGUN, "step": {"do": "move", "move": "a1a2"}}, "ply 1: expected"),
        ("steps", {"game": BEGUN, "step": {"do": "go"}}, "expected the next step to need no input"),
        ("steps", {"game": BEGUN, "step": {"do": "undo"}}, "undo: expected a move of yours"),
        ("steps", {"game": BEGUN, "step": {"do": "back", "ply": 0}}, "back: expected a ply"),
        ("puzzles", {"grade": "mild"}, "grade: expected one of easy, medium, hard"),
        ("puzzles", {"seed": -1}, "seed: expected"),
        ("puzzles", {"players": 4}, "players: expected"),
        ("puzzles", {"variant": "Q"}, "variant: expected one of S, R, E, F"),
        ("records", {"text": "x" * 30_001}, "text: expected 30000 characters at most"),
        ("records", {"text": "omba/5/S =?"}, "head: expected omba/PLAYERS/VARIANT"),
    ],
)
def test_invalid_request_gets_422_and_message(
    path: str, body: dict[str, Any], message: str, client: Client
) -> None:
    refused = client.ask("POST", path, body)
    assert refused.status == 422
    assert message in refused.json()["error"]


def test_errors_have_codes_for_translation(client: Client) -> None:
    refused = client.ask("POST", "records", {"text": "omba/2/S 2+c3 1+b2 =?"}).json()
    sentence = refused["said"][0]
    assert (sentence["code"], sentence["fields"]["fault"]["code"]) == ("omba.in_ply", "omba.move")
    assert sentence["text"] == refused["error"]
    refused = client.ask("POST", "reviews", {"record": RECORD}).json()
    assert refused["said"][0]["code"] == "omba.no_table"


def test_requests_from_other_sites_are_rejected(client: Client) -> None:
    foreign = [("Origin", "http://evil.example")]
    assert client.ask("POST", "moments", {"game": BEGUN}, foreign).status == 403
    assert client.ask("GET", "", host="evil.example").status == 421
    assert "default-src 'none'" in client.ask("GET", "/").headers["content-security-policy"]
