"""The numbers of the actions.

    0          done: the claim is whole, or none is made; and where there is nothing to choose, wait
    1..5       the tile of letter A..E slides
    6..15      the digit 0..9, into the next cell of the landing
    16..113    the cell a1, b1, .. g14: of the start, the claim, or the place of rest
    114..393   a pose of a shape: 56 for each of I, O, T, L, S, eight orientations of seven columns
    394..673   the same for the blocks V3, I3, U5, X5, T5, which only several players have

Orientation and leftmost column are those of table.Pose. A shape has fewer than eight orientations,
or fits into fewer than seven columns: the numbers of the others are never legal. A solo game uses
those up to 393.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from ..errors import NumberdropError, WrongType, shown
from ..rules import CELLS, COLUMN_COUNT, COLUMNS, LETTERS, SHAPES, SOLO_SHAPES
from ..validate import integer

DONE: Final = 0
_ORIENTATIONS: Final = 8
FIRST_LETTER: Final = 1
FIRST_DIGIT: Final = FIRST_LETTER + len(LETTERS)
FIRST_CELL: Final = FIRST_DIGIT + 10
FIRST_POSE: Final = FIRST_CELL + len(CELLS)
_POSES: Final = _ORIENTATIONS * COLUMN_COUNT
#: How many actions there are with the blocks, and in a solo game.
ACTIONS: Final = FIRST_POSE + len(SHAPES) * _POSES
SOLO_ACTIONS: Final = FIRST_POSE + len(SOLO_SHAPES) * _POSES


def letter_action(letter: str) -> int:
    """The action that slides the tile of this letter."""
    return FIRST_LETTER + LETTERS.index(letter)


def digit_action(digit: int) -> int:
    """The action that writes this digit, 0..9."""
    return FIRST_DIGIT + digit


def cell_action(cell: str) -> int:
    """The action that chooses this cell."""
    return FIRST_CELL + CELLS.index(cell)


def pose_action(shape: str, orientation: int, column: str) -> int:
    """The action that drops a shape in this orientation, its leftmost cell in this column."""
    number = SHAPES.index(shape) * _ORIENTATIONS + orientation
    return FIRST_POSE + number * COLUMN_COUNT + COLUMNS.index(column)


def action_text(action: int) -> str:
    """An action in words: `done`, `slide A`, `digit 7`, `cell c4`, `drop L, orientation 3, column
    b`. NumberdropError for a number that is no action's."""
    given, action = action, _number(action)
    if not 0 <= action < ACTIONS:
        raise NumberdropError(f"action: expected a number 0..{ACTIONS - 1}, got {shown(given)}")
    if action == DONE:
        return "done"
    if action < FIRST_DIGIT:
        return f"slide {LETTERS[action - FIRST_LETTER]}"
    if action < FIRST_CELL:
        return f"digit {action - FIRST_DIGIT}"
    if action < FIRST_POSE:
        return f"cell {CELLS[action - FIRST_CELL]}"
    number, column = divmod(action - FIRST_POSE, COLUMN_COUNT)
    shape, orientation = divmod(number, _ORIENTATIONS)
    return f"drop {SHAPES[shape]}, orientation {orientation}, column {COLUMNS[column]}"


def legal_action(action: object, legal: Collection[int], where: str, none: str = "none") -> int:
    """An action as a number, one of those that are legal. NumberdropError for any other, which
    names them, or says that there are `none`."""
    number = _number(action)
    if number not in legal:
        expected = ", ".join(map(action_text, legal)) or none
        raise NumberdropError(f"action, {where}: expected {expected}; got {shown(action)}")
    return number


def _number(action: object) -> int:
    """A whole number as it is; below 0 for what is none."""
    try:
        return integer(action, "action")
    except WrongType:
        return -1
