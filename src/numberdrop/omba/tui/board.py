"""The board in the terminal, each stack from its lowest cube on the left to its top; signs, and not
colour alone, show what a move does."""

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

#: Columns before the first square; columns within a square; lines within one.
LEFT, WIDE, HIGH = 3, 12, 3
TINTS = {"A": "$error", "B": "$accent", "C": "$success", "D": "$warning"}


@dataclass(frozen=True)
class Seen:
    """A position, the move that is chosen of those to be made, and the squares that the last one
    touched."""

    position: Position
    deed: MoveFeatures | None = None
    last: tuple[str, ...] = ()


class Board(Widget):
    """Nine squares: 14 lines of 43 columns."""

    seen: reactive[Seen | None] = reactive(None)

    class Picked(Message):
        """A click on a square."""

        def __init__(self, square: str) -> None:
            super().__init__()
            self.square = square

    def __init__(self) -> None:
        super().__init__(id="board")

    def render(self) -> Content:
        return Content("\n").join(_lines(self.seen)) if self.seen else Content("")

    def on_click(self, event: events.Click) -> None:
        square = square_at(event.x, event.y)
        if square:
            self.post_message(self.Picked(square))


def _lines(seen: Seen) -> list[Content]:
    bar = Content(" " * LEFT + "+" + f"{'-' * WIDE}+" * 3)
    lines = []
    for rank in "321":
        squares = [file + rank for file in "abc"]
        lines.append(bar)
        rows = zip(*(_square(seen, square) for square in squares), strict=True)
        for number, row in enumerate(rows):
            head = Content(f" {rank if number == 1 else ' '} |")
            lines.append(head + Content("|").join(row) + Content("|"))
    files = "".join(file.center(WIDE + 1) for file in "abc")
    return [*lines, bar, Content(" " * (LEFT + 1) + files)]


def _square(seen: Seen, square: str) -> list[Content]:
    """The lines within a square: whether it is an entry square and what the move does there, its
    stack, and the cost of the step to it."""
    deed = seen.deed
    is_end = deed is not None and square == deed.move[-2:]
    is_start = deed is not None and square == deed.move[:2]
    does = "TO" if is_end else "FROM" if is_start else ""
    if not does and square in seen.last:
        does = "last"
    top = f"{'+' if square in ENTRIES else ' '}{does:>{WIDE - 2}} "
    stack = seen.position.stacks[SQUARES.index(square)]
    inner = _stack(stack, (">", "<") if is_end else ("(", ")") if is_start else (" ", " "))
    cost = ""
    if deed is not None and square in deed.path:
        at = deed.path.index(square) - (0 if deed.enters else 1)
        cost = f"costs {deed.costs[at]}" if at >= 0 else ""
    style = "bold reverse" if is_end else "bold" if is_start else "$text-muted"
    return [
        Content.styled(top, style),
        inner,
        Content.styled(f"{cost:>{WIDE - 1}} ", "$text-muted"),
    ]


def _stack(stack: str, marks: tuple[str, str]) -> Content:
    """The owners of the cubes, the top one bold, between two marks."""
    cubes = [
        Content.styled(owner, f"bold {TINTS[owner]}" if level == len(stack) - 1 else TINTS[owner])
        for level, owner in enumerate(stack)
    ] or [Content.styled(".", "$text-disabled")]
    if len(stack) + 2 > WIDE:  # twelve cubes on one square
        return Content("").join(cubes)
    left = (WIDE - len(cubes)) // 2
    right = WIDE - len(cubes) - left
    return Content("").join(
        [Content(" " * (left - 1) + marks[0]), *cubes, Content(marks[1] + " " * (right - 1))]
    )


def square_at(x: int, y: int) -> str | None:
    """The square drawn at a column and a line; None where there is none."""
    file, inside = divmod(x - LEFT, WIDE + 1)
    rank, line = divmod(y, HIGH + 1)
    if not (0 <= file < 3 and 0 <= rank < 3 and inside and line):
        return None
    return "abc"[file] + "321"[rank]


def place_of(square: str) -> tuple[int, int]:
    """The column and the line of the middle of a square, as square_at() takes them."""
    return (
        LEFT + (WIDE + 1) * "abc".index(square[0]) + WIDE // 2,
        (HIGH + 1) * "321".index(square[1]) + 2,
    )
