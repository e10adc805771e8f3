"""The operations of the API, and their OpenAPI document."""

from __future__ import annotations

from functools import cache

from ...server.openapi import Json, Operation, openapi_document

#: The schema that defines the requests and responses.
API_SCHEMA = "omba"
OPERATIONS = (
    Operation("GET", "", "The version, players, variants and tables", "about"),
    Operation(
        "POST", "/games", "Begin a game, or continue one from its record", "moment", "newGame"
    ),
    Operation("POST", "/moments", "The state of a game", "moment", "momentAsked"),
    Operation("POST", "/steps", "Play a step", "moment", "stepAsked"),
    Operation(
        "POST", "/advice", "The winning chance, and the value of each move", "advice", "adviceAsked"
    ),
    Operation("POST", "/records", "What is this text?", "recordRead", "recordAsked"),
    Operation("POST", "/reviews", "The luck and skill in a game", "review", "reviewAsked"),
    Operation(
        "POST", "/puzzles", "A puzzle: a position with one best move", "puzzle", "puzzleAsked"
    ),
)


@cache
def openapi() -> Json:
    """Return the OpenAPI 3.1 document."""
    summary = "Play Omba, and get chances, reviews and puzzles."
    return openapi_document("Omba", summary, API_SCHEMA, OPERATIONS)
