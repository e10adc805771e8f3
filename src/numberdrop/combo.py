"""Combos: claims, their boxes, and the reasons why cells can't be claimed (rules.md, Combo)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from . import _core
from .errors import NotationError, Sentence, WrongType, coded_message, shown
from .notation import cell_name, coerce_cells, parse_cell
from .rules import SIZES

#: The two kinds of combo. The index in this tuple is the core's number for the kind.
KINDS = ("identical", "consecutive")
#: The sizes of the boxes, by bit: identical 3..7, consecutive 3..7, the bonus box.
BOX_SIZES = (*SIZES, *SIZES, _core.SIZE_BONUS)
_COLUMN = (1 << len(SIZES)) - 1


@dataclass(frozen=True, slots=True)
class Claim:
    """A combo of `kind` "identical" or "consecutive" on `cells`, in canonical order.

    Cells of an identical combo are in the order of the sheet, those of a consecutive combo in
    ascending order of their digits. str() gives `!a1a2a3`. Raises NotationError for any other kind.
    """

    kind: str
    cells: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise NotationError(f"kind: expected {' or '.join(KINDS)}, got {shown(self.kind)}")

    @property
    def size(self) -> int:
        """The number of cells, 3 to 8, which is also the points of the box."""
        return len(self.cells)

    @property
    def box(self) -> str:
        """The name of the box it fills: "identical 4", "consecutive 7" or "bonus"."""
        return box_name(self.kind, self.size)

    def __str__(self) -> str:
        return "!" + "".join(self.cells)


#: The names of the kinds of boxes.
KIND_WORDS: Final = {
    "identical": coded_message("kind.identical", "identical"),
    "consecutive": coded_message("kind.consecutive", "consecutive"),
    "bonus": coded_message("kind.bonus", "bonus"),
}


@cache
def box_name(kind: str, size: int) -> Sentence:
    """Return the name of the box of this kind and size. Size 8 is the bonus box of both kinds."""
    if size == _core.SIZE_BONUS:
        return KIND_WORDS["bonus"]
    return coded_message("box", "{kind} {size}", kind=KIND_WORDS[kind], size=size)


@cache
def box_digits(boxes: int) -> int:
    """Return the number of digits that a set of filled boxes uses. Bits are as in BOX_SIZES."""
    return sum(size for box, size in enumerate(BOX_SIZES) if boxes >> box & 1)


@cache
def box_points(boxes: int) -> int:
    """Return the points of a set of filled boxes (rules.md, Sheet)."""
    columns = (boxes & _COLUMN, boxes >> len(SIZES) & _COLUMN)
    return box_digits(boxes) + _core.COLUMN_POINTS * columns.count(_COLUMN)


def open_boxes(boxes: int) -> list[str]:
    """Return the names of the boxes that are not filled yet. `boxes` is as in PositionParts."""
    names = [box_name(kind, size) for kind in KINDS for size in SIZES] + ["bonus"]
    return [name for bit, name in enumerate(names) if not boxes >> bit & 1]


def judge_claim(grid: bytes, boxes: int, names: Iterable[str] | str) -> Claim | str:
    """Return the claim on these cells, or one sentence that says why they can't be claimed.

    The cells of the claim are in canonical order. `grid` and `boxes` are as in PositionParts.
    `names` are cell names, or one text of them, with or without a leading `!`. Raises NotationError
    for text that is not a cell name, and WrongType for anything that is not text.
    """
    if isinstance(names, str):
        names = names.removeprefix("!")
    cells = [parse_cell(name) for name in coerce_cells(names, "cell")]
    if len(set(cells)) < len(cells):
        return coded_message("claim.twice", "expected each cell once, but one is named twice")
    if not _core.SIZE_MIN <= len(cells) <= _core.SIZE_BONUS:
        return coded_message(
            "claim.size",
            "a combo has {least} to {most} cells, not {count}",
            least=_core.SIZE_MIN,
            most=_core.SIZE_BONUS,
            count=len(cells),
        )
    for cell in sorted(cells):
        if fault := _why_unusable(cell_name(cell), grid[cell]):
            return fault
    if len({grid[cell] for cell in cells}) == 1:
        kind = "identical"
        cells.sort()
        fault = (
            None
            if _is_connected(cells)
            else coded_message("claim.apart", "the equal digits are not connected")
        )
    else:
        kind = "consecutive"
        cells.sort(key=lambda cell: grid[cell])
        fault = _why_not_consecutive(grid, cells)
    if fault:
        return fault
    claim = Claim(kind, tuple(cell_name(cell) for cell in cells))
    if claim.box not in open_boxes(boxes):
        return coded_message("claim.filled", "box {box} is filled already", box=claim.box)
    return claim


def why_not_claim(grid: bytes, boxes: int, names: Iterable[str] | str) -> str | None:
    """Return None if these cells are a legal claim, or one sentence that says why not.

    Text that is not a cell name gives a sentence as well. Raises WrongType for anything that is not
    text.
    """
    try:
        judged = judge_claim(grid, boxes, names)
    except WrongType:
        raise
    except NotationError as error:
        return error.sentence
    return judged if isinstance(judged, str) else None


def _why_unusable(cell: str, code: int) -> Sentence | None:
    if code == 0:
        return coded_message("claim.empty", "{cell} is empty", cell=cell)
    if code == _core.BLOCK:
        return coded_message("claim.block", "{cell} holds an X", cell=cell)
    if code > _core.USED:
        return coded_message("claim.used", "{cell} holds a digit that a combo has used", cell=cell)
    return None


def _why_not_consecutive(grid: bytes, ascending: Sequence[int]) -> Sentence | None:
    for low, high in pairwise(ascending):
        if grid[low] + 1 != grid[high]:
            return coded_message(
                "claim.neither", "the digits are neither identical nor consecutive"
            )
        if not _are_neighbours(low, high):
            return coded_message(
                "claim.no_neighbours",
                "{one} and {other} are not neighbours",
                one=cell_name(low),
                other=cell_name(high),
            )
    return None


def _are_neighbours(one: int, other: int) -> bool:
    (row, column), (row_2, column_2) = divmod(one, _core.COLUMNS), divmod(other, _core.COLUMNS)
    return abs(row - row_2) + abs(column - column_2) == 1


def _is_connected(cells: Sequence[int]) -> bool:
    connected = {cells[0]}
    rest = set(cells[1:])
    while adjacent := {i for i in rest if any(_are_neighbours(i, j) for j in connected)}:
        connected |= adjacent
        rest -= adjacent
    return not rest
