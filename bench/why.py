"""How far reasons can be trusted: run `python bench/why.py --positions 200 --seed 1`.

Positions are met in games by `fast`. At each, a hint at `strong` gives the best idea and the next,
and `explain()` says why. Each part that it names is recalculated in two ways, both with other
dice:

- by `explain()` with eight times the playouts. The two figures agree if they differ by at most two
  standard errors of the sampling alone, without the error of the outlook itself, which both share;
- with `--games N`, by N games played on to the end from each of the two turns. They agree if they
  differ by at most two standard errors.

Prints how many claims agree, in how many of the positions whose loss is beyond two errors something
is named, and what a reason costs beside its hint.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests/support"))

import numberdrop as nd
from game_ends import ends_from, met_positions, with_groups
from numberdrop.plan.hints import outlook
from numberdrop.plan.hints.explain import PLAYOUTS, Difference, explain

#: How many times the playouts of a reason its second opinion has.
MORE = 8


def positions(count: int, seed: int) -> Iterator[tuple[nd.Position, nd.Roll]]:
    """Yield positions with rolls that leave a choice, one of each game."""
    met = met_positions(random.Random(seed), seed)
    yield from islice((one for one in met if not one[0].is_last_turn(one[1])), count)


def sampling_error(one: Difference) -> float:
    """Return the error of the sampled dice alone."""
    return math.sqrt(max(0.0, one.se**2 - outlook.shipped().errors[one.part] ** 2))


def games_of(text: str, games: int, workers: int, pool: ProcessPoolExecutor) -> Any:
    """Return the parts at the end of games played on from a position, a row for each game."""
    each = max(6, games // workers // 6 * 6)
    jobs = [(text, 3, n * each, each) for n in range(workers)]
    return np.concatenate(list(pool.map(ends_from, *zip(*jobs, strict=True))))


def played_out(
    found: nd.Explanation, games: int, workers: int, pool: ProcessPoolExecutor
) -> dict[str, tuple[float, float]]:
    """Return for each part the difference in games played to the end, and its standard error."""
    turns = found.one, found.other
    texts = [str(nd.play(found.position, turn, found.variant)) for turn in turns]
    ends = [with_groups(games_of(text, games, workers, pool)) for text in texts]
    apart = ends[0] - ends[1]
    names = (*outlook.PARTS, *outlook.GROUPS)
    means, errors = apart.mean(0), np.sqrt(apart.var(0) / len(apart))
    return {name: (float(means[at]), float(errors[at])) for at, name in enumerate(names)}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    claims = agree = agree_with_games = clear = named = 0
    costs, hints = [], []
    for position, roll in positions(asked.positions, asked.seed):
        began = time.perf_counter()
        hint = nd.hint(position, roll, top=2, workers=asked.workers)
        hints.append(time.perf_counter() - began)
        if len(hint.ideas) < 2:
            continue
        one, other = (idea.best for idea in hint.ideas)
        began = time.perf_counter()
        found = explain(position, roll, one.turn, other.turn, workers=asked.workers)
        costs.append(time.perf_counter() - began)
        if not other.is_tied:
            clear += 1
            named += bool(found.reasons or found.seen)
        if not found.reasons:
            continue
        again = explain(
            *(position, roll, one.turn, other.turn),
            seed=2,
            playouts=MORE * PLAYOUTS,
            workers=asked.workers,
        )
        recalculated = {one.part: one for one in again.differences}
        for reason in found.reasons:
            second = recalculated[reason.part]
            error = math.hypot(sampling_error(reason), sampling_error(second))
            claims += 1
            agree += abs(reason.by - second.by) <= 2 * error + 1e-9
        if asked.games:
            with ProcessPoolExecutor(asked.workers) as pool:
                ends = played_out(found, asked.games, asked.workers, pool)
            for reason in found.reasons:
                by, error = ends[reason.part]
                agree_with_games += abs(reason.by - by) <= 2 * math.hypot(reason.se, error) + 1e-9
    print(f"{len(costs)} positions, seed {asked.seed}")
    print(f"claims that agree: {agree} of {claims} ({agree / max(1, claims):.1%})")
    if asked.games:
        share = agree_with_games / max(1, claims)
        print(f"with {asked.games} games each: {agree_with_games} of {claims} ({share:.1%})")
    print(f"something named: {named} of {clear} ({named / max(1, clear):.1%}) with a clear loss")
    print(
        f"a hint {statistics.median(hints):.2f} s, its reason {statistics.median(costs):.2f} s "
        f"(median), {max(costs):.2f} s at most"
    )


if __name__ == "__main__":
    main()
