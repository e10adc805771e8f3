"""Deals in the encoding of the compiled core."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from ..dice import Roll, Stream
from ..position import flags_of
from ..rules import COLUMN_COUNT, SHAPE_DIE, SHAPES, SOLO_SHAPES, dice_set
from ..sessions.poses import orientations
from . import _core
from .episode_setup import EpisodeSetup

_STAR = 10


def load_deal(
    core: _core.Episodes, number: int, setup: EpisodeSetup, seed: int, played: int
) -> str:
    """Put episode `number` of `core` at the start of a game: on the deal of `setup`, or else on
    plain deal `played` of `seed`. Returns the recipe of the deal."""
    flags = flags_of(setup.variant)
    if setup.deal is None:
        recipe = f"plain#{seed}.{played}"
        core.draw(number, flags, Stream.from_key(recipe).state, _faces(setup.variant.dice))
        return recipe
    tiles = [SOLO_SHAPES.index(shape) for shape in setup.deal.tiles]
    core.deal(number, flags, tiles, [core_throw(roll) for roll in setup.deal.rolls])
    return setup.deal.recipe


def core_throw(roll: Roll) -> list[int]:
    """Return a roll in the core's encoding: four faces, 10 for a star, and the index of the shape
    face."""
    numbers = [_STAR if face == "*" else int(face) for face in roll.numbers]
    return [*numbers, SHAPE_DIE.index(roll.shape)]


@cache
def _faces(dice: str) -> bytes:
    return bytes(_STAR if face == "*" else int(face) for die in dice_set(dice) for face in die)


@cache
def orientation_numbers() -> tuple[tuple[int, ...], ...]:
    """Return for each shape the orientation numbers of sessions.poses, in the core's order."""

    def number(shape: str, cells: Iterable[int]) -> int:
        form = frozenset((cell % COLUMN_COUNT, cell // COLUMN_COUNT) for cell in cells)
        return orientations(shape).index(form)

    return tuple(
        tuple(number(shape, cells) for cells in ways)
        for shape, ways in zip(SHAPES, _core.forms(), strict=True)
    )
