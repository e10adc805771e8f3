"""numberdrop: solver, analyst and puzzle-maker for the roll-and-write game Number Drop."""

from importlib import import_module
from typing import TYPE_CHECKING

from .combo import Claim
from .dice import Deal, Roll, deal, plain_deal
from .errors import IllegalTurn, NotationError, NumberdropError
from .game import Game
from .play import play
from .position import Fall, Position, Score
from .record import replay
from .rules import Variant
from .turn import Drop, Part, SharedTurn, Turn
from .version import VERSION

if TYPE_CHECKING:
    from .plan.hints.hint import Hint, hint
    from .plan.maxima.maximum import maximum
    from .plan.question import Maximum

__all__ = [
    "Claim",
    "Deal",
    "Drop",
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
    "Turn",
    "Variant",
    "deal",
    "hint",
    "maximum",
    "plain_deal",
    "play",
    "replay",
]
__version__ = VERSION

#: Names of planners, which need numpy and OR-Tools: loaded when they are first asked for.
_LATE = {
    "Hint": ".plan.hints.hint",
    "Maximum": ".plan.question",
    "hint": ".plan.hints.hint",
    "maximum": ".plan.maxima.maximum",
}


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATE})


if not TYPE_CHECKING:  # a type checker that saw it would take every name for one of ours

    def __getattr__(name: str) -> object:
        if name not in _LATE:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_LATE[name], __name__), name)
