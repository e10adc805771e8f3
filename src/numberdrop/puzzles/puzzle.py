"""Reading puzzles: what a solver needs of one (formats.md, Puzzle)."""

from __future__ import annotations

from collections.abc import Mapping

from ..dice import Deal, parse_deal
from ..errors import NotationError, shown
from ..rules import Variant


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
    try:
        return parse_deal(value, variant.dice), variant
    except NotationError as error:
        raise NotationError(f"puzzle, {error}") from None
