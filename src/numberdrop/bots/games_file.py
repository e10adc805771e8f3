"""The games of a match in a file, one record a line, in the order of the match.

The file is written through a journal: an interrupted match leaves its first games, and running the
match again continues from there, to the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BufferedReader
from typing import Any, Self

from ..journal import JournalledFile
from ..json_reader import Fields, numbered_lines, parse_json
from ..rules import BACKS
from .match import Match, Record, jobs_done, name_of, recipe_of
from .standings import Outcome


class _Lines:
    """The format of the file's lines."""

    def name(self, entry: Record) -> str:
        return name_of(entry)

    def text(self, entry: Record) -> str:
        return json.dumps(entry)

    def read(self, line: bytes, where: str) -> Record:
        value: Any = parse_json(line, where)
        Outcome.from_record(value, where)
        fields = Fields(value, where)
        fields.text("variant")
        told = fields.fields("match")
        told.text("program")
        told.texts("weights")
        return dict(value)

    def lines(self, file: BufferedReader, path: str) -> Iterator[tuple[str, bytes]]:
        for where, line in numbered_lines(file, path):
            yield where, line.removesuffix(b"\n")


class GamesFile(JournalledFile[Record]):
    """The games of a match, locked against other writers while open: `with GamesFile(path, match)`.
    `kept` are those of an earlier run, up to its last complete job. A match that was begun with
    deals of an older recipe is continued with them: `match` has the recipe of the file, if it has
    any games.

    Raises NumberdropError if the file holds games that aren't the first ones of this match, or
    games by another version of the program, and the errors of JournalledFile.
    """

    def __init__(self, path: str, match: Match) -> None:
        super().__init__(path, _Lines())
        self.match = match
        self.kept: list[Outcome] = []
        self._next = 0

    def __enter__(self) -> Self:
        super().__enter__()
        try:
            if self.ids:
                recipe = recipe_of(Outcome.from_record(self.entry(0)).deal)
                if recipe in BACKS:
                    self.match = replace(self.match, recipe=recipe)
            self.expect_prefix(self.match.names(), "this match")
            games = [Outcome.from_record(self.entry(index)) for index in range(len(self.ids))]
            _, self._next = jobs_done(self.match, games)
            self.kept = games[: self._next]
        except BaseException as error:
            self.__exit__(type(error), error, None)
            raise
        return self

    def keep(self, records: Sequence[Record]) -> None:
        """Append the games of the next job."""
        for record in records:
            self.put(self._next, record)
            self._next += 1
