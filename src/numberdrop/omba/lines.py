"""The game in plain lines, for screen readers, pipes and simple terminals. Each line typed gets an
answer of a few lines; the board is drawn only on request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ..errors import NotationError, NumberdropError, shown
from .advice import advice_lines, advise
from .drawing import draw_position
from .move_features import describe, features
from .parsing import read_move
from .position import Position
from .record import Ply
from .rules import ENTRIES, PLAYERS, SQUARES
from .session import PERSON, Session

QUIT_COMMANDS: Final = ("quit", "exit", "q")
#: The most digits in the number of a ply.
_LONGEST_NUMBER = 9
HELP: Final = (
    "a1c2: move the cube on a1 to c2; +b2 or b2: move a cube from your hand to b2",
    "moves: list your moves and what they do; hint: show the chance after each",
    "board: describe the board; show: draw it; b2?: describe a square",
    "4: enter a roll of 4, if you roll a real die",
    "undo: take back your last move; back 3: go back to before ply 3; log: list the plies",
    "record: show the record of the game; quit: leave and print the record",
)


@dataclass
class Lines:
    """A game in plain lines. `read_line` returns the next line typed, None at the end of input.
    `write_line` writes a line of an answer, and `write_error` an error message."""

    session: Session
    read_line: Callable[[], str | None]
    write_line: Callable[[str], None]
    write_error: Callable[[str], None]

    def play(self) -> None:
        """Play until the game is over, the player quits, or the input ends."""
        self.write_line(f"{describe_seats(self.session)}; type help for commands, quit to leave")
        self._advance()
        while self.session.needs != "over":
            line = self.read_line()
            if line is None or line.strip().casefold() in QUIT_COMMANDS:
                return
            try:
                self.execute(line.strip())
            except NumberdropError as error:
                self.write_error(str(error))

    def execute(self, line: str) -> None:
        """Execute a command or play a move. Raises NumberdropError if that is impossible."""
        word, _, rest = line.casefold().partition(" ")
        command = _COMMANDS.get(word)
        if line.endswith("?") and len(line) > 1:
            self.write_line(describe_square(self.session.position, line[:-1].strip().casefold()))
        elif command:
            command(self, rest.strip())
        elif line:
            self._play(line)

    def _advance(self) -> None:
        """Play and describe the steps that need no input, then ask for the next input."""
        while self.session.needs == "nothing":
            self._update(self.session.advanced())
        session, side = self.session, self.session.position.side
        if session.needs == "over":
            self.write_line(describe_result(session))
        elif session.needs == "roll":
            roll = "your roll" if session.mover == PERSON else f"the roll for {session.mover}"
            self.write_line(f"{side}: enter {roll}, 1 to 6")
        else:
            self.write_line(f"{side}, you rolled {session.roll}: {' '.join(session.moves)}")

    def _update(self, after: Session) -> None:
        """Replace the session by the one after another ply, and describe the ply."""
        before, self.session = self.session, after
        number = len(before.game.plies)
        self.write_line(describe_ply(before.position, after.game.plies[number], before.variant))

    def _play(self, line: str) -> None:
        session = self.session
        if session.needs == "roll":
            if len(line) != 1 or line not in "123456":
                raise NotationError(f"expected a roll from 1 to 6, or help, got {shown(line)}")
            self.session = session.with_roll(int(line))
        else:
            move = read_move(line)
            if not move:
                raise NotationError(
                    f"expected a move such as a1c2 or +b2, or help; got {shown(line)}"
                )
            if move not in session.moves:
                legal = " ".join(session.moves)
                raise NumberdropError(f"expected a move worth {session.roll} ({legal}), got {move}")
            self._update(session.with_move(move))
        self._advance()

    def _help(self, _: str) -> None:
        for line in HELP:
            self.write_line(line)

    def _moves(self, _: str) -> None:
        session = self.session
        for move in session.moves:
            assert session.roll
            found = features(session.position, move, session.roll, session.variant)
            self.write_line(f"{move}: {describe(found, session.position.side)}")

    def _hint(self, _: str) -> None:
        session = self.session
        advice = advise(session.position, session.roll, session.variant)
        for line in advice_lines(advice, session.position.side):
            self.write_line(line)

    def _board(self, _: str) -> None:
        for line in describe_board(self.session.position):
            self.write_line(line)

    def _show(self, _: str) -> None:
        for line in draw_position(self.session.position).split("\n"):
            self.write_line(line)

    def _undo(self, _: str) -> None:
        self.session = self.session.undone()
        self._advance()

    def _back(self, rest: str) -> None:
        if not (rest.isascii() and rest.isdigit() and len(rest) <= _LONGEST_NUMBER):
            raise NotationError(f"back: expected the number of a ply, got {shown(rest)}")
        self.session = self.session.back_to(int(rest) - 1)
        self._advance()

    def _log(self, _: str) -> None:
        for number, line in enumerate(describe_plies(self.session), 1):
            self.write_line(f"{number}: {line}")

    def _record(self, _: str) -> None:
        self.write_line(str(self.session.game))


_COMMANDS: Final[dict[str, Callable[[Lines, str], None]]] = {
    "help": Lines._help,
    "?": Lines._help,
    "h": Lines._help,
    "moves": Lines._moves,
    "hint": Lines._hint,
    "board": Lines._board,
    "show": Lines._show,
    "undo": Lines._undo,
    "u": Lines._undo,
    "back": Lines._back,
    "log": Lines._log,
    "record": Lines._record,
}


def describe_seats(session: Session) -> str:
    """Describe the seats, and a variant other than S: `A is you, B is thumb; variant E`."""
    seats = ", ".join(
        f"{name} is {seat}" for name, seat in zip(PLAYERS, session.seats, strict=False)
    )
    return seats if session.variant == "S" else f"{seats}; variant {session.variant}"


def describe_ply(position: Position, ply: Ply, variant: str) -> str:
    """Describe a ply: `B rolls 4: goes from a2 to c3 over b2, covers A`."""
    if ply.move == "#":
        return f"{position.side} rolls {ply.roll} and is out"
    move = describe(features(position, ply.move, ply.roll, variant), position.side)
    return f"{position.side} rolls {ply.roll}: {move}"


def describe_plies(session: Session) -> list[str]:
    """Describe the plies so far."""
    game = session.game
    return [
        describe_ply(position, ply, game.variant)
        for position, ply in zip(game.positions, game.plies, strict=False)
    ]


def describe_result(session: Session) -> str:
    """Describe the result of a finished game."""
    side = session.position.side
    if session.seats.count(PERSON) == 1:
        return f"you win, as {side}" if session.mover == PERSON else f"you lose; {side} wins"
    return f"{side} wins ({session.mover})"


def describe_square(position: Position, square: str) -> str:
    """Describe a square: `b1, an entry square: A over B, 2 cubes`. Raises NotationError if `square`
    is not a square."""
    if square not in SQUARES:
        raise NotationError(f"expected a square, a1 to c3, got {shown(square)}")
    stack = position.stacks[SQUARES.index(square)]
    entry = ", an entry square" if square in ENTRIES else ""
    if not stack:
        return f"{square}{entry}: empty"
    cubes = f", {len(stack)} cubes" if len(stack) > 1 else ""
    return f"{square}{entry}: {' over '.join(reversed(stack))}{cubes}"


def describe_board(position: Position) -> list[str]:
    """Describe the squares with cubes on them, and the hands."""
    lines = [
        describe_square(position, square)
        for square, stack in zip(SQUARES, position.stacks, strict=True)
        if stack
    ] or ["the board is empty"]
    hands = [
        f"{name} is out" if is_out else f"{name} has {hand} in hand"
        for name, hand, is_out in zip(PLAYERS, position.hands, position.out, strict=False)
    ]
    return [*lines, ", ".join(hands)]
