"""A stored game: in full, or summarised for a list."""

from __future__ import annotations

import datetime
import hashlib
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import NotationError, coded_message, expected_got
from ..json_reader import Fields, one_of
from ..notation import MOST_TURN
from ..puzzles.names import NAME
from ..rules import SCORES, Variant
from .session import Session
from .setups import KINDS

_ID = re.compile("[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A stored game.

    `revision` is the number of its steps and `session` the session after them. `begun` and
    `touched` are the UTC times at which it was begun and last continued.
    """

    id: str
    revision: int
    session: Session
    begun: str
    touched: str

    def to_json(self) -> dict[str, Any]:
        """Return the document of the session, with the fields of the stored game."""
        return {
            "id": self.id,
            "revision": self.revision,
            "begun": self.begun,
            "touched": self.touched,
            **self.session.to_json(),
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

    @classmethod
    def from_row(cls, row: Mapping[str, object], where: str) -> Summary:
        """Build a summary from the columns of a row, which another program may have changed.

        Raises NotationError, naming `where` and the column, for a value that this program never
        writes.
        """
        if not is_id(name := row["id"]):
            raise NotationError(
                expected_got(where, coded_message("game.id", "expected the id of a game"), name)
            )
        fields = Fields(row, f"{where}, game {name}")
        kind = fields.text("kind")
        if kind not in KINDS:
            raise fields.fault("kind", one_of(KINDS))
        if fields["puzzle"] is not None and not NAME.fullmatch(fields.text("puzzle")):
            raise fields.fault(
                "puzzle", coded_message("puzzle.named", "expected the name of a puzzle")
            )
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


def new_id(key: str | None = None) -> str:
    """Return a random id, or for a key always the same one."""
    return secrets.token_hex(8) if key is None else hashlib.sha256(key.encode()).hexdigest()[:16]


def is_id(name: object) -> bool:
    """Return whether `name` has the form of an id."""
    return isinstance(name, str) and _ID.fullmatch(name) is not None


def time_now() -> str:
    """Return the current time in UTC, as it is stored."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")


def read_time(text: object) -> str:
    """Parse a stored time. Raises NotationError if `text` isn't one."""
    try:
        if isinstance(text, str) and datetime.datetime.fromisoformat(text).tzinfo:
            return text
    except ValueError:
        pass
    raise NotationError(
        expected_got("", coded_message("time.expected", "expected a time in UTC"), text)
    )
