"""Observations: what a player sees, as arrays of small integers. Only this module needs NumPy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from ..cell_codes import CELL_CODES, MARKS, X
from ..combo import BOX_SIZES
from ..position import Position
from ..rules import (
    CELLS,
    COLUMN_COUNT,
    LAST_NOTCH,
    LETTERS,
    MOST_SHARED_TURNS,
    MOST_TURNS,
    ROW_COUNT,
    SHAPE_DIE,
    SHAPES,
    SOLO_SHAPES,
)
from .actions import ACTIONS, SOLO_ACTIONS
from .part import SOLO_STAGES, STAGES
from .staged_game import StagedGame

#: The largest value of an array, or of each of its elements, and its shape.
Bounds = tuple[int | Sequence[int], tuple[int, ...]]

#: The faces of the number dice, in the order of the counts in `dice`.
_FACES: Final = "1234567*"
#: The value of the shape die if there is no roll.
_NO_ROLL: Final = len(SHAPE_DIE)
_SHEET: Final = (ROW_COUNT, COLUMN_COUNT)


def bounds_of(players: int) -> dict[str, Bounds]:
    """Return the bounds of the arrays of observe() for `players` players, without the mask.

    The order is that of flat():

    - `cells` (14, 7): the cells, row 1 first: 0 empty, 1..10 a free digit 0..9, 11..20 a digit
      used in a combo, 21 an X
    - `marked` (14, 7): 1 for the cells of the landing that have no digit yet (the next digit goes
      into the first of them), or for the cells of the claim so far
    - `boxes` (11,): 1 for each filled box: identical 3..7, consecutive 3..7, bonus
    - `shapes` (5,): the shapes of the tiles on A..E, as indices into I O T L S V3 I3 U5 X5 T5
    - `notches` (5,): the notches of the tiles, 0..4; always 0 in a multiplayer game
    - `letters` (5,): 0 open, 1 circled, 2 crossed off
    - `dice` (8,): the number dice not written yet, counted by face: 1..7 and the star
    - `now` (4,): the index of the stage in STAGES; the number of slides made in this turn; the
      shape die, 0..4 for I O T L S, 5 for the star, 6 if there is no roll; the turn, 0 before the
      first

    A multiplayer game adds the other sheets as they were at the start of the turn, clockwise:
    `others_cells` (n, 14, 7), `others_boxes` (n, 11), `others_letters` (n, 5).
    """
    others, solo = players - 1, players == 1
    turns = MOST_TURNS if solo else MOST_SHARED_TURNS
    bounds: dict[str, Bounds] = {
        "cells": (X, _SHEET),
        "marked": (1, _SHEET),
        "boxes": (1, (len(BOX_SIZES),)),
        "shapes": (len(SOLO_SHAPES if solo else SHAPES) - 1, (len(LETTERS),)),
        "notches": (LAST_NOTCH, (len(LETTERS),)),
        "letters": (2, (len(LETTERS),)),
        "dice": (4, (len(_FACES),)),
        "now": ((len(SOLO_STAGES if solo else STAGES) - 1, 2, _NO_ROLL, turns), (4,)),
    }
    if others:
        bounds |= {
            "others_cells": (X, (others, *_SHEET)),
            "others_boxes": (1, (others, len(BOX_SIZES))),
            "others_letters": (2, (others, len(LETTERS))),
        }
    return bounds


def observe(staged: StagedGame, seat: int) -> dict[str, Any]:
    """Return the observation of `seat`: the arrays of bounds_of(), and `action_mask`."""
    position, part = staged.position(seat), staged.part(seat)
    marked = np.zeros(len(CELLS), np.uint8)
    if part and part.stage in ("digits", "claim"):
        marked[[CELLS.index(cell) for cell in part.cells]] = 1
    observation = {
        "action_mask": mask_of(staged.legal(seat), staged.players),
        "cells": _cells(position),
        "marked": marked.reshape(_SHEET),
        "boxes": _boxes(position),
        "shapes": _uint8_array(SHAPES.index(shape) for shape, _, _ in position.tiles),
        "notches": _uint8_array(notch or 0 for _, notch, _ in position.tiles),
        "letters": _letters(position),
        "dice": _uint8_array(part.dice.get(face, 0) if part else 0 for face in _FACES),
        "now": _uint8_array(
            (
                STAGES.index(staged.stage(seat)),
                len(part.slides) if part else 0,
                SHAPE_DIE.index(part.roll.shape) if part else _NO_ROLL,
                len(staged.game.turns) + bool(part) if staged.game else 0,
            )
        ),
    }
    if staged.players > 1:
        clockwise = [(seat + i) % staged.players for i in range(1, staged.players)]
        others = [staged.before(other) for other in clockwise]
        observation |= {
            "others_cells": np.stack([_cells(other) for other in others]),
            "others_boxes": np.stack([_boxes(other) for other in others]),
            "others_letters": np.stack([_letters(other) for other in others]),
        }
    return observation


def flat(observation: Mapping[str, Any], players: int) -> Any:
    """Concatenate the arrays of an observation, in the order of bounds_of()."""
    return np.concatenate([np.ravel(observation[key]) for key in bounds_of(players)])


def mask_of(legal: Iterable[int], players: int) -> Any:
    """Return an action mask, 1 for each legal action, for a game of `players` players."""
    mask = np.zeros(SOLO_ACTIONS if players == 1 else ACTIONS, np.int8)
    mask[[*legal]] = 1
    return mask


def _uint8_array(numbers: Iterable[int]) -> Any:
    return np.array([*numbers], np.uint8)


def _cells(position: Position) -> Any:
    grid = position.core.grid.translate(CELL_CODES)
    return np.frombuffer(grid, np.uint8).reshape(_SHEET).copy()


def _boxes(position: Position) -> Any:
    return _uint8_array(position.core.boxes >> box & 1 for box in range(len(BOX_SIZES)))


def _letters(position: Position) -> Any:
    return _uint8_array(MARKS.index(mark) for _, _, mark in position.tiles)
