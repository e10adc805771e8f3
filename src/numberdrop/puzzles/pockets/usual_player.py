"""The usual player, whose games pocket problems come from: about as strong as people are.

The player goes by the plain value (docs/evaluation.md), written by hand and therefore the same for
good, and slips: each turn is drawn among the best FEW with weight (SLIP - loss)^2. Whole games come
to some 44 points on average (bench/pockets.py).
"""

from __future__ import annotations

from collections.abc import Iterator

from ...dice import Deal, Roll, Stream
from ...plan.ply import end_of, rank_plain
from ...position import Position
from ...rules import Variant
from ..blind_player import drawn

#: Landings that the player looks at: as many as bring ARRANGEMENTS of the digits in all, at least
#: the first of these and at most the last.
LANDINGS = (2, 10)
ARRANGEMENTS = 1_000
#: Turns of which the player takes one.
FEW = 24
#: In 1/100 points of the plain value: the loss from which on a turn isn't taken.
SLIP = 400
#: The cell of the player's 1.
START = "d1"


def usual_game(deal: Deal) -> Iterator[Position]:
    """The positions of the usual player's game, from the first to the one where it is over."""
    stream = Stream.from_key(f"usual/{deal.recipe}")
    position = Position.start(deal.tiles, START)
    yield position
    for roll in deal.rolls:
        if position.is_over():
            break
        found = rank_plain(position, roll, Variant(), _landings(roll), FEW)
        position = end_of(position, drawn(found, SLIP, stream))
        yield position


def _landings(roll: Roll) -> int:
    fewest, most = LANDINGS
    return max(fewest, min(most, ARRANGEMENTS // len(roll.arrangements())))
