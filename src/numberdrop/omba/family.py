"""Families: the positions of two players that can follow from one another, in layers.

A *ground* has for each square the cubes that can never move again: those of players who are out,
and all beneath them. The positions of a family stand on one ground, and both players have as many
cubes, in hand and above it, in each. A *layer* has those with as many cubes of each on the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from ..errors import NumberdropError, shown
from . import _core
from .position import Position
from .rules import CUBES, VARIANTS, variant_number

FLAT = bytes(9)


class Layer(NamedTuple):
    """A layer: whether the player to move is the first or the second of the family, 0 or 1, and how
    many cubes he and the opponent have on the board. Where both have as many cubes in all, only 0
    is used."""

    side: int
    mine: int
    theirs: int

    @property
    def cubes(self) -> int:
        return self.mine + self.theirs

    def __str__(self) -> str:
        return f"{'ab'[self.side]}{self.mine}-{self.theirs}"


@dataclass(frozen=True)
class Family:
    """`cubes` are those of both players, `variant` and `ground` as everywhere."""

    cubes: tuple[int, int]
    variant: str = "S"
    ground: bytes = FLAT

    def __post_init__(self) -> None:
        variant_number(self.variant)
        if not all(0 <= cubes <= CUBES[2] for cubes in self.cubes):
            raise NumberdropError(f"cubes: expected 0 to 6 of each player, got {shown(self.cubes)}")

    @property
    def is_even(self) -> bool:
        return self.cubes[0] == self.cubes[1]

    @property
    def top(self) -> int:
        """The cubes of both."""
        return sum(self.cubes)

    def of(self, side: int) -> tuple[int, int]:
        """The cubes of the player to move, and of the other."""
        return self.cubes if side == 0 else self.cubes[::-1]

    def layers(self, least: Layer | None = None) -> Iterator[tuple[Layer, Layer]]:
        """Pairs of layers that lead to each other, the second the first again where it leads to
        itself; those with more cubes come first. Only what can follow from `least`, if it is given.
        """
        low = (least.mine, least.theirs) if least else (0, 0)
        if least and least.side:
            low = low[::-1]
        for cubes in range(self.top, sum(low) - 1, -1):
            for mine in range(self.cubes[0] + 1):
                theirs = cubes - mine
                one = Layer(0, mine, theirs)
                if not 0 <= theirs <= self.cubes[1] or (self.is_even and mine > theirs):
                    continue
                if (mine >= low[0] and theirs >= low[1]) or (
                    self.is_even and theirs >= low[0] and mine >= low[1]
                ):
                    yield one, self.after(one)

    def after(self, layer: Layer) -> Layer:
        """Where a move on the board leads."""
        side = 0 if self.is_even else 1 - layer.side
        return Layer(side, layer.theirs, layer.mine)

    def entered(self, layer: Layer) -> Layer | None:
        """Where a move from the hand leads, None with an empty one."""
        if layer.mine == self.of(layer.side)[0]:
            return None
        side = 0 if self.is_even else 1 - layer.side
        return Layer(side, layer.theirs, layer.mine + 1)

    def heights(self, cubes: int) -> _core.Heights:
        return _heights(cubes, self.ground)

    def size(self, layer: Layer) -> int:
        """The numbers of a layer's positions: a few positions that a symmetry leaves alone have
        several."""
        return self.heights(layer.cubes).size(layer.mine)

    def positions(self, least: Layer | None = None) -> int:
        """The numbers of all layers."""
        return sum(self.size(layer) for pair in self.layers(least) for layer in dict.fromkeys(pair))

    def classes(self) -> int:
        """How many positions no symmetry makes equal."""
        return sum(
            self.heights(layer.cubes).apart(layer.mine)
            for pair in self.layers()
            for layer in dict.fromkeys(pair)
        )

    @property
    def name(self) -> str:
        """`S-6-6`; of families on flat ground alone."""
        return f"{self.variant}-{self.cubes[0]}-{self.cubes[1]}"


@lru_cache(32)
def _heights(cubes: int, ground: bytes) -> _core.Heights:
    return _core.Heights(cubes, ground)


class Place(NamedTuple):
    """Where a position stands in its family."""

    family: Family
    layer: Layer
    number: int


def place(position: Position, variant: str = "S") -> Place:
    """The place of a position in which two players are in; NumberdropError if there are more, or
    one."""
    if len(position.still_in) != 2:
        raise NumberdropError(f"position: expected two players who are in, got {position.still_in}")
    mover = position.side
    other = position.still_in.replace(mover, "")
    ground, heights, stacks = bytearray(), bytearray(), []
    for stack in position.stacks:
        dead = len(stack.rstrip(mover + other))
        above = stack[dead:]
        ground.append(dead)
        heights.append(len(above))
        stacks.append(sum(1 << level for level, owner in enumerate(above) if owner == mover))
    mine = sum(stack.bit_count() for stack in stacks)
    theirs = sum(heights) - mine
    hands = dict(zip("ABCD", position.hands, strict=False))
    totals = (mine + hands[mover], theirs + hands[other])
    side = 0 if totals[0] >= totals[1] else 1
    family = Family(totals if side == 0 else totals[::-1], variant, bytes(ground))
    number = family.heights(mine + theirs).number(bytes(heights), stacks)
    return Place(family, Layer(side, mine, theirs), number)


assert list(VARIANTS) == ["S", "R", "E", "F"]  # as the core numbers them
