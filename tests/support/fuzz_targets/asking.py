"""Requests to the page's application, called directly without sockets."""

from __future__ import annotations

import asyncio
import datetime
import json
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from numberdrop.puzzles.results import Results
from numberdrop.sessions import Store
from numberdrop.web.app import make_app
from numberdrop.web.searches import Searches
from sessions import TODAY

from .cases import GAME, LATEST, Answered, Fault

_HEADERS = [(b"host", b"localhost"), (b"content-type", b"application/json")]


def ask_all(requests: Sequence[Sequence[Any]], folder: Path) -> list[Answered]:
    """Return the responses to `requests`, sent in order, with the databases in `folder`. Raises
    Fault if the application raises an exception."""
    searches = Searches(1)

    def today() -> datetime.date:
        return TODAY

    app = make_app(Store(folder), Results(folder), searches, today=today)

    async def ask_each() -> list[Answered]:
        answers: list[Answered] = []
        game: dict[str, Any] = {"id": "0" * 16, "revision": 0}
        for method, path, body in requests:
            answers.append(await _ask(app, method, *_filled(path, body, game)))
            for document in answers[-1].documents:
                if isinstance(document, dict) and "revision" in document:
                    game |= {key: document[key] for key in ("id", "revision") if key in document}
        return answers

    try:
        return asyncio.run(ask_each())
    except Exception as error:
        trace = "".join(traceback.format_exception(error)[-3:])
        raise Fault(f"{type(error).__name__} was not caught: {error}\n{trace}") from None
    finally:
        searches.close()


def _filled(path: str, body: Any, game: dict[str, Any]) -> tuple[str, Any]:
    """Return the path and the body of a request about the latest game, with its id and revision."""
    if isinstance(body, dict):
        known = {GAME: game["id"], LATEST: game["revision"]}
        body = {
            key: known.get(value, value) if isinstance(value, str) else value
            for key, value in body.items()
        }
    return path.replace(GAME, game["id"]), body


async def _ask(app: Any, method: str, path: str, body: Any) -> Answered:
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    where, _, query = path.partition("?")
    messages = [{"type": "http.request", "body": sent if body is not None else b""}]
    heard: list[Any] = []

    async def receive() -> Any:
        return messages.pop() if messages else await asyncio.Event().wait()

    async def send(message: Any) -> None:
        heard.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(f"/api/v1{where}"),
        "raw_path": quote(f"/api/v1{where}").encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": _HEADERS,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
    await app(scope, receive, send)
    start, *parts = heard
    data = b"".join(part["body"] for part in parts)
    kind = dict(start["headers"]).get(b"content-type", b"").decode()
    is_json = kind.startswith("application/") and "json" in kind
    documents = [json.loads(line) for line in data.splitlines()] if is_json else []
    if isinstance(body, bytes):
        try:
            body = json.loads(body)
        except (ValueError, RecursionError):
            body = repr(body)
    return Answered(method, path, body, start["status"], documents)
