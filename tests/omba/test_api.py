"""What is told of Omba's API is what it does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from numberdrop.omba.policies import OPPONENTS
from numberdrop.omba.puzzles import GRADES
from numberdrop.omba.rules import PLAYERS, SQUARES, VARIANTS
from numberdrop.omba.session import DICE, PERSON
from numberdrop.omba.web.app import MOST_TEXT, make_app
from numberdrop.omba.web.openapi import API_SCHEMA, OPERATIONS, Operation
from numberdrop.validate import MOST_SEED
from places import ROOT
from schemas import SCHEMAS, faults, validator
from serving import Client, serving_app
from written import OMBA_GAME

BEGUN = {"seats": ["you", "thumb"], "seed": 4, "dice": "program", "record": "omba/2/S =?"}
BY_HAND = {**BEGUN, "dice": "hand"}
#: With all that may follow two players who are in.
ENDING = {**BEGUN, "seats": ["you"] * 4, "record": f"{OMBA_GAME.rpartition(' 5a1b3')[0]} =?"}
DEFINITIONS = SCHEMAS[f"{API_SCHEMA}.schema.json"]["$defs"]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBERDROP_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setattr("numberdrop.omba.web.app.default_cubes", lambda variant: 2)
        with serving_app(make_app()) as client:
            yield client


def of_api(definition: str) -> Any:
    return validator(f"{API_SCHEMA}.schema.json#/$defs/{definition}")


def asked(client: Client) -> Iterator[tuple[str, str, Any]]:
    """A method, a path and a body, for every operation and step."""
    yield "GET", "", None
    yield "POST", "/games", {"seats": ["you", "thumb", "random"], "variant": "F", "seed": None}
    yield "POST", "/games", {"seats": ["you", "you"], "seed": 7, "dice": "hand"}
    yield "POST", "/games", {"seats": ["you"] * 4, "record": OMBA_GAME}
    for game in (BEGUN, BY_HAND, ENDING):
        yield "POST", "/moments", {"game": game}
    told = {**BY_HAND, "told": 3}
    moved = client.post("steps", {"game": BEGUN, "step": {"do": "move", "move": "+b1"}})["game"]
    for game, step in (
        (BY_HAND, {"do": "roll", "roll": 3}),
        (told, {"do": "undo"}),
        (told, {"do": "move", "move": "+b1"}),
        (moved, {"do": "go"}),
        (moved, {"do": "back", "ply": 0}),
    ):
        yield "POST", "/steps", {"game": game, "step": step}
    for game in (BEGUN, BY_HAND, ENDING):
        yield "POST", "/advice", {"game": game}
    yield "POST", "/records", {"text": f" {OMBA_GAME} "}
    yield "POST", "/reviews", {"record": OMBA_GAME}
    yield "POST", "/puzzles", {"seed": 3, "grade": "easy", "variant": "S"}


def operation(method: str, path: str) -> Operation:
    [found] = [one for one in OPERATIONS if (one.method, one.path) == (method, path)]
    return found


def test_what_is_asked_and_answered_is_as_it_is_told(client: Client) -> None:
    seen = set()
    for method, path, body in asked(client):
        known = operation(method, path)
        seen.add(known)
        assert known.request is None or not faults(of_api(known.request), body), (path, body)
        answer = client.ask(method, f"/api/v1{path}", body)
        assert answer.status == 200, (path, body, answer)
        assert known.response
        assert not faults(of_api(known.response), answer.json()), (path, answer.json())
    assert seen == set(OPERATIONS)


STEP = {"do": "move", "move": "+b1"}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/games", {"seats": ["you", "you"], "record": ""}),
        ("/games", {"seats": ["you", "you"], "seed": MOST_SEED + 1}),
        ("/moments", {"game": {**BEGUN, "record": ""}}),
        ("/moments", {"game": {**BEGUN, "odd": 1}}),
        ("/moments", {"game": {**BY_HAND, "told": 7}}),
        ("/steps", {"game": BEGUN, "step": {**STEP, "roll": 3}}),
        ("/steps", {"game": BEGUN, "step": {"do": "move"}}),
        ("/steps", {"game": BEGUN, "step": {"do": "move", "move": "b1"}}),
        ("/steps", {"game": BY_HAND, "step": {"do": "roll", "roll": True}}),
        ("/records", {"text": "x" * (MOST_TEXT + 1)}),
        ("/reviews", {"record": 7}),
        ("/puzzles", {"grade": None}),
    ],
)
def test_what_its_schema_refuses_is_refused(path: str, body: Any, client: Client) -> None:
    known = operation("POST", path)
    assert known.request
    assert faults(of_api(known.request), body)
    refused = client.ask("POST", f"/api/v1{path}", body)
    assert refused.status == 422
    assert not faults(of_api("error"), refused.json())
    assert "\n" not in refused.json()["error"]


def test_a_variant_beside_a_record_is_that_of_the_record(client: Client) -> None:
    asked = {"seats": ["you", "you"], "record": "omba/2/R =?"}
    for variant in ({}, {"variant": "R"}):
        assert client.post("games", {**asked, **variant})["variant"] == "R"
    for odd in ("S", "Q"):
        refused = client.ask("POST", "/api/v1/games", {**asked, "variant": odd})
        assert refused.status == 422
        assert refused.json()["error"].startswith("body, variant: expected R, as the record has")


@pytest.mark.parametrize("ply", [0, 5, 2**31])
def test_a_ply_that_was_not_played_is_shown_as_it_was_given(ply: int, client: Client) -> None:
    step = {"do": "back", "ply": ply}
    refused = client.ask("POST", "/api/v1/steps", {"game": BEGUN, "step": step})
    assert refused.status == 422
    assert refused.json()["error"].endswith(f"counted from 0 on, got {ply}")


def test_the_words_are_those_of_the_program() -> None:
    assert DEFINITIONS["player"]["enum"] == [PERSON, *OPPONENTS]
    assert DEFINITIONS["variant"]["enum"] == [*VARIANTS]
    assert DEFINITIONS["dice"]["enum"] == [*DICE]
    assert DEFINITIONS["grade"]["enum"] == [*GRADES]
    assert DEFINITIONS["side"]["enum"] == [*PLAYERS]
    assert DEFINITIONS["seed"]["anyOf"][0]["maximum"] == MOST_SEED
    assert DEFINITIONS["recordAsked"]["properties"]["text"]["maxLength"] == MOST_TEXT
    assert all(not faults(of_api("square"), square) for square in SQUARES)


def test_the_page_of_the_documents_has_every_question() -> None:
    page = (ROOT / "docs" / "omba" / "playing.md").read_text("utf-8")
    listed = set(re.findall(r"^\| `(GET|POST) (?:/api/v1)?(/\w+)?`", page, re.MULTILINE))
    assert listed == {(one.method, one.path) for one in OPERATIONS}
