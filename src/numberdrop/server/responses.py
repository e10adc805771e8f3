"""What is answered over HTTP: documents as JSON, and refusals in one line each, with a status that
says whose fault it is."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import wraps
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ..database import OutOfReach
from ..errors import (
    Missing,
    MultipleFaults,
    NotationError,
    NumberdropError,
    Sentence,
    in_one_line,
    shown,
)
from ..json_reader import Fields, parse_json

#: The longest body, in bytes; the longest record of a game has some 10,000.
MOST_BODY = 2**20
#: The most values in one, told by its commas; the longest record has some 1,000.
MOST_VALUES = 50_000
#: Seconds in which a body has to arrive.
PATIENCE = 10.0
#: Seconds after which it is worth while to ask again what the server was too busy for.
AGAIN = 1

#: A question as it was asked, and what answers it.
Handler = Callable[[Request, Mapping[str, Any]], Any]


class RequestError(Exception):
    """A request that is refused for what it is rather than for what it says: the status, one line,
    and what else the answer has."""

    def __init__(self, status: int, message: str, **more: Any) -> None:
        super().__init__(message)
        self.status, self.more = status, more


class Document(Response):
    """A JSON document."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return json_bytes(content)


def json_bytes(value: Any) -> bytes:
    """A JSON document in one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def json_endpoint(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint of a function that takes a request and its body, read as a JSON object (empty for
    a GET), and returns a document or a response. It runs in a thread, so that it may take time."""

    @wraps(handler)
    async def endpoint(request: Request) -> Response:
        try:
            read = await body_of(request)
            answer = await run_in_threadpool(lambda: handler(request, _object(read)))
        except Exception as error:
            return error_response(error)
        return answer if isinstance(answer, Response) else Document(answer)

    return endpoint


async def body_of(request: Request) -> bytes | None:
    """The body of a request that has one; Refused where it isn't said to be JSON, is too long or
    too slow."""
    if request.method in ("GET", "HEAD", "DELETE"):
        return None
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RequestError(
            415, f"content-type: expected application/json, got {shown(kind) if kind else 'none'}"
        )
    length = request.headers.get("content-length", "0")
    if length.isdigit() and int(length[:20]) > MOST_BODY:
        raise _too_long()
    read = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():
                read += part
                if len(read) > MOST_BODY:
                    raise _too_long()
    except TimeoutError:
        raise RequestError(408, f"body: expected within {PATIENCE:.0f} seconds") from None
    return bytes(read)


def _object(body: bytes | None) -> Mapping[str, Any]:
    """The JSON object that a body is, empty where there is none; Refused for anything else."""
    if body is None:
        return {}
    if body.count(b",") >= MOST_VALUES:
        raise RequestError(413, f"body: expected {MOST_VALUES} values at most")
    try:
        value = parse_json(body, "body")
    except NotationError as error:
        raise RequestError(400, str(error)) from None
    if not isinstance(value, Mapping):
        raise RequestError(400, f"body: expected a JSON object, got {_kind(value)}")
    return value


def _kind(value: object) -> str:
    """What a JSON value is that is no object, as JSON calls it."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, list):
        return "an array"
    return "a text" if isinstance(value, str) else "a number"


def fields_of(body: Mapping[str, Any], *keys: str) -> Fields:
    """A body with these keys, those that are there; NotationError for any other key."""
    for key in body:
        if key not in keys:
            raise NotationError(f"body: expected no keys but {', '.join(keys)}, got {shown(key)}")
    return Fields(body, "body")


def _too_long() -> RequestError:
    return RequestError(413, f"body: expected {MOST_BODY} bytes at most")


def sentences_of(texts: Iterable[str]) -> dict[str, Any]:
    """`said`, with what each of these texts is made of (api.md, Refusals); nothing where no text
    has a code."""
    said = [Sentence.of(text) for text in texts]
    return {"said": [one.to_json() for one in said]} if any(one.code for one in said) else {}


def error_document(error: Exception) -> dict[str, Any]:
    """What is told of an error: its one line, and its sentences."""
    if isinstance(error, MultipleFaults):
        first, *others = error.faults
        line = f"{first} (and more)" if others else first
        return {"error": line, **sentences_of(error.faults)}
    message = error.sentence if isinstance(error, NumberdropError) else (*error.args, "")[0]
    return {"error": in_one_line(str(error)), **sentences_of([message])}


def _without_place(error: Missing) -> Missing:
    """What isn't there, without the file where it isn't, which is nobody's business but that of
    whoever has the file."""
    message = error.sentence
    return Missing(message.fields["fault"]) if message.code == "at" else error


def _when(status: int) -> dict[str, str] | None:
    """The header that says when to ask again, where that helps."""
    return {"retry-after": str(AGAIN)} if status == 503 else None


def error_response(error: Exception) -> Response:
    """The answer to a question that can't be answered; the error itself where it is a fault of the
    program."""
    told = error_document(error)
    if isinstance(error, MultipleFaults):
        return Document({**told, "lines": list(error.faults)}, 422)
    if isinstance(error, RequestError):
        return Document({**told, **error.more}, error.status, _when(error.status))
    if isinstance(error, HTTPException):
        return Document({"error": error.detail}, error.status_code, headers=error.headers)
    if isinstance(error, ClientDisconnect):
        return Response(status_code=400)
    if isinstance(error, OutOfReach):
        return Document(told, 503, _when(503))
    if isinstance(error, Missing):
        return Document(error_document(_without_place(error)), 404)
    if isinstance(error, NumberdropError):
        return Document(told, 422)
    raise error
