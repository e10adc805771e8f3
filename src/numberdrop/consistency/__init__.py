"""Checks whether a well-formed position can arise in a game, and which mistake in writing it down
is the likeliest.

Parsing a position checks only its form. The problems found here are certain: a position with a
problem never arises. A position without one may still be unreachable.
"""

from __future__ import annotations

from ..errors import coded_message
from ..position import Position
from ..rules import Variant
from .boxes import box_problems
from .counts import Counted
from .digits import cell_problems, digit_problems, star_problems
from .support import can_come_to_rest
from .tiles import block_problems, letter_problems, notch_problems

__all__ = ["problems"]


def problems(position: Position, variant: str | Variant = "rulebook") -> list[str]:
    """Return sentences that each say why this position can't arise in a game.

    A sentence ends with the likeliest mistake. The list is empty if no problem was found. Raises
    NotationError if there is no such variant.
    """
    sheet = Counted.of(position, Variant.of(variant))
    checks = (
        digit_problems,
        notch_problems,
        letter_problems,
        block_problems,
        box_problems,
        star_problems,
        cell_problems,
    )
    found = [sentence for check in checks for sentence in check(sheet)]
    if not found and not can_come_to_rest(sheet):
        found.append(
            coded_message(
                "resting.none",
                "shapes dropped one by one can't lie like this: is a cell in the wrong place?",
            )
        )
    return found
