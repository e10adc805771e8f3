"""The blind player's games on a puzzle, which determine its targets (docs/daily.md, Targets).

The blind player is a policy that sees each roll only when it comes, as a player at the table does,
and maximises the learned value (plan.ply). Its expert takes the best turn of every roll. Its field
makes mistakes: game n starts in column n mod 7, and each turn is drawn among the best FEW with
weight (SLIP - loss)^2, so a loss of SLIP or more never occurs. All arithmetic is in integers and
seeded by the puzzle's name, so every machine produces the same games.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..dice import Deal, Roll, Stream
from ..errors import NumberdropError
from ..plan.hints.selfplay import START
from ..plan.ply import WIDE, rank_learned
from ..plan.weights import shipped
from ..position import Position
from ..rules import COLUMN_COUNT, COLUMNS, MOST_TURNS, Variant
from ..transitions import play
from ..turn import Turn
from .targets import Player

#: The number of best turns from which the field draws.
FEW = 24
#: In 1/100 points: the loss from which a turn is never drawn.
SLIP = 200
#: In 1/100 points: a turn is forced if the best one with another outcome loses more than this.
CLEAR = 100

Choice = list[tuple[int, Turn]]


@dataclass(frozen=True, slots=True)
class Expert:
    """The expert's game: its score, its number of turns, and how many had only one good move."""

    score: int
    turns: int
    forced: int


def this_player() -> Player:
    """Return the identity of this program's blind player: its weights, search width and slips."""
    return Player(shipped().name, tuple(WIDE), FEW, SLIP)


def field_score(deal: Deal, variant: Variant, number: int) -> int:
    """Return the final score of the field's game `number`, 0 or more."""
    if number < 0:
        raise NumberdropError(f"game: expected 0 or more, got {number}")
    return field_position(deal, variant, number).score(variant).total


def field_position(deal: Deal, variant: Variant, number: int, turns: int = MOST_TURNS) -> Position:
    """Return the position of the field's game `number` after `turns` turns, or at its end."""
    stream = Stream.from_key(f"blind/{deal.recipe}/{number}")
    start = f"{COLUMNS[number % COLUMN_COUNT]}1"
    return _game(deal, variant, start, turns, lambda found: drawn(found, SLIP, stream))


def expert_game(deal: Deal, variant: Variant) -> Expert:
    """Play the game that takes the best turn of every roll, starting in d1."""
    forced: list[bool] = []

    def best(found: Choice) -> Turn:
        forced.append(_is_forced(found))
        return found[0][1]

    score = _game(deal, variant, START, MOST_TURNS, best).score(variant).total
    return Expert(score, len(forced), sum(forced))


def _game(
    deal: Deal, variant: Variant, start: str, turns: int, pick: Callable[[Choice], Turn]
) -> Position:
    position = Position.start(deal.tiles, start)
    for roll in deal.rolls[:turns]:
        if position.is_over():
            break
        position = play(position, pick(ranked(position, roll, variant)), variant)
    return position


def ranked(position: Position, roll: Roll, variant: Variant) -> Choice:
    """Return the blind player's best FEW turns for a roll, best first, in 1/100 points."""
    return rank_learned(position, roll, variant, WIDE, FEW, shipped())


def drawn(found: Choice, slip: int, stream: Stream) -> Turn:
    """Draw one of the turns `found`, best first, with weight (slip - loss)^2."""
    best = found[0][0]
    weights = [max(0, slip - (best - value)) ** 2 for value, _ in found]
    left = stream.below(sum(weights))
    for weight, (_, turn) in zip(weights, found, strict=True):
        left -= weight
        if left < 0:
            return turn
    raise AssertionError(weights)


def _is_forced(found: Choice) -> bool:
    """Return whether every turn that writes or claims other cells is clearly worse."""
    best, turn = found[0]
    for value, other in found[1:]:
        if best - value > CLEAR:
            return True
        if (_cells(other), other.claim) != (_cells(turn), turn.claim):
            return False
    return len(found) < FEW


def _cells(turn: Turn) -> frozenset[str]:
    return frozenset(cell for cell, _ in turn.place or ())
