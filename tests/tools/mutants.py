"""Count mutants that the quick tests don't notice: `python tests/tools mutants STEP --keep DIR`.

    python tests/tools mutants make --keep build/mutants --kernels 400 --modules 40 --seed 64
    python tests/tools mutants run --keep build/mutants [--nearest]
    python tests/tools mutants table --keep build/mutants

`make` copies the repository to DIR/tree, puts a sample of the mutants of all kernels in solver/game
into one build of it (tests/support/mutations_of_kernels.py), and writes DIR/mutants.jsonl: these,
and a sample of the mutants of each Python module that judges what comes in or proves a bound
(mutations_of_modules.py). `run` runs the tests for each mutant, the nearest first, until one fails.
It adds a line to DIR/results.jsonl for each, and continues where it stopped. With --nearest no
others run; a later `run` without it continues with the mutants that these didn't notice. Tests that
take more processor time than LONGEST, or more memory than LARGEST, have noticed a mutant as well.
`table` prints the share that is noticed, by file, and lists the rest.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from mutations_of_kernels import CHOSEN, DECLARATIONS, MODULE, mutants_of, mutated
from mutations_of_modules import changes_of
from places import ROOT

#: The Python modules, each with its nearest tests; a folder stands for all its modules.
MODULES = {
    "tile_states.py": ("game",),
    "combo.py": ("game",),
    "record.py": ("game", "cli/test_cli_records.py"),
    "notation.py": ("game",),
    "typed": ("typed",),
    "plan/bounds": ("plan/bounds",),
}
#: The tests of kernels, the nearest first.
OF_KERNELS = ("core", "game")
#: The test that notices most of them, and runs before these.
AGREEMENT = "core/test_agreement.py"
#: The tests that run after the nearest ones, a run for each.
REST = (
    ("plan/test_best.py", "plan/test_exhaustive.py", "plan/hints", "plan/maxima"),
    ("game", "core", "stages", "multiplayer", "typed", "sessions", "plan"),
    ("puzzles", "study", "agents", "bga", "bots", "view", "jobs"),
    ("cli", "tui", "web", "omba"),
)
#: Seconds of processor time that the nearest tests may take, and any of REST; they take 30 and 200.
LONGEST = (75, 1200)
#: Kilobytes of address space for them.
LARGEST = 8_000_000


def make(keep: Path, kernels: int, modules: int, seed: int) -> None:
    rng, tree = random.Random(seed), keep / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    names = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in names.stdout.split():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, tree / name, follow_symlinks=False)
    rows = [
        {"number": number, **row} for number, row in enumerate(of_kernels(tree, kernels, rng), 1)
    ]
    rows += [
        {"number": number, **row}
        for number, row in enumerate(of_modules(tree, modules, rng), len(rows) + 1)
    ]
    with open(keep / "mutants.jsonl", "w", encoding="utf-8") as out:
        out.writelines(f"{json.dumps(row)}\n" for row in rows)
    build = [sys.executable, "setup.py", "build_ext", "--inplace"]
    subprocess.run(build, cwd=tree, check=True, env={**os.environ, "WARNINGS": "0"})


def of_kernels(tree: Path, count: int, rng: random.Random) -> Iterator[dict[str, Any]]:
    """Put `count` mutants into the kernels of a tree, or all if there are fewer, and yield them in
    the order of their numbers."""
    folder = tree / "solver" / "game"
    found = [
        pair
        for path in sorted(folder.glob("[a-z]*.pxd"))
        for pair in mutants_of(path, f"game/{path.name}")
    ]
    chosen = sorted(rng.sample(range(len(found)), min(count, len(found))))
    numbered = list(enumerate((found[at] for at in chosen), 1))
    by_file = defaultdict(list)
    for number, (mutant, insertions) in numbered:
        by_file[mutant.file].append((number, insertions))
        yield {**mutant._asdict(), "tests": OF_KERNELS}
    for file, some in by_file.items():
        path = tree / "solver" / file
        path.write_text(mutated(path.read_text("utf-8"), some), "utf-8")
    path = tree / "solver" / f"{MODULE.replace('.', '/')}.pxd"
    path.write_text(DECLARATIONS, "utf-8")


def of_modules(tree: Path, count: int, rng: random.Random) -> Iterator[dict[str, Any]]:
    """Yield `count` mutants of each module, or all if there are fewer."""
    package = tree / "src" / "numberdrop"
    for name, tests in MODULES.items():
        paths = (
            sorted((package / name).glob("*.py")) if (package / name).is_dir() else [package / name]
        )
        for path in paths:
            changes = list(changes_of(path.read_text("utf-8")))
            lines = path.read_text("utf-8").split("\n")
            for at in sorted(rng.sample(range(len(changes)), min(count, len(changes)))):
                line, kind, source = changes[at]
                yield {
                    "file": str(path.relative_to(package)),
                    "line": line,
                    "kind": kind,
                    "source": lines[line - 1].strip(),
                    "tests": tests,
                    "text": source,
                }


def run(keep: Path, most: int, *, nearest: bool) -> None:
    rows = read_lines(keep / "mutants.jsonl")
    results = results_in(keep)
    if not results and (failed := first_failure(keep, {"number": 0}, [OF_KERNELS])):
        sys.exit(f"the program itself fails: {failed}")
    done = {
        number for number, row in results.items() if nearest or row["noticed"] or not row["nearest"]
    }
    for row in [row for row in rows if row["number"] not in done][:most]:
        stages = [] if row["number"] in results else [*own_tests(keep, row), row["tests"]]
        failed = first_failure(keep, row, stages if nearest else [*stages, *REST])
        result = {key: row[key] for key in ("number", "file", "line", "kind", "source")}
        with open(keep / "results.jsonl", "a", encoding="utf-8") as out:
            out.write(f"{json.dumps({**result, 'noticed': failed, 'nearest': nearest})}\n")
        print(
            row["number"], row["file"], row["line"], row["kind"], failed or "survives", flush=True
        )


def own_tests(keep: Path, row: dict[str, Any]) -> Iterator[Sequence[str]]:
    """Yield the tests of a mutant's own module, if there are any: a run costs three seconds less
    than one of all that are near."""
    path = Path(row["file"])
    names = [AGREEMENT] if path.suffix == ".pxd" else []
    names += [f"{name}/test_{path.stem}.py" for name in (str(path.parent), row["tests"][0])]
    for name in names:
        if (keep / "tree" / "tests" / name).exists():
            yield [name]
            return


def results_in(keep: Path) -> dict[int, dict[str, Any]]:
    """Return the last result of each mutant."""
    return {row["number"]: row for row in read_lines(keep / "results.jsonl")}


def first_failure(keep: Path, row: dict[str, Any], stages: Sequence[Sequence[str]]) -> str:
    """Return the first test that fails with a mutant, or how the run ended; "" if all pass."""
    tree = keep / "tree"
    path = tree / "src" / "numberdrop" / row.get("file", "")
    original = path.read_text("utf-8") if "text" in row else ""
    env = {**os.environ, "PYTHONPATH": str(tree / "src"), CHOSEN: str(row["number"])}
    # Cached results of maxima and the like would hide a mutant.
    env["NUMBERDROP_CACHE"] = str(keep / "cache")
    try:
        if original:
            path.write_text(row["text"], "utf-8")
        for tests in stages:
            if failed := failure_in(tree, tests, env, LONGEST[tests in REST]):
                return failed
    finally:
        if original:
            path.write_text(original, "utf-8")
    return ""


def failure_in(tree: Path, tests: Sequence[str], env: dict[str, str], longest: int) -> str:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-n", "0"]
    command += [str(Path("tests") / name) for name in tests]
    limited = ["bash", "-c", f'ulimit -t {longest} -v {LARGEST}; exec "$@"', "limited", *command]
    done = subprocess.run(limited, cwd=tree, env=env, capture_output=True, text=True, check=False)
    if not done.returncode:
        return ""
    found = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    return found[1] if found else f"exit {done.returncode}"


def table(keep: Path) -> None:
    by_file = defaultdict(list)
    for row in results_in(keep).values():
        by_file[row["file"]].append(row)
    print("| file | mutants | noticed | share |")
    print("|---|---|---|---|")
    for file, rows in sorted(by_file.items()):
        noticed = sum(bool(row["noticed"]) for row in rows)
        print(f"| `{file}` | {len(rows)} | {noticed} | {noticed / len(rows):.0%} |")
    for file, rows in sorted(by_file.items()):
        for row in rows:
            if not row["noticed"]:
                print(f"{row['number']} {file}:{row['line']} {row['kind']}: {row['source']}")


def read_lines(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("step", choices=["make", "run", "table"])
    parser.add_argument("--keep", type=Path, required=True)
    parser.add_argument("--kernels", type=int, default=400)
    parser.add_argument("--modules", type=int, default=40)
    parser.add_argument("--most", type=int, default=10**6, help="run at most this many mutants")
    parser.add_argument("--nearest", action="store_true", help="run the nearest tests only")
    parser.add_argument("--seed", type=int, default=64)
    asked = parser.parse_args()
    keep = asked.keep.resolve()
    keep.mkdir(parents=True, exist_ok=True)
    if asked.step == "make":
        make(keep, asked.kernels, asked.modules, asked.seed)
    elif asked.step == "run":
        run(keep, asked.most, nearest=asked.nearest)
    else:
        table(keep)


if __name__ == "__main__":
    main()
