"""The solver of a family: layer by layer, from all cubes on the board back to the empty board.

docs/omba/solving.md explains the method and proves its bounds.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from . import _core
from .bounds import (
    Bounds,
    DamagedTable,
    StoredBounds,
    read_checkpoint,
    write_bounds,
    write_checkpoint,
)
from .family import Family, Layer
from .rules import variant_number

#: The widest gap allowed between the two bounds of a position.
GAP = 1e-8
#: A layer's moves are pruned once its widest gap is narrower than FIRST_PRUNE, and again each time
#: the gap has shrunk by the factor NEXT_PRUNE.
FIRST_PRUNE, NEXT_PRUNE = 1 / 4, 1 / 16
#: The parts into which a step is split, per thread.
PARTS_PER_WORKER = 8

#: A progress callback, called with the share of the work done, 0 .. 1, and a description of the
#: current part.
Progress = Callable[[float, str], None]


class Stopped(Exception):  # noqa: N818
    """Solving stopped on request, and the work done so far is saved."""


@dataclass
class Table:
    """The bounds of a family's layers, of all or some of them."""

    family: Family
    layers: dict[Layer, Bounds] = field(default_factory=dict)


@dataclass
class _Half:
    """One of the layers of a pair while it is being solved."""

    layer: Layer
    core: _core.Layer
    lower: array[int]
    upper: array[int]
    entered: array[int] | memoryview | None


class Solver:
    """A solver of the layers of a family that aren't stored yet.

    `folder` stores each layer in a file of its own, and a checkpoint if solving is stopped; None
    stores nothing. `workers` is the number of threads. The results are the same with any number of
    workers, and however often solving was stopped. `reachable_from` limits the layers as in
    `Family.layers()`, and `gap` is the widest gap allowed between the two bounds of a position.
    """

    def __init__(
        self,
        family: Family,
        folder: Path | None = None,
        *,
        reachable_from: Layer | None = None,
        gap: float = GAP,
        workers: int = 1,
        progress: Progress = lambda share, words: None,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self.family, self.folder, self.gap, self.workers = family, folder, gap, workers
        self.pairs = list(family.layers(reachable_from))
        self.total = sum(self._cost(pair) for pair in self.pairs)
        self.progress, self.is_stopped = progress, is_stopped
        self.rounds = 0
        self._pool = ThreadPoolExecutor(workers) if workers > 1 else None

    def run(self) -> Table:
        """Solve and return the table. Raises Stopped if `is_stopped()` returns True before the
        end."""
        table = Table(self.family)
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
        moves: tuple[int, _core.Moves] | None = None
        done = 0.0
        for pair in self.pairs:
            found = self._load(pair)
            if found is None:
                cubes = pair[0].cubes
                if moves is None or moves[0] != cubes:
                    moves = cubes, self._make_moves(cubes)
                found = self._solve(pair, moves[1], table, done)
            table.layers.update(found)
            done += self._cost(pair)
            self._report(done, pair)
        if self._pool:
            self._pool.shutdown()
        return table

    def _cost(self, pair: tuple[Layer, Layer]) -> float:
        """Return the relative cost of solving a pair."""
        size = sum(self.family.size(layer) for layer in dict.fromkeys(pair))
        # With all cubes on the board, there are no finished bounds to start from.
        return size * (3 if pair[0].cubes == self.family.total_cubes else 1)

    def _report(self, done: float, pair: tuple[Layer, Layer]) -> None:
        self.progress(done / self.total, f"{pair[0].mine} and {pair[0].theirs} cubes on the board")

    def _load(self, pair: tuple[Layer, Layer]) -> dict[Layer, Bounds] | None:
        """Return the stored layers of a pair, None unless both are stored and every block is
        undamaged."""
        if self.folder is None:
            return None
        found: dict[Layer, Bounds] = {}
        for layer in pair:
            try:
                bounds = StoredBounds(self.folder / str(layer), self.family, layer)
                bounds.check()
            except (DamagedTable, FileNotFoundError):
                return None
            found[layer] = bounds
        return found

    def _make_moves(self, cubes: int) -> _core.Moves:
        more = self.family.heights(cubes + 1) if cubes < self.family.total_cubes else None
        return _core.Moves(self.family.heights(cubes), more, variant_number(self.family.variant))

    def _solve(
        self, pair: tuple[Layer, Layer], moves: _core.Moves, table: Table, done: float
    ) -> dict[Layer, Bounds]:
        halves = [self._make_half(layer, moves, table) for layer in dict.fromkeys(pair)]
        one, other = halves[0], halves[-1]
        self._restore_checkpoint(pair, halves)
        allowed = self._allowed_gap(pair[0].cubes)
        prune_at = FIRST_PRUNE
        while True:
            gap = self._round(one, other)
            self.rounds += 1
            if gap <= allowed:
                break
            if gap < prune_at * _core.UNITS:
                prune_at = gap / _core.UNITS * NEXT_PRUNE
                self._prune(one, other)
            share = math.log(_core.UNITS / gap) / math.log(_core.UNITS / allowed)
            self._report(done + share * self._cost(pair), pair)
            if self.is_stopped():
                self._save_checkpoint(pair, halves)
                raise Stopped
        found: dict[Layer, Bounds] = {}
        for half in halves:
            _core.pack(half.lower, half.upper, half.lower)
            half.upper = array("Q")
            if self.folder is None:
                found[half.layer] = Bounds(half.lower)
            else:
                path = self.folder / str(half.layer)
                found[half.layer] = write_bounds(path, self.family, half.layer, half.lower)
        if self.folder is not None:
            self._checkpoint_path(pair).unlink(missing_ok=True)
        return found

    def _allowed_gap(self, cubes: int) -> int:
        """Return the widest gap allowed in a layer, in units. It narrows with the cubes on the
        board, so that layers with fewer cubes, which build on these bounds, can still reach GAP."""
        steps = self.family.total_cubes + 1
        return int(self.gap * _core.UNITS * (steps - cubes) / steps)

    def _make_half(self, layer: Layer, moves: _core.Moves, table: Table) -> _Half:
        core = _core.Layer(moves, layer.mine)
        entered = self.family.after_entry(layer)
        return _Half(
            layer,
            core,
            array("Q", [0]) * core.size,
            array("Q", [_core.UNITS]) * core.size,
            None if entered is None else table.layers[entered].numbers,
        )

    def _round(self, one: _Half, other: _Half) -> int:
        """Improve every bound once, and return the widest gap."""
        if one is other:
            self._step(one, one.lower, is_upper=True)
            return self._step(one, one.upper, is_upper=False)
        self._step(one, other.lower, is_upper=True)
        self._step(other, one.upper, is_upper=False)
        return max(
            self._step(other, one.lower, is_upper=True),
            self._step(one, other.upper, is_upper=False),
        )

    def _step(self, half: _Half, opposite: array[int], *, is_upper: bool) -> int:
        out, other = (half.upper, half.lower) if is_upper else (half.lower, half.upper)

        def work(first: int, last: int) -> int:
            return half.core.step(opposite, half.entered, is_upper, out, other, first, last)

        return max(self._map_parts(half.core, work))

    def _prune(self, one: _Half, other: _Half) -> None:
        for half, opponent in [(one, other)] if one is other else [(one, other), (other, one)]:

            def work(first: int, last: int, half: _Half = half, by: _Half = opponent) -> int:
                return half.core.prune(by.lower, by.upper, half.entered, first, last)

            self._map_parts(half.core, work)

    def _map_parts(self, core: _core.Layer, work: Callable[[int, int], int]) -> list[int]:
        """Return the results of `work(first, last)` for each part of the classes."""
        if self._pool is None:
            return [work(0, core.classes)]
        parts = self.workers * PARTS_PER_WORKER
        edges = [core.classes * part // parts for part in range(parts + 1)]
        return list(self._pool.map(work, edges[:-1], edges[1:]))

    # The checkpoint of a pair, saved when solving stops.

    def _checkpoint_path(self, pair: tuple[Layer, Layer]) -> Path:
        assert self.folder is not None
        return self.folder / f"{pair[0]}.begun"

    def _save_checkpoint(self, pair: tuple[Layer, Layer], halves: list[_Half]) -> None:
        if self.folder is None:
            return
        write_checkpoint(
            self._checkpoint_path(pair),
            [part for half in halves for part in (half.lower, half.upper)],
        )

    def _restore_checkpoint(self, pair: tuple[Layer, Layer], halves: list[_Half]) -> None:
        if self.folder is None:
            return
        begun = [part for half in halves for part in (half.lower, half.upper)]
        parts = read_checkpoint(self._checkpoint_path(pair), begun)
        if parts:
            for half in halves:
                half.lower, half.upper = parts.pop(0), parts.pop(0)
