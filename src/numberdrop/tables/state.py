"""The state of a table: its chairs, and what each seat has chosen in the current turn."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..bots.bot import OWN_BOTS
from ..errors import NotationError, NumberdropError, coded_message
from ..game import MOST_PLAYERS
from ..initials import parse_player
from ..json_reader import Fields, one_of
from ..rules import Variant
from ..sessions import PartialTurn
from ..sessions.saved_game import expect_id, expect_key
from .tokens import WATCHER, Role, is_same, new_secret, parse_code, token_of

FORMAT, VERSION = "numberdrop.table", 1
#: The cell of the first digit, unless a player chooses another.
START = "d1"
#: The keys of the latest requests that a chair remembers, so that none is done twice.
MOST_KEYS = 32
#: The choices within a turn that can be undone.
MOST_CHOICES = 60
#: The largest number that counts something at a table.
MOST = 2**53


@dataclass(frozen=True, slots=True)
class Choice:
    """What a seat has chosen in turn number `turn`, from 1.

    `partials` are the partial turns after each of its choices, of which the first `done` aren't
    taken back. `is_ended` says whether the seat has ended the turn with them.
    """

    turn: int = 0
    partials: tuple[PartialTurn, ...] = ()
    done: int = 0
    is_ended: bool = False

    @property
    def partial(self) -> PartialTurn:
        """The partial turn now."""
        return self.partials[self.done - 1] if self.done else PartialTurn()

    def in_turn(self, turn: int) -> Choice:
        """Return the choice of a turn: this one, or an empty one if this is of another turn."""
        return self if self.turn == turn else Choice(turn)

    def to_json(self) -> dict[str, Any]:
        """Return the object that from_fields() reads."""
        partials = [partial.to_json() for partial in self.partials]
        return {"turn": self.turn, "partials": partials, "done": self.done, "ended": self.is_ended}

    @classmethod
    def from_fields(cls, fields: Fields) -> Choice:
        """Parse a stored choice. Raises NotationError, naming the place."""
        partials = tuple(map(PartialTurn.from_json, fields.items("partials")))
        done = fields.count("done", 0, len(partials))
        return cls(fields.count("turn", 0, MOST), partials, done, _flag(fields, "ended"))


@dataclass(frozen=True, slots=True)
class Chair:
    """Somebody at the table: a person with three letters as `name`, or a `bot`.

    `start` is the cell of the first digit. A new `generation` makes the earlier tokens of the chair
    invalid. `revision` counts the steps of the chair, of which `keys` are the latest keys.
    `stand_in` is the bot that plays for an absent person, or None.
    """

    name: str | None
    bot: str | None = None
    start: str = START
    generation: int = 0
    revision: int = 0
    keys: tuple[str, ...] = ()
    stand_in: str | None = None
    choice: Choice = field(default_factory=Choice)

    def after_step(self, key: str | None, choice: Choice) -> Chair:
        """Return the chair after one more step, done with `key`."""
        keys = self.keys if key is None else (*self.keys, key)[-MOST_KEYS:]
        return replace(self, revision=self.revision + 1, keys=keys, choice=choice)

    def to_json(self) -> dict[str, Any]:
        """Return the object that from_fields() reads."""
        names = ("name", "bot", "start", "generation", "revision", "stand_in")
        data = {name: getattr(self, name) for name in names}
        return {**data, "keys": list(self.keys), "choice": self.choice.to_json()}

    @classmethod
    def from_fields(cls, fields: Fields) -> Chair:
        """Parse a stored chair. Raises NotationError, naming the place."""
        name, bot = fields["name"], fields["bot"]
        if (name is None) == (bot is None):
            raise fields.fault("name", coded_message("chair.who", "expected a name or a bot"))
        return cls(
            None if name is None else parse_player(name),
            None if bot is None else parse_own_bot(fields, "bot"),
            fields.text("start"),
            fields.count("generation", 0, MOST),
            fields.count("revision", 0, MOST),
            tuple(map(expect_key, fields.texts("keys"))),
            None if fields["stand_in"] is None else parse_own_bot(fields, "stand_in"),
            Choice.from_fields(fields.fields("choice")),
        )


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its six `chairs`, None where nobody sits.

    `game` is the id of its game, or None before one begins; `order` has the chair of each seat of
    that game. `revision` counts the changes, and `touched` is the UTC time of the last one. `keys`
    are those of the requests for a chair, with the chair.
    """

    code: str
    secret: str
    variant: Variant
    chairs: tuple[Chair | None, ...] = (None,) * MOST_PLAYERS
    game: str | None = None
    order: tuple[int, ...] = ()
    revision: int = 0
    touched: str = ""
    keys: tuple[tuple[str, int], ...] = ()

    @classmethod
    def new(cls, code: str, variant: Variant) -> Table:
        """Return a table at which nobody sits."""
        return cls(code, new_secret(), variant)

    # Who is who

    @property
    def host_token(self) -> str:
        """The token of the host."""
        return token_of(self.secret, None)

    def token(self, chair: int) -> str:
        """Return the token of a person's chair, from 1."""
        return token_of(self.secret, chair, self.at(chair).generation)

    def role_of(self, token: str | None) -> Role | None:
        """Return the role of a client with this token; None if the token is of no one here."""
        if token is None:
            return WATCHER
        if is_same(token, self.host_token):
            return Role(is_host=True)
        for number, chair in enumerate(self.chairs, 1):
            if chair and chair.bot is None and is_same(token, self.token(number)):
                return Role(chair=number)
        return None

    def at(self, chair: int) -> Chair:
        """Return the chair of a number, from 1. Raises NumberdropError if it is empty."""
        found = self.chairs[chair - 1]
        if found is None:
            raise NumberdropError.coded(
                "chair.empty", "chair {chair}: nobody sits there", chair=chair
            )
        return found

    def seat_of(self, chair: int | None) -> int | None:
        """Return the seat in the game of a chair, from 1; None if it isn't in the game."""
        return self.order.index(chair) + 1 if chair in self.order else None

    # Changes

    def with_chair(self, number: int, chair: Chair | None) -> Table:
        """Return the table with another occupant of a chair."""
        return replace(self, chairs=(*self.chairs[: number - 1], chair, *self.chairs[number:]))

    def free_chair(self) -> int:
        """Return the first empty chair. Raises NumberdropError if the table is full."""
        if None not in self.chairs:
            raise NumberdropError.coded("table.full", "all six chairs of this table are taken")
        return self.chairs.index(None) + 1

    def seated(self, first: int | None) -> tuple[int, ...]:
        """Return the chairs of the players clockwise from `first`, or from one drawn by lot.

        Raises NumberdropError for fewer than two players, for bots alone, and for an empty chair.
        """
        taken = [number for number, chair in enumerate(self.chairs, 1) if chair]
        if len(taken) < 2 or all(self.at(number).bot for number in taken):
            raise NumberdropError.coded(
                "table.players", "expected two players or more, at least one of them a person"
            )
        if first is not None:
            self.at(first)
        begin = taken.index(first if first is not None else secrets.choice(taken))
        return (*taken[begin:], *taken[:begin])

    # Documents

    def to_json(self) -> dict[str, Any]:
        """Return the object that from_json() reads. It has the secret of the table."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "code": self.code,
            "secret": self.secret,
            "variant": str(self.variant),
            "chairs": [chair and chair.to_json() for chair in self.chairs],
            "game": self.game,
            "order": list(self.order),
            "revision": self.revision,
            "touched": self.touched,
            "keys": [list(pair) for pair in self.keys],
        }

    @classmethod
    def from_json(cls, value: object) -> Table:
        """Parse a stored table. Raises NotationError, naming the place."""
        fields = Fields(value, "table")
        fields.expect_format(FORMAT, VERSION)
        chairs = fields.items("chairs")
        if len(chairs) != MOST_PLAYERS:
            raise fields.fault("chairs", coded_message("table.chairs", "expected six chairs"))
        return cls(
            fields.read("code", parse_code),
            fields.text("secret"),
            fields.read("variant", Variant.from_text),
            tuple(
                None if chair is None else Chair.from_fields(Fields(chair, f"chair {number}"))
                for number, chair in enumerate(chairs, 1)
            ),
            None if fields["game"] is None else expect_id(fields["game"], "game"),
            tuple(fields.counts("order", 1, MOST_PLAYERS)) if fields["order"] else (),
            fields.count("revision", 0, MOST),
            fields.text("touched"),
            _keys(fields.items("keys")),
        )


def parse_own_bot(fields: Fields, key: str) -> str:
    """Return the name of one of the program's own bots. Raises NotationError for another value."""
    name = fields.text(key)
    if name not in OWN_BOTS:
        raise fields.fault(key, one_of(OWN_BOTS))
    return name


def _flag(fields: Fields, key: str) -> bool:
    value = fields[key]
    if not isinstance(value, bool):
        raise fields.fault(key, one_of(["true", "false"]))
    return value


def _keys(pairs: Sequence[Any]) -> tuple[tuple[str, int], ...]:
    found = []
    for pair in pairs:
        if not isinstance(pair, Sequence) or len(pair) != 2 or not isinstance(pair[1], int):
            raise NotationError("table, keys: expected pairs of a key and a chair")
        found.append((expect_key(pair[0]), pair[1]))
    return tuple(found)


def names_of(table: Table) -> Mapping[int, str]:
    """Return the letters of the people at a table, by their chairs."""
    chairs = enumerate(table.chairs, 1)
    return {number: chair.name for number, chair in chairs if chair and chair.name}
