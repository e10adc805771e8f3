"""What is told of a game on the table that is kept: in full, or in a line of a list."""

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
    """A game as it is kept: its `id`, its `revision`, which is the number of its steps, the sitting
    after them, and when it was begun and last gone on with (UTC)."""

    id: str
    revision: int
    sitting: Session
    begun: str
    touched: str

    def to_json(self) -> dict[str, Any]:
        """The document of the sitting, with the head of what is kept."""
        head = {"id": self.id, "revision": self.revision}
        return {**head, "begun": self.begun, "touched": self.touched, **self.sitting.to_json()}


@dataclass(frozen=True, slots=True)
class Summary:
    """What is told of a game in a list of many: its kind and puzzle, how many turns are ended, the
    score (None before the first cell is chosen), and whether it is over."""

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
    def from_row(cls, row: Mapping[str, object], where: str) -> Summary:
        """Reads a row by its columns, which another program may have changed; NotationError, naming
        `where` and the column, where a value isn't one that this program writes."""
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
        """The object in documents (formats.md, Game on the table)."""
        return {name: getattr(self, name) for name in self.__slots__}


def new_id(key: str | None = None) -> str:
    """An id that no game has; of a key the same one each time."""
    return secrets.token_hex(8) if key is None else hashlib.sha256(key.encode()).hexdigest()[:16]


def is_id(name: object) -> bool:
    """Whether it may be the id of a game."""
    return isinstance(name, str) and _ID.fullmatch(name) is not None


def time_now() -> str:
    """The time as it is kept, in UTC."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")


def read_time(text: object) -> str:
    """A time as it is kept; NotationError if it is none."""
    try:
        if isinstance(text, str) and datetime.datetime.fromisoformat(text).tzinfo:
            return text
    except ValueError:
        pass
    raise NotationError(
        expected_got("", coded_message("time.expected", "expected a time in UTC"), text)
    )
