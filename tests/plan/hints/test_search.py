"""The search: what it repeats, when it stops, and that it plays last turns exactly."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

import numberdrop as nd
from numberdrop import _core
from numberdrop.plan.hints.hint import hint
from numberdrop.plan.hints.search import LEVELS, WIDTH_AHEAD, Level, lead, level_of, search
from numberdrop.plan.hints.selfplay import play_game
from numberdrop.plan.limits import Stop
from numberdrop.plan.ply import choose, rank
from numberdrop.plan.weights import shipped
from numberdrop.position import core_roll
from numberdrop.rules import dice_set
from samples import CASES

RULEBOOK = nd.Variant()
FACES = [[10 if face == "*" else int(face) for face in die] for die in dice_set("publisher")]
SMALL = Level("small", 6, 96)


def read(position: str, roll: str) -> tuple[nd.Position, nd.Roll]:
    return nd.Position.from_text(position), nd.Roll.from_text(roll)


def before_last_turns(count: int, seed: int) -> list[tuple[nd.Position, nd.Roll]]:
    """Positions of self-play before the last turn of a game, with rolls of other games."""
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


# Playouts.


def played(sheet: _core.Sheet, number: int, count: int, turns: tuple[int, int]) -> list[float]:
    player = _core.Playouts(shipped().table, WIDTH_AHEAD, FACES)
    values = np.zeros(count, dtype=np.float32)
    player.play(sheet, 7, number, turns, values)
    return [float(value) for value in values]


def test_a_playout_hangs_on_its_number_alone() -> None:
    sheet = read(*CASES[5])[0].core
    assert played(sheet, 0, 12, (1, 1)) == played(sheet, 0, 6, (1, 1)) + played(sheet, 6, 6, (1, 1))
    assert played(sheet, 0, 12, (1, 1)) != played(sheet, 12, 12, (1, 1))


def test_the_mean_over_turns_is_taken() -> None:
    sheet = read(*CASES[5])[0].core
    one, two, both = (played(sheet, 0, 12, turns) for turns in ((1, 1), (2, 2), (1, 2)))
    assert np.allclose((np.array(one) + two) / 2, both, atol=1e-4)


def test_games_played_out_end_with_a_score() -> None:
    sheet = read(*CASES[5])[0].core
    player = _core.Playouts(shipped().table, WIDTH_AHEAD, FACES)
    values = np.zeros(12, dtype=np.float32)
    parts = np.zeros((12, 4), dtype=np.int32)
    player.play(sheet, 7, 0, (20, 20), values, parts)
    assert (parts.sum(axis=1) == values).all()
    over = nd.Position.from_text("XX...../" * 13 + "X1..... -:-:- I4x,O4x,T4x,L4x,S0 6").core
    player.play(over, 7, 0, (1, 3), values)
    assert set(values) == {over.total()}


def test_playouts_refuse_what_is_out_of_range() -> None:
    player = _core.Playouts(shipped().table, WIDTH_AHEAD, FACES)
    sheet = read(*CASES[5])[0].core
    values = np.zeros(6, dtype=np.float32)
    for turns in ((0, 1), (2, 1), (1, 21)):
        with pytest.raises(ValueError, match=r"expected two turns in 1\.\.20"):
            player.play(sheet, 1, 0, turns, values)
    with pytest.raises(ValueError, match="a row of four parts for each value"):
        player.play(sheet, 1, 0, (1, 1), values, np.zeros((5, 4), dtype=np.int32))


# The search.


@pytest.mark.parametrize("case", CASES[3::16], ids=lambda case: case[1])
def test_a_search_repeats_whatever_the_workers(case: tuple[str, str]) -> None:
    position, roll = read(*case)
    found = [
        search(position, roll, RULEBOOK, shipped(), SMALL, seed=5, workers=workers)
        for workers in (1, 1, 3)
    ]
    assert len({(f.estimates, f.playouts, str(f.candidates[0].turn)) for f in found}) == 1
    assert list(found[0].estimates) == sorted(found[0].estimates, reverse=True)
    other = search(position, roll, RULEBOOK, shipped(), SMALL, seed=6)
    assert other.is_exact or other.estimates != found[0].estimates


def test_a_search_keeps_to_its_budget() -> None:
    position, roll = read(*CASES[3])
    for playouts in (1, 6, 50, 500):
        found = search(position, roll, RULEBOOK, shipped(), SMALL, playouts=playouts)
        assert found.playouts <= -(-playouts // 6) * 6
        assert found.playouts == sum(len(c.values) for c in found.candidates)


def test_a_search_cut_short_is_repeated_by_its_number_of_playouts() -> None:
    position, roll = read(*CASES[3])
    cut = search(position, roll, RULEBOOK, shipped(), SMALL, seconds=0.05)
    again = search(position, roll, RULEBOOK, shipped(), SMALL, playouts=max(1, cut.playouts))
    assert cut.playouts == 0 or cut.estimates == again.estimates


def test_a_search_that_is_stopped_answers_with_what_it_has() -> None:
    position, roll = read(*CASES[3])
    stop = Stop()
    stop.set()
    found = search(position, roll, RULEBOOK, shipped(), LEVELS["deep"], stop=stop)
    assert found.playouts == 0
    [(value, turn)] = choose(position, roll, RULEBOOK, (40, 60, 24), 1, shipped())
    edge = LEVELS["deep"].edge_at(position)
    assert found.candidates[0].turn == turn
    assert math.isclose(found.estimates[0], value / 100 + edge)


def test_a_lead_is_measured_on_the_same_dice() -> None:
    position, roll = read(*CASES[3])
    best, other = search(position, roll, RULEBOOK, shipped(), SMALL, top=6).candidates[:2]
    count = min(len(best.values), len(other.values))
    ahead, error = lead(best, other)
    assert math.isclose(ahead, float((best.values[:count] - other.values[:count]).mean()))
    assert 0 < error < 1


def test_the_edge_of_a_level_shrinks_with_the_slides() -> None:
    level = Level("edge", edge=4.0)
    start = nd.Position.start("IOTLS", "d1")
    assert level.edge_at(start) == 4
    late = nd.Position.from_text("1...... -:-:- I4x,O4x,T4x,L3,S0 11")
    assert level.edge_at(late) == 2
    assert level.edge_at(nd.Position.from_text("1...... -:-:- V3,I3,U5,X5,T5 4")) == 0
    roll = nd.Roll.from_text("1463L")
    plain, moved = (
        search(start, roll, RULEBOOK, shipped(), Level("x", edge=edge), top=3) for edge in (0, 4.0)
    )
    assert [b - a for a, b in zip(plain.estimates, moved.estimates, strict=True)] == pytest.approx(
        [4] * 3
    )


def test_there_are_three_levels() -> None:
    assert list(LEVELS) == ["fast", "strong", "deep"]
    with pytest.raises(nd.NumberdropError, match="expected one of fast, strong, deep, got 'x'"):
        level_of("x")


# Last turns.


def test_last_turns_are_told() -> None:
    told = set()
    for position, roll in before_last_turns(30, 40):
        if roll.has_star:
            continue
        asked = core_roll("".join(sorted(roll.numbers)), roll.shape)
        ends = {nd.play(position, turn).is_over() for turn in position.turns(roll)}
        assert position.core.is_last_turn(asked) == (ends == {True})
        told.add(position.core.is_last_turn(asked))
    assert told == {True, False}


@pytest.mark.parametrize("level", LEVELS)
def test_the_last_turn_is_exactly_the_best(level: str) -> None:
    for position, roll in before_last_turns(15, 50):
        if position.count_turns(roll) > 1_000_000:
            continue
        # With every outline kept all turns are tried, one after the other.
        [(best, _)] = rank(position, roll, RULEBOOK, 100_000, 1, is_last=True)
        found = hint(position, roll, level=level, last=True, top=4)
        assert found.turns[0].ev == found.turns[0].position.score().total == best / 100
        assert [turn.ev for turn in found.turns] == [
            turn.position.score().total for turn in found.turns
        ]
        assert found.made_by["exact"]
        assert found.turns[0].se == 0


# Hints.


def test_a_hint_tells_what_games_from_there_came_to() -> None:
    position, roll = read(*CASES[20])
    found = hint(position, roll, playouts=60, games=12, target=61, top=3)
    for turn in found.turns:
        assert turn.ends is not None
        assert turn.ends.games == 12
        assert math.isclose(sum(turn.ends.parts.values()), turn.ends.mean)
        assert turn.ends.chance is not None
        assert 0 <= turn.ends.chance <= 1
        assert abs(turn.ends.mean - turn.ev) < 6 * turn.ends.se + 3
    assert found == hint(position, roll, playouts=60, games=12, target=61, top=3, workers=2)
    assert found.turns[0].loss == 0
    assert not found.turns[0].is_tied


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"level": "best"}, "level: expected one of"),
        ({"seconds": 0}, "seconds: expected a positive number"),
        ({"level": "fast", "seconds": 1}, "level: fast samples nothing"),
        ({"playouts": 0}, "playouts: expected 1 to"),
        ({"games": -1}, "games: expected 0 to"),
        ({"workers": 0}, "workers: expected 1 to 64"),
        ({"seed": -1}, "seed: expected 0 to"),
    ],
)
def test_a_hint_refuses_numbers_out_of_range(asked: dict[str, object], words: str) -> None:
    position, roll = read(*CASES[0])
    with pytest.raises(nd.NumberdropError, match=words):
        hint(position, roll, **asked)  # type: ignore[arg-type]
