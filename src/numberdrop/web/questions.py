"""The part of the API that needs no saved game: the options in a turn, hints, reviews, pasted
texts."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response

from ..dice import Roll
from ..errors import NotationError, NumberdropError, at_place, expected_got
from ..game import Game
from ..json_reader import LONGEST_DOCUMENT, OBJECT, Fields, items_between, one_of, some_of
from ..plan.limits import Stop
from ..position import Position
from ..record import PlayedLine, load_record
from ..rules import Variant
from ..server.responses import Limits, fields_of, read_text, sentences_of
from ..sessions import PartialTurn, Store, turn_options
from ..sessions.pasted import read_pasted
from ..sessions.setups import released_puzzle
from ..transitions import GAME_OVER
from ..turn import Turn
from .searches import Emit, SearchRunner, Work

if TYPE_CHECKING:
    from ..multiplayer import ReviewedPart, SeatHint
    from ..plan import Hint, ReviewedTurn

#: The most ideas in a hint, and the longest text that is read, in characters.
MOST_IDEAS = 50
MOST_TEXT = 30_000

#: The limits of a request with a log: one of 25 turns of six players has some 100,000 values.
LOG_LIMITS = Limits(LONGEST_DOCUMENT, 400_000)

#: The keys of a hint's request that go together, by the key that selects them.
_HINT_KEYS = {"position": ("position", "target"), "positions": ("positions", "seat", "for")}
#: The keys of a review's request that go together, by the key that selects them.
_REVIEW_KEYS = {
    "game": ("game",),
    "record": ("record",),
    "position": ("position", "turn", "variant"),
}


class Questions:
    """The handlers of these requests. They run on `searches`; `store` holds the games that a review
    may name."""

    def __init__(
        self, searches: SearchRunner, store: Store, today: Callable[[], datetime.date]
    ) -> None:
        self.searches, self.store, self.today = searches, store, today

    def turn_options(self, _: Request, body: Mapping[str, Any]) -> Any:
        """Return what can be chosen next in a partly chosen turn."""
        fields = fields_of(body, "position", "roll", "variant", "turn")
        position, roll, variant = _decision(fields)
        partial = PartialTurn.from_json(body.get("turn", {}))
        return turn_options(position, roll, partial, variant).to_json()

    def why(self, _: Request, body: Mapping[str, Any]) -> Any:
        """Return the claim that some cells make, or one sentence that says why they make none."""
        fields = fields_of(body, "position", "cells")
        position = fields.read("position", Position.from_text)
        judged = position.judge_claim(fields.texts("cells"))
        if isinstance(judged, str):
            return {"why": judged, **sentences_of([judged]), "claim": None}
        claim = {"kind": judged.kind, "size": len(judged.cells), "cells": list(judged.cells)}
        return {"why": None, "claim": claim}

    def explain(self, _: Request, body: Mapping[str, Any]) -> Response:
        """Say why one turn of a solo game is better than another."""
        from ..plan.hints.explain import explain

        fields = fields_of(body, "position", "roll", "variant", "one", "other")
        position, roll, variant = _decision(fields)
        one, other = fields.text("one"), fields.text("other")

        def work(stop: Stop, emit: Emit) -> None:
            emit(explain(position, roll, one, other, variant=variant, stop=stop).to_json())

        return self.searches.last(work)

    def read(self, _: Request, body: Mapping[str, Any]) -> Any:
        """Recognise a pasted text."""
        fields = fields_of(body, "text", "position", "roll", "variant", "puzzle")
        text = read_text(fields, "text", MOST_TEXT)
        variant = _variant(fields)
        position = roll = puzzle = None
        if body.get("position") is not None:
            position = fields.read("position", Position.from_text)
        if body.get("roll") is not None:
            roll = _roll(fields, variant)
        if body.get("puzzle") is not None:
            puzzle = released_puzzle(fields.text("puzzle"), self.today())
        read = read_pasted(text, position, roll, variant, puzzle, self.today())
        return {**read, **sentences_of(read.get("problems", ()))}

    def import_log(self, _: Request, body: Mapping[str, Any]) -> Any:
        """Return the record of the game in a log of the online adaptation, and what it lacks."""
        from ..bga import import_log, notes_on

        record = import_log(fields_of(body, "log").fields("log").values)
        return {"record": record, **sentences_of(notes_on(record))}

    def hints(self, _: Request, body: Mapping[str, Any]) -> Response:
        """Stream the best turns for a roll, in a solo game or for one seat at a table, at one level
        after another."""
        from ..plan.hints.levels import LEVELS

        selector = "positions" if "positions" in body else "position"
        fields = fields_of(body, *_HINT_KEYS[selector], "roll", "variant", "levels", "top")
        levels = fields.texts("levels") if "levels" in body else list(LEVELS)
        for level in levels:
            if level not in LEVELS:
                raise fields.fault("levels", some_of(LEVELS))
        if not 1 <= len(levels) <= len(LEVELS):
            raise fields.fault("levels", items_between(1, len(LEVELS)))
        top = fields.count("top", 1, MOST_IDEAS) if "top" in body else 5
        find = _seat_search(fields, top) if selector == "positions" else _solo_search(fields, top)

        def work(stop: Stop, emit: Emit) -> None:
            for place, level in enumerate(levels, 1):
                found = find(level, stop)
                if stop.is_set():
                    return
                is_last = place == len(levels)  # a level may be asked for twice
                emit({"level": level, "hint": found.to_json(), "last": is_last})

        return self.searches.stream(work)

    def starts(self, _: Request, body: Mapping[str, Any]) -> Response:
        """Stream the start cells of a deal, ranked."""
        from ..plan.hints.start_cells import rank_starts

        fields = fields_of(body, "tiles", "variant")
        tiles, variant = fields.texts("tiles"), _variant(fields)
        Position.starts(tiles)  # raises for tiles that can't be dealt

        def work(stop: Stop, emit: Emit) -> None:
            emit({"starts": rank_starts(tiles, variant=variant, stop=stop).to_json()})

        return self.searches.stream(work)

    def reviews(self, _: Request, body: Mapping[str, Any]) -> Response:
        """Stream the review of a saved game, of a record, or of a single turn."""
        from ..plan.hints.levels import LEVELS

        selector = next((key for key in ("game", "record") if key in body), "position")
        fields = fields_of(body, *_REVIEW_KEYS[selector], "level")
        level = fields.text("level") if "level" in body else "strong"
        if level not in LEVELS:
            raise fields.fault("level", one_of(LEVELS))
        played = self._played(fields)
        if not played.turns:
            raise NumberdropError.coded(
                "review.none", "review: expected at least one turn, got none"
            )

        return self.searches.stream(review_work(played, level))

    def _played(self, fields: Fields) -> Game | PlayedLine:
        """Return what to review: a game of several players, or the line of a solo game."""
        if "game" in fields:
            session = self.store.get(fields.text("game")).session
            if session.state.game:
                return session.state.game
            return PlayedLine(session.state.positions, session.state.turns, session.variant)
        if "record" in fields:
            record = fields["record"]
            if not isinstance(record, Mapping):
                raise NotationError(expected_got("record", OBJECT, record))
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


def _solo_search(fields: Fields, top: int) -> Callable[[str, Stop], Hint]:
    """Return a function of a level that finds the hint for a solo game."""
    from ..plan.hints.hint import hint

    position, roll, variant = _decision(fields)
    has_target = fields.values.get("target") is not None
    target = fields.count("target", -100, 200) if has_target else None
    if position.is_over():
        raise NumberdropError(GAME_OVER)
    return lambda level, stop: hint(
        position, roll, level=level, variant=variant, top=top, target=target, stop=stop
    )


def _seat_search(fields: Fields, top: int) -> Callable[[str, Stop], SeatHint]:
    """Return a function of a level that finds the hint for a seat, given only the sheets of all
    seats before this turn."""
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
        raise NumberdropError(GAME_OVER)
    return lambda level, stop: hint(seats, seat, roll, aim=aim, level=level, top=top, stop=stop)


def _sheets(fields: Fields) -> list[Position]:
    """Return the sheets of all seats. Raises NotationError, naming the seat, if a text is not a
    position."""
    sheets = []
    for seat, text in enumerate(fields.texts("positions"), 1):
        try:
            sheets.append(Position.from_text(text))
        except NotationError as error:
            where = f"{fields.place('positions')}, seat {seat}"
            raise NotationError(at_place(where, error.sentence)) from None
    return sheets


def review_work(played: Game | PlayedLine, level: str) -> Work:
    """Return the function that reviews a game, and streams each turn and then the review."""

    def work(stop: Stop, emit: Emit) -> None:
        found = _review(played, level, stop, lambda turn: emit({"turn": turn}))
        if not stop.is_set():
            emit({"review": found})

    return work


def _review(
    played: Game | PlayedLine, level: str, stop: Stop, on_turn: Callable[[dict[str, Any]], None]
) -> dict[str, Any]:
    """Return the review of a game, and call `on_turn` with each turn as soon as it is reviewed."""
    if isinstance(played, Game):
        from ..multiplayer.review import review_seats, turn_to_json

        def all_seats(number: int, roll: Roll, parts: tuple[ReviewedPart, ...]) -> None:
            on_turn(turn_to_json(number, roll, parts))

        return review_seats(played, level=level, stop=stop, reviewed=all_seats).to_json()
    from ..plan.hints.review import review

    def one_turn(turn: ReviewedTurn) -> None:
        on_turn(turn.to_json())

    return review(played, level=level, stop=stop, reviewed=one_turn).to_json()


def load_planner() -> None:
    """Import the planner and its weights in advance, so that the first hint is fast."""
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
