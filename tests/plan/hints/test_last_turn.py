"""Last turns: that they are recognised, and that the best turn is exactly the best."""

from __future__ import annotations

import random

import pytest

import numberdrop as nd
from numberdrop.plan.hints.decision import Decision
from numberdrop.plan.hints.hint import hint
from numberdrop.plan.hints.levels import LEVELS
from numberdrop.plan.hints.search import rank_last
from numberdrop.plan.hints.selfplay import play_game
from numberdrop.plan.limits import Stop
from numberdrop.plan.ply import end_of, rank_plain
from numberdrop.plan.weights import shipped

RULEBOOK = nd.Variant()


def before_last_turns(count: int, seed: int) -> list[tuple[nd.Position, nd.Roll]]:
    """Return positions of self-play before the last turn of a game, with rolls of other games."""
    rng = random.Random(seed)
    found: list[tuple[nd.Position, nd.Roll]] = []
    number = 0
    while len(found) < count:
        game = play_game(seed, number)
        game.pop()
        rolls = nd.plain_deal(seed + 1, number).rolls
        found += [(game.positions[0], roll) for roll in rng.sample(rolls, 3)]
        number += 1
    return found[:count]


@pytest.mark.parametrize(
    "most", [2_000, pytest.param(10_000_000, marks=pytest.mark.slow)], ids=["quick", "thorough"]
)
def test_last_turns_are_recognised(most: int) -> None:
    recognised = set()
    for position, roll in before_last_turns(30, 49):
        if roll.has_star or position.count_turns(roll) > most:
            continue
        is_last = all(nd.play(position, turn).is_over() for turn in position.turns(roll))
        assert position.is_last_turn(roll) == is_last
        recognised.add(is_last)
    assert recognised == {True, False}


@pytest.mark.parametrize(
    "level", [pytest.param(name, marks=[pytest.mark.slow] * (name != "fast")) for name in LEVELS]
)
def test_last_turn_is_exactly_the_best(level: str) -> None:
    for position, roll in before_last_turns(15, 50):
        if position.count_turns(roll) > 1_000_000:
            continue
        # With every outline kept, all turns are tried one after the other.
        [(best, _)] = rank_plain(position, roll, RULEBOOK, 100_000, 1, is_last=True)
        found = hint(position, roll, level=level, last=True, top=4)
        assert found.turns[0].ev == found.turns[0].position.score().total == best / 100
        assert [turn.ev for turn in found.turns] == [
            turn.position.score().total for turn in found.turns
        ]
        assert found.made_by["exact"]
        assert found.turns[0].se == 0


def test_played_turn_is_ranked_by_its_score() -> None:
    [(position, roll)] = before_last_turns(1, 48)
    decision = Decision(position, roll, RULEBOOK, is_last=True)
    best = rank_last(decision, shipped(), 1, None)
    poor = next(position.turns(roll))
    found = rank_last(decision, shipped(), 1, poor)
    assert [c.turn for c in found.candidates] == [best.candidates[0].turn, poor]
    assert found.candidates[1].position == end_of(position, poor)
    assert found.loss(1) == best.estimates[0] - end_of(position, poor).score().total > 0
    assert best.is_exact
    again = rank_last(decision, shipped(), 1, best.candidates[0].turn)
    assert len(again.candidates) == 1


def test_stopped_last_turn_is_legal_and_not_exact() -> None:
    """The sheet is one on which the best score isn't proved before the first check for a stop."""
    stop = Stop()
    stop.set()
    position = nd.Position.from_text("/".join(["12.45.7"] * 6) + " -:-:- I3,O3,T3,L3,S3 9")
    decision = Decision(position, nd.Roll.from_text("*642*"), RULEBOOK, is_last=True)
    found = rank_last(decision, shipped(), 3, None, lambda *_: False, stop)
    assert not found.is_exact
    best = found.candidates[0]
    assert nd.play(position, best.turn) == best.position
    assert found.estimates[0] == best.position.score().total
