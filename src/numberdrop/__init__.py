"""numberdrop: solver, analyst and puzzle-maker for the roll-and-write game Number Drop."""

from typing import TYPE_CHECKING

from .lazy import lazy_names
from .version import VERSION

if TYPE_CHECKING:
    from .bga import import_log
    from .combo import Claim
    from .dice import Deal, Roll, Stream, plain_deal, table_deal
    from .errors import IllegalTurn, NotationError, NumberdropError
    from .game import Game
    from .plan import Explanation, Hint, Maximum, explain, hint, maximum
    from .position import Fall, Position, Score
    from .puzzles.deal_puzzle import daily
    from .puzzles.names import deal
    from .record import replay
    from .rules import Variant
    from .transitions import play
    from .turn import Drop, Part, SharedTurn, Turn

__all__ = [
    "Claim",
    "Deal",
    "Drop",
    "Explanation",
    "Fall",
    "Game",
    "Hint",
    "IllegalTurn",
    "Maximum",
    "NotationError",
    "NumberdropError",
    "Part",
    "Position",
    "Roll",
    "Score",
    "SharedTurn",
    "Stream",
    "Turn",
    "Variant",
    "daily",
    "deal",
    "explain",
    "hint",
    "import_log",
    "maximum",
    "plain_deal",
    "play",
    "replay",
    "table_deal",
]
__version__ = VERSION

if not TYPE_CHECKING:  # with a __getattr__, a type checker would accept any name
    # Imported on first use: a command, or a script, pays for nothing that it doesn't need.
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            ".bga": ("import_log",),
            ".combo": ("Claim",),
            ".dice": (
                "Deal",
                "Roll",
                "Stream",
                "plain_deal",
                "table_deal",
            ),
            ".errors": (
                "IllegalTurn",
                "NotationError",
                "NumberdropError",
            ),
            ".game": ("Game",),
            ".position": (
                "Fall",
                "Position",
                "Score",
            ),
            ".record": ("replay",),
            ".rules": ("Variant",),
            ".transitions": ("play",),
            ".turn": (
                "Drop",
                "Part",
                "SharedTurn",
                "Turn",
            ),
            ".plan": ("Explanation", "Hint", "Maximum", "explain", "hint", "maximum"),
            ".puzzles.names": ("deal",),
            ".puzzles.deal_puzzle": ("daily",),
        },
    )
