"""A book of puzzles: rules and contents, the puzzles of some days, drop problems, solutions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count, zip_longest

from ...puzzles.archive.entries import DailyPuzzle, DropProblem
from .fonts import wrapped
from .frame import Part, Room, begun, numbered
from .page import Page, Stroke, Words
from .problems import problem_part
from .sheets import daily_pages, empty_sheet
from .solutions import game_solutions, problem_solutions
from .style import Style

#: The line height of the rules and of the contents, and their text size, in millimetres.
_LINE, _ROW, _TEXT = 4.0, 4.9, 2.9
_RULES = (
    ("help.turn.title", "help.turn"),
    ("help.score.title", "help.score"),
    ("help.end.title", "help.end"),
)


def book_pages(
    days: Sequence[DailyPuzzle],
    problems: Sequence[DropProblem] = (),
    style: Style | None = None,
    *,
    per_page: int | None = None,
    solution: bool = True,
    title: str = "",
) -> list[Page]:
    """Return the pages of a book: rules and contents under `title` (by default the first and the
    last day); the puzzles of some days, each with its sheet on the left and its rolls on the right
    of an open book; drop problems, `per_page` on a page as in drop_pages(); and the solutions of
    both. All pages are numbered."""
    style = style or Style()
    sheets = [daily_pages(day.puzzle, day, style) for day in days]
    parts = [
        Part([page for pages in sheets for page in pages], [2 * at for at in range(len(sheets))]),
        problem_part(problems, style, per_page=per_page),
        *((game_solutions(days, style), problem_solutions(problems, style)) if solution else ()),
    ]
    title = title or range_name(days, style)
    names = [style.day(day.puzzle.day) if day.puzzle.day else day.id for day in days]
    front = _front(title, names, parts, style, 0)
    front = _front(title, names, parts, style, len(front))
    pages = [*front, *(page for part in parts for page in part.pages)]
    numbered(pages, style)
    return pages


def range_name(days: Sequence[DailyPuzzle], style: Style) -> str:
    """Return the first day and the last, in the format of the language."""
    named = [style.day(day.puzzle.day) for day in days if day.puzzle.day]
    return " \N{EN DASH} ".join(dict.fromkeys((named[0], named[-1]))) if named else ""


def _front(
    title: str, names: Sequence[str], parts: Sequence[Part], style: Style, before: int
) -> list[Page]:
    """Return rules and contents, an odd number of pages, so that the first sheet is on a left page;
    `before` is that number."""
    page, room = begun(style, title, named=title)
    pages, ink = [page], style.colours
    y = room.y + 2
    for head, text in _RULES:
        page.add(Words(room.x, y, style.translate(head), 3.4, ink.ink, "l", True))
        for line in wrapped(style.translate(text), _TEXT, room.w):
            y += _LINE
            page.add(Words(room.x, y, line, _TEXT, ink.ink, "l"))
        y += _LINE + 2
    heads = [style.translate(f"paper.column.{key}") for key in ("puzzle", "problem", "solution")]
    rows = _rows(names, parts, before)
    used = [any(places[column] for _, places in rows) for column in range(len(heads))]
    table = [(style.translate("paper.contents"), heads), *rows]
    header, *body = [(name, list(compress(places, used))) for name, places in table]
    is_begun = False
    for row in body:
        if not is_begun or y + _ROW > room.bottom:
            if is_begun or y + 4 * _ROW > room.bottom:
                page, room = begun(style, style.translate("paper.contents"))
                pages.append(page)
                y = room.y + 2
            _contents_row(page, room, y, header, style, bold=True)
            y += _ROW
            page.add(Stroke(room.x, y - _ROW / 2, room.right, y - _ROW / 2, ink.ink, 0.3))
            is_begun = True
        _contents_row(page, room, y, row, style)
        y += _ROW
    return pages if len(pages) % 2 else [*pages, *empty_sheet(style)]


def _rows(
    names: Sequence[str], parts: Sequence[Part], before: int
) -> list[tuple[str, tuple[str, str, str]]]:
    """Return the rows of the contents: a name, and the page numbers of its puzzle, of the drop
    problem with its number, and of the solutions of both."""
    at: list[list[str]] = []
    for part in parts:
        at.append(["" if place is None else str(before + place + 1) for place in part.places])
        before += len(part.pages)
    rows = []
    columns = zip_longest(names, *at, fillvalue="")
    for number, (name, puzzle, problem, *solutions) in zip(count(1), columns, strict=False):
        rows.append((f"{number}.  {name}", (puzzle, problem, ", ".join(filter(None, solutions)))))
    return rows


def _contents_row(
    page: Page,
    room: Room,
    y: float,
    row: tuple[str, Sequence[str]],
    style: Style,
    *,
    bold: bool = False,
) -> None:
    """Draw a name, and page numbers in columns on the right."""
    ink, step, (name, places) = style.colours, room.w / 5, row
    page.add(Words(room.x, y, name, _TEXT, ink.ink, "l", bold))
    for column, place in enumerate(places):
        if place:
            x = room.right - step * (len(places) - 1 - column)
            page.add(Words(x, y, place, _TEXT, ink.ink, "r", bold))
