"""A stored game: played, summarised for a list, or as the log of its steps."""

from __future__ import annotations

import datetime
import hashlib
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ..database import KeyedStep
from ..errors import (
    NotationError,
    NumberdropError,
    Sentence,
    as_text,
    at_place,
    coded_message,
    expected_got,
)
from ..json_reader import Fields, items_between, one_of
from ..notation import MOST_TURN
from ..puzzles.names import NAME, PUZZLE_EXPECTED
from ..rules import SCORES, Variant
from .session import Session
from .setups import KINDS, Setup, parse_setup

#: The most steps of a game; one of 20 turns has some hundreds.
MOST_STEPS = 10_000

_ID = re.compile("[0-9a-f]{16}")
_KEY = re.compile("[!-~]{1,100}")


TIME_EXPECTED = coded_message("time.expected", "expected a time in UTC")


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A stored game.

    `revision` is the number of its steps and `session` the session after them. `begun` and
    `touched` are the UTC times at which it was begun and last continued. `damage` is None, or says
    why the next stored step can't be read; then `session` is the game up to it, which can't be
    continued.
    """

    id: str
    revision: int
    session: Session
    begun: str
    touched: str
    damage: Sentence | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the document of the session, with the fields of the stored game."""
        return {
            "id": self.id,
            "revision": self.revision,
            "begun": self.begun,
            "touched": self.touched,
            **self.session.to_json(),
            **({} if self.damage is None else {"damage": self.damage.to_json()}),
        }


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of a game in a list: its kind and puzzle, the number of ended turns, the score
    (None before the first cell is chosen), and whether it is over."""

    id: str
    kind: str
    puzzle: str | None
    variant: str
    turns: int
    score: int | None
    over: bool
    begun: str
    touched: str

    @classmethod
    def of(cls, saved: SavedGame) -> Summary:
        """Return the summary of a game."""
        session, setup, position = saved.session, saved.session.setup, saved.session.position
        return cls(
            saved.id,
            setup.kind,
            setup.puzzle,
            str(session.variant),
            len(session.state.turns),
            None if position is None else position.score(session.variant).total,
            session.is_over(),
            saved.begun,
            saved.touched,
        )

    @property
    def is_untouched(self) -> bool:
        """Whether nothing was done after the beginning, and the game didn't begin with turns."""
        return self.turns == 0 and self.touched == self.begun

    @classmethod
    def from_row(cls, row: Mapping[str, object], where: str) -> Summary:
        """Build a summary from the columns of a row, which another program may have changed.

        Raises NotationError, naming `where` and the column, for a value that this program never
        writes.
        """
        name = expect_id(row["id"], where)
        fields = Fields(row, f"{where}, game {name}")
        kind = fields.text("kind")
        if kind not in KINDS:
            raise fields.fault("kind", one_of(KINDS))
        if fields["puzzle"] is not None and not NAME.fullmatch(fields.text("puzzle")):
            raise fields.fault("puzzle", PUZZLE_EXPECTED)
        return cls(
            fields.text("id"),
            kind,
            fields["puzzle"],
            str(fields.read("variant", Variant.from_text)),
            fields.count("turns", 0, MOST_TURN),
            None if fields["score"] is None else fields.count("score", *SCORES),
            bool(fields.count("over", 0, 1)),
            fields.read("begun", read_time),
            fields.read("touched", read_time),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the object of documents (formats.md, Game on the table)."""
        return {name: getattr(self, name) for name in self.__slots__}

    def to_row(self) -> dict[str, object]:
        """Return the columns of a row, the inverse of from_row()."""
        return {**self.to_json(), "over": int(self.over)}


@dataclass(frozen=True, slots=True)
class GameLog:
    """What is stored of a game: its setup and its steps, each with its key or None.

    Nothing of it has been replayed. `begun` and `touched` are as in SavedGame. `is_submitted` says
    whether its result has been submitted to the high scores, where it isn't added again.
    """

    id: str
    begun: str
    touched: str
    is_submitted: bool
    setup: Mapping[str, Any]
    steps: tuple[KeyedStep, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the object of a file of games (formats.md, Games)."""
        return {
            "id": self.id,
            "begun": self.begun,
            "touched": self.touched,
            "submitted": self.is_submitted,
            "setup": self.setup,
            "steps": [
                {"step": step} if key is None else {"step": step, "key": key}
                for step, key in self.steps
            ],
        }

    @classmethod
    def from_fields(cls, fields: Fields) -> GameLog:
        """Parse the object of a file of games. Raises NotationError, naming the place."""
        fields.expect_only("id", "begun", "touched", "submitted", "setup", "steps")
        name = expect_id(fields["id"], fields.place("id"))
        if not isinstance(fields["submitted"], bool):
            raise fields.fault("submitted", one_of(["true", "false"]))
        steps = fields.items("steps")
        if len(steps) > MOST_STEPS:
            raise fields.fault("steps", items_between(0, MOST_STEPS))
        return cls(
            name,
            _exact_time(fields, "begun"),
            _exact_time(fields, "touched"),
            fields["submitted"],
            fields.fields("setup").values,
            tuple(_keyed_step(Fields(step), number) for number, step in enumerate(steps, 1)),
        )

    def parse_setup(self, today: datetime.date | None = None) -> Setup:
        """Parse the setup, which has to name its dice. Raises the errors of parse_setup()."""
        setup = parse_setup(self.setup, today)
        if setup.puzzle is not None:
            Fields(self.setup, "game").text("puzzle")  # without it the dice are new each time
        return setup

    def replay(self, setup: Setup) -> Session:
        """Return the session after all steps of a game with this setup, by the rules.

        Raises NumberdropError, naming the step, if one isn't possible.
        """
        session = Session.begin(setup)
        for number, (step, _) in enumerate(self.steps, 1):
            try:
                session = session.do(step)
            except NumberdropError as error:
                raise NumberdropError(at_place(_at_step(number), error.sentence)) from None
        return session


def _keyed_step(fields: Fields, number: int) -> KeyedStep:
    try:
        fields.expect_only("step", *(("key",) if "key" in fields else ()))
        return fields.fields("step").values, (
            expect_key(fields["key"]) if "key" in fields else None
        )
    except NotationError as error:
        raise NotationError(at_place(_at_step(number), error.sentence)) from None


def _at_step(number: int) -> str:
    return coded_message("step", "step {number}", number=number)


def _exact_time(fields: Fields, key: str) -> str:
    """Return a time as time_now() writes it. Raises NotationError for any other text."""
    text = fields.text(key)
    with suppress(ValueError):
        time = datetime.datetime.fromisoformat(text)
        if time.tzinfo == datetime.UTC and time.isoformat(timespec="milliseconds") == text:
            return text
    raise fields.fault(key, TIME_EXPECTED)


def new_id(key: str | None = None) -> str:
    """Return a random id, or for a key always the same one."""
    return secrets.token_hex(8) if key is None else hashlib.sha256(key.encode()).hexdigest()[:16]


def is_id(name: object) -> bool:
    """Return whether `name` has the form of an id."""
    return isinstance(name, str) and _ID.fullmatch(name) is not None


def expect_id(name: object, where: str) -> str:
    """Return `name` if it has the form of an id. Raises NotationError otherwise."""
    if not isinstance(name, str) or not is_id(name):
        expected = coded_message("game.id", "expected the id of a game")
        raise NotationError(expected_got(where, expected, name))
    return name


def expect_key(key: object) -> str:
    """Return `key` if it is the key of a step. Raises NotationError otherwise."""
    if not _KEY.fullmatch(as_text(key, "key")):
        expected = coded_message("game.key", "expected 1 to 100 ASCII characters")
        raise NotationError(expected_got("key", expected, key))
    return as_text(key, "key")


def time_now() -> str:
    """Return the current time in UTC, as it is stored."""
    return as_stored(datetime.datetime.now(datetime.UTC))


def time_of_step(begun: str, now: str) -> str:
    """Return the time of a step, which is never that of the beginning: a game with equal times is
    untouched."""
    if now != begun:
        return now
    time = datetime.datetime.fromisoformat(now)
    return as_stored(time + datetime.timedelta(milliseconds=1))


def as_stored(time: datetime.datetime) -> str:
    """Return a time in UTC as it is stored."""
    return time.isoformat(timespec="milliseconds")


def read_time(text: object) -> str:
    """Parse a stored time. Raises NotationError if `text` isn't one."""
    try:
        if isinstance(text, str) and datetime.datetime.fromisoformat(text).tzinfo:
            return text
    except ValueError:
        pass
    raise NotationError(expected_got("", TIME_EXPECTED, text))
