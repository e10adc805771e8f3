"""What a person types, read as people write it, whatever door it comes in by.

Files are strict and canonical (formats.md); a person who types `1 5 6 * o` means `156*O`, and is
understood. Each `read_` function takes a text in any usual form, returns the value, and raises
NotationError, which says what was expected and what came, where the text can be read in two ways or
in none. What the value's own text is tells the person how it is written canonically.
"""

from typing import TYPE_CHECKING

from ..errors import MultipleFaults
from ..lazy import lazy_names
from .days import read_day
from .drawings import is_drawing, read_drawing
from .games import FaultyGame, is_game, read_game
from .names import is_problem, read_puzzle
from .positions import has_grid, read_position
from .rolls import read_roll, read_rolls
from .starts import read_start
from .suggestions import meant_turn
from .turns import read_part, read_shared_turn, read_turn
from .variants import read_variant

__all__ = [
    "FaultyGame",
    "MultipleFaults",
    "has_grid",
    "is_drawing",
    "is_game",
    "is_problem",
    "meant_turn",
    "read_day",
    "read_drawing",
    "read_game",
    "read_part",
    "read_position",
    "read_puzzle",
    "read_roll",
    "read_rolls",
    "read_shared_turn",
    "read_start",
    "read_turn",
    "read_variant",
]

if not TYPE_CHECKING:  # as in numberdrop itself
    __getattr__, __dir__ = lazy_names(__name__, {}, old={"Faulty": "MultipleFaults"})
