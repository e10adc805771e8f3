"""Files of game records as the command line takes them, and what becomes of each record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ..errors import IllegalTurn, NotationError
from ..typed import MultipleFaults
from .sources import documents


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a record came to: `value` if it could be read and is legal, else `error`.

    `place` says where it stands, `in_list` is true for an item of a JSON list.
    """

    place: str
    in_list: bool = False
    value: Any = None
    error: IllegalTurn | NotationError | None = None

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong, each in one sentence, with its place: one thing at most, but for a typed
        game."""
        if self.error is None:
            return ()
        if isinstance(self.error, MultipleFaults):
            return self.error.faults
        is_placed = isinstance(self.error, NotationError)
        return (str(self.error) if is_placed else f"{self.place}: {self.error}",)

    def to_json(self) -> Any:
        """The value, or an object with the key `error`."""
        if self.error is None:
            return self.value
        if isinstance(self.error, NotationError):
            return {"error": {"place": self.place, "message": str(self.error)}}
        place = {"place": self.place, "turn": self.error.turn, "seat": self.error.seat}
        return {"error": {**place, "message": self.error.message}}


def judged(file: str, judge: Callable[[Any], Any]) -> Iterator[Outcome]:
    """The outcome of each record of a file, or of stdin for `-`, by `judge`: replay or load_record.

    A document that can't be read is the last outcome. OSError if the file can't be opened.
    """
    try:
        for place, in_list, record in _records(file):
            try:
                outcome = Outcome(place, in_list, judge(record))
            except IllegalTurn as error:
                outcome = Outcome(place, in_list, error=error)
            yield outcome
    except NotationError as error:
        yield Outcome(file, error=error)


def _records(file: str) -> Iterator[tuple[str, bool, Any]]:
    for place, document in documents(file):
        if not isinstance(document, list):
            yield place, False, document
        elif not document:
            raise NotationError(f"{place}: expected a record or some of them, got an empty list")
        else:
            for number, record in enumerate(document, 1):
                yield f"{place}, record {number}", True, record
