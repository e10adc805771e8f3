"""What the stores of games and results need of the storage below them.

A storage keeps JSON values by name, and knows no rules. It is safe to use from any number of
threads, and of programs where the system has file locks. A change is made completely or not at
all. It is on the disk when the method or the `with` block that makes it ends without an error.
Values are returned as stored: another program may have changed them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from ..errors import NotationError, NumberdropError

#: Seconds to wait for a program that is writing: before a write, and before a read or a write that
#: isn't essential.
WRITE_TIMEOUT = 10.0
READ_TIMEOUT = 0.5

#: The values of a game, or of a result without its record, by column.
Row = Mapping[str, object]

#: A step of a game, and its key or None.
KeyedStep = tuple[Mapping[str, Any], str | None]

#: The columns of a game that each step changes.
CHANGING = ("turns", "score", "over", "touched")


class DatabaseUnavailable(NumberdropError):  # noqa: N818
    """A store that can't be opened, read or written at present."""


class Storage(Protocol):
    """A store in a folder, created by the first write.

    Every method raises DatabaseUnavailable, with a one-line message, if the store can't be opened,
    read or written, or if it is of another program or a newer version.
    """

    @property
    def path(self) -> Path:
        """The file or the folder of the store."""

    def expect_usable(self) -> None:
        """Raise DatabaseUnavailable if the store can't be read or, as far as can be checked,
        written."""


class GameStorage(Storage, Protocol):
    """A store of games."""

    def reading(self) -> AbstractContextManager[Games]:
        """Give access to the games, without waiting for writers."""

    def writing(self) -> AbstractContextManager[Games]:
        """Give access to the games for at most one change, while nobody else writes. Several steps
        of a game count as one; of files, a killed program may have written the first of them."""


class Games(Protocol):
    """The games of a store, within `reading()` or `writing()`.

    A row has `id`, `kind`, `puzzle`, `variant`, `turns`, `score`, `over` (0 or 1), `begun` and
    `touched`. Reading raises NotationError if a stored value isn't JSON, or doesn't fit its digest
    (digests.py); the message begins with the place within the game.
    """

    def find(self, name: str) -> tuple[Any, object, object] | None:
        """Return the setup of a game and the times `begun` and `touched`, or None."""

    def steps(self, name: str, after: int) -> Iterator[tuple[object, Any, object]]:
        """Yield the number, the step and its key for each step after number `after`, in order."""

    def digest(self, name: str, number: int) -> str | None:
        """Return the digest of a game up to step `number`, or None if there is no such step, or a
        value up to it is damaged."""

    def rows(
        self,
        count: int | None,
        skip: int,
        puzzles: Sequence[str] | None,
        *,
        untouched: bool = True,
    ) -> Iterable[Row | NotationError]:
        """Return the rows of at most `count` games after skipping `skip`, latest `touched` first.

        With `puzzles` only games on these count, and without `untouched` only those that have turns
        or were touched after they were begun. An unreadable row is replaced by its error, which
        names the store and the game.
        """

    def unsubmitted(self) -> list[str]:
        """Return the ids of the games that are over and not marked as submitted."""

    def is_submitted(self, name: str) -> bool:
        """Return whether a game is marked as submitted."""

    def insert(
        self,
        setup: Mapping[str, Any],
        row: Row,
        steps: Sequence[KeyedStep],
        *,
        is_submitted: bool = False,
    ) -> None:
        """Add a game with its steps, or replace the game of this id."""

    def append(self, number: int, step: Mapping[str, Any], key: str | None, row: Row) -> None:
        """Add step `number` to the game of `row`, and update the columns CHANGING."""

    def mark_submitted(self, name: str) -> None:
        """Mark the result of a game as submitted."""

    def remove(self, name: str) -> bool:
        """Delete a game. Return False if there is none."""


class ResultStorage(Storage, Protocol):
    """A store of results, and of archive entries that took long to compute.

    A stored row has `number`, from 1, `puzzle`, `variant`, `name`, `score`, `medal` and `day`. With
    it come `has_record` (whether the record looks like one) and `helps` (the number of helps in
    it). A row to be added has `digest`, which identifies the record, but no number. An unreadable
    row is replaced by its error.
    """

    def add(self, results: Sequence[tuple[Row, Mapping[str, Any]]]) -> list[tuple[int, bool]]:
        """Add results, each a row and its record, unless there is one with the same puzzle,
        variant, name and digest.

        Return the number of each, and whether it was added. After an error some may have been
        added.
        """

    def find(self, puzzle: str, variant: str, digest: str, name: str) -> tuple[int, object] | None:
        """Return the number and the name of a result, preferring `name`, then the first, or
        None."""

    def rows(self) -> Iterator[Row | NotationError]:
        """Yield the rows of all results by number, without loading all records at once."""

    def record(self, number: int) -> Any:
        """Return the record of a result. Raises KeyError for an unknown number, and NotationError
        if the record isn't JSON."""

    def remove(self, number: int) -> Row | NotationError:
        """Delete a result and return its row. Raises KeyError for an unknown number."""

    def entry(self, puzzle: str, player: str) -> object:
        """Return the entry cached for a puzzle and a player, or None."""

    def keep_entry(self, puzzle: str, player: str, line: str) -> None:
        """Cache the text of an entry. Waits for other writers only for READ_TIMEOUT."""
