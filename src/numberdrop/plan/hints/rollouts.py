"""Rollouts: games played to the end from some positions, for their results."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from ...dice import Stream, plain_deal
from ...position import Position
from ...rules import Variant
from ...threads import thread_map
from ..limits import Limit
from .decision import Decision
from .levels import SearchSettings, level_of
from .playouts import BATCH, Parts, play_batch
from .search import search

#: The player inside the playouts: it considers fewer turns than `fast`, and doesn't look ahead.
QUICK = "quick"
#: Rollouts by QUICK if a target is given without a number of games.
GAMES_FOR_TARGET = 60
#: The parts of a score, as in a record's result.
PARTS = ("rows", "identical", "consecutive", "bonus")


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """The results of `games` rollouts from a position.

    `mean` is the mean final score and `se` its standard error, in points (None for a single game).
    `parts` has the mean points for rows, identical and consecutive boxes and the bonus. `chance` is
    the share of games that reached the target (None without one).
    """

    games: int
    mean: float
    se: float | None
    parts: dict[str, float] = field(hash=False)
    chance: float | None

    @classmethod
    def of(cls, parts: Parts, target: int | None) -> PlayedOut:
        """Return the results of at least one game, given its PARTS as a row of `parts`."""
        totals, count = [sum(row) for row in parts], len(parts)
        total = sum(totals)
        # The squared deviations times the count, a whole number.
        squares = count * sum(points**2 for points in totals) - total**2
        return cls(
            count,
            total / count,
            math.sqrt(squares / (count**2 * (count - 1))) if count > 1 else None,
            {part: sum(row[n] for row in parts) / count for n, part in enumerate(PARTS)},
            None if target is None else sum(points >= target for points in totals) / count,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the object `ends` of a turn in the document of a hint."""
        return {
            "games": self.games,
            "mean": self.mean,
            "se": self.se,
            "parts": self.parts,
            "chance": self.chance,
        }


def run_rollouts(
    positions: Sequence[Position],
    games: int,
    player: str,
    variant: Variant,
    settings: SearchSettings,
    progress: Callable[[int, int], None] | None = None,
) -> list[Parts]:
    """Play games from each position to the end, by a level or by QUICK, and return the PARTS of
    each.

    All positions meet the same dice, which the search for these positions has not used. The number
    of workers makes no difference. `progress` receives the number of games done and their total.
    After a stop only games that are done from all positions count.
    """
    dice = Stream.from_key(f"ends/{settings.seed}/{positions[0]}").next64()
    stop = settings.limit.stop
    if player == QUICK:
        size = BATCH

        def play(position: Position, first: int) -> Parts:
            count = min(BATCH, games - first)
            return play_batch(position, variant, settings.weights, dice, first, count, stop)

    else:
        size = 1
        chosen = replace(settings, level=level_of(player), limit=Limit(stop=stop))

        def play(position: Position, first: int) -> Parts:
            return _play_game(position, first, variant, chosen, dice)

    jobs = [(position, first) for first in range(0, games, size) for position in positions]
    found: list[list[Parts]] = [[] for _ in positions]

    def work(job: tuple[Position, int]) -> Parts | None:
        parts = None if stop.is_set() else play(*job)
        # A stopped level answers at once, with less search, so such a game doesn't count.
        return None if stop.is_set() else parts

    with thread_map(settings.limit.workers) as shared_map:
        for number, parts in enumerate(shared_map(work, jobs)):
            if parts is None:
                break
            found[number % len(positions)].append(parts)
            if progress:
                progress(min((number + 1) * size, games * len(positions)), games * len(positions))
    whole = len(found[-1])
    return [list(chain.from_iterable(parts[:whole])) for parts in found]


def _play_game(
    position: Position, number: int, variant: Variant, settings: SearchSettings, dice: int
) -> Parts:
    """Return the PARTS of one game by a level, on the plain deal of this number."""
    for roll in plain_deal(dice, number, variant.dice).rolls:
        if position.is_over():
            break
        position = search(Decision(position, roll, variant), settings).candidates[0].position
    score = position.score(variant)
    return [tuple(getattr(score, part) for part in PARTS)]
