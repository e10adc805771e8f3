"""Candidates: the parts of a turn that a hint compares, with their statistics.

The result of a playout is a row of the core's CHANCES: the win share, the chances of winning alone
and of sharing, the margin over the best other player, the score.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..plan.hints.candidates import Candidate
from ..plan.hints.playouts import BATCH
from ..plan.limits import Limit
from ..turn import Part
from . import _core as several
from .opponents import Others
from .ply import Choice, player_of
from .seats import Seats
from .weights import SeatWeights

Rows = NDArray[np.float32]
#: The tables that a part leads to, one for each combination of the others' parts.
Tables = tuple[several.Table, ...]
#: The weight of the row before any playout, in playouts. Solo hints take 6. With 20 or 40, the
#: chosen turns lost 0.14 and 0.15 per cent less win share (96 playouts, 80 positions of two players
#: against 9,000 playouts); by points 24 lost no more.
PRIOR = 24
#: The errors of the best estimate, which is the highest of several, are wider by this factor
#: (bench/chances.py errors: 1.14 on 163 positions against longer hints).
WIDER = 1.15
#: The columns of a row.
SHARE, ALONE, SHARED, MARGIN, SCORE = range(len(several.CHANCES))


@dataclass(slots=True, eq=False)
class SeatCandidate(Candidate[Part, Tables]):
    """A candidate: `choice` is the part and the sheet after it, `ends` the chance that the game
    ends with this turn, `first` the row before any playout, averaged over the others' combinations.
    `column` is the column to maximise in the `rows` of playouts."""

    choice: Choice = field(kw_only=True)
    ends: float = field(kw_only=True)
    first: Rows = field(kw_only=True)
    column: int = field(kw_only=True)
    rows: Rows = field(default_factory=lambda: np.zeros((0, 5), dtype=np.float32))

    @property
    def is_settled(self) -> bool:
        """Whether the game ends with this turn, whatever the others do. Then `first` is exact for
        each combination of theirs, and nothing has to be sampled."""
        return self.ends == 1

    def add(self, values: Rows) -> None:
        self.rows = np.concatenate([self.rows, values])
        self.values = self.rows[:, self.column]

    def estimate(self, offset: float) -> float:
        return float(self.row(offset)[self.column])

    def se(self) -> float | None:
        errors = self.errors()
        return None if errors is None else float(errors[self.column])

    def row(self, offset: float | NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the estimates of all columns: the mean of the playouts and of the row before them,
        shifted by `offset`, with the weight PRIOR."""
        first = self.first.astype(np.float64)
        if self.is_settled:
            return first
        first = first + offset
        if not len(self.rows):
            return first
        total: NDArray[np.float64] = self.rows.sum(axis=0, dtype=np.float64)
        return (total + PRIOR * first) / (len(self.rows) + PRIOR)

    def errors(self, spread: NDArray[np.float64] | None = None) -> NDArray[np.float64] | None:
        """Return the standard errors of these estimates, or None before two playouts. The first row
        counts with the error of PRIOR playouts. A few playouts say little about their own `spread`,
        so the spread of all candidates may be given."""
        count = len(self.rows)
        if count < 2:
            return None
        own: NDArray[np.float64] = self.rows.std(axis=0, ddof=1, dtype=np.float64)
        if self.is_settled:
            return own / math.sqrt(count)
        return WIDER * (own if spread is None else spread) / math.sqrt(count + PRIOR)


def spread_of(candidates: Iterable[SeatCandidate]) -> NDArray[np.float64] | None:
    """Return the standard deviation of playouts around the means of their candidates, for each
    column, or None without data."""
    sampled = [c.rows for c in candidates if len(c.rows) > 1 and not c.is_settled]
    if not sampled:
        return None
    count = sum(len(rows) - 1 for rows in sampled)
    squares = [(len(rows) - 1) * rows.var(axis=0, ddof=1, dtype=np.float64) for rows in sampled]
    spread: NDArray[np.float64] = np.sqrt(np.sum(squares, axis=0) / count)
    return spread


def offsets_of(candidates: Iterable[SeatCandidate]) -> NDArray[np.float64]:
    """Return by how much, for each column, playouts exceed the rows before them, averaged over all
    playouts."""
    sampled = [c for c in candidates if len(c.rows) and not c.is_settled]
    count = sum(len(c.rows) for c in sampled)
    ahead = [(c.rows - c.first).sum(axis=0, dtype=np.float64) for c in sampled]
    return np.sum(ahead, axis=0) / count if count else np.zeros(len(several.CHANCES))


class Contest:
    """The setting in which candidates are compared: the seats before the turn, the asking one
    first, and the others' combinations."""

    def __init__(
        self, seats: Seats, others: Others, fallen: int, weights: SeatWeights, column: int
    ) -> None:
        self.seats, self.others, self.fallen = seats, others, fallen
        self.weights, self.column = weights, column
        self._player = player_of(seats, weights)

    def candidate(self, choice: Choice) -> SeatCandidate:
        """Return the candidate for a choice of the first seat."""
        before = self.seats.core
        tables = tuple(
            before.after([choice.sheet, *(other.sheet for other in combination)], self.fallen)
            for combination in self.others.combinations
        )
        rows = np.zeros((len(tables), len(several.CHANCES)), dtype=np.float32)
        for place, table in enumerate(tables):
            self._player.play(before, table, 0, 0, 0, 0, rows[place : place + 1])
        ends = 1.0 if choice.sheet.is_past_line() else self.others.ends
        first = rows.mean(axis=0)
        prior = float(first[self.column])
        return SeatCandidate(
            choice.part,
            tables,
            prior,
            choice=choice,
            ends=ends,
            first=first,
            column=self.column,
        )

    @contextmanager
    def sampling(self, dice: int, turns: int, limit: Limit) -> Iterator[Sampler]:
        """Enter a context in which batches of playouts of `turns` turns run on the dice of the seed
        `dice`, in as many threads as `limit` has workers. Its stop ends running batches."""
        flag = several.Flag()
        with limit.stop.on_set(flag.set), ThreadPoolExecutor(limit.workers) as pool:
            players = [player_of(self.seats, self.weights, flag=flag) for _ in range(limit.workers)]
            yield Sampler(self.seats.core, players, pool, dice, turns, limit)


class Sampler:
    """A runner of batches; see Contest.sampling()."""

    def __init__(
        self,
        before: several.Table,
        players: Sequence[several.Playouts],
        pool: ThreadPoolExecutor,
        dice: int,
        turns: int,
        limit: Limit,
    ) -> None:
        self._before, self._players, self._pool = before, players, pool
        self._dice, self._turns, self._stop = dice, turns, limit.stop

    def __call__(self, batches: Sequence[tuple[Tables, int]]) -> list[Rows]:
        """Return the rows of each batch, in order; fewer if stopped."""
        count = len(self._players)
        if count == 1:
            return self._play(self._players[0], batches)
        shares = [batches[n::count] for n in range(count)]
        done = list(self._pool.map(self._play, self._players, shares))
        rows: list[Rows] = []
        for place in range(len(batches)):
            if place // count == len(done[place % count]):
                break
            rows.append(done[place % count][place // count])
        return rows

    def _play(self, player: several.Playouts, batches: Sequence[tuple[Tables, int]]) -> list[Rows]:
        done: list[Rows] = []
        for tables, first in batches:
            if self._stop.is_set():
                break
            rows = np.zeros((BATCH, len(several.CHANCES)), dtype=np.float32)
            # Playouts of one batch meet different parts of the others. The error would miss what
            # they have in common.
            if not all(
                player.play(
                    self._before,
                    tables[number % len(tables)],
                    0,
                    self._dice,
                    number,
                    self._turns,
                    rows[place : place + 1],
                )
                for place, number in enumerate(range(first, first + BATCH))
            ):
                break
            done.append(rows)
        return done
