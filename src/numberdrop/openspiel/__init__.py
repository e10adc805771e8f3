"""Number Drop as an OpenSpiel game: `pyspiel.load_game("python_numberdrop")`.

Importing this module registers it with OpenSpiel, which `numberdrop[openspiel]` installs. Raises
ImportError if OpenSpiel isn't installed. The game has explicit chance: a node for each tile and
each die, and a node for each action of a player (numberdrop.stages.actions).
"""

from ..lazy import expect_extra

expect_extra("pyspiel", "openspiel", "numberdrop.openspiel")

from .game import NumberDropGame, NumberDropState  # noqa: E402

__all__ = ["NumberDropGame", "NumberDropState"]
