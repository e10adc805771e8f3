"""Solve a miniature of the game exactly, and let the learner learn it from nothing.

    python bench/miniature.py [--games 1024 4096 16384 65536] [--seed 1] [--rows 8] [--slides 3]

The miniature is the real game with its rules and kernels, begun near its end: columns c to g are
walled up, columns a and b are open from some row on, only the boxes identical 3, 4 and 5 are open,
and the number dice show 1 and 2 alone. It is solved by backward induction over all sheets that can
be reached. Digits that no claim can use any more count as X, which loses nothing. The learner is
that of `numberdrop lab train`: the same traits, step sizes and passes. All policies are evaluated
exactly, on the same sheets and rolls: a policy takes the turn whose sheet it values most, among all
turns.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

import numberdrop as nd
from numberdrop import _core
from numberdrop.jobs import WorkerPool
from numberdrop.plan import shipped
from numberdrop.plan.best import BATCH
from numberdrop.plan.hints.training import Settings, Training
from numberdrop.position import core_roll, flags_of

RULEBOOK = nd.Variant()
FLAGS = flags_of(RULEBOOK)
#: The faces of each number die and of the shape die.
NUMBERS, SHAPES = "111222", "IOTLS*"
#: Codes of cells in the rows of turns, and that of an X on a sheet.
EMPTY, X, BLOCK = 0, 21, 32
#: The size of a sheet, and the rows under the Game Over line.
COLUMNS, ROWS, LINE = 7, 14, 11
#: The number of slides left on a sheet that has none.
NOTCHES = 4

#: What of a turn's sheet is in its key.
KEY = ("cells", "boxes", "notches", "letters")

_Keys = NDArray[np.uint8]
#: Turns that end the game: the best score, their number, and the sum of their scores.
Ended = tuple[float, int, int]
NONE_ENDED: Ended = (-np.inf, 0, 0)
NOTHING = np.zeros(0, np.int64)


def start_of(rows: int, slides: int) -> nd.Position:
    """Return the start: `rows` open rows of two columns, and so many slides left, one of which lets
    a tile fall unless its letter is circled before."""
    grid = "/".join(["..XXXXX"] * rows + ["XXXXXXX"] * (11 - rows))
    return nd.Position.from_text(f"{grid} 67:34567:8 I3,O4x,T4x,L{5 - slides}o,S4x 1")


def rolls_of() -> list[tuple[_core.Roll, float]]:
    """Return all rolls with their probabilities."""
    shown = Counter(
        ("".join(sorted(four)), shape) for *four, shape in product(*[NUMBERS] * 4, SHAPES)
    )
    total = sum(shown.values())
    return [
        (core_roll(nd.Roll(numbers, shape)), count / total)
        for (numbers, shape), count in shown.items()
    ]


class Turns:
    """Lists the turns of a sheet, as arrays of the sheets after them."""

    def __init__(self) -> None:
        widths = {"cells": COLUMNS * ROWS, "boxes": 11, "notches": 5, "letters": 5}
        arrays: dict[str, Any] = {
            name: np.empty((BATCH, width), np.uint8) for name, width in widths.items()
        }
        arrays |= {"over": np.empty(BATCH, np.uint8), "points": np.empty(BATCH, np.int32)}
        arrays["where"] = np.empty((BATCH, 4), np.int32)
        self._arrays = arrays
        self._found: list[_Keys] = []
        self._ended = NONE_ENDED
        self._rows = _core.TurnRows(arrays, self._take)

    def _take(self, count: int) -> None:
        over, points = self._arrays["over"][:count] > 0, self._arrays["points"][:count]
        if not over.all():
            parts = [self._arrays[name][:count][~over] for name in KEY]
            self._found.append(np.concatenate(parts, axis=1))
        ends = points[over]
        if len(ends):
            best, number, total = self._ended
            self._ended = max(best, float(ends.max())), number + len(ends), total + int(ends.sum())

    def of(self, sheet: _core.Sheet, roll: _core.Roll) -> tuple[_Keys | None, Ended]:
        """Return the sheets after the turns that don't end the game, as rows of bytes, None if all
        do; and what the others come to."""
        self._found, self._ended = [], NONE_ENDED
        sheet.stream(roll, FLAGS, self._rows)
        return (np.concatenate(self._found) if self._found else None), self._ended


def canonical(keys: _Keys) -> _Keys:
    """Replace the digits that no claim can use any more by X, in place, and return the keys.

    These are the used ones, and the free ones of a group of fewer than three equal digits without
    an empty neighbour: only identical boxes are open.
    """
    cells = keys[:, : COLUMNS * ROWS].reshape(-1, ROWS, COLUMNS)
    cells[(cells > 10) & (cells < X)] = X
    some = cells[:, : LINE + 1, :2]
    is_free = (some > 0) & (some < X)
    equal = [
        is_free[one] & is_free[other] & (some[one] == some[other]) for one, other in _NEIGHBOURS
    ]
    count = np.zeros(some.shape, np.uint8)
    alive = np.zeros(some.shape, bool)
    for (one, other), pairs in zip(_NEIGHBOURS, equal, strict=True):
        count[one] += pairs
        count[other] += pairs
        alive[one] |= some[other] == EMPTY
        alive[other] |= some[one] == EMPTY
    # In a group of three or more each cell has two equal neighbours, or one that has two.
    alive = _spread(is_free & (count >= 2), equal) | (alive & is_free)
    while True:
        more = _spread(alive, equal)
        if (more == alive).all():
            break
        alive = more
    some[is_free & ~alive] = X
    return keys


_NEIGHBOURS = (
    (np.s_[:, 1:], np.s_[:, :-1]),
    (np.s_[:, :, 1:], np.s_[:, :, :-1]),
)


def _spread(flags: NDArray[np.bool_], equal: Sequence[NDArray[np.bool_]]) -> NDArray[np.bool_]:
    """Return the flags, and those of the neighbours that have an equal digit."""
    found = flags.copy()
    for (one, other), pairs in zip(_NEIGHBOURS, equal, strict=True):
        found[one] |= pairs & flags[other]
        found[other] |= pairs & flags[one]
    return found


@dataclass
class State:
    """A sheet before a roll. For each roll: the numbers of the sheets after its turns, how many
    turns lead to each, and the turns that end the game."""

    sheet: _core.Sheet
    after: list[NDArray[np.int64]] = field(default_factory=list)
    ways: list[NDArray[np.int64]] = field(default_factory=list)
    ended: list[Ended] = field(default_factory=list)


class Miniature:
    """All sheets that can be reached from a start, and what they are worth under any policy."""

    def __init__(self, start: nd.Position) -> None:
        self.rolls = rolls_of()
        self._turns = Turns()
        self._shapes = start.core.shapes
        self._numbers: dict[bytes, int] = {}
        self.states = [State(start.core)]
        done = 0
        while done < len(self.states):
            self._expand(self.states[done])
            done += 1
            if done % 256 == 0:
                print(f"{done:,} of {len(self.states):,} sheets", end="\r", file=sys.stderr)
        # A turn slides at least one tile, so every sheet comes after those that lead to it.
        self.order = sorted(range(done), key=lambda n: slides_left(self.states[n].sheet))

    def _expand(self, state: State) -> None:
        """List the turns of a sheet for every roll, and number the sheets after them."""
        for roll, _ in self.rolls:
            keys, ended = self._turns.of(state.sheet, roll)
            state.ended.append(ended)
            if keys is None:
                state.after.append(NOTHING)
                state.ways.append(NOTHING)
                continue
            rows = np.ascontiguousarray(canonical(keys))
            packed = rows.view(np.dtype((np.void, rows.shape[1]))).ravel()
            unique, ways = np.unique(packed, return_counts=True)
            state.after.append(np.array([self._number(key.tobytes()) for key in unique], np.int64))
            state.ways.append(ways)

    def _number(self, key: bytes) -> int:
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.states)
            self.states.append(State(self._sheet(np.frombuffer(key, np.uint8))))
        return number

    def _sheet(self, key: NDArray[np.uint8]) -> _core.Sheet:
        """Return the sheet that a row of bytes shows."""
        cells, boxes, notches, letters = np.split(key, np.cumsum([COLUMNS * ROWS, 11, 5]))
        grid = np.where(cells == X, BLOCK, cells).astype(np.uint8).tobytes()
        bits = [
            sum(1 << n for n, one in enumerate(some) if one)
            for some in (boxes, letters == 1, letters == 2)
        ]
        return _core.Sheet(grid, bits[0], self._shapes, notches.tolist(), bits[1], bits[2], 2)

    def worth(self, policy: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        """Return the expected final score from each sheet on: of a player who takes the turn whose
        sheet the policy values most, or of the best one for None."""
        worth = np.zeros(len(self.states))
        for number in self.order:
            state = self.states[number]
            values = worth if policy is None else policy
            for (_, chance), after, (ended, _, _) in zip(
                self.rolls, state.after, state.ended, strict=True
            ):
                best = int(after[values[after].argmax()]) if len(after) else -1
                is_end = best < 0 or ended >= values[best]
                worth[number] += chance * (ended if is_end else worth[best])
        return worth

    def random_worth(self) -> NDArray[np.float64]:
        """Return the expected final score of a player who takes any of the turns alike."""
        worth = np.zeros(len(self.states))
        for number in self.order:
            state = self.states[number]
            for (_, chance), after, ways, (_, count, total) in zip(
                self.rolls, state.after, state.ways, state.ended, strict=True
            ):
                worth[number] += (
                    chance * (total + (ways * worth[after]).sum()) / (count + ways.sum())
                )
        return worth

    def values(self, value: Callable[[_core.Sheet], float]) -> NDArray[np.float64]:
        """Return the value of each sheet."""
        return np.array([value(state.sheet) for state in self.states])

    def chances(self, policy: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the chance that a player by this policy meets each sheet."""
        met = np.zeros(len(self.states))
        met[0] = 1.0
        for number in reversed(self.order):
            state = self.states[number]
            for (_, chance), after, (ended, _, _) in zip(
                self.rolls, state.after, state.ended, strict=True
            ):
                best = int(after[policy[after].argmax()]) if len(after) else -1
                if best >= 0 and ended < policy[best]:
                    met[best] += chance * met[number]
        return met


def learned_value(sheet: _core.Sheet, table: Any) -> float:
    return _core.learned_value(sheet, table, FLAGS)


def slides_left(sheet: _core.Sheet) -> int:
    return sum(NOTCHES - notch for notch in sheet.notches)


class MiniatureTraining(Training):
    """The training of `numberdrop lab train` on games of the miniature."""

    def __init__(self, settings: Settings, start: _core.Sheet) -> None:
        super().__init__(settings)
        self._start, self._flag = start, _core.Flag()
        self._rolls, chances = zip(*rolls_of(), strict=True)
        self._limits = np.cumsum(chances)

    def _play(self, pool: WorkerPool) -> None:
        dice = np.random.default_rng([self.settings.seed, self.games])
        for place in range(self.settings.batch):
            sheets, values = [self._start], list[float]()
            while not sheets[-1].is_over():
                drawn = int(np.searchsorted(self._limits, dice.random() * self._limits[-1]))
                roll = self._rolls[min(drawn, len(self._rolls) - 1)]
                width, flag = self.settings.width, self._flag
                chosen = _core.Chosen(sheets[-1], roll, self._worth, FLAGS, width, 1, flag)
                sheets.append(chosen[0][0])
                values.append(chosen[0][1] / 100)
            self._learner.put(place, sheets, values, values, [None] * len(values))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rows", type=int, default=8, choices=range(4, 11), help="open rows")
    parser.add_argument("--slides", type=int, default=3, choices=range(2, 6), help="slides left")
    parser.add_argument("--games", type=int, nargs="+", default=[1024, 4096, 16384, 65536])
    parser.add_argument("--seed", type=int, nargs="+", default=[1, 2], help="of the trainings")
    given = parser.parse_args()
    began = time.process_time()
    start = start_of(given.rows, given.slides)
    small = Miniature(start)
    best = small.worth()
    layers = Counter(slides_left(state.sheet) for state in small.states)
    print(f"{start}: {len(small.states):,} sheets before a roll, {len(small.rolls)} rolls")
    print("  by slides left: " + ", ".join(f"{n}: {layers[n]:,}" for n in sorted(layers)))
    print(f"  solved in {time.process_time() - began:.0f} s")
    scores = small.values(lambda sheet: float(sheet.total(FLAGS)))
    greedy = small.worth(scores)[0]

    def row(name: str, worth: NDArray[np.float64], policy: NDArray[np.float64] | None) -> None:
        gain = (worth[0] - greedy) / (best[0] - greedy)
        lost = "" if policy is None else "  " + losses(small, best, policy)
        print(f"{name:<24} {worth[0]:8.4f} {worth[0] / best[0]:9.3%} {gain:9.2%}{lost}", flush=True)

    print(f"{'player':<24} {'score':>8} {'of best':>9} {'of gain':>9}  loss a turn by slides left")
    row("best", best, None)
    row("random", small.random_worth(), None)
    row("greedy", small.worth(scores), scores)
    full = small.values(lambda sheet: learned_value(sheet, shipped().table))
    row(f"weights {shipped().name}", small.worth(full), full)
    for seed in given.seed:
        training = MiniatureTraining(Settings(seed=seed, recent=1024), start.core)
        for games in given.games:
            training.run(games)
            table = training.weights().table
            values = small.values(lambda sheet: learned_value(sheet, table))  # noqa: B023
            row(f"seed {seed}, {training.games:,} games", small.worth(values), values)


def losses(small: Miniature, best: NDArray[np.float64], policy: NDArray[np.float64]) -> str:
    """Return the mean loss of a turn of a player by this policy, by the slides left before it."""
    lost, met = defaultdict[int, float](float), defaultdict[int, float](float)
    for number, chance in enumerate(small.chances(policy)):
        if chance:
            state = small.states[number]
            left = slides_left(state.sheet)
            met[left] += chance
            taken = 0.0
            for (_, share), after, (ended, _, _) in zip(
                small.rolls, state.after, state.ended, strict=True
            ):
                one = int(after[policy[after].argmax()]) if len(after) else -1
                is_end = one < 0 or ended >= policy[one]
                taken += share * (ended if is_end else best[one])
            lost[left] += chance * (best[number] - taken)
    return ", ".join(f"{left}: {lost[left] / met[left]:.4f}" for left in sorted(met, reverse=True))


if __name__ == "__main__":
    main()
