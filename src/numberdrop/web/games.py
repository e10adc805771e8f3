"""The part of the API for saved games: begin, play step by step, get help, remove."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ..errors import NotationError, NumberdropError, coded_message, expected_got, shown
from ..initials import parse_player
from ..json_reader import Fields, one_of
from ..locales import LANGUAGES, translate_json
from ..plan.limits import Stop
from ..puzzles.results import Results
from ..record import load_record
from ..server.responses import RequestError, fields_of
from ..sessions import Conflict, SavedGame, Session, Store
from ..sessions.help import best_turn, help_to_json
from ..sessions.outcome import figures_so_far, outcome, save_result, submit_result
from ..sessions.saved_game import MOST_STEPS
from ..view.pictures import record_svg
from .searches import Emit, SearchRunner

#: The most games in one list.
MOST_LISTED = 200

Steps = list[dict[str, Any]]

_COUNT = re.compile("[0-9]{1,9}")


class Games:
    """The games of `store`. The results of finished ones go into `results`. Those for whose ids
    `is_at_table` returns true are played at a table, and can't be changed here meanwhile."""

    def __init__(
        self,
        store: Store,
        results: Results,
        searches: SearchRunner,
        today: Callable[[], datetime.date],
        is_at_table: Callable[[str], bool] = lambda game: False,
    ) -> None:
        self.store, self.results, self.searches, self.today = store, results, searches, today
        self.is_at_table = is_at_table

    def list(self, request: Request, _: Mapping[str, Any]) -> Any:
        """List the games, the one played last first, from number `skip` on. Those in which nothing
        was done yet are left out. With `puzzle`, list all games on it."""
        text = request.query_params.get("skip", "0")
        if not _COUNT.fullmatch(text):
            raise NotationError.coded(
                "skip.expected", "skip: expected a number of games, got {got}", got=shown(text)
            )
        puzzle = request.query_params.get("puzzle")
        puzzles = None if puzzle is None else [puzzle]
        found, problems = self.store.list(
            MOST_LISTED + 1, int(text), puzzles, untouched=puzzles is not None
        )
        is_more = len(found) + len(problems) > MOST_LISTED
        return {
            "games": [summary.to_json() for summary in found[:MOST_LISTED]],
            "more": is_more,
            "problems": problems,
        }

    def begin(self, _: Request, body: Mapping[str, Any]) -> Any:
        """Begin a new game, or one that continues from a turn of another. A repeated request with
        the same `key` returns the game that the first one began."""
        head = dict(body)
        key = head.pop("key", None)
        if "game" in head:
            session, steps = self._branch(fields_of(head, "kind", "game", "turn"))
        else:
            steps = [{"do": "roll", "roll": head.pop("roll")}] if "roll" in head else []
            session = Session.begin(head, self.today())
        return self._document(self.store.begin(session, *steps, key=key))

    def get(self, request: Request, _: Mapping[str, Any]) -> Any:
        """Return a game in its current state."""
        return self._document(self.store.get(request.path_params["id"]))

    def remove(self, request: Request, _: Mapping[str, Any]) -> Response:
        """Remove a game."""
        self._expect_not_at_table(request)
        self.store.remove(request.path_params["id"])
        return Response(status_code=204)

    def record(self, request: Request, _: Mapping[str, Any]) -> Any:
        """Return the record of a game."""
        return self.store.get(request.path_params["id"]).session.to_record()

    def picture(self, request: Request, _: Mapping[str, Any]) -> Any:
        """Return the sheet of a game as SVG. Once the game is over, the first line of its text to
        share stands above it."""
        session = self.store.get(request.path_params["id"]).session
        query = request.query_params
        language = query.get("language", LANGUAGES[0])
        if language not in LANGUAGES:
            raise NotationError(expected_got("language", one_of(LANGUAGES), language))
        record = session.to_record()
        if "name" in query and record.get("players") == 1:
            record["names"] = [parse_player(query["name"])]
        found = outcome(session, self.results) or {}
        caption = translate_json(language, found["said"][0]) if "said" in found else ""
        return {"svg": record_svg(load_record(record), caption, language=language)}

    def step(self, request: Request, body: Mapping[str, Any]) -> Any:
        """Play one step of a game. If the game ends with it, its result goes into the high
        scores."""
        self._expect_not_at_table(request)
        fields = fields_of(body, "revision", "key", "step")
        revision = fields.count("revision", 0, MOST_STEPS)
        saved = self._do(request.path_params["id"], revision, fields["step"], body.get("key"))
        if saved.session.is_over():
            with suppress(NumberdropError):  # the response has the score all the same
                submit_result(self.store, saved.id, self.results)
        return self._document(saved)

    def name(self, request: Request, body: Mapping[str, Any]) -> Any:
        """Put the result of a finished game into the high scores under a name."""
        fields = fields_of(body, "name")
        saved = self.store.get(request.path_params["id"])
        done = save_result(
            saved.session, parse_player(fields.text("name")), self.today(), self.results
        )
        if done is None:
            raise NumberdropError.coded(
                "scores.no_place", "this game has no place in the high scores"
            )
        return {"number": done[0], "kept": done[1]}

    def help(self, request: Request, body: Mapping[str, Any]) -> Response:
        """Return as much of the best turn as the grade reveals. The game records the help even if
        the player has chosen more of the turn meanwhile."""
        self._expect_not_at_table(request)
        fields = fields_of(body, "grade")
        step = {"do": "help", "grade": fields.text("grade")}
        saved = self.store.get(request.path_params["id"])
        saved.session.do(step)  # raises before the search if there is nothing to help with

        def work(stop: Stop, emit: Emit) -> None:
            best = best_turn(saved.session, stop=stop)
            if not stop.is_set():
                after = self._record_help(saved, step)
                emit({**help_to_json(best, step["grade"]), "revision": after.revision})

        return self.searches.last(work)

    def _expect_not_at_table(self, request: Request) -> None:
        """Raise RequestError for a game that is being played at a table."""
        if self.is_at_table(request.path_params["id"]):
            fault = coded_message(
                "game.at_table", "this game is being played at a table, where each seat has its own"
            )
            raise RequestError(403, fault)

    def _branch(self, fields: Fields) -> tuple[Session, Steps]:
        """Return a session with the turns of another game, and the step back to the given turn."""
        if "kind" in fields:
            fields.expect("kind", "free")
        other = self.store.get(fields.text("game")).session
        played = len(other.state.turns)
        turn = fields.count("turn", 1, played + 1)
        if other.setup.kind == "daily" and not other.is_over():
            raise NumberdropError.coded(
                "puzzle.going_on",
                "this puzzle isn't over: it can be played on from the end alone",
            )
        steps: Steps = [{"do": "back", "turn": turn}] if turn <= played else []
        head: dict[str, Any] = {"kind": "record", "record": other.to_record()}
        if other.setup.seats:
            head["seats"] = list(other.setup.seats)
        return Session.begin(head), steps

    def _record_help(self, saved: SavedGame, step: object) -> SavedGame:
        """Record a help in the game. Raises RequestError if its turn has been played meanwhile."""
        helped = _turn_key(saved.session)
        while True:
            try:
                return self.store.do(saved.id, saved.revision, step)
            except Conflict as error:
                saved = error.saved
                if _turn_key(saved.session) != helped:
                    raise self._conflict(error) from None

    def _do(self, name: str, revision: int, step: object, key: str | None = None) -> SavedGame:
        """Play a step. Raises RequestError, with the current game, if it was changed elsewhere."""
        try:
            return self.store.do(name, revision, step, key)
        except Conflict as error:
            raise self._conflict(error) from None

    def _conflict(self, error: Conflict) -> RequestError:
        return RequestError(409, error.sentence, game=self._document(error.saved))

    def _document(self, saved: SavedGame) -> dict[str, Any]:
        """Return the JSON document of a game, with its result once it is over."""
        found = outcome(saved.session, self.results)
        if found:
            found |= figures_so_far(saved.session, self.results, self.today())
        return {**saved.to_json(), "result": found}


def _turn_key(session: Session) -> tuple[object, ...]:
    """Return a key of the current turn, which doesn't change while parts of it are chosen."""
    return session.state.game, session.seat, session.position, session.roll
