"""Parsers for text that people type, for example on the command line or in the page.

Files are strict and canonical (formats.md). Typed text is free-form: `1 5 6 * o` means `156*O`.
Each `read_` function accepts text in any usual form and returns the value. It raises NotationError,
which shows what was expected and what was given, if the text is ambiguous or can't be read. The
`str()` of a value is its canonical form.
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_names

if TYPE_CHECKING:
    from ..errors import MultipleFaults
    from .days import read_day
    from .drawings import is_drawing, read_drawing
    from .games import FaultyGame, is_game, read_game
    from .names import is_problem, read_puzzle
    from .positions import has_grid, read_position
    from .rolls import read_roll, read_rolls
    from .starts import read_start
    from .suggestions import suggest_turn
    from .turns import read_part, read_shared_turn, read_turn
    from .variants import read_variant

__all__ = [
    "FaultyGame",
    "MultipleFaults",
    "has_grid",
    "is_drawing",
    "is_game",
    "is_problem",
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
    "suggest_turn",
]

if not TYPE_CHECKING:  # as in numberdrop itself
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "..errors": ("MultipleFaults",),
            ".days": ("read_day",),
            ".drawings": ("is_drawing", "read_drawing"),
            ".games": ("FaultyGame", "is_game", "read_game"),
            ".names": ("is_problem", "read_puzzle"),
            ".positions": ("has_grid", "read_position"),
            ".rolls": ("read_roll", "read_rolls"),
            ".starts": ("read_start",),
            ".suggestions": ("suggest_turn",),
            ".turns": ("read_part", "read_shared_turn", "read_turn"),
            ".variants": ("read_variant",),
        },
        old={"Faulty": "MultipleFaults", "meant_turn": "suggest_turn"},
    )
