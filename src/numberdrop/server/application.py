"""The ASGI application of a page and its API: the routes and the error handlers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from ..errors import coded_message
from .files import Files
from .guard import Guard, Hosts
from .guests import GuestDoor, Guests
from .responses import LIMITS, Limits, RequestError, error_response, json_endpoint

#: The path of the API under /api; another version would get a path of its own.
API = "/v1"

_LOG = logging.getLogger(__name__)
_STATUS_TEXTS = {
    404: coded_message("http.not_found", "there is nothing at this address"),
    405: coded_message("http.method", "this address doesn't take this method"),
}


def route(
    method: str,
    path: str,
    handler: Callable[[Request, Mapping[str, Any]], Any],
    limits: Limits = LIMITS,
) -> Route:
    """Return the route on which `handler` answers `method` at `path` of the API. Bodies are within
    `limits`."""
    return Route(API + path, json_endpoint(handler, limits), methods=[method])


def application(
    routes: Sequence[Route],
    openapi: Callable[[], Any],
    files: Files,
    hosts: Hosts | None = None,
    lifespan: Callable[[Starlette], AbstractAsyncContextManager[None]] | None = None,
    guests: Guests | None = None,
) -> Starlette:
    """Return the ASGI application of a page and its API. `openapi` returns the API's OpenAPI
    document; the Host of every request must be in `hosts`. Only what is open to `guests` is
    answered to them."""
    description = Route("/openapi.json", json_endpoint(lambda *_: openapi()), methods=["GET"])
    app = Starlette(
        routes=[
            Mount("/api", Router(_merge_routes([*routes, description]), redirect_slashes=False)),
            Route("/{path:path}", files.get, methods=["GET"]),
        ],
        middleware=[
            Middleware(Guard, hosts=hosts or Hosts()),
            Middleware(Shutdown),
            *([Middleware(GuestDoor, guests=guests)] if guests else []),
        ],
        exception_handlers={HTTPException: _on_http_error, Exception: _on_internal_error},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return app


class Shutdown:
    """ASGI middleware that answers the requests that the server cancels when it shuts down."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_started = False

        async def send_noted(message: MutableMapping[str, Any]) -> None:
            nonlocal has_started
            has_started = True
            await send(message)

        try:
            await self.app(scope, receive, send_noted)
        except asyncio.CancelledError:
            if has_started or scope["type"] != "http":
                raise
            fault = coded_message("server.ending", "the server is shutting down")
            await error_response(RequestError(503, fault))(scope, receive, send)


def _merge_routes(routes: Sequence[Route]) -> list[Route]:
    """Return one route for each path, so that the Allow header of a 405 lists all its methods."""
    by_path: dict[str, list[Route]] = {}
    for one in routes:
        by_path.setdefault(one.path, []).append(one)
    return [_merge(path, same_path) for path, same_path in by_path.items()]


def _merge(path: str, routes: Sequence[Route]) -> Route:
    """Return one route for `path` that takes the methods of all `routes`."""
    by_method = {method: one.endpoint for one in routes for method in one.methods or ()}

    async def endpoint(request: Request) -> Response:
        response: Response = await by_method[request.method](request)
        return response

    return Route(path, endpoint, methods=[*by_method])


async def _on_http_error(_: Request, error: Exception) -> Response:
    """Return the response to an unknown path or a wrong method, which Starlette itself refuses."""
    assert isinstance(error, HTTPException)
    text = _STATUS_TEXTS.get(error.status_code, error.detail)
    return error_response(HTTPException(error.status_code, text, error.headers))


async def _on_internal_error(_: Request, error: Exception) -> Response:
    """Log an internal error, and return a response that names only its class."""
    _LOG.error("internal error", exc_info=error)
    fault = coded_message("http.internal", "internal error: {name}", name=type(error).__name__)
    return error_response(HTTPException(500, fault))
