"""The games of the simulated players, which determine a day's medals (docs/daily.md, People).

They see each roll only when it comes and choose turns by bots.human_model: they consider few
landings, are greedy, miss combos and slip. Only the adept looks beyond the turn. They don't use the
learned value, so training never changes them or the medals. All arithmetic is in integers and
seeded by the recipe of the deal, so every machine produces the same games.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...bots.human_model import turn_by
from ...dice import Deal, Roll, Stream
from ...plan.ply import end_of
from ...position import Position
from ...rules import Variant
from ...turn import Turn
from .roster import ROSTER_VERSION, SimulatedPlayer


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """A game of a simulated player: its score, its number of turns, and how many of those had only
    one good move."""

    score: int
    turns: int
    forced: int


def simulated_game(
    deal: Deal, variant: Variant, player: SimulatedPlayer, number: int
) -> SimulatedGame:
    """Play game `number`, 0 or more, of a simulated player on a deal."""
    stream = Stream.from_key(f"people/{ROSTER_VERSION}/{player.name}/{deal.recipe}/{number}")
    position = Position.start(deal.tiles, f"{player.starts[number % len(player.starts)]}1")
    turns = forced = 0
    for roll in deal.rolls:
        if position.is_over():
            break
        turn, is_forced = turn_by(player.persona, position, roll, variant, stream)
        turns, forced = turns + 1, forced + is_forced
        position = end_of(position, turn)
    return SimulatedGame(position.score(variant).total, turns, forced)


def simulated_turn(
    position: Position, roll: Roll, variant: Variant, player: SimulatedPlayer, stream: Stream
) -> Turn:
    """Choose a simulated player's turn with a roll, in a solo game that isn't over."""
    return turn_by(player.persona, position, roll, variant, stream)[0]
