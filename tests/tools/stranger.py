"""Compare puzzles/check.js, the checker that shares no line with numberdrop, with the oracle.

    python tests/tools stranger --games 2000 --mutants 5000 --forged 1000 --seed 7

Random games of the oracle, in all variants and for one to six players, must get the same result.
Games whose last turn was changed must be refused by both, at the same turn, or get the same result
from both. Forged entries of the shipped archives, with the right digest, must be refused with a
reason; the entries themselves must not be refused. Needs Node.
"""

from __future__ import annotations

import argparse
import copy
import hashlib
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import oracle
from changed import changed_round, changed_turn
from places import ROOT
from soaking import Disagreement

CHECKER = ROOT / "puzzles" / "check.js"
ARCHIVES = sorted((ROOT / "puzzles").glob("*.jsonl"))
VARIANTS = [
    f"{base}{slide}{dice}"
    for base in ("rulebook", "bga")
    for slide in ("", "+slide")
    for dice in ("", "+review-dice")
]

Json = dict[str, Any]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--mutants", type=int, default=5000)
    parser.add_argument("--forged", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    checks: list[Callable[[], str]] = [
        lambda: compare_games(args.games, args.seed),
        lambda: compare_mutants(args.mutants, args.seed),
        check_shipped,
        lambda: check_forged(args.forged, args.seed),
    ]
    try:
        for check in checks:
            began = time.monotonic()
            print(f"{check()}; {time.monotonic() - began:.0f} s", flush=True)
    except Disagreement as found:
        print(found)
        return 1
    return 0


def by_the_stranger(records: Sequence[Json]) -> list[Json]:
    """Return what the checker says of each record: its result, or the turn and the reason."""
    lines = "".join(f"{json.dumps(record)}\n" for record in records)
    done = subprocess.run(
        ["node", CHECKER, "--games"], input=lines, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def verdicts(path: Path) -> list[Json]:
    """Return the checker's verdict on each line of an archive."""
    done = subprocess.run(["node", CHECKER, "--json", path], capture_output=True, text=True)
    if done.stderr:
        raise Disagreement(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


def compare_games(count: int, seed: int) -> str:
    """Compare the results of random games. Raises Disagreement."""
    records = list(random_games(count, random.Random(f"{seed}/games")))
    _compare(records)
    turns = sum(len(record["turns"]) for record in records)
    return f"{count:,} games with {turns:,} turns: the same results"


def compare_mutants(count: int, seed: int) -> str:
    """Compare games whose last turn was changed. Raises Disagreement."""
    rng = random.Random(f"{seed}/mutants")
    records = list(mutants(count, rng))
    return f"{count:,} mutants: the same answers, {_compare(records):,} of them no"


def _compare(records: Sequence[Json]) -> int:
    """Compare answers to records, and return how many are illegal."""
    refused = 0
    for record, found in zip(records, by_the_stranger(records), strict=True):
        try:
            expected: Json = {"result": oracle.play_record(record)}
        except oracle.Illegal as error:
            expected = {"turn": error.turn}
            refused += 1
        if any(found.get(key) != value for key, value in expected.items()):
            raise Disagreement(
                f"{json.dumps(record)}\nchecker: {found}\noracle: {expected or 'legal'}"
            )
    return refused


def random_games(count: int, rng: random.Random) -> Iterator[Json]:
    """Yield random games of the oracle, mostly for one player."""
    for _ in range(count):
        players = rng.choice([1, 1, 1, 2, 3, 4, 5, 6])
        yield oracle.random_game(rng, players, rng.choice(VARIANTS))


def mutants(count: int, rng: random.Random) -> Iterator[Json]:
    """Yield beginnings of random games, the last turn of each changed."""
    games = list(random_games(max(1, count // 20), rng))
    for _ in range(count):
        record = copy.deepcopy(rng.choice(games))
        del record["turns"][rng.randint(1, len(record["turns"])) :]
        change = changed_turn if record["players"] == 1 else changed_round
        record["turns"][-1] = change(record["turns"][-1], rng)
        yield record


def check_shipped() -> str:
    """Check the shipped archives. Raises Disagreement for an entry that is refused, or a day or
    problem of one roll whose bound isn't checked."""
    counts: Counter[str] = Counter()
    for path in ARCHIVES:
        entries = map(json.loads, path.read_text("utf-8").splitlines())
        for entry, verdict in zip(entries, verdicts(path), strict=True):
            is_hard = entry["kind"] == "drop" and len(entry["rolls"]) > 1
            if verdict["answer"] != ("score" if is_hard else "yes"):
                raise Disagreement(f"{path}: {verdict}")
            counts[verdict["answer"]] += 1
    return f"shipped: {counts['yes']} yes, {counts['score']} score yes, bound not checked"


def check_forged(count: int, seed: int) -> str:
    """Check forged entries. Raises Disagreement for one that isn't refused with a reason."""
    rng = random.Random(f"{seed}/forged")
    texts = [path.read_text("utf-8") for path in ARCHIVES]
    entries = [json.loads(line) for text in texts for line in text.splitlines()]
    days = [entry for entry in entries if entry["kind"] == "daily"]
    problems = [entry for entry in entries if entry["kind"] == "drop"]
    names, counts = list(FORGERIES), Counter[str]()
    lines: list[str] = []
    while len(lines) < count:
        name = names[len(lines) % len(names)]
        forged = copy.deepcopy(rng.choice(problems if name in OF_PROBLEMS else days))
        if FORGERIES[name](forged, rng):
            lines.append(sealed(forged))
            counts[name] += 1
    with tempfile.TemporaryDirectory() as folder:
        for number, line in enumerate(lines):
            Path(folder, f"{number}.jsonl").write_text(f"{line}\n", "utf-8")
        paths = [Path(folder, f"{number}.jsonl") for number in range(count)]
        found = _separately(paths)
    for number, (line, verdict) in enumerate(zip(lines, found, strict=True)):
        if verdict["answer"] != "no" or not verdict["why"] or "digest" in verdict["why"]:
            raise Disagreement(f"{names[number % len(names)]}: {verdict}\n{line}")
    listed = ", ".join(f"{name} {n}" for name, n in sorted(counts.items()))
    return f"{count:,} forged entries: all no ({listed})"


def _separately(paths: Sequence[Path]) -> list[Json]:
    """Return the verdicts on files of one line each: the same id may stand in several."""
    script = (
        "const {checkLine} = require(process.argv[1]), fs = require('fs');"
        "for (const path of process.argv.slice(2))"
        " console.log(JSON.stringify(checkLine(fs.readFileSync(path, 'utf8').slice(0, -1))))"
    )
    done = subprocess.run(
        ["node", "-e", script, CHECKER, *paths], capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def sealed(entry: Json) -> str:
    """Return the line of an entry with the right digest."""
    bare = {key: value for key, value in entry.items() if key != "digest"}
    text = json.dumps(bare, ensure_ascii=False)
    return json.dumps(
        {**bare, "digest": hashlib.sha256(text.encode()).hexdigest()[:16]}, ensure_ascii=False
    )


# Forgeries: each changes an entry, and returns whether it is wrong now


def forge_score(entry: Json, rng: random.Random) -> bool:
    entry["best"]["score"] += rng.choice([-1, 1, 2])
    if entry["kind"] == "drop":
        entry["best"]["bound"] = entry["targets"]["goal"] = entry["best"]["score"]
        entry["best"]["solution"]["score"] = entry["best"]["score"]
    else:
        entry["best"]["solution"]["result"]["final"]["total"] = entry["best"]["score"]
    return True


def forge_bound(entry: Json, rng: random.Random) -> bool:
    entry["best"]["bound"] = entry["best"]["score"] - rng.randint(1, 5)
    return True


def forge_dice(entry: Json, rng: random.Random) -> bool:
    """Swap two numbers that the dice can show, also in the solution."""
    at = rng.randrange(len(entry["rolls"]))
    roll = entry["rolls"][at]
    other = roll[:3] + rng.choice("123567*") + roll[4]
    entry["rolls"][at] = other
    turns = entry["best"]["solution"]["turns"]
    if at < len(turns):
        turns[at]["roll"] = other
    return bool(other != roll)


def forge_cell(entry: Json, rng: random.Random) -> bool:
    """Move one digit to another cell, or change it."""
    turn = rng.choice(entry["best"]["solution"]["turns"])
    if not turn["place"]:
        return False
    cells = list(turn["place"])
    old = rng.choice(cells)
    if rng.random() < 0.5:
        turn["place"][old] = (turn["place"][old] + rng.randint(1, 9)) % 10
    else:
        turn["place"][rng.choice(oracle.CELLS)] = turn["place"].pop(old)
        turn["place"] = {cell: turn["place"][cell] for cell in oracle.in_order(turn["place"])}
    return is_wrong(entry)


def forge_claim(entry: Json, rng: random.Random) -> bool:
    """Change one cell of a claim, leave a claim out, or claim what was not claimed."""
    turn = rng.choice(entry["best"]["solution"]["turns"])
    if turn["claim"] is None:
        turn["claim"] = oracle.in_order(rng.sample(oracle.CELLS[:40], 3))
    elif rng.random() < 0.2:
        turn["claim"] = None
    else:
        turn["claim"][rng.randrange(len(turn["claim"]))] = rng.choice(oracle.CELLS)
    return is_wrong(entry)


def forge_slide(entry: Json, rng: random.Random) -> bool:
    turn = rng.choice(entry["best"]["solution"]["turns"])
    turn["slides"][rng.randrange(len(turn["slides"]))] = rng.choice(oracle.LETTERS)
    return is_wrong(entry)


def forge_goal(entry: Json, rng: random.Random) -> bool:
    """Replace the solution of a problem of one roll by a legal turn that scores less."""
    if len(entry["rolls"]) > 1:
        return False
    sheet = oracle.parse(entry["position"])
    turn, after = oracle.random_turn(sheet, entry["rolls"][0], rng, False, 4)
    total = oracle.score(after, False)["total"]
    solution = entry["best"]["solution"]
    greed = entry.get("greedy", entry.get("tempting", {}).get("score", 0))
    if not greed < total < entry["targets"]["goal"]:
        return False
    place = turn["place"]
    solution["turns"] = [
        {
            "roll": turn["roll"],
            "slides": turn["slides"],
            "drops": turn["drops"],
            "place": place and {cell: place[cell] for cell in oracle.in_order(place)},
            "claim": turn["claim"],
        }
    ]
    solution["score"] = entry["best"]["score"] = entry["best"]["bound"] = total
    entry["targets"]["goal"] = total
    return True


def is_wrong(entry: Json) -> bool:
    """Return whether the oracle refuses the solution of a day, or its score."""
    try:
        result = oracle.play_record(entry["best"]["solution"])
    except oracle.Illegal:
        return True
    return bool(result["final"]["total"] != entry["best"]["score"])


FORGERIES: dict[str, Callable[[Json, random.Random], bool]] = {
    "score": forge_score,
    "bound": forge_bound,
    "dice": forge_dice,
    "cell": forge_cell,
    "claim": forge_claim,
    "slide": forge_slide,
    "score of a problem": forge_score,
    "bound of a problem": forge_bound,
    "dice of a problem": forge_dice,
    "goal of a problem": forge_goal,
}
OF_PROBLEMS = [name for name in FORGERIES if name.endswith(" of a problem")]


if __name__ == "__main__":
    sys.exit(main())
