"""Games being played, step by step: the options of each turn, stored games, help and results."""

from ..errors import Missing
from .partial_turn import PartialTurn
from .poses import Pose, poses
from .saved_game import SavedGame, Summary
from .session import Session
from .setups import Setup, parse_setup
from .state import State
from .store import Conflict, Store
from .turn_options import OfferedClaim, PendingDrop, TurnOptions, turn_options

__all__ = [
    "Conflict",
    "Missing",
    "OfferedClaim",
    "PartialTurn",
    "PendingDrop",
    "Pose",
    "SavedGame",
    "Session",
    "Setup",
    "State",
    "Store",
    "Summary",
    "TurnOptions",
    "parse_setup",
    "poses",
    "turn_options",
]
