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
from ...json_reader import seed_to_json
from ...position import Position
from ...rules import HIGH_SCORES, SIZES, Variant
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
#: The seed of the dice that a search samples, which are independent of the deals.
SEARCH_SEED = 1
#: The processor time of this thread, in seconds. A Python for browsers knows only the time passed.
_processor_time: Callable[[], float] = getattr(time, "thread_time", time.perf_counter)

QUANTILES = (0, 5, 25, 50, 75, 95, 100)
#: The boxes in the order of the sheet, by the names in Claim.box.
BOXES = (*(box_name(kind, size) for kind in KINDS for size in SIZES), box_name(KINDS[0], 8))


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """The results of `games` games, in points; `quantiles` are from "0" to "100" percent.

    `se` is the standard error of the mean, None for a single game. `ladder` is the share of games
    that reached each rung of the rulebook's ladder, and `boxes` the share in which each box was
    filled. `rows` (complete ones under the Game Over line) and `turns` are averages. `ms_per_turn`
    is the processor time of the games played in this run, None if all were read from a file.
    `made_by` has all that is needed to play the same games again.
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
        """Return the document of `numberdrop lab selfplay --json` (cli.md, Selfplay)."""
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
    """Play a deal with the best turn at a level, seeing each roll only when it comes.

    `stop` ends the game before its end.
    """
    limit = Limit(stop=Stop.of(stop))
    chosen, settings = Variant.of(variant), SearchSettings.of(level, weights, SEARCH_SEED, limit)
    game = Game(deal.tiles, [START], chosen)
    for roll in deal.rolls:
        if game.is_over():
            break
        found = search(Decision(game.positions[0], roll, chosen), settings)
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
    """Play `games` games (at least 1) on the plain deals of `seed` (0 .. 2^64 - 1) and sum them up.

    `kept` are the first of these games if they were played before. `keep` receives each further
    game, and `progress` the number of games done. `stop` ends the run early, with the games that
    are done; before the first is done, its reason is raised. `weights` default to those of the
    package. The `workers` of an `executor` share the games (jobs).

    Raises NumberdropError if a number is out of range or the level is unknown.
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
        _timed_game,
        seed=seed,
        variant=str(Variant.of(variant)),
        weights=weights,
        level=level,
        stop=stop,
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
        "seed": seed_to_json(seed),
        "games": len(ends),
        "start": START,
        "variant": str(Variant.of(variant)),
    }
    timed = turns - turns_before
    speed = 1000 * seconds / timed if timed else None
    return _summary(ends, Variant.of(variant), turns, speed, made_by)


def _timed_game(
    number: int, seed: int, variant: str, weights: Weights | None, level: str, stop: Stop
) -> tuple[Game, float]:
    """Return a game, and the seconds of processor time that it took."""
    started = _processor_time()
    return play_game(seed, number, variant, weights, level, stop), _processor_time() - started


def _summary(
    ends: Sequence[Position],
    variant: Variant,
    turns: int,
    ms_per_turn: float | None,
    made_by: dict[str, Any],
) -> SelfPlay:
    """Sum up games with these final positions and this total number of turns."""
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
        {str(rung): sum(score >= rung for score in scores) / count for rung in HIGH_SCORES},
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
