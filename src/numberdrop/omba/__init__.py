"""Omba (also sold as Docker): the second game of the house, and a room of its own.

`from numberdrop import omba` is the way in. Nothing of Number Drop imports it, and it imports
nothing of Number Drop.
"""

from .position import Position
from .record import Game, IllegalMove, Ply, replay

__all__ = ["Game", "IllegalMove", "Ply", "Position", "replay"]
