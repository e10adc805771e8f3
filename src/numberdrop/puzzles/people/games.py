"""Players of human strength, whose games give a day its medals (docs/daily.md, People).

They see each roll only when it comes, and look at it as people do (numberdrop.bots.human): they
look at few landings, are greedy, don't see every combo, and slip. Only the adept looks beyond the
turn. No training changes what they go by, so these three stay what they are for ever, and so do the
medals. All of it is in integers and follows from the recipe of the deal, so the same games come out
on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...bots.human import turn_by
from ...dice import Deal, Roll, Stream
from ...plan.ply import end_of
from ...position import Position
from ...rules import Variant
from ...turn import Turn
from .persons import PEOPLE_VERSION, Person


@dataclass(frozen=True, slots=True)
class PersonGame:
    """A person's game: its score, its turns, and how many of those had one good move alone."""

    score: int
    turns: int
    forced: int


def person_game(deal: Deal, variant: Variant, person: Person, number: int) -> PersonGame:
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
    return PersonGame(position.score(variant).total, turns, forced)


def person_turn(
    position: Position, roll: Roll, variant: Variant, person: Person, stream: Stream
) -> Turn:
    """The turn that a person takes with a roll, in a solo game that isn't over."""
    return turn_by(person.habits, position, roll, variant, stream)[0]
