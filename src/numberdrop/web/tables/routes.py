"""The requests at tables, and who may send them.

A client proves that it belongs to a table by the code in the path, and what it is there by a token:
`Authorization: Bearer TOKEN`. Without one it may look on. Wrong codes and tokens are answered
slowly.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...errors import NotationError, coded_message
from ...json_reader import one_of
from ...plan.hints.levels import LEVELS
from ...rules import Variant
from ...server.application import API, route
from ...server.guests import is_from_here
from ...server.responses import (
    RequestError,
    error_response,
    fields_of,
    json_endpoint,
)
from ...server.slowdown import Slowdown
from ...tables import Role, Tables, parse_code
from ...tables.service import StepConflict
from ...tables.state import MOST
from ...tables.store import missing_table
from ..questions import Questions, review_work
from ..searches import NdjsonResponse, Searches
from .events import EventsResponse, Hub
from .network import Network, seat_fragment
from .reviews import SharedReviews

#: A function of the request, its body, the code of the table and the client's role.
Handler = Callable[[Request, Mapping[str, Any], str, Role], Any]
Endpoint = Callable[[Request], Awaitable[Response]]


class TableRoutes:
    """The handlers of requests at `tables`. Reviews run on `searches`, `questions` answers the
    questions within a turn."""

    def __init__(
        self, tables: Tables, searches: Searches, questions: Questions, network: Network
    ) -> None:
        self.tables, self.questions, self.network = tables, questions, network
        self.hub, self.slowdown, self.reviews = Hub(), Slowdown(), SharedReviews(searches)
        tables.changed = self.hub.changed

    def routes(self) -> list[Route]:
        """Return the routes."""
        anybody, seat, host = None, "seat", "host"
        return [
            route("GET", "/tables", self.all),
            route("POST", "/tables", self.create),
            self._route("GET", "/tables/{code}", self.get, anybody),
            self._route("DELETE", "/tables/{code}", self.close, host),
            self._route("POST", "/tables/{code}/chairs", self.join, anybody),
            self._route("POST", "/tables/{code}/host", self.host, host),
            self._route("POST", "/tables/{code}/chair", self.chair, seat),
            self._route("GET", "/tables/{code}/seat", self.seat, seat),
            self._route("POST", "/tables/{code}/seat/steps", self.step, seat),
            self._route("POST", "/tables/{code}/moments", self.moments, seat),
            self._route("POST", "/tables/{code}/claims/why", self.why, seat),
            self._route("GET", "/tables/{code}/record", self.record, anybody),
            Route(f"{API}/tables/{{code}}/events", self.events, methods=["GET"]),
            Route(f"{API}/tables/{{code}}/reviews", self.review, methods=["POST"]),
        ]

    # Access

    def _route(self, method: str, path: str, handler: Handler, needs: str | None) -> Route:
        """Return a route that only clients with the role `needs` may use; None stands for all."""

        def handle(request: Request, body: Mapping[str, Any]) -> Any:
            code, role = request.state.code, request.state.role
            try:
                return handler(request, body, code, role)
            except StepConflict as error:
                raise RequestError(409, error.sentence, game=error.document) from None

        answer = json_endpoint(handle)

        async def endpoint(request: Request) -> Response:
            try:
                await self._admit(request, needs)
            except RequestError as error:
                return error_response(error)
            return await answer(request)

        return Route(API + path, endpoint, methods=[method])

    async def _admit(self, request: Request, needs: str | None) -> tuple[str, Role]:
        """Check the code and the token of a request, and return the code and the client's role.
        Raises RequestError, for a wrong one after a pause."""
        address = request.client.host if request.client else ""
        try:
            code = parse_code(request.path_params["code"])
        except NotationError:
            code = ""
        if code not in self.tables or self.network.is_hidden(request, code):
            await self.slowdown.wait(address)
            fault = coded_message("table.unknown", "there is no table with this code")
            raise RequestError(404, fault)
        role = self.tables.get(code).role_of(_token(request))
        if role is None:
            await self.slowdown.wait(address)
            fault = coded_message("table.token", "this seat isn't yours any more")
            raise RequestError(403, fault)
        if needs is not None and role.name != needs:
            raise RequestError(403, _NEEDED[needs])
        self.hub.see(code, role)
        request.state.code, request.state.role = code, role
        return code, role

    def _view(self, code: str, role: Role) -> dict[str, Any]:
        """Return the document of a table for a client."""
        view = self.tables.view(code, role)
        chairs = [
            chair and {**chair, "away": 0 if chair["bot"] else self._away(code, chair["chair"])}
            for chair in view["chairs"]
        ]
        return {**view, "chairs": chairs}

    def _away(self, code: str, chair: int) -> int:
        return self.hub.minutes_away(code, chair)

    # Tables

    def all(self, request: Request, _: Mapping[str, Any]) -> Any:
        """List the tables with the tokens of their hosts, for the machine of the server alone."""
        if not is_from_here(request.scope):
            fault = coded_message("table.here", "only the server's own machine may list its tables")
            raise RequestError(403, fault)
        found = []
        only = self.network.table
        for code in self.tables.codes() if only is None else (only,):
            if code not in self.tables:
                continue
            view = self.tables.view(code, Role(is_host=True))
            token = self.tables.get(code).host_token
            found.append({"code": code, "token": token, "phase": view["phase"]})
        return {"tables": found, "more": only is None}

    def create(self, request: Request, body: Mapping[str, Any]) -> Any:
        """Open a table, of which the client becomes the host."""
        fields = fields_of(body, "variant")
        if self.network.table is not None:
            fault = coded_message("table.only", "this server has only one table")
            raise RequestError(403, fault)
        variant = fields.read("variant", Variant.from_text) if "variant" in fields else Variant()
        table = self.tables.create(variant)
        view = self._view(table.code, Role(is_host=True))
        return {"code": table.code, "token": table.host_token, "table": view}

    def get(self, request: Request, _: Mapping[str, Any], code: str, role: Role) -> Any:
        """Return a table; to its host with the links for the others."""
        view = self._view(code, role)
        return {**view, **self.network.links(request, code)} if role.is_host else view

    def close(self, _: Request, __: Mapping[str, Any], code: str, role: Role) -> Response:
        """Close a table."""
        self.tables.close(code)
        return Response(status_code=204)

    def join(self, _: Request, body: Mapping[str, Any], code: str, role: Role) -> Any:
        """Take a chair, and return its token."""
        chair = self.tables.join(code, fields_of(body, "name", "chair", "start", "key"))
        self.hub.see(code, Role(chair=chair))
        token = self.tables.get(code).token(chair)
        return {"chair": chair, "token": token, "table": self._view(code, Role(chair=chair))}

    def host(self, request: Request, body: Mapping[str, Any], code: str, role: Role) -> Any:
        """Do what the host says."""
        fields = fields_of(body, "do", "chair", "bot", "first")
        table = self.tables.host(code, fields)
        view = self._view(code, role)
        if fields["do"] != "hand":
            return {"table": view}
        token = table.token(fields["chair"])
        return {"table": view, "token": token} | self.network.links(
            request, seat_fragment(code, token)
        )

    def chair(self, _: Request, body: Mapping[str, Any], code: str, role: Role) -> Any:
        """Do what the owner of a chair says, besides playing."""
        assert role.chair
        self.tables.chair(code, role.chair, fields_of(body, "do", "cell"))
        return {"table": self._view(code, role)}

    # The game

    def seat(self, _: Request, __: Mapping[str, Any], code: str, role: Role) -> Any:
        """Return the game as a seat sees it."""
        assert role.chair
        return self.tables.seat(code, role.chair)

    def step(self, _: Request, body: Mapping[str, Any], code: str, role: Role) -> Any:
        """Do a step of a seat."""
        assert role.chair
        fields = fields_of(body, "revision", "key", "step")
        revision = fields.count("revision", 0, MOST)
        return self.tables.step(code, role.chair, revision, fields["step"], body.get("key"))

    def moments(self, request: Request, body: Mapping[str, Any], _: str, __: Role) -> Any:
        """Return the options in a turn, as POST /moments."""
        return self.questions.turn_options(request, body)

    def why(self, request: Request, body: Mapping[str, Any], _: str, __: Role) -> Any:
        """Return why cells aren't a claim, as POST /claims/why."""
        return self.questions.why(request, body)

    def record(self, _: Request, __: Mapping[str, Any], code: str, role: Role) -> Any:
        """Return the record of a game that is over."""
        return self.tables.saved(code).session.to_record()

    async def events(self, request: Request) -> Response:
        """Stream the document of a table whenever it changes."""
        try:
            code, role = await self._admit(request, None)
        except RequestError as error:
            return error_response(error)
        token = _token(request)

        def view() -> dict[str, Any]:
            if self.tables.get(code).role_of(token) != role:
                raise missing_table()
            return self._view(code, role)

        return EventsResponse(self.hub.documents(code, role, view))

    async def review(self, request: Request) -> Response:
        """Stream the review of a game that is over."""
        found: list[Any] = []

        def read(request: Request, body: Mapping[str, Any]) -> Any:
            fields = fields_of(body, "level")
            level = fields.text("level") if "level" in fields else "strong"
            if level not in LEVELS:
                raise fields.fault("level", one_of(LEVELS))
            found.extend([self.tables.saved(request.state.code), level])
            return {}

        try:
            await self._admit(request, None)
        except RequestError as error:
            return error_response(error)
        answer = await json_endpoint(read)(request)
        if not found:
            return answer
        saved, level = found
        game = saved.session.state.game
        return NdjsonResponse(
            self.reviews.documents(saved.id, level, lambda: review_work(game, level))
        )


#: Why a request is refused to a client without the role that it needs.
_NEEDED = {
    "host": coded_message("table.host_only", "only the host of the table may do this"),
    "seat": coded_message("table.seat_only", "only who sits at the table may do this"),
}


def _token(request: Request) -> str | None:
    """Return the token of a request, or None."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.isascii() else None
