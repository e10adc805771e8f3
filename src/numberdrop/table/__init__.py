"""A game on the table: what can be chosen at each moment of a turn, told to whoever shows it."""

from .moment import Due, Moment, OfferedClaim, moment
from .poses import Pose, poses
from .tentative import Tentative

__all__ = ["Due", "Moment", "OfferedClaim", "Pose", "Tentative", "moment", "poses"]
