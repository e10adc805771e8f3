"""The ASGI application. The server stores no games: each request includes the JSON of its game, as
`Session.to_json()` returns it, and each response includes the new state."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request

from ...errors import NotationError, coded_message
from ...json_reader import Fields, one_of
from ...locales import LANGUAGES
from ...server.application import application, route
from ...server.files import Files
from ...server.guard import Hosts
from ...server.responses import fields_of, read_text
from ...version import installed
from ..advice import advise
from ..family import Family
from ..parsing import read_game
from ..policies import OPPONENTS
from ..puzzles import GRADES, default_cubes, puzzles
from ..rules import DEALS, VARIANTS, variant_number
from ..session import DICE, PERSON, Session
from ..tables import is_table_stored
from ..trio import MOST_CUBES, TrioFamily
from ..trio_tables import is_trio_stored
from ..values import review
from .openapi import openapi
from .responses import game_response, puzzle_response, review_response

#: The longest text that is read as a record.
MOST_TEXT = 30_000
#: The fields of each step, besides `do`.
_STEPS = {"roll": ["roll"], "move": ["move"], "go": [], "undo": [], "back": ["ply"]}


def make_app(hosts: Hosts | None = None) -> Starlette:
    """Return the page and its API as an ASGI application that accepts requests to `hosts`."""
    routes = [
        route("GET", "", _about),
        route("POST", "/games", _new_game),
        route("POST", "/moments", _state),
        route("POST", "/steps", _step),
        route("POST", "/advice", _advice),
        route("POST", "/records", _parse_record),
        route("POST", "/reviews", _review),
        route("POST", "/puzzles", _puzzle),
    ]
    return application(routes, openapi, Files(__package__), hosts)


def _about(_: Request, __: Mapping[str, Any]) -> Any:
    """Return the choices for a game, and the variants whose table of two, and of three players with
    Docker's deal, is stored."""
    return {
        **installed(),
        "languages": list(LANGUAGES),
        "players": [PERSON, *OPPONENTS],
        "variants": [*VARIANTS],
        "dice": list(DICE),
        "deals": [*DEALS],
        "tables": [name for name in VARIANTS if is_table_stored(Family((6, 6), name))],
        "tables_of_three": [
            name for name in VARIANTS if is_trio_stored(TrioFamily(MOST_CUBES, name))
        ],
    }


def _new_game(_: Request, body: Mapping[str, Any]) -> Any:
    """Begin a game, or continue one from its record."""
    fields = fields_of(body, "seats", "variant", "seed", "dice", "record", "deal")
    session = Session.begin(
        fields.texts("seats"),
        fields.text("variant") if "variant" in fields else "S",
        random.SystemRandom().randrange(2**32) if body.get("seed") is None else fields.seed("seed"),
        fields.text("dice") if "dice" in fields else DICE[0],
        fields.text("record") if "record" in fields else None,
        fields.text("deal") if "deal" in fields else "omba",
    )
    for name, own in (("variant", session.variant), ("deal", session.deal)):
        if "record" in fields and name in fields and fields[name] != own:
            expected = coded_message(
                "omba.record.expected", "expected {value}, as in the record", value=own
            )
            raise fields.fault(name, expected)
    return game_response(session)


def _session(fields: Fields) -> Session:
    return Session.from_json(Fields(fields["game"], "game"))


def _state(_: Request, body: Mapping[str, Any]) -> Any:
    """Return the state of a game."""
    return game_response(_session(fields_of(body, "game")))


def _step(_: Request, body: Mapping[str, Any]) -> Any:
    """Return a game after a step: `roll` enters a roll, `move` plays a move, `go` plays a step that
    needs no input, `undo` takes back a move, `back` returns to before a ply, counted from 0."""
    fields = fields_of(body, "game", "step")
    session, step = _session(fields), Fields(fields["step"], "step")
    action = step.text("do")
    if action not in _STEPS:
        raise step.fault("do", one_of(_STEPS))
    step.expect_only("do", *_STEPS[action])
    match action:
        case "roll":
            return game_response(session.with_roll(step["roll"]))
        case "move":
            return game_response(session.with_move(step.text("move")))
        case "go":
            return game_response(session.advanced())
        case "undo":
            return game_response(session.undone())
        case _:
            ply = step.count("ply", 0, 2**31)
            if ply >= len(session.game.plies):  # the message of back_to() counts from 1
                raise NotationError.coded(
                    "omba.no_ply_from_0",
                    "back: expected a ply that was played, counted from 0, got {ply}",
                    ply=ply,
                )
            return game_response(session.back_to(ply))


def _advice(_: Request, body: Mapping[str, Any]) -> Any:
    """Return the winning chance of the player to move, and the value of each move."""
    session = _session(fields_of(body, "game"))
    return advise(session.position, session.roll, session.variant).to_json()


def _parse_record(_: Request, body: Mapping[str, Any]) -> Any:
    """Parse a pasted record."""
    game = read_game(read_text(fields_of(body, "text"), "text", MOST_TEXT))
    return {"record": str(game), "players": game.players, "winner": game.winner}


def _review(_: Request, body: Mapping[str, Any]) -> Any:
    """Review a game. Raises NoTable if its chances can't be computed exactly."""
    return review_response(review(read_game(fields_of(body, "record").text("record"))))


def _puzzle(_: Request, body: Mapping[str, Any]) -> Any:
    """Return a puzzle for two or three `players`, of `grade` if that is given. The same seed gives
    the same puzzle as long as the same tables are stored."""
    fields = fields_of(body, "seed", "grade", "variant", "players")
    seed = fields.seed("seed") if "seed" in fields else 1
    grade = fields.text("grade") if "grade" in fields else None
    if grade not in (None, *GRADES):
        raise fields.fault("grade", one_of(GRADES))
    variant = fields.text("variant") if "variant" in fields else "S"
    variant_number(variant)
    players = fields.count("players", 2, 3) if "players" in fields else 2
    cubes = default_cubes(variant, players)
    [found] = puzzles(1, seed=seed, cubes=cubes, players=players, variant=variant, grade=grade)
    return puzzle_response(found)
