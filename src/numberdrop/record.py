"""Records of games and of lines, replayed under the rules.

formats.md, Game record; Line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .errors import IllegalTurn, NotationError, coded_message, expected_got
from .game import MOST_PLAYERS, Game, why_ended
from .json_reader import Fields
from .notation import MOST_TURN
from .position import Position
from .rules import Variant
from .transitions import play_canonical
from .turn import SharedTurn, Turn

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
        missing = coded_message("solution.missing", "expected the key 'solution', which is missing")
        raise IllegalTurn(missing, turn=0)
    solution: Mapping[str, Any] = document["solution"]
    return solution


def load_line(record: Mapping[str, Any]) -> PlayedLine:
    """The line that a record tells; IllegalTurn as in replay()."""
    try:
        position, variant = _load_line_head(record)
    except NotationError as error:
        raise IllegalTurn(error.sentence, turn=0) from None
    turns = []
    for number, item in enumerate(record["turns"], position.turn):
        try:
            turns.append(Turn.from_json(item, variant.dice))
        except NotationError as error:
            raise IllegalTurn(error.sentence, turn=number) from None
    return PlayedLine.of(position, turns, variant)


def load_game(record: Mapping[str, Any]) -> Game:
    """The game that a record tells; IllegalTurn as in replay()."""
    try:
        game = _load_head(record)
    except NotationError as error:
        raise IllegalTurn(error.sentence, turn=0) from None
    read = Turn.from_json if game.players == 1 else SharedTurn.from_json
    for number, item in enumerate(record["turns"], 1):
        try:
            turn = read(item, game.variant.dice)
        except NotationError as error:
            raise IllegalTurn(error.sentence, turn=number) from None
        game.push(turn)
    return game


def _load_head(record: Mapping[str, Any]) -> Game:
    fields = _head(record, _KEYS, "numberdrop.game")
    players = fields.count("players", 1, MOST_PLAYERS)
    variant = Variant.from_text(fields["variant"])
    tiles = fields.texts("tiles")
    start = [fields["start"]] if players == 1 else fields.texts("start")
    if len(start) != players:
        raise fields.fault("start", f"expected a cell for each of {players}")
    return Game(tiles, start, variant)


def _load_line_head(record: Mapping[str, Any]) -> tuple[Position, Variant]:
    fields = _head(record, _LINE_KEYS, "numberdrop.line")
    variant = Variant.from_text(fields["variant"])
    position = Position.from_text(fields.text("position"))
    if not position.is_solo:
        raise fields.fault(
            "position", coded_message("position.solo", "expected one of a solo game")
        )
    if position.turn + len(fields.items("turns")) > MOST_TURN:
        expected = coded_message(
            "turns.none_after", "expected none after {last}", last=MOST_TURN - 1
        )
        raise NotationError(expected_got("turns", expected, str(position)))
    return position, variant


def _head(record: object, keys: tuple[str, ...], name: str) -> Fields:
    """The record's keys: those that have to be there are, and `turns` is a list."""
    fields = Fields(record)
    if "format" in fields:
        fields.expect("format", name)
    fields.expect_keys(*keys)
    fields.expect_format(name)
    fields.items("turns")
    return fields
