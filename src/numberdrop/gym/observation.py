"""What an agent sees, as arrays of small numbers; for one player, and for several at a table."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces

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
from ..stages import ACTIONS, SOLO_ACTIONS, STAGES, Staged

Observation = dict[str, Any]

#: What a cell holds, by its core code: 0 empty, 1..10 a free digit 0..9, 11..20 the same once a
#: combo has used it, 21 an X.
_X: Final = 21
_CELL_OF: Final = bytes(
    code if code <= 10 else code - 6 if 17 <= code <= 26 else _X if code == 32 else 0
    for code in range(256)
)
#: The faces of number dice, as the observation counts them.
_FACES: Final = "1234567*"
#: Instead of a shape die, before the first roll.
_NO_ROLL: Final = len(SHAPE_DIE)
_FLAT: Final = (
    *("cells", "marked", "boxes", "shapes", "notches", "letters", "dice", "now"),
    *("others_cells", "others_boxes", "others_letters"),
)
_SHEET: Final = (ROW_COUNT, COLUMN_COUNT)


def space_of(players: int) -> spaces.Dict:
    """The space of observations, all of them small whole numbers:

    - `action_mask` (394 or 674,): 1 for each legal action
    - `cells` (14, 7): the cells, row 1 first: 0 empty, 1..10 a digit 0..9, 11..20 a digit that a
      combo has used, 21 an X
    - `marked` (14, 7): 1 for the cells of the landing that wait for a digit, the first of them for
      the next; or for those of the claim so far
    - `boxes` (11,): 1 for each that is filled: identical 3..7, consecutive 3..7, bonus
    - `shapes` (5,): the shapes of the tiles on A..E, in the order I O T L S V3 I3 U5 X5 T5
    - `notches` (5,): where they stand, 0..4, of several players always 0
    - `letters` (5,): 0 open, 1 circled, 2 crossed off
    - `dice` (8,): how many number dice show 1..7 and the star and aren't written yet
    - `now` (4,): the stage, as its place in `stages.STAGES`; how many tiles have slid in this turn;
      the shape die, 0..4 for I O T L S, 5 the star, 6 before the first roll; the turn, 0 before the
      first

    Of several players there are, for each of the others, clockwise, as the turn began:
    `others_cells` (n, 14, 7), `others_boxes` (n, 11), `others_letters` (n, 5).
    """
    others = players - 1
    turns = MOST_TURNS if players == 1 else MOST_SHARED_TURNS
    seen: dict[str, spaces.Space[Any]] = {
        "action_mask": spaces.MultiBinary(SOLO_ACTIONS if players == 1 else ACTIONS),
        "cells": _box(_X, *_SHEET),
        "marked": _box(1, *_SHEET),
        "boxes": _box(1, len(BOX_SIZES)),
        "shapes": _box(len(SOLO_SHAPES if players == 1 else SHAPES) - 1, len(LETTERS)),
        "notches": _box(LAST_NOTCH, len(LETTERS)),
        "letters": _box(2, len(LETTERS)),
        "dice": _box(4, len(_FACES)),
        "now": spaces.Box(
            np.zeros(4, np.uint8),
            np.array([len(STAGES) - 1, 2, _NO_ROLL, turns], np.uint8),
            dtype=np.uint8,
        ),
    }
    if others:
        seen |= {
            "others_cells": _box(_X, others, *_SHEET),
            "others_boxes": _box(1, others, len(BOX_SIZES)),
            "others_letters": _box(2, others, len(LETTERS)),
        }
    return spaces.Dict(seen)


def flat_space(players: int) -> spaces.Box:
    """The space of flat()."""
    high = flat({key: getattr(space, "high", None) for key, space in space_of(players).items()})
    return spaces.Box(np.zeros_like(high), high, dtype=np.uint8)


def flat(seen: Observation) -> Any:
    """An observation as one array: cells, marked, boxes, shapes, notches, letters, dice, now, and
    of several players the others' cells, boxes and letters; without the mask."""
    return np.concatenate([seen[key].ravel() for key in _FLAT if key in seen])


def observe(staged: Staged, seat: int) -> Observation:
    """What the player in a seat sees; in the space_of() so many players."""
    position, part = staged.position(seat), staged.part(seat)
    legal = staged.legal(seat)
    marked = np.zeros(len(CELLS), np.uint8)
    if part:
        marked[[CELLS.index(cell) for cell in part.cells]] = part.stage in ("digits", "claim")
    seen = {
        "action_mask": mask_of(legal, staged.players),
        "cells": _cells(position),
        "marked": marked.reshape(_SHEET),
        "boxes": _boxes(position),
        "shapes": _small(SHAPES.index(shape) for shape, _, _ in position.tiles),
        "notches": _small(notch or 0 for _, notch, _ in position.tiles),
        "letters": _letters(position),
        "dice": _small(part.dice.get(face, 0) if part else 0 for face in _FACES),
        "now": _small(
            (
                STAGES.index(staged.stage(seat)),
                len(part.slides) if part else 0,
                SHAPE_DIE.index(part.roll.shape) if part else _NO_ROLL,
                len(staged.game.turns) + bool(part) if staged.game else 0,
            )
        ),
    }
    if staged.players > 1:
        around = [(seat + i) % staged.players for i in range(1, staged.players)]
        others = [staged.before(other) for other in around]
        seen |= {
            "others_cells": np.stack([_cells(other) for other in others]),
            "others_boxes": np.stack([_boxes(other) for other in others]),
            "others_letters": np.stack([_letters(other) for other in others]),
        }
    return seen


def mask_of(legal: tuple[int, ...], players: int) -> Any:
    """An array with 1 for each legal action, as `action_space.sample(mask=...)` takes it."""
    mask = np.zeros(SOLO_ACTIONS if players == 1 else ACTIONS, np.int8)
    mask[list(legal)] = 1
    return mask


def _box(most: int, *shape: int) -> spaces.Box:
    return spaces.Box(0, most, shape, np.uint8)


def _small(numbers: Any) -> Any:
    return np.array(list(numbers), np.uint8)


def _cells(position: Position) -> Any:
    grid = position.core.grid.translate(_CELL_OF)
    return np.frombuffer(grid, np.uint8).reshape(_SHEET).copy()


def _boxes(position: Position) -> Any:
    return _small(position.core.boxes >> box & 1 for box in range(len(BOX_SIZES)))


def _letters(position: Position) -> Any:
    return _small(("", "o", "x").index(mark) for _, _, mark in position.tiles)
