"""A file of self-play games, one record a line, in the order in which they are played.

The file is never left half-written (journal). However often a run is interrupted, the next one
continues with the same games and ends with the same bytes.
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

#: A game record with the field `selfplay`: the program, weights and level that played it, and its
#: deal.
Record = dict[str, Any]


class GamesFile(JournalledFile[Record]):
    """The first games of a seed by a level of hints with the shipped weights.

    A `with` statement opens it and locks it against other writers; kept() has the games that it
    holds then. Raises NumberdropError if it holds other games than these, or more of them; other
    errors as in JournalledFile.
    """

    def __init__(self, path: str, games: int, seed: int, variant: Variant, level: str) -> None:
        super().__init__(path, _LineFormat())
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
        """Yield the games of earlier runs, parsed one at a time.

        Raises NotationError, naming the line, if a game breaks a rule.
        """
        for index in range(len(self.ids)):
            try:
                game = Game.from_record(self.entry(index))
            except NumberdropError as error:
                raise NotationError(f"{self.path}, line {index + 1}: {error}") from None
            yield game

    def keep(self, game: Game) -> None:
        """Append the next game."""
        number = len(self.ids)
        self.put(number, {**game.to_record(), "selfplay": self._selfplay_fields(number)})

    def _selfplay_fields(self, number: int) -> dict[str, str]:
        return {**self._head, "deal": f"{self._deals}{number}"}

    def _name(self, number: int) -> str:
        return _name_of({"variant": str(self._variant), "selfplay": self._selfplay_fields(number)})


def _name_of(record: Record) -> str:
    fields = record["selfplay"]
    player = f"{fields['program']} ({fields['weights']}), {fields['level']}"
    return f"{player}, {record['variant']}, {fields['deal']}"


class _LineFormat:
    """The format of a line of the file."""

    def name(self, entry: Record) -> str:
        return _name_of(entry)

    def text(self, entry: Record) -> str:
        return json.dumps(entry)

    def read(self, line: bytes, where: str) -> Record:
        value: Any = parse_json(line, where)
        fields = Fields(value, where)
        fields.text("variant")
        selfplay = fields.fields("selfplay")
        for key in ("program", "weights", "level", "deal"):
            selfplay.text(key)
        return dict(value)

    def lines(self, file: BufferedReader, path: str) -> Iterator[tuple[str, bytes]]:
        for where, line in numbered_lines(file, path):
            yield where, line.removesuffix(b"\n")
