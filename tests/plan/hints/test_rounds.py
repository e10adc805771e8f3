"""Rounds: which candidate gets how many playouts, without playing any."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, pairwise

import numpy as np
import pytest

from numberdrop.plan.hints.candidates import Candidate, Leader
from numberdrop.plan.hints.playouts import BATCH, Batch, Values
from numberdrop.plan.hints.rounds import FIRST_PASS, MIN_PLAYOUTS, REPORT_EVERY, Rounds
from samples import BENCH, CASES, read_rolls

TURNS = [next(BENCH[n].turns(read_rolls(CASES[n][1])[0])) for n in range(8)]


def candidates(count: int) -> list[Candidate]:
    return [Candidate(TURNS[n], BENCH[n], float(-n)) for n in range(count)]


def noise(batches: Sequence[Batch]) -> list[Values]:
    """Return values in which no candidate clearly leads, by playout number and position."""
    return [
        np.float32([(first + n) * (3 + BENCH.index(position)) % 7 for n in range(BATCH)])
        for position, first in batches
    ]


def ahead(batches: Sequence[Batch]) -> list[Values]:
    """Return higher values for later positions, whatever the dice."""
    return [np.full(BATCH, 10 * BENCH.index(position), np.float32) for position, _ in batches]


def test_pass_halves_its_candidates() -> None:
    rounds = Rounds(candidates(8), 10_000, noise)
    seen = [(len(chosen), count) for chosen, count in rounds.one_pass(FIRST_PASS)]
    # A third of the share for each of three rounds: 70 among 8, among 4, among 2.
    assert seen == [(8, 6), (4, 6 + 12), (2, 6 + 12 + 30)]


def test_without_playouts_the_better_prior_stays() -> None:
    given = candidates(8)
    *_, (last, _) = Rounds(given, 10_000, noise).one_pass(FIRST_PASS)
    assert last == given[:2]


def test_kept_candidate_stays_with_the_best_two() -> None:
    given = candidates(8)
    rounds = Rounds(given, 10_000, noise, kept=given[7]).one_pass(FIRST_PASS)
    seen = [list(chosen) for chosen, _ in islice(rounds, 5)]
    assert [len(chosen) for chosen in seen] == [8, 5, 4, 3, 3]
    assert all(given[7] in chosen for chosen in seen)


@pytest.mark.parametrize("budget", [1, 6, 50, 3_000])
def test_budget_is_used_in_whole_batches(budget: int) -> None:
    given = candidates(4)
    rounds = Rounds(given, budget, noise)
    rounds.run()
    assert rounds.used == -(-budget // BATCH) * BATCH == sum(len(c.values) for c in given)
    assert rounds.is_done()


def test_clear_leader_ends_the_rounds() -> None:
    given = candidates(4)
    rounds = Rounds(given, 10_000, ahead)
    rounds.run()
    assert rounds.has_clear_leader()
    assert rounds.used < 10_000
    assert rounds.leader().turn == TURNS[3]
    assert len(given[3].values) >= MIN_PLAYOUTS


def test_single_candidate_or_ended_search_plays_nothing() -> None:
    for rounds in (
        Rounds(candidates(1), 100, noise),
        Rounds(candidates(4), 100, noise, is_ended=lambda: True),
    ):
        rounds.run()
        assert rounds.used == 0


def test_missing_batches_end_the_round() -> None:
    given, calls = candidates(4), [0]

    def some(batches: Sequence[Batch]) -> list[Values]:
        calls[0] += 1
        return noise(batches[:3])

    rounds = Rounds(given, 10_000, some, is_ended=lambda: calls[0] > 0)
    rounds.run()
    assert rounds.used == 3 * BATCH
    assert calls == [1]


def test_progress_receives_leader_at_intervals() -> None:
    reported: list[Leader] = []
    rounds = Rounds(candidates(4), 4_000, noise, progress=reported.append)
    rounds.run()
    steps = [b.playouts - a.playouts for a, b in pairwise(reported)]
    assert 0 < max(steps) <= REPORT_EVERY * BATCH
    assert reported[-1] == rounds.leader()
