"""A game between one person and players of the program, in plain lines."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from ..errors import NumberdropError
from .drawing import draw_position
from .players import OPPONENTS, estimates
from .position import Position
from .record import Game, Ply, played
from .tables import is_quick
from .typed import read_move
from .values import best


class Sitting:
    """A game: `seats` has the name of a player, or None where the person sits. The same seed gives
    the same rolls, to whoever rolls them, undone or not."""

    def __init__(self, seats: Sequence[str | None], variant: str, seed: int) -> None:
        self.seats, self.variant, self.seed = tuple(seats), variant, seed
        self._plies: list[Ply] = []
        self._positions = [Position.start(len(seats))]

    @property
    def position(self) -> Position:
        return self._positions[-1]

    @property
    def roll(self) -> int:
        """The roll of the player to move."""
        return self._rng().randint(1, 6)

    @property
    def game(self) -> Game:
        return Game(self.variant, tuple(self._plies), tuple(self._positions))

    def _rng(self) -> random.Random:
        """The random numbers of this ply."""
        return random.Random(f"omba/{self.seed}/{len(self._plies)}")

    def _mover(self) -> str | None:
        return self.seats["ABCD".index(self.position.side)]

    def _put(self, move: str) -> None:
        ply = Ply(self.roll, move)
        self._positions.append(played(self.position, ply, self.variant, len(self._plies) + 1))
        self._plies.append(ply)

    def go_on(self) -> Iterator[str]:
        """Play until the person can choose, or the game is over, and tell what happens."""
        while not self.position.winner:
            side, roll = self.position.side, self.roll
            moves = self.position.moves(roll, self.variant)
            mover = self._mover()
            if not moves:
                yield f"{side} rolls {roll} and is out"
                self._put("#")
            elif mover is None:
                return
            else:
                rng = self._rng()
                rng.random()  # what the roll has come from
                move = OPPONENTS[mover](self.position, roll, self.variant, rng)
                yield f"{side} rolls {roll}: {move}"
                self._put(move)

    def answer(self, line: str) -> str | None:
        """Do what the person has typed: None where that was a move, or taken back, else what to
        tell him."""
        word = line.strip().casefold()
        if word in ("help", "?", "h"):
            can = " ".join(self.position.moves(self.roll, self.variant))
            return f"moves worth {self.roll}: {can}"
        if word == "show":
            return draw_position(self.position)
        if word == "hint":
            return self._hint()
        if word == "undo":
            return self._undo()
        move = read_move(line)
        if not move:
            return "expected a move such as a1c2 or +b2, or help"
        try:
            self._put(move)
        except NumberdropError as error:
            return str(error).partition(": ")[2]
        return None

    def _hint(self) -> str:
        if is_quick(self.position, self.variant):
            rows = [
                f"{one.move} {one.value:.4f}"
                for one in best(self.position, self.roll, self.variant)
            ]
        else:
            rows = [
                f"{guess.move} {guess.value:.2f}"
                for guess in estimates(self.position, self.roll, self.variant, games=2000)
            ]
        return "  ".join(rows)

    def _undo(self) -> str | None:
        """Back to the person's last move."""
        for back in range(len(self._plies) - 1, -1, -1):
            seat = self.seats["ABCD".index(self._positions[back].side)]
            if seat is None and self._plies[back].move != "#":
                del self._plies[back:], self._positions[back + 1 :]
                return None
        return "nothing to take back"
