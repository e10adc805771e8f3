"""Printed sheets to fill in: an empty one, and the puzzle of a day with its rolls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...puzzles.archive.entries import DailyPuzzle
from ...puzzles.archive.entry_text import ArchivePuzzle
from ...puzzles.deal_puzzle import DealPuzzle
from ...rules import HIGH_SCORES
from ...version import PROGRAM
from .fonts import LEAST, fitted
from .frame import Room, begun
from .grid import GRID_WIDTH, grid, grid_height
from .narration import puzzle_name
from .page import Box, Mark, Page, Stroke, Words
from .parts import (
    BOXES_HEIGHT,
    BOXES_WIDTH,
    DICE_WIDTH,
    TILES_HEIGHT,
    TILES_WIDTH,
    boxes,
    dice,
    tile_rows,
)
from .solutions import game_solutions
from .style import Style

_DOT = "  \N{MIDDLE DOT}  "


def empty_sheet(style: Style | None = None) -> list[Page]:
    """Return one page: a score sheet to fill in."""
    style = style or Style()
    page, room = begun(style, style.translate("paper.sheet"))
    page.add(*_sheet(room, style, None))
    return [page]


def daily_pages(
    puzzle: DealPuzzle,
    entry: ArchivePuzzle | None = None,
    style: Style | None = None,
    *,
    solution: bool = False,
) -> list[Page]:
    """Return the sheet of a puzzle with its tiles, then its rolls on a page to fold. With its entry
    in the archive it has its targets, and with `solution` the best game on a last page, if
    known."""
    style = style or Style()
    title = puzzle_name(puzzle, style)
    more = style.name("difficulty", entry.difficulty.word) if entry else ""
    credit = credit_of(puzzle, entry)
    page, room = begun(style, title, more, credit=credit, named=title)
    size = fitted(style.translate("paper.start"), 3.4, room.w)
    words = style.translate("paper.start")
    note = Words(room.x, room.bottom - 2, words, size, style.colours.ink, "l")
    tiles = tuple((shape, 0, "") for shape in puzzle.tiles)
    rungs = _medals(entry, style)
    page.add(*_sheet(Room(room.x, room.y, room.w, room.h - 5), style, tiles, rungs), note)
    pages = [page, _rolls(puzzle, style, title, credit)]
    if solution and isinstance(entry, DailyPuzzle):
        pages += game_solutions([entry], style).pages
    return pages


def credit_of(puzzle: DealPuzzle, entry: ArchivePuzzle | None) -> str:
    """Return what identifies a puzzle and its maker: id, recipe, variant, program."""
    maker = entry.made_by.program if entry else PROGRAM
    names = dict.fromkeys((puzzle.id, puzzle.deal.recipe))
    short = [name for name in names if len(name) <= 40]
    return _DOT.join([*short, str(puzzle.variant), maker])


def _medals(entry: ArchivePuzzle | None, style: Style) -> list[str]:
    """Return the medals of a day, each with its points."""
    points = entry.targets.to_json() if isinstance(entry, DailyPuzzle) else {}
    return [f"{style.translate(f'medal.{medal}')} {each}" for medal, each in points.items()]


def _sheet(
    room: Room,
    style: Style,
    tiles: tuple[tuple[str, int | None, str], ...] | None,
    medals: Sequence[str] = (),
) -> Iterator[Mark]:
    """Draw the score sheet: the grid on the left, boxes, tiles, score and name on the right; below
    the medals, or else the rulebook's high scores."""
    bottom = room.bottom - 18
    panel = 70 * style.scale
    cell = min((bottom - room.y) / grid_height(), (room.w - panel) / GRID_WIDTH)
    left = room.x + cell * GRID_WIDTH + 2
    wide = room.right - left
    pitch, step = wide / BOXES_WIDTH, wide / TILES_WIDTH
    yield from grid(room.x - 0.3 * cell, room.y, cell, style)
    yield from boxes(left, room.y, pitch, style)
    below = room.y + (BOXES_HEIGHT + 0.6) * pitch
    yield from tile_rows(left, below, step, style, tiles)
    yield from _score_lines(left, below + (TILES_HEIGHT + 0.5) * step, wide, bottom, style)
    yield from _ladder(Room(room.x, bottom + 2, room.w, 16), medals, style)


def _score_lines(x: float, y: float, room: float, bottom: float, style: Style) -> Iterator[Mark]:
    """Draw a line for each part of the score, the total, and three squares for the name."""
    ink = style.colours
    kinds = [f"box.{kind}" for kind in ("identical", "consecutive", "bonus")]
    parts = ["game.rows", "paper.past", *kinds, "paper.total"]
    high = min(8.5, (bottom - y - 8) / (len(parts) + 1))
    wide = min(20.0, 0.36 * room)
    for place, key in enumerate(parts):
        middle = y + high * (place + 0.5)
        label = style.translate(key)
        size = fitted(label, 3.6, room - wide - 2)
        yield Words(x, middle, label, size, ink.ink, "l", key == "paper.total")
        corner = (x + room - wide, middle - 0.42 * high)
        yield Box(*corner, wide, 0.84 * high, "", ink.ink, 0.3, 1)
    middle = y + high * (len(parts) + 0.9)
    side = min(9.0, room / 5, 1.2 * high)
    yield Words(x, middle, style.translate("paper.name"), 3.2, ink.ink, "l")
    for place in range(3):
        corner = (x + room - (side + 0.5) * (3 - place), middle - side / 2)
        yield Box(*corner, side, side, "", ink.ink, 0.4, 1)


def _ladder(room: Room, medals: Sequence[str], style: Style) -> Iterator[Mark]:
    """Draw a box for each target, with room for the names of those who reach it."""
    ink = style.colours
    rungs = medals or [f"{score} {'/'.join(names)}" for score, names in HIGH_SCORES.items()]
    title = style.translate("paper.medals" if medals else "paper.scores")
    pitch = room.w / len(rungs)
    yield Words(room.x, room.y + 1.5, title, 2.8, ink.faint, "l")
    size = min(fitted(rung, 3.2, pitch - 4, bold=True) for rung in rungs)
    for place, rung in enumerate(rungs):
        x, y = room.x + pitch * place, room.y + 4
        yield Box(x, y, pitch - 1.5, 10, "", ink.faint, 0.25, 1)
        yield Words(x + 1.5, y + 3, rung, size, ink.faint, "l", True)
        yield Stroke(x + 1.5, y + 8.5, x + pitch - 3, y + 8.5, ink.faint, 0.2)


def _rolls(puzzle: DealPuzzle, style: Style, title: str, credit: str) -> Page:
    """Draw all rolls, turn by turn from the top, with a dashed fold under each."""
    ink = style.colours
    fold = style.translate("paper.fold")
    page, room = begun(style, title, fold, signs=("star", "die"), credit=credit)
    rolls = puzzle.rolls
    high = room.h / len(rolls)
    side = min(0.72 * high, 12)
    size = max(LEAST, 4 * style.scale)
    for number, roll in enumerate(rolls, 1):
        y = room.y + high * (number - 1)
        middle, x = y + high / 2, room.x + 24 * style.scale
        label = style.translate("paper.turn", n=number)
        page.add(
            Words(room.x, middle, label, size, ink.faint, "l"),
            *dice(x, y + (high - side) / 2, side, style, roll),
            Words(x + (DICE_WIDTH + 1.2) * side, middle, str(roll), size, ink.faint, "l"),
        )
        if number < len(rolls):
            edge = 6 * style.scale
            page.add(Stroke(edge, y + high, page.width - edge, y + high, ink.faint, 0.2, 1.5))
    return page
