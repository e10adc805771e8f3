"""Number Drop as a game of OpenSpiel: `pyspiel.load_game("python_numberdrop")`.

Importing this module makes it known to OpenSpiel, which comes with `numberdrop[openspiel]`;
ImportError where that isn't installed. It is a game with explicit chance, a node for each tile and
each die, and a node for each action of a player (numberdrop.stages.actions).
"""

from ..lazy import expect_extra

expect_extra("pyspiel", "openspiel", "numberdrop.openspiel")

from .game import NumberDropGame, NumberDropState  # noqa: E402

__all__ = ["NumberDropGame", "NumberDropState"]
