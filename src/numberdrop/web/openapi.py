"""The operations of the API, and their OpenAPI document."""

from __future__ import annotations

from functools import cache

from ..server.openapi import Json, Operation, openapi_document

#: The schema that defines the requests and responses.
API_SCHEMA = "api"
_LINES = "application/x-ndjson"


def _at_table(
    method: str,
    path: str,
    summary: str,
    response: str | None,
    request: str | None = None,
    errors: tuple[int, ...] = (),
    media: str = "application/json",
) -> Operation:
    """Return an operation at a table, whose code is in the path."""
    refused = (403, 404, 429, *errors)
    where = f"/tables/{{code}}{path}"
    return Operation(method, where, summary, response, request, refused, media, token=True)


OPERATIONS = (
    Operation("GET", "", "What this program is", "about"),
    Operation("GET", "/keys", "The keys of the page", "keys"),
    Operation(
        "GET",
        "/days",
        "The days of a month",
        "days",
        errors=(422,),
        query=(("month", "YYYY-MM; the current month if left out."),),
    ),
    Operation("GET", "/puzzles/{name}", "A puzzle, without its rolls", "puzzle", errors=(404, 422)),
    Operation("GET", "/drops", "The drop problems", "drops"),
    Operation("GET", "/drops/today", "Today's drop problem", "drop"),
    Operation("GET", "/scores", "The high scores", "scores"),
    Operation("POST", "/prints", "Print", "printed", "print", file="application/pdf"),
    Operation(
        "GET",
        "/games",
        "The saved games",
        "games",
        errors=(422,),
        query=(
            ("skip", "The number of games to skip; 0 if left out."),
            ("puzzle", "Only games on this puzzle."),
        ),
    ),
    Operation("POST", "/games", "Begin a game", "game", "newGame", (404,)),
    Operation("GET", "/games/{id}", "A game", "game", errors=(404,)),
    Operation("DELETE", "/games/{id}", "Remove a game", None, errors=(404,)),
    Operation("GET", "/games/{id}/record", "The record of a game", "record", errors=(404, 422)),
    Operation(
        "GET",
        "/games/{id}/picture",
        "The sheet of a game as SVG",
        "picture",
        errors=(404, 422),
        query=(
            ("language", "The language of its words; en if left out."),
            ("name", "The three letters of the player; none if left out."),
        ),
    ),
    Operation("POST", "/games/{id}/steps", "Play a step", "game", "step", (404, 409)),
    Operation("POST", "/games/{id}/name", "Put a result into the scores", "named", "name", (404,)),
    Operation("POST", "/games/{id}/help", "Ask for help", "help", "helpAsked", (404, 409)),
    Operation("GET", "/backup", "All games and results as a file", "backupLine", media=_LINES),
    Operation("POST", "/backup", "Take in games and results", "backupTaken", "backupLines"),
    Operation("POST", "/moments", "The options in a turn", "moment", "momentAsked"),
    Operation("POST", "/claims/why", "Are these cells a claim?", "claimJudged", "claimAsked"),
    Operation("POST", "/read", "What is this text?", "read", "readAsked"),
    Operation("POST", "/imports", "The record of a log", "imported", "importAsked"),
    Operation("POST", "/hints", "The best turns for a roll", "hintLine", "hintAsked", media=_LINES),
    Operation("POST", "/starts", "The best start cells", "startsLine", "startsAsked", media=_LINES),
    Operation("POST", "/explain", "Why is this turn better?", "explanation", "explainAsked"),
    Operation(
        "POST",
        "/reviews",
        "What the turns of a game cost",
        "reviewLine",
        "reviewAsked",
        (404,),
        media=_LINES,
    ),
    Operation("GET", "/tables", "The tables, for this machine alone", "tables", errors=(403,)),
    Operation("POST", "/tables", "Open a table", "tableOpened", "newTable"),
    _at_table("GET", "", "A table", "table"),
    _at_table("DELETE", "", "Close a table", None),
    _at_table("POST", "/chairs", "Take a chair", "chairTaken", "chairAsked"),
    _at_table("POST", "/host", "Host a table", "hosted", "hostAsked"),
    _at_table("POST", "/chair", "Change or leave the own chair", "hosted", "ownChair"),
    _at_table("GET", "/seat", "The game as a seat sees it", "game", errors=(422,)),
    _at_table("POST", "/seat/steps", "Play a step of a seat", "game", "step", errors=(409,)),
    _at_table("POST", "/moments", "The options in a turn", "moment", "momentAsked"),
    _at_table("POST", "/claims/why", "Are these cells a claim?", "claimJudged", "claimAsked"),
    _at_table("GET", "/record", "The record of a game that is over", "record", errors=(422,)),
    _at_table("GET", "/events", "What changes at a table", "table", media="text/event-stream"),
    _at_table(
        "POST",
        "/reviews",
        "The review of a game that is over",
        "reviewLine",
        "tableReviewAsked",
        media=_LINES,
    ),
)


@cache
def openapi() -> Json:
    """Return the OpenAPI 3.1 document."""
    summary = "Play Number Drop, and get hints and reviews."
    return openapi_document("numberdrop", summary, API_SCHEMA, OPERATIONS)
