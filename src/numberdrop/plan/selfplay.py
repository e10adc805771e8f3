"""Self-play: how well the hints play, over many solo games on plain deals."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from .. import __version__
from ..dice import plain_deal
from ..errors import NumberdropError
from ..game import Game
from ..rules import Variant
from .hint import choose
from .weights import Weights, shipped

#: Every game starts with its 1 in the middle of row 1.
START = "d1"
#: What self-play keeps at each stage of a turn: it is after many games, not one turn.
WIDTH = (40, 60, 24)

QUANTILES = (0, 5, 25, 50, 75, 95, 100)


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """What `games` games came to, in points; `quantiles` from "0" to "100" percent.

    `se` is the standard error of the mean, None for a single game. `made_by` is all that is needed
    to play the same games again.
    """

    games: int
    mean: float
    se: float | None
    quantiles: dict[str, int]
    ms_per_turn: float
    made_by: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """The document of `numberdrop selfplay --json` (formats.md)."""
        return {
            "games": self.games,
            "mean": self.mean,
            "se": self.se,
            "quantiles": self.quantiles,
            "ms_per_turn": self.ms_per_turn,
            "made_by": self.made_by,
        }


def play_game(
    seed: int,
    number: int,
    variant: str | Variant = "rulebook",
    weights: Weights | None = None,
) -> Game:
    """Play the plain deal `number` of a seed, taking the best turn of every roll."""
    chosen, weights = Variant.of(variant), weights or shipped()
    deal = plain_deal(seed, number, chosen.dice)
    game = Game(deal.tiles, [START], chosen)
    for roll in deal.rolls:
        if game.is_over():
            break
        [(_, turn)] = choose(game.positions[0], roll, chosen, WIDTH, 1, weights)
        game.push(turn)
    return game


def play_games(
    games: int, seed: int, variant: str | Variant = "rulebook", weights: Weights | None = None
) -> Iterator[Game]:
    """Play the plain deals 0 .. games - 1 of a seed, one after the other."""
    if games < 1:
        raise NumberdropError(f"games: expected at least 1, got {games}")
    for number in range(games):
        yield play_game(seed, number, variant, weights)


def summarise(
    played: Iterable[Game],
    seed: int,
    variant: str | Variant = "rulebook",
    progress: Callable[[int], None] | None = None,
    weights: Weights | None = None,
) -> SelfPlay:
    """Sum up games as they are played, by these weights; `progress` is told how many are done after
    each."""
    scores, turns = [], 0
    started = time.perf_counter()
    for game in played:
        scores.append(game.positions[0].score(game.variant).total)
        turns += len(game.turns)
        if progress:
            progress(len(scores))
    seconds = time.perf_counter() - started
    count = len(scores)
    mean = sum(scores) / count
    se = None
    if count > 1:
        se = math.sqrt(sum((score - mean) ** 2 for score in scores) / (count - 1) / count)
    scores.sort()
    made_by = {
        "program": f"numberdrop {__version__}",
        "level": "fast",
        "width": list(WIDTH),
        "weights": (weights or shipped()).name,
        "seed": seed,
        "games": count,
        "start": START,
        "variant": str(Variant.of(variant)),
    }
    quantiles = {str(q): scores[round(q / 100 * (count - 1))] for q in QUANTILES}
    return SelfPlay(count, mean, se, quantiles, 1000 * seconds / max(1, turns), made_by)


def selfplay(
    games: int,
    seed: int,
    variant: str | Variant = "rulebook",
    progress: Callable[[int], None] | None = None,
    weights: Weights | None = None,
) -> SelfPlay:
    """Play and sum up `games` games (at least 1) on the plain deals of `seed` (0 .. 2^64 - 1), by
    the package's own weights unless others are given.

    NumberdropError if either is out of range.
    """
    return summarise(play_games(games, seed, variant, weights), seed, variant, progress, weights)
