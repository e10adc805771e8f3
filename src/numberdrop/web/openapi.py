"""What can be asked of the server, told to other programs as an OpenAPI document."""

from __future__ import annotations

from functools import cache

from ..server.openapi import Json, Operation, openapi_document

#: The schema whose definitions are asked and answered.
API_SCHEMA = "api"
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
    summary = "Play Number Drop, and ask for moments, hints and reviews."
    return openapi_document("numberdrop", summary, API_SCHEMA, OPERATIONS)
