"""The usual player, a policy of about human strength whose games pocket problems come from.

It uses the plain value (docs/evaluation.md), which is written by hand and never changes. It slips:
each turn is drawn among the best FEW with weight (SLIP - loss)^2. Its mean score is about 44 points
(bench/pockets.py).
"""

from __future__ import annotations

from collections.abc import Iterator

from ...dice import Deal, Roll, Stream
from ...plan.ply import end_of, rank_plain
from ...position import Position
from ...rules import Variant
from ..blind_player import drawn

#: The fewest and the most landings considered. Between them, the number is chosen to give about
#: ARRANGEMENTS arrangements of the digits in total.
LANDINGS = (2, 10)
ARRANGEMENTS = 1_000
#: The number of best turns from which the player draws.
FEW = 24
#: In 1/100 points of the plain value: the loss from which a turn is never drawn.
SLIP = 400
#: The cell of the player's first digit, 1.
START = "d1"


def usual_game(deal: Deal) -> Iterator[Position]:
    """Yield the positions of the usual player's game, from the first to the last."""
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
