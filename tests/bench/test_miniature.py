"""The miniature that is solved exactly (docs/results/bound.md)."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import miniature
import numberdrop as nd
import oracle
from numberdrop.plan import shipped
from numberdrop.plan.hints.training import Settings
from numberdrop.position import core_roll

#: The two rolls of a miniature that the oracle can solve.
ROLLS = ("1122O", "1222I")


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> miniature.Miniature:
    rolls = [(core_roll(nd.Roll.from_text(roll)), 0.5) for roll in ROLLS]
    monkeypatch.setattr(miniature, "rolls_of", lambda: rolls)
    return miniature.Miniature(miniature.start_of(4, 2))


@cache
def worth_of(text: str) -> float:
    """Return the expected score of best play, by the oracle."""
    sheet = oracle.parse(text)
    if oracle.is_over(sheet):
        return oracle.score(sheet)["total"]
    return sum(max(map(worth_of, oracle.outcomes(sheet, roll))) for roll in ROLLS) / len(ROLLS)


def test_optimum_is_that_of_the_oracle(tiny: miniature.Miniature) -> None:
    assert tiny.worth()[0] == pytest.approx(worth_of(str(miniature.start_of(4, 2))))


def test_no_policy_exceeds_the_optimum(tiny: miniature.Miniature) -> None:
    best = tiny.worth()
    training = miniature.MiniatureTraining(Settings(batch=16), tiny.states[0].sheet)
    training.run(32)
    for table in (shipped().table, training.weights().table):
        policy = tiny.values(lambda sheet: miniature.learned_value(sheet, table))  # noqa: B023
        assert (tiny.worth(policy) <= best + 1e-9).all()
    assert tiny.random_worth()[0] < best[0]
    assert tiny.worth(best)[0] == pytest.approx(best[0])
    assert miniature.losses(tiny, best, best).startswith("2: 0.0000")


def test_chances_of_the_rolls_sum_to_one() -> None:
    rolls = miniature.rolls_of()
    assert len(rolls) == 30
    assert sum(chance for _, chance in rolls) == pytest.approx(1)


def test_only_digits_that_no_claim_can_use_become_x() -> None:
    """Rows 1 to 4 of columns a and b, from the bottom: a pair closed in, one digit beside an empty
    cell, a used one."""
    cells = np.full((1, 98), miniature.X, np.uint8)
    key = np.concatenate([cells, np.zeros((1, 21), np.uint8)], axis=1)
    for cell, code in {0: 2, 7: 2, 1: 3, 8: 4, 14: 3, 15: 13, 21: 3, 22: 0}.items():
        key[0, cell] = code
    found = miniature.canonical(key)[0]
    assert [int(found[cell]) for cell in (0, 7, 1, 8, 14, 15, 21, 22)] == [
        *(miniature.X,) * 4,
        *(3, miniature.X, 3, 0),
    ]
