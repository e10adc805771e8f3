"""Omba's API, its schema and its documentation agree."""

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
#: An ending with two players in.
ENDING = {**BEGUN, "seats": ["you"] * 4, "record": f"{OMBA_GAME.rpartition(' 5a1b3')[0]} =?"}
DEFINITIONS = SCHEMAS[f"{API_SCHEMA}.schema.json"]["$defs"]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBERDROP_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setattr("numberdrop.omba.web.app.default_cubes", lambda variant, players: 2)
        with serving_app(make_app()) as client:
            yield client


def api_validator(definition: str) -> Any:
    return validator(f"{API_SCHEMA}.schema.json#/$defs/{definition}")


def requests(client: Client) -> Iterator[tuple[str, str, Any]]:
    """Yield a method, a path and a body for every operation and step."""
    yield "GET", "", None
    yield "POST", "/games", {"seats": ["you", "thumb", "random"], "variant": "F", "seed": None}
    yield "POST", "/games", {"seats": ["you", "you"], "seed": 7, "dice": "hand"}
    yield "POST", "/games", {"seats": ["you"] * 4, "record": OMBA_GAME}
    for game in (BEGUN, BY_HAND, ENDING):
        yield "POST", "/moments", {"game": game}
    rolled = {**BY_HAND, "told": 3}
    moved = client.post("steps", {"game": BEGUN, "step": {"do": "move", "move": "+b1"}})["game"]
    for game, step in (
        (BY_HAND, {"do": "roll", "roll": 3}),
        (rolled, {"do": "undo"}),
        (rolled, {"do": "move", "move": "+b1"}),
        (moved, {"do": "go"}),
        (moved, {"do": "back", "ply": 0}),
    ):
        yield "POST", "/steps", {"game": game, "step": step}
    for game in (BEGUN, BY_HAND, ENDING):
        yield "POST", "/advice", {"game": game}
    yield "POST", "/records", {"text": f" {OMBA_GAME} "}
    yield "POST", "/reviews", {"record": OMBA_GAME}
    yield "POST", "/puzzles", {"seed": 3, "grade": "easy", "variant": "S"}
    yield "POST", "/puzzles", {"seed": 3, "players": 2}
    yield "POST", "/games", {"seats": ["you", "thumb", "you"], "deal": "docker"}


def operation(method: str, path: str) -> Operation:
    [found] = [one for one in OPERATIONS if (one.method, one.path) == (method, path)]
    return found


def test_requests_and_responses_match_the_schema(client: Client) -> None:
    seen = set()
    for method, path, body in requests(client):
        known = operation(method, path)
        seen.add(known)
        assert known.request is None or not faults(api_validator(known.request), body), (path, body)
        answer = client.ask(method, f"/api/v1{path}", body)
        assert answer.status == 200, (path, body, answer)
        assert known.response
        assert not faults(api_validator(known.response), answer.json()), (path, answer.json())
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
def test_request_that_breaks_the_schema_gets_422(path: str, body: Any, client: Client) -> None:
    known = operation("POST", path)
    assert known.request
    assert faults(api_validator(known.request), body)
    refused = client.ask("POST", f"/api/v1{path}", body)
    assert refused.status == 422
    assert not faults(api_validator("error"), refused.json())
    assert "\n" not in refused.json()["error"]


def test_variant_other_than_in_the_record_gets_422(client: Client) -> None:
    asked = {"seats": ["you", "you"], "record": "omba/2/R =?"}
    for variant in ({}, {"variant": "R"}):
        assert client.post("games", {**asked, **variant})["variant"] == "R"
    for odd in ("S", "Q"):
        refused = client.ask("POST", "/api/v1/games", {**asked, "variant": odd})
        assert refused.status == 422
        assert refused.json()["error"].startswith("body, variant: expected R, as in the record")


@pytest.mark.parametrize("ply", [0, 5, 2**31])
def test_unplayed_ply_is_quoted_in_the_error(ply: int, client: Client) -> None:
    step = {"do": "back", "ply": ply}
    refused = client.ask("POST", "/api/v1/steps", {"game": BEGUN, "step": step})
    assert refused.status == 422
    assert refused.json()["error"].endswith(f"counted from 0, got {ply}")


def test_schema_enums_match_the_program() -> None:
    assert DEFINITIONS["player"]["enum"] == [PERSON, *OPPONENTS]
    assert DEFINITIONS["variant"]["enum"] == [*VARIANTS]
    assert DEFINITIONS["dice"]["enum"] == [*DICE]
    assert DEFINITIONS["grade"]["enum"] == [*GRADES]
    assert DEFINITIONS["side"]["enum"] == [*PLAYERS]
    assert DEFINITIONS["seed"]["anyOf"][0]["maximum"] == MOST_SEED
    assert DEFINITIONS["recordAsked"]["properties"]["text"]["maxLength"] == MOST_TEXT
    assert all(not faults(api_validator("square"), square) for square in SQUARES)


def test_document_lists_every_operation() -> None:
    page = (ROOT / "docs" / "omba" / "playing.md").read_text("utf-8")
    listed = set(re.findall(r"^\| `(GET|POST) (?:/api/v1)?(/\w+)?`", page, re.MULTILINE))
    assert listed == {(one.method, one.path) for one in OPERATIONS}
