"""Turns split into stages, in each of which a player takes one action from a fixed list.

One roll allows up to a hundred million turns, but a solo game has only about four hundred actions.
Agents with a discrete action space and the training environments use them.

This is the Python twin of `solver/gym/episode.pxd`, which plays solo games for `SoloVector`. The
two must agree action by action: change both together. tests/agents/test_vector.py compares them,
and so does `python tests/tools episodes` on many games.
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_names
from .actions import ACTIONS, DONE, SOLO_ACTIONS, action_text
from .demonstrations import actions_of, next_action
from .part import SOLO_STAGES, STAGES, Part
from .staged_game import StagedGame

__all__ = [
    "ACTIONS",
    "DONE",
    "SOLO_ACTIONS",
    "SOLO_STAGES",
    "STAGES",
    "Part",
    "StagedGame",
    "action_text",
    "actions_of",
    "next_action",
]

if not TYPE_CHECKING:  # as in numberdrop itself
    __getattr__, __dir__ = lazy_names(__name__, {}, old={"Staged": "StagedGame"})
