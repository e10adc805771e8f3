"""A game between bots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..dice import Deal
from ..errors import in_one_line
from ..game import Game
from ..initials import Names
from ..rules import Variant
from ..turn import SharedTurn
from .bot import Bot, BotFault, part_of
from .builtin import own_bot

#: The cell in which every bot writes its first digit.
START = "d1"
#: The bot that replaces a bot that has forfeited.
STAND_IN = "medium"


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A seat whose bot failed: in which turn, and why."""

    seat: int
    turn: int
    why: str

    def to_json(self) -> dict[str, Any]:
        """Return the object for documents."""
        return {"seat": self.seat, "turn": self.turn, "why": self.why}


def play_table(
    deal: Deal, variant: Variant, bots: Sequence[Bot], names: Names = ()
) -> tuple[Game, tuple[Forfeit, ...]]:
    """Play a whole game of two to six bots, in seat order, on the deal of a table. `names` has the
    three letters of each seat, if they have any.

    A bot whose answer can't be played forfeits the game: it isn't asked again, and the bot STAND_IN
    plays its sheet to the end, so that the others have a whole game, with blocks and a race to the
    line, and the record is complete. Raises NotationError if the deal has other dice than the
    variant.
    """
    deal.expect_dice(variant)
    seated = list(bots)
    game = Game(deal.tiles, [START] * len(seated), variant, names=names)
    forfeits: list[Forfeit] = []
    for roll in deal.rolls:
        if game.is_over():
            break
        parts = []
        for seat in range(1, len(seated) + 1):
            try:
                parts.append(part_of(seated[seat - 1], game, seat, roll))
            except BotFault as fault:
                forfeits.append(Forfeit(seat, len(game.turns) + 1, in_one_line(str(fault))))
                seated[seat - 1] = own_bot(STAND_IN)
                parts.append(part_of(seated[seat - 1], game, seat, roll))
        game.push(SharedTurn(roll, tuple(parts)))
    return game, tuple(forfeits)
