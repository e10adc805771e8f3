"""The OpenAPI documents and docs/api.md describe the APIs as they are."""

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import jsonschema
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator
from starlette.applications import Starlette

import numberdrop as nd
from at_tables import AtTable, open_table, play_to_end
from bga_logs import Form, log_of
from commands import GAMES, MIDDLE
from numberdrop.omba.web import openapi as omba
from numberdrop.omba.web.app import make_app as make_omba_app
from numberdrop.server.openapi import Operation
from numberdrop.web.app import make_app
from numberdrop.web.openapi import API_SCHEMA, OPERATIONS, openapi
from places import ROOT
from schemas import SCHEMAS, faults, validator
from serving import Client, serving_app
from tables import some_game

ROLL = "156*O"
TURN = str(nd.hint(MIDDLE, ROLL, level="fast").turns[0].turn)
ONE = [{**GAMES[0], "turns": GAMES[0]["turns"][:1]}]
ONE[0].pop("result")
PAIR = [f"{grid} -:-:- V3,I,O,X5,T 1" for grid in ("...1...", "...2...")]
SHARED = some_game(2, 1, 1).to_record()


def of_api(definition: str) -> Any:
    return validator(f"{API_SCHEMA}.schema.json#/$defs/{definition}")


def references(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for one in value:
            yield from references(one)
    elif isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for one in value.values():
            yield from references(one)


@dataclass(frozen=True)
class Api:
    """An API: its schema, operations and OpenAPI document, the fewest references in the document,
    and the function that makes its application."""

    schema: str
    operations: Sequence[Operation]
    document: dict[str, Any]
    references: int
    make_app: Callable[[], Starlette]


APIS = [
    Api(API_SCHEMA, OPERATIONS, openapi(), 50, make_app),
    Api(omba.API_SCHEMA, omba.OPERATIONS, omba.openapi(), 30, make_omba_app),
]
of_each_api = pytest.mark.parametrize("api", APIS, ids=[api.schema for api in APIS])


@pytest.mark.slow
@of_each_api
def test_served_document_is_openapi(api: Api, client: Client) -> None:
    with serving_app(make_omba_app()) as of_omba:
        asked = client if api.schema == API_SCHEMA else of_omba
        served = asked.ask("GET", "/api/openapi.json").json()
    assert served == json.loads(json.dumps(api.document))
    for schema in served["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.slow
@of_each_api
def test_document_passes_the_openapi_validator(api: Api) -> None:
    assert not list(OpenAPIV31SpecValidator(api.document).iter_errors())


@of_each_api
def test_references_match_the_schemas_in_the_document(api: Api) -> None:
    found = set(references(api.document))
    assert len(found) > api.references
    for reference in found:
        place: Any = api.document
        for key in reference.removeprefix("#/").split("/"):
            place = place[key]
    assert {one.split("/")[3] for one in found} == set(api.document["components"]["schemas"])


@of_each_api
def test_operations_match_the_routes(api: Api) -> None:
    [mount] = [route.app for route in api.make_app().routes if route.path == "/api"]
    served = {
        (method, route.path) for route in mount.routes for method in route.methods - {"HEAD"}
    } - {("GET", "/openapi.json")}
    assert {(one.method, f"/v1{one.path}") for one in api.operations} == served


@of_each_api
def test_every_definition_is_referenced(api: Api) -> None:
    text = json.dumps(api.document)
    for name in api.document["components"]["schemas"][api.schema]["$defs"]:
        assert f'"#/components/schemas/{api.schema}/$defs/{name}"' in text


def asked_at_tables(client: Client) -> Iterator[tuple[str, str, str, Any, list[tuple[str, str]]]]:
    """Yield requests for every operation at a table: method, path template, path, body, headers."""
    rng = random.Random(1)
    done, *seats = open_table(client, 2, ["easy"])
    play_to_end(seats, rng)
    yield "GET", "/tables", "/tables", None, []
    yield "POST", "/tables", "/tables", {"variant": "bga"}, []
    host, one, _ = open_table(client, 2, ["easy"])
    game = one.choose(rng)
    question = {"position": game["position"], "roll": game["roll"], "turn": game["moment"]["turn"]}
    step = {"revision": game["revision"], "key": "k", "step": {"do": "end"}}
    cells = {"position": game["position"], "cells": ["a1", "b1"]}
    empty = client.post("tables", {})
    ready = AtTable(client, empty["code"], empty["token"])
    sitting = ready.join("ANA")
    at_table: list[tuple[AtTable, str, str, Any]] = [
        *((table, "GET", "", None) for table in (host, one, AtTable(client, host.code), done)),
        *((one, "GET", path, None) for path in ("/seat", "/events")),
        (one, "POST", "/moments", question),
        (one, "POST", "/claims/why", cells),
        (one, "POST", "/seat/steps", step),
        (ready, "POST", "/chairs", {"name": "BEN", "chair": 2, "start": "a1", "key": "k"}),
        (ready, "POST", "/host", {"do": "bot", "chair": 3, "bot": "easy"}),
        (ready, "POST", "/host", {"do": "hand", "chair": 2}),
        (sitting, "POST", "/chair", {"do": "start", "cell": "a1"}),
        (ready, "POST", "/host", {"do": "begin", "first": None}),
        (host, "POST", "/host", {"do": "stand-in", "chair": 1}),
        (one, "POST", "/chair", {"do": "return"}),
        (seats[0], "GET", "/seat", None),
        (seats[0], "GET", "/record", None),
        (seats[0], "POST", "/reviews", {"level": "fast"}),
        (done, "POST", "/host", {"do": "again"}),
        (ready, "DELETE", "", None),
    ]
    for table, method, path, body in at_table:
        headers = [("Authorization", f"Bearer {table.token}")] if table.token else []
        where = f"/tables/{table.code}{path}"
        yield method, f"/tables/{{code}}{path}", where, body, headers


def asked(client: Client) -> Iterator[tuple[str, str, str, Any]]:
    """Yield requests for every other operation: method, path template, path and body."""
    game = client.post("games", {"kind": "solo", "seed": 3})
    game = client.step(game, {"do": "start", "cell": "d1"})
    over = client.post("games", {"kind": "record", "record": GAMES[0]})
    drop = client.post("games", {"kind": "drop", "puzzle": "drop#1.4"})
    for path in ("", "/keys", "/days", "/drops", "/drops/today", "/scores", "/games"):
        yield "GET", path, path, None
    yield "GET", "/days", "/days?month=2026-12", None
    for name in ("2026-11-20", "plain%231.0"):
        yield "GET", "/puzzles/{name}", f"/puzzles/{name}", None
    for kind in ("pdf", "svg"):
        yield "POST", "/prints", "/prints", {"blank": True, "format": kind}
    for head in (
        {"kind": "daily", "puzzle": "2026-11-20"},
        {"kind": "solo", "seed": "17"},
        {"kind": "free", "position": MIDDLE, "roll": ROLL},
        {"kind": "free", "tiles": list("IOTLS"), "variant": "bga"},
        {"game": over["id"], "turn": 2},
    ):
        yield "POST", "/games", "/games", head
    for one in (game, over, drop):
        yield "GET", "/games/{id}", f"/games/{one['id']}", None
        yield "GET", "/games/{id}/record", f"/games/{one['id']}/record", None
        yield "GET", "/games/{id}/picture", f"/games/{one['id']}/picture?name=ABC", None
    for grade in ("region", "placement", "turn"):
        yield "POST", "/games/{id}/help", f"/games/{game['id']}/help", {"grade": grade}
    step = {"revision": 4, "key": "one", "step": {"do": "set", "turn": {}}}
    yield "POST", "/games/{id}/steps", f"/games/{game['id']}/steps", step
    yield "POST", "/games/{id}/name", f"/games/{finished(client)}/name", {"name": "ABC"}
    yield "DELETE", "/games/{id}", f"/games/{drop['id']}", None
    saved = client.ask("GET", "backup").body.decode().splitlines()
    yield "GET", "/backup", "/backup", None
    yield "POST", "/backup", "/backup", {"lines": saved, "skip": 0}
    yield "POST", "/backup", "/backup", {"lines": [saved[0], "{", "{}", saved[1]]}
    question = {"position": MIDDLE, "roll": ROLL}
    yield "POST", "/moments", "/moments", question
    for cells in (["a1", "b1"], ["b2", "c2", "c1"]):
        yield "POST", "/claims/why", "/claims/why", {"position": MIDDLE, "cells": cells}
    for text in (MIDDLE, ROLL, "#1", "drop 1.4", json.dumps(GAMES[0]), TURN):
        yield "POST", "/read", "/read", {"text": text, "position": MIDDLE}
    for own in (0, 1):
        log = log_of(nd.replay({**GAMES[0], "variant": "bga"}), Form(own=own, cut=True))
        yield "POST", "/imports", "/imports", {"log": log}
    yield "POST", "/hints", "/hints", {**question, "levels": ["fast"], "top": 2}
    pair = {"positions": PAIR, "seat": 1, "roll": "4525T", "for": "points"}
    yield "POST", "/hints", "/hints", {**pair, "levels": ["fast"], "top": 2}
    first, other = (str(idea.best.turn) for idea in nd.hint(MIDDLE, ROLL, level="fast").ideas[:2])
    yield "POST", "/explain", "/explain", {**question, "one": first, "other": other}
    yield "POST", "/starts", "/starts", {"tiles": list("IOTLS")}
    yield "POST", "/reviews", "/reviews", {"record": ONE[0], "level": "fast"}
    yield "POST", "/reviews", "/reviews", {"record": SHARED, "level": "fast"}
    yield "POST", "/games", "/games", {"kind": "record", "record": SHARED, "seats": [None, "easy"]}
    late = {"position": MIDDLE.replace(" 3", " 40"), "turn": TURN, "level": "fast"}
    yield "POST", "/reviews", "/reviews", late


def finished(client: Client) -> str:
    """Play a solo game to its end, and return its id."""
    game = client.post("games", {"kind": "solo", "seed": 1})
    game = client.step(game, {"do": "start", "cell": GAMES[0]["start"]})
    for turn in client.post("games", {"kind": "record", "record": GAMES[0]})["turns"]:
        game = client.step(game, {"do": "type", "text": turn["text"]})
        game = client.step(game, {"do": "end"})
    assert game["over"]
    return str(game["id"])


def operation(method: str, path: str) -> Operation:
    [found] = [one for one in OPERATIONS if (one.method, one.path) == (method, path)]
    return found


def test_requests_and_responses_match_their_schemas(client: Client) -> None:
    seen = set()
    others = ((*request, []) for request in asked(client))
    for method, template, path, body, headers in chain(others, asked_at_tables(client)):
        known = operation(method, template)
        seen.add(known)
        assert known.request is None or not faults(of_api(known.request), body), (path, body)
        if known.media == "text/event-stream":  # it never ends; its documents are those of the GET
            continue
        answer = client.ask(method, f"/api/v1{path}", body, headers)
        assert answer.status == (204 if method == "DELETE" else 200), (path, body, answer)
        media = answer.headers.get("content-type", known.media)
        assert media in (known.media, known.file)
        if known.response and media == known.media:
            documents = answer.lines() if "ndjson" in known.media else [answer.json()]
            for document in documents:
                assert not faults(of_api(known.response), document), (path, document)
    assert seen == set(OPERATIONS)


@pytest.mark.parametrize("definition", sorted({one.request for one in OPERATIONS if one.request}))
def test_request_schema_refuses_unknown_keys(definition: str) -> None:
    assert faults(of_api(definition), {"odd": 1})


# The documentation.

PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")


def test_documentation_lists_every_path() -> None:
    listed = re.findall(r"^\| `(?:GET|POST) (/[^`?]*)", PAGE, re.MULTILINE)
    known = {re.sub(r"\{(\w+)\}", lambda found: found[1].upper(), one.path) for one in OPERATIONS}
    assert set(listed) - {"/api/v1"} == known - {""}


def test_documentation_names_operations_without_variant() -> None:
    [listed] = re.findall(r"`variant` may be given .* but not to `(.*)`", PAGE)
    known = SCHEMAS[f"{API_SCHEMA}.schema.json"]["$defs"]
    taken = {
        (one.path, "variant" in form["properties"])
        for one in OPERATIONS
        if one.request and not one.token  # at a table they are the same
        for form in known[one.request].get("anyOf", [known[one.request]])
        if "position" in form.get("properties", {})
    }
    assert {path for path, has_variant in taken if not has_variant} == {listed}


def test_documented_response_is_the_real_one(client: Client) -> None:
    [(path, body, answer)] = re.findall(r"/api/v1(\S+) -H .*\n +-d '(.*)'\n(.*)\n", PAGE)
    assert client.ask("POST", path.lstrip("/"), body.encode()).body.decode() == answer
