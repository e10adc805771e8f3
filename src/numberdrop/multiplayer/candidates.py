"""Candidates: the parts of a turn that a hint compares, with their statistics.

The result of a playout is a row of the core's CHANCES: the win share, the chances of winning alone
and of sharing, the margin over the best other player, the score.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from ..plan.hints.candidates import Candidate, Scale, scale_of
from ..plan.hints.playouts import BATCH, Values
from ..plan.limits import Limit
from ..threads import thread_map
from ..turn import Part
from . import _core as several
from .opponents import Others
from .ply import COLUMNS, Choice, blank_rows, columns_of, player_of, rows_in
from .seats import Seats
from .weights import SeatWeights

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
SHARE, ALONE, SHARED, MARGIN, SCORE = range(COLUMNS)


@dataclass(slots=True, eq=False)
class SeatCandidate(Candidate[Part, Tables]):
    """A candidate: `choice` is the part and the sheet after it, `ends` the chance that the game
    ends with this turn, `first` the row before any playout, averaged over the others' combinations.
    `column` is the one to maximise among the `columns` of the playouts' rows, and `values` is that
    column."""

    choice: Choice = field(kw_only=True)
    ends: float = field(kw_only=True)
    first: Values = field(kw_only=True)
    column: int = field(kw_only=True)
    columns: list[Values] = field(default_factory=lambda: columns_of(blank_rows(0)))
    #: The sums of the columns.
    totals: list[float] = field(default_factory=lambda: [0.0] * COLUMNS)

    @property
    def is_settled(self) -> bool:
        """Whether the game ends with this turn, whatever the others do. Then `first` is exact for
        each combination of theirs, and nothing has to be sampled."""
        return self.ends == 1

    def add(self, values: Values) -> None:
        for column, added in enumerate(columns_of(values)):
            self.columns[column].extend(added)
            for value in added:
                self.totals[column] += value
        self.values = self.columns[self.column]

    def estimate(self, scale: Scale) -> float:
        return self._estimate(self.column, scale)

    def se(self) -> float | None:
        errors = self.errors()
        return None if errors is None else errors[self.column]

    def row(self, scales: Sequence[Scale]) -> list[float]:
        """Return the estimates of all columns, each on its scale: the mean of the playouts and of
        the row before them, with the weight PRIOR. Chances stay within 0 and 1."""
        found = [self._estimate(column, scale) for column, scale in enumerate(scales)]
        for chance in (SHARE, ALONE, SHARED):
            found[chance] = min(1.0, max(0.0, found[chance]))
        return found

    def _estimate(self, column: int, scale: Scale) -> float:
        if self.is_settled:
            return self.first[column]
        count, first = len(self.values), self.first[column] + scale.offset
        if not count:
            return first
        total = self.totals[column] - count * scale.lucks[count]
        return (total + PRIOR * first) / (count + PRIOR)

    def errors(self, spread: Sequence[float] | None = None) -> list[float] | None:
        """Return the standard errors of these estimates, or None before two playouts. The first row
        counts with the error of PRIOR playouts. A few playouts say little about their own `spread`,
        so the spread of all candidates may be given."""
        count = len(self.values)
        if count < 2:
            return None
        if spread is None or self.is_settled:
            own = [math.sqrt(variance) for variance in self.variances()]
            if self.is_settled:
                return [deviation / math.sqrt(count) for deviation in own]
            spread = own
        return [WIDER * deviation / math.sqrt(count + PRIOR) for deviation in spread]

    def variances(self) -> list[float]:
        """Return the variance of each column, after at least two playouts."""
        found = []
        for values, total in zip(self.columns, self.totals, strict=True):
            mean, squares = total / len(values), 0.0
            for value in values:
                squares += (value - mean) * (value - mean)
            found.append(squares / (len(values) - 1))
        return found


def spread_of(candidates: Iterable[SeatCandidate]) -> list[float] | None:
    """Return the standard deviation of playouts around the means of their candidates, for each
    column, or None without data."""
    squares, count = [0.0] * COLUMNS, 0
    for candidate in candidates:
        degrees = len(candidate.values) - 1
        if degrees > 0 and not candidate.is_settled:
            count += degrees
            for column, variance in enumerate(candidate.variances()):
                squares[column] += degrees * variance
    return [math.sqrt(total / count) for total in squares] if count else None


def scales_of(candidates: Iterable[SeatCandidate]) -> list[Scale]:
    """Return the scale of each column, of candidates that have been played on the same dice."""
    played = [c for c in candidates if c.values and not c.is_settled]
    return [
        scale_of((c.columns[column], c.first[column]) for c in played) for column in range(COLUMNS)
    ]


def _mean_row(rows: Values) -> Values:
    """Return the mean of some rows, in single precision."""
    totals = blank_rows(1)
    for place, value in enumerate(rows):
        totals[place % COLUMNS] += value
    return array("f", (total / (len(rows) // COLUMNS) for total in totals))


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
        rows = blank_rows(len(tables))
        view = rows_in(rows)
        for place, table in enumerate(tables):
            self._player.play(before, table, 0, 0, 0, 0, view[place : place + 1])
        ends = 1.0 if choice.sheet.is_past_line() else self.others.ends
        first = _mean_row(rows)
        prior = first[self.column]
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
        with limit.stop.on_set(flag.set), thread_map(limit.workers) as shared_map:
            players = [player_of(self.seats, self.weights, flag=flag) for _ in range(limit.workers)]
            yield Sampler(self.seats.core, players, shared_map, dice, turns, limit)


class Sampler:
    """A runner of batches; see Contest.sampling()."""

    def __init__(
        self,
        before: several.Table,
        players: Sequence[several.Playouts],
        shared_map: Callable[..., Iterator[Any]],
        dice: int,
        turns: int,
        limit: Limit,
    ) -> None:
        self._before, self._players, self._shared_map = before, players, shared_map
        self._dice, self._turns, self._stop = dice, turns, limit.stop

    def __call__(self, batches: Sequence[tuple[Tables, int]]) -> list[Values]:
        """Return the rows of each batch, in order; fewer if stopped."""
        count = len(self._players)
        if count == 1:
            return self._play(self._players[0], batches)
        shares = [batches[n::count] for n in range(count)]
        done = list(self._shared_map(self._play, self._players, shares))
        rows: list[Values] = []
        for place in range(len(batches)):
            if place // count == len(done[place % count]):
                break
            rows.append(done[place % count][place // count])
        return rows

    def _play(
        self, player: several.Playouts, batches: Sequence[tuple[Tables, int]]
    ) -> list[Values]:
        done: list[Values] = []
        for tables, first in batches:
            if self._stop.is_set():
                break
            rows = blank_rows(BATCH)
            view = rows_in(rows)
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
                    view[place : place + 1],
                )
                for place, number in enumerate(range(first, first + BATCH))
            ):
                break
            done.append(rows)
        return done
