"""Setups: the kind of a session, its known dice, and the position or turns that it continues."""

from __future__ import annotations

import datetime
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..bots.bot import OWN_BOTS
from ..dice import Deal, Roll, named_table_deal, plain_deal
from ..errors import NotationError, NumberdropError, coded_message, expected_got, shown
from ..game import MOST_PLAYERS, Game
from ..initials import Names, coerce_names
from ..json_reader import Fields, items_between, no_keys_but, one_of
from ..notation import coerce_tiles
from ..position import Position
from ..record import PlayedLine, load_record
from ..rules import BACKS, SOLO_SHAPES, Variant
from ..turn import Turn
from ..validate import MOST_SEED

#: daily: the puzzle of a day, or of any named dice; solo: random dice; table: random dice for
#: people and bots; drop: a drop problem; free: any position, with rolls entered one by one; record:
#: a game that was played before.
KINDS = ("daily", "solo", "table", "drop", "free", "record")
#: Seeds of new random dice, short enough to say and type.
SEEDS = 10**9

_RANDOM = re.compile(r"([a-z0-9]+)#(0|[1-9][0-9]{0,19})\.0")


@dataclass(frozen=True, slots=True)
class Setup:
    """The setup of a session.

    `puzzle` is the name of the dice or of the problem, or None. `tiles` are the shapes on A to E.
    `position` is the first position, None before the first cell is chosen. `rolls` are the known
    rolls, in order, and `turns` the turns already played. In a game with several seats, `seats` has
    the name of a bot or None for a person in each, and `game` is the game to continue. `names` has
    the three letters of each seat or None, and is empty if no seat has a name.
    """

    kind: str
    puzzle: str | None
    variant: Variant
    tiles: tuple[str, ...]
    position: Position | None
    rolls: tuple[Roll, ...]
    turns: tuple[Turn, ...] = ()
    start: str | None = None
    goal: int | None = None
    seats: tuple[str | None, ...] = ()
    game: Game | None = None
    names: Names = ()

    def deal(self) -> Deal:
        """Return the deal of random dice that `puzzle` names."""
        assert self.kind in ("solo", "table")
        assert self.puzzle
        return _random_deal(self.puzzle, self.variant)

    def to_json(self) -> dict[str, Any]:
        """Return the object that parse_setup() reads."""
        data: dict[str, Any] = {"kind": self.kind, "variant": str(self.variant)}
        seats = {"seats": list(self.seats)} if self.seats else {}
        if self.kind == "record":
            return {**data, "record": self._record(), **seats}
        if self.kind != "free":
            names = {"names": list(self.names)} if self.names else {}
            return {**data, "puzzle": self.puzzle, **seats, **names}
        if self.position is None:
            return {**data, "tiles": list(self.tiles)}
        return {**data, "position": str(self.position)}

    def _record(self) -> dict[str, Any]:
        if self.game is not None:
            return dict(self.game.to_record())
        if self.start is not None:
            return dict(
                Game(self.tiles, self.start, self.variant, self.turns, self.names).to_record()
            )
        assert self.position is not None
        return dict(PlayedLine.of(self.position, self.turns, self.variant).to_record())


def parse_setup(value: object, today: datetime.date | None = None) -> Setup:
    """Parse the JSON object of a setup.

    Its keys are `kind`, `variant` (by default `rulebook`), and depending on the kind `puzzle`, a
    name; `seed`, by default a new one; `position` or `tiles`; `record`; `seats`, which for the
    record of a multiplayer game are all people by default; and `names`, the three letters of each
    seat or null.

    Raises NotationError, naming the key, for anything else. Raises NumberdropError for a day after
    `today` or an unknown problem, and IllegalTurn for a record that breaks a rule.
    """
    fields = Fields(value, "game")
    kind = fields.text("kind")
    if kind not in KINDS:
        raise fields.fault("kind", one_of(KINDS))
    read, keys = _READERS[kind]
    seated = ("seats",) if kind in _SEATED else ()
    known = ("kind", "variant", *keys, *seated, *(("names",) if kind == "table" else ()))
    for key in fields.values:
        if key not in known:
            raise NotationError(expected_got("game", no_keys_but(known), key))
    if len(found := [key for key in keys if key in fields]) > 1:
        raise NotationError.coded(
            "game.both", "game: expected one of {names}, got both", names=" and ".join(found)
        )
    return read(fields, today)


def _variant(fields: Fields) -> Variant:
    return fields.read("variant", Variant.from_text) if "variant" in fields else Variant()


def released_puzzle(name: str, today: datetime.date | None = None) -> tuple[Deal, Variant]:
    """Return the deal and the variant of a puzzle.

    Raises NumberdropError if its day is after `today`, and NotationError for an unknown name.
    """
    from ..puzzles.names import day_of, parse_name

    dice, variant = parse_name(name)
    day = day_of(dice)
    if day is not None and today is not None and day > today:
        raise NumberdropError.coded(
            "puzzle.early",
            "{name}: this puzzle is released on {day} (UTC)",
            name=name,
            day=day,
        )
    return dice, variant


def _expect_variant(fields: Fields, variant: Variant) -> None:
    """Raise NotationError if `fields` name a variant other than `variant`."""
    if "variant" in fields and _variant(fields) != variant:
        expected = coded_message(
            "variant.given", "expected {variant}, which the game already has", variant=str(variant)
        )
        raise fields.fault("variant", expected)


def _daily(fields: Fields, today: datetime.date | None) -> Setup:
    name = fields.text("puzzle")
    dice, variant = released_puzzle(name, today)
    _expect_variant(fields, variant)
    return Setup("daily", name, variant, tuple(dice.tiles), None, dice.rolls)


def _solo(fields: Fields, today: datetime.date | None) -> Setup:
    return _random("solo", fields, ())


def _table(fields: Fields, today: datetime.date | None) -> Setup:
    return _random("table", fields, _seats(fields, 2, MOST_PLAYERS))


def _seats(fields: Fields, least: int, most: int) -> tuple[str | None, ...]:
    """Parse the seats of `least` to `most` players."""
    seats = fields.items("seats")
    if not least <= len(seats) <= most:
        raise fields.fault("seats", items_between(least, most))
    for bot in seats:
        if bot is not None and bot not in OWN_BOTS:
            raise NotationError(expected_got("game, seats", one_of(["null", *OWN_BOTS]), bot))
    if None not in seats:
        expected = coded_message("seats.person", "expected null, a person, for at least one seat")
        raise fields.fault("seats", expected)
    return tuple(seats)


def _random(kind: str, fields: Fields, seats: tuple[str | None, ...]) -> Setup:
    """Return a setup with random dice, from their name, their seed, or a new seed."""
    variant, (word, *older) = _variant(fields), _WORDS[kind]
    if "puzzle" in fields:
        name = fields.text("puzzle")
        found = _RANDOM.fullmatch(name)
        if not found or found[1] not in (word, *older) or int(found[2]) > MOST_SEED:
            expected = coded_message("puzzle.random", "expected {word}#SEED.0", word=word)
            raise fields.fault("puzzle", expected)
    elif fields.values.get("seed") is None:
        name = f"{word}#{secrets.randbelow(SEEDS)}.0"
    else:
        name = f"{word}#{fields.seed('seed')}.0"
    dice = _random_deal(name, variant)
    names: Names = ()
    if "names" in fields:
        names = coerce_names(fields.items("names"), len(seats), fields.place("names"))
    return Setup(kind, name, variant, dice.tiles, None, dice.rolls, seats=seats, names=names)


def _random_deal(name: str, variant: Variant) -> Deal:
    word, _, numbers = name.partition("#")
    if word in BACKS:
        return named_table_deal(name, variant)
    return plain_deal(int(numbers.removesuffix(".0")), 0, variant.dice)


def _drop(fields: Fields, today: datetime.date | None) -> Setup:
    from ..puzzles.archive.entries import DropProblem
    from ..puzzles.archive.shipped import shipped_entry
    from ..puzzles.names import NAME

    name = fields.label("puzzle")
    found = shipped_entry(name)
    if not isinstance(found, DropProblem):
        raise NumberdropError.coded(
            "problem.unknown",
            "{name}: expected one of the drop problems that come with the program",
            name=name if NAME.fullmatch(name) else shown(name),
        )
    _expect_variant(fields, found.variant)
    tiles = tuple(shape for shape, _, _ in found.position.tiles)
    return Setup("drop", name, found.variant, tiles, found.position, found.rolls, goal=found.goal)


def _free(fields: Fields, today: datetime.date | None) -> Setup:
    variant = _variant(fields)
    if "position" in fields:
        position = fields.read("position", Position.from_text)
        if not position.is_solo:
            expected = coded_message("setup.solo", "expected a position of a solo game")
            raise fields.fault("position", expected)
        return Setup("free", None, variant, _tiles(position), position, ())
    return Setup("free", None, variant, coerce_tiles(fields.texts("tiles"), SOLO_SHAPES), None, ())


def _record(fields: Fields, today: datetime.date | None) -> Setup:
    record = fields["record"]
    if not isinstance(record, Mapping):
        expected = coded_message("setup.record", "expected a record")
        raise NotationError(expected_got("game, record", expected, record))
    played = load_record(record)
    _expect_variant(fields, played.variant)
    rolls = tuple(turn.roll for turn in played.turns)
    if isinstance(played, Game) and played.players > 1:
        people = (None,) * played.players
        seats = _seats(fields, played.players, played.players) if "seats" in fields else people
        return Setup(
            "record",
            None,
            played.variant,
            played.tiles,
            None,
            rolls,
            seats=seats,
            game=played,
            names=played.names,
        )
    if "seats" in fields:
        expected = coded_message("seats.none", "expected none for the record of a solo game")
        raise fields.fault("seats", expected)
    turns = tuple(turn for turn in played.turns if isinstance(turn, Turn))
    if isinstance(played, Game):
        first, start, names = played.history[0][0], played.start[0], played.names
    else:
        first, start, names = played.positions[0], None, ()
    tiles = _tiles(first)
    return Setup("record", None, played.variant, tiles, first, rolls, turns, start, names=names)


def _tiles(position: Position) -> tuple[str, ...]:
    return tuple(shape for shape, _, _ in position.tiles)


#: Kinds that may have seats.
_SEATED = ("table", "record")
#: The prefixes of names of random dice: of new ones, then of older ones.
_WORDS = {"solo": ("plain",), "table": tuple(BACKS)}
#: The parser of each kind, and the keys of which it needs one, apart from `kind` and `variant`.
_READERS = {
    "daily": (_daily, ("puzzle",)),
    "solo": (_solo, ("seed", "puzzle")),
    "table": (_table, ("seed", "puzzle")),
    "drop": (_drop, ("puzzle",)),
    "free": (_free, ("position", "tiles")),
    "record": (_record, ("record",)),
}
