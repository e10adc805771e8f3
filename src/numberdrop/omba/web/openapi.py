"""What can be asked of Omba's server, told to other programs as an OpenAPI document."""

from __future__ import annotations

from functools import cache

from ...server.openapi import Json, Operation, openapi_document

#: The schema whose definitions are asked and answered.
API_SCHEMA = "omba"
OPERATIONS = (
    Operation("GET", "", "What this program is, and what there is to choose from", "about"),
    Operation("POST", "/games", "Begin a game, or go on with a record", "moment", "newGame"),
    Operation("POST", "/moments", "How a game stands", "moment", "momentAsked"),
    Operation("POST", "/steps", "A game after a step", "moment", "stepAsked"),
    Operation("POST", "/advice", "What each move is worth", "advice", "adviceAsked"),
    Operation("POST", "/records", "What is this text?", "recordRead", "recordAsked"),
    Operation("POST", "/reviews", "What luck and skill did in a game", "review", "reviewAsked"),
    Operation("POST", "/puzzles", "A position with one best move", "puzzle", "puzzleAsked"),
)


@cache
def openapi() -> Json:
    """The OpenAPI 3.1 document."""
    summary = "Play Omba, and ask for chances, reviews and puzzles."
    return openapi_document("Omba", summary, API_SCHEMA, OPERATIONS)
