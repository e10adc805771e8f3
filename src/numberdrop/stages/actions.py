"""The discrete action space.

    0          done: end the claim, or claim nothing; also "wait" for a seat without a choice
    1..5       slide the tile of letter A..E
    6..15      write the digit 0..9 into the next cell of the landing
    16..113    choose the cell a1, b1, .. g14: the start, a cell of the claim, or the resting place
    114..393   drop a shape in a pose: 56 for each of I, O, T, L, S (8 orientations, 7 columns)
    394..673   the same for the blocks V3, I3, U5, X5, T5, which only multiplayer games have

Orientation and leftmost column are those of `sessions.Pose`. Most shapes have fewer than eight
orientations or fit into fewer than seven columns: the remaining numbers are never legal. A solo
game uses the actions up to 393.
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
#: The number of actions, with the blocks and in a solo game.
ACTIONS: Final = FIRST_POSE + len(SHAPES) * _POSES
SOLO_ACTIONS: Final = FIRST_POSE + len(SOLO_SHAPES) * _POSES


def letter_action(letter: str) -> int:
    """Return the action that slides the tile of `letter`."""
    return FIRST_LETTER + LETTERS.index(letter)


def digit_action(digit: int) -> int:
    """Return the action that writes `digit`, 0..9."""
    return FIRST_DIGIT + digit


def cell_action(cell: str) -> int:
    """Return the action that chooses `cell`."""
    return FIRST_CELL + CELLS.index(cell)


def pose_action(shape: str, orientation: int, column: str) -> int:
    """Return the action that drops `shape` in `orientation`, its leftmost cell in `column`."""
    number = SHAPES.index(shape) * _ORIENTATIONS + orientation
    return FIRST_POSE + number * COLUMN_COUNT + COLUMNS.index(column)


def action_text(action: int) -> str:
    """Describe an action: `done`, `slide A`, `digit 7`, `cell c4`, or `drop L, orientation 3,
    column b`.

    Raises NumberdropError if `action` isn't the number of an action.
    """
    given, action = action, _as_int(action)
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
    """Return `action` as an int.

    Raises NumberdropError unless it is in `legal`. The message lists the legal actions; `none` is
    the text for an empty list.
    """
    number = _as_int(action)
    if number not in legal:
        expected = ", ".join(map(action_text, legal)) or none
        raise NumberdropError(f"action, {where}: expected {expected}; got {shown(action)}")
    return number


def _as_int(action: object) -> int:
    """Return an integer as an int, and -1 for any other value."""
    try:
        return integer(action, "action")
    except WrongType:
        return -1
