"""Self-play: how well the hints play, over many solo games on plain deals."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ... import _core
from ...combo import KINDS, box_name
from ...dice import Deal, plain_deal
from ...errors import NumberdropError
from ...game import Game
from ...jobs import Executors, in_order
from ...position import Position
from ...rules import LADDER, SIZES, Variant
from ...validate import integer
from ...version import identity
from ..limits import Limit, Stop, expect_callback
from ..ply import WIDE
from ..weights import Weights, shipped
from .decision import Decision
from .levels import SearchSettings
from .search import search

#: Every game starts with its 1 in the middle of row 1.
START = "d1"
#: Seeds the dice that a search samples; they have nothing to do with those of the deals.
SEARCH_SEED = 1

QUANTILES = (0, 5, 25, 50, 75, 95, 100)
#: The boxes in the order of the sheet, as Claim.box names them.
BOXES = (*(box_name(kind, size) for kind in KINDS for size in SIZES), box_name(KINDS[0], 8))


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """What `games` games came to, in points; `quantiles` from "0" to "100" percent.

    `se` is the standard error of the mean, None for a single game. `ladder`: the share of games
    that scored as much as each rung of the rulebook's ladder, or more; `boxes`: the share in which
    each box was filled; `rows`: complete rows under the Game Over line, and `turns`, on average;
    `ms_per_turn`, of processor time, of the games that were played now, None if all were kept.
    `made_by` is all that is needed to play the same games again.
    """

    games: int
    mean: float
    se: float | None
    quantiles: dict[str, int] = field(hash=False)
    ladder: dict[str, float] = field(hash=False)
    boxes: dict[str, float] = field(hash=False)
    rows: float
    turns: float
    ms_per_turn: float | None
    made_by: dict[str, Any] = field(hash=False)

    def _repr_html_(self) -> str:
        from ...view.notebook import selfplay_html

        return selfplay_html(self)

    def to_json(self) -> dict[str, Any]:
        """The document of `numberdrop selfplay --json` (cli.md, Selfplay)."""
        return {
            "games": self.games,
            "mean": self.mean,
            "se": self.se,
            "quantiles": self.quantiles,
            "ladder": self.ladder,
            "boxes": self.boxes,
            "rows": self.rows,
            "turns": self.turns,
            "ms_per_turn": self.ms_per_turn,
            "made_by": self.made_by,
        }


def play_game(
    seed: int,
    number: int,
    variant: str | Variant = "rulebook",
    weights: Weights | None = None,
    level: str = "fast",
    stop: Stop | None = None,
) -> Game:
    """Play the plain deal `number` of a seed as play_deal() does."""
    chosen = Variant.of(variant)
    return play_deal(plain_deal(seed, number, chosen.dice), chosen, weights, level, stop)


def play_deal(
    deal: Deal,
    variant: str | Variant = "rulebook",
    weights: Weights | None = None,
    level: str = "fast",
    stop: Stop | None = None,
) -> Game:
    """Play a deal, seeing each roll only when it comes, and taking the best turn at a level; `stop`
    ends the game in the middle."""
    limit = Limit(stop=Stop.of(stop))
    chosen, thinking = Variant.of(variant), SearchSettings.of(level, weights, SEARCH_SEED, limit)
    game = Game(deal.tiles, [START], chosen)
    for roll in deal.rolls:
        if game.is_over():
            break
        found = search(Decision(game.positions[0], roll, chosen), thinking)
        if limit.stop.is_set():
            break
        game.push(found.candidates[0].turn)
    return game


def selfplay(
    games: int,
    seed: int,
    variant: str | Variant = "rulebook",
    progress: Callable[[int], None] | None = None,
    weights: Weights | None = None,
    level: str = "fast",
    keep: Callable[[Game], None] | None = None,
    kept: Iterable[Game] = (),
    stop: Stop | None = None,
    workers: int | None = 1,
    executor: Executors = "processes",
) -> SelfPlay:
    """Play and sum up `games` games (at least 1) on the plain deals of `seed` (0 .. 2^64 - 1), by
    the package's own weights unless others are given. `kept` are the first of them, which aren't
    played again. After each other, `keep` is handed the game, and `progress` is told how many are
    done. `stop` ends it early, with the games that are done; before
    the first is, its reason is raised. So many `workers` of an `executor` share the games (jobs).

    NumberdropError if either is out of range or there is no such level.
    """
    if integer(games, "games") < 1:
        raise NumberdropError(f"games: expected at least 1, got {games}")
    expect_callback(progress, "progress")
    expect_callback(keep, "keep")
    ends: list[Position] = []
    turns = 0
    for game in kept:
        ends.append(game.positions[0])
        turns += len(game.turns)
    first, turns_before, seconds = len(ends), turns, 0.0
    stop = Stop.of(stop)
    play = partial(
        _timed, seed=seed, variant=str(Variant.of(variant)), weights=weights, level=level, stop=stop
    )
    played = in_order(
        play,
        range(first, games),
        workers,
        executor,
        named=lambda number: f"game {number + 1}",
        is_ended=stop.is_set,
    )
    with closing(played):
        for game, took in played:
            if stop.is_set():
                break
            seconds += took
            ends.append(game.positions[0])
            turns += len(game.turns)
            if keep:
                keep(game)
            if progress:
                progress(len(ends))
            if stop.is_set():
                break
    if not ends:
        raise stop.reason or NumberdropError("games: stopped before the first was done")
    made_by = {
        **identity(),
        "level": level,
        "width": list(WIDE),
        "weights": (weights or shipped()).name,
        "seed": seed,
        "games": len(ends),
        "start": START,
        "variant": str(Variant.of(variant)),
    }
    timed = turns - turns_before
    speed = 1000 * seconds / timed if timed else None
    return _summed(ends, Variant.of(variant), turns, speed, made_by)


def _timed(
    number: int, seed: int, variant: str, weights: Weights | None, level: str, stop: Stop
) -> tuple[Game, float]:
    """A game, and the seconds of processor time that it took."""
    started = time.thread_time()
    return play_game(seed, number, variant, weights, level, stop), time.thread_time() - started


def _summed(
    ends: Sequence[Position],
    variant: Variant,
    turns: int,
    ms_per_turn: float | None,
    made_by: dict[str, Any],
) -> SelfPlay:
    """What games that ended so came to, all of their turns counted together."""
    count = len(ends)
    scores = sorted(end.score(variant).total for end in ends)
    mean = sum(scores) / count
    se = None
    if count > 1:
        se = math.sqrt(sum((score - mean) ** 2 for score in scores) / (count - 1) / count)
    return SelfPlay(
        count,
        mean,
        se,
        {str(q): scores[round(q / 100 * (count - 1))] for q in QUANTILES},
        {str(rung): sum(score >= rung for score in scores) / count for rung in LADDER},
        {
            box: sum(end.core.boxes >> bit & 1 for end in ends) / count
            for bit, box in enumerate(BOXES)
        },
        sum(map(_complete_rows, ends)) / count,
        turns / count,
        ms_per_turn,
        made_by,
    )


def _complete_rows(position: Position) -> int:
    grid, width = position.core.grid, _core.COLUMNS
    rows = (grid[width * row : width * (row + 1)] for row in range(_core.LINE))
    return sum(0 not in row for row in rows)
