"""Ideas: turns of a ranking, grouped if the differences between them are negligible.

An idea is a landing, the digits written there and the combo claimed, with the tiles that fall. Its
turns may slide other tiles. They may also write the digits in another arrangement with the same
claim, if it ties with the best of them. docs/hints.md explains this for players.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...position import Position
from ...turn import Turn
from .candidates import PRIOR, TIE, Ranking, lead
from .rollouts import PlayedOut

#: Within an idea, a loss of at most this many points is negligible: half of what a review calls an
#: inaccuracy, and about the error of the one-ply value between two turns that it rates alike.
NEGLIGIBLE = 0.25
#: The most turns examined for other slides and arrangements.
MOST_EXAMINED = 2048

Slides = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RankedTurn:
    """A turn, the position after it, and its figures in points.

    `ev` is the expected final score, `loss` the difference from the best turn, and `se` the
    standard error of `ev` (None if nothing was sampled, 0 if it is exact). `is_tied` says that the
    sampled dice cannot distinguish it from the best. `playouts` is the number of its playouts, and
    `ends` the results of its rollouts, if any.
    """

    turn: Turn
    position: Position
    ev: float
    loss: float
    se: float | None = None
    is_tied: bool = False
    playouts: int = 0
    ends: PlayedOut | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the object of the turn in the document of a hint; figures are in points."""
        return {
            "turn": self.turn.to_json(),
            "text": str(self.turn),
            "ev": self.ev,
            "loss": self.loss,
            "se": self.se,
            "tied": self.is_tied,
            "playouts": self.playouts,
            "ends": self.ends.to_json() if self.ends else None,
            "position": str(self.position),
        }


@dataclass(frozen=True, slots=True)
class Idea:
    """A group of similar turns, best first.

    Between the `turns` there is no more than a negligible difference. The `worse` turns write the
    same digits but slide tiles that cost more.
    """

    turns: tuple[RankedTurn, ...]
    worse: tuple[RankedTurn, ...] = ()

    @property
    def best(self) -> RankedTurn:
        """The turn that represents the idea."""
        return self.turns[0]

    @property
    def slides(self) -> tuple[Slides, ...]:
        """The slides, best first, that make a negligible difference to the digits as the best turn
        writes them."""
        return slides_of([ranked.turn for ranked in self.turns])

    @property
    def arrangements(self) -> int:
        """The number of ways to write the digits."""
        return len({ranked.turn.place for ranked in self.turns})


def slides_of(turns: Sequence[Turn]) -> tuple[Slides, ...]:
    """Return the different slides of the turns that write what the first one does."""
    alike = (turn.slides for turn in turns if turn.place == turns[0].place)
    return tuple(dict.fromkeys(alike))


@dataclass(slots=True)
class Places:
    """The places of an idea's turns in a ranking: equivalent ones, best first, and worse ones."""

    alike: list[int]
    worse: list[int]


def is_enough(turns: Sequence[Turn], estimates: Sequence[float], rest: float, top: int) -> bool:
    """Return True if the best turns, with their estimates in points, make `top` ideas that are
    complete.

    They are complete if no other turn, estimated at `rest` or less, can belong to one of them, or
    if MOST_EXAMINED turns have been examined.
    """
    known: set[object] = set()
    for turn, estimate in zip(turns, estimates, strict=True):
        known.add(_idea_key(turn))
        if len(known) == top:
            return rest < estimate - NEGLIGIBLE or len(turns) >= MOST_EXAMINED
    return False


def ideas_in(ranking: Ranking, top: int) -> list[Places]:
    """Return the best `top` ideas of a ranking, in the order of their best turns.

    Every turn ranked ahead of the last idea is in one of them. Turns ranked behind it are in an
    idea only if they are equivalent to its best turn.
    """
    ideas: list[Places] = []
    by_digits: dict[object, Places] = {}
    by_key: dict[object, list[Places]] = {}
    for place, candidate in enumerate(ranking.candidates):
        turn = candidate.turn
        digits = (turn.drops, turn.place, turn.claim)
        near = by_key.setdefault(_idea_key(turn), [])
        same = [by_digits[digits]] if digits in by_digits else near
        alike = [idea for idea in same if not _is_worse(ranking, idea.alike[0], place)]
        if alike:
            by_digits.setdefault(digits, alike[0]).alike.append(place)
        elif digits in by_digits:
            by_digits[digits].worse.append(place)
        else:
            by_digits[digits] = Places([place], [])
            ideas.append(by_digits[digits])
            near.append(by_digits[digits])
    shown = ideas[:top]
    for idea in shown:
        idea.worse = [place for place in idea.worse if place < shown[-1].alike[0]]
    return shown


def _idea_key(turn: Turn) -> object:
    """Return what the arrangements of an idea share: all but the digits that aren't claimed."""
    written = dict(turn.place or ())
    claimed = [(cell, written.get(cell)) for cell in turn.claim or ()]
    return turn.drops, tuple(written), tuple(claimed)


def _is_worse(ranking: Ranking, better: int, place: int) -> bool:
    """Return True if the turn at `place` is worse than the one at `better` by more than a
    negligible amount and by more than the error.

    The error is that of the playouts on the same dice, which are weighted against the one-ply
    values.
    """
    loss = ranking.estimates[better] - ranking.estimates[place]
    if ranking.is_exact:
        return loss > 0
    if loss <= NEGLIGIBLE:
        return False
    best, other = ranking.candidates[better], ranking.candidates[place]
    _, error = lead(best, other)
    count = min(len(best.values), len(other.values))
    return math.isinf(error) or loss > TIE * error * count / (count + PRIOR)
