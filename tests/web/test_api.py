"""The API returns what the other packages compute, and reveals nothing too early."""

import datetime
import gzip
import json
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
from bga_logs import Form, log_of
from commands import GAMES, MIDDLE, OVER
from numberdrop.multiplayer import hint
from numberdrop.plan.hints.start_cells import rank_starts
from numberdrop.puzzles.archive.brief import problems_in_brief
from numberdrop.puzzles.archive.shipped import problem_of_day
from numberdrop.puzzles.deal_puzzle import daily_puzzle
from numberdrop.sessions import PartialTurn, Session, turn_options
from numberdrop.sessions.help import best_turn
from numberdrop.view.paper.page import PAPERS
from numberdrop.web import games
from serving import Client, serving
from sessions import TODAY
from tables import some_game, some_rolls

ROLL = "156*O"
DAY = "2026-11-20"


def without_seconds(hint: dict[str, Any]) -> dict[str, Any]:
    """Return a hint without its times, which differ between runs."""
    return json.loads(
        json.dumps(hint), object_hook=lambda d: {k: d[k] for k in d if k != "seconds"}
    )


def test_root_returns_program_day_languages_and_extras(client: Client) -> None:
    response = client.get("")
    assert response["program"] == f"numberdrop {nd.__version__}"
    assert response["today"] == TODAY.isoformat()
    assert (response["languages"], response["extras"]) == (["en", "fr"], ["pdf"])


def test_page_files_are_served_with_etag(client: Client) -> None:
    page = client.ask("GET", "/")
    assert (page.status, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    part = client.ask("GET", "/api.js")
    assert part.headers["content-type"] == "text/javascript; charset=utf-8"
    again = client.ask("GET", "/api.js", headers=[("If-None-Match", part.headers["etag"])])
    assert (again.status, again.body) == (304, b"")
    assert client.ask("HEAD", "/").body == b""


GZIP = [("Accept-Encoding", "gzip, deflate, br")]


@pytest.mark.parametrize("path", ["/", "/api.js", "/styles.css", "/words/fr.json", "/api/v1/drops"])
def test_long_response_is_compressed_if_the_client_accepts_that(client: Client, path: str) -> None:
    plain, packed = client.ask("GET", path), client.ask("GET", path, headers=GZIP)
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < 0.6 * len(plain.body)
    assert packed.headers["content-type"] == plain.headers["content-type"]
    if tag := packed.headers.get("etag"):
        again = client.ask("GET", path, headers=[*GZIP, ("If-None-Match", tag)])
        assert (again.status, again.body) == (304, b"")
        assert plain.headers["etag"] != tag
    for refusal in ("identity", "gzip;q=0", "br"):
        answer = client.ask("GET", path, headers=[("Accept-Encoding", refusal)])
        assert answer.body == plain.body


def test_short_responses_and_streams_are_not_compressed(client: Client) -> None:
    hint = {"position": MIDDLE, "roll": ROLL, "levels": ["fast"], "top": 20}
    for method, path, body in (("GET", "/api/v1", None), ("POST", "hints", hint)):
        answer = client.ask(method, path, body, headers=GZIP)
        assert answer.status == 200
        assert "content-encoding" not in answer.headers, path


def test_first_view_names_all_scripts_that_it_loads(client: Client) -> None:
    """The list is made from the scripts, so that it can't be stale."""
    page = client.ask("GET", "/").body.decode()
    found = re.findall(r'<link rel="modulepreload" href="([^"]*)"( fetchpriority="low")?>', page)
    first, others = (
        [name for name, low in found if bool(low) is is_low] for is_low in (False, True)
    )
    named = [*first, *others]
    assert len(named) == len({*named})
    assert {"i18n.js", "ahead.js", "first.js", "today-card.js", "game/shapes.js"} <= {*first}
    assert {"main.js", "home.js", "router.js"} <= {*others}, "they may wait"
    assert not {"games.js", "game/view.js", "review/view.js"} & {*named}
    assert re.findall(r'<link rel="stylesheet" href="(.*)">', page) == ["styles.css"]
    for name in named:
        script = client.ask("GET", f"/{name}")
        assert script.status == 200, name
    style = client.ask("GET", "/styles.css").body
    assert style.index(b"The sheet in games") < style.index(b"The preview of printed pages")


def test_today_names_the_puzzle_of_the_day(client: Client) -> None:
    today = client.get("puzzles/today")
    assert today["puzzle"] == TODAY.isoformat()
    assert today == client.get(f"puzzles/{TODAY.isoformat()}")


@pytest.mark.parametrize("path", ["/", "/api/v1", "/api/v1/games/none", "/nowhere"])
def test_every_response_has_security_headers(client: Client, path: str) -> None:
    headers = client.ask("GET", path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "//" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "access-control-allow-origin" not in headers
    assert "server" not in headers
    assert headers["cache-control"] == ("no-cache" if path == "/" else "no-store")


def test_moments_returns_the_turn_options(client: Client) -> None:
    turn = {"slides": ["B"]}
    asked = {"position": MIDDLE, "roll": ROLL, "variant": "bga+slide", "turn": turn}
    position, roll = nd.Position.from_text(MIDDLE), nd.Roll.from_text(ROLL)
    variant = nd.Variant.from_text("bga+slide")
    expected = turn_options(position, roll, PartialTurn.from_json(turn), variant).to_json()
    assert client.post("moments", asked) == json.loads(json.dumps(expected))


def test_claims_why_returns_claim_or_reason(client: Client) -> None:
    asked = {"position": MIDDLE, "cells": ["a1", "b1"]}
    why = nd.Position.from_text(MIDDLE).why_not_claim(["a1", "b1"])
    response = client.post("claims/why", asked)
    assert (response["why"], response["claim"]) == (why, None)
    response = client.post("claims/why", {**asked, "cells": ["b2", "c2", "c1"]})
    assert response["why"] is None
    assert response["claim"] == {"kind": "consecutive", "size": 3, "cells": ["b2", "c2", "c1"]}


def test_hints_stream_package_hints_level_by_level(client: Client) -> None:
    asked = {"position": MIDDLE, "roll": ROLL, "levels": ["fast", "strong"], "top": 3}
    response = client.ask("POST", "hints", asked)
    assert response.headers["content-type"] == "application/x-ndjson"
    assert [(line["level"], line["last"]) for line in response.lines()] == [
        ("fast", False),
        ("strong", True),
    ]
    for line in response.lines():
        expected = nd.hint(MIDDLE, ROLL, level=line["level"], top=3).to_json()
        assert without_seconds(line["hint"]) == without_seconds(expected)


def test_repeated_level_is_streamed_twice_and_last_once(client: Client) -> None:
    asked = {"position": MIDDLE, "roll": ROLL, "levels": ["fast", "fast"], "top": 1}
    response = client.ask("POST", "hints", asked).lines()
    assert [line["last"] for line in response] == [False, True]


def test_invalid_sheet_error_names_its_seat(client: Client) -> None:
    asked = {"positions": [MIDDLE, "x"], "seat": 1, "roll": ROLL}
    refused = client.ask("POST", "hints", asked)
    assert refused.status == 422
    assert refused.json()["error"].startswith("body, positions, seat 2: position: expected 4")


def test_starts_streams_package_ranking(client: Client) -> None:
    [response] = client.ask("POST", "starts", {"tiles": list("IOTLS")}).lines()
    assert without_seconds(response["starts"]) == without_seconds(
        rank_starts(list("IOTLS")).to_json()
    )


def test_review_streams_each_turn_and_then_the_review(client: Client) -> None:
    record = {**GAMES[0], "turns": GAMES[0]["turns"][:2]}
    record.pop("result", None)
    lines = client.ask("POST", "reviews", {"record": record, "level": "fast"}).lines()
    assert [list(line) for line in lines] == [["turn"], ["turn"], ["review"]]
    assert [line["turn"] for line in lines[:2]] == lines[2]["review"]["turns"]


def test_single_turn_is_reviewed(client: Client) -> None:
    turn = str(nd.hint(MIDDLE, ROLL, level="fast").turns[0].turn)
    lines = client.ask("POST", "reviews", {"position": MIDDLE, "turn": turn, "level": "fast"})
    assert lines.lines()[0]["turn"]["loss"] == 0


TABLE = some_game(3, 11, 99)


def test_seat_hints_stream_package_hints(client: Client) -> None:
    game = some_game(2, 5, 6)
    roll = str(some_rolls(1, 1)[0])
    sheets = [str(position) for position in game.positions]
    asked = {"positions": sheets, "seat": 2, "roll": roll, "levels": ["fast", "strong"], "top": 2}
    response = client.ask("POST", "hints", asked).lines()
    assert [(line["level"], line["last"]) for line in response] == [
        ("fast", False),
        ("strong", True),
    ]
    for line in response:
        expected = hint(game, 2, roll, level=line["level"], top=2).to_json()
        assert without_seconds(line["hint"]) == without_seconds(expected)
    [line] = client.ask("POST", "hints", {**asked, "for": "points", "levels": ["fast"]}).lines()
    assert line["hint"]["for"] == "points"


def test_review_of_several_streams_turns_and_then_the_review(client: Client) -> None:
    record = {**TABLE.to_record(), "turns": TABLE.to_record()["turns"][:2]}
    record.pop("result")
    kept = client.post("games", {"kind": "record", "record": record})
    assert [one["bot"] for one in kept["seats"]] == [None] * 3
    for asked in ({"record": record}, {"game": kept["id"]}):
        lines = client.ask("POST", "reviews", {**asked, "level": "fast"}).lines()
        assert [list(line) for line in lines] == [["turn"], ["turn"], ["review"]]
        assert [line["turn"] for line in lines[:2]] == lines[2]["review"]["turns"]
        first = [part["position"] for part in lines[0]["turn"]["seats"]]
        assert first == [str(position) for position in TABLE.history[0]]


def test_table_continued_from_a_turn_keeps_its_seats(client: Client) -> None:
    game = client.post("games", {"kind": "table", "seats": [None, "beginner"], "seed": 4})
    game = client.step(game, {"do": "start", "cell": "d1"})
    first = client.post("games", {"kind": "free", "game": game["id"], "turn": 1})
    seats = [one["bot"] for one in first["seats"]]
    assert (first["kind"], seats, first["turns"]) == ("record", [None, "beginner"], [])
    after = client.step(first, {"do": "roll", "roll": "1234I"})
    assert (after["roll"], after["seat"]) == ("1234I", 1)


def test_read_recognises_pasted_texts(client: Client) -> None:
    assert client.post("read", {"text": MIDDLE})["is"] == "position"
    assert client.post("read", {"text": json.dumps(GAMES[0])})["is"] == "record"
    assert client.post("read", {"text": "#1"}) == {"is": "puzzle", "puzzle": DAY}
    refused = client.ask("POST", "read", {"text": "tiles I O T L S\nstart d1\nx\ny\n"})
    assert refused.status == 422
    first, *others = refused.json()["lines"]
    assert others
    assert refused.json()["error"] == f"{first} (and more)"
    assert [one["text"] for one in refused.json()["said"]] == [first, *others]


def test_said_has_code_and_fields_of_each_sentence(client: Client) -> None:
    read = client.post("read", {"text": "612..../65335.1 -:-:- I1,O0,T1,L0,S0 4"})
    assert [one["text"] for one in read["said"]] == read["problems"]
    [one] = read["said"]
    assert one["code"] == "digits.turn"
    assert {"turn": 4, "meant": 3}.items() <= one["fields"].items()
    why = client.post("claims/why", {"position": MIDDLE, "cells": ["a1", "b1"]})
    fields = {"least": 3, "most": 8, "count": 2}
    assert why["said"] == [{"text": why["why"], "code": "claim.size", "fields": fields}]
    asked = {"position": MIDDLE, "turn": f"{ROLL} A a3=6,b3=1,a4=5,b4=5", "level": "fast"}
    refused = client.ask("POST", "reviews", asked).json()
    [one] = refused["said"]
    assert (one["text"], one["code"]) == (refused["error"], "in_turn")
    assert one["fields"]["fault"]["fields"] == {"roll": ROLL, "due": "B"}


# Puzzles and problems.


def test_days_of_a_month_have_no_dice(client: Client) -> None:
    response = client.get("days?month=2026-11")
    assert len(response["days"]) == 30
    day = next(day for day in response["days"] if day["day"] == DAY)
    assert day["number"] == 1
    assert day["playable"]
    assert day["best"]["score"] > 0
    for roll in daily_puzzle(datetime.date(2026, 11, 20)).rolls:
        assert str(roll) not in json.dumps(response)


def test_puzzle_has_no_rolls(client: Client) -> None:
    response = client.get(f"puzzles/{DAY}")
    assert response["targets"]["perfect"] == response["best"]["score"]
    text = json.dumps(response)
    assert not any(str(roll) in text for roll in daily_puzzle(datetime.date(2026, 11, 20)).rolls)


def test_drops_have_no_solutions(client: Client) -> None:
    response = client.get("drops")
    assert len(response["drops"]) == len(list(problems_in_brief()))
    assert response["today"] == problem_of_day(TODAY).id
    assert {key for drop in response["drops"] for key in drop} == {
        *("name", "rolls", "goal", "gain", "difficulty", "solved")
    }


def test_problem_of_today_is_one_of_the_list(client: Client) -> None:
    response = client.get("drops")
    [today] = [drop for drop in response["drops"] if drop["name"] == response["today"]]
    assert client.get("drops/today") == today


def test_future_puzzle_is_refused(client: Client) -> None:
    tomorrow = (TODAY + datetime.timedelta(1)).isoformat()
    for path, asked in (
        ("games", {"kind": "daily", "puzzle": tomorrow}),
        ("prints", {"puzzles": [tomorrow]}),
        ("read", {"text": "start d1", "puzzle": tomorrow}),
    ):
        refused = client.ask("POST", path, asked)
        assert refused.status == 422
        assert "is released on" in refused.json()["error"]


def test_prints_returns_a_pdf(client: Client) -> None:
    for asked in (
        {"blank": True},
        {"puzzles": [DAY], "language": "fr", "paper": "a5", "ink": "black"},
        {"drops": ["drop#1.4"]},
    ):
        answer = client.ask("POST", "prints", asked)
        assert answer.status == 200, answer
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.body.startswith(b"%PDF")


def test_prints_returns_each_page_as_svg_without_reportlab(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("reportlab", "reportlab.pdfgen.canvas"):
        monkeypatch.setitem(sys.modules, name, None)
    assert client.ask("GET", "").json()["extras"] == []
    asked: dict[str, Any]
    for asked, count, said in (
        ({"blank": True}, 1, "Score sheet"),
        ({"puzzles": [DAY], "language": "fr", "paper": "a5", "ink": "black"}, 2, "facile"),
        ({"drops": ["drop#1.4"] * 5, "paper": "letter"}, 2, "Score at least"),
    ):
        refused = client.ask("POST", "prints", asked)
        assert refused.status == 422
        assert "pip install 'numberdrop[pdf]'" in refused.json()["error"]
        printed = client.post("prints", {**asked, "format": "svg"})
        assert printed["paper"] == asked.get("paper", "a4")
        wide, high = PAPERS[printed["paper"]]
        roots = [ET.fromstring(page) for page in printed["pages"]]
        assert len(roots) == count
        for root in roots:
            assert (root.attrib["width"], root.attrib["height"]) == (f"{wide:g}mm", f"{high:g}mm")
        assert any(said in text for text in roots[0].itertext())


# Games.


def play_on(client: Client, game: dict[str, Any]) -> dict[str, Any]:
    """Play the turn that a fast hint ranks first, and return the game after it."""
    best = nd.hint(game["position"], game["roll"], level="fast", variant=game["variant"])
    game = client.step(game, {"do": "type", "text": str(best.turns[0].turn)})
    return client.step(game, {"do": "end"})


def test_picture_has_the_result_in_a_language_and_the_letters(client: Client) -> None:
    game = client.post("games", {"kind": "daily", "puzzle": DAY})
    at = f"games/{game['id']}/picture"
    assert client.ask("GET", at).status == 422
    game = client.step(game, {"do": "start", "cell": "d1"})
    while not game["over"]:
        game = play_on(client, game)
    english, french = client.get(at)["svg"], client.get(f"{at}?language=fr&name=xyz")["svg"]
    assert game["result"]["share"].split("\n")[0] in english
    assert f"Number Drop #1 {DAY} : {game['result']['score']}" in french
    assert ">X</text>" in french
    assert ">X</text>" not in english
    for query in ("language=xx", "name=toolong"):
        assert client.ask("GET", f"{at}?{query}").status == 422


def test_daily_puzzle_is_played_to_its_end(client: Client) -> None:
    game = client.post("games", {"kind": "daily", "puzzle": DAY})
    game = client.step(game, {"do": "start", "cell": "d1"})
    rolls = [str(roll) for roll in daily_puzzle(datetime.date(2026, 11, 20)).rolls]
    while not game["over"]:
        response = json.dumps([game, client.get(f"games/{game['id']}/record")])
        to_come = set(rolls[len(game["turns"]) + 1 :]) - set(rolls[: len(game["turns"]) + 1])
        assert not any(roll in response for roll in to_come)
        game = play_on(client, game)
    assert game["result"]["score"] == game["score"]["total"]
    assert game["result"]["share"].startswith(f"Number Drop #1 {DAY}: ")
    assert game["result"]["statistics"]["games"] == 1
    assert game["result"]["streak"]["now"] <= game["result"]["streak"]["most"]
    record = client.get(f"games/{game['id']}/record")
    assert nd.Game.from_record(record).to_record() == record
    result = client.get("scores")["results"][-1]
    assert (result["puzzle"], result["score"]) == (DAY, game["score"]["total"])
    assert client.get(f"games/{game['id']}")["result"] == game["result"]
    assert len(client.get("scores")["results"]) == 1
    named = client.post(f"games/{game['id']}/name", {"name": "abc"})
    assert named["kept"]
    assert {result["name"] for result in client.get("scores")["results"]} == {"YOU", "ABC"}
    [day] = [day for day in client.get("days?month=2026-11")["days"] if day["day"] == DAY]
    assert day["result"]["score"] == game["score"]["total"]
    assert day["game"] == game["id"]


def test_repeated_step_is_done_once(client: Client) -> None:
    game = client.post("games", {"kind": "solo", "seed": "5"})
    assert game["puzzle"] == "plain#5.0"
    after = client.step(game, {"do": "start", "cell": "d1"}, "first")
    assert client.step(game, {"do": "start", "cell": "d1"}, "first") == after
    body = {"revision": 0, "key": "other", "step": {"do": "start", "cell": "a1"}}
    refused = client.ask("POST", f"games/{game['id']}/steps", body)
    assert (refused.status, refused.json()["game"]["revision"]) == (409, 1)
    listed = client.get("games")["games"][0]
    assert (listed["id"], listed["turns"]) == (game["id"], 0)
    assert client.ask("DELETE", f"games/{game['id']}").status == 204
    assert client.ask("GET", f"games/{game['id']}").status == 404


@pytest.mark.parametrize(
    "asked",
    [
        {"kind": "solo"},
        {"kind": "free", "position": MIDDLE, "roll": "random"},
        {"kind": "record", "record": GAMES[0]},
    ],
    ids=lambda asked: str(asked["kind"]),
)
def test_repeated_key_begins_one_game(asked: dict[str, Any], client: Client) -> None:
    key = f"begun by {asked['kind']}".replace(" ", "-")
    game = client.post("games", {**asked, "key": key})
    assert client.post("games", {**asked, "key": key}) == game
    assert client.post("games", {**asked, "key": f"{key}-again"})["id"] != game["id"]
    if game["position"]:
        on = {"game": game["id"], "turn": 1, "key": f"{key}-on"}
        assert client.post("games", on) == client.post("games", on)


def begun_game(client: Client, **head: Any) -> Any:
    """Return a new game after the choice of the first cell."""
    game = client.post("games", {"kind": "solo", **head})
    return client.step(game, {"do": "start", "cell": "d1"})


def test_game_is_listed_once_something_was_done_in_it(tmp_path: Path) -> None:
    with serving(tmp_path, today=lambda: TODAY) as client:
        day = {"kind": "daily", "puzzle": DAY}
        position = {"kind": "free", "position": MIDDLE, "roll": ROLL}
        new = [client.post("games", head) for head in (day, position, {"kind": "solo"})]
        record = client.post("games", {"kind": "record", "record": GAMES[0]})
        assert [game["id"] for game in client.get("games")["games"]] == [record["id"]]
        assert [game["id"] for game in client.get(f"games?puzzle={DAY}")["games"]] == [new[0]["id"]]

        def shown() -> str | None:
            days = client.get(f"days?month={DAY[:7]}")["days"]
            return next(one["game"] for one in days if one["day"] == DAY)

        assert shown() is None
        for game in new:
            assert client.get(f"games/{game['id']}")["revision"] == game["revision"]
        client.step(new[0], {"do": "start", "cell": "d1"})
        assert client.get("games")["games"][0]["id"] == shown() == new[0]["id"]


def test_games_are_listed_page_by_page(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = [begun_game(client)["id"] for _ in range(3)][::-1]
    whole = client.get("games")
    assert (whole["more"], [game["id"] for game in whole["games"][:3]]) == (False, begun)
    monkeypatch.setattr(games, "MOST_LISTED", 2)
    listed: list[dict[str, Any]] = []
    is_more = True
    while is_more:
        page = client.get(f"games?skip={len(listed)}")
        assert 0 < len(page["games"]) <= 2
        listed, is_more = listed + page["games"], page["more"]
    assert listed == whole["games"]


def test_help_is_graded_and_recorded(client: Client) -> None:
    game = client.post("games", {"kind": "solo", "seed": 6})
    game = client.step(game, {"do": "start", "cell": "d1"})
    region = client.post(f"games/{game['id']}/help", {"grade": "region"})
    turn = client.post(f"games/{game['id']}/help", {"grade": "turn"})
    assert set(turn["turn"]["cells"]) <= set(region["region"])
    assert turn["revision"] == game["revision"] + 2
    game = client.get(f"games/{game['id']}")
    assert game["help"] == [{"turn": 1, "grade": "region"}, {"turn": 1, "grade": "turn"}]


def test_turn_chosen_during_help_search_conflicts_with_neither(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The help is recorded after a step that comes during its search, and a step is accepted whose
    revision doesn't count the help yet."""
    game = client.post("games", {"kind": "solo", "seed": 6})
    game = client.step(game, {"do": "start", "cell": "d1"})
    [[first, *_], *_] = game["moment"]["poses"].values()
    pinned = {**game["moment"]["turn"], "cells": first["cells"], "digits": [None] * 4}

    def meanwhile(session: Session, **more: Any) -> nd.Turn:
        client.step(game, {"do": "set", "turn": pinned})
        return best_turn(session, **more)

    monkeypatch.setattr(games, "best_turn", meanwhile)
    response = client.post(f"games/{game['id']}/help", {"grade": "region"})
    assert response["revision"] == game["revision"] + 2
    now = client.step({**game, "revision": response["revision"] - 1}, {"do": "undo"})
    assert now["revision"] == response["revision"] + 1
    assert now["help"] == [{"turn": 1, "grade": "region"}]
    assert now["moment"]["turn"]["cells"] == []


def test_record_continued_from_a_turn_has_the_earlier_turns(client: Client) -> None:
    game = client.post("games", {"kind": "record", "record": GAMES[1]})
    other = client.post("games", {"kind": "free", "game": game["id"], "turn": 3})
    assert [turn["text"] for turn in other["turns"]] == [turn["text"] for turn in game["turns"][:2]]
    assert other["roll"] == game["turns"][2]["text"].split(" ")[0]


def test_continued_game_of_another_kind_than_free_is_refused(client: Client) -> None:
    game = client.post("games", {"kind": "record", "record": GAMES[1]})
    for kind in ("x", "solo", None):
        refused = client.ask("POST", "games", {"kind": kind, "game": game["id"], "turn": 3})
        assert refused.status == 422
        assert refused.json()["error"].startswith("body, kind: expected 'free', got ")


@pytest.mark.parametrize(
    ("seed", "number"),
    [("0" * 30 + "5", 5), ("0" * 5000, 0), ("9" * 18, 10**18 - 1), (str(2**64 - 1), 2**64 - 1)],
)
def test_seed_as_text_of_digits_is_accepted(seed: str, number: int, client: Client) -> None:
    assert client.post("games", {"kind": "solo", "seed": seed})["puzzle"] == f"plain#{number}.0"


def test_too_long_seed_is_quoted_as_given(client: Client) -> None:
    for digits in (20, 40, 100):
        refused = client.ask("POST", "games", {"kind": "solo", "seed": "9" * digits})
        assert refused.status == 422
        assert refused.json()["error"].endswith(f", got '{'9' * digits}'")


def test_missing_game_error_hides_server_paths(client: Client) -> None:
    for method, path, body in (
        ("GET", "games/abc", None),
        ("DELETE", "games/abc", None),
        ("POST", "games", {"game": "abc", "turn": 1}),
        ("POST", "reviews", {"game": "abc"}),
    ):
        refused = client.ask(method, path, body)
        assert refused.status == 404
        assert refused.json() == {
            "error": "there is no game 'abc'",
            "said": [
                {
                    "text": "there is no game 'abc'",
                    "code": "game.missing",
                    "fields": {"name": "'abc'"},
                }
            ],
        }


@pytest.mark.parametrize(
    ("path", "methods"),
    [("games", {"GET", "HEAD", "POST"}), ("games/abc", {"GET", "HEAD", "DELETE"})],
)
def test_wrong_method_error_lists_allowed_methods(
    path: str, methods: set[str], client: Client
) -> None:
    refused = client.ask("PUT", path, {})
    assert refused.status == 405
    assert {*refused.headers["allow"].split(", ")} == methods


@pytest.mark.parametrize(("version", "status"), [("1.0", 200), ("1.1", 200), ("1.2", 505)])
def test_http_version_other_than_1_0_and_1_1_is_refused(
    version: str, status: int, client: Client
) -> None:
    head = f"GET /api/v1 HTTP/{version}\r\nHost: 127.0.0.1:{client.port}\r\n\r\n"
    answer = client.raw(head.encode())
    assert answer.status == status
    if status == 505:
        assert answer.json()["error"] == f"HTTP: expected version 1.0 or 1.1, got '{version}'"


@pytest.mark.parametrize(
    ("sent", "got"),
    [
        *(("null", "null"), ("true", "true"), ("[]", "an array"), ('"x"', "a text")),
        *(("7", "a number"), ("1.5", "a number")),
    ],
)
def test_body_that_is_not_an_object_is_named_by_json_type(
    sent: str, got: str, client: Client
) -> None:
    refused = client.ask("POST", "moments", sent.encode())
    assert refused.status == 400
    assert refused.json()["error"] == f"body: expected a JSON object, got {got}"


def test_long_name_in_error_is_clipped(client: Client) -> None:
    refused = client.ask("POST", "games", {"kind": "drop", "puzzle": "y" * 900})
    assert refused.status == 422
    assert len(refused.json()["error"]) < 300


def test_free_game_begins_with_given_roll(client: Client) -> None:
    game = client.post("games", {"kind": "free", "position": MIDDLE, "roll": ROLL})
    assert (game["roll"], game["revision"]) == (ROLL, 1)
    assert client.ask("POST", "hints", {"position": OVER, "roll": ROLL}).status == 422


def test_imported_record_comes_with_what_the_log_lacks(client: Client) -> None:
    record = nd.replay({**GAMES[0], "variant": "bga"})
    whole = client.post("imports", {"log": log_of(record, Form())})
    assert (whole["record"], "said" in whole) == ({**record, "names": ["AME"]}, False)
    part = client.post("imports", {"log": log_of(record, Form(own=0, cut=True))})
    assert [one["code"] for one in part["said"]] == [
        "log.note.tiles",
        "log.note.slides",
        "log.note.turn",
    ]
