"""The observation spaces."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from ..errors import NotationError, expected_got
from ..json_reader import one_of
from ..rules import COLUMN_COUNT, ROW_COUNT
from ..stages import ACTIONS, SOLO_ACTIONS
from ..stages.observation import bounds_of, flat
from .planes import FEATURES, OBSERVATIONS, PLANES

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


def planes_space() -> spaces.Dict:
    """Return the space of planes.planes_of() for one solo game: an `action_mask`, `planes` and
    `features`."""
    return spaces.Dict(
        {
            "action_mask": spaces.MultiBinary(SOLO_ACTIONS),
            "planes": _box(np.ones((len(PLANES), ROW_COUNT, COLUMN_COUNT), np.uint8)),
            "features": _box(np.ones(len(FEATURES), np.uint8)),
        }
    )


def solo_space(observation: object) -> spaces.Dict:
    """Return the space of a kind of observations of a solo game. Raises NotationError unless
    `observation` is one of OBSERVATIONS."""
    if observation not in OBSERVATIONS:
        raise NotationError(expected_got("observation", one_of(OBSERVATIONS), observation))
    return planes_space() if observation == "planes" else space_of(1)


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
