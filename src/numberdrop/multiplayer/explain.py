"""Why one part of a turn is better than another among several players: what the two sheets show,
and how the chance of winning, the own score and the lead over the others differ.

All figures are those of the hint; both parts met the same dice and the same choices of the others.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ..errors import Sentence, coded_message
from ..plan.hints.explain import BEYOND, more_or_fewer
from ..plan.hints.seen import circled_now, seen
from ..rules import LETTERS

if TYPE_CHECKING:
    from .ranked import RankedPart, SeatHint

#: The least differences that are named: in win share, in points, in the chance that the game ends.
LEAST_SHARE, LEAST_POINTS, LEAST_ENDS = 0.005, 0.2, 0.05


def reasons(hint: SeatHint, place: int) -> list[Sentence]:
    """Say why the best part of a hint is better than the one at `place`, from 1. There is always a
    sentence."""
    one, other = hint.turns[0], hint.turns[place]
    before = hint.seats.positions[hint.seat - 1]
    facts = seen(before, one.part, other.part, one.position, other.position)
    found = [fact.said for fact in facts]
    found = [said for said in found if said.code != "why.circles"]
    found += _circles(hint, one, other) + _figures(one, other)
    return found or [coded_message("why.seat.nothing", "no figure differs beyond its error")]


def _circles(hint: SeatHint, one: RankedPart, other: RankedPart) -> list[Sentence]:
    """Return a sentence for each letter that only the first part circles: whose block it lets fall,
    or from whose it protects."""
    found = []
    others = list(hint.seats.positions)
    before = others.pop(hint.seat - 1)
    for letter in circled_now(before, one.position, other.position):
        has_it = [bool(p.core.circled >> LETTERS.index(letter) & 1) for p in others]
        if any(has_it):
            found.append(
                coded_message(
                    "why.seat.safe", "circles {letter}: its block can't fall on you", letter=letter
                )
            )
        if not all(has_it):
            found.append(
                coded_message(
                    "why.seat.block",
                    "circles {letter}: its block falls on {n} of the others at the next star",
                    letter=letter,
                    n=has_it.count(False),
                )
            )
    return found


def _figures(one: RankedPart, other: RankedPart) -> list[Sentence]:
    """Return what differs beyond its error, the chance of winning first."""
    found = []
    win, own, lead = one.win - other.win, one.ev - other.ev, one.margin - other.margin
    if abs(win) >= LEAST_SHARE and _is_clear(one, other, 0, win):
        found.append(
            coded_message(
                "why.seat.win",
                "wins {one} of games ({other} with the other turn)",
                one=f"{one.win:.1%}",
                other=f"{other.win:.1%}",
            )
        )
    if abs(one.ends - other.ends) >= LEAST_ENDS:
        found.append(
            coded_message(
                "why.seat.ends",
                "the game ends with this turn in {one} of games ({other} with the other turn)",
                one=f"{one.ends:.0%}",
                other=f"{other.ends:.0%}",
            )
        )
    if abs(own) >= LEAST_POINTS and _is_clear(one, other, 4, own):
        found.append(
            coded_message(
                "why.seat.own",
                "{n} {sense} points of your own",
                n=f"{abs(own):.1f}",
                sense=more_or_fewer(own),
            )
        )
    # What isn't the own score is the others'.
    theirs = own - lead
    if abs(theirs) >= LEAST_POINTS and _is_clear(one, other, 3, lead) and theirs < 0:
        found.append(
            coded_message(
                "why.seat.theirs", "{n} fewer points for the best of the others", n=f"{-theirs:.1f}"
            )
        )
    return found


def _is_clear(one: RankedPart, other: RankedPart, column: int, by: float) -> bool:
    """Return True if a difference is beyond the errors of both parts; exact ones always are."""
    if one.errors is None or other.errors is None:
        return False
    return abs(by) > BEYOND * math.hypot(one.errors[column], other.errors[column]) / math.sqrt(2)
