"""Reading puzzles: what a solver needs of one (formats.md, Puzzle)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..dice import Deal, Roll
from ..errors import NotationError, as_text, shown
from ..rules import MOST_TURNS, SOLO_SHAPES, Variant


def parse_puzzle(value: object) -> tuple[Deal, Variant]:
    """The deal of a puzzle and the variant it is played by, `rulebook` if it names none.

    Of its keys only `tiles` and `rolls` must be there; the rolls may be fewer than 20. The recipe
    of the deal is the puzzle's id, or "puzzle". NotationError, naming the key, on anything else.
    """
    if not isinstance(value, Mapping):
        raise NotationError(f"puzzle: expected an object, got {shown(value)}")
    for key, expected in (("format", "numberdrop.puzzle"), ("version", 1)):
        if key in value and (value[key] != expected or isinstance(value[key], bool)):
            raise NotationError(f"puzzle, {key}: expected {expected!r}, got {shown(value[key])}")
    variant = Variant.from_text(value.get("variant", "rulebook"))
    tiles = _texts(value, "tiles")
    if sorted(tiles) != sorted(SOLO_SHAPES):
        wanted = ", ".join(SOLO_SHAPES)
        raise NotationError(f"puzzle, tiles: expected {wanted} in some order, got {shown(tiles)}")
    rolls = _texts(value, "rolls")
    if not 1 <= len(rolls) <= MOST_TURNS:
        raise NotationError(f"puzzle, rolls: expected 1 to {MOST_TURNS}, got {len(rolls)}")
    read = tuple(_roll(text, number, variant) for number, text in enumerate(rolls, 1))
    recipe = as_text(value.get("id", "puzzle"), "puzzle, id")
    return Deal(recipe, tuple(tiles), read, variant.dice), variant


def _roll(text: str, number: int, variant: Variant) -> Roll:
    try:
        return Roll.from_text(text, variant.dice)
    except NotationError as error:
        raise NotationError(f"puzzle, roll {number}: {error}") from None


def _texts(value: Mapping[str, Any], key: str) -> list[str]:
    found = value.get(key)
    if not isinstance(found, list) or not all(isinstance(item, str) for item in found):
        raise NotationError(f"puzzle, {key}: expected a list of texts, got {shown(found)}")
    return found
