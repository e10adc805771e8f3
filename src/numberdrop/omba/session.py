"""A game being played: its players, rolls and moves, and the next step."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from ..errors import NotationError, coded_message, expected_got
from ..json_reader import Fields, one_of, seed_to_json
from ..validate import MOST_SEED
from .policies import OPPONENTS, expect_playable
from .position import Position
from .record import Game, Ply, apply_ply, replay, replay_plies
from .rules import PLAYERS, roll_number

#: The name of a person in `seats`; the others are computer players.
PERSON: Final = "you"
#: The sources of rolls: the program, or a real die whose rolls are entered by hand.
DICE: Final = ("program", "hand")
#: The longest record that a session accepts, in plies. Games last some 25 plies; the longest of
#: 200,000 had 112.
MOST_PLIES: Final = 2000


@dataclass(frozen=True)
class Session:
    """A game being played. It is immutable: its methods return the session after a step.

    `seats` has PERSON or the name of a computer player for A, B .. `game` holds the plies played so
    far, and `pending_roll` a roll that was entered by hand and isn't played yet. The same `seed`
    gives the same rolls, also after an undo, and the same choices of players that choose at random.
    """

    seats: tuple[str, ...]
    game: Game
    seed: int = 0
    dice: str = "program"
    pending_roll: int | None = None

    @classmethod
    def begin(
        cls,
        seats: Sequence[str],
        variant: str = "S",
        seed: int = 0,
        dice: str = "program",
        record: str | None = None,
        deal: str = "omba",
    ) -> Self:
        """Start a new game, or continue one from its record, which has a variant and a deal of its
        own.

        Raises NotationError for invalid seats, dice, seed or deal, or if the number of seats isn't
        that of the record. Raises IllegalMove if the record breaks a rule, and NoTable if a player
        needs a table that isn't stored.
        """
        if not 2 <= len(seats) <= len(PLAYERS):
            expected = coded_message("omba.seats.count", "expected two to four")
            raise NotationError(expected_got("seats", expected, len(seats)))
        for name in seats:
            if name != PERSON and name not in OPPONENTS:
                raise NotationError(expected_got("seats", one_of([PERSON, *OPPONENTS]), name))
        if dice not in DICE:
            raise NotationError(expected_got("dice", one_of(DICE), dice))
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MOST_SEED:
            expected = coded_message(
                "omba.seed", "expected a whole number 0 to {most}", most=str(MOST_SEED)
            )
            raise NotationError(expected_got("seed", expected, seed))
        game = replay_plies(len(seats), variant, (), deal) if record is None else replay(record)
        if game.players != len(seats):
            expected = coded_message(
                "omba.seats.record", "expected {n} as in the record", n=game.players
            )
            raise NotationError(expected_got("seats", expected, len(seats)))
        if len(game.plies) > MOST_PLIES:
            raise NotationError.coded(
                "omba.record.long", "record: expected {most} plies at most", most=MOST_PLIES
            )
        expect_playable(seats, game.variant, game.deal)
        return cls(tuple(seats), game, seed, dice)

    @classmethod
    def from_json(cls, fields: Fields) -> Self:
        """Read the JSON of `to_json()`. Raises NotationError or IllegalMove if it is invalid."""
        fields.expect_only(
            "seats", "seed", "dice", "record", *(["told"] if "told" in fields else [])
        )
        seats = fields.texts("seats")
        seed, dice = fields.seed("seed"), fields.text("dice")
        session = cls.begin(seats, seed=seed, dice=dice, record=fields.text("record"))
        told = fields.values.get("told")
        return session if told is None else session.with_roll(told)

    def to_json(self) -> dict[str, Any]:
        return {
            "seats": list(self.seats),
            "seed": seed_to_json(self.seed),
            "dice": self.dice,
            "record": str(self.game),
            "told": self.pending_roll,
        }

    @property
    def variant(self) -> str:
        return self.game.variant

    @property
    def deal(self) -> str:
        return self.game.deal

    @property
    def position(self) -> Position:
        return self.game.final

    @property
    def mover(self) -> str:
        """PERSON or the name of the player to move, or of the winner."""
        return self._player_of(self.position)

    def _player_of(self, position: Position) -> str:
        return self.seats[PLAYERS.index(position.side)]

    @property
    def is_by_hand(self) -> bool:
        return self.dice == DICE[1]

    @property
    def roll(self) -> int | None:
        """The roll of the player to move; None if it has to be entered, or the game is over."""
        if self.position.winner:
            return None
        return self.pending_roll if self.is_by_hand else self._rng().randint(1, 6)

    def _rng(self) -> random.Random:
        """Return a random generator for this ply."""
        return random.Random(f"omba/{self.seed}/{len(self.game.plies)}")

    @property
    def moves(self) -> Mapping[str, Position]:
        """The moves worth the roll, each with the position after it."""
        return {} if self.roll is None else self.position.moves(self.roll, self.variant)

    @property
    def needs(self) -> str:
        """The input that the next step needs.

        `roll`: a roll entered by hand. `move`: a person's move. `nothing`: `advanced()` moves for a
        computer player, or takes out a player without a move. `over`: the game has ended.
        """
        if self.position.winner:
            return "over"
        if self.roll is None:
            return "roll"
        return "move" if self.mover == PERSON and self.moves else "nothing"

    def with_roll(self, die: object) -> Self:
        """Return the session with a roll entered by hand. Raises NotationError if `die` is not a
        roll, or no roll is needed."""
        if self.needs != "roll":
            raise NotationError.coded("omba.no_roll", "roll: expected no roll now")
        return replace(self, pending_roll=roll_number(die))

    def with_move(self, move: str) -> Self:
        """Return the session after a person's move. Raises NotationError if no move is needed, and
        IllegalMove if `move` is not worth the roll."""
        if self.needs != "move":
            raise NotationError.coded("omba.no_move", "move: expected no move now")
        return self._with_ply(move)

    def advanced(self) -> Self:
        """Return the session after a step that needs no input: a computer player's move, or the end
        of a player without a move. Raises NotationError if the step needs input, and NoTable as
        `policies.exact()` does."""
        if self.needs != "nothing":
            raise NotationError.coded(
                "omba.needs_input", "game: expected the next step to need no input"
            )
        if not self.moves:
            return self._with_ply("#")
        rng = self._rng()
        rng.random()  # the roll used the first number
        assert self.roll is not None
        return self._with_ply(OPPONENTS[self.mover](self.position, self.roll, self.variant, rng))

    def _with_ply(self, move: str) -> Self:
        assert self.roll is not None
        ply, game = Ply(self.roll, move), self.game
        after = apply_ply(game.final, ply, game.variant, len(game.plies) + 1)
        longer = replace(game, plies=(*game.plies, ply), positions=(*game.positions, after))
        return replace(self, game=longer, pending_roll=None)

    # Undo.

    @property
    def person_plies(self) -> list[int]:
        """The indices of the plies whose move a person chose."""
        game = self.game
        return [
            number
            for number, (position, ply) in enumerate(zip(game.positions, game.plies, strict=False))
            if ply.move != "#" and self._player_of(position) == PERSON
        ]

    @property
    def can_undo(self) -> bool:
        return self.pending_roll is not None or bool(self.person_plies)

    def undone(self) -> Self:
        """Return the session without its pending roll. Without a pending roll, return the session
        before the last move that a person chose, with the same roll. Raises NotationError if there
        is nothing to undo."""
        if self.pending_roll is not None:
            return replace(self, pending_roll=None)
        if not self.person_plies:
            raise NotationError.coded("omba.no_undo", "undo: expected a move of yours to take back")
        return self.back_to(self.person_plies[-1])

    def back_to(self, number: int) -> Self:
        """Return the session before a ply, counted from 0, with the same roll. Raises NotationError
        if there is no such ply."""
        game, plies = self.game, self.game.plies
        if not 0 <= number < len(plies):
            expected = coded_message("omba.no_ply", "expected a ply that was played")
            raise NotationError(expected_got("back", expected, number + 1))
        shorter = replace(game, plies=plies[:number], positions=game.positions[: number + 1])
        return replace(
            self, game=shorter, pending_roll=plies[number].roll if self.is_by_hand else None
        )
