"""Ideas: the turns of a ranking, put together where there is no difference worth telling.

An idea is a landing, the digits written there and the combo claimed, with the tiles that fall. Its
turns slide other tiles, or write the digits in another arrangement with the same claim, where that
ties with the best of them. docs/hints.md says it for players.
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

#: Two turns of one idea make no difference worth telling below so many points: half of what a
#: review calls an inaccuracy, and about as much as the value of one ply is wrong about two turns
#: that it takes for so much alike.
WORTH_TELLING = 0.25
#: Turns looked at for other slides and arrangements, at most.
LOOKED_AT = 2048

Slides = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RankedTurn:
    """A turn, the position after it, and in points: the final score to be expected (`ev`), how
    much less than with the best turn (`loss`), and the standard error of `ev` (None where nothing
    was sampled, 0 where it is exact). `is_tied`: the dice sampled don't tell it from the best.
    `playouts` it was tried in; `ends` is what games played on from there came to, if any were."""

    turn: Turn
    position: Position
    ev: float
    loss: float
    se: float | None = None
    is_tied: bool = False
    playouts: int = 0
    ends: PlayedOut | None = None

    def to_json(self) -> dict[str, Any]:
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
    """Turns alike: `turns`, best first, between which there is no difference worth telling, and
    `worse` ones, which write the same digits but slide tiles that cost more."""

    turns: tuple[RankedTurn, ...]
    worse: tuple[RankedTurn, ...] = ()

    @property
    def best(self) -> RankedTurn:
        """The turn that stands for all."""
        return self.turns[0]

    @property
    def slides(self) -> tuple[Slides, ...]:
        """The slides, best first, that make no difference worth telling to the digits as the best
        turn writes them."""
        return slides_of([ranked.turn for ranked in self.turns])

    @property
    def arrangements(self) -> int:
        """In how many ways the digits can be written."""
        return len({ranked.turn.place for ranked in self.turns})


def slides_of(turns: Sequence[Turn]) -> tuple[Slides, ...]:
    """The slides of those turns that write what the first one does."""
    alike = (turn.slides for turn in turns if turn.place == turns[0].place)
    return tuple(dict.fromkeys(alike))


@dataclass(slots=True)
class Places:
    """The places of an idea's turns in a ranking: those alike, best first, and worse ones."""

    alike: list[int]
    worse: list[int]


def is_enough(turns: Sequence[Turn], estimates: Sequence[float], rest: float, top: int) -> bool:
    """True if the best turns, with their estimates in points, make `top` ideas or more, and no turn
    beside them, estimated at `rest` or less, can be like one of these; or if as many as that have
    been looked at."""
    known: set[object] = set()
    for turn, estimate in zip(turns, estimates, strict=True):
        known.add(_outline(turn))
        if len(known) == top:
            return rest < estimate - WORTH_TELLING or len(turns) >= LOOKED_AT
    return False


def ideas_in(ranking: Ranking, top: int) -> list[Places]:
    """The best `top` ideas of a ranking, in the order of their best turns. Every turn ahead of the
    last of these is in one of them; turns behind it are where they are alike."""
    ideas: list[Places] = []
    of_digits: dict[object, Places] = {}
    of_outline: dict[object, list[Places]] = {}
    for place, candidate in enumerate(ranking.candidates):
        turn = candidate.turn
        digits = (turn.drops, turn.place, turn.claim)
        near = of_outline.setdefault(_outline(turn), [])
        same = [of_digits[digits]] if digits in of_digits else near
        alike = [idea for idea in same if not _is_worse(ranking, idea.alike[0], place)]
        if alike:
            of_digits.setdefault(digits, alike[0]).alike.append(place)
        elif digits in of_digits:
            of_digits[digits].worse.append(place)
        else:
            of_digits[digits] = Places([place], [])
            ideas.append(of_digits[digits])
            near.append(of_digits[digits])
    shown = ideas[:top]
    for idea in shown:
        idea.worse = [place for place in idea.worse if place < shown[-1].alike[0]]
    return shown


def _outline(turn: Turn) -> object:
    """What the arrangements of an idea share: all but the digits that aren't claimed."""
    written = dict(turn.place or ())
    claimed = [(cell, written.get(cell)) for cell in turn.claim or ()]
    return turn.drops, tuple(written), tuple(claimed)


def _is_worse(ranking: Ranking, better: int, place: int) -> bool:
    """True if the difference between two turns of a ranking is worth telling: above WORTH_TELLING,
    and not within its error. That is the error of the playouts on the same dice, which count
    beside the values of one ply."""
    loss = ranking.estimates[better] - ranking.estimates[place]
    if ranking.is_exact:
        return loss > 0
    if loss <= WORTH_TELLING:
        return False
    best, other = ranking.candidates[better], ranking.candidates[place]
    _, error = lead(best, other)
    count = min(len(best.values), len(other.values))
    return math.isinf(error) or loss > TIE * error * count / (count + PRIOR)
