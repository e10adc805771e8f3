"""The tiles of a logged game: which shape lies on which letter, and the slides that fit.

A log shows a tile where its shape falls, and in a few other notifications. The slides of a solo
game that the log shows restrict the others: a star slides the tile of the shape die. Slides that it
doesn't show are searched for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Final

from ..dice import Roll
from ..errors import IllegalTurn, Sentence, coded_message, join_and
from ..notation import parse_cell
from ..position import Position
from ..rules import BLOCK_SHAPES, COLUMN_COUNT, LAST_NOTCH, LETTERS, SHAPES, SOLO_SHAPES

Slides = tuple[str, ...]
_Notches = tuple[int, ...]

_EMPTY_SHEET: Final = "- -:-:- - 1"


@dataclass(frozen=True, slots=True)
class SlideTurn:
    """What is known of the slides of a solo turn.

    `falling` are the letters whose shapes fall, in order, and `safe` the letters that are circled
    before the turn. `slides` are the letters that slide, or None if the log doesn't show them.
    """

    number: int
    roll: Roll
    falling: Slides
    safe: frozenset[str]
    slides: Slides | None


@dataclass(frozen=True, slots=True)
class Tiles:
    """The shapes on A to E; the letters whose shapes the log leaves open; and, for a game whose
    slides it doesn't show, slides that fit."""

    shapes: tuple[str, ...]
    taken: tuple[str, ...]
    slides: tuple[Slides, ...] = ()


class Evidence:
    """The shapes that a log shows at letters, each with the turn in which it is seen first."""

    def __init__(self) -> None:
        self.seen: dict[str, tuple[str, int]] = {}

    def add(self, letter: str, shape: str, turn: int) -> None:
        """Note a shape. Raises IllegalTurn if another one was seen there, or the same elsewhere."""
        for other, (known, first) in self.seen.items():
            if (other == letter) != (known == shape):
                fault = coded_message(
                    "log.tile",
                    "expected tile {known} on {other} as in turn {first}, got {shape} on {letter}",
                    known=known,
                    other=other,
                    first=first,
                    shape=shape,
                    letter=letter,
                )
                raise IllegalTurn(fault, turn=turn)
        self.seen.setdefault(letter, (shape, turn))

    def assignments(self, shapes: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Yield every way to deal `shapes` to A to E that agrees with what was seen, in a fixed
        order."""
        known = {letter: shape for letter, (shape, _) in self.seen.items()}
        rest = [shape for shape in shapes if shape not in known.values()]
        for order in permutations(rest):
            others = iter(order)
            yield tuple(known[x] if x in known else next(others) for x in LETTERS)


def shape_of(cells: Sequence[str]) -> str | None:
    """Return the shape, turned or flipped in any way, that some cells make, or None."""
    return _forms().get(_form([parse_cell(cell) for cell in cells]))


@cache
def _forms() -> Mapping[frozenset[tuple[int, int]], str]:
    """Map the cells of each shape, in every orientation and moved to the origin, to the shape."""
    sheet = Position.from_text(_EMPTY_SHEET)
    return {
        _form([parse_cell(cell) for cell in cells]): shape
        for shape in SHAPES
        for cells in sheet.landings(shape)
    }


def _form(cells: Sequence[int]) -> frozenset[tuple[int, int]]:
    pairs = [divmod(cell, COLUMN_COUNT) for cell in cells]
    lowest, leftmost = (min((pair[at] for pair in pairs), default=0) for at in (0, 1))
    return frozenset((row - lowest, column - leftmost) for row, column in pairs)


def several_tiles(evidence: Evidence) -> Tiles:
    """Return the tiles of a game of several players."""
    found = list(evidence.assignments(BLOCK_SHAPES))
    return Tiles(found[0], _open_letters(found))


def shown_slides_tiles(evidence: Evidence, turns: Sequence[SlideTurn]) -> Tiles:
    """Return the tiles of a solo game whose slides the log shows.

    If no tiles allow all slides, the result allows them for as many turns as possible.
    """
    fits = [(_first_misfit(shapes, turns), shapes) for shapes in evidence.assignments(SOLO_SHAPES)]
    most = max(turn for turn, _ in fits)
    found = [shapes for turn, shapes in fits if turn == most]
    return Tiles(found[0], _open_letters(found))


def inferred_slides_tiles(evidence: Evidence, turns: Sequence[SlideTurn], has_end: bool) -> Tiles:
    """Return the tiles of a solo game, and slides that fit where the log shows none.

    With `has_end` all tiles stand on notch 4 after the last turn, if that is possible. Raises
    IllegalTurn for the last turn that can be reached if no slides fit.
    """
    assignments = list(evidence.assignments(SOLO_SHAPES))
    relaxed = _SlideSearch(None, turns, is_full=False)
    is_possible = relaxed.find(0, (0,) * len(LETTERS))
    furthest = 0 if is_possible else relaxed.furthest
    for is_full in (True, False) if has_end else (False,):
        for shapes in assignments if is_possible else ():
            search = _SlideSearch(shapes, turns, is_full)
            if search.find(0, (0,) * len(LETTERS)):
                return Tiles(shapes, _open_letters(assignments), tuple(search.found))
            furthest = max(furthest, search.furthest)
    raise IllegalTurn(_no_slides(turns[furthest]), turn=turns[furthest].number)


def _no_slides(turn: SlideTurn) -> Sentence:
    """Return the message that no slides fit a turn."""
    roll = str(turn.roll)
    if not turn.falling:
        return coded_message(
            "log.no_quiet_slides",
            "expected slides of {roll} with which nothing falls, got none that fit",
            roll=roll,
        )
    return coded_message(
        "log.no_slides",
        "expected slides of {roll} with which {falling} alone falls, got none that fit",
        roll=roll,
        falling=join_and(turn.falling),
    )


def _open_letters(found: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the letters whose shapes differ between possible deals."""
    return tuple(
        x for x, shapes in zip(LETTERS, zip(*found, strict=True), strict=True) if len({*shapes}) > 1
    )


def _first_misfit(shapes: Sequence[str], turns: Sequence[SlideTurn]) -> int:
    """Return how many turns have slides that these tiles allow, up to the first that has others."""
    notches: _Notches = (0,) * len(LETTERS)
    for count, turn in enumerate(turns):
        allowed = dict(_slides(shapes, notches, turn.roll))
        if turn.slides not in allowed:
            return count
        notches = allowed[turn.slides]
    return len(turns)


def _slides(
    shapes: Sequence[str] | None, notches: _Notches, roll: Roll
) -> Iterator[tuple[Slides, _Notches]]:
    """Yield the slides that a roll allows, each with the notches after it (rules.md, Solo). Without
    `shapes` these are the slides that it allows with any tiles."""
    for free in _on_the_way(notches):
        once = _slid(notches, free)
        due = _on_the_way(once) if roll.has_star else []
        if shapes is not None and roll.shape != "*":
            due = [index for index in due if shapes[index] == roll.shape]
        for star in due:
            yield (LETTERS[free], LETTERS[star]), _slid(once, star)
        if not due or (shapes is None and roll.shape != "*" and LAST_NOTCH in once):
            yield (LETTERS[free],), once


def _on_the_way(notches: _Notches) -> list[int]:
    return [index for index, notch in enumerate(notches) if notch < LAST_NOTCH]


def _slid(notches: _Notches, index: int) -> _Notches:
    return (*notches[:index], notches[index] + 1, *notches[index + 1 :])


class _SlideSearch:
    """A depth-first search for slides with which each shape falls in its turn.

    Without `shapes` any tiles are allowed. With `is_full` all tiles have to stand on notch 4 at the
    end. `found` are the slides found, and `furthest` is the index of the last turn that was tried.
    """

    def __init__(
        self, shapes: Sequence[str] | None, turns: Sequence[SlideTurn], is_full: bool
    ) -> None:
        self.shapes, self.turns, self.is_full = shapes, turns, is_full
        self.found: list[Slides] = []
        self.furthest = 0
        self._dead: set[tuple[int, _Notches]] = set()

    def find(self, at: int, notches: _Notches) -> bool:
        """Return whether slides fit from the turn at index `at` on."""
        is_full = min(notches) == LAST_NOTCH
        if at == len(self.turns):
            return is_full or not self.is_full
        self.furthest = max(self.furthest, at)
        if is_full or (at, notches) in self._dead:
            return False
        turn = self.turns[at]
        for slides, after in _slides(self.shapes, notches, turn.roll):
            if self._falling(slides, notches, turn) == turn.falling:
                self.found.append(slides)
                if self.find(at + 1, after):
                    return True
                self.found.pop()
        self._dead.add((at, notches))
        return False

    def _falling(self, slides: Slides, notches: _Notches, turn: SlideTurn) -> Slides:
        """Return the letters whose shapes fall in these slides, in order."""
        now = dict(zip(LETTERS, notches, strict=True))
        falling = []
        for letter in slides:
            now[letter] += 1
            if now[letter] == LAST_NOTCH and letter not in turn.safe:
                falling.append(letter)
        return tuple(falling)
