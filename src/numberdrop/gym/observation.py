"""The spaces of what agents see."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from ..stages import ACTIONS, SOLO_ACTIONS
from ..stages.observation import bounds_of, flat

Observation = dict[str, Any]


def space_of(players: int) -> spaces.Dict:
    """The space of stages.seen.observe(): an `action_mask`, and arrays as bounds_of() has them."""
    return spaces.Dict(
        {
            "action_mask": spaces.MultiBinary(SOLO_ACTIONS if players == 1 else ACTIONS),
            **{key: _box(high) for key, high in _highest(players).items()},
        }
    )


def flat_space(players: int) -> spaces.Box:
    """The space of stages.seen.flat()."""
    return _box(flat(_highest(players), players))


def _highest(players: int) -> dict[str, Any]:
    """The arrays of which none is higher in any place."""
    return {
        key: np.array(np.broadcast_to(most, shape), np.uint8)
        for key, (most, shape) in bounds_of(players).items()
    }


def _box(high: Any) -> spaces.Box:
    return spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
