"""Families of two-player positions, and their layers.

The *ground* is the number of cubes on each square that can never move again: cubes of players who
are out, and all cubes beneath them. All positions of a *family* have the same ground, and each
player has the same total of cubes, in hand and above the ground. All positions of a *layer* also
have the same number of each player's cubes on the board.
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

EMPTY_GROUND = bytes(9)


class Layer(NamedTuple):
    """A layer of a family.

    `side` is 0 if the player to move is the family's first, 1 if the second; it is always 0 if both
    have the same total of cubes. `mine` and `theirs` are the cubes on the board of the player to
    move and of the opponent.
    """

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
    """A family: the total of cubes of each player, the variant and the ground."""

    cubes: tuple[int, int]
    variant: str = "S"
    ground: bytes = EMPTY_GROUND

    def __post_init__(self) -> None:
        variant_number(self.variant)
        if not all(0 <= cubes <= CUBES[2] for cubes in self.cubes):
            raise NumberdropError(f"cubes: expected 0 to 6 of each player, got {shown(self.cubes)}")

    @property
    def is_even(self) -> bool:
        return self.cubes[0] == self.cubes[1]

    @property
    def total_cubes(self) -> int:
        """The cubes of both players together."""
        return sum(self.cubes)

    def cubes_of(self, side: int) -> tuple[int, int]:
        """Return the cubes of the player to move and of the opponent."""
        return self.cubes if side == 0 else self.cubes[::-1]

    def layers(self, reachable_from: Layer | None = None) -> Iterator[tuple[Layer, Layer]]:
        """Yield pairs of layers that lead to each other, those with the most cubes first.

        A layer that leads to itself makes a pair with itself. `reachable_from` leaves out layers
        that its positions can't lead to.
        """
        least = (reachable_from.mine, reachable_from.theirs) if reachable_from else (0, 0)
        if reachable_from and reachable_from.side:
            least = least[::-1]
        for cubes in range(self.total_cubes, sum(least) - 1, -1):
            for mine in range(self.cubes[0] + 1):
                theirs = cubes - mine
                layer = Layer(0, mine, theirs)
                if not 0 <= theirs <= self.cubes[1] or (self.is_even and mine > theirs):
                    continue
                if (mine >= least[0] and theirs >= least[1]) or (
                    self.is_even and theirs >= least[0] and mine >= least[1]
                ):
                    yield layer, self.after_move(layer)

    def after_move(self, layer: Layer) -> Layer:
        """Return the layer that a move on the board leads to."""
        side = 0 if self.is_even else 1 - layer.side
        return Layer(side, layer.theirs, layer.mine)

    def after_entry(self, layer: Layer) -> Layer | None:
        """Return the layer that entering a cube leads to, None if the hand is empty."""
        if layer.mine == self.cubes_of(layer.side)[0]:
            return None
        side = 0 if self.is_even else 1 - layer.side
        return Layer(side, layer.theirs, layer.mine + 1)

    def heights(self, cubes: int) -> _core.Heights:
        return heights_above(cubes, self.ground)

    def size(self, layer: Layer) -> int:
        """Return how many numbers the positions of `layer` have. Some symmetric positions have
        several numbers."""
        return self.heights(layer.cubes).size(layer.mine)

    def positions(self, reachable_from: Layer | None = None) -> int:
        """Return the total `size()` of all layers, or of those reachable from a layer."""
        return sum(
            self.size(layer)
            for pair in self.layers(reachable_from)
            for layer in dict.fromkeys(pair)
        )

    def distinct_positions(self) -> int:
        """Return the number of positions distinct up to symmetry."""
        return sum(
            self.heights(layer.cubes).apart(layer.mine)
            for pair in self.layers()
            for layer in dict.fromkeys(pair)
        )

    @property
    def name(self) -> str:
        """The name of a family on empty ground, such as `S-6-6`."""
        return f"{self.variant}-{self.cubes[0]}-{self.cubes[1]}"


@lru_cache(32)
def heights_above(cubes: int, ground: bytes) -> _core.Heights:
    """Return all heights of `cubes` cubes above a ground."""
    return _core.Heights(cubes, ground)


class Location(NamedTuple):
    """A position's family, layer, and number within the layer."""

    family: Family
    layer: Layer
    number: int


def locate(position: Position, variant: str = "S") -> Location:
    """Return the location of `position`. Raises NumberdropError unless exactly two players are
    in."""
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
    return Location(family, Layer(side, mine, theirs), number)


assert list(VARIANTS) == ["S", "R", "E", "F"]  # as the core numbers them
