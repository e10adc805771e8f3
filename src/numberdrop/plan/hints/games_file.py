"""The games of self-play in a file, one record a line, in the order in which they are played.

The file is never torn (journal): however often the work is stopped, the same games go on from
there, to the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BufferedReader
from typing import Any, Self

from ...errors import NotationError, NumberdropError
from ...game import Game
from ...journal import JournalledFile
from ...json_reader import Fields, numbered_lines, parse_json
from ...rules import Variant
from ...version import PROGRAM
from ..weights import shipped

#: A record of a game with `selfplay`: the program, the weights and the level that played it, and
#: its deal.
Record = dict[str, Any]


class GamesFile(JournalledFile[Record]):
    """The first games of a seed by a level of hints with the shipped weights, locked against other
    writers while it is open, by `with`. Those that it holds then are `kept()`.

    NumberdropError if it holds other games than these, or more; other errors as of JournalledFile.
    """

    def __init__(self, path: str, games: int, seed: int, variant: Variant, level: str) -> None:
        super().__init__(path, _Lines())
        self._games, self._variant = games, variant
        self._head = {"program": PROGRAM, "weights": shipped().name, "level": level}
        self._deals = f"plain#{seed}."

    def __enter__(self) -> Self:
        super().__enter__()
        try:
            self.expect_prefix(map(self._name, range(self._games)), "this self-play")
        except BaseException as error:
            self.__exit__(type(error), error, None)
            raise
        return self

    def kept(self) -> Iterator[Game]:
        """The games of earlier runs, read again, one after the other. NotationError, naming the
        line, where one breaks a rule."""
        for index in range(len(self.ids)):
            try:
                game = Game.from_record(self.entry(index))
            except NumberdropError as error:
                raise NotationError(f"{self.path}, line {index + 1}: {error}") from None
            yield game

    def keep(self, game: Game) -> None:
        """Add the next game."""
        number = len(self.ids)
        self.put(number, {**game.to_record(), "selfplay": self._told(number)})

    def _told(self, number: int) -> dict[str, str]:
        return {**self._head, "deal": f"{self._deals}{number}"}

    def _name(self, number: int) -> str:
        return _name_of({"variant": str(self._variant), "selfplay": self._told(number)})


def _name_of(record: Record) -> str:
    told = record["selfplay"]
    made = f"{told['program']} ({told['weights']}), {told['level']}"
    return f"{made}, {record['variant']}, {told['deal']}"


class _Lines:
    """The lines of such a file."""

    def name(self, entry: Record) -> str:
        return _name_of(entry)

    def text(self, entry: Record) -> str:
        return json.dumps(entry)

    def read(self, line: bytes, where: str) -> Record:
        value: Any = parse_json(line, where)
        fields = Fields(value, where)
        fields.text("variant")
        told = fields.fields("selfplay")
        for key in ("program", "weights", "level", "deal"):
            told.text(key)
        return dict(value)

    def lines(self, file: BufferedReader, path: str) -> Iterator[tuple[str, bytes]]:
        for where, line in numbered_lines(file, path):
            yield where, line.removesuffix(b"\n")
