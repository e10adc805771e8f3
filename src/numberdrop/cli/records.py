"""Files of game records, and the outcome of each record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ..errors import IllegalTurn, NotationError
from ..typed import MultipleFaults
from .sources import documents


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a record: its `value` if it is well formed and legal, else an `error`.

    `place` is where it stands in the file. `in_list` is True for an item of a JSON list.
    """

    place: str
    in_list: bool = False
    value: Any = None
    error: IllegalTurn | NotationError | None = None

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong, a sentence with its place for each fault. Only a typed game can have
        several."""
        if self.error is None:
            return ()
        if isinstance(self.error, MultipleFaults):
            return self.error.faults
        is_placed = isinstance(self.error, NotationError)
        return (str(self.error) if is_placed else f"{self.place}: {self.error}",)

    def to_json(self) -> Any:
        """Return the value, or an object with the key `error`."""
        if self.error is None:
            return self.value
        if isinstance(self.error, NotationError):
            return {"error": {"place": self.place, "message": str(self.error)}}
        place = {"place": self.place, "turn": self.error.turn, "seat": self.error.seat}
        return {"error": {**place, "message": self.error.message}}


def read_outcomes(file: str, check: Callable[[Any], Any]) -> Iterator[Outcome]:
    """Yield the outcome of each record of a file, or of stdin for `-`.

    `check` is replay or load_record. A document that can't be parsed is the last outcome. Raises
    OSError if the file can't be opened.
    """
    try:
        for place, in_list, record in _records(file):
            try:
                outcome = Outcome(place, in_list, check(record))
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
            raise NotationError(f"{place}: expected one or more records, got an empty list")
        else:
            for number, record in enumerate(document, 1):
                yield f"{place}, record {number}", True, record
