"""Measure the quality of maxima: `python bench/maxima.py [--seconds 10 60 300]`, on two CPU cores.

First the deals: each deal of sequences.txt is searched for the longest of the times; the results at
the shorter ones are read from the same run. Prints a line for each deal, then a table for each
time: by class, and over all classes, weighted by their frequency; with several seeds, the mean of
each, to show the spread. `--deals N` takes the first N deals of each class instead of those six.
Then the endings of endings.txt: each is also solved by a CP-SAT model of all rules (wholerules.py),
for comparison. `--part` selects one of both. `--keep FILE` saves each result at once as a JSON
line, and doesn't repeat saved searches. Each budget in `--nodes`, whose results are reproducible,
has a table of its own: how many deals were PROVED, with Wilson's interval, by class and by digits
to spare.

docs/results/maxima.md quotes `python bench/maxima.py --seed 1 2 > docs/results/maxima.txt`, which
takes about two hours.
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
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any

import numberdrop as nd
from numberdrop import Maximum, _core, maximum
from numberdrop.combo import box_digits
from numberdrop.plan import Question, Stop
from numberdrop.plan.bounds import Known
from numberdrop.plan.bounds.known import SHAPE_CELLS
from numberdrop.plan.maxima.planners import Planners
from numberdrop.study.statistics import Share
from sequences import (
    CLASSES,
    DEALS_EACH,
    SEED,
    Ending,
    find_sequences,
    load_endings,
    load_sequences,
)
from wholerules import solve

#: Frequency of the classes among plain deals in per cent, counted over 20,000 deals of seed 1.
DEALT = {"..14": 10.8, "15": 22.2, "16": 30.9, "17..": 36.1}
SECONDS = (10.0, 60.0, 300.0)
#: Seconds for an ending, for the planner and for the CP-SAT model each.
ENDING_SECONDS = 60.0
PARTS = ("deals", "endings")
#: Marks a search with a budget in nodes.
NODES = "nodes"
#: A score with a column of its own: everything but the bonus box.
EASY = 92


def search(
    name: str,
    deal: nd.Deal,
    workers: int,
    seed: int,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
) -> dict[str, Any]:
    """Search a deal. The result has (seconds or nodes, score, bound) at every improvement and at
    the end."""
    steps: list[tuple[float, int, int]] = []

    def note(now: Maximum) -> None:
        if not steps or steps[-1][1:] != (now.score, now.bound):
            at = round(now.seconds, 2) if nodes is None else now.nodes
            steps.append((at, now.score, now.bound))

    began = time.process_time()
    found = maximum(deal, seconds=seconds, nodes=nodes, workers=workers, seed=seed, progress=note)
    return {
        "class": name,
        "recipe": deal.recipe,
        "seed": seed,
        "seconds": round(found.seconds, 2),
        "cpu": round(time.process_time() - began, 2),
        "steps": steps,
        "nodes": found.nodes,
        "method": found.method,
        "found_by": found.found_by,
        "result": found.to_json(),
    }


def standing(result: dict[str, Any], seconds: float) -> tuple[int, int]:
    """Return score and bound after `seconds`."""
    found = [(score, bound) for at, score, bound in result["steps"] if at <= seconds]
    return found[-1] if found else (0, 100)


def is_proved(result: dict[str, Any]) -> bool:
    """Return whether a search ended with a proved optimum."""
    _, score, bound = result["steps"][-1]
    return bool(score == bound)


@cache
def spare_digits(question: Question, bound: int) -> int | None:
    """Return the number of unused digits in the longest game with a drop plan that reaches the
    bound, or None if no such game is known."""
    planners = Planners(question, Known.asked_by(question), Stop())
    return max(
        (
            planners.digits + SHAPE_CELLS * aim.turns - box_digits(aim.boxes)
            for aim in planners.objectives()
            if aim.points == bound
        ),
        default=None,
    )


def report_budget(results: Sequence[dict[str, Any]], nodes: int) -> Iterator[str]:
    """Yield the table of a budget in nodes: by class, over all, and by digits to spare."""
    yield (
        f"within {nodes / 1e6:g} million nodes   deals   PROVED                          "
        "mean score   mean gap   nodes a second of a core"
    )
    for name in CLASSES:
        yield from _budget_row(name, [found for found in results if found["class"] == name])
    yield from _budget_row("all", results)
    by_spare: dict[int, list[dict[str, Any]]] = {}
    for result in results:
        found = Maximum.from_json(result["result"])
        assert isinstance(found.question, Question)
        spare = spare_digits(found.question, found.bound)
        by_spare.setdefault(-1 if spare is None else spare, []).append(result)
    for spare, group in sorted(by_spare.items()):
        yield from _budget_row("no aim" if spare < 0 else f"{spare} digits to spare", group)


def _budget_row(name: str, found: Sequence[dict[str, Any]]) -> Iterator[str]:
    if not found:
        return
    share = Share(sum(map(is_proved, found)), len(found))
    ends = [result["steps"][-1] for result in found]
    mean = statistics.mean(score for _, score, _ in ends)
    gap = statistics.mean(bound - score for _, score, bound in ends)
    speed = sum(result["nodes"] for result in found) / sum(result["cpu"] for result in found)
    yield (
        f"{name:>24} {len(found):>7} {share.count:>6}  {share!s:<26} {mean:>8.2f} "
        f"{gap:>10.2f}   {speed / 1e6:>8.2f} million"
    )


def report_deal(result: dict[str, Any]) -> str:
    _, score, bound = result["steps"][-1]
    easy = next((at for at, found, _ in result["steps"] if found >= EASY), None)
    if result["of"][-1] == NODES:
        reached = "-" if easy is None else f"{easy / 1e6:.1f}"
        spent = f"{result['nodes'] / 1e6:>6.1f} million nodes"
    else:
        reached = "-" if easy is None else f"{easy:.1f}"
        spent = f"{result['seconds']:>6.1f} s"
    status = "PROVED" if score == bound else "BEST FOUND"
    return (
        f"{result['class']:>5}  {result['recipe']:<14} seed {result['seed']}  "
        f"bound {bound:>3}  score {score:>3}  {status:<10}  "
        f"to {EASY} {reached:>6}  end {spent}  "
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
    """The result of one solver on an ending, and its time."""

    score: int | None
    bound: int
    is_proved: bool
    seconds: float

    def __str__(self) -> str:
        score = "-" if self.score is None else str(self.score)
        return f"{score:>3}/{self.bound:<3} {self.seconds:>7.2f} s"

    @property
    def to_proof(self) -> float:
        """The seconds to a proof, infinite without one."""
        return self.seconds if self.is_proved else float("inf")


def end(ending: Ending, seconds: float, workers: int) -> dict[str, Any]:
    """Return the results of the planner and of the CP-SAT model for an ending."""
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
    """Return the summary of all endings with `rolls` rolls."""
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
    """Results by subject. With a file, also those of earlier runs; each new result is at once
    appended to the file as a JSON line."""

    def __init__(self, path: Path | None, workers: int) -> None:
        """Raises NumberdropError if the file was made with another number of workers."""
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
        """Return the result for a limit in seconds or nodes: a saved one with this limit or a
        higher one, or else a new one from `make`."""
        kept = self._known.get(of)
        if kept is None or kept["limit"] < limit:
            kept = {"of": of, "workers": self._workers, "limit": limit, **make()}
            if self._path is not None:
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(kept) + "\n")
        return kept


def check_witness(result: dict[str, Any]) -> None:
    """Check the witness of a result with the ordinary reader and replay."""
    found = Maximum.from_json(result["result"])
    assert isinstance(found.question, Question)
    assert found.score == result["result"]["score"], result["recipe"]


def deals_of(options: argparse.Namespace) -> list[tuple[str, nd.Deal]]:
    """Return the requested deals with their classes."""
    if options.plain is None and options.deals is None:
        deals = load_sequences()
    else:
        seed = SEED if options.plain is None else options.plain
        deals = find_sequences(options.deals or DEALS_EACH, seed)
    return [(name, deal) for name, deal in deals if options.only in (None, name)]


def search_within(options: argparse.Namespace, keep: Keep) -> None:
    """Search the requested deals within each budget in nodes, the smallest first, and print its
    table."""
    ended: dict[tuple[int, str], dict[str, Any]] = {}
    for nodes in sorted(map(int, options.nodes)):
        for seed, (name, deal) in product(options.seed, deals_of(options)):
            of = seed, deal.recipe
            if of in ended and is_proved(ended[of]):
                continue
            make = partial(search, name, deal, options.workers, seed, nodes=nodes)
            # The result for a smaller budget can't be derived from that for a larger one.
            key = ("deal", deal.recipe, f"seed {seed}", str(nodes), NODES)
            result = keep.get(nodes, make, *key)
            check_witness(result)
            ended[of] = result
            print(report_deal(result), flush=True)
        print("\n" + "\n".join(report_budget(list(ended.values()), nodes)) + "\n", flush=True)


def search_deals(options: argparse.Namespace, keep: Keep) -> None:
    """Search the requested deals, then print the tables."""
    longest = max(options.seconds)
    results = []
    for seed, (name, deal) in product(options.seed, deals_of(options)):
        make = partial(search, name, deal, options.workers, seed, seconds=longest)
        result = keep.get(longest, make, "deal", deal.recipe, f"seed {seed}")
        check_witness(result)
        results.append(result)
        print(report_deal(result), flush=True)
    for seconds in sorted(options.seconds):
        print("\n" + "\n".join(report_table(results, seconds)), flush=True)


def compare_endings(options: argparse.Namespace, keep: Keep) -> None:
    """Print the seconds to a proved optimum of endings, for the planner and the CP-SAT model."""
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
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--seconds", type=float, nargs="+", default=list(SECONDS))
    limits.add_argument("--nodes", type=float, nargs="+")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, nargs="+", default=[1])
    parser.add_argument("--class", dest="only", choices=list(CLASSES))
    parser.add_argument("--deals", type=int, metavar="N")
    parser.add_argument("--plain", type=int, metavar="SEED")
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
        if options.nodes:
            search_within(options, keep)
        else:
            search_deals(options, keep)
        print(flush=True)
    if "endings" in options.part:
        compare_endings(options, keep)


if __name__ == "__main__":
    main()
