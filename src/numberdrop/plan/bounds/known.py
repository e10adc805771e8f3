"""What a bound is asked about: a solo game from its deal or from some position on, and the rolls
that are known. Where it stands, as the bounds use it."""

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
#: Cells of a solo tile's X shape, and of the player's own.
SHAPE_CELLS = 4


@dataclass(frozen=True, slots=True)
class Known:
    """A game as far as it is known. `positions` are where it can stand: of a deal, one for every
    cell of the first digit, alike but for that."""

    positions: tuple[Position, ...]
    rolls: tuple[Roll, ...]
    variant: Variant
    #: By letter: shapes, notches.
    tiles: tuple[str, ...]
    notches: tuple[int, ...]
    #: Turns that are possible at most; 0 if the game is over.
    longest: int
    #: The first turn, from 1, in which the player's own shape can't come to lie under the Game Over
    #: line, and the fewest rows past it that it enters; (longest + 1, 0) if there is none.
    crossing: tuple[int, int]

    @classmethod
    def of(
        cls,
        start: Deal | Position | Known | str,
        rolls: Iterable[Roll | str] | str | None = None,
        variant: str | Variant = "rulebook",
    ) -> Known:
        """`rolls` are 1 to 20; a deal has its own. A position and rolls may be texts. What is known
        already is given back, as it is. NumberdropError if the position isn't a solo one, or no
        rolls are given, or too many."""
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
        """What is known where a maximum is asked for."""
        return cls.of(question.deal or question.starts[0], question.rolls, question.variant)

    @property
    def most_turns(self) -> int:
        """The turns that are left at most, by the notches and by the room under the Game Over
        line."""
        return min(self.longest, self.room // SHAPE_CELLS + 1)

    @property
    def boxes(self) -> int:
        """The filled boxes, a bit each: identical 3..7, consecutive 3..7, the bonus box."""
        return self.positions[0].core.boxes

    @property
    def points(self) -> int:
        """The score as it stands."""
        return self.positions[0].score(self.variant).total

    @property
    def digits(self) -> tuple[int, ...]:
        """How many of each digit 0..9 lie free on the sheet."""
        grid = self.positions[0].core.grid
        return tuple(grid.count(1 + digit) for digit in DIGITS)

    @property
    def lacking(self) -> list[int]:
        """The empty cells of each row under the Game Over line that can still be complete, the
        least first: without `slide` nothing comes under an overhang."""
        lost = () if self.variant.slide else rows_with_holes(self.positions[0])
        grid, width = self.positions[0].core.grid, _core.COLUMNS
        rows = (row for row in range(_core.LINE) if row not in lost)
        return sorted(grid[row * width : (row + 1) * width].count(0) for row in rows)

    @property
    def room(self) -> int:
        """The cells under the Game Over line that shapes can still fill."""
        core = self.positions[0].core
        if self.variant.slide:
            return core.grid[: _core.LINE * _core.COLUMNS].count(0)
        return sum(max(0, _core.LINE - height) for height in core.heights)

    @property
    def circled(self) -> frozenset[int]:
        """The tiles whose letters are circled: these don't fall."""
        return frozenset(i for i in TILES if self.positions[0].core.circled >> i & 1)

    @property
    def may_circle(self) -> frozenset[int]:
        """The tiles whose letters are not marked, and can be circled by claims to come."""
        core = self.positions[0].core
        both = core.boxes & core.boxes >> len(TILES)
        return frozenset(i for i in TILES if not (both | core.circled | core.crossed) >> i & 1)

    @property
    def may_fall(self) -> tuple[int, ...]:
        """The tiles that can still fall."""
        return tuple(i for i in TILES if self.notches[i] < LAST_NOTCH and i not in self.circled)


def rows_with_holes(position: Position) -> list[int]:
    """The rows under the Game Over line, from 0, in which an empty cell lies under another one that
    isn't: without `slide` no shape completes them."""
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
    """`Known.crossing`: what comes down before only makes a shape land higher, without `slide`."""
    for turn, roll in enumerate(rolls if not variant.slide else (), 1):
        rows = min(_rows_past(position, shape) for position in positions for shape in roll.shapes)
        if rows:
            return turn, rows
    return len(rolls) + 1, 0


def _rows_past(position: Position, shape: str) -> int:
    """The fewest rows past the line that a shape enters on this sheet."""
    landings = position.core.landings(SHAPES.index(shape))
    return min(max(0, max(cells) // _core.COLUMNS + 1 - _core.LINE) for cells in landings)
