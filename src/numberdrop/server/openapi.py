"""The description of an API for other programs: an OpenAPI document, of the schemas that come with
the package."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from ..version import VERSION
from .application import API

Json = dict[str, Any]

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


def openapi_document(
    title: str, summary: str, schema: str, operations: Sequence[Operation]
) -> Json:
    """The OpenAPI 3.1 document of these operations. `schema` names the one of the package whose
    definitions are asked and answered, `error` among them."""
    paths: Json = {}
    for operation in operations:
        methods = paths.setdefault(f"/api{API}{operation.path}", {})
        methods[operation.method.lower()] = _told(operation, schema)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": title,
            "version": VERSION,
            "summary": summary,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": _schemas(schema)},
    }


def _told(operation: Operation, schema: str) -> Json:
    """An operation object."""
    codes = {*_EVERYWHERE, *operation.refusals}
    codes |= {*_OF_WRITES} if operation.method != "GET" else set()
    codes |= {*_WITH_BODY} if operation.asks else set()
    code = "204" if operation.method == "DELETE" else "200"
    answers: Json = {code: {"description": "Done."}}
    if operation.answers:
        answers[code]["content"] = _content(operation.media, schema, operation.answers)
    elif operation.media != "application/json":
        answers[code]["content"] = {operation.media: {}}
    for refused in sorted(codes):
        content = _content("application/json", schema, "error")
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
        content = _content("application/json", schema, operation.asks)
        told["requestBody"] = {"required": True, "content": content}
    return told


def _content(media: str, schema: str, definition: str) -> Json:
    return {media: {"schema": {"$ref": f"#/components/schemas/{schema}/$defs/{definition}"}}}


def _parameter(name: str, place: str) -> Json:
    return {"name": name, "in": place, "required": place == "path", "schema": {"type": "string"}}


def _schemas(first: str) -> Json:
    """A schema of the package and all that it refers to, by their names, with references within
    this document."""
    folder = files(__package__.rpartition(".")[0]) / "schemas"
    found: Json = {}
    wanted = [first]
    while wanted:
        name = wanted.pop()
        if name in found:
            continue
        schema = json.loads((folder / f"{name}.schema.json").read_text("utf-8"))
        del schema["$schema"]
        wanted += [file for file in _files(schema) if file]
        found[name] = _referring(schema, name)
    return {name: found[name] for name in sorted(found)}


def _files(value: Any) -> Iterator[str]:
    """The names of the schemas that a part of one refers to, "" for its own."""
    if isinstance(value, list):
        for one in value:
            yield from _files(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            if key == "$ref" and isinstance(one, str):
                yield _split(one)[0]
            else:
                yield from _files(one)


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
    file, within = _split(ref)
    return f"#/components/schemas/{file or name}{within}"


def _split(ref: str) -> tuple[str, str]:
    """The name of the schema that is referred to, "" for its own, and where in it."""
    file, _, within = ref.partition("#")
    return file.removesuffix(".schema.json"), within
