"""The description of the API for other programs: an OpenAPI document, of the schemas that come with
the package."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from ..version import VERSION

Json = dict[str, Any]

#: The schema whose definitions are asked and answered.
API_SCHEMA = "api"
#: What a request may be refused with, whatever it asks.
REFUSALS = {
    400: "The body is no JSON object.",
    403: "A page of another site asks.",
    404: "There is no such thing.",
    408: "The body doesn't come.",
    409: "The game went on elsewhere; `game` is how it stands.",
    413: "The body is longer than 1 MB, or has more than 50,000 values.",
    415: "The body isn't said to be JSON.",
    421: "The server isn't called by this name.",
    422: "What is asked isn't well formed, or breaks a rule.",
    500: "A fault of the program.",
    503: "Too many clients, or searches, are there, or the games are out of reach; ask again.",
}
_EVERYWHERE = (421, 500, 503)
_OF_WRITES = (403,)
_WITH_BODY = (400, 408, 413, 415, 422)


@dataclass(frozen=True, slots=True)
class Operation:
    """What can be asked: `asks` and `answers` are definitions of the API's schema, `answers` None
    for an answer without a body or, with `media`, of another kind. `refusals` are those beside the
    ones of every such request."""

    method: str
    path: str
    says: str
    answers: str | None
    asks: str | None = None
    refusals: tuple[int, ...] = ()
    media: str = "application/json"
    query: tuple[tuple[str, str], ...] = ()


_LINES = "application/x-ndjson"
OPERATIONS = (
    Operation("GET", "", "What this program is", "about"),
    Operation("GET", "/keys", "The keys of the page", "keys"),
    Operation(
        "GET",
        "/days",
        "The days of a month",
        "days",
        refusals=(422,),
        query=(("month", "YYYY-MM; the present one if left out."),),
    ),
    Operation(
        "GET", "/puzzles/{name}", "A puzzle, without its rolls", "puzzle", refusals=(404, 422)
    ),
    Operation("GET", "/drops", "The drop problems", "drops"),
    Operation("GET", "/scores", "The high scores", "scores"),
    Operation("POST", "/prints", "Print", None, "print", media="application/pdf"),
    Operation(
        "GET",
        "/games",
        "The games on the table",
        "games",
        refusals=(422,),
        query=(
            ("skip", "How many are passed over; none if left out."),
            ("puzzle", "Games on this puzzle alone."),
        ),
    ),
    Operation("POST", "/games", "Begin a game", "game", "newGame", (404,)),
    Operation("GET", "/games/{id}", "A game", "game", refusals=(404,)),
    Operation("DELETE", "/games/{id}", "Take a game out for good", None, refusals=(404,)),
    Operation("GET", "/games/{id}/record", "The record of a game", "record", refusals=(404, 422)),
    Operation("POST", "/games/{id}/steps", "Do a step", "game", "step", (404, 409)),
    Operation("POST", "/games/{id}/name", "Put a result under a name", "named", "name", (404,)),
    Operation("POST", "/games/{id}/help", "Ask for help", "help", "helpAsked", (404, 409)),
    Operation("POST", "/moments", "What may be chosen in a turn", "moment", "momentAsked"),
    Operation("POST", "/claims/why", "Are these cells a claim?", "claimJudged", "claimAsked"),
    Operation("POST", "/read", "What is this text?", "read", "readAsked"),
    Operation("POST", "/hints", "The turns for a roll", "hintLine", "hintAsked", media=_LINES),
    Operation("POST", "/starts", "The first cells", "startsLine", "startsAsked", media=_LINES),
    Operation(
        "POST",
        "/reviews",
        "What the turns of a game cost",
        "reviewLine",
        "reviewAsked",
        (404,),
        media=_LINES,
    ),
)


@cache
def openapi() -> Json:
    """The OpenAPI 3.1 document."""
    paths: Json = {}
    for operation in OPERATIONS:
        paths.setdefault(f"/api/v1{operation.path}", {})[operation.method.lower()] = _told(
            operation
        )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "numberdrop",
            "version": VERSION,
            "summary": "Play Number Drop, and ask for moments, hints and reviews.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": dict(_schemas())},
    }


def _told(operation: Operation) -> Json:
    """An operation object."""
    codes = {*_EVERYWHERE, *operation.refusals}
    codes |= {*_OF_WRITES} if operation.method != "GET" else set()
    codes |= {*_WITH_BODY} if operation.asks else set()
    code = "204" if operation.method == "DELETE" else "200"
    answers: Json = {code: {"description": "Done."}}
    if operation.answers or operation.media != "application/json":
        answers[code]["content"] = {operation.media: _content(operation)}
    for refused in sorted(codes):
        content = {"application/json": {"schema": {"$ref": _place("error")}}}
        answers[str(refused)] = {"description": REFUSALS[refused], "content": content}
    told: Json = {"summary": operation.says, "responses": answers}
    parameters = [
        _parameter(name, "path") for name in ("id", "name") if f"{{{name}}}" in operation.path
    ]
    parameters += [
        {**_parameter(name, "query"), "description": says} for name, says in operation.query
    ]
    if parameters:
        told["parameters"] = parameters
    if operation.asks:
        content = {"application/json": {"schema": {"$ref": _place(operation.asks)}}}
        told["requestBody"] = {"required": True, "content": content}
    return told


def _content(operation: Operation) -> Json:
    if operation.answers is None:
        return {}
    return {"schema": {"$ref": _place(operation.answers)}}


def _parameter(name: str, place: str) -> Json:
    return {"name": name, "in": place, "required": place == "path", "schema": {"type": "string"}}


def _place(definition: str) -> str:
    return f"#/components/schemas/{API_SCHEMA}/$defs/{definition}"


def _schemas() -> Json:
    """The schemas of the package by their names, with references within this document."""
    folder = files(__package__.rpartition(".")[0]) / "schemas"
    found = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        name = file.name.removesuffix(".schema.json")
        schema = json.loads(file.read_text("utf-8"))
        del schema["$schema"]
        found[name] = _referring(schema, name)
    return found


def _referring(value: Any, name: str) -> Any:
    """A part of the schema of this name, with references within the OpenAPI document."""
    if isinstance(value, list):
        return [_referring(one, name) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _moved(one, name) if key == "$ref" and isinstance(one, str) else _referring(one, name)
        for key, one in value.items()
    }


def _moved(ref: str, name: str) -> str:
    file, _, within = ref.partition("#")
    return f"#/components/schemas/{file.removesuffix('.schema.json') or name}{within}"
