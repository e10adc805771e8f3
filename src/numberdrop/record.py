"""Records of games and lines, loaded and replayed under the rules (formats.md, Game record;
Line)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from .errors import IllegalTurn, NotationError, coded_message, expected_got
from .game import MOST_PLAYERS, Game, why_ended
from .json_reader import Fields
from .notation import MOST_TURN
from .position import Position
from .record_types import GameRecord, LineRecord
from .rules import Variant
from .transitions import play_canonical
from .turn import SharedTurn, Turn

_KEYS = ("format", "version", "variant", "players", "tiles", "start", "turns")
_LINE_KEYS = ("format", "version", "variant", "position", "turns")


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """Turns of a solo game played from a given position.

    `positions` are that position and those after each turn. `turns` are in canonical form.
    """

    positions: tuple[Position, ...]
    turns: tuple[Turn, ...]
    variant: Variant

    @classmethod
    def of(
        cls, position: Position, turns: Iterable[Turn], variant: str | Variant = "rulebook"
    ) -> PlayedLine:
        """Play turns from a position.

        Raises IllegalTurn, with the number of the turn in the game, if one breaks a rule.
        """
        chosen = Variant.of(variant)
        positions, played = [position], []
        for turn in turns:
            after, canonical = play_canonical(positions[-1], turn, chosen)
            positions.append(after)
            played.append(canonical)
        return cls(tuple(positions), tuple(played), chosen)

    def end(self) -> str:
        """Return "line", "tiles", "line+tiles", or "unfinished", like Game.end()."""
        return why_ended(self.positions[-1:])

    def to_record(self) -> LineRecord:
        """Return the line as a JSON object (formats.md, Line)."""
        record: dict[str, Any] = {
            "format": "numberdrop.line",
            "version": 1,
            "variant": str(self.variant),
            "position": str(self.positions[0]),
            "turns": [turn.to_json() for turn in self.turns],
            "score": self.positions[-1].score(self.variant).total,
        }
        return cast(LineRecord, record)


def replay(record: Mapping[str, Any]) -> GameRecord | LineRecord:
    """Replay a record and return it with canonical turns and a correct result.

    Every turn is in canonical form. A game gets its `result`, a line its `score`; those in the
    record are ignored. Unknown keys are kept. The record itself is not changed. A maximum counts as
    its solution. Raises IllegalTurn, with the number of the turn and the rule, if the record is not
    a legal game or line; the number is 0 if its head is at fault.
    """
    record = _without_maximum(record)
    found = _load(record)
    known = (*_KEYS, "names", "result") if isinstance(found, Game) else (*_LINE_KEYS, "score")
    more = {key: value for key, value in record.items() if key not in known}
    return cast(GameRecord | LineRecord, {**found.to_record(), **more})


def load_record(record: Mapping[str, Any]) -> Game | PlayedLine:
    """Return the game or line of a record, or of the solution of a maximum.

    Raises IllegalTurn like replay().
    """
    return _load(_without_maximum(record))


def _load(record: Mapping[str, Any]) -> Game | PlayedLine:
    if isinstance(record, Mapping) and record.get("format") == "numberdrop.line":
        return load_line(record)
    return load_game(record)


def _without_maximum(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the solution of a maximum, or `document` itself if it is not a maximum."""
    if not isinstance(document, Mapping) or document.get("format") != "numberdrop.maximum":
        return document
    if "solution" not in document:
        missing = coded_message("solution.missing", "expected the key 'solution', which is missing")
        raise IllegalTurn(missing, turn=0)
    solution: Mapping[str, Any] = document["solution"]
    return solution


def load_line(record: Mapping[str, Any]) -> PlayedLine:
    """Return the line of a record. Raises IllegalTurn like replay()."""
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
    """Return the game of a record. Raises IllegalTurn like replay()."""
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
        expected = coded_message(
            "start.cells", "expected a cell for each of {n} players", n=players
        )
        raise fields.fault("start", expected)
    names = fields.items("names") if "names" in fields else ()
    return Game(tiles, start, variant, names=names)


def _load_line_head(record: Mapping[str, Any]) -> tuple[Position, Variant]:
    fields = _head(record, _LINE_KEYS, "numberdrop.line")
    variant = Variant.from_text(fields["variant"])
    position = Position.from_text(fields.text("position"))
    if not position.is_solo:
        raise fields.fault("position", coded_message("position.solo", "expected a solo position"))
    if position.turn + len(fields.items("turns")) > MOST_TURN:
        expected = coded_message(
            "turns.none_after", "expected none after turn {last}", last=MOST_TURN - 1
        )
        raise NotationError(expected_got("turns", expected, str(position)))
    return position, variant


def _head(record: object, keys: tuple[str, ...], name: str) -> Fields:
    """Return the record's fields. The keys are all present, and `turns` is a list."""
    fields = Fields(record)
    if "format" in fields:
        fields.expect("format", name)
    fields.expect_keys(*keys)
    fields.expect_format(name)
    fields.items("turns")
    return fields
