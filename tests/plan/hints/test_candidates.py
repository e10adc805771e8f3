"""Estimates of candidates that met different numbers of dice."""

from __future__ import annotations

from array import array

import pytest

from numberdrop.plan.hints.candidates import PRIOR, Candidate, scale_of_all

#: Six lucky dice, then six unlucky ones: what they add to whatever is played.
LUCK = [2.0] * 6 + [-1.0] * 6


def candidate(worth: float, playouts: int, prior: float = 60.0) -> Candidate[str, str]:
    """A candidate whose playouts are its worth plus the luck of the dice that it met."""
    found = Candidate("turn", "position", prior)
    found.add(array("f", (worth + luck for luck in LUCK[:playouts])))
    return found


def test_luck_of_the_first_dice_does_not_keep_a_dropped_candidate_ahead() -> None:
    good, dropped = candidate(60.5, 12), candidate(60.0, 6)
    assert sum(dropped.values) / 6 > sum(good.values) / 12
    scale = scale_of_all([good, dropped])
    assert scale.lucks == {12: 0.0, 6: pytest.approx(1.5)}
    assert good.estimate(scale) > dropped.estimate(scale)


def test_estimates_are_as_if_all_candidates_had_met_all_dice() -> None:
    """A dropped candidate is compared as if the other dice had added the same luck to it."""
    worths, priors = (61.0, 60.0, 59.5), (60.5, 60.5, 60.0)
    some = [
        candidate(worth, count, prior)
        for worth, count, prior in zip(worths, (12, 6, 6), priors, strict=True)
    ]
    scale = scale_of_all(some)
    mean_luck = sum(LUCK) / 12
    for one, worth in zip(some, worths, strict=True):
        count = len(one.values)
        prior = one.prior + scale.offset
        expected = (count * (worth + mean_luck) + PRIOR * prior) / (count + PRIOR)
        assert one.estimate(scale) == pytest.approx(expected)
    assert scale.offset == pytest.approx(sum(worths) / 3 + mean_luck - sum(priors) / 3)


def test_an_unplayed_candidate_is_its_prior_on_the_scale_of_the_others() -> None:
    played, unplayed = candidate(61.0, 12), Candidate("turn", "position", 58.0, edge=0.5)
    scale = scale_of_all([played, unplayed])
    assert unplayed.estimate(scale) == pytest.approx(58.5 + scale.offset)
    nothing = scale_of_all([unplayed])
    assert (nothing.offset, nothing.lucks) == (0.0, {})
    assert unplayed.estimate(nothing) == 58.5


def test_a_turn_that_ends_the_game_counts_as_its_score() -> None:
    over = Candidate("turn", "position", 57.0, is_over=True)
    over.add(array("f", [57.0] * 6))
    scale = scale_of_all([candidate(60.0, 12), over])
    assert over.estimate(scale) == 57.0
    assert scale == scale_of_all([candidate(60.0, 12)])
