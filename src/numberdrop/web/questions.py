"""Questions that need no game: what may be chosen in a turn, hints, reviews, pasted texts."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response

from ..dice import Roll
from ..errors import NotationError, NumberdropError, at_place, shown
from ..game import Game
from ..json_reader import Fields, one_of
from ..plan.limits import Stop
from ..position import Position
from ..record import PlayedLine, load_record
from ..rules import Variant
from ..server.responses import fields_of, sentences_of
from ..sessions import PartialTurn, Store, turn_options
from ..sessions.pasted import read_pasted
from ..sessions.setups import due
from ..transitions import OVER
from ..turn import Turn
from .searches import Searches, Tell

if TYPE_CHECKING:
    from ..multiplayer import ReviewedPart, SeatHint
    from ..plan import Hint, ReviewedTurn

#: Ideas that a hint may be asked for, and the longest text that is read.
MOST_IDEAS = 50
MOST_TEXT = 30_000

#: What a hint is asked for, by the key that names it, and what may stand beside it.
_HINTED = {"position": ("position", "target"), "positions": ("positions", "seat", "for")}
#: What is reviewed, by the key that names it: no other may stand beside it.
_REVIEWED = {"game": ("game",), "record": ("record",), "position": ("position", "turn", "variant")}


class Questions:
    """Answers them with these searches; `store` has the games that a review may name."""

    def __init__(
        self, searches: Searches, store: Store, today: Callable[[], datetime.date]
    ) -> None:
        self.searches, self.store, self.today = searches, store, today

    def turn_options(self, _: Request, body: Mapping[str, Any]) -> Any:
        """What may be chosen next in a turn, as far as it has been chosen."""
        fields = fields_of(body, "position", "roll", "variant", "turn")
        position, roll, variant = _decision(fields)
        tentative = PartialTurn.from_json(body.get("turn", {}))
        return turn_options(position, roll, tentative, variant).to_json()

    def why(self, _: Request, body: Mapping[str, Any]) -> Any:
        """The claim that some cells are, or one sentence that says why they are none."""
        fields = fields_of(body, "position", "cells")
        position = fields.read("position", Position.from_text)
        judged = position.judge_claim(fields.texts("cells"))
        if isinstance(judged, str):
            return {"why": judged, **sentences_of([judged]), "claim": None}
        told = {"kind": judged.kind, "size": len(judged.cells), "cells": list(judged.cells)}
        return {"why": None, "claim": told}

    def read(self, _: Request, body: Mapping[str, Any]) -> Any:
        """What a pasted text is."""
        fields = fields_of(body, "text", "position", "roll", "variant", "puzzle")
        if len(fields.text("text")) > MOST_TEXT:
            raise NotationError(f"text: expected {MOST_TEXT} characters at most")
        variant = _variant(fields)
        position = roll = puzzle = None
        if body.get("position") is not None:
            position = fields.read("position", Position.from_text)
        if body.get("roll") is not None:
            roll = _roll(fields, variant)
        if body.get("puzzle") is not None:
            puzzle = due(fields.text("puzzle"), self.today())
        read = read_pasted(fields.text("text"), position, roll, variant, puzzle, self.today())
        return {**read, **sentences_of(read.get("problems", ()))}

    def hints(self, _: Request, body: Mapping[str, Any]) -> Response:
        """The turns for a roll, of a solo game or of one seat at a table, at one level after
        another."""
        from ..plan.hints.levels import LEVELS

        asked = "positions" if "positions" in body else "position"
        fields = fields_of(body, *_HINTED[asked], "roll", "variant", "levels", "top")
        levels = fields.texts("levels") if "levels" in body else list(LEVELS)
        for level in levels:
            if level not in LEVELS:
                raise fields.fault("levels", f"expected some of {', '.join(LEVELS)}")
        if not 1 <= len(levels) <= len(LEVELS):
            raise fields.fault("levels", f"expected 1 to {len(LEVELS)}")
        top = fields.count("top", 1, MOST_IDEAS) if "top" in body else 5
        find = _of_seat(fields, top) if asked == "positions" else _of_solo(fields, top)

        def work(stop: Stop, tell: Tell) -> None:
            for place, level in enumerate(levels, 1):
                found = find(level, stop)
                if stop.is_set():
                    return
                is_last = place == len(levels)  # a level may be asked for twice
                tell({"level": level, "hint": found.to_json(), "last": is_last})

        return self.searches.lines(work)

    def starts(self, _: Request, body: Mapping[str, Any]) -> Response:
        """Where to write the first 1."""
        from ..plan.hints.start_cells import rank_starts

        fields = fields_of(body, "tiles", "variant")
        tiles, variant = fields.texts("tiles"), _variant(fields)
        Position.starts(tiles)  # refuses tiles that can't be dealt

        def work(stop: Stop, tell: Tell) -> None:
            tell({"starts": rank_starts(tiles, variant=variant, stop=stop).to_json()})

        return self.searches.lines(work)

    def reviews(self, _: Request, body: Mapping[str, Any]) -> Response:
        """What each turn of a game cost: of one that is kept, of a record, or of a single turn."""
        from ..plan.hints.levels import LEVELS

        asked = next((key for key in ("game", "record") if key in body), "position")
        fields = fields_of(body, *_REVIEWED[asked], "level")
        level = fields.text("level") if "level" in body else "strong"
        if level not in LEVELS:
            raise fields.fault("level", f"expected one of {', '.join(LEVELS)}")
        played = self._played(fields)
        if not played.turns:
            raise NumberdropError.saying(
                "review.none", "review: expected at least one turn, got none"
            )

        def work(stop: Stop, tell: Tell) -> None:
            found = _reviewed(played, level, stop, lambda turn: tell({"turn": turn}))
            if not stop.is_set():
                tell({"review": found})

        return self.searches.lines(work)

    def _played(self, fields: Fields) -> Game | PlayedLine:
        """What is to be reviewed: a game of several, or the line of a solo game."""
        if "game" in fields:
            sitting = self.store.get(fields.text("game")).sitting
            if sitting.state.game:
                return sitting.state.game
            return PlayedLine(sitting.state.positions, sitting.state.turns, sitting.variant)
        if "record" in fields:
            record = fields["record"]
            if not isinstance(record, Mapping):
                raise NotationError(f"record: expected an object, got {shown(record)}")
            found = load_record(record)
            if isinstance(found, PlayedLine) or found.players > 1:
                return found
            turns = tuple(turn for turn in found.turns if isinstance(turn, Turn))
            return PlayedLine(
                tuple(at_place[0] for at_place in found.history), turns, found.variant
            )
        variant = _variant(fields)
        position = fields.read("position", Position.from_text)
        turn = fields.read("turn", lambda text: Turn.from_text(text, variant.dice))
        return PlayedLine.of(position, [turn], variant)


def _of_solo(fields: Fields, top: int) -> Callable[[str, Stop], Hint]:
    """What finds the ideas for a solo game at a level."""
    from ..plan.hints.hint import hint

    position, roll, variant = _decision(fields)
    has_target = fields.values.get("target") is not None
    target = fields.count("target", -100, 200) if has_target else None
    if position.is_over():
        raise NumberdropError(OVER)
    return lambda level, stop: hint(
        position, roll, level=level, variant=variant, top=top, target=target, stop=stop
    )


def _of_seat(fields: Fields, top: int) -> Callable[[str, Stop], SeatHint]:
    """What finds the turns of a seat at a level, from the sheets of all before this turn alone."""
    from ..multiplayer import Seats, hint
    from ..multiplayer.ply import AIMS

    variant = _variant(fields)
    sheets = _sheets(fields)
    seats = fields.read("positions", lambda _: Seats(sheets, variant))
    roll = _roll(fields, variant)
    seat = fields.count("seat", 1, len(seats))
    aim = fields.values.get("for", AIMS[0])
    if aim not in AIMS:
        raise fields.fault("for", one_of(AIMS))
    if seats.is_over():
        raise NumberdropError(OVER)
    return lambda level, stop: hint(seats, seat, roll, aim=aim, level=level, top=top, stop=stop)


def _sheets(fields: Fields) -> list[Position]:
    """The sheets of all seats; NotationError, naming the seat, for a text that is none."""
    sheets = []
    for seat, text in enumerate(fields.texts("positions"), 1):
        try:
            sheets.append(Position.from_text(text))
        except NotationError as error:
            where = f"{fields.place('positions')}, seat {seat}"
            raise NotationError(at_place(where, error.sentence)) from None
    return sheets


def _reviewed(
    played: Game | PlayedLine, level: str, stop: Stop, told: Callable[[dict[str, Any]], None]
) -> dict[str, Any]:
    """The review of a game, each turn of which is told as soon as it is done."""
    if isinstance(played, Game):
        from ..multiplayer.review import review_seats, turn_to_json

        def all_seats(number: int, roll: Roll, parts: tuple[ReviewedPart, ...]) -> None:
            told(turn_to_json(number, roll, parts))

        return review_seats(played, level=level, stop=stop, reviewed=all_seats).to_json()
    from ..plan.hints.review import review

    def one(turn: ReviewedTurn) -> None:
        told(turn.to_json())

    return review(played, level=level, stop=stop, reviewed=one).to_json()


def load_planner() -> None:
    """What takes a while before the first hint, done beforehand."""
    from ..plan.hints import hint, review  # noqa: F401
    from ..plan.weights import shipped

    shipped()


def _decision(fields: Fields) -> tuple[Position, Roll, Variant]:
    variant = _variant(fields)
    position = fields.read("position", Position.from_text)
    return position, _roll(fields, variant), variant


def _roll(fields: Fields, variant: Variant) -> Roll:
    return fields.read("roll", lambda text: Roll.from_text(text, variant.dice))


def _variant(fields: Fields) -> Variant:
    return fields.read("variant", Variant.from_text) if "variant" in fields else Variant()
