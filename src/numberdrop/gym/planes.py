"""Observations as zeros and ones: planes of the size of the sheet, and named features."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from ..cell_codes import X
from ..combo import BOX_SIZES, KINDS
from ..rules import LAST_NOTCH, LETTERS, MOST_TURNS, SHAPE_DIE, SOLO_SHAPES
from ..stages import SOLO_STAGES

#: The kinds of observations: arrays of small integers, or planes and features of zeros and ones.
OBSERVATIONS: Final = ("arrays", "planes")
_DIGITS: Final = 10
_NUMBER_DICE: Final = 4
_SLIDES: Final = ("no tile has slid", "one tile has slid", "two tiles have slid")

#: The names of the planes, in the order of the first axis of `planes`.
PLANES: Final = (
    *(f"free {digit}" for digit in range(_DIGITS)),
    *(f"used {digit}" for digit in range(_DIGITS)),
    "X",
    "marked",
)
#: The names of the entries of `features`.
FEATURES: Final = (
    *(f"box {KINDS[place // 5]} {size}" for place, size in enumerate(BOX_SIZES[:-1])),
    "box bonus",
    *(f"{letter} is {shape}" for letter in LETTERS for shape in SOLO_SHAPES),
    *(f"{letter} on notch {notch}" for letter in LETTERS for notch in range(LAST_NOTCH + 1)),
    *(f"{letter} is {mark}" for letter in LETTERS for mark in ("circled", "crossed off")),
    *(f"{count} dice or more show {face}" for face in "1234567*" for count in range(1, 5)),
    *(f"stage {stage}" for stage in SOLO_STAGES),
    *_SLIDES,
    *(f"shape die {face}" for face in (*SHAPE_DIE, "not rolled")),
    *(f"turn {turn} or later" for turn in range(1, MOST_TURNS + 1)),
)


def planes_of(observation: Mapping[str, Any]) -> dict[str, Any]:
    """Convert an observation of a solo game, or a batch of them, to zeros and ones.

    `observation` is that of stages.observation.observe(), each array with any number of axes in
    front. Returns `action_mask` as it is, `planes` of shape (..., 22, 14, 7) and `features` of
    shape (..., 142), both uint8; PLANES and FEATURES name them.
    """
    cells, now = observation["cells"], observation["now"]
    codes = np.arange(1, X + 1, dtype=np.uint8)[:, None, None]
    planes = np.concatenate(
        [cells[..., None, :, :] == codes, observation["marked"][..., None, :, :] == 1], axis=-3
    )
    features = [
        observation["boxes"] == 1,
        _one_hot(observation["shapes"], range(len(SOLO_SHAPES))),
        _one_hot(observation["notches"], range(LAST_NOTCH + 1)),
        _one_hot(observation["letters"], (1, 2)),
        _at_least(observation["dice"], _NUMBER_DICE),
        _one_hot(now[..., :1], range(len(SOLO_STAGES))),
        _one_hot(now[..., 1:2], range(len(_SLIDES))),
        _one_hot(now[..., 2:3], range(len(SHAPE_DIE) + 1)),
        _at_least(now[..., 3:], MOST_TURNS),
    ]
    return {
        "action_mask": observation["action_mask"],
        "planes": planes.view(np.uint8),
        "features": np.concatenate(features, axis=-1).view(np.uint8),
    }


def _one_hot(numbers: Any, values: range | tuple[int, ...]) -> Any:
    """Return for each number, in the last axis, whether it is each of `values`."""
    return _joined(numbers[..., None] == np.array(values, np.uint8))


def _at_least(numbers: Any, most: int) -> Any:
    """Return for each number, in the last axis, whether it is at least 1, 2 .. `most`."""
    return _joined(numbers[..., None] >= np.arange(1, most + 1, dtype=np.uint8))


def _joined(array: Any) -> Any:
    return array.reshape(*array.shape[:-2], -1)
