"""The sheet in the terminal: its cells and the shape in hand, in characters and not by colour
alone; a click reports its cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from ..position import Position
from ..rules import COLUMN_COUNT, COLUMNS, ROW_COUNT, Variant
from ..view.rows import LINE, ROWS_OF_CELLS, USED_DIGIT, points_by_row
from ..view.text import Look

#: The columns before the first cell of a row, and those of a cell.
LEFT, WIDTH = 4, 3
_INSIDE = WIDTH * COLUMN_COUNT


@dataclass(frozen=True)
class SheetContents:
    """The contents of a sheet: the position with the X shapes placed; `ghost`, characters of this
    turn in their cells; `painted` cells of a claim; `at`, the cell for the next key; `dim`, cells
    that can't be chosen; and `after`, the position whose points are shown next to the rows."""

    position: Position
    variant: Variant
    after: Position
    ghost: Mapping[str, str] = field(default_factory=dict)
    painted: tuple[str, ...] = ()
    at: str | None = None
    dim: frozenset[str] = frozenset()


class Sheet(Widget):
    """The grid of cells with its Game Over line: 18 lines of 28 columns."""

    contents: reactive[SheetContents | None] = reactive(None)

    class Picked(Message):
        """A click on a cell."""

        def __init__(self, cell: str) -> None:
            super().__init__()
            self.cell = cell

    class Wheeled(Message):
        """A turn of the wheel over the sheet, down (1) or up (-1); or a right click (1)."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    def __init__(self, look: Look) -> None:
        super().__init__(id="sheet")
        self.look = look

    def render(self) -> Content:
        return Content("\n").join(self._lines(self.contents)) if self.contents else Content("")

    def _lines(self, contents: SheetContents) -> list[Content]:
        side, flat = ("│", "─") if self.look.unicode else ("|", "-")
        corners = "╭╮╰╯╞╡═" if self.look.unicode else "++++++="
        points = points_by_row(contents.after, contents.variant)
        lines = [Content(f"    {corners[0]}{flat * _INSIDE}{corners[1]}")]
        for row in reversed(range(ROW_COUNT)):
            if row == LINE - 1:
                band = " GAME OVER ".center(_INSIDE, corners[6])
                lines.append(Content.styled(f"    {corners[4]}{band}{corners[5]}", "$error"))
            cells = [self._cell(contents, cell) for cell in ROWS_OF_CELLS[row]]
            worth = f"{points[row]:+d}" if points[row] else ""
            ends = (f" {row + 1:>2} {side}", f"{side}{worth}")
            lines.append(Content.assemble(ends[0], *cells, ends[1]))
        lines.append(Content(f"    {corners[2]}{flat * _INSIDE}{corners[3]}"))
        return [*lines, Content("     " + "".join(f" {column} " for column in COLUMNS))]

    def _cell(self, contents: SheetContents, cell: str) -> tuple[str, str]:
        """Return the three characters of a cell, and its style."""
        symbol = contents.position.symbol(cell)
        sign = contents.ghost.get(cell, USED_DIGIT.get(symbol, symbol))
        sign = ("·" if self.look.unicode else ".") if sign == "." else sign
        is_at = cell == contents.at
        if cell in contents.painted:
            return f"{{{sign}{'<' if is_at else '}'}", "bold $success"
        if is_at:
            return f">{sign}<", "bold reverse"
        if contents.ghost.get(cell) == "X":
            return "▒▒▒" if self.look.unicode else "%%%", "bold $accent"
        if cell in contents.ghost:
            return f"({sign})", "bold $warning"
        if symbol == "X":
            return "███" if self.look.unicode else "###", "$text-muted"
        if symbol in USED_DIGIT:
            return f"[{sign}]", "$text-muted"
        return f" {sign} ", "$text-disabled" if symbol == "." or cell in contents.dim else ""

    def on_click(self, event: events.Click) -> None:
        cell = cell_at(event.x, event.y)
        if event.button == 3:
            self.post_message(self.Wheeled(1))
        elif cell:
            self.post_message(self.Picked(cell))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.post_message(self.Wheeled(1))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.post_message(self.Wheeled(-1))


def cell_at(x: int, y: int) -> str | None:
    """Return the cell drawn at a column and a line of the sheet, or None."""
    row = ROW_COUNT - y + (y > ROW_COUNT - LINE)
    column = (x - LEFT - 1) // WIDTH
    is_line = y == ROW_COUNT - LINE + 1
    if is_line or not (0 <= column < COLUMN_COUNT and 0 <= row < ROW_COUNT):
        return None
    return ROWS_OF_CELLS[row][column]


def place_of(cell: str) -> tuple[int, int]:
    """Return the column and the line of the middle of a cell, for cell_at()."""
    row = int(cell[1:]) - 1
    return LEFT + 2 + WIDTH * COLUMNS.index(cell[0]), ROW_COUNT - row + (row < LINE)
