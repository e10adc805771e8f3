"""Rounds: which candidate gets how many playouts, until the budget is used or the best is sure.

A pass begins with all candidates; after each of its rounds the worse half is dropped, so that what
is left of its share goes to the better ones. The next pass has twice the share.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Generic

from .candidates import Candidate, Leader, Played, Reached, lead, offset_of
from .playouts import BATCH, Values

#: Playouts of the first pass.
FIRST_PASS = 210
#: Batches of playouts between two looks at what is best by now.
LOOK = 128
#: The best is sure once it leads all others by so many standard errors, after so many playouts.
SURE, SURE_AFTER = 4.0, 24


class Rounds(Generic[Played, Reached]):
    """The rounds of one search; `used` is how many playouts they took."""

    def __init__(
        self,
        candidates: Sequence[Candidate[Played, Reached]],
        playouts: int,
        play_batches: Callable[[Sequence[tuple[Reached, int]]], list[Values]],
        *,
        kept: Candidate[Played, Reached] | None = None,
        is_ended: Callable[[], bool] = lambda: False,
        progress: Callable[[Leader[Played]], None] | None = None,
    ) -> None:
        """`playouts` is the budget; `kept` is a candidate that isn't dropped as long as two others
        are compared; `is_ended` ends them all; `progress` is told the leader now and then."""
        self.candidates = candidates
        self.playouts = playouts
        self.used = 0
        self._play_batches = play_batches
        self._kept = kept
        self._is_ended = is_ended
        self._progress = progress

    def run(self) -> None:
        """Play them all."""
        share = FIRST_PASS
        while len(self.candidates) > 1 and not self.is_done():
            for chosen, count in self.one_pass(share):
                self._play(chosen, count)
                if self.is_done():
                    break
            share *= 2

    def one_pass(self, share: int) -> Iterator[tuple[list[Candidate[Played, Reached]], int]]:
        """The rounds of a pass that may use `share` playouts, each when the one before has been
        played: who is in it, and how many playouts each is to have in all."""
        chosen, count = list(self.candidates), 0
        each = share // max(1, math.ceil(math.log2(len(chosen))))
        while len(chosen) > 1:
            count += max(BATCH, each // len(chosen) // BATCH * BATCH)
            yield chosen, count
            chosen = self._best_first(chosen)
            best, others = chosen[: (len(chosen) + 1) // 2], chosen[(len(chosen) + 1) // 2 :]
            chosen = best + ([self._kept] if self._kept in others and len(best) > 1 else [])

    def is_done(self) -> bool:
        """True once the budget is used, the best is sure, or something else has ended it."""
        return self.used >= self.playouts or self._is_ended() or self.is_sure()

    def is_sure(self) -> bool:
        """True if the dice sampled tell the best from all others."""
        [best, *others] = self._best_first(self.candidates)
        if len(best.values) < SURE_AFTER:
            return False
        leads = (lead(best, other) for other in others)
        return all(ahead > SURE * error for ahead, error in leads)

    def leader(self) -> Leader[Played]:
        """What is best by now."""
        best = self._best_first(self.candidates)[0]
        return Leader(self.used, best.turn, best.estimate(offset_of(self.candidates)), best.se())

    def _best_first(
        self, chosen: Sequence[Candidate[Played, Reached]]
    ) -> list[Candidate[Played, Reached]]:
        offset = offset_of(self.candidates)
        return sorted(chosen, key=lambda candidate: -candidate.estimate(offset))

    def _play(self, chosen: Sequence[Candidate[Played, Reached]], count: int) -> None:
        """Play chosen candidates on until each has `count` playouts, or the budget is used."""
        batches = [
            (candidate, first)
            for candidate in chosen
            for first in range(len(candidate.values), count, BATCH)
        ]
        batches = batches[: max(0, -(-(self.playouts - self.used) // BATCH))]
        for start in range(0, len(batches), LOOK):
            asked = batches[start : start + LOOK]
            found = self._play_batches([(candidate.position, first) for candidate, first in asked])
            for (candidate, _), values in zip(asked, found, strict=False):
                candidate.add(values)
                self.used += BATCH
            if len(found) < len(asked):
                break
            if self._progress:
                self._progress(self.leader())
