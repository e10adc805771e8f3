"""Why a well-formed position can't arise in play, and which slip of the pen is the likeliest.

Reading a position asks only for its form. What is said here is certain: a position with a problem
never arises. A position without one may still be out of reach.
"""

from __future__ import annotations

from ..errors import coded_message
from ..position import Position
from ..rules import Variant
from .boxes import in_boxes
from .counts import Counted
from .digits import in_cells, in_digits, in_stars
from .support import can_come_to_rest
from .tiles import in_blocks, in_letters, in_notches

__all__ = ["problems"]


def problems(position: Position, variant: str | Variant = "rulebook") -> list[str]:
    """Sentences that each say why this position can't arise in play, with the likeliest slip; none
    if nothing is wrong. NotationError where there is no such variant."""
    sheet = Counted.of(position, Variant.of(variant))
    judges = (in_digits, in_notches, in_letters, in_blocks, in_boxes, in_stars, in_cells)
    found = [sentence for judge in judges for sentence in judge(sheet)]
    if not found and not can_come_to_rest(sheet):
        found.append(
            coded_message(
                "resting.none",
                "no shapes that come down one by one lie like this: is a cell in the wrong place?",
            )
        )
    return found
