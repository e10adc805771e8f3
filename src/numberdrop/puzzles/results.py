"""The results of players in the user's data folder, on either storage of ../database.

Submitting the same game twice under one name stores it once. All data read is validated, since
other programs may have changed it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..database import ResultStorage, Row, open_results, storage_path
from ..errors import NotationError, NumberdropError, as_text
from ..folders import data_folder
from ..record import load_game
from .scores import NUMBERS, Result


class Results:
    """The results in a folder, which is created by the first write.

    Methods raise NumberdropError, with a message of one line, if the storage can't be opened, read
    or written.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    @property
    def path(self) -> Path:
        """The path of the storage, which may not exist yet."""
        return storage_path(self._folder or data_folder(), "results")

    @property
    def _storage(self) -> ResultStorage:
        return open_results(self.path)

    def expect_usable(self) -> None:
        """Raise DatabaseUnavailable if it is known that results can't be read or saved."""
        self._storage.expect_usable()

    def add(self, result: Result, record: Mapping[str, Any]) -> tuple[int, bool]:
        """Save a result and the record of its game.

        Returns the result's number, and False if the name already has the same game. The list of
        helps taken, `help` in `record`, is ignored in this comparison. The helps are counted when
        the result is read.
        """
        [done] = self.add_all([(result, record)])
        return done

    def add_all(
        self, results: Sequence[tuple[Result, Mapping[str, Any]]]
    ) -> list[tuple[int, bool]]:
        """Save several results with the records of their games. Returns what add() does for
        each."""
        rows = [
            ({**result.to_row(), "digest": _digest(record)}, record) for result, record in results
        ]
        return self._storage.add(rows) if rows else []

    def find(
        self, puzzle: str, variant: str, record: Mapping[str, Any], name: str = ""
    ) -> tuple[int, str] | None:
        """Return the number and the name of a saved game, or None if it isn't saved.

        A result of `name` takes precedence, then the first one.
        """
        found = self._storage.find(puzzle, variant, _digest(record), name)
        if found is None:
            return None
        number, saved_name = found
        return number, as_text(saved_name, f"{self.path}, result {number}, name")

    def all(self) -> tuple[list[Result], list[str]]:
        """Return all results in the order of submission, and an error message for each invalid row,
        which is skipped."""
        results, problems, path = [], [], self.path
        for row in self._storage.rows():
            try:
                results.append(_validated(row, path))
            except NotationError as error:
                problems.append(str(error))
        return results, problems

    def record(self, number: int) -> dict[str, Any]:
        """Return the record of result `number`, from 1, after replaying it. Raises Missing if
        there is no such result, and NumberdropError, naming the file and the number, if its record
        is damaged."""
        self._expect_in_range(number)
        where = f"{self.path}, result {number}"
        try:
            record = self._storage.record(number)
        except KeyError:
            raise self._missing(number) from None
        except NotationError as error:
            raise NotationError(f"{where}, {error}") from None
        try:
            return dict(load_game(record).to_record())
        except NumberdropError as error:
            raise NumberdropError(f"{where}, record: {error}") from None

    def stored(self) -> tuple[list[tuple[Result, Any]], list[str]]:
        """Return all results in the order of submission, each with its record as it is stored, and
        an error message for each one that can't be read."""
        found, (results, problems) = [], self.all()
        for result in results:
            where = f"{self.path}, result {result.number}"
            try:
                assert result.number is not None
                found.append((result, self._storage.record(result.number)))
            except NotationError as error:
                problems.append(f"{where}, {error}")
            except KeyError:  # removed meanwhile
                continue
        return found, problems

    def remove(self, number: int) -> Result | None:
        """Delete a result with its game. Returns the result, or None if its row was invalid."""
        self._expect_in_range(number)
        try:
            return _validated(self._storage.remove(number), self.path)
        except KeyError:
            raise self._missing(number) from None
        except NotationError:
            return None

    def entry(self, puzzle: str, player: str) -> str | None:
        """Return the cached archive entry of a puzzle as text, or None.

        `player` identifies the players whose games the entry holds.
        """
        found = self._storage.entry(puzzle, player)
        return None if found is None else as_text(found, f"{self.path}, entry of {puzzle}")

    def keep_entry(self, puzzle: str, player: str, line: str) -> None:
        """Cache the text of an entry."""
        self._storage.keep_entry(puzzle, player, line)

    def _expect_in_range(self, number: int) -> None:
        if not NUMBERS[0] <= number <= NUMBERS[1]:
            raise self._missing(number)

    def _missing(self, number: int) -> NumberdropError:
        return NumberdropError(f"{self.path}: there is no result {number}")


def _validated(row: Row | NotationError, path: Path) -> Result:
    if isinstance(row, NotationError):
        raise row
    return Result.from_row(row, f"{path}, result {row['number']}")


def _digest(record: Mapping[str, Any]) -> str:
    """Return the digest that identifies a game, without its list of helps."""
    bare = json.dumps({key: value for key, value in record.items() if key != "help"})
    return hashlib.sha256(bare.encode()).hexdigest()
