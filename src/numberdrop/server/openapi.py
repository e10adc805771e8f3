"""The OpenAPI document of an API, built from the schemas in the package."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from ..version import VERSION
from .application import API

Json = dict[str, Any]

#: The error statuses and their descriptions.
ERROR_STATUSES = {
    400: "The body is not a JSON object.",
    403: "The request comes from a page of another site, or isn't allowed to this client.",
    404: "There is no such thing.",
    408: "The body did not arrive in time.",
    409: "The game was changed elsewhere; `game` is its current state.",
    413: "The body is longer than 1 MB, or has more than 50,000 values.",
    415: "The content type is not application/json.",
    421: "The request names a host that isn't this server's.",
    422: "The request is malformed, or breaks a rule.",
    429: "Too many wrong codes from this address; try again in some seconds.",
    500: "An internal error.",
    503: "Too many clients or searches, or the games can't be read or written; try again.",
}
#: The names of parameters in paths.
_IN_PATHS = ("id", "name", "code")
_FOR_ALL = (421, 500, 503)
_FOR_WRITES = (403,)
_FOR_BODIES = (400, 408, 413, 415, 422)


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of an API. `request` and `response` name definitions of the API's schema, if
    there are such bodies; with `media`, the response has another type. `file` is the type of a file
    that may be the response instead. `errors` are the statuses that not every such request can get.
    `query` holds pairs of a parameter and its description. A client with a `token` proves with it
    who it is, in the header `Authorization`."""

    method: str
    path: str
    summary: str
    response: str | None
    request: str | None = None
    errors: tuple[int, ...] = ()
    media: str = "application/json"
    file: str = ""
    query: tuple[tuple[str, str], ...] = ()
    token: bool = False


def openapi_document(
    title: str, summary: str, schema: str, operations: Sequence[Operation]
) -> Json:
    """Return the OpenAPI 3.1 document of `operations`. `schema` names the package's schema that
    defines their requests and responses, among them `error`."""
    paths: Json = {}
    for operation in operations:
        methods = paths.setdefault(f"/api{API}{operation.path}", {})
        methods[operation.method.lower()] = _operation_object(operation, schema)
    components: Json = {"schemas": _schemas(schema)}
    if any(operation.token for operation in operations):
        components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
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
        "components": components,
    }


def _operation_object(operation: Operation, schema: str) -> Json:
    """Return the OpenAPI operation object of `operation`."""
    errors = {*_FOR_ALL, *operation.errors}
    errors |= {*_FOR_WRITES} if operation.method != "GET" else set()
    errors |= {*_FOR_BODIES} if operation.request else set()
    success = "204" if operation.method == "DELETE" else "200"
    responses: Json = {success: {"description": "Done."}}
    if operation.response:
        responses[success]["content"] = _content(operation.media, schema, operation.response)
    if operation.file:
        responses[success].setdefault("content", {})[operation.file] = {}
    for status in sorted(errors):
        content = _content("application/json", schema, "error")
        responses[str(status)] = {"description": ERROR_STATUSES[status], "content": content}
    found: Json = {"summary": operation.summary, "responses": responses}
    parameters = [_parameter(name, "path") for name in _IN_PATHS if f"{{{name}}}" in operation.path]
    parameters += [
        {**_parameter(name, "query"), "description": text} for name, text in operation.query
    ]
    if parameters:
        found["parameters"] = parameters
    if operation.request:
        content = _content("application/json", schema, operation.request)
        found["requestBody"] = {"required": True, "content": content}
    if operation.token:  # optional: without one, a client looks on
        found["security"] = [{}, {"token": []}]
    return found


def _content(media: str, schema: str, definition: str) -> Json:
    return {media: {"schema": {"$ref": f"#/components/schemas/{schema}/$defs/{definition}"}}}


def _parameter(name: str, place: str) -> Json:
    return {"name": name, "in": place, "required": place == "path", "schema": {"type": "string"}}


def _schemas(first: str) -> Json:
    """Return the schema `first` of the package and all schemas that it refers to, by name, with
    their references rewritten to point into the OpenAPI document."""
    folder = files(__package__.rpartition(".")[0]) / "schemas"
    found: Json = {}
    wanted = [first]
    while wanted:
        name = wanted.pop()
        if name in found:
            continue
        schema = json.loads((folder / f"{name}.schema.json").read_text("utf-8"))
        del schema["$schema"]
        wanted += [file for file in _referenced(schema) if file]
        found[name] = _rewrite_references(schema, name)
    return {name: found[name] for name in sorted(found)}


def _referenced(value: Any) -> Iterator[str]:
    """Yield the names of the schemas that a part of one refers to, "" for its own."""
    if isinstance(value, list):
        for one in value:
            yield from _referenced(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            if key == "$ref" and isinstance(one, str):
                yield _split(one)[0]
            else:
                yield from _referenced(one)


def _rewrite_references(value: Any, name: str) -> Any:
    """Return a part of the schema `name` whose references point into the OpenAPI document."""
    if isinstance(value, list):
        return [_rewrite_references(one, name) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _rewrite(one, name)
        if key == "$ref" and isinstance(one, str)
        else _rewrite_references(one, name)
        for key, one in value.items()
    }


def _rewrite(ref: str, name: str) -> str:
    file, within = _split(ref)
    return f"#/components/schemas/{file or name}{within}"


def _split(ref: str) -> tuple[str, str]:
    """Split a reference into the name of the schema, "" for its own, and the path within it."""
    file, _, within = ref.partition("#")
    return file.removesuffix(".schema.json"), within
