"""The best turn for a roll by a rule: greedy, by the learned value, or by a function of one's own.

A roll with three stars allows over a hundred million turns. A function therefore gets them in
batches, as arrays, and no batch is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from .. import _core
from ..cell_codes import CELL_CODES, MARKS
from ..combo import BOX_SIZES
from ..dice import Roll
from ..errors import NumberdropError, WrongType, expected_got
from ..json_reader import one_of
from ..position import Position, core_roll, flags_of
from ..rules import CELLS, COLUMN_COUNT, LETTERS, ROW_COUNT, Variant
from ..turn import Turn
from ..validate import integer_between
from .ply import WIDE, Ply, turn_of
from .weights import Weights, shipped

#: The rules that have a name.
RULES: Final = ("value", "greedy")
#: The turns of a batch.
BATCH: Final = 8192
_MOST: Final = 10**12


@dataclass(frozen=True, slots=True)
class Batch:
    """The sheets after `n` turns, or of `n` positions, as arrays.

    The arrays that a function gets are overwritten after the call.

    - `cells` (n, 14, 7) uint8, row 1 first: 0 empty, 1..10 a free digit 0..9, 11..20 a digit that a
      combo has used, 21 an X
    - `boxes` (n, 11) uint8: 1 for each filled box: identical 3..7, consecutive 3..7, bonus
    - `notches` (n, 5) uint8: the notches of the tiles, 0..4; 0 in a game of several players
    - `letters` (n, 5) uint8: 0 open, 1 circled, 2 crossed off
    - `is_over` (n,) bool: the game is over
    - `score` (n,) int32: the score in points
    """

    cells: Any
    boxes: Any
    notches: Any
    letters: Any
    is_over: Any
    score: Any

    @classmethod
    def of(cls, positions: Iterable[Position | str], variant: str | Variant = "rulebook") -> Batch:
        """Return the batch of these positions. Raises NotationError for a text that isn't one."""
        chosen = Variant.of(variant)
        found = [Position.of(position) for position in positions]
        count, sheets = len(found), [position.core for position in found]
        grids = b"".join(sheet.grid.translate(CELL_CODES) for sheet in sheets)
        marks = [[MARKS.index(mark) for _, _, mark in position.tiles] for position in found]
        boxes = [[sheet.boxes >> box & 1 for box in range(len(BOX_SIZES))] for sheet in sheets]
        none = (0,) * len(LETTERS)
        return cls(
            np.frombuffer(grids, np.uint8).reshape(count, ROW_COUNT, COLUMN_COUNT),
            np.array(boxes, np.uint8).reshape(count, len(BOX_SIZES)),
            np.array([sheet.notches or none for sheet in sheets], np.uint8).reshape(
                count, len(LETTERS)
            ),
            np.array([row or none for row in marks], np.uint8).reshape(count, len(LETTERS)),
            np.array([sheet.is_over() for sheet in sheets], bool),
            np.array([position.score(chosen).total for position in found], np.int32),
        )

    def __len__(self) -> int:
        return len(self.score)

    @property
    def heights(self) -> Any:
        """The height of each column in rows, 0..14, uint8 of the shape (n, 7)."""
        rows = np.arange(1, ROW_COUNT + 1, dtype=np.uint8)[:, None]
        return ((self.cells > 0) * rows).max(1)

    @property
    def holes(self) -> Any:
        """The number of empty cells below the highest occupied one of their column, (n,) int64."""
        return self.heights.sum(1, dtype=np.int64) - (self.cells > 0).sum((1, 2))


#: A function of one's own: a value for each turn of a batch, the higher the better.
Rule = Callable[[Batch], Any]


def best_turn(
    position: Position | str,
    roll: Roll | str,
    by: str | Rule = RULES[0],
    variant: str | Variant = "rulebook",
    weights: Weights | None = None,
    most: int | None = None,
) -> Turn:
    """Return the best turn for a roll; of equals the first one found.

    With `by="value"` it is that of one ply by the learned value (docs/value.md), in hundredths of a
    point; with `by="greedy"` the one that scores most at once. Both consider the turns within the
    widths of a hint, so they take less than a second for any roll. A function gets every turn that
    the rules allow, in batches of at most 8,192, and returns a finite number for each; with `most`,
    1 or more, only every n-th turn, so that it gets about `most`, at most twice as many. `weights`
    default to those of the package.

    Raises NumberdropError if the game is over, or if the function returns something else; WrongType
    and NotationError for other arguments. Exceptions of the function pass through.
    """
    chosen = Variant.of(variant)
    position, roll = Position.of(position), Roll.of(roll, chosen.dice)
    if position.is_over():
        raise NumberdropError(f"the game is over, there is no turn to play: {position}")
    if callable(by):
        return _best_by_function(position, roll, by, chosen, most)
    if by not in RULES:
        raise WrongType(expected_got("by", str(one_of(RULES)) + " or a function", by))
    ply = Ply(position, roll, chosen, WIDE, weights or shipped(), is_last=by == "greedy")
    return ply.first(1)[0].turn


def for_each_batch(
    position: Position | str,
    roll: Roll | str,
    use: Callable[[Batch], object],
    variant: str | Variant = "rulebook",
    most: int | None = None,
) -> int:
    """Call `use` with every turn that a roll allows, in batches, and return their number; with
    `most` as in best_turn(). A game that is over has none.

    Raises NotationError for a position or roll that isn't one. Exceptions of `use` pass through.
    """
    chosen = Variant.of(variant)
    position, roll = Position.of(position), Roll.of(roll, chosen.dice)
    count = 0

    def take(batch: Batch, _where: Any) -> None:
        nonlocal count
        count += len(batch)
        use(batch)

    _stream(position, roll, chosen, take, most)
    return count


def _best_by_function(
    position: Position, roll: Roll, by: Rule, variant: Variant, most: int | None
) -> Turn:
    best: tuple[float, list[int]] | None = None

    def take(batch: Batch, where: Any) -> None:
        nonlocal best
        values = np.asarray(by(batch))
        if values.shape != (len(batch),) or values.dtype.kind not in "iufb":
            expected = f"by: expected {len(batch)} numbers"
            raise NumberdropError(f"{expected}, got {values.dtype} in the shape {values.shape}")
        place = int(values.argmax())
        value = float(values[place])
        if not np.isfinite(value):
            raise NumberdropError(f"by: expected finite numbers, got {value}")
        if best is None or value > best[0]:
            best = value, where[place].tolist()

    _stream(position, roll, variant, take, most)
    assert best is not None
    made = position.core.turn_at(core_roll(roll), flags_of(variant), best[1])
    return turn_of(position, roll, *made)


def _stream(
    position: Position,
    roll: Roll,
    variant: Variant,
    take: Callable[[Batch, Any], None],
    most: int | None,
) -> None:
    """Call `take` with every turn in batches, and where each turn stands among the stages; with
    `most`, only with every n-th."""
    step = 1
    if most is not None:
        count = position.count_turns(roll, variant)
        step = max(1, count // integer_between(most, 1, _MOST, "most"))
    letters = len(LETTERS)
    widths = {"cells": len(CELLS), "boxes": len(BOX_SIZES), "notches": letters, "letters": letters}
    arrays: dict[str, Any] = {
        name: np.empty((BATCH, width), np.uint8) for name, width in widths.items()
    }
    arrays |= {"over": np.empty(BATCH, np.uint8), "points": np.empty(BATCH, np.int32)}
    arrays["where"] = np.empty((BATCH, 4), np.int32)

    def handle(count: int) -> None:
        part = {name: array[:count] for name, array in arrays.items()}
        cells = part["cells"].reshape(count, ROW_COUNT, COLUMN_COUNT)
        over, others = part["over"].view(bool), (part["boxes"], part["notches"], part["letters"])
        take(Batch(cells, *others, over, part["points"]), part["where"])

    rows = _core.TurnRows(arrays, handle)
    position.core.stream(core_roll(roll), flags_of(variant), rows, step)
