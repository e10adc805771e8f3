"""Ends: games played on from some positions to see what they come to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...dice import Stream, plain_deal
from ...position import Position
from ...rules import Variant
from ..limits import Limit
from .decision import Decision
from .levels import SearchSettings, level_of
from .playouts import BATCH, play_batch
from .search import search

#: The player inside the playouts: a narrower choice than that of `fast`, and no look ahead.
QUICK = "quick"
#: Games played where a target is asked for and their number isn't named; QUICK plays them.
GAMES_FOR_TARGET = 60
#: What a score is the sum of, as in a record's result.
PARTS = ("rows", "identical", "consecutive", "bonus")

Parts = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """What `games` games from a position on came to, played to their ends: the mean final score and
    its standard error, in points (None for a single game); its `parts`, means of the points for
    rows, identical and consecutive boxes and the bonus; and the share of games that reached the
    target (None without one)."""

    games: int
    mean: float
    se: float | None
    parts: dict[str, float] = field(hash=False)
    chance: float | None

    @classmethod
    def of(cls, parts: Parts, target: int | None) -> PlayedOut:
        """From the PARTS of at least one game, a row each."""
        totals = parts.sum(axis=1)
        count = len(totals)
        return cls(
            count,
            float(totals.mean()),
            float(totals.std(ddof=1)) / count**0.5 if count > 1 else None,
            dict(zip(PARTS, map(float, parts.mean(axis=0)), strict=True)),
            None if target is None else float((totals >= target).mean()),
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "mean": self.mean,
            "se": self.se,
            "parts": self.parts,
            "chance": self.chance,
        }


def play_on(
    positions: Sequence[Position],
    games: int,
    player: str,
    variant: Variant,
    thinking: SearchSettings,
    progress: Callable[[int, int], None] | None = None,
) -> list[Parts]:
    """Games from each position to their ends, by a level or by QUICK: the PARTS of each.

    All positions meet the same dice, which the choice among them has not seen, and the number of
    workers doesn't matter. `progress` is told how many games of how many are done. A stop ends them
    with those that are done from all positions.
    """
    dice = Stream.from_key(f"ends/{thinking.seed}/{positions[0]}").next64()
    stop = thinking.limit.stop
    if player == QUICK:
        size = BATCH

        def play(position: Position, first: int) -> Parts:
            count = min(BATCH, games - first)
            return play_batch(position, variant, thinking.weights, dice, first, count, stop)

    else:
        size = 1
        chosen = replace(thinking, level=level_of(player), limit=Limit(stop=stop))

        def play(position: Position, first: int) -> Parts:
            return _played(position, first, variant, chosen, dice)

    jobs = [(position, first) for first in range(0, games, size) for position in positions]
    found: list[list[Parts]] = [[] for _ in positions]

    def work(job: tuple[Position, int]) -> Parts | None:
        parts = None if stop.is_set() else play(*job)
        # A level that is stopped answers at once, with less thought: such a game doesn't count.
        return None if stop.is_set() else parts

    with ThreadPoolExecutor(thinking.limit.workers) as pool:
        for number, parts in enumerate(pool.map(work, jobs)):
            if parts is None:
                break
            found[number % len(positions)].append(parts)
            if progress:
                progress(min((number + 1) * size, games * len(positions)), games * len(positions))
    whole = len(found[-1])
    empty = np.zeros((0, len(PARTS)), dtype=np.int32)
    return [np.concatenate([empty, *parts[:whole]]) for parts in found]


def _played(
    position: Position, number: int, variant: Variant, thinking: SearchSettings, dice: int
) -> Parts:
    """The PARTS of one game by a level, on dice of this number."""
    for roll in plain_deal(dice, number, variant.dice).rolls:
        if position.is_over():
            break
        position = search(Decision(position, roll, variant), thinking).candidates[0].position
    score = position.score(variant)
    return np.array([[getattr(score, part) for part in PARTS]], dtype=np.int32)
