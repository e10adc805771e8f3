"""HTTP responses: JSON documents, and errors of one line, with a status that says whether the
client or the server is at fault."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import wraps
from typing import Any, NamedTuple, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ..database import DatabaseUnavailable
from ..errors import (
    Missing,
    MultipleFaults,
    NotationError,
    NumberdropError,
    Sentence,
    coded_message,
    expected_got,
    in_one_line,
    shown,
)
from ..json_reader import Fields, no_keys_but, parse_json
from ..threads import can_start_threads
from .compression import LEAST, accepts_gzip, gzipped


class Limits(NamedTuple):
    """The longest body of a request, in bytes, and the most values in it, estimated by its
    commas."""

    bytes: int
    values: int


#: The longest record of a game has about 10,000 bytes and 1,000 values.
LIMITS = Limits(2**20, 50_000)
#: Seconds within which a body must arrive.
BODY_TIMEOUT = 10.0
#: Seconds after which a client may retry when the server was busy.
RETRY_AFTER = 1

Value = TypeVar("Value")

#: A function of the request and its JSON body that returns a document or a response.
Handler = Callable[[Request, Mapping[str, Any]], Any]


class RequestError(Exception):
    """A request that is refused for its form, not its contents. `more` are further keys of the
    response."""

    def __init__(self, status: int, message: str, **more: Any) -> None:
        super().__init__(message)
        self.status, self.more = status, more


class Document(Response):
    """A JSON document."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return json_bytes(content)


def json_bytes(value: Any) -> bytes:
    """Serialise `value` as JSON in one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def json_endpoint(
    handler: Handler, limits: Limits = LIMITS
) -> Callable[[Request], Awaitable[Response]]:
    """Return the endpoint that calls `handler` with the request and its body as a JSON object
    (empty for a GET), which is within `limits`. `handler` runs in a thread, where there are
    threads, so it may be slow."""

    @wraps(handler)
    async def endpoint(request: Request) -> Response:
        try:
            body = await read_body(request, limits.bytes)
            return await in_thread(
                lambda: _answered(handler, request, _parse_object(body, limits.values))
            )
        except Exception as error:
            return error_response(error)

    return endpoint


def _answered(handler: Handler, request: Request, body: Mapping[str, Any]) -> Response:
    """Return the response of `handler`, compressed if it is a long document and the client accepts
    that."""
    found = handler(request, body)
    if isinstance(found, Response):
        return found
    document = Document(found)
    if len(document.body) < LEAST or not accepts_gzip(request.headers):
        return document
    packed = gzipped(bytes(document.body))
    return Response(packed, 200, {"content-encoding": "gzip"}, Document.media_type)


async def in_thread(function: Callable[[], Value]) -> Value:
    """Call a function in a thread, or here if no threads can be started, and return its result."""
    return await run_in_threadpool(function) if can_start_threads() else function()


async def read_body(request: Request, most: int = LIMITS.bytes) -> bytes | None:
    """Read the body of a request; None for a method without one. Raises RequestError if its content
    type isn't JSON, if it has more than `most` bytes, or if it arrives too slowly."""
    if request.method in ("GET", "HEAD", "DELETE"):
        return None
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        fault = coded_message(
            "http.content_type",
            "content-type: expected application/json, got {got}",
            got=shown(kind) if kind else "none",
        )
        raise RequestError(415, fault)
    length = request.headers.get("content-length", "0")
    if length.isdigit() and int(length[:20]) > most:
        raise _too_long(most)
    read = bytearray()
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            async for chunk in request.stream():
                read += chunk
                if len(read) > most:
                    raise _too_long(most)
    except TimeoutError:
        fault = coded_message(
            "http.body_late",
            "body: expected within {seconds} seconds",
            seconds=round(BODY_TIMEOUT),
        )
        raise RequestError(408, fault) from None
    return bytes(read)


def _parse_object(body: bytes | None, most: int) -> Mapping[str, Any]:
    """Parse a body as a JSON object of at most `most` values; None gives an empty one. Raises
    RequestError for anything else."""
    if body is None:
        return {}
    if body.count(b",") >= most:
        fault = coded_message("http.body_values", "body: expected {most} values at most", most=most)
        raise RequestError(413, fault)
    try:
        value = parse_json(body, "body")
    except NotationError as error:
        raise RequestError(400, error.sentence) from None
    if not isinstance(value, Mapping):
        fault = coded_message(
            "http.body_object", "body: expected a JSON object, got {got}", got=_json_type(value)
        )
        raise RequestError(400, fault)
    return value


def _json_type(value: object) -> str:
    """Return JSON's name for the type of `value`, which is not an object."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, list):
        return "an array"
    return "a text" if isinstance(value, str) else "a number"


def fields_of(body: Mapping[str, Any], *keys: str) -> Fields:
    """Return `body` as Fields. `keys` are the allowed ones, all optional. Raises NotationError for
    any other key."""
    for key in body:
        if key not in keys:
            raise NotationError(expected_got("body", no_keys_but(keys), key))
    return Fields(body, "body")


def read_text(fields: Fields, key: str, most: int) -> str:
    """Return the text at `key`. Raises NotationError if it is longer than `most` characters."""
    text = fields.text(key)
    if len(text) > most:
        raise NotationError.coded(
            "text.long", "{where}: expected {most} characters at most", where=key, most=most
        )
    return text


def _too_long(most: int) -> RequestError:
    fault = coded_message("http.body_bytes", "body: expected {most} bytes at most", most=most)
    return RequestError(413, fault)


def sentences_of(texts: Iterable[str]) -> dict[str, Any]:
    """Return the key `said`: for each text an object with the text and, if it has one, its code
    and fields (api.md, Refusals). If no text has a code, there is no key."""
    sentences = [Sentence.of(text) for text in texts]
    if not any(one.code for one in sentences):
        return {}
    return {"said": [one.to_json() for one in sentences]}


def error_document(error: Exception) -> dict[str, Any]:
    """Return the JSON document of an error: its one line, and its sentences."""
    if isinstance(error, MultipleFaults):
        first, *others = error.faults
        line = f"{first} (and more)" if others else first
        return {"error": line, **sentences_of(error.faults)}
    message = error.sentence if isinstance(error, NumberdropError) else (*error.args, "")[0]
    return {"error": in_one_line(str(error)), **sentences_of([message])}


def _without_place(error: Missing) -> Missing:
    """Return `error` without the path of the file, which must not leak to clients."""
    message = error.sentence
    return Missing(message.fields["fault"]) if message.code == "at" else error


def _retry_header(status: int) -> dict[str, str] | None:
    """Return the Retry-After header for a status that is worth a retry."""
    return {"retry-after": str(RETRY_AFTER)} if status == 503 else None


def error_response(error: Exception) -> Response:
    """Return the response to a request that failed with `error`. Raises `error` itself if it is an
    internal one."""
    document = error_document(error)
    if isinstance(error, MultipleFaults):
        return Document({**document, "lines": list(error.faults)}, 422)
    if isinstance(error, RequestError):
        return Document({**document, **error.more}, error.status, _retry_header(error.status))
    if isinstance(error, HTTPException):
        document = {"error": error.detail, **sentences_of([error.detail])}
        return Document(document, error.status_code, headers=error.headers)
    if isinstance(error, ClientDisconnect):
        return Response(status_code=400)
    if isinstance(error, DatabaseUnavailable):
        fault = coded_message("database.unavailable", "{fault}", fault=error.sentence)
        return Document({**document, **sentences_of([fault])}, 503, _retry_header(503))
    if isinstance(error, Missing):
        return Document(error_document(_without_place(error)), 404)
    if isinstance(error, NumberdropError):
        return Document(document, 422)
    raise error
