"""Printed solutions: the sheet at the end with its turns numbered and its combos outlined, and the
turns in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...puzzles.archive.entries import Best, DailyPuzzle, DropProblem
from ..lessons import lesson_lines
from .fonts import LEAST, wrapped
from .frame import Part, Room, begun
from .grid import GRID_WIDTH, grid, grid_height, rows_needed
from .narration import DescribedSolution, describe_solution, puzzle_name
from .page import Mark, Page, Words
from .parts import DICE_WIDTH, dice
from .style import Style

#: The sizes of text, its lines and dice, and the gap between two solutions, in millimetres.
_TEXT, _LINE, _DIE, _GAP = 2.45, 3.3, 3.6, 6.0
_HEAD = 6.0
#: The least width of a cell with room for the number of a turn.
_LEAST_CELL = 6.2


@dataclass(frozen=True, slots=True)
class _Solution:
    """A solution with its title, its score, and sentences to print below its turns."""

    title: str
    points: str
    described: DescribedSolution
    lesson: Sequence[str] = ()

    @classmethod
    def of(cls, title: str, best: Best, style: Style, lesson: Sequence[str] = ()) -> _Solution:
        key = "paper.best" if best.is_proved else "paper.known"
        return cls(
            title, style.translate(key, n=best.score), describe_solution(best, style), lesson
        )


def game_solutions(entries: Sequence[DailyPuzzle], style: Style) -> Part:
    """Return the known best games of days, one below the other."""
    down = 1 if style.paper == "a5" else 2
    flow = _Flow(style, ("turn", "combo", "X", "star"), columns=1, down=down)
    places = []
    for entry in entries:
        name, best = puzzle_name(entry.puzzle, style), entry.best
        places.append(flow.put(_Solution.of(name, best, style)) if best else None)
    return Part(flow.pages, places)


def problem_solutions(problems: Sequence[DropProblem], style: Style) -> Part:
    """Return the solutions of drop problems, numbered from 1, with the lessons of pocket
    problems."""
    columns = 1 if style.paper == "a5" else 2
    flow = _Flow(style, ("turn", "combo", "used", "X", "star"), columns=columns, down=2)
    places = []
    for number, problem in enumerate(problems, 1):
        lesson = lesson_lines(problem, style.language) if problem.is_pocket else ()
        title = f"{number}.  {problem.id}"
        places.append(flow.put(_Solution.of(title, problem.best, style, lesson)))
    return Part(flow.pages, places)


class _Flow:
    """A layout of solutions in columns from the left, each filled from the top down, with room for
    at least `down` of them."""

    def __init__(self, style: Style, signs: Sequence[str], *, columns: int, down: int) -> None:
        self.pages: list[Page] = []
        self._style, self._signs, self._columns, self._down = style, signs, columns, down
        self._column, self._y = columns, 0.0
        self._room = Room(0, 0, 0, 0)

    def put(self, solution: _Solution) -> int:
        """Add a solution, and return the number of its page, from 0."""
        if not self.pages:
            self._next()
        marks, high = self._drawn(solution)
        if self._y > self._room.y and self._y + high > self._room.bottom:
            self._next()
            marks, high = self._drawn(solution)
        self.pages[-1].add(*marks)
        self._y += high + _GAP
        return len(self.pages) - 1

    def _next(self) -> None:
        """Go to the next column, or page."""
        self._column += 1
        if self._column >= self._columns:
            title = self._style.translate("paper.solutions")
            named = "" if self.pages else title
            page, self._room = begun(self._style, title, signs=self._signs, named=named)
            self.pages.append(page)
            self._column = 0
        self._y = self._room.y

    def _drawn(self, solution: _Solution) -> tuple[list[Mark], float]:
        """Return the marks of a solution at the current place, and its height: that of the grid or
        of the words."""
        room, style = self._room, self._style
        wide = (room.w - _GAP * (self._columns - 1)) / self._columns
        x, y = room.x + (wide + _GAP) * self._column, self._y
        right = x + wide
        ink, end = style.colours, solution.described.end
        rows = rows_needed(end)
        high = (room.h + _GAP) / self._down - _GAP - _HEAD
        cell = max(_LEAST_CELL, min(0.5 * wide / GRID_WIDTH, high / grid_height(rows)))
        left = x + cell * GRID_WIDTH + 2
        corner, played = (x - 0.2 * cell, y + _HEAD), solution.described.played
        marks: list[Mark] = [
            Words(x, y + 2, solution.title, 3.2, ink.ink, "l", True),
            Words(right, y + 2, solution.points, 2.8, ink.ink, "r"),
            *grid(*corner, cell, style, end, played=played, rows=rows),
        ]
        low = y + _HEAD + cell * grid_height(rows)
        for each, bottom in _words(solution, left, y + _HEAD, right - left, style):
            marks += each
            low = max(low, bottom)
        return marks, low - y


def _words(
    solution: _Solution, x: float, y: float, w: float, style: Style
) -> Iterator[tuple[list[Mark], float]]:
    """Yield the turns, each with its lower end: its number, its dice, what it does, its score."""
    ink = style.colours
    number_wide, score_wide = 5.0, 6.0
    if solution.described.start:
        said = style.translate("paper.first", cell=solution.described.start)
        yield [Words(x, y + _LINE / 2, said, _TEXT, ink.ink, "l")], y + _LINE + 1
        y += _LINE + 1.4
    text_x = x + number_wide + DICE_WIDTH * _DIE + 2
    room = x + w - score_wide - text_x
    for turn in solution.described.turns:
        beside = room >= 24
        lines = wrapped(turn.words, _TEXT, room if beside else w - number_wide)
        middle = y + _DIE / 2
        marks: list[Mark] = [
            Words(x, middle, f"{turn.number}", 2.8, ink.ink, "l", True),
            *dice(x + number_wide, y, _DIE, style, turn.roll),
            Words(x + w, middle, str(turn.score), 2.8, ink.ink, "r"),
        ]
        first = middle if beside else y + _DIE + 2.2
        at = text_x if beside else x + number_wide
        for place, line in enumerate(lines):
            marks.append(Words(at, first + _LINE * place, line, _TEXT, ink.ink, "l"))
        y = max(y + _DIE, first + _LINE * (len(lines) - 0.5)) + 1.0
        yield marks, y
    for sentence in solution.lesson:
        y += 0.8
        for line in wrapped(sentence, LEAST, w):
            yield [Words(x, y + _LINE / 2, line, LEAST, ink.ink, "l")], y + _LINE
            y += _LINE
