"""A game being played: who sits where, what has been rolled and moved, and what is to come next."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from ..errors import NotationError, shown
from ..json_reader import Fields
from .policies import OPPONENTS, expect_playable
from .position import Position
from .record import Game, Ply, played, replay, replayed
from .rules import PLAYERS, roll_number

#: Who sits on a seat on which no player of the program does.
PERSON: Final = "you"
#: Where rolls come from: the program, or a real die, told by hand.
DICE: Final = ("program", "hand")
#: The longest game that is gone on with, in plies; they end after some 25, and after 112 at most of
#: 200,000.
MOST_PLIES: Final = 2000
MOST_SEED: Final = 2**53


@dataclass(frozen=True)
class Session:
    """`seats` has PERSON or the name of a player for A, B ..; `game` is what was played, `told` the
    roll that was told by hand and isn't played yet. The same seed gives the same rolls, undone or
    not, and the same choices of players who draw lots."""

    seats: tuple[str, ...]
    game: Game
    seed: int = 0
    dice: str = "program"
    told: int | None = None

    @classmethod
    def begin(
        cls,
        seats: Sequence[str],
        variant: str = "S",
        seed: int = 0,
        dice: str = "program",
        record: str | None = None,
    ) -> Self:
        """A game from the start, or gone on with from a record, which has a variant of its own.

        NotationError for seats, a seed or dice that there aren't, or for other seats than the
        record has; IllegalMove for a record that breaks a rule; NoTable where a player needs a
        table that isn't at hand.
        """
        if not 2 <= len(seats) <= len(PLAYERS):
            raise NotationError(f"seats: expected two to four, got {len(seats)}")
        for name in seats:
            if name != PERSON and name not in OPPONENTS:
                known = ", ".join([PERSON, *OPPONENTS])
                raise NotationError(f"seats: expected some of {known}, got {shown(name)}")
        if dice not in DICE:
            raise NotationError(f"dice: expected one of {', '.join(DICE)}, got {shown(dice)}")
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < MOST_SEED:
            most = MOST_SEED - 1
            raise NotationError(f"seed: expected a whole number 0 to {most}, got {shown(seed)}")
        game = replayed(len(seats), variant, ()) if record is None else replay(record)
        if game.players != len(seats):
            raise NotationError(
                f"seats: expected {game.players} as in the record, got {len(seats)}"
            )
        if len(game.plies) > MOST_PLIES:
            raise NotationError(f"record: expected {MOST_PLIES} plies at most")
        expect_playable(seats, game.variant)
        return cls(tuple(seats), game, seed, dice)

    @classmethod
    def from_json(cls, fields: Fields) -> Self:
        """What to_json() made; NotationError or IllegalMove for anything else."""
        fields.expect_only(
            "seats", "seed", "dice", "record", *(["told"] if "told" in fields else [])
        )
        seats = fields.texts("seats")
        seed, dice = fields["seed"], fields.text("dice")
        sitting = cls.begin(seats, seed=seed, dice=dice, record=fields.text("record"))
        told = fields.values.get("told")
        return sitting if told is None else sitting.rolled(told)

    def to_json(self) -> dict[str, Any]:
        return {
            "seats": list(self.seats),
            "seed": self.seed,
            "dice": self.dice,
            "record": str(self.game),
            "told": self.told,
        }

    @property
    def variant(self) -> str:
        return self.game.variant

    @property
    def position(self) -> Position:
        return self.game.final

    @property
    def mover(self) -> str:
        """PERSON or the name of the player who is to move, or has won."""
        return self._seat_of(self.position)

    def _seat_of(self, position: Position) -> str:
        return self.seats[PLAYERS.index(position.side)]

    @property
    def is_by_hand(self) -> bool:
        return self.dice == DICE[1]

    @property
    def roll(self) -> int | None:
        """The roll of the player to move; None where it is to be told, or the game is over."""
        if self.position.winner:
            return None
        return self.told if self.is_by_hand else self._rng().randint(1, 6)

    def _rng(self) -> random.Random:
        """The random numbers of this ply."""
        return random.Random(f"omba/{self.seed}/{len(self.game.plies)}")

    @property
    def moves(self) -> Mapping[str, Position]:
        """The moves worth the roll."""
        return {} if self.roll is None else self.position.moves(self.roll, self.variant)

    @property
    def needs(self) -> str:
        """What comes next: `roll`, told by hand; `move`, which a person chooses; `nothing` where
        go_on() does it, a player's move or the end of one who has none; `over`."""
        if self.position.winner:
            return "over"
        if self.roll is None:
            return "roll"
        return "move" if self.mover == PERSON and self.moves else "nothing"

    def rolled(self, die: object) -> Self:
        """With the roll told by hand; NotationError where none is to be told, or it is none."""
        if self.needs != "roll":
            raise NotationError("roll: expected none to be told now")
        return replace(self, told=roll_number(die))

    def played(self, move: str) -> Self:
        """After a person's move; NotationError where there is none to make, IllegalMove where it
        isn't worth the roll."""
        if self.needs != "move":
            raise NotationError("move: expected none to be made now")
        return self._put(move)

    def gone_on(self) -> Self:
        """After what comes by itself; NotationError where nothing does. NoTable as
        players.exact()."""
        if self.needs != "nothing":
            raise NotationError("game: expected one that goes on by itself")
        if not self.moves:
            return self._put("#")
        rng = self._rng()
        rng.random()  # what the roll has come from
        assert self.roll is not None
        return self._put(OPPONENTS[self.mover](self.position, self.roll, self.variant, rng))

    def _put(self, move: str) -> Self:
        assert self.roll is not None
        ply, game = Ply(self.roll, move), self.game
        after = played(game.final, ply, game.variant, len(game.plies) + 1)
        on = Game(game.variant, (*game.plies, ply), (*game.positions, after))
        return replace(self, game=on, told=None)

    # Taken back, in practice.

    @property
    def choices(self) -> list[int]:
        """The numbers of the plies that a person chose, from 0 on."""
        game = self.game
        return [
            number
            for number, (position, ply) in enumerate(zip(game.positions, game.plies, strict=False))
            if ply.move != "#" and self._seat_of(position) == PERSON
        ]

    @property
    def can_undo(self) -> bool:
        return self.told is not None or bool(self.choices)

    def undone(self) -> Self:
        """Before the last choice of a person, its roll told; or without the roll that was told.
        NotationError where there is nothing to take back."""
        if self.told is not None:
            return replace(self, told=None)
        if not self.choices:
            raise NotationError("undo: expected a move of yours to take back")
        return self.back(self.choices[-1])

    def back(self, number: int) -> Self:
        """Before a ply, counted from 0 on; its roll stays told. NotationError where there is no
        such ply."""
        plies = self.game.plies
        if not 0 <= number < len(plies):
            raise NotationError(f"back: expected a ply that was played, got {number + 1}")
        game = Game(self.variant, plies[:number], self.game.positions[: number + 1])
        return replace(self, game=game, told=plies[number].roll if self.is_by_hand else None)
