"""Players of human strength, whose games give a day its medals (docs/daily.md, People).

They see each roll only when it comes, and look at it as people do (bots.human_model): they
look at few landings, are greedy, don't see every combo, and slip. Only the adept looks beyond the
turn. No training changes what they go by, so these three stay what they are for ever, and so do the
medals. All of it is in integers and follows from the recipe of the deal, so the same games come out
on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...bots.human_model import turn_by
from ...dice import Deal, Roll, Stream
from ...plan.ply import end_of
from ...position import Position
from ...rules import Variant
from ...turn import Turn
from .roster import PEOPLE_VERSION, SimulatedPlayer


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """A person's game: its score, its turns, and how many of those had one good move alone."""

    score: int
    turns: int
    forced: int


def simulated_game(
    deal: Deal, variant: Variant, person: SimulatedPlayer, number: int
) -> SimulatedGame:
    """A person's game `number`, 0 or more, on a deal."""
    stream = Stream.from_key(f"people/{PEOPLE_VERSION}/{person.name}/{deal.recipe}/{number}")
    position = Position.start(deal.tiles, f"{person.starts[number % len(person.starts)]}1")
    turns = forced = 0
    for roll in deal.rolls:
        if position.is_over():
            break
        turn, is_forced = turn_by(person.habits, position, roll, variant, stream)
        turns, forced = turns + 1, forced + is_forced
        position = end_of(position, turn)
    return SimulatedGame(position.score(variant).total, turns, forced)


def simulated_turn(
    position: Position, roll: Roll, variant: Variant, person: SimulatedPlayer, stream: Stream
) -> Turn:
    """The turn that a person takes with a roll, in a solo game that isn't over."""
    return turn_by(person.habits, position, roll, variant, stream)[0]
