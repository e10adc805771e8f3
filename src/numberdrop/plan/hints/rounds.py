"""Rounds: which candidate gets how many playouts, until the budget is used or one clearly leads.

A pass begins with all candidates. After each of its rounds the worse half is dropped, so that the
rest of its budget goes to the better ones. Each pass has twice the budget of the one before.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Generic

from .candidates import Candidate, Leader, PositionT, TurnT, lead, scale_of_all
from .playouts import BATCH, Values

#: Playouts of the first pass.
FIRST_PASS = 210
#: Batches of playouts between two progress reports.
REPORT_EVERY = 128
#: A candidate clearly leads if it is ahead of all others by CLEAR_LEAD standard errors, after at
#: least MIN_PLAYOUTS playouts.
CLEAR_LEAD, MIN_PLAYOUTS = 4.0, 24


class Rounds(Generic[TurnT, PositionT]):
    """The rounds of one search; `used` counts their playouts."""

    def __init__(
        self,
        candidates: Sequence[Candidate[TurnT, PositionT]],
        playouts: int,
        play_batches: Callable[[Sequence[tuple[PositionT, int]]], list[Values]],
        *,
        kept: Candidate[TurnT, PositionT] | None = None,
        is_ended: Callable[[], bool] = lambda: False,
        progress: Callable[[Leader[TurnT]], None] | None = None,
    ) -> None:
        """Set up the rounds for a budget of `playouts`.

        `kept` is a candidate that stays in a pass as long as two others do. The rounds end once
        `is_ended` returns True. `progress` receives the leader from time to time.
        """
        self.candidates = candidates
        self.playouts = playouts
        self.used = 0
        self._play_batches = play_batches
        self._kept = kept
        self._is_ended = is_ended
        self._progress = progress

    def run(self) -> None:
        """Play all rounds."""
        share = FIRST_PASS
        while len(self.candidates) > 1 and not self.is_done():
            for chosen, count in self.one_pass(share):
                self._play(chosen, count)
                if self.is_done():
                    break
            share *= 2

    def one_pass(self, share: int) -> Iterator[tuple[list[Candidate[TurnT, PositionT]], int]]:
        """Yield the rounds of a pass with a budget of `share` playouts: the candidates still in it,
        and the playouts that each should have in total. Each round must be played before the next
        is requested."""
        chosen, count = list(self.candidates), 0
        each = share // max(1, math.ceil(math.log2(len(chosen))))
        while len(chosen) > 1:
            count += max(BATCH, each // len(chosen) // BATCH * BATCH)
            yield chosen, count
            chosen = self._best_first(chosen)
            best, others = chosen[: (len(chosen) + 1) // 2], chosen[(len(chosen) + 1) // 2 :]
            chosen = best + ([self._kept] if self._kept in others and len(best) > 1 else [])

    def is_done(self) -> bool:
        """Return True if the budget is used, one candidate clearly leads, or the search was
        ended."""
        return self.used >= self.playouts or self._is_ended() or self.has_clear_leader()

    def has_clear_leader(self) -> bool:
        """Return True if the best candidate clearly leads all others on the sampled dice."""
        [best, *others] = self._best_first(self.candidates)
        if len(best.values) < MIN_PLAYOUTS:
            return False
        leads = (lead(best, other) for other in others)
        return all(ahead > CLEAR_LEAD * error for ahead, error in leads)

    def leader(self) -> Leader[TurnT]:
        """Return the best candidate so far."""
        best = self._best_first(self.candidates)[0]
        return Leader(self.used, best.turn, best.estimate(scale_of_all(self.candidates)), best.se())

    def _best_first(
        self, chosen: Sequence[Candidate[TurnT, PositionT]]
    ) -> list[Candidate[TurnT, PositionT]]:
        scale = scale_of_all(self.candidates)
        return sorted(chosen, key=lambda candidate: -candidate.estimate(scale))

    def _play(self, chosen: Sequence[Candidate[TurnT, PositionT]], count: int) -> None:
        """Play until each of the `chosen` candidates has `count` playouts, or the budget is
        used."""
        batches = [
            (candidate, first)
            for candidate in chosen
            for first in range(len(candidate.values), count, BATCH)
        ]
        batches = batches[: max(0, -(-(self.playouts - self.used) // BATCH))]
        for start in range(0, len(batches), REPORT_EVERY):
            asked = batches[start : start + REPORT_EVERY]
            found = self._play_batches([(candidate.position, first) for candidate, first in asked])
            for (candidate, _), values in zip(asked, found, strict=False):
                candidate.add(values)
                self.used += BATCH
            if len(found) < len(asked):
                break
            if self._progress:
                self._progress(self.leader())
