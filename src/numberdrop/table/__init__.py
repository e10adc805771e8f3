"""A game on the table: what can be chosen at each moment of a turn, told to whoever shows it."""

from ..errors import Missing
from .heads import Head, head_of
from .kept import Kept, Summary
from .moment import Due, Moment, OfferedClaim, moment
from .poses import Pose, poses
from .sitting import Sitting
from .state import State
from .store import Conflict, Store
from .tentative import Tentative

__all__ = [
    "Conflict",
    "Due",
    "Head",
    "Kept",
    "Missing",
    "Moment",
    "OfferedClaim",
    "Pose",
    "Sitting",
    "State",
    "Store",
    "Summary",
    "Tentative",
    "head_of",
    "moment",
    "poses",
]
