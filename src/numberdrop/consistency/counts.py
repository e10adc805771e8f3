"""Counts of what is on a sheet, and counts in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .. import _core
from ..combo import KINDS
from ..errors import Sentence, coded_message, join_and
from ..position import Position
from ..rules import LAST_NOTCH, LETTERS, SIZES, Variant

#: A box: kind and size; the bonus box has no kind.
Box = tuple[str, int]
#: The boxes in the order of their bits.
BOXES: tuple[Box, ...] = (
    *((kind, size) for kind in KINDS for size in SIZES),
    ("", _core.SIZE_BONUS),
)
#: The number of cells of a shape of the shape die, and of digits in a placement.
SHAPE_CELLS = 4

_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


@dataclass(frozen=True, slots=True)
class Counted:
    """A position with counts of what is on its sheet.

    `count` digits and `crosses` X are on the sheet, `digits_past` and `crosses_past` of them past
    the line. `used` are the cells with used digits, and `filled` the filled boxes. `down` are the
    letters, from 0, whose tiles have come down, and `fallen` those of them that were not protected.
    `written` is the number of turns that left their digits, and `odd` the number of further digits.
    """

    position: Position
    variant: Variant
    count: int
    crosses: int
    digits_past: int
    crosses_past: int
    used: tuple[int, ...]
    filled: tuple[Box, ...]
    down: tuple[int, ...]
    fallen: tuple[int, ...]
    written: int
    odd: int

    @classmethod
    def of(cls, position: Position, variant: Variant) -> Counted:
        """Count what is on the sheet of a position."""
        core = position.core
        grid, boxes, past = core.grid, core.boxes, core.grid[_core.LINE * _core.COLUMNS :]
        crosses, crosses_past = grid.count(_core.BLOCK), past.count(_core.BLOCK)
        count = len(grid) - grid.count(0) - crosses
        down = tuple(
            i
            for i, (_, notch, mark) in enumerate(position.tiles)
            if mark == "x" or notch == LAST_NOTCH
        )
        both = boxes & boxes >> len(SIZES)
        written, odd = divmod(count - 1, SHAPE_CELLS)
        return cls(
            position,
            variant,
            count,
            crosses,
            len(past) - past.count(0) - crosses_past,
            crosses_past,
            tuple(i for i, code in enumerate(grid) if _core.USED < code < _core.BLOCK),
            tuple(box for bit, box in enumerate(BOXES) if boxes >> bit & 1),
            down,
            tuple(i for i in down if not both >> i & 1),
            written,
            odd,
        )

    @property
    def grid(self) -> bytes:
        """The codes of the cells."""
        return self.position.core.grid

    def has_its_digits(self) -> bool:
        """Return whether the number of digits fits the number of the turn."""
        fewer = self.position.turn - 1 - self.written
        if self.odd or fewer < 0:
            return False
        if self.position.is_solo:
            # Only an X past the line can leave no room for the player's own shape.
            return fewer == 0 or (fewer == 1 and self.crosses_past > 0)
        return fewer <= (len(self.down) if self.position.tiles else len(LETTERS))

    @property
    def turn(self) -> int:
        """The number of the turn, corrected if it doesn't fit the digits.

        It is then the number that the digits imply, unless the notches agree only with the number
        in the position.
        """
        implied, stated = self.written + 1, self.position.turn
        if self.has_its_digits() or self.odd or not self.count:
            return stated
        slides = sum(self.position.core.notches)
        fits_stated = slides and stated - 1 <= slides <= 2 * (stated - 1)
        fits_implied = implied - 1 <= slides <= 2 * (implied - 1)
        return stated if fits_stated and not fits_implied else implied

    def digit(self, cell: int) -> str:
        """Return the digit in a cell, free or used, or an empty text."""
        code = self.grid[cell]
        return str((code - 1) % _core.USED) if 0 < code < _core.BLOCK else ""


def number(count: int) -> Sentence:
    """Return a count in words, or in digits above twelve."""
    words = _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)
    return Sentence(words, "number", {"n": count})


def many_cells(count: int) -> Sentence:
    """Return `one cell`, `two cells` and so on."""
    return coded_message("many.cells", "{count} cell{s}", n=count, count=number(count), s=_s(count))


def many_digits(count: int) -> Sentence:
    """Return `one digit`, `two digits` and so on."""
    return coded_message(
        "many.digits", "{count} digit{s}", n=count, count=number(count), s=_s(count)
    )


def many_turns(count: int) -> Sentence:
    """Return `one turn`, `two turns` and so on."""
    return coded_message("many.turns", "{count} turn{s}", n=count, count=number(count), s=_s(count))


def many_tiles(chosen: Sequence[int]) -> Sentence:
    """Return `tile A`, `tiles A and B` and so on. Letters count from 0."""
    names = join_and([LETTERS[i] for i in chosen])
    return coded_message(
        "many.tiles", "tile{s} {names}", n=len(chosen), s=_s(len(chosen)), names=names
    )


def _s(count: int) -> str:
    return "" if count == 1 else "s"


def are(count: int) -> str:
    """Return the form of "to be" that goes with a count."""
    return "is" if count == 1 else "are"


def one_of(names: Iterable[str]) -> str:
    """Join names as `A, B or C`."""
    *others, last = names
    return coded_message("one_of", "{some} or {last}", some=others, last=last) if others else last
