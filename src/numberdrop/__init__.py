"""numberdrop: solver, analyst and puzzle-maker for the roll-and-write game Number Drop."""

from .combo import Claim
from .dice import Deal, Roll, deal, plain_deal
from .errors import IllegalTurn, NotationError, NumberdropError
from .game import Game
from .play import play
from .position import Fall, Position, Score
from .record import replay
from .rules import Variant
from .turn import Drop, Part, SharedTurn, Turn

__all__ = [
    "Claim",
    "Deal",
    "Drop",
    "Fall",
    "Game",
    "IllegalTurn",
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
    "plain_deal",
    "play",
    "replay",
]
__version__ = "0.1.0"
