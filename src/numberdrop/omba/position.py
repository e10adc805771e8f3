"""Positions of Omba, and the moves from one to the next."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from ..errors import NotationError, as_text, shown
from ..validate import boolean, coerce, expect_kind, integer, integer_between
from . import _core
from .rules import CUBES, HAND, IMAGES, PLAYERS, SQUARES, roll_number, variant_number

_HAND = re.compile(r"([0-6])(x?)")


@dataclass(frozen=True)
class Position:
    """A position, one of the players to move: `stacks` has for each square, a1 b1 c1 a2 .. c3, the
    owners of its cubes from bottom to top, as letters; `side` is the letter of the player to move;
    `hands` has the cubes in hand of A, B ..; `out` says who is out. str() gives its text.

    NotationError where the parts don't make a position, WrongType where one is of another type; the
    message says which one.
    """

    stacks: tuple[str, ...]
    side: str
    hands: tuple[int, ...]
    out: tuple[bool, ...]

    def __post_init__(self) -> None:
        self._take("stacks", as_text)
        as_text(self.side, "position, side")
        self._take("hands", integer)
        self._take("out", boolean)
        players = len(self.hands)
        if players not in CUBES or len(self.out) != players:
            raise NotationError(f"position, hands: expected two to four, got {shown(self.hands)}")
        names = PLAYERS[:players]
        if len(self.stacks) != len(SQUARES):
            raise NotationError(f"position: expected nine squares, got {shown(self.stacks)}")
        for square, stack in zip(SQUARES, self.stacks, strict=True):
            if not set(stack) <= set(names):
                raise NotationError(f"position, {square}: expected {names}, got {shown(stack)}")
        if len(self.side) != 1 or self.side not in names:
            raise NotationError(
                f"position, side: expected one of {', '.join(names)}, got {shown(self.side)}"
            )
        board = "".join(self.stacks)
        for name, hand in zip(names, self.hands, strict=True):
            if hand < 0 or board.count(name) + hand > CUBES[players]:
                raise NotationError(
                    f"position: expected at most {CUBES[players]} cubes of {name}, "
                    f"got {board.count(name) + hand}"
                )
        if self.out[names.index(self.side)]:
            raise NotationError(f"position, side: expected a player who is in, got {self.side}")

    def _take(self, name: str, read: Callable[[object, str], object]) -> None:
        """A part as a tuple, of whatever list it was made; WrongType for anything else."""
        where = f"position, {name}"
        given = expect_kind(getattr(self, name), Iterable, where)
        object.__setattr__(self, name, tuple(read(one, where) for one in given))

    @classmethod
    def _made(
        cls, stacks: tuple[str, ...], side: str, hands: tuple[int, ...], out: tuple[bool, ...]
    ) -> Position:
        """The position of parts that make one for sure, as those after a move do: the checks would
        take longer than the move."""
        made = object.__new__(cls)
        made.__dict__.update(stacks=stacks, side=side, hands=hands, out=out)
        return made

    @classmethod
    def start(cls, players: int = 2) -> Position:
        """The empty board, A to move; NotationError unless 2 .. 4 play."""
        if integer(players, "players") not in CUBES:
            raise NotationError(f"players: expected 2, 3 or 4, got {shown(players)}")
        return cls(("",) * 9, "A", (CUBES[players],) * players, (False,) * players)

    @classmethod
    def from_text(cls, text: str) -> Position:
        """Reads `RANK3/RANK2/RANK1 SIDE HANDS`; NotationError, with the place, for anything but
        the canonical text of a position."""
        fields = as_text(text, "position").split(" ")
        if len(fields) != 3:
            raise NotationError(
                f"position: expected RANK3/RANK2/RANK1 SIDE HANDS, one blank between them, "
                f"got {shown(text)}"
            )
        ranks = fields[0].split("/")
        if len(ranks) != 3 or any(rank.count(",") != 2 for rank in ranks):
            raise NotationError(
                f"position, board: expected three ranks of three stacks, got {shown(fields[0])}"
            )
        stacks: list[str] = []
        for rank in reversed(ranks):
            for stack in rank.split(","):
                if stack != "-" and (not stack or "-" in stack):
                    raise NotationError(
                        f"position, {SQUARES[len(stacks)]}: expected owners of cubes, or -, "
                        f"got {shown(stack)}"
                    )
                stacks.append(stack.strip("-"))
        hands = [_HAND.fullmatch(hand) for hand in fields[2].split(",")]
        if None in hands:
            raise NotationError(
                f"position, hands: expected numbers 0 to 6, x behind who is out, "
                f"got {shown(fields[2])}"
            )
        found = [hand for hand in hands if hand]
        return cls(
            tuple(stacks),
            fields[1],
            tuple(int(hand[1]) for hand in found),
            tuple(hand[2] == "x" for hand in found),
        )

    @classmethod
    def of(cls, position: Position | str) -> Position:
        """The position itself, or the one that a text says."""
        return coerce(position, cls, cls.from_text, "position")

    def __str__(self) -> str:
        stacks = [stack or "-" for stack in self.stacks]
        ranks = "/".join(",".join(stacks[first : first + 3]) for first in (6, 3, 0))
        hands = ",".join(
            f"{hand}{'x' * is_out}" for hand, is_out in zip(self.hands, self.out, strict=True)
        )
        return f"{ranks} {self.side} {hands}"

    def __repr__(self) -> str:
        return f"Position.from_text({str(self)!r})"

    @property
    def players(self) -> int:
        """How many play, those who are out with them."""
        return len(self.hands)

    @property
    def hand(self) -> int:
        """The cubes in hand of the player to move."""
        return self.hands[PLAYERS.index(self.side)]

    @property
    def still_in(self) -> str:
        """The letters of the players who are in, A first."""
        return "".join(name for name, is_out in zip(PLAYERS, self.out, strict=False) if not is_out)

    @property
    def winner(self) -> str | None:
        """The last player in, None while there are more."""
        return self.side if len(self.still_in) == 1 else None

    @cached_property
    def levels(self) -> bytes:
        """The cubes on each square."""
        return bytes(map(len, self.stacks))

    def moves(self, die: int, variant: str = "S") -> dict[str, Position]:
        """The position after each move worth exactly `die`, by the move's text, in order; empty
        where the player to move is out, or has won."""
        number, roll = variant_number(variant), roll_number(die)
        if self.winner:
            return {}
        found = {}
        for source, levels in self._sources():
            ends = _core.reach(levels, source, number)[roll - 1]
            for end in range(9):
                if ends >> end & 1:
                    name = "+" if source == HAND else SQUARES[source]
                    found[name + SQUARES[end]] = (source, end)
        return {move: self._moved(*found[move]) for move in sorted(found)}

    def _sources(self) -> Iterator[tuple[int, bytes]]:
        """Where a cube can start, with the levels without it."""
        for source, stack in enumerate(self.stacks):
            if stack.endswith(self.side):
                levels = bytearray(self.levels)
                levels[source] -= 1
                yield source, bytes(levels)
        if self.hand:
            yield HAND, self.levels

    def _moved(self, source: int, end: int) -> Position:
        stacks, hands = [*self.stacks], [*self.hands]
        if source == HAND:
            hands[PLAYERS.index(self.side)] -= 1
        else:
            stacks[source] = stacks[source][:-1]
        stacks[end] += self.side
        return self._made(tuple(stacks), self._next(self.still_in), tuple(hands), self.out)

    def dropped(self) -> Position:
        """The position after the player to move has gone out."""
        out = [*self.out]
        out[PLAYERS.index(self.side)] = True
        left = self.still_in.replace(self.side, "")
        if not left:
            raise NotationError("position: expected a player besides the one to move")
        return self._made(self.stacks, self._next(left), self.hands, tuple(out))

    def _next(self, names: str) -> str:
        """Who of these is to move after the player to move."""
        later = [name for name in names if name > self.side]
        return (later or [*names])[0]

    def image(self, symmetry: int) -> Position:
        """The position on the board turned or mirrored, in one of eight ways, 0 .. 7; NotationError
        for another number."""
        squares = IMAGES[integer_between(symmetry, 0, len(IMAGES) - 1, "symmetry")]
        stacks = [""] * 9
        for square, stack in enumerate(self.stacks):
            stacks[squares[square]] = stack
        return self._made(tuple(stacks), self.side, self.hands, self.out)

    def canonical(self) -> Position:
        """Of two players: the side to move called A, the least text of the eight images; of more,
        the least text alone."""
        same = self
        if self.players == 2 and self.side == "B":
            swap = str.maketrans("AB", "BA")
            same = self._made(
                tuple(stack.translate(swap) for stack in self.stacks),
                "A",
                self.hands[::-1],
                self.out[::-1],
            )
        return min((same.image(symmetry) for symmetry in range(8)), key=str)
