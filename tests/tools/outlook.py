"""Learn the outlook of a sheet from finished games, and measure how well it tells turns apart.

    python tests/tools outlook play --games 120000 --seed 60 --keep build/outlook
    python tests/tools outlook fit --keep build/outlook
    python tests/tools outlook check --positions 60 --games 1200 --keep build/outlook
    python tests/tools outlook write --keep build/outlook

`play` plays games by the player of the playouts and keeps the traits and the end of each; it
continues where it stopped. `fit` learns the weights by logistic and linear regression. `check`
plays games from two turns of each position and measures the differences that the outlook misses.
`write` writes src/numberdrop/plan/outlook.npz and .json. `fit` needs SciPy, which comes with
the extra `openspiel`.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

import numberdrop as nd
from game_ends import RULES, end_of, ends_from, met_positions, targets, with_groups
from numberdrop import _core
from numberdrop.files import atomic_file
from numberdrop.plan import npz
from numberdrop.plan.hints import explain, outlook
from numberdrop.plan.hints.coarse import coarse_traits, rows_shape
from numberdrop.plan.hints.levels import SearchSettings
from numberdrop.plan.hints.playouts import faces_of
from numberdrop.plan.ply import NARROW
from numberdrop.plan.weights import shipped
from numberdrop.version import VERSION

#: Games in a file of `play`, and at a time in memory.
CHUNK, BATCH = 4000, 200
#: Of `fit`: passes over the games, sheets at a time, step size, and the fewest sheets with a trait.
PASSES, SHEETS, RATE, FEWEST = 3, 2048, 0.05, 30
#: The outlook's large errors are more frequent than those of a normal distribution, and the largest
#: differences are named: 95 % of these lie within two errors if the errors are this much larger.
TAILS = 1.3
#: One game in this many is kept apart, to measure on.
APART = 10
#: Tables of traits that are left out: they are large, and made the outlook no better.
WITHOUT = (
    "row",
    "triple",
    "quad",
    "chains",
    "groups",
    "around",
    "grow_c",
    "grow_i",
    "spot",
    "pair",
)


def play_chunk(seed: int, first: int, path: Path) -> Path:
    """Play CHUNK games and write the traits of their sheets and the ends to `path`."""
    blanks = np.zeros(rows_shape(), dtype=np.float32)
    learner = _core.Learner(
        np.asarray(shipped().table),
        *(blanks, blanks, blanks, coarse_traits().rows, BATCH, faces_of(RULES.dice)),
    )
    traits, counts, ends = [], [], []
    for number in range(first, first + CHUNK, BATCH):
        learner.play(0, BATCH, seed, number, tuple(NARROW))
        for place in range(BATCH):
            sheets = learner.kept(place)[0]
            final = end_of(sheets[-1])
            for turn, sheet in enumerate(sheets[1:-1], 1):
                found = _core.sheet_traits(sheet)
                traits.append(np.array(found, dtype=np.int32))
                counts.append(len(found))
                left = len(sheets) - 1 - turn
                ends.append((number + place, left, *final, *end_of(sheet)))
    with atomic_file(str(path)) as write:
        out = io.BytesIO()
        np.savez_compressed(
            out,
            traits=np.concatenate(traits),
            counts=np.array(counts, dtype=np.int32),
            ends=np.array(ends, dtype=np.int32),
        )
        write(out.getvalue())
    return path


def play(keep: Path, games: int, seed: int, workers: int) -> None:
    keep.mkdir(parents=True, exist_ok=True)
    chunks = [(n, keep / f"games-{seed}-{n}.npz") for n in range(0, games, CHUNK)]
    missing = [(seed, first, path) for first, path in chunks if not path.exists()]
    with ProcessPoolExecutor(workers) as pool:
        for path in pool.map(play_chunk, *zip(*missing, strict=True)) if missing else ():
            print(path, flush=True)


def fit(keep: Path) -> None:
    from scipy import sparse  # type: ignore[import-untyped, unused-ignore]

    files = sorted(keep.glob("games-*.npz"))
    loaded = [np.load(path) for path in files]
    counts = np.concatenate([one["counts"] for one in loaded])
    items = np.concatenate([one["traits"] for one in loaded])
    ends = np.concatenate([one["ends"] for one in loaded])
    starts = np.concatenate([[0], np.cumsum(counts)])
    ones = np.ones(len(items), dtype=np.float32)
    sheets = sparse.csr_matrix((ones, items, starts), shape=(len(counts), _core.TRAITS))
    sheets.sum_duplicates()
    is_kept = np.asarray(sheets.sum(0)).ravel() >= FEWEST
    edges = [first for _, first in _core.TABLES] + [_core.TRAITS]
    for (name, first), end in zip(_core.TABLES, edges[1:], strict=True):
        is_kept[first:end] &= name not in WITHOUT
    rows = np.flatnonzero(is_kept)
    sheets = sheets[:, rows]
    reached, is_open = targets(ends)
    is_apart = ends[:, 0] % APART == 0
    learn, test = np.flatnonzero(~is_apart), np.flatnonzero(is_apart)
    chances = len(outlook.CHANCES)

    weight = is_open[learn].sum(0)
    bias = (reached[learn] * is_open[learn]).sum(0) / weight
    bias[:chances] = np.log(bias[:chances] / (1 - bias[:chances]))
    scale = np.ones(len(outlook.PARTS), dtype=np.float32)
    scale[chances:] = reached[learn, chances:].std(0)
    table = np.zeros((len(rows), len(outlook.PARTS)), dtype=np.float32)
    squares, total, added = np.full_like(table, 1e-6), np.zeros_like(table), 0

    def expected(some: Any, table: Any) -> Any:
        found = some @ table + bias
        found[:, :chances] = 1 / (1 + np.exp(-found[:, :chances]))
        return found

    rng = np.random.default_rng(1)
    for number in range(PASSES):
        order = rng.permutation(learn)
        for step, first in enumerate(range(0, len(order), SHEETS)):
            chosen = order[first : first + SHEETS]
            some = sheets[chosen]
            error = (expected(some, table) - reached[chosen]) * is_open[chosen] / scale**2
            slope = some.T @ error / len(chosen)
            squares += slope**2
            table -= RATE * scale * slope / np.sqrt(squares)
            if number and step % 20 == 0:
                total, added = total + table, added + 1
    table = (total / added).astype("<f2")
    missed = (expected(sheets[test], table.astype(np.float32)) - reached[test]) * is_open[test]
    explained = {}
    for at, part in enumerate(outlook.PARTS):
        open_ones = is_open[test, at] > 0
        spread = reached[test[open_ones], at].var()
        explained[part] = round(float(1 - (missed[open_ones, at] ** 2).mean() / spread), 3)
    about = {
        "program": f"numberdrop {VERSION}",
        "games": CHUNK * len(files),
        "sheets": len(counts),
        "traits": len(rows),
        "player": {"weights": shipped().name, "width": list(NARROW), "variant": str(RULES)},
        "passes": PASSES,
        "explained": explained,
        "bias": [round(float(one), 5) for one in bias],
        "name": hashlib.sha256(table.tobytes() + rows.tobytes()).hexdigest()[:8],
    }
    np.savez(keep / "fit.npz", table=table, rows=rows.astype("<u4"))
    (keep / "fit.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(explained))


def content(keep: Path, errors: dict[str, float]) -> tuple[bytes, dict[str, Any]]:
    """Return the file of the outlook that `fit` has left, and its description."""
    fitted = np.load(keep / "fit.npz")
    about = {**json.loads((keep / "fit.json").read_text("utf-8")), "errors": errors}
    table, rows = fitted["table"], fitted["rows"]
    made = outlook.packed(
        npz.Array("<f2", table.shape, table.tobytes()),
        npz.Array("<u4", rows.shape, rows.tobytes()),
        about,
    )
    return made, about


def fitted_outlook(keep: Path) -> outlook.Outlook:
    path = keep / "outlook.npz"
    path.write_bytes(content(keep, dict.fromkeys((*outlook.PARTS, *outlook.GROUPS), 0.0))[0])
    return outlook.Outlook.load(path)


def pairs(count: int, seed: int) -> Iterator[tuple[str, str, str, str]]:
    """Yield positions of games by `fast`, each with its roll and the positions after the best turn
    and after another good one."""
    rng = random.Random(seed)
    met = met_positions(rng, seed)
    while count:
        position, roll = next(met)
        ideas = nd.hint(position, roll, level="fast", top=4).ideas
        if len(ideas) > 1:
            other = rng.choice(ideas[1:]).best
            yield str(position), str(roll), str(ideas[0].best.position), str(other.position)
            count -= 1


def check(keep: Path, positions: int, games: int, seed: int, workers: int) -> None:
    known, each = fitted_outlook(keep), games // workers // 6 * 6
    settings = SearchSettings.of("fast")
    apart, errors = [], []
    with ProcessPoolExecutor(workers) as pool:
        for number, (_, _, one, other) in enumerate(pairs(positions, seed), 1):
            jobs = [(text, seed, n * each, each) for text in (one, other) for n in range(workers)]
            found = list(pool.map(ends_from, *zip(*jobs, strict=True)))
            ends = [np.concatenate(part) for part in (found[:workers], found[workers:])]
            differences = ends[0] - ends[1]
            guesses = [
                np.array(
                    explain.outlooks(
                        nd.Position.from_text(text), 384, seed + 1, known, RULES, settings
                    )
                )
                for text in (one, other)
            ]
            guess = guesses[0] - guesses[1]
            differences, guess = with_groups(differences), with_groups(guess)
            apart.append(guess.mean(0) - differences.mean(0))
            errors.append(guess.var(0) / len(guess) + differences.var(0) / len(differences))
            print(f"{number} of {positions}", flush=True)
            missed = np.sqrt(np.maximum(0, (np.square(apart) - np.array(errors)).mean(0)))
            noise = np.sqrt(np.array(errors).mean(0))
            table = {
                part: [round(float(missed[at]), 4), round(float(noise[at]), 4)]
                for at, part in enumerate((*outlook.PARTS, *outlook.GROUPS))
            }
            report = {"positions": number, "games": 2 * each * workers, "missed": table}
            (keep / "check.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


def write(keep: Path) -> None:
    checked = json.loads((keep / "check.json").read_text("utf-8"))
    # No part is trusted beyond a quarter of the noise of its check.
    errors = {
        part: round(TAILS * max(missed, noise / 4), 4)
        for part, (missed, noise) in checked["missed"].items()
    }
    made, about = content(keep, errors)
    outlook.SHIPPED.write_bytes(made)
    about["checked"] = {key: checked[key] for key in ("positions", "games")}
    text = json.dumps(about, indent=2) + "\n"
    outlook.SHIPPED.with_suffix(".json").write_text(text, encoding="utf-8")
    print(f"{outlook.SHIPPED}: {len(made):,} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("step", choices=["play", "fit", "check", "write"])
    parser.add_argument("--keep", type=Path, required=True)
    parser.add_argument("--games", type=int, default=120_000)
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--seed", type=int, default=60)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    if asked.step == "play":
        play(asked.keep, asked.games, asked.seed, asked.workers)
    elif asked.step == "fit":
        fit(asked.keep)
    elif asked.step == "check":
        check(asked.keep, asked.positions, asked.games, asked.seed, asked.workers)
    else:
        write(asked.keep)


if __name__ == "__main__":
    main()
