"""How good are the maxima? `python bench/maxima.py [--seconds 10 60 300]`, on two cores.

First the deals. Every one of sequences.txt is searched for the longest of the times given; what
stood at the shorter ones is read from the same run. A line a deal, then a table for each time: by
class, and over all, weighted by how often a class is dealt; with several seeds the means of each,
for the spread. `--deals N` takes the first N deals of each class in place of those six.
`--keep FILE` writes each result as a JSON line as soon as it is there, and doesn't search those
again. Then the ends of games (endings.txt), each also put to a plain CP-SAT model of all rules
(wholerules.py), side by side. `--part` does one of both.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import time
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numberdrop as nd
from numberdrop import _core
from numberdrop.plan.maximum import maximum
from numberdrop.plan.question import Maximum, Question
from sequences import CLASSES, find_sequences, load_endings, load_sequences
from wholerules import solve

#: How often a plain deal is of a class, in percent, counted over 20,000 deals of seed 1.
DEALT = {"..14": 10.8, "15": 22.2, "16": 30.9, "17..": 36.1}
SECONDS = (10.0, 60.0, 300.0)
#: For an end of a game, ours and the plain model each.
ENDING_SECONDS = 60.0
PARTS = ("deals", "endings")
#: A score worth a column of its own: all but the bonus box.
EASY = 92


def search(name: str, deal: nd.Deal, seconds: float, workers: int, seed: int) -> dict[str, Any]:
    """One deal: (seconds, score, bound) at every improvement, and the end."""
    steps: list[tuple[float, int, int]] = []

    def note(now: Maximum) -> None:
        if not steps or steps[-1][1:] != (now.score, now.bound):
            steps.append((round(now.seconds, 2), now.score, now.bound))

    found = maximum(deal, seconds=seconds, workers=workers, seed=seed, progress=note)
    return {
        "class": name,
        "recipe": deal.recipe,
        "seed": seed,
        "workers": workers,
        "seconds": round(found.seconds, 2),
        "limit": seconds,
        "steps": steps,
        "nodes": found.nodes,
        "method": found.method,
        "found_by": found.found_by,
        "result": found.to_json(),
    }


def standing(result: dict[str, Any], seconds: float) -> tuple[int, int]:
    """Score and bound after so many seconds."""
    found = [(score, bound) for at, score, bound in result["steps"] if at <= seconds]
    return found[-1] if found else (0, 100)


def report_deal(result: dict[str, Any]) -> str:
    score, bound = standing(result, result["limit"] + 5)
    easy = next((f"{at:.1f}" for at, found, _ in result["steps"] if found >= EASY), "-")
    status = "PROVED" if score == bound else "BEST FOUND"
    return (
        f"{result['class']:>5}  {result['recipe']:<14} seed {result['seed']}  "
        f"bound {bound:>3}  score {score:>3}  {status:<10}  "
        f"to {EASY} {easy:>6} s  end {result['seconds']:>6.1f} s  "
        f"{result['method'].split(' ')[0]}, {result['found_by']}"
    )


def report_table(results: Sequence[dict[str, Any]], seconds: float) -> Iterator[str]:
    yield f"after {seconds:g} s     runs   PROVED   mean score   mean gap   means of the seeds"
    rows = {}
    for name in CLASSES:
        stands: dict[int, list[tuple[int, int]]] = {}
        for result in results:
            if result["class"] == name:
                stands.setdefault(result["seed"], []).append(standing(result, seconds))
        if not stands:
            continue
        runs = [stand for of_seed in stands.values() for stand in of_seed]
        proved = 100 * statistics.mean(score == bound for score, bound in runs)
        mean = statistics.mean(score for score, _ in runs)
        gap = statistics.mean(bound - score for score, bound in runs)
        seeds = [statistics.mean(score for score, _ in stands[seed]) for seed in sorted(stands)]
        rows[name] = (proved, mean, gap, *seeds)
        yield _row(name, len(runs), rows[name])
    whole = sum(DEALT[name] for name in rows)
    columns = range(min(len(row) for row in rows.values()))
    total = [sum(DEALT[n] * row[i] for n, row in rows.items()) / whole for i in columns]
    yield _row("weighted", len(results), total)


def _row(name: str, runs: int, figures: Sequence[float]) -> str:
    proved, mean, gap, *seeds = figures
    spread = "  ".join(f"{seed:.2f}" for seed in seeds)
    return f"{name:>12} {runs:>8} {proved:>7.0f}% {mean:>12.2f} {gap:>10.2f}   {spread}"


def compare_endings(seconds: float, workers: int) -> Iterator[str]:
    """The ends of games: seconds to a proved optimum, ours and the plain model's."""
    yield f"ends of games, {seconds:g} s for each at most"
    yield "rolls  recipe          ours            plain model"
    times: dict[int, list[tuple[float, float]]] = {}
    for ending in load_endings():
        began = time.perf_counter()
        ours = maximum(ending.position, ending.rolls, seconds=seconds, workers=workers)
        ours_took = time.perf_counter() - began
        began = time.perf_counter()
        plain = solve(ending.position, ending.rolls, seconds=seconds, workers=workers)
        plain_took = time.perf_counter() - began
        plain_score = "-" if plain.score is None else str(plain.score)
        is_wrong = (
            ours.status == "PROVED" and plain.status == "OPTIMAL" and ours.score != plain.score
        )
        times.setdefault(len(ending.rolls), []).append(
            (
                ours_took if ours.status == "PROVED" else float("inf"),
                plain_took if plain.status == "OPTIMAL" else float("inf"),
            )
        )
        yield (
            f"{len(ending.rolls):>5}  {ending.recipe:<14}  "
            f"{ours.score:>3}/{ours.bound:<3} {ours_took:>7.2f} s  "
            f"{plain_score:>3}/{plain.bound:<3} {plain_took:>7.2f} s"
            f"{'  DIFFERENT' if is_wrong else ''}"
        )
    for rolls, pairs in sorted(times.items()):
        ours_times, plain_times = zip(*pairs, strict=True)
        yield (
            f"{rolls} rolls: proved {sum(t < float('inf') for t in ours_times)} of {len(pairs)}, "
            f"median {statistics.median(ours_times):.2f} s; plain model "
            f"{sum(t < float('inf') for t in plain_times)}, "
            f"median {statistics.median(plain_times):.2f} s"
        )


def load_kept(path: Path | None, workers: int) -> dict[tuple[str, int], dict[str, Any]]:
    """By deal and seed what `--keep` has written; NumberdropError if it was run otherwise."""
    if path is None or not path.exists():
        return {}
    kept = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for result in kept:
        if result["workers"] != workers:
            raise nd.NumberdropError(
                f"{path}: expected results with {workers} workers, got {result['workers']}"
            )
    return {(result["recipe"], result["seed"]): result for result in kept}


def check_witness(result: dict[str, Any]) -> None:
    """The witness of a result, read and replayed as any stranger's would be."""
    found = Maximum.from_json(result["result"])
    assert isinstance(found.question, Question)
    assert found.score == result["result"]["score"], result["recipe"]


def search_deals(options: argparse.Namespace) -> None:
    """The deals asked for, then the tables."""
    kept = load_kept(options.keep, options.workers)
    results = []
    deals = find_sequences(options.deals) if options.deals else load_sequences()
    for seed, (name, deal) in product(options.seed, deals):
        if options.only not in (None, name):
            continue
        result = kept.get((deal.recipe, seed))
        if result is None or result["limit"] < max(options.seconds):
            result = search(name, deal, max(options.seconds), options.workers, seed)
            if options.keep:
                with options.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(result) + "\n")
        check_witness(result)
        results.append(result)
        print(report_deal(result), flush=True)
    for seconds in sorted(options.seconds):
        print("\n" + "\n".join(report_table(results, seconds)), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, nargs="+", default=list(SECONDS))
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, nargs="+", default=[1])
    parser.add_argument("--class", dest="only", choices=list(CLASSES))
    parser.add_argument("--deals", type=int, metavar="N")
    parser.add_argument("--keep", type=Path, metavar="FILE")
    parser.add_argument("--part", choices=PARTS, nargs="+", default=PARTS)
    options = parser.parse_args()
    print(
        f"numberdrop {nd.__version__}, {_core.BUILD} build, Python {platform.python_version()}, "
        f"{platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start"
    )
    print(f"variant rulebook, {options.workers} workers, seeds {options.seed}\n", flush=True)
    if "deals" in options.part:
        search_deals(options)
        print(flush=True)
    if "endings" in options.part:
        for line in compare_endings(ENDING_SECONDS, options.workers):
            print(line, flush=True)


if __name__ == "__main__":
    main()
