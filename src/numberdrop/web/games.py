"""Games on the table: begun, gone on with step by step, helped, taken out."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ..errors import NotationError, NumberdropError, shown
from ..json_reader import Fields
from ..plan.limits import Stop
from ..puzzles.results import Results
from ..puzzles.scores import parse_player
from ..server.responses import RequestError, fields_of
from ..sessions import Conflict, SavedGame, Session, Store
from ..sessions.help import best_turn, help_of
from ..sessions.outcome import hand_in, keep, outcome
from ..sessions.setups import SEED_DIGITS
from ..sessions.store import MOST_STEPS
from .searches import Searches, Tell

#: Games that a list tells of.
MOST_LISTED = 200

Steps = list[dict[str, Any]]

_SKIPPED = re.compile("[0-9]{1,9}")


class Games:
    """The games of a store; finished ones go into these results."""

    def __init__(
        self,
        store: Store,
        results: Results,
        searches: Searches,
        today: Callable[[], datetime.date],
    ) -> None:
        self.store, self.results, self.searches, self.today = store, results, searches, today

    def list(self, request: Request, _: Mapping[str, Any]) -> Any:
        """The games gone on with last, after so many that are passed over; those on one puzzle
        alone where it is named."""
        asked = request.query_params.get("skip", "0")
        if not _SKIPPED.fullmatch(asked):
            raise NotationError(f"skip: expected a number of games, got {shown(asked)}")
        puzzle = request.query_params.get("puzzle")
        puzzles = None if puzzle is None else [puzzle]
        found, problems = self.store.list(MOST_LISTED + 1, int(asked), puzzles)
        is_more = len(found) + len(problems) > MOST_LISTED
        return {
            "games": [summary.to_json() for summary in found[:MOST_LISTED]],
            "more": is_more,
            "problems": problems,
        }

    def begin(self, _: Request, body: Mapping[str, Any]) -> Any:
        """A new game, or one played on from a turn of another; asked for again with the same key,
        the game that was begun."""
        head = dict(body)
        key = head.pop("key", None)
        if "game" in head:
            sitting, steps = self._played_on(fields_of(head, "kind", "game", "turn"))
        else:
            steps = [{"do": "roll", "roll": head.pop("roll")}] if "roll" in head else []
            seed = head.get("seed")
            if isinstance(seed, str) and seed.isascii() and seed.isdigit():
                number = seed.lstrip("0") or "0"
                # A longer one is refused as it was given, and may be too long for a number.
                head["seed"] = int(number) if len(number) <= SEED_DIGITS else seed
            sitting = Session.begin(head, self.today())
        return self._told(self.store.begin(sitting, *steps, key=key))

    def get(self, request: Request, _: Mapping[str, Any]) -> Any:
        """A game as it stands."""
        return self._told(self.store.get(request.path_params["id"]))

    def remove(self, request: Request, _: Mapping[str, Any]) -> Response:
        """A game taken out."""
        self.store.remove(request.path_params["id"])
        return Response(status_code=204)

    def record(self, request: Request, _: Mapping[str, Any]) -> Any:
        """The record of a game."""
        return self.store.get(request.path_params["id"]).sitting.to_record()

    def step(self, request: Request, body: Mapping[str, Any]) -> Any:
        """A game after one more step. A game that ends with it is put into the high scores."""
        fields = fields_of(body, "revision", "key", "step")
        revision = fields.count("revision", 0, MOST_STEPS)
        kept = self._do(request.path_params["id"], revision, fields["step"], body.get("key"))
        if kept.sitting.is_over():
            with suppress(NumberdropError):  # the score is told all the same
                hand_in(self.store, kept.id, self.results)
        return self._told(kept)

    def name(self, request: Request, body: Mapping[str, Any]) -> Any:
        """The result of a finished game put into the high scores under a name."""
        fields = fields_of(body, "name")
        kept = self.store.get(request.path_params["id"])
        done = keep(kept.sitting, parse_player(fields.text("name")), self.today(), self.results)
        if done is None:
            raise NumberdropError.saying(
                "scores.no_place", "this game has no place in the high scores"
            )
        return {"number": done[0], "kept": done[1]}

    def help(self, request: Request, body: Mapping[str, Any]) -> Response:
        """The best turn, as much of it as the grade gives away. That it was asked for is kept,
        however far the turn has been chosen meanwhile."""
        fields = fields_of(body, "grade")
        step = {"do": "help", "grade": fields.text("grade")}
        kept = self.store.get(request.path_params["id"])
        kept.sitting.do(step)  # refuses what can't be helped before anything is searched

        def work(stop: Stop, tell: Tell) -> None:
            best = best_turn(kept.sitting, stop=stop)
            if not stop.is_set():
                after = self._helped(kept, step)
                tell({**help_of(best, step["grade"]), "revision": after.revision})

        return self.searches.last(work)

    def _played_on(self, fields: Fields) -> tuple[Session, Steps]:
        """A game that begins with the turns of another, and the step back to one of them."""
        if "kind" in fields:
            fields.expect("kind", "free")
        other = self.store.get(fields.text("game")).sitting
        played = len(other.state.turns)
        turn = fields.count("turn", 1, played + 1)
        if other.head.kind == "daily" and not other.is_over():
            raise NumberdropError.saying(
                "puzzle.going_on",
                "this puzzle isn't over: it can be played on from the end alone",
            )
        steps: Steps = [{"do": "back", "turn": turn}] if turn <= played else []
        head: dict[str, Any] = {"kind": "record", "record": other.to_record()}
        if other.head.seats:
            head["seats"] = list(other.head.seats)
        return Session.begin(head), steps

    def _helped(self, kept: SavedGame, step: object) -> SavedGame:
        """The game with a help noted, as long as the turn that it is about is to be played."""
        about = _turn_of(kept.sitting)
        while True:
            try:
                return self.store.do(kept.id, kept.revision, step)
            except Conflict as error:
                kept = error.kept
                if _turn_of(kept.sitting) != about:
                    raise self._refused(error) from None

    def _do(self, name: str, revision: int, step: object, key: str | None = None) -> SavedGame:
        """The game after another step; Refused, with the game as it is, if it went on elsewhere."""
        try:
            return self.store.do(name, revision, step, key)
        except Conflict as error:
            raise self._refused(error) from None

    def _refused(self, error: Conflict) -> RequestError:
        return RequestError(409, error.sentence, game=self._told(error.kept))

    def _told(self, kept: SavedGame) -> dict[str, Any]:
        """The document of a game, with its result where it is over."""
        return {**kept.to_json(), "result": outcome(kept.sitting, self.results)}


def _turn_of(sitting: Session) -> tuple[object, ...]:
    """What a help is about, which choosing a part of the turn doesn't change."""
    return sitting.state.game, sitting.seat, sitting.position, sitting.roll
