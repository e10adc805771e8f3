"""Positions of Omba, and their moves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from ..errors import NotationError, as_text, shown
from ..validate import boolean, coerce, expect_kind, integer, integer_between
from . import _core
from .rules import (
    CUBES,
    HAND,
    IMAGES,
    PLAYERS,
    SQUARES,
    cubes_dealt,
    roll_number,
    variant_number,
)

_HAND_TEXT = re.compile(r"([0-6])(x?)")


@dataclass(frozen=True)
class Position:
    """A position before a roll. str() returns its text.

    `stacks` has the owners of the cubes on each square, a1 b1 c1 a2 .. c3, as letters from bottom
    to top. `side` is the letter of the player to move. `hands` has the cubes in hand of A, B ..,
    and `out` says who of them is out.

    Raises NotationError if the parts don't make a position, and WrongType if one of them has
    another type. The message names the part.
    """

    stacks: tuple[str, ...]
    side: str
    hands: tuple[int, ...]
    out: tuple[bool, ...]

    def __post_init__(self) -> None:
        self._coerce_items("stacks", as_text)
        as_text(self.side, "position, side")
        self._coerce_items("hands", integer)
        self._coerce_items("out", boolean)
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

    def _coerce_items(self, name: str, read: Callable[[object, str], object]) -> None:
        """Convert a field to a tuple, with `read` for each item. Raises WrongType if the field is
        not iterable."""
        where = f"position, {name}"
        given = expect_kind(getattr(self, name), Iterable, where)
        object.__setattr__(self, name, tuple(read(one, where) for one in given))

    @classmethod
    def _unchecked(
        cls, stacks: tuple[str, ...], side: str, hands: tuple[int, ...], out: tuple[bool, ...]
    ) -> Position:
        """Return a position without checks, which would take longer than a move. The parts must be
        valid, as those after a move are."""
        position = object.__new__(cls)
        position.__dict__.update(stacks=stacks, side=side, hands=hands, out=out)
        return position

    @classmethod
    def start(cls, players: int = 2, deal: str = "omba") -> Position:
        """Return the start of a game: Omba's deal is for 2 .. 4 players, Docker's for 3. Raises
        NotationError for any other number of players, and for an unknown deal."""
        cubes = cubes_dealt(players, deal)
        return cls(("",) * 9, "A", (cubes,) * players, (False,) * players)

    @classmethod
    def from_text(cls, text: str) -> Position:
        """Parse `RANK3/RANK2/RANK1 SIDE HANDS`. Raises NotationError, naming the part, unless
        `text` is the canonical text of a position."""
        fields = as_text(text, "position").split(" ")
        if len(fields) != 3:
            raise NotationError(
                "position: expected RANK3/RANK2/RANK1 SIDE HANDS, separated by single spaces, "
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
        hands = [_HAND_TEXT.fullmatch(hand) for hand in fields[2].split(",")]
        if None in hands:
            raise NotationError(
                "position, hands: expected numbers 0 to 6, with x after a player who is out, "
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
        """Return `position`, parsed if it is text."""
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
        """The number of players, including those who are out."""
        return len(self.hands)

    @property
    def hand(self) -> int:
        """The cubes in hand of the player to move."""
        return self.hands[PLAYERS.index(self.side)]

    @property
    def still_in(self) -> str:
        """The letters of the players who are in, in order."""
        return "".join(name for name, is_out in zip(PLAYERS, self.out, strict=False) if not is_out)

    @property
    def winner(self) -> str | None:
        """The winner, None while more than one player is in."""
        return self.side if len(self.still_in) == 1 else None

    @cached_property
    def levels(self) -> bytes:
        """The number of cubes on each square."""
        return bytes(map(len, self.stacks))

    def moves(self, die: int, variant: str = "S") -> dict[str, Position]:
        """Return the moves worth exactly `die`, in order, each with the position after it. Returns
        an empty dict if the player to move has no such move, or has won."""
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
        return {move: self._after_move(*found[move]) for move in sorted(found)}

    def _sources(self) -> Iterator[tuple[int, bytes]]:
        """Yield the sources of moves, each with the levels without the cube that moves."""
        for source, stack in enumerate(self.stacks):
            if stack.endswith(self.side):
                levels = bytearray(self.levels)
                levels[source] -= 1
                yield source, bytes(levels)
        if self.hand:
            yield HAND, self.levels

    def _after_move(self, source: int, end: int) -> Position:
        stacks, hands = [*self.stacks], [*self.hands]
        if source == HAND:
            hands[PLAYERS.index(self.side)] -= 1
        else:
            stacks[source] = stacks[source][:-1]
        stacks[end] += self.side
        return self._unchecked(tuple(stacks), self._next_of(self.still_in), tuple(hands), self.out)

    def dropped(self) -> Position:
        """Return the position after the player to move goes out. Raises NotationError if no other
        player is in."""
        out = [*self.out]
        out[PLAYERS.index(self.side)] = True
        left = self.still_in.replace(self.side, "")
        if not left:
            raise NotationError("position: expected a player besides the one to move")
        return self._unchecked(self.stacks, self._next_of(left), self.hands, tuple(out))

    def _next_of(self, names: str) -> str:
        """Return which of `names` moves after the player to move."""
        later = [name for name in names if name > self.side]
        return (later or [*names])[0]

    def image(self, symmetry: int) -> Position:
        """Return the position on the turned or mirrored board. Raises NotationError unless
        `symmetry` is 0 .. 7."""
        squares = IMAGES[integer_between(symmetry, 0, len(IMAGES) - 1, "symmetry")]
        stacks = [""] * 9
        for square, stack in enumerate(self.stacks):
            stacks[squares[square]] = stack
        return self._unchecked(tuple(stacks), self.side, self.hands, self.out)

    def canonical(self) -> Position:
        """Return the image whose text is least. With two players, the player to move is first
        renamed to A."""
        same = self
        if self.players == 2 and self.side == "B":
            swap = str.maketrans("AB", "BA")
            same = self._unchecked(
                tuple(stack.translate(swap) for stack in self.stacks),
                "A",
                self.hands[::-1],
                self.out[::-1],
            )
        return min((same.image(symmetry) for symmetry in range(8)), key=str)
