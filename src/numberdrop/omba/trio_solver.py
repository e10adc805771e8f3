"""The solver of three players: first the endings of two, then the moves of three, layer by layer.

docs/omba/three.md explains the method, and what can be certified of its result.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..threads import thread_map
from . import _core
from .bounds import (
    Bounds,
    DamagedTable,
    StoredBounds,
    read_checkpoint,
    write_bounds,
    write_checkpoint,
)
from .rules import ROLLS, variant_number
from .solver import PARTS_PER_WORKER, Progress, Solver, Stopped
from .trio import OUT, ROW, Ending, Rows, Trio, TrioFamily, after_move, ending_grounds, ending_of

#: The widest gap allowed between the bounds of an ending, and the most that the bounds of three
#: players add to it.
ENDING_GAP, GAP = 1e-10, 5e-10
#: The iteration of a layer has settled once no bound changes by more, in units.
SETTLED = 16
#: The most rounds of a layer. If it hasn't settled by then, its moves are taken as they are.
MOST_ROUNDS = 40
#: In round n of a layer the chances go 1 / max(1, n // DAMPING) of the way: the whole way at first,
#: since a part of the way lags behind, and less later, since moves that all change at once go in
#: circles. Tried with two cubes each: docs/omba/three.md.
DAMPING = 8
#: The share of the work that the endings are.
_ENDINGS_SHARE = 0.3


@dataclass
class TrioTable:
    """The tables of a family's layers, and of its endings."""

    family: TrioFamily
    layers: dict[str, Bounds] = field(default_factory=dict)

    def __getitem__(self, layer: Trio) -> Bounds:
        # An ending and a layer of three may be equal as tuples.
        return self.layers[str(layer)]

    def __setitem__(self, layer: Trio, bounds: Bounds) -> None:
        self.layers[str(layer)] = bounds


@dataclass
class Unsettled:
    """The changes of the last round of a layer, or of several: `moves` that changed, `positions`
    with a chance that would change by more than 1e-9 without damping, and the `widest` such change.
    """

    moves: int = 0
    positions: int = 0
    widest: float = 0.0

    def add(self, other: Unsettled) -> None:
        self.moves += other.moves
        self.positions += other.positions
        self.widest = max(self.widest, other.widest)


@dataclass
class _Part:
    """A layer of a group while it is being solved. `bounds` has three numbers a position, `picks`
    six: the moves chosen, by roll."""

    layer: Rows
    core: _core.Trio
    bounds: array[int]
    picks: array[int]
    entered: array[int] | memoryview | None
    ending: array[int] | memoryview


class TrioSolver:
    """A solver of the layers of a family that aren't stored yet.

    `folder` stores each layer in a file of its own, and a checkpoint of one whose moves are being
    chosen if solving is stopped; None stores nothing. The results are the same with any number of
    `workers`, the threads, and however often solving was stopped. `rounds` counts the rounds of
    this run, and `unsettled` what the last rounds of its layers changed. A layer ends after
    `most_rounds`.
    """

    def __init__(
        self,
        family: TrioFamily,
        folder: Path | None = None,
        *,
        workers: int = 1,
        most_rounds: int = MOST_ROUNDS,
        progress: Progress = lambda share, words: None,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self.family, self.folder, self.workers = family, folder, workers
        self.most_rounds = most_rounds
        self.progress, self.is_stopped = progress, is_stopped
        self.table = TrioTable(family)
        self.rounds, self.unsettled = 0, Unsettled()
        self.done, self.total = 0, family.positions()

    def run(self) -> TrioTable:
        """Solve and return the table. Raises Stopped if `is_stopped()` returns True before the
        end."""
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
        with thread_map(self.workers) as self._map:
            self._solve_endings()
            for group in self.family.groups():
                if not self._load(group):
                    self._solve(group)
                self.done += sum(self.family.size(layer) // ROW for layer in group)
                self._report(group)
        return self.table

    def _report(self, group: tuple[Rows, ...]) -> None:
        share = _ENDINGS_SHARE + (1 - _ENDINGS_SHARE) * self.done / self.total
        self.progress(share, f"three players, {group[0].cubes} cubes on the board")

    def _expect_time(self) -> None:
        if self.is_stopped():
            raise Stopped

    def _load(self, layers: tuple[Trio, ...]) -> bool:
        """Load stored layers. Returns whether all of them are stored and undamaged."""
        if self.folder is None:
            return False
        for layer in layers:
            try:
                bounds = StoredBounds(self.folder / str(layer), self.family, layer)
                bounds.check()
            except (DamagedTable, FileNotFoundError):
                return False
            self.table[layer] = bounds
        return True

    def _finish(self, layer: Trio, numbers: array[int]) -> None:
        """Add a finished layer to the table, and store it."""
        self.table[layer] = (
            Bounds(numbers)
            if self.folder is None
            else write_bounds(self.folder / str(layer), self.family, layer, numbers)
        )

    # The endings.

    def _solve_endings(self) -> None:
        layers = [*self.family.endings()]
        if self._load(tuple(layers)):
            return
        families = [*ending_grounds(self.family.cubes, self.family.variant)]
        endings = _core.Endings(self.family.cubes)
        solved = self._map(lambda one: Solver(one, gap=ENDING_GAP).run(), families)
        for number, table in enumerate(solved, 1):
            own = table.family
            for layer, bounds in table.layers.items():
                heights = own.heights(layer.cubes)
                endings.add(heights, own.cubes_of(layer.side), layer.mine, bounds.numbers)
            self.progress(_ENDINGS_SHARE * number / len(families), "endings of two players")
            self._expect_time()
        for ending in layers:
            self._fill(endings, ending)

    def _fill(self, endings: _core.Endings, layer: Ending) -> None:
        heights = self.family.heights(layer.cubes)
        numbers = array("Q", [0]) * self.family.size(layer)

        def work(first: int, last: int) -> None:
            endings.fill(heights, layer, numbers, first, last)

        self._map_parts(heights.classes, work)
        self._finish(layer, numbers)

    # The moves of three, and their chances.

    def _solve(self, group: tuple[Rows, ...]) -> None:
        parts = self._make_parts(group)
        if self._restore(parts, "settled") is None:
            self._iterate(parts, self._restore(parts, "begun") or 0)
            self._choose(parts)
            for part in parts:
                part.bounds = array("Q", [0]) * len(part.bounds)
            self._save(parts, "settled")
        self._evaluate(parts)
        for part in parts:
            rows = array("Q", [0]) * (ROW * part.core.size)
            part.core.pack(part.bounds, part.picks, rows)
            self._finish(part.layer, rows)
        for name in ("begun", "settled"):
            if self.folder is not None:
                self._checkpoint(parts, name).unlink(missing_ok=True)

    def _make_parts(self, group: tuple[Rows, ...]) -> list[_Part]:
        cubes = group[0].cubes
        more = self.family.heights(cubes + 1) if cubes < 3 * self.family.cubes else None
        variant = variant_number(self.family.variant)
        moves = _core.Moves(self.family.heights(cubes), more, variant)
        parts = []
        for layer in group:
            core = _core.Trio(moves, layer)
            has_hand = layer.mine < self.family.cubes
            entered = self.table[after_move(layer, is_entry=True)] if has_hand else None
            parts.append(
                _Part(
                    layer,
                    core,
                    array("Q", [0]) * (3 * core.size),
                    array("B", [OUT]) * (len(ROLLS) * core.size),
                    None if entered is None else entered.numbers,
                    self.table[ending_of(layer)].numbers,
                )
            )
        return parts

    def _iterate(self, parts: list[_Part], done: int) -> None:
        """Choose moves and follow them, in turn, until no chance changes any more, or for
        `most_rounds`, of which some are `done`."""
        last = Unsettled()
        for number in range(done + 1, self.most_rounds + 1):
            changed = self._choose(parts)
            widest, positions = self._follow(parts, max(1, number // DAMPING))
            last = Unsettled(changed, positions, widest / _core.UNITS)
            self.rounds += 1
            self._report((parts[0].layer,))
            if not changed and widest <= SETTLED:
                break
            if self.is_stopped():
                self._save(parts, "begun", number)
                raise Stopped
        self.unsettled.add(last)

    def _evaluate(self, parts: list[_Part]) -> None:
        """Compute the chances under the moves chosen, as bounds that grow."""
        steps = 3 * self.family.cubes + 1
        allowed = GAP * _core.UNITS * (steps - parts[0].layer.cubes) / steps
        while self._follow(parts)[0] > allowed / 100:
            if self.is_stopped():
                self._save(parts, "settled")
                raise Stopped

    def _choose(self, parts: list[_Part]) -> int:
        """Choose the moves of every layer. Returns how many have changed."""
        takes_first = self.family.ties == "first"
        changed = 0
        for part, after in _with_next(parts):

            def work(first: int, last: int, part: _Part = part, after: _Part = after) -> int:
                return part.core.choose(
                    after.bounds, part.entered, part.ending, takes_first, part.picks, first, last
                )

            changed += sum(self._map_parts(part.core.classes, work))
        return changed

    def _follow(self, parts: list[_Part], damping: int = 1) -> tuple[int, int]:
        """Compute the bounds of every layer under the moves chosen, going 1 / `damping` of the way.
        Returns the largest change without damping, and the number of positions with a change of
        more than 1e-9."""
        widest = positions = 0
        for part, after in reversed(_with_next(parts)):
            # Only a layer that leads to itself can't be changed while it is read.
            out = part.bounds if after is not part else array("Q", [0]) * len(part.bounds)

            def work(
                first: int,
                last: int,
                part: _Part = part,
                after: _Part = after,
                out: array[int] = out,
            ) -> tuple[int, int]:
                return part.core.follow(
                    after.bounds,
                    part.entered,
                    part.ending,
                    part.picks,
                    damping,
                    part.bounds,
                    out,
                    first,
                    last,
                )

            for largest, changed in self._map_parts(part.core.classes, work):
                widest = max(widest, largest)
                positions += changed
            part.bounds = out
        return widest, positions

    def _map_parts(self, classes: int, work: Callable[[int, int], Any]) -> list[Any]:
        """Return the results of `work(first, last)` for each part of the classes."""
        count = 1 if self.workers == 1 else self.workers * PARTS_PER_WORKER
        edges = [classes * part // count for part in range(count + 1)]
        return list(self._map(work, edges[:-1], edges[1:]))

    # Checkpoints of a group: while its moves are chosen (begun), with the rounds done, and after
    # (settled), while its chances grow.

    def _checkpoint(self, parts: list[_Part], name: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{parts[0].layer}.{name}"

    def _save(self, parts: list[_Part], name: str, rounds: int = 0) -> None:
        if self.folder is not None:
            arrays = [one for part in parts for one in (part.bounds, part.picks)]
            write_checkpoint(self._checkpoint(parts, name), [array("Q", [rounds]), *arrays])

    def _restore(self, parts: list[_Part], name: str) -> int | None:
        """Restore the bounds and moves of a checkpoint. Returns the rounds done, or None if there
        is no checkpoint."""
        if self.folder is None:
            return None
        like = [one for part in parts for one in (part.bounds, part.picks)]
        found = read_checkpoint(self._checkpoint(parts, name), [array("Q", [0]), *like])
        if not found:
            return None
        for part, bounds, picks in zip(parts, found[1::2], found[2::2], strict=True):
            part.bounds, part.picks = bounds, picks
        return found[0][0]


def _with_next(parts: list[_Part]) -> list[tuple[_Part, _Part]]:
    """Return each layer of a group with the one that its moves lead to."""
    return list(zip(parts, [*parts[1:], parts[0]], strict=True))
