"""The application: which address is answered by what. It keeps no game: each question has one with
it, as Sitting.to_json() tells it, and each answer has how it stands then."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request

from ...errors import NotationError
from ...json_reader import Fields, one_of
from ...locales import LANGUAGES
from ...server.application import application, route
from ...server.files import Files
from ...server.guard import Hosts
from ...server.responses import fields_of
from ...version import installed
from ..advice import advise
from ..family import Family
from ..parsing import read_game
from ..policies import OPPONENTS
from ..puzzles import GRADES, cubes_at_hand, puzzles
from ..rules import VARIANTS, variant_number
from ..session import DICE, MOST_SEED, PERSON, Session
from ..tables import is_at_hand
from ..values import review
from .openapi import openapi
from .responses import told, told_puzzle, told_review

#: The longest text that is read as a record.
MOST_TEXT = 30_000
#: What each step needs beside its name.
_STEPS = {"roll": ["roll"], "move": ["move"], "go": [], "undo": [], "back": ["ply"]}


def make_app(hosts: Hosts | None = None) -> Starlette:
    """The page and its API as an ASGI application, called by the names of `hosts`."""
    routes = [
        route("GET", "", _about),
        route("POST", "/games", _begin),
        route("POST", "/moments", _moment),
        route("POST", "/steps", _step),
        route("POST", "/advice", _advice),
        route("POST", "/records", _read),
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
        "tables": [name for name in VARIANTS if is_at_hand(Family((6, 6), name))],
    }


def _begin(_: Request, body: Mapping[str, Any]) -> Any:
    """A new game, or one gone on with from a record."""
    fields = fields_of(body, "seats", "variant", "seed", "dice", "record")
    seed = body.get("seed")
    sitting = Session.begin(
        fields.texts("seats"),
        fields.text("variant") if "variant" in fields else "S",
        random.SystemRandom().randrange(2**32) if seed is None else seed,
        fields.text("dice") if "dice" in fields else DICE[0],
        fields.text("record") if "record" in fields else None,
    )
    if "record" in fields and "variant" in fields and fields["variant"] != sitting.variant:
        raise fields.fault("variant", f"expected {sitting.variant}, as the record has")
    return told(sitting)


def _sitting(fields: Fields) -> Session:
    return Session.from_json(Fields(fields["game"], "game"))


def _moment(_: Request, body: Mapping[str, Any]) -> Any:
    """How a game stands."""
    return told(_sitting(fields_of(body, "game")))


def _step(_: Request, body: Mapping[str, Any]) -> Any:
    """A game after a step: `roll`, told by hand; `move`; `go`, what comes by itself; `undo`; or
    `back` to before a ply, counted from 0 on."""
    fields = fields_of(body, "game", "step")
    sitting, step = _sitting(fields), Fields(fields["step"], "step")
    does = step.text("do")
    if does not in _STEPS:
        raise step.fault("do", one_of(_STEPS))
    step.expect_only("do", *_STEPS[does])
    match does:
        case "roll":
            return told(sitting.rolled(step["roll"]))
        case "move":
            return told(sitting.played(step.text("move")))
        case "go":
            return told(sitting.gone_on())
        case "undo":
            return told(sitting.undone())
        case _:
            ply = step.count("ply", 0, 2**31)
            if ply >= len(sitting.game.plies):  # Sitting.back() tells plies from 1 on
                raise NotationError(
                    f"back: expected a ply that was played, counted from 0 on, got {ply}"
                )
            return told(sitting.back(ply))


def _advice(_: Request, body: Mapping[str, Any]) -> Any:
    """The chance of the player to move, and what each move is worth."""
    sitting = _sitting(fields_of(body, "game"))
    return advise(sitting.position, sitting.roll, sitting.variant).to_json()


def _read(_: Request, body: Mapping[str, Any]) -> Any:
    """What a pasted text says as the record of a game."""
    text = fields_of(body, "text").text("text")
    if len(text) > MOST_TEXT:
        raise NotationError(f"text: expected {MOST_TEXT} characters at most")
    game = read_game(text)
    return {"record": str(game), "players": game.players, "winner": game.winner}


def _review(_: Request, body: Mapping[str, Any]) -> Any:
    """A game with luck and skill apart; NoTable where it can't be told exactly."""
    return told_review(review(read_game(fields_of(body, "record").text("record"))))


def _puzzle(_: Request, body: Mapping[str, Any]) -> Any:
    """A puzzle of a grade, if one is asked for; the same seed gives the same one, with the same
    tables at hand."""
    fields = fields_of(body, "seed", "grade", "variant")
    seed = fields.count("seed", 0, MOST_SEED - 1) if "seed" in fields else 1
    grade = fields.text("grade") if "grade" in fields else None
    if grade not in (None, *GRADES):
        raise fields.fault("grade", f"expected one of {', '.join(GRADES)}")
    variant = fields.text("variant") if "variant" in fields else "S"
    variant_number(variant)
    cubes = cubes_at_hand(variant)
    [found] = puzzles(1, seed=seed, cubes=cubes, variant=variant, grade=grade)
    return told_puzzle(found)
