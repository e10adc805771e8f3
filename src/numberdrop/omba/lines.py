"""A game in plain lines: what is typed is answered in one line or a few, without drawings unless
they are asked for. For screen readers, pipes and terminals that can do no more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ..errors import NotationError, NumberdropError, shown
from .advice import advice_lines, advise
from .drawing import draw_position
from .move_features import features, in_words
from .parsing import read_move
from .position import Position
from .record import Ply
from .rules import ENTRIES, PLAYERS, SQUARES
from .session import PERSON, Session

LEAVE: Final = ("quit", "exit", "q")
#: Characters of the longest number of a ply that is looked for.
_LONGEST_NUMBER = 9
HELP: Final = (
    "a1c2: move the cube on a1 to c2; +b2, or b2: a cube from your hand to b2",
    "moves: what is worth the roll, and what it does; hint: what it is worth",
    "board: the board in words; show: the board drawn; b2?: a square",
    "4: the roll, where you roll a die yourself",
    "undo: take your last move back; back 3: to before ply 3; log: the plies so far",
    "record: the game in a line; quit: leave, with the record",
)


@dataclass
class Lines:
    """A sitting in plain lines: `ask` gives the next line that is typed, None at the end, `tell`
    takes each line of an answer, and `complain` what is wrong with what was typed."""

    sitting: Session
    ask: Callable[[], str | None]
    tell: Callable[[str], None]
    complain: Callable[[str], None]

    def play(self) -> None:
        """Goes on until the game is over or left, or no more lines come."""
        self.tell(f"{seats_in_words(self.sitting)}; help tells the commands, quit leaves")
        self._go_on()
        while self.sitting.needs != "over":
            line = self.ask()
            if line is None or line.strip().casefold() in LEAVE:
                return
            try:
                self.answer(line.strip())
            except NumberdropError as error:
                self.complain(str(error))

    def answer(self, line: str) -> None:
        """Do what was typed; NumberdropError where that can't be."""
        word, _, rest = line.casefold().partition(" ")
        does = _COMMANDS.get(word)
        if line.endswith("?") and len(line) > 1:
            self.tell(square_in_words(self.sitting.position, line[:-1].strip().casefold()))
        elif does:
            does(self, rest.strip())
        elif line:
            self._play(line)

    def _go_on(self) -> None:
        """All that comes by itself, told line by line; then what is to be done."""
        while self.sitting.needs == "nothing":
            self._set(self.sitting.gone_on())
        sitting, side = self.sitting, self.sitting.position.side
        if sitting.needs == "over":
            self.tell(ending(sitting))
        elif sitting.needs == "roll":
            who = "your roll" if sitting.mover == PERSON else f"the roll of {side}"
            self.tell(f"{side}: {who}, 1 to 6?")
        else:
            self.tell(f"{side}, you have rolled {sitting.roll}: {' '.join(sitting.moves)}")

    def _set(self, after: Session) -> None:
        """The game after another ply, which is told."""
        before, self.sitting = self.sitting, after
        number = len(before.game.plies)
        self.tell(ply_in_words(before.position, after.game.plies[number], before.variant))

    def _play(self, line: str) -> None:
        sitting = self.sitting
        if sitting.needs == "roll":
            if line not in "123456":
                raise NotationError(f"expected a roll, 1 to 6, or help, got {shown(line)}")
            self.sitting = sitting.rolled(int(line))
        else:
            move = read_move(line)
            if not move:
                raise NotationError(
                    f"expected a move such as a1c2 or +b2, or help; got {shown(line)}"
                )
            if move not in sitting.moves:
                can = " ".join(sitting.moves)
                raise NumberdropError(f"{move} isn't worth {sitting.roll}; what is: {can}")
            self._set(sitting.played(move))
        self._go_on()

    def _help(self, _: str) -> None:
        for line in HELP:
            self.tell(line)

    def _moves(self, _: str) -> None:
        sitting = self.sitting
        for move in sitting.moves:
            assert sitting.roll
            does = features(sitting.position, move, sitting.roll, sitting.variant)
            self.tell(f"{move}: {in_words(does, sitting.position.side)}")

    def _hint(self, _: str) -> None:
        sitting = self.sitting
        advice = advise(sitting.position, sitting.roll, sitting.variant)
        for line in advice_lines(advice, sitting.position.side):
            self.tell(line)

    def _board(self, _: str) -> None:
        for line in board_in_words(self.sitting.position):
            self.tell(line)

    def _show(self, _: str) -> None:
        for line in draw_position(self.sitting.position).split("\n"):
            self.tell(line)

    def _undo(self, _: str) -> None:
        self.sitting = self.sitting.undone()
        self._go_on()

    def _back(self, rest: str) -> None:
        if not (rest.isascii() and rest.isdigit() and len(rest) <= _LONGEST_NUMBER):
            raise NotationError(f"back: expected the number of a ply, got {shown(rest)}")
        self.sitting = self.sitting.back(int(rest) - 1)
        self._go_on()

    def _log(self, _: str) -> None:
        for number, line in enumerate(log_lines(self.sitting), 1):
            self.tell(f"{number}: {line}")

    def _record(self, _: str) -> None:
        self.tell(str(self.sitting.game))


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


def seats_in_words(sitting: Session) -> str:
    """`A is you, B is thumb`, with the variant where it isn't the usual one."""
    told = ", ".join(
        f"{name} is {seat}" for name, seat in zip(PLAYERS, sitting.seats, strict=False)
    )
    return told if sitting.variant == "S" else f"{told}; variant {sitting.variant}"


def ply_in_words(position: Position, ply: Ply, variant: str) -> str:
    """`B rolls 4: goes from a2 to c3 over b2, covers A`."""
    if ply.move == "#":
        return f"{position.side} rolls {ply.roll} and is out"
    told = in_words(features(position, ply.move, ply.roll, variant), position.side)
    return f"{position.side} rolls {ply.roll}: {told}"


def log_lines(sitting: Session) -> list[str]:
    """The plies so far, each in words."""
    game = sitting.game
    return [
        ply_in_words(position, ply, game.variant)
        for position, ply in zip(game.positions, game.plies, strict=False)
    ]


def ending(sitting: Session) -> str:
    """Who has won."""
    side = sitting.position.side
    if sitting.seats.count(PERSON) == 1:
        return f"you win, as {side}" if sitting.mover == PERSON else f"you lose; {side} wins"
    return f"{side} wins ({sitting.mover})"


def square_in_words(position: Position, square: str) -> str:
    """`b1, an entry square: A over B, 2 cubes`; NotationError for what is no square."""
    if square not in SQUARES:
        raise NotationError(f"expected a square, a1 to c3, got {shown(square)}")
    stack = position.stacks[SQUARES.index(square)]
    entry = ", an entry square" if square in ENTRIES else ""
    if not stack:
        return f"{square}{entry}: empty"
    cubes = f", {len(stack)} cubes" if len(stack) > 1 else ""
    return f"{square}{entry}: {' over '.join(reversed(stack))}{cubes}"


def board_in_words(position: Position) -> list[str]:
    """The squares with cubes on them, and the hands."""
    lines = [
        square_in_words(position, square)
        for square, stack in zip(SQUARES, position.stacks, strict=True)
        if stack
    ] or ["the board is empty"]
    hands = [
        f"{name} is out" if is_out else f"{name} has {hand} in hand"
        for name, hand, is_out in zip(PLAYERS, position.hands, position.out, strict=False)
    ]
    return [*lines, ", ".join(hands)]
