"""Records of games and of lines: replaying them under the rules, and reading files of them.

formats.md, Game record; Line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO

from .errors import IllegalTurn, NotationError, as_text, shown
from .game import MOST_PLAYERS, Game, why_ended
from .notation import MOST_TURN
from .play import play_canonical
from .position import Position
from .rules import Variant
from .turn import SharedTurn, Turn

#: The longest document read from a file, in bytes. A record of 20 turns has some 5,000.
LONGEST_DOCUMENT = 4 * 2**20

_KEYS = ("format", "version", "variant", "players", "tiles", "start", "turns")
_LINE_KEYS = ("format", "version", "variant", "position", "turns")


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """Turns of a solo game played on from a position: `positions` are that one and those after
    each turn, `turns` are in canonical form."""

    positions: tuple[Position, ...]
    turns: tuple[Turn, ...]
    variant: Variant

    @classmethod
    def of(
        cls, position: Position, turns: Iterable[Turn], variant: str | Variant = "rulebook"
    ) -> PlayedLine:
        """The turns played from the position; IllegalTurn, with the number that the turn has in
        the game, if one breaks a rule."""
        chosen = Variant.of(variant)
        positions, played = [position], []
        for turn in turns:
            after, canonical = play_canonical(positions[-1], turn, chosen)
            positions.append(after)
            played.append(canonical)
        return cls(tuple(positions), tuple(played), chosen)

    def end(self) -> str:
        """As Game.end(): "line", "tiles", "line+tiles", or "unfinished"."""
        return why_ended(self.positions[-1:])

    def to_record(self) -> dict[str, Any]:
        """The line as a JSON object (formats.md, Line)."""
        return {
            "format": "numberdrop.line",
            "version": 1,
            "variant": str(self.variant),
            "position": str(self.positions[0]),
            "turns": [turn.to_json() for turn in self.turns],
            "score": self.positions[-1].score(self.variant).total,
        }


def replay(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record as the rules see it: every turn in canonical form, and its `result`, or for a
    line its `score`.

    What the record claims as its result is not looked at. Keys that the format doesn't know stay as
    they are. IllegalTurn, with the number of the turn and the rule it breaks, for anything that is
    no legal game or line; number 0 where its head is at fault. The record given is not changed. A
    maximum counts as its solution.
    """
    record = _told(record)
    found = _load(record)
    known = (*_KEYS, "result") if isinstance(found, Game) else (*_LINE_KEYS, "score")
    more = {key: value for key, value in record.items() if key not in known}
    return {**found.to_record(), **more}


def load_record(record: Mapping[str, Any]) -> Game | PlayedLine:
    """The game, or the line, that a record or the solution of a maximum tells; IllegalTurn as in
    replay()."""
    return _load(_told(record))


def _load(record: Mapping[str, Any]) -> Game | PlayedLine:
    if isinstance(record, Mapping) and record.get("format") == "numberdrop.line":
        return load_line(record)
    return load_game(record)


def _told(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """The record itself: a maximum tells it as its solution."""
    if not isinstance(document, Mapping) or document.get("format") != "numberdrop.maximum":
        return document
    if "solution" not in document:
        raise IllegalTurn("expected the key 'solution', which is missing", turn=0)
    solution: Mapping[str, Any] = document["solution"]
    return solution


def load_line(record: Mapping[str, Any]) -> PlayedLine:
    """The line that a record tells; IllegalTurn as in replay()."""
    try:
        position, variant = _load_line_head(record)
    except NotationError as error:
        raise IllegalTurn(str(error), turn=0) from None
    turns = []
    for number, item in enumerate(record["turns"], position.turn):
        try:
            turns.append(Turn.from_json(item, variant.dice))
        except NotationError as error:
            raise IllegalTurn(str(error), turn=number) from None
    return PlayedLine.of(position, turns, variant)


def load_game(record: Mapping[str, Any]) -> Game:
    """The game that a record tells; IllegalTurn as in replay()."""
    try:
        game = _load_head(record)
    except NotationError as error:
        raise IllegalTurn(str(error), turn=0) from None
    read = Turn.from_json if game.players == 1 else SharedTurn.from_json
    for number, item in enumerate(record["turns"], 1):
        try:
            turn = read(item, game.variant.dice)
        except NotationError as error:
            raise IllegalTurn(str(error), turn=number) from None
        game.push(turn)
    return game


def _load_head(record: Mapping[str, Any]) -> Game:
    _expect_head(record, _KEYS, "numberdrop.game")
    players = record["players"]
    if type(players) is not int or not 1 <= players <= MOST_PLAYERS:
        raise NotationError(f"players: expected 1 to {MOST_PLAYERS}, got {shown(players)}")
    variant = Variant.from_text(record["variant"])
    tiles = _texts(record["tiles"], "tiles")
    start = [record["start"]] if players == 1 else _texts(record["start"], "start")
    if len(start) != players:
        raise NotationError(f"start: expected a cell for each of {players}, got {shown(start)}")
    return Game(tiles, start, variant)


def _load_line_head(record: Mapping[str, Any]) -> tuple[Position, Variant]:
    _expect_head(record, _LINE_KEYS, "numberdrop.line")
    variant = Variant.from_text(record["variant"])
    position = Position.from_text(as_text(record["position"], "position"))
    if not position.is_solo:
        raise NotationError(f"position: expected one of a solo game, got {str(position)!r}")
    if position.turn + len(record["turns"]) > MOST_TURN:
        raise NotationError(f"turns: expected none after {MOST_TURN - 1}, got {str(position)!r}")
    return position, variant


def _expect_head(record: object, keys: tuple[str, ...], name: str) -> None:
    if not isinstance(record, Mapping):
        raise NotationError(f"expected an object, got {shown(record)}")
    if "format" in record:
        _expect(record, "format", name)
    for key in keys:
        if key not in record:
            raise NotationError(f"expected the key {key!r}, which is missing")
    _expect(record, "version", 1)
    if not isinstance(record["turns"], list):
        raise NotationError(f"turns: expected a list, got {shown(record['turns'])}")


def _expect(record: Mapping[str, Any], key: str, value: object) -> None:
    found = record[key]
    if type(found) is not type(value) or found != value:
        raise NotationError(f"{key}: expected {value!r}, got {shown(found)}")


def _texts(value: object, where: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise NotationError(f"{where}: expected a list of texts, got {shown(value)}")
    return value


def parse_json(text: str | bytes, where: str) -> Any:
    """The value of a JSON document; NotationError naming `where` if it is none."""
    try:
        read = text.decode("utf-8") if isinstance(text, bytes) else text
        return json.loads(read, object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise NotationError(f"{where}: expected JSON, and at {place}: {error.msg}") from None
    except UnicodeDecodeError:
        raise NotationError(f"{where}: expected JSON in UTF-8, got other bytes") from None
    except RecursionError:
        raise NotationError(f"{where}: expected JSON, got one nested too deeply") from None
    except ValueError as error:
        raise NotationError(f"{where}: expected JSON: {error}") from None


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {shown(twice)} stands twice in one object")
    return found


def read_documents(file: BinaryIO, name: str) -> Iterator[tuple[str, Any]]:
    """The JSON documents of a file, each with the place it stands at, for messages.

    One document, spread over lines as it may be, or JSON Lines, of which blank ones are passed
    over. NotationError, naming the file as `name`, for anything else and for a document above
    LONGEST_DOCUMENT; OSError if the file can't be read.
    """
    first = _line(file, name)
    try:
        value = parse_json(first, name)
    except NotationError:
        rest = file.read(LONGEST_DOCUMENT + 1)
        if len(first) + len(rest) > LONGEST_DOCUMENT:
            raise NotationError(_too_long(name)) from None
        if not (first + rest).strip():
            raise NotationError(f"{name}: expected JSON, got an empty file") from None
        yield name, parse_json(first + rest, name)
        return
    yield f"{name}, line 1", value
    number = 1
    while line := _line(file, f"{name}, line {number + 1}"):
        number += 1
        if line.strip():
            where = f"{name}, line {number}"
            yield where, parse_json(line, where)


def _line(file: BinaryIO, where: str) -> bytes:
    line = file.readline(LONGEST_DOCUMENT + 1)
    if len(line) > LONGEST_DOCUMENT:
        raise NotationError(_too_long(where))
    return line


def _too_long(where: str) -> str:
    return f"{where}: expected a document of at most {LONGEST_DOCUMENT} bytes, got a longer one"
