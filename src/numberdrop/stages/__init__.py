"""A turn chosen in small steps, each of which is one action of a fixed list.

There are up to a hundred million turns for one roll, and some four hundred actions. Programs that
choose by numbers, and the environments that other people's tools train in, go this way.
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_names
from .actions import ACTIONS, DONE, SOLO_ACTIONS, action_text
from .demonstrations import actions_of, next_action
from .part import STAGES, Part
from .staged_game import StagedGame

__all__ = [
    "ACTIONS",
    "DONE",
    "SOLO_ACTIONS",
    "STAGES",
    "Part",
    "StagedGame",
    "action_text",
    "actions_of",
    "next_action",
]

if not TYPE_CHECKING:  # as in numberdrop itself
    __getattr__, __dir__ = lazy_names(__name__, {}, old={"Staged": "StagedGame"})
