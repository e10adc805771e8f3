"""What a page and its API are, put together: which address is answered by what."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, Router

from .files import Files
from .guard import Guard, Hosts
from .responses import error_response, json_endpoint

#: Where the API is under /api; another version of it would be beside it.
API = "/v1"

_LOG = logging.getLogger(__name__)
_WORDS = {404: "there is nothing at this address", 405: "this address takes another method"}


def route(method: str, path: str, handler: Callable[[Request, Mapping[str, Any]], Any]) -> Route:
    """What answers this method at this path of the API."""
    return Route(API + path, json_endpoint(handler), methods=[method])


def application(
    routes: Sequence[Route],
    openapi: Callable[[], Any],
    files: Files,
    hosts: Hosts | None = None,
    lifespan: Callable[[Starlette], AbstractAsyncContextManager[None]] | None = None,
) -> Starlette:
    """A page and its API, which `openapi` tells, as an ASGI application, called by the names of
    `hosts`."""
    described = Route("/openapi.json", json_endpoint(lambda *_: openapi()), methods=["GET"])
    app = Starlette(
        routes=[
            Mount("/api", Router(_by_path([*routes, described]), redirect_slashes=False)),
            Route("/{path:path}", files.get, methods=["GET"]),
        ],
        middleware=[Middleware(Guard, hosts=hosts or Hosts())],
        exception_handlers={HTTPException: _by_status, Exception: _by_fault},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return app


def _by_path(routes: Sequence[Route]) -> list[Route]:
    """These with one route for each path, so that any other method is told all that it takes."""
    found: dict[str, list[Route]] = {}
    for one in routes:
        found.setdefault(one.path, []).append(one)
    return [_together(path, those) for path, those in found.items()]


def _together(path: str, routes: Sequence[Route]) -> Route:
    """The one route of a path, whose methods are all these routes'."""
    by_method = {method: one.endpoint for one in routes for method in one.methods or ()}

    async def endpoint(request: Request) -> Response:
        answer: Response = await by_method[request.method](request)
        return answer

    return Route(path, endpoint, methods=[*by_method])


async def _by_status(_: Request, error: Exception) -> Response:
    """What is refused by Starlette itself: an address, a method."""
    assert isinstance(error, HTTPException)
    words = _WORDS.get(error.status_code, error.detail)
    return error_response(HTTPException(error.status_code, words, error.headers))


async def _by_fault(_: Request, error: Exception) -> Response:
    """A fault of the program: the client is told that it is one, the log which."""
    _LOG.error("a fault of the program", exc_info=error)
    return error_response(HTTPException(500, f"a fault of the program: {type(error).__name__}"))
