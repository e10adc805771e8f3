"""Positions of three players with the same number of cubes each, and their layers.

All positions of a layer have the same number of each player's cubes on the board; the rest are in
hand. A player is the mover, the next one, or the third, so that it doesn't matter who is called A.
Once the mover is out, the position is an *ending* of the other two: the cubes of the third player
stay on the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from ..errors import NumberdropError, shown
from . import _core
from .family import EMPTY_GROUND, Family, heights_above
from .position import Position
from .rules import CUBES, HAND, IMAGES, PLAYERS, SQUARES, variant_number

#: The most cubes of each player whose game can be solved: those of Docker's deal.
MOST_CUBES = 3
#: The numbers of a finished position: three bounds, and the moves.
ROW = 4
#: In place of a move: the player is out.
OUT = 255


class Trio(NamedTuple):
    """A layer: the cubes on the board of the mover, of the next player and of the third. As an
    ending, the third is the player who is out."""

    mine: int
    next: int
    third: int

    @property
    def cubes(self) -> int:
        return sum(self)


class Ending(Trio):
    """A layer of endings."""

    def __str__(self) -> str:
        return f"ending-{self.mine}-{self.next}-{self.third}"


class Rows(Trio):
    """A layer in which all three are in."""

    def __str__(self) -> str:
        return f"three-{self.mine}-{self.next}-{self.third}"


@dataclass(frozen=True)
class TrioFamily:
    """The positions of three players with `cubes` cubes each, in hand and on the board.

    `ties` says how a player chooses between moves that are equal to it: the `first` in the order of
    squares a1, b1, c1, a2 .. c3 and hand, of their start and then their end, or the `last`.
    """

    cubes: int
    variant: str = "S"
    ties: str = "first"

    def __post_init__(self) -> None:
        variant_number(self.variant)
        if not 1 <= self.cubes <= MOST_CUBES:
            raise NumberdropError(
                f"cubes: expected 1 to {MOST_CUBES} of each of three players, "
                f"got {shown(self.cubes)}"
            )

    @property
    def name(self) -> str:
        """The name of the family, such as `S-3-3-3`."""
        name = "-".join([self.variant, *[str(self.cubes)] * 3])
        return name if self.ties == "first" else f"{name}-last"

    @property
    def cubes_dealt(self) -> tuple[int, int, int]:
        return (self.cubes,) * 3

    def heights(self, cubes: int) -> _core.Heights:
        return heights_above(cubes, EMPTY_GROUND)

    def size(self, layer: Trio) -> int:
        """Return how many numbers the table of a layer has."""
        places = _core.trio_size(self.heights(layer.cubes), layer)
        return places if isinstance(layer, Ending) else ROW * places

    def groups(self) -> Iterator[tuple[Rows, ...]]:
        """Yield the layers that lead to each other, those with the most cubes first."""
        counts = product(range(self.cubes + 1), repeat=3)
        for count in sorted(counts, key=lambda one: (-sum(one), one)):
            turned = [Rows(*count[i:], *count[:i]) for i in range(3)]
            if count == min(turned):
                yield tuple(dict.fromkeys(turned))

    def endings(self) -> Iterator[Ending]:
        """Yield the layers of endings, those with the most cubes first."""
        counts = product(range(self.cubes + 1), repeat=3)
        for count in sorted(counts, key=lambda one: (-sum(one), one)):
            yield Ending(*count)

    def layers(self) -> Iterator[Trio]:
        """Yield all layers: those of endings, then those of three players."""
        yield from self.endings()
        for group in self.groups():
            yield from group

    def positions(self) -> int:
        """Return how many numbers the positions of all layers have. Some symmetric positions have
        several."""
        return sum(self.size(layer) // ROW for group in self.groups() for layer in group)


def after_move(layer: Trio, *, is_entry: bool = False) -> Trio:
    """Return the layer that a move on the board leads to, or one from the hand."""
    mine = layer.mine + is_entry
    if isinstance(layer, Ending):
        return Ending(layer.next, mine, layer.third)
    return Rows(layer.next, layer.third, mine)


def ending_of(layer: Rows) -> Ending:
    """Return the layer of the endings once the mover is out."""
    return Ending(layer.next, layer.third, layer.mine)


def ending_grounds(cubes: int, variant: str) -> Iterator[Family]:
    """Yield the families of two players in which endings of three, with `cubes` cubes each, are
    solved: on every ground that cubes of the third player can make, up to symmetry."""
    for deep in range(3 * cubes + 1):
        heights = heights_above(deep, EMPTY_GROUND)
        for number in range(heights.classes):
            ground = heights.first(number)
            towers = sum(map(bool, ground))
            for many, few in product(range(cubes + 1), repeat=2):
                locked = 2 * cubes - many - few
                # The top of every tower is a cube of the third player.
                if many >= few and towers <= deep - locked <= cubes:
                    yield Family((many, few), variant, ground)


class TrioLocation(NamedTuple):
    """A position's family, layer and number, and the symmetry that leads to the board of that
    number."""

    family: TrioFamily
    layer: Rows
    number: int
    symmetry: int


def locate_trio(position: Position, variant: str = "S") -> TrioLocation | None:
    """Return the location of a position of three players who are all in and have the same number of
    cubes, 1 to MOST_CUBES each; None for any other position."""
    if position.players != 3 or any(position.out):
        return None
    board = "".join(position.stacks)
    on_board = {name: board.count(name) for name in PLAYERS[:3]}
    totals = {on_board[name] + hand for name, hand in zip(PLAYERS, position.hands, strict=False)}
    if len(totals) > 1 or not 1 <= min(totals) <= MOST_CUBES:
        return None
    family = TrioFamily(totals.pop(), variant)
    order = seats_from(position.side)
    layer = Rows(*(on_board[name] for name in order))
    stacks = [[order.index(owner) for owner in stack] for stack in position.stacks]
    return TrioLocation(family, layer, *_core.trio_number(family.heights(layer.cubes), stacks))


def seats_from(side: str) -> str:
    """Return the three players in the order of play, from `side`."""
    first = PLAYERS.index(side)
    return (PLAYERS[:3] * 2)[first : first + 3]


def move_of(packed: int, die: int, symmetry: int) -> str:
    """Return the move for a roll in the packed moves of a row, turned back to the position's board;
    `#` if the player is out."""
    found = packed >> 8 * (die - 1) & OUT
    if found == OUT:
        return "#"
    source, end = divmod(found, len(SQUARES))
    image = IMAGES[symmetry]
    start = "+" if source == HAND else SQUARES[image.index(source)]
    return start + SQUARES[image.index(end)]


assert all(cubes >= MOST_CUBES for cubes in CUBES.values())
