"""The application: which address is answered by what. It keeps no game: each question has one with
it, as Sitting.to_json() tells it, and each answer has how it stands then."""

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
from ..rules import VARIANTS, variant_number
from ..session import DICE, PERSON, Session
from ..tables import is_table_stored
from ..values import review
from .openapi import openapi
from .responses import game_response, puzzle_response, review_response

#: The longest text that is read as a record.
MOST_TEXT = 30_000
#: What each step needs beside its name.
_STEPS = {"roll": ["roll"], "move": ["move"], "go": [], "undo": [], "back": ["ply"]}


def make_app(hosts: Hosts | None = None) -> Starlette:
    """The page and its API as an ASGI application, called by the names of `hosts`."""
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
    """What there is to choose from, and for which variants the exact table is at hand."""
    return {
        **installed(),
        "languages": list(LANGUAGES),
        "players": [PERSON, *OPPONENTS],
        "variants": [*VARIANTS],
        "dice": list(DICE),
        "tables": [name for name in VARIANTS if is_table_stored(Family((6, 6), name))],
    }


def _new_game(_: Request, body: Mapping[str, Any]) -> Any:
    """A new game, or one gone on with from a record."""
    fields = fields_of(body, "seats", "variant", "seed", "dice", "record")
    session = Session.begin(
        fields.texts("seats"),
        fields.text("variant") if "variant" in fields else "S",
        random.SystemRandom().randrange(2**32) if body.get("seed") is None else fields.seed("seed"),
        fields.text("dice") if "dice" in fields else DICE[0],
        fields.text("record") if "record" in fields else None,
    )
    if "record" in fields and "variant" in fields and fields["variant"] != session.variant:
        expected = coded_message(
            "omba.record.variant", "expected {variant}, as the record has", variant=session.variant
        )
        raise fields.fault("variant", expected)
    return game_response(session)


def _session(fields: Fields) -> Session:
    return Session.from_json(Fields(fields["game"], "game"))


def _state(_: Request, body: Mapping[str, Any]) -> Any:
    """How a game stands."""
    return game_response(_session(fields_of(body, "game")))


def _step(_: Request, body: Mapping[str, Any]) -> Any:
    """A game after a step: `roll`, told by hand; `move`; `go`, what comes by itself; `undo`; or
    `back` to before a ply, counted from 0 on."""
    fields = fields_of(body, "game", "step")
    session, step = _session(fields), Fields(fields["step"], "step")
    does = step.text("do")
    if does not in _STEPS:
        raise step.fault("do", one_of(_STEPS))
    step.expect_only("do", *_STEPS[does])
    match does:
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
            if ply >= len(session.game.plies):  # Sitting.back() tells plies from 1 on
                raise NotationError.coded(
                    "omba.no_ply_from_0",
                    "back: expected a ply that was played, counted from 0 on, got {ply}",
                    ply=ply,
                )
            return game_response(session.back_to(ply))


def _advice(_: Request, body: Mapping[str, Any]) -> Any:
    """The chance of the player to move, and what each move is worth."""
    session = _session(fields_of(body, "game"))
    return advise(session.position, session.roll, session.variant).to_json()


def _parse_record(_: Request, body: Mapping[str, Any]) -> Any:
    """What a pasted text says as the record of a game."""
    game = read_game(read_text(fields_of(body, "text"), "text", MOST_TEXT))
    return {"record": str(game), "players": game.players, "winner": game.winner}


def _review(_: Request, body: Mapping[str, Any]) -> Any:
    """A game with luck and skill apart; NoTable where it can't be told exactly."""
    return review_response(review(read_game(fields_of(body, "record").text("record"))))


def _puzzle(_: Request, body: Mapping[str, Any]) -> Any:
    """A puzzle of a grade, if one is asked for; the same seed gives the same one, with the same
    tables at hand."""
    fields = fields_of(body, "seed", "grade", "variant")
    seed = fields.seed("seed") if "seed" in fields else 1
    grade = fields.text("grade") if "grade" in fields else None
    if grade not in (None, *GRADES):
        raise fields.fault("grade", one_of(GRADES))
    variant = fields.text("variant") if "variant" in fields else "S"
    variant_number(variant)
    cubes = default_cubes(variant)
    [found] = puzzles(1, seed=seed, cubes=cubes, variant=variant, grade=grade)
    return puzzle_response(found)
