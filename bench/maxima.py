"""How good are the maxima? `python bench/maxima.py [--seconds 10 60 300]`, on two cores.

First the deals. Every one of sequences.txt is searched for the longest of the times given; what
stood at the shorter ones is read from the same run. A line a deal, then a table for each time: by
class, and over all, weighted by how often a class is dealt; with several seeds the means of each,
for the spread. `--deals N` takes the first N deals of each class in place of those six. Then the
ends of games (endings.txt), each also put to a plain CP-SAT model of all rules (wholerules.py),
side by side. `--part` does one of both. `--keep FILE` writes each result as a JSON line as soon as
it is there, and doesn't search for those again.

`python bench/maxima.py --seed 1 2 > docs/results/maxima.txt`, some two hours, is what the page
beside it quotes.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numberdrop as nd
from numberdrop import _core
from numberdrop.plan.maxima.maximum import maximum
from numberdrop.plan.question import Maximum, Question
from sequences import CLASSES, Ending, find_sequences, load_endings, load_sequences
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
        "seconds": round(found.seconds, 2),
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


@dataclass(frozen=True, slots=True)
class Ended:
    """How far one of the two got with an ending, and after how long."""

    score: int | None
    bound: int
    is_proved: bool
    seconds: float

    def __str__(self) -> str:
        score = "-" if self.score is None else str(self.score)
        return f"{score:>3}/{self.bound:<3} {self.seconds:>7.2f} s"

    @property
    def to_proof(self) -> float:
        """In seconds, infinite without a proof."""
        return self.seconds if self.is_proved else float("inf")


def end(ending: Ending, seconds: float, workers: int) -> dict[str, Any]:
    """One ending: the planner's result, and the plain model's."""
    began = time.perf_counter()
    ours = maximum(ending.position, ending.rolls, seconds=seconds, workers=workers)
    turned = time.perf_counter()
    plain = solve(ending.position, ending.rolls, seconds=seconds, workers=workers)
    done = time.perf_counter()
    return {
        "ours": [ours.score, ours.bound, ours.status == "PROVED", round(turned - began, 2)],
        "plain": [plain.score, plain.bound, plain.status == "OPTIMAL", round(done - turned, 2)],
    }


def report_ending(ending: Ending, ours: Ended, plain: Ended) -> str:
    is_wrong = ours.is_proved and plain.is_proved and ours.score != plain.score
    mark = "  DIFFERENT" if is_wrong else ""
    return f"{len(ending.rolls):>5}  {ending.recipe:<14}  {ours}  {plain}{mark}"


def report_growth(rolls: int, pairs: Sequence[tuple[Ended, Ended]]) -> str:
    """Over all endings of so many rolls."""
    ours, plain = (_proofs(ended) for ended in zip(*pairs, strict=True))
    return f"{rolls} rolls, {len(pairs)} endings: ours {ours}; plain model {plain}"


def _proofs(ended: Sequence[Ended]) -> str:
    times = [each.to_proof for each in ended]
    middle, longest = (
        f"{seconds:.2f} s" if seconds < float("inf") else f"over {ENDING_SECONDS:g} s"
        for seconds in (statistics.median(times), max(times))
    )
    return f"{sum(each.is_proved for each in ended)} proved, median {middle}, longest {longest}"


class Keep:
    """Results by what they are of; with a file also those of earlier runs, and a JSON line there
    for each as soon as it is made."""

    def __init__(self, path: Path | None, workers: int) -> None:
        """NumberdropError if the file was made with another number of workers."""
        self._path, self._workers = path, workers
        self._known: dict[tuple[str, ...], dict[str, Any]] = {}
        if path is None or not path.exists():
            return
        for line in path.read_text("utf-8").splitlines():
            kept = json.loads(line)
            if kept["workers"] != workers:
                raise nd.NumberdropError(
                    f"{path}: expected results with {workers} workers, got {kept['workers']}"
                )
            self._known[tuple(kept["of"])] = kept

    def get(self, limit: float, make: Callable[[], dict[str, Any]], *of: str) -> dict[str, Any]:
        """The result of something within so many seconds, as kept from as many or more, or made."""
        kept = self._known.get(of)
        if kept is None or kept["limit"] < limit:
            kept = {"of": of, "workers": self._workers, "limit": limit, **make()}
            if self._path is not None:
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(kept) + "\n")
        return kept


def check_witness(result: dict[str, Any]) -> None:
    """The witness of a result, read and replayed as any stranger's would be."""
    found = Maximum.from_json(result["result"])
    assert isinstance(found.question, Question)
    assert found.score == result["result"]["score"], result["recipe"]


def search_deals(options: argparse.Namespace, keep: Keep) -> None:
    """The deals asked for, then the tables."""
    longest = max(options.seconds)
    results = []
    deals = find_sequences(options.deals) if options.deals else load_sequences()
    for seed, (name, deal) in product(options.seed, deals):
        if options.only not in (None, name):
            continue
        make = partial(search, name, deal, longest, options.workers, seed)
        result = keep.get(longest, make, "deal", deal.recipe, f"seed {seed}")
        check_witness(result)
        results.append(result)
        print(report_deal(result), flush=True)
    for seconds in sorted(options.seconds):
        print("\n" + "\n".join(report_table(results, seconds)), flush=True)


def compare_endings(options: argparse.Namespace, keep: Keep) -> None:
    """The ends of games: seconds to a proved optimum, ours and the plain model's."""
    print(f"ends of games, {ENDING_SECONDS:g} s for each at most")
    print("rolls  recipe          ours            plain model")
    pairs: dict[int, list[tuple[Ended, Ended]]] = {}
    for ending in load_endings():
        rolls = len(ending.rolls)
        make = partial(end, ending, ENDING_SECONDS, options.workers)
        result = keep.get(ENDING_SECONDS, make, "ending", ending.recipe, f"{rolls} rolls")
        ours, plain = Ended(*result["ours"]), Ended(*result["plain"])
        pairs.setdefault(rolls, []).append((ours, plain))
        print(report_ending(ending, ours, plain), flush=True)
    for rolls, ended in sorted(pairs.items()):
        print(report_growth(rolls, ended), flush=True)


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
        f"{platform.machine()}, {os.cpu_count()} cores"
    )
    print(f"variant rulebook, {options.workers} workers, seeds {options.seed}\n", flush=True)
    keep = Keep(options.keep, options.workers)
    if "deals" in options.part:
        search_deals(options, keep)
        print(flush=True)
    if "endings" in options.part:
        compare_endings(options, keep)


if __name__ == "__main__":
    main()
