"""A printed solution in words: what each turn does, and the contents of its grid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ... import _core
from ...dice import Roll
from ...position import Position
from ...puzzles.archive.entries import Best
from ...puzzles.deal_puzzle import DealPuzzle
from ...puzzles.names import puzzle_number
from ...record import PlayedLine, load_record
from ...rules import LAST_NOTCH, LETTERS
from ...turn import Turn
from ..rows import USED_DIGIT
from .grid import Played
from .style import Style


@dataclass(frozen=True, slots=True)
class DescribedTurn:
    """A turn of a solution: its number, its roll, what it does, and the score after it."""

    number: int
    roll: Roll
    words: str
    score: int


@dataclass(frozen=True, slots=True)
class DescribedSolution:
    """A solution: its final position, the contents of its grid, and its turns. `start` is the cell
    of the first 1, empty if it begins with a position."""

    end: Position
    played: Played
    turns: tuple[DescribedTurn, ...]
    start: str


def puzzle_name(puzzle: DealPuzzle, style: Style) -> str:
    """Return the heading of a puzzle: its number and day; otherwise its id, if it is short."""
    if puzzle.day is not None:
        number = puzzle_number(puzzle.day)
        key = "paper.number" if number else "paper.puzzle"
        return f"{style.translate(key, n=number)} \N{MIDDLE DOT} {style.day(puzzle.day)}"
    return puzzle.id if len(puzzle.id) <= 40 else style.translate("paper.puzzle")


def describe_solution(best: Best, style: Style) -> DescribedSolution:
    """Describe the solution of a puzzle in the language of the style."""
    found = load_record(best.solution)
    if isinstance(found, PlayedLine):
        positions, start = found.positions, ""
    else:
        positions, start = tuple(seats[0] for seats in found.history), best.solution["start"]
    turns = [turn for turn in found.turns if isinstance(turn, Turn)]
    written: dict[str, int] = {}
    combos = []
    lines = []
    for before, turn, after in zip(positions, turns, positions[1:], strict=False):
        cells = [cell for cell, _ in turn.place or ()]
        for cell in (*cells, *(cell for drop in turn.drops for cell in drop.cells)):
            written[cell] = before.turn
        if turn.claim:
            combos.append(turn.claim)
        said = "; ".join(_does(before, turn, after, style))
        score = after.score(found.variant).total
        lines.append(DescribedTurn(before.turn, turn.roll, said, score))
    return DescribedSolution(positions[-1], Played(written, combos), tuple(lines), start)


def _does(before: Position, turn: Turn, after: Position, style: Style) -> Iterator[str]:
    """Yield what a turn does, without the digits, which the grid shows."""
    falling = [drop.tile for drop in turn.drops]
    steps = Counter(turn.slides)
    notches = {name: notch for name, (_, notch, _) in zip(LETTERS, before.tiles, strict=True)}
    for letter, count in steps.items():
        if letter in falling:
            yield style.translate("paper.falls", letter=letter)
        elif (notches[letter] or 0) + count >= LAST_NOTCH:
            yield style.translate("paper.protected", letter=letter)
        elif count > 1:
            yield style.translate("paper.twice", letter=letter)
        else:
            yield style.translate("paper.slides", letter=letter)
    if turn.place is None:
        yield style.translate("paper.nothing")
    if turn.claim:
        digits = [USED_DIGIT[after.symbol(cell)] for cell in turn.claim]
        said = "\N{NO-BREAK SPACE}".join(digits)
        yield style.translate("paper.claims", box=_box(digits, style), digits=said)
        for name, (_, _, old), (_, _, new) in zip(LETTERS, before.tiles, after.tiles, strict=True):
            if new == "o" != old:
                yield style.translate("game.claim.circles", letter=name)


def _box(digits: Sequence[str], style: Style) -> str:
    """Return the name of the box for a combo of these digits: `identical 4`."""
    kind = "identical" if len({*digits}) == 1 else "consecutive"
    key = "box.bonus" if len(digits) == _core.SIZE_BONUS else f"box.{kind}"
    return style.translate("box.label", kind=style.translate(key), size=len(digits))
