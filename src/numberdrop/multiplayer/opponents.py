"""Opponents: a model of what the players who choose at the same time do with a roll.

Nobody knows it. Each opponent is assumed to play one of its best few turns by the value, the better
the more likely. Some combinations of such turns are drawn, with each turn as often as it is likely,
and every candidate meets the same combinations. If an opponent's choice is known, it is used
instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal

from ..dice import Roll, Stream
from ..errors import IllegalTurn
from ..plan.limits import Stop
from ..plan.ply import NARROW
from ..transitions import play_part
from ..turn import Part
from ..validate import coerce
from .ply import Choice, choices, exact_choices
from .seats import Seats
from .weights import SeatWeights

#: The number of combinations of the others' turns that every candidate meets.
COMBINATIONS = 12
#: The number of turns among which each opponent chooses, and the loss in points that makes a turn e
#: times less likely.
LIKELY, KEENNESS = 6, 0.3


@dataclass(frozen=True, slots=True)
class Others:
    """The choices of the seats after the first: their `combinations`, in seat order, and `ends`,
    the chance that one of them crosses the Game Over line."""

    combinations: tuple[tuple[Choice, ...], ...]
    ends: float


def opponents_of(
    seats: Seats,
    roll: Roll,
    known: Mapping[int, Choice],
    weights: SeatWeights,
    dice: Stream,
    *,
    is_last: bool = False,
    stop: Stop | None = None,
) -> Others:
    """Return the choices of all seats but the first; `known` has those that are known. If the game
    certainly ends with this turn (`is_last`), each plays for the most points: one combination."""
    open_to, odds = [], []
    for seat in range(2, len(seats) + 1):
        if seat in known:
            found = [known[seat]]
        elif is_last:
            found = exact_choices(seats, seat, roll, 1, weights, stop)
        else:
            found = choices(seats, seat, roll, LIKELY, widths=NARROW, weights=weights, stop=stop)
        open_to.append(found)
        odds.append(chances_of([choice.value for choice in found]))
    ends = 1.0
    for found, chances in zip(open_to, odds, strict=True):
        pairs = zip(found, chances, strict=True)
        ends *= 1 - sum(chance for choice, chance in pairs if choice.sheet.is_past_line())
    count = 1 if all(len(found) == 1 for found in open_to) else COMBINATIONS
    drawn = [_drawn(*one, count, dice) for one in zip(open_to, odds, strict=True)]
    return Others(tuple(zip(*drawn, strict=True)), max(0.0, 1 - ends))


def chances_of(values: Sequence[float]) -> list[float]:
    """Return the chances, which sum to 1, that an opponent plays the turns of these values."""
    # The last bit of math.exp() depends on the C library and the CPU. Decimal rounds correctly.
    context = Context(prec=28)
    likely = [float(context.exp(Decimal((value - values[0]) / KEENNESS))) for value in values]
    return [chance / sum(likely) for chance in likely]


def known_choice(seats: Seats, seat: int, roll: Roll, part: Part | str) -> Choice:
    """Return the known choice of a seat. Raises IllegalTurn, with the seat, if it breaks a rule,
    NotationError for a text that is not a part, and NumberdropError if there is no such seat."""
    position, letter = seats.positions[seats.place(seat)], seats.falling(roll)
    part = coerce(part, Part, Part.from_text, "part")
    try:
        after, canonical = play_part(position, roll, part, letter, seats.variant)
    except IllegalTurn as error:
        raise IllegalTurn(error.message, turn=position.turn, seat=seat) from None
    return Choice(after.score(seats.variant).total, canonical, after.core)


def _drawn(
    found: Sequence[Choice], chances: Sequence[float], count: int, dice: Stream
) -> list[Choice]:
    """Draw `count` choices in random order, each as often as its chance says, rounded up or
    down."""
    left = dice.below(2**32) / 2**32
    drawn: list[Choice] = []
    for choice, chance in zip(found, chances, strict=True):
        left += count * chance
        while left >= 1 and len(drawn) < count:
            drawn.append(choice)
            left -= 1
    drawn += [found[-1]] * (count - len(drawn))
    dice.shuffle(drawn)
    return drawn
