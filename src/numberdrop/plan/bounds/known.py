"""What a bound is based on: a solo game, from its deal or a later position, and its known rolls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ... import _core
from ...dice import Deal, Roll
from ...errors import NumberdropError
from ...position import Position
from ...rules import LAST_NOTCH, MOST_TURNS, SHAPES, Variant
from ...tile_states import longest_game
from ..question import Question

TILES = range(5)
DIGITS = range(10)
#: Cells of a solo tile's X shape, and of the player's own shape.
SHAPE_CELLS = 4


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a game.

    `positions` are where it can begin: for a deal, one for each cell of the first digit, which
    differ in nothing else.
    """

    positions: tuple[Position, ...]
    rolls: tuple[Roll, ...]
    variant: Variant
    #: The shape and the notch of the tile at each letter.
    tiles: tuple[str, ...]
    notches: tuple[int, ...]
    #: The most turns that are possible; 0 if the game is over.
    longest: int
    #: The first turn, from 1, in which the player's own shape cannot lie under the Game Over line,
    #: and the fewest rows past it that the shape enters; (longest + 1, 0) if there is no such turn.
    crossing: tuple[int, int]

    @classmethod
    def of(
        cls,
        start: Deal | Position | Known | str,
        rolls: Iterable[Roll | str] | str | None = None,
        variant: str | Variant = "rulebook",
    ) -> Known:
        """Return what is known of a game, or `start` itself if it is a Known.

        `rolls` are 1 to 20; a deal has its own. A position and rolls may be texts. Raises
        NumberdropError if the position isn't a solo one, or for another number of rolls.
        """
        if isinstance(start, Known):
            return start
        chosen = Variant.of(variant)
        if isinstance(start, Deal):
            positions = Position.starts(start.tiles)
            rolls = start.rolls if rolls is None else rolls
        else:
            positions = (Position.of(start),)
        rolls = Roll.all_of(() if rolls is None else rolls, chosen.dice)
        if not 1 <= len(rolls) <= MOST_TURNS:
            raise NumberdropError(f"rolls: expected 1 to {MOST_TURNS}, got {len(rolls)}")
        position = positions[0]
        if not position.is_solo:
            raise NumberdropError(f"expected a solo position, its tiles on notches, got {position}")
        tiles = tuple(shape for shape, _, _ in position.tiles)
        notches = tuple(position.core.notches)
        longest = 0 if position.is_over() else longest_game(tiles, rolls, notches)
        crossing = _crossing(positions, rolls[:longest], chosen)
        longest = min(longest, crossing[0])
        return cls(positions, rolls, chosen, tiles, notches, longest, crossing)

    @classmethod
    def asked_by(cls, question: Question) -> Known:
        """Return what is known for the question of a maximum."""
        return cls.of(question.deal or question.starts[0], question.rolls, question.variant)

    @property
    def most_turns(self) -> int:
        """The most turns that are left, by the notches and by the room under the Game Over line."""
        return min(self.longest, self.room // SHAPE_CELLS + 1)

    @property
    def boxes(self) -> int:
        """The filled boxes, a bit each: identical 3..7, consecutive 3..7, the bonus box."""
        return self.positions[0].core.boxes

    @property
    def points(self) -> int:
        """The current score."""
        return self.positions[0].score(self.variant).total

    @property
    def digits(self) -> tuple[int, ...]:
        """The number of free digits of each value 0..9 on the sheet."""
        grid = self.positions[0].core.grid
        return tuple(grid.count(1 + digit) for digit in DIGITS)

    @property
    def lacking(self) -> list[int]:
        """The empty cells of each row under the Game Over line that can still be complete,
        ascending.

        Without `slide` no shape comes under an overhang.
        """
        lost = () if self.variant.slide else rows_with_holes(self.positions[0])
        grid, width = self.positions[0].core.grid, _core.COLUMNS
        rows = (row for row in range(_core.LINE) if row not in lost)
        return sorted(grid[row * width : (row + 1) * width].count(0) for row in rows)

    @property
    def room(self) -> int:
        """The number of cells under the Game Over line that shapes can still fill."""
        core = self.positions[0].core
        if self.variant.slide:
            return core.grid[: _core.LINE * _core.COLUMNS].count(0)
        return sum(max(0, _core.LINE - height) for height in core.heights)

    @property
    def circled(self) -> frozenset[int]:
        """The tiles whose letters are circled, which don't fall."""
        return frozenset(i for i in TILES if self.positions[0].core.circled >> i & 1)

    @property
    def may_circle(self) -> frozenset[int]:
        """The tiles whose letters aren't marked, and can be circled by claims to come."""
        core = self.positions[0].core
        both = core.boxes & core.boxes >> len(TILES)
        return frozenset(i for i in TILES if not (both | core.circled | core.crossed) >> i & 1)

    @property
    def may_fall(self) -> tuple[int, ...]:
        """The tiles that can still fall."""
        return tuple(i for i in TILES if self.notches[i] < LAST_NOTCH and i not in self.circled)


def rows_with_holes(position: Position) -> list[int]:
    """Return the rows under the Game Over line, from 0, with an empty cell under an occupied one.

    Without `slide` no shape completes them.
    """
    grid, heights = position.core.grid, position.core.heights
    return [
        row
        for row in range(_core.LINE)
        if any(
            row < height and not grid[_core.COLUMNS * row + column]
            for column, height in enumerate(heights)
        )
    ]


def _crossing(
    positions: Sequence[Position], rolls: Sequence[Roll], variant: Variant
) -> tuple[int, int]:
    """Return `Known.crossing`. Without `slide`, earlier shapes can only make a shape land
    higher."""
    for turn, roll in enumerate(rolls if not variant.slide else (), 1):
        rows = min(_rows_past(position, shape) for position in positions for shape in roll.shapes)
        if rows:
            return turn, rows
    return len(rolls) + 1, 0


def _rows_past(position: Position, shape: str) -> int:
    """Return the fewest rows past the line that a shape enters on this sheet."""
    landings = position.core.landings(SHAPES.index(shape))
    return min(max(0, max(cells) // _core.COLUMNS + 1 - _core.LINE) for cells in landings)
