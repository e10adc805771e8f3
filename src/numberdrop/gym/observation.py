"""The observation spaces."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from ..stages import ACTIONS, SOLO_ACTIONS
from ..stages.observation import bounds_of, flat

Observation = dict[str, Any]


def space_of(players: int) -> spaces.Dict:
    """Return the space of stages.observation.observe(): an `action_mask`, and the arrays of
    bounds_of()."""
    return spaces.Dict(
        {
            "action_mask": spaces.MultiBinary(SOLO_ACTIONS if players == 1 else ACTIONS),
            **{key: _box(high) for key, high in _upper_bounds(players).items()},
        }
    )


def flat_space(players: int) -> spaces.Box:
    """Return the space of stages.observation.flat()."""
    return _box(flat(_upper_bounds(players), players))


def _upper_bounds(players: int) -> dict[str, Any]:
    """Return the arrays with the highest value at each index."""
    return {
        key: np.array(np.broadcast_to(most, shape), np.uint8)
        for key, (most, shape) in bounds_of(players).items()
    }


def _box(high: Any) -> spaces.Box:
    return spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
