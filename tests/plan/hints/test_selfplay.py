"""Self-play: that its games are legal and repeat, and that their statistics are right."""

from __future__ import annotations

import math
import random

import pytest

import numberdrop as nd
import oracle
from numberdrop.errors import WrongType
from numberdrop.plan.bounds.bounds import counting_bound
from numberdrop.plan.hints.selfplay import play_game, selfplay


@pytest.mark.parametrize("variant", ["rulebook", "bga+slide+review-dice"])
def test_games_of_self_play_replay_and_repeat(variant: str) -> None:
    games: list[nd.Game] = []
    selfplay(2, 11, variant, keep=games.append)
    for number, game in enumerate(games):
        record = game.to_record()
        assert game.is_over()
        assert nd.replay(record) == record
        assert oracle.play_record(record) == record["result"]
        assert play_game(11, number, variant).to_record() == record


def test_self_play_sums_up_its_games() -> None:
    games: list[nd.Game] = []
    reported: list[int] = []
    found = selfplay(5, 3, progress=reported.append, keep=games.append)
    scores = sorted(game.positions[0].score().total for game in games)
    mean = sum(scores) / 5
    deviation = math.sqrt(sum((score - mean) ** 2 for score in scores) / 4)
    assert reported == [1, 2, 3, 4, 5]
    assert (found.games, found.mean) == (5, mean)
    assert found.se is not None
    assert math.isclose(found.se, deviation / math.sqrt(5))
    assert found.quantiles["0"] == scores[0]
    assert found.quantiles["50"] == scores[2]
    assert found.quantiles["100"] == scores[-1]
    assert selfplay(1, 3).se is None
    with pytest.raises(nd.NumberdropError, match="games: expected at least 1"):
        selfplay(0, 3)
    with pytest.raises(WrongType, match=r"^progress: expected a function, got 5"):
        selfplay(1, 3, progress=5)  # type: ignore[arg-type]
    assert hash(found) is not None


@pytest.mark.slow
def test_the_hints_play_better_than_chance() -> None:
    rng = random.Random(5)
    chance = [oracle.play_record(oracle.random_game(rng))["final"]["total"] for _ in range(20)]
    assert selfplay(20, 5).mean > 40 + sum(chance) / 20


@pytest.mark.slow
def test_no_game_of_self_play_beats_the_counting_bound() -> None:
    for number in range(10):
        game = play_game(4, number)
        assert game.positions[0].score().total <= counting_bound(nd.plain_deal(4, number))
