"""The miniatures that are solved exactly (docs/results/bound.md)."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import numberdrop as nd
import oracle
from induction import CELLS, ENDS, KEY, SCORES, Miniature, X, at_random, by_value, merged
from miniature import GAMES, Game, MiniatureTraining, pit, players
from numberdrop.plan.hints.training import Settings
from numberdrop.position import core_roll

#: Two rolls, of the same chance.
ROLLS = ("1122O", "1233I")
#: Starts that the oracle can solve, with two turns at most.
STARTS = (
    f"{pit('ab', 3)} 67:4567:8 I3,O4x,T4x,L3o,S4x 1",
    f"{pit('ab', 3)} 4567:4567:8 I4x,O4x,T3,L2o,S4x 1",
    f"{pit('a', 4)}".replace(".XXXXXX", ".231XXX", 1) + " 67:67:8 I3,O4x,T4x,L3o,S4x 1",
)


@cache
def worth_of(text: str) -> float:
    """Return the expected score of best play, by the oracle."""
    sheet = oracle.parse(text)
    if oracle.is_over(sheet):
        return oracle.score(sheet)["total"]
    return sum(max(map(worth_of, oracle.outcomes(sheet, roll))) for roll in ROLLS) / len(ROLLS)


@pytest.mark.parametrize("text", STARTS)
def test_optimum_is_that_of_the_oracle(text: str) -> None:
    rolls = [(core_roll(nd.Roll.from_text(roll)), 1 / len(ROLLS)) for roll in ROLLS]
    small = Miniature(Game(text, "123").start(), rolls)
    small.solve()
    assert small.best[SCORES] == pytest.approx(worth_of(text))


def test_no_player_exceeds_the_optimum_and_losses_add_up() -> None:
    game = GAMES["tiny"]
    small = game.solver()
    small.solve()
    best = small.best[SCORES]
    names = []
    for name, (score, lost) in players(small, game, [128, 256], [1], rolls=2):
        names.append(name)
        assert score <= best + 1e-9
        assert best - score == pytest.approx(sum(loss for _, loss in lost.values()), abs=1e-9)
        assert min(loss for _, loss in lost.values()) > -1e-9
    assert names[-2:] == ["seed 1: 128 games", "seed 1: 256 games"]
    assert small.play(by_value(small.best))[0] == pytest.approx(best)
    assert small.play(at_random, is_random=True)[0] < best


def test_reflected_sheets_are_worth_the_same() -> None:
    start = Game(f"{pit('ab', 3)} 67:4567:8 I4x,O4x,T3,L3o,S4x 1", "123").start()
    rolls = [(core_roll(nd.Roll.from_text(roll)), 0.5) for roll in ("1123O", "1233O")]
    plain, reflected = Miniature(start, rolls), Miniature(start, rolls, reflection=4)
    for small in (plain, reflected):
        small.solve()
    assert reflected.counts() != plain.counts()
    assert reflected.best == pytest.approx(plain.best)


def test_a_training_depends_on_its_seed_alone() -> None:
    curves = []
    for seed in (1, 1, 2):
        training = MiniatureTraining(Settings(seed=seed, batch=32), GAMES["tiny"])
        training.run(64)
        curves.append(training.curve)
    assert curves[0] == curves[1] != curves[2]


@pytest.mark.parametrize("name", GAMES)
def test_chances_of_the_rolls_sum_to_one(name: str) -> None:
    rolls = GAMES[name].rolls()
    assert len(rolls) == {2: 30, 3: 90}[len(set(GAMES[name].faces))]
    assert sum(chance for _, chance in rolls) == pytest.approx(1)


@pytest.mark.parametrize(
    ("filled", "expected"), [(0, [2, 3, 3, 4, X, 7, 7, 0]), (1, [X, X, X, X, X, 7, 7, 0])]
)
def test_merged_keeps_digits_that_a_claim_can_use(filled: int, expected: list[int]) -> None:
    """The rows of columns a and b are 1 2, 2 3, 8 (used) 6, and 6 with an empty cell. `filled` are
    the consecutive boxes and the bonus box."""
    key = np.full((1, ENDS[-1]), X, np.uint8)
    key[:, CELLS:] = 0
    key[:, CELLS + 5 : CELLS + KEY["boxes"]] = filled
    places = [0, 1, 7, 8, 14, 15, 21, 22]
    key[0, places] = [2, 3, 3, 4, 19, 7, 7, 0]
    assert merged(key)[0, places].tolist() == expected
