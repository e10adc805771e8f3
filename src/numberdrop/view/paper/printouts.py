"""Printed pages: the score sheet, the puzzle of a day, drop problems, and solutions at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from ...position import Position
from ...puzzles.archive.lines import ArchivePuzzle
from ...puzzles.archive.puzzles import Best, DropProblem
from ...puzzles.names import puzzle_number
from ...puzzles.puzzle import DealPuzzle
from ...record import load_record
from ...rules import LADDER
from ...words import words
from .page import PAPERS, Box, Mark, Page, Stroke, Words
from .parts import (
    FAINT,
    GRID_HEIGHT,
    GRID_WIDTH,
    INK,
    boxes,
    dice,
    grid,
    tile_rows,
)

_MARGIN = 14.0


def empty_sheet(paper: str = "a4", language: str = "en") -> list[Page]:
    """One page: a score sheet to be filled in."""
    page = _page(paper)
    _sheet(page, language, words(language, "paper.sheet"), "", None)
    return [page]


def daily_pages(
    puzzle: DealPuzzle,
    entry: ArchivePuzzle | None = None,
    paper: str = "a4",
    language: str = "en",
    *,
    solution: bool = False,
) -> list[Page]:
    """The sheet of a puzzle with its tiles, then its rolls on a page to be folded. With its entry
    in the archive, its targets; on a last page the best game, where that is asked for and known."""
    name = puzzle_name(puzzle, language)
    start = Position.start(puzzle.tiles, "d1")
    tiles = tuple((shape, 0, "") for shape, _, _ in start.tiles)
    sheet = _page(paper)
    _sheet(sheet, language, name, _medals(entry, language) if entry else "", tiles)
    sheet.add(_note(sheet, words(language, "paper.start")))
    pages = [sheet, _rolls(puzzle, paper, language, name)]
    if solution and entry and entry.best:
        title = words(language, "paper.solution", name=puzzle.id)
        pages += _solution_pages([(title, entry.best)], paper, language)
    return pages


def drop_pages(
    problems: Sequence[DropProblem],
    paper: str = "a4",
    language: str = "en",
    *,
    per_page: int = 4,
    solution: bool = True,
) -> list[Page]:
    """Drop problems, two to four a page, and their solutions on the pages after the last."""
    pages: list[Page] = []
    for first in range(0, len(problems), per_page):
        page = _page(paper)
        _head(page, words(language, "drops.title"), "")
        for place, problem in enumerate(problems[first : first + per_page]):
            x, y, w, h = _room(page, place, per_page)
            page.add(*_problem(x, y, w, h, first + place + 1, problem, language))
        pages.append(page)
    if solution:
        named = [(f"{number}. {one.id}", one.best) for number, one in enumerate(problems, 1)]
        pages += _solution_pages(named, paper, language)
    for number, page in enumerate(pages, 1):
        foot = f"{number} / {len(pages)}"
        page.add(Words(page.width / 2, page.height - 7, foot, 3, FAINT))
    return pages


def puzzle_name(puzzle: DealPuzzle, language: str) -> str:
    """What stands at the head of a puzzle: its number and day; of others its id, if it is short."""
    if puzzle.day is not None:
        number = puzzle_number(puzzle.day)
        head = (
            words(language, "paper.number", n=number) if number else words(language, "paper.puzzle")
        )
        return f"{head} \N{MIDDLE DOT} {puzzle.id}"
    return puzzle.id if len(puzzle.id) <= 40 else words(language, "paper.puzzle")


# Pages.


def _page(paper: str) -> Page:
    width, height = PAPERS[paper]
    return Page(width, height)


def _head(page: Page, title: str, more: str) -> None:
    page.add(
        Words(_MARGIN, 16, "NUMBER DROP", 7, INK, "l", True),
        Words(page.width - _MARGIN, 14.5, title, 5, INK, "r", True),
        *([Words(page.width - _MARGIN, 20, more, 3.2, FAINT, "r")] if more else []),
        Stroke(_MARGIN, 23.5, page.width - _MARGIN, 23.5, INK, 0.4),
    )


def _note(page: Page, text: str) -> Mark:
    return Words(_MARGIN, page.height - 13, text, 3.4, INK, "l")


def _sheet(
    page: Page,
    language: str,
    title: str,
    more: str,
    tiles: tuple[tuple[str, int | None, str], ...] | None,
) -> None:
    """The score sheet: the grid at the left, boxes, tiles, score and name at the right."""
    _head(page, title, more)
    top, bottom = 29.0, page.height - 40
    cell = min((bottom - top) / GRID_HEIGHT, (page.width - 2 * _MARGIN - 62) / GRID_WIDTH)
    left = _MARGIN + cell * GRID_WIDTH + 4
    room = page.width - _MARGIN - left
    pitch = room / 5.9
    page.add(
        *grid(_MARGIN - 4, top, cell),
        *boxes(left, top, pitch, language),
        *tile_rows(left, top + 5.2 * pitch, room / 6.1, tiles),
        *_ladder(page, language),
        *_score_lines(left, top + 10.7 * pitch, room, bottom, language),
        Words(_MARGIN, page.height - 7, words(language, "paper.unofficial"), 2.5, FAINT, "l"),
    )


def _score_lines(x: float, y: float, room: float, bottom: float, language: str) -> Iterator[Mark]:
    """A line for each part of the score, the total, and three squares for the name."""
    boxes_of = (f"box.{kind}" for kind in ("identical", "consecutive", "bonus"))
    parts = ("game.rows", "paper.past", *boxes_of, "paper.total")
    high = min(8.5, (bottom - y - 12) / (len(parts) + 1))
    for place, key in enumerate(parts):
        middle = y + high * (place + 0.5)
        is_sum = key == "paper.total"
        yield Words(x, middle, words(language, key), 3.6, INK, "l", is_sum)
        yield Box(x + room - 20, middle - 0.42 * high, 20, 0.84 * high, "", INK, 0.3, 1)
    middle = y + high * (len(parts) + 0.9)
    yield Words(x, middle, words(language, "paper.name"), 3.6, INK, "l")
    for place in range(3):
        yield Box(x + room - 9.5 * (3 - place), middle - 4.5, 9, 9, "", INK, 0.4, 1)


def _ladder(page: Page, language: str) -> Iterator[Mark]:
    """The rulebook's own high scores, with room for the names of those who reach them."""
    y, pitch = page.height - 34, (page.width - 2 * _MARGIN) / len(LADDER)
    yield Words(_MARGIN, y, words(language, "paper.scores"), 3.2, FAINT, "l")
    for place, score in enumerate(LADDER):
        x = _MARGIN + pitch * place
        yield Box(x, y + 3, pitch - 1.5, 11, "", FAINT, 0.25, 1)
        yield Words(x + 2, y + 8.5, str(score), 4, FAINT, "l", True)
        yield Stroke(x + 8.5, y + 11.5, x + pitch - 3.5, y + 11.5, FAINT, 0.2)


def _rolls(puzzle: DealPuzzle, paper: str, language: str, name: str) -> Page:
    """All rolls in two columns, turn by turn from the top, with a dash to fold along under each."""
    page = _page(paper)
    _head(page, name, words(language, "paper.fold"))
    rolls = puzzle.rolls
    top, bottom = 28.0, page.height - 14
    high = (bottom - top) / len(rolls)
    side = min(0.72 * high, 12)
    for number, roll in enumerate(rolls, 1):
        y = top + high * (number - 1)
        label = words(language, "paper.turn", n=number)
        page.add(
            Words(_MARGIN, y + high / 2, label, 4, FAINT, "l"),
            *dice(_MARGIN + 24, y + (high - side) / 2, side, roll),
            Words(_MARGIN + 24 + 7.2 * side, y + high / 2, str(roll), 4, FAINT, "l"),
        )
        if number < len(rolls):
            page.add(Stroke(6, y + high, page.width - 6, y + high, FAINT, 0.2, 1.5))
    return page


def _room(page: Page, place: int, per_page: int) -> tuple[float, float, float, float]:
    """The corner, width and height of a problem's part of the page."""
    top, bottom = 27.0, page.height - 11
    across = 1 if per_page == 2 else 2
    down = -(-per_page // across)
    width = (page.width - 2 * _MARGIN + 6) / across
    height = (bottom - top) / down
    return (
        _MARGIN + width * (place % across),
        top + height * (place // across),
        width - 6,
        height - 5,
    )


def _problem(
    x: float, y: float, w: float, h: float, number: int, problem: DropProblem, language: str
) -> Iterator[Mark]:
    position = problem.position
    goal, now = problem.goal, position.score(problem.variant).total
    word = words(language, f"difficulty.{problem.difficulty.word}")
    yield Words(x, y + 3, f"{number}.", 5, INK, "l", True)
    yield Words(x + 9, y + 3, words(language, "drops.goal", goal=goal), 4.4, INK, "l", True)
    yield Words(x + 9, y + 8, words(language, "paper.now", score=now), 3, FAINT, "l")
    yield Words(x + w, y + 3, word, 3.6, FAINT, "r")
    is_wide = w > 1.2 * h
    cell = min((h - 14) / GRID_HEIGHT, (w / (2 if is_wide else 1.7)) / GRID_WIDTH)
    yield from grid(x - 2, y + 13, cell, position)
    left = x + cell * GRID_WIDTH + 1
    room = x + w - left
    side = min(room / 6.2, 8.5)
    for place, roll in enumerate(problem.rolls):
        yield from dice(left, y + 14 + 1.35 * side * place, side, roll)
    below = y + 16 + 1.35 * side * 3
    pitch = min(room / 5.9, (y + h - below) / 9.6)
    yield from boxes(left, below, pitch, language, position)
    yield from tile_rows(left, below + 4.7 * pitch, min(pitch, room / 6.1), position.tiles)


def _solution_pages(named: Sequence[tuple[str, Best]], paper: str, language: str) -> list[Page]:
    """The best play of each puzzle as text, a turn a line."""
    pages: list[Page] = []
    y = 1e9
    for title, best in named:
        turns = [str(turn) for turn in load_record(best.solution).turns]
        start = best.solution.get("start")
        turns = [start, *turns] if start else turns
        needed = 7 + 4.6 * len(turns)
        if y + needed > PAPERS[paper][1] - 14:
            pages.append(_page(paper))
            _head(pages[-1], words(language, "paper.solutions"), "")
            y = 30.0
        page = pages[-1]
        points = words(language, "paper.points", n=best.score)
        page.add(Words(_MARGIN, y, title, 3.6, INK, "l", True))
        page.add(Words(page.width - _MARGIN, y, points, 3.6, INK, "r"))
        for number, text in zip(count(1), turns, strict=False):
            page.add(Words(_MARGIN + 4, y + 1 + 4.6 * number, text, 3, INK, "l"))
        y += needed
    return pages


def _medals(entry: ArchivePuzzle, language: str) -> str:
    """The medals of the puzzle of a day in one line, and how hard it is."""
    points = {} if isinstance(entry, DropProblem) else entry.targets.to_json()
    said = [f"{words(language, f'medal.{medal}')} {each}" for medal, each in points.items()]
    return "  \N{MIDDLE DOT}  ".join(
        [*said, words(language, f"difficulty.{entry.difficulty.word}")]
    )
