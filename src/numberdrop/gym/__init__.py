"""Environments for Gymnasium: `gymnasium.make("numberdrop.gym:Solo-v0")`.

Importing this module registers them with Gymnasium, which `numberdrop[gym]` installs. Raises
ImportError if Gymnasium isn't installed.
"""

from typing import TYPE_CHECKING

from ..lazy import expect_extra, lazy_names

expect_extra("gymnasium", "gym", "numberdrop.gym")

from gymnasium.envs.registration import register  # noqa: E402

if TYPE_CHECKING:
    from .solo import Solo
    from .vector import SoloVector

__all__ = ["Solo", "SoloVector"]

register(
    "Solo-v0",
    entry_point="numberdrop.gym.solo:Solo",
    vector_entry_point="numberdrop.gym.vector:SoloVector",
)

if not TYPE_CHECKING:  # otherwise a type checker would accept any name
    __getattr__, __dir__ = lazy_names(__name__, {".solo": ("Solo",), ".vector": ("SoloVector",)})
