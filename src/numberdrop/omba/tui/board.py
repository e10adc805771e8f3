"""The board in the terminal. A stack is written from bottom to top, left to right. Signs show what
a move does, so that nothing depends on colour alone."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from ..move_features import MoveFeatures
from ..position import Position
from ..rules import ENTRIES, SQUARES

#: The columns before the first square, and the columns and lines within a square.
LEFT, CELL_WIDTH, CELL_HEIGHT = 3, 12, 3
TINTS = {"A": "$error", "B": "$accent", "C": "$success", "D": "$warning"}


@dataclass(frozen=True)
class BoardState:
    """The contents of the board: a position, the chosen move, and the start and end of the last
    move."""

    position: Position
    chosen_move: MoveFeatures | None = None
    last_squares: tuple[str, ...] = ()


class Board(Widget):
    """The widget of the board: 14 lines of 43 columns."""

    state: reactive[BoardState | None] = reactive(None)

    class Clicked(Message):
        """A click on a square."""

        def __init__(self, square: str) -> None:
            super().__init__()
            self.square = square

    def __init__(self) -> None:
        super().__init__(id="board")

    def render(self) -> Content:
        return Content("\n").join(_lines(self.state)) if self.state else Content("")

    def on_click(self, event: events.Click) -> None:
        square = square_at(event.x, event.y)
        if square:
            self.post_message(self.Clicked(square))


def _lines(state: BoardState) -> list[Content]:
    bar = Content(" " * LEFT + "+" + f"{'-' * CELL_WIDTH}+" * 3)
    lines = []
    for rank in "321":
        squares = [file + rank for file in "abc"]
        lines.append(bar)
        rows = zip(*(_square(state, square) for square in squares), strict=True)
        for number, row in enumerate(rows):
            head = Content(f" {rank if number == 1 else ' '} |")
            lines.append(head + Content("|").join(row) + Content("|"))
    files = "".join(file.center(CELL_WIDTH + 1) for file in "abc")
    return [*lines, bar, Content(" " * (LEFT + 1) + files)]


def _square(state: BoardState, square: str) -> list[Content]:
    """Return the lines within a square: its entry mark and role in the move, its stack, and the
    cost of the step to it."""
    chosen_move = state.chosen_move
    is_end = chosen_move is not None and square == chosen_move.move[-2:]
    is_start = chosen_move is not None and square == chosen_move.move[:2]
    role = "TO" if is_end else "FROM" if is_start else ""
    if not role and square in state.last_squares:
        role = "last"
    top = f"{'+' if square in ENTRIES else ' '}{role:>{CELL_WIDTH - 2}} "
    stack = state.position.stacks[SQUARES.index(square)]
    inner = _stack(stack, (">", "<") if is_end else ("(", ")") if is_start else (" ", " "))
    cost = ""
    if chosen_move is not None and square in chosen_move.path:
        at = chosen_move.path.index(square) - (0 if chosen_move.enters else 1)
        cost = f"costs {chosen_move.costs[at]}" if at >= 0 else ""
    style = "bold reverse" if is_end else "bold" if is_start else "$text-muted"
    return [
        Content.styled(top, style),
        inner,
        Content.styled(f"{cost:>{CELL_WIDTH - 1}} ", "$text-muted"),
    ]


def _stack(stack: str, marks: tuple[str, str]) -> Content:
    """Return the owners of the cubes between two marks, the top one bold."""
    cubes = [
        Content.styled(owner, f"bold {TINTS[owner]}" if level == len(stack) - 1 else TINTS[owner])
        for level, owner in enumerate(stack)
    ] or [Content.styled(".", "$text-disabled")]
    if len(stack) + 2 > CELL_WIDTH:  # twelve cubes on one square
        return Content("").join(cubes)
    left = (CELL_WIDTH - len(cubes)) // 2
    right = CELL_WIDTH - len(cubes) - left
    return Content("").join(
        [Content(" " * (left - 1) + marks[0]), *cubes, Content(marks[1] + " " * (right - 1))]
    )


def square_at(x: int, y: int) -> str | None:
    """Return the square drawn at a column and a line, None if there is no square."""
    file, inside = divmod(x - LEFT, CELL_WIDTH + 1)
    rank, line = divmod(y, CELL_HEIGHT + 1)
    if not (0 <= file < 3 and 0 <= rank < 3 and inside and line):
        return None
    return "abc"[file] + "321"[rank]


def centre_of(square: str) -> tuple[int, int]:
    """Return the column and the line of the middle of a square, in the coordinates of
    `square_at()`."""
    return (
        LEFT + (CELL_WIDTH + 1) * "abc".index(square[0]) + CELL_WIDTH // 2,
        (CELL_HEIGHT + 1) * "321".index(square[1]) + 2,
    )
