"""Printed drop problems: one to four on a page, laid out for their number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...puzzles.archive.entries import DropProblem
from .fonts import LEAST, fitted
from .frame import Part, Room, begun, numbered
from .grid import GRID_WIDTH, grid, grid_height
from .page import Mark, Page, Words
from .parts import (
    BOXES_HEIGHT,
    BOXES_WIDTH,
    DICE_WIDTH,
    TILES_HEIGHT,
    TILES_WIDTH,
    answer_line,
    boxes,
    dice,
    tile_rows,
)
from .solutions import problem_solutions
from .style import Style

#: The most problems on a page that can still be read.
MOST_ON_PAGE: Final = {"a4": 4, "letter": 4, "a5": 2}
#: The symbols on a problem.
_SIGNS = ("free", "used", "X", "filled", "notch", "circled", "crossed", "star", "die")
#: The gap between two problems, in millimetres.
_GAP = 6.0


def drop_pages(
    problems: Sequence[DropProblem],
    style: Style | None = None,
    *,
    per_page: int | None = None,
    solution: bool = True,
) -> list[Page]:
    """Return the pages of drop problems, `per_page` on each, 1 to MOST_ON_PAGE, by default
    MOST_ON_PAGE or their number; their solutions follow on further pages, and all are numbered."""
    style = style or Style()
    pages = problem_part(problems, style, per_page=per_page).pages
    if solution:
        pages += problem_solutions(problems, style).pages
    numbered(pages, style)
    return pages


def problem_part(
    problems: Sequence[DropProblem], style: Style, *, per_page: int | None = None
) -> Part:
    """Return the pages of problems alone, without page numbers, like drop_pages()."""
    share = per_page or max(1, min(len(problems), MOST_ON_PAGE[style.paper]))
    pages = []
    for first in range(0, len(problems), share):
        title = style.translate("drops.title")
        page, room = begun(style, title, signs=_SIGNS, named="" if first else title)
        for place, problem in enumerate(problems[first : first + share]):
            page.add(*_problem(_part(room, place, share), first + place + 1, problem, style))
        pages.append(page)
    return Part(pages, [place // share for place in range(len(problems))])


def _part(room: Room, place: int, per_page: int) -> Room:
    """Return a problem's part of the page: one below the other up to three, four in two columns."""
    across = 2 if per_page > 3 else 1
    down = -(-per_page // across)
    w = (room.w - _GAP * (across - 1)) / across
    h = (room.h - _GAP * (down - 1)) / down
    x, y = room.x + (w + _GAP) * (place % across), room.y + (h + _GAP) * (place // across)
    return Room(x, y, w, h)


def _problem(room: Room, number: int, problem: DropProblem, style: Style) -> Iterator[Mark]:
    """Draw a problem in its part of the page: side by side if that is wide, otherwise with the
    boxes below the grid."""
    yield from _heading(room, number, problem, style)
    rest = Room(room.x, room.y + 11, room.w, room.h - 11)
    yield from (_across if rest.w > rest.h else _down)(rest, problem, style)


def _heading(room: Room, number: int, problem: DropProblem, style: Style) -> Iterator[Mark]:
    ink, name = style.colours, f"{number}."
    goal = style.translate("drops.goal", goal=problem.goal)
    hard = style.name("difficulty", problem.difficulty.word)
    now = problem.position.score(problem.variant).total
    made = f"{problem.id} \N{MIDDLE DOT} {problem.made_by.program}"
    yield Words(room.x, room.y + 2.5, name, 4.6, ink.ink, "l", True)
    size = fitted(goal, 4.2, 0.6 * room.w, bold=True)
    yield Words(room.x + 9, room.y + 2.5, goal, size, ink.ink, "l", True)
    yield Words(room.right, room.y + 2.5, hard, 3.2, ink.ink, "r")
    yield Words(room.x + 9, room.y + 7, style.translate("paper.now", score=now), 2.6, ink.ink, "l")
    yield Words(room.right, room.y + 7, made, LEAST, ink.faint, "r")


def _across(room: Room, problem: DropProblem, style: Style) -> Iterator[Mark]:
    """Draw the grid, the rolls with room for an answer, then boxes over tiles."""
    cell = min(room.h / grid_height(), 0.4 * room.w / GRID_WIDTH)
    yield from grid(room.x - 0.2 * cell, room.y, cell, style, problem.position)
    left = room.x + cell * GRID_WIDTH + 3
    wide = min(0.36 * room.w, 68.0)
    pitch = min(wide / BOXES_WIDTH, room.h / (BOXES_HEIGHT + 1.1 * TILES_HEIGHT))
    beside = room.right - BOXES_WIDTH * pitch
    yield from boxes(beside, room.y, pitch, style, problem.position)
    below = room.y + (BOXES_HEIGHT + 0.4) * pitch
    step = min(1.3 * pitch, (room.bottom - below) / TILES_HEIGHT)
    yield from tile_rows(beside, below, step, style, problem.position.tiles)
    yield from _rolls(Room(left, room.y, beside - left - 5, room.h), problem, style)


def _down(room: Room, problem: DropProblem, style: Style) -> Iterator[Mark]:
    """Draw the grid, rolls and tiles next to it, and the boxes below."""
    pitch = min(room.w / BOXES_WIDTH, 0.19 * room.h / BOXES_HEIGHT)
    high = room.h - BOXES_HEIGHT * pitch - 3
    cell = min(high / grid_height(), 0.58 * room.w / GRID_WIDTH)
    yield from grid(room.x - 0.2 * cell, room.y, cell, style, problem.position)
    left = room.x + cell * GRID_WIDTH + 1
    wide = room.right - left
    step = wide / TILES_WIDTH
    top = room.y + cell * grid_height() - TILES_HEIGHT * step
    yield from tile_rows(left, top, step, style, problem.position.tiles)
    yield from _rolls(Room(left, room.y, wide, top - room.y - 2), problem, style)
    below = room.y + cell * grid_height() + 3
    yield from boxes(room.x, below, pitch, style, problem.position)


def _rolls(room: Room, problem: DropProblem, style: Style) -> Iterator[Mark]:
    """Draw the rolls, one below the other, each with lines for an answer if there is room."""
    count = len(problem.rolls)
    side = min(room.w / DICE_WIDTH, 0.8 * room.h / count, 10.0)
    high = min(room.h / count, 3 * side)
    for place, roll in enumerate(problem.rolls):
        y = room.y + high * place
        yield from dice(room.x, y, side, style, roll)
        if high > side + 6:
            label = style.translate("paper.turn", n=problem.position.turn + place)
            yield from answer_line(room.x, y + side + 4, room.w, label, style)
