"""One ply: which of the turns for a roll the plain and the learned value choose."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from itertools import islice

import numpy as np
import pytest

import numberdrop as nd
import oracle
from built import build_sheet, played_sheet
from numberdrop import _core
from numberdrop.plan.limits import Stop
from numberdrop.plan.ply import (
    FEWEST_LANDINGS,
    LANDINGS,
    WIDE,
    Ply,
    Widths,
    end_of,
    landings_kept,
    rank_learned,
    rank_plain,
)
from numberdrop.plan.weights import shipped
from numberdrop.position import core_roll, flags_of
from samples import CASES

RULEBOOK = nd.Variant()
ALL = 100_000
EVERYTHING = Widths(ALL, ALL, ALL)
FEW = Widths(20, 20, 8)

#: The results on bench/positions.txt of the plain value, and of the shipped weights with the choice
#: of turns. A commit that changes one says so.
PLAIN_SIGNATURE = 2017131888
LEARNED_SIGNATURE = 2957691337


def read(position: str, roll: str) -> tuple[nd.Position, nd.Roll]:
    return nd.Position.from_text(position), nd.Roll.from_text(roll)


def signature_of(signature: int, value: int, after: nd.Position) -> int:
    return (signature * 31 + value * 7 + sum(str(after).encode())) % 2**32


def hundredths(points: float) -> int:
    scaled = float(np.float32(100) * np.float32(points))
    return int(scaled + 0.5) if points > 0 else -int(0.5 - scaled)


def test_signature_of_the_plain_value() -> None:
    signature = 0
    for position, roll in (read(*case) for case in CASES):
        [(value, turn)] = rank_plain(position, roll, RULEBOOK, FEWEST_LANDINGS, 1)
        signature = signature_of(signature, value, end_of(position, turn))
    assert signature == PLAIN_SIGNATURE


def test_signature_of_the_learned_value() -> None:
    signature = 0
    for position, roll in (read(*case) for case in CASES):
        [(value, turn)] = rank_learned(position, roll, RULEBOOK, FEW, 1, shipped())
        signature = signature_of(signature, value, end_of(position, turn))
    assert signature == LEARNED_SIGNATURE


# The order of the turns, and how many are ranked.


@pytest.mark.parametrize("case", CASES[::16], ids=lambda case: case[1])
def test_fewer_turns_are_the_first_of_more(case: tuple[str, str]) -> None:
    """Equal turns keep their order too; there are many of them if the score alone counts."""
    position, roll = read(*case)
    for is_last in (False, True):
        more = rank_learned(position, roll, RULEBOOK, FEW, 900, shipped(), is_last=is_last)
        assert len({value for value, _ in more}) < len(more)
        assert [value for value, _ in more] == sorted((v for v, _ in more), reverse=True)
        for top in (1, 2, 3, 10, 64, 500):
            fewer = rank_learned(position, roll, RULEBOOK, FEW, top, shipped(), is_last=is_last)
            assert fewer == more[:top]
    plain = rank_plain(position, roll, RULEBOOK, FEWEST_LANDINGS, 300)
    for top in (1, 7, 100):
        assert rank_plain(position, roll, RULEBOOK, FEWEST_LANDINGS, top) == plain[:top]


@pytest.mark.parametrize("capacity", [1, 5, 1000])
def test_initial_capacity_does_not_change_the_turns(capacity: int) -> None:
    position, roll = read(*CASES[3])
    ply = Ply(position, roll, RULEBOOK, FEW, shipped(), capacity=capacity)
    found = {count: ply.first(count) for count in (3, 40, 10, 200)}
    assert [turn for _, turn, _ in found[200]] == [
        turn for _, turn in rank_learned(position, roll, RULEBOOK, FEW, 200, shipped())
    ]
    assert all(found[200][:count] == turns for count, turns in found.items())
    assert all(after == end_of(position, turn) for _, turn, after in found[200])


# Stopped.

#: A sheet on which every placement allows thousands of claims.
FULL = nd.Position.from_text("/".join(["1111111"] * 8) + " -:-:- I0,O0,T0,L0,S0 9")
STARS = nd.Roll.from_text("*642*")
#: The most ends of turns that are valued between two checks for a stop, and the slides that lead to
#: one if the roll says which shape the star slides.
BETWEEN_LOOKS, SLIDES = 4096, 5


@pytest.mark.parametrize("position", [FULL, read(*CASES[20])[0]], ids=["full", "middle"])
def test_stop_before_the_start_tries_few_turns(position: nd.Position) -> None:
    flag, room = _core.Flag(), 100_000
    flag.set()
    asked = position.core, core_roll(nd.Roll.from_text("*642L")), shipped().table, 0, WIDE, room
    found = len(_core.Chosen(*asked, flag))
    assert 1 <= found <= BETWEEN_LOOKS * SLIDES
    if position != FULL:
        assert found < len(_core.Chosen(*asked))


def test_stopped_ply_ranks_a_legal_turn() -> None:
    stop = Stop()
    stop.set()
    for position in (FULL, read(*CASES[5])[0], nd.Position.start("IOTLS", "d1")):
        for is_last in (False, True):
            ply = Ply(position, STARS, RULEBOOK, WIDE, shipped(), is_last=is_last, stop=stop)
            [(_, turn, after)] = ply.first(5)
            assert nd.play(position, turn) == after


def test_a_stop_keeps_what_was_ranked_before() -> None:
    stop = Stop()
    position, roll = read(*CASES[3])
    ply = Ply(position, roll, RULEBOOK, FEW, shipped(), capacity=20, stop=stop)
    before = ply.first(10)
    stop.set()
    assert ply.first(200) == before
    assert ply.first(5) == before[:5]


# Compared with all turns, one after the other.


@pytest.mark.parametrize(
    ("position", "roll"),
    [
        # A little room is left, for I; the X shape of C falls.
        (
            ".XX..../.XX..../.7fghe7/44ed1e2/3g753eh/2gggeeg/7772hhf/3dcbah2 345:345:- "
            "S4x,L3o,O4x,T2,I0 11",
            "5573L",
        ),
        (
            ".....3./....43./....42./de2.42X/ceb.7XX/6dc677X/fgh5255/e335332/d3bbb23 3:345:- "
            "O4x,S3,T4x,L2,I0 11",
            "1666O",
        ),
        ("111..../1...... -:-:- V3,I3,U5,X5,T5 4", "1114L"),
        pytest.param(
            "65...../612..../6533... -:-:- I1,O0,T1,L0,S0 3", "1234O", marks=pytest.mark.slow
        ),
        pytest.param(
            "65...../612..../6533... -:-:- I3,O3,T1,L0,S0 3", "1123O", marks=pytest.mark.slow
        ),
        pytest.param(
            "4562713/1234567/7654321 3:4:- I4x,O4x,T3,L3,S2 14", "2225S", marks=pytest.mark.slow
        ),
    ],
)
def test_with_every_outline_kept_the_best_turn_is_the_best_of_all(position: str, roll: str) -> None:
    there, rolled = read(position, roll)
    table = shipped().table
    ends = [end_of(there, turn).core for turn in there.turns(rolled)]
    best = max(core.value() for core in ends)
    everything = rank_plain(there, rolled, RULEBOOK, ALL, 3)
    assert everything[0][0] == best
    assert [value for value, _ in everything] == sorted((v for v, _ in everything), reverse=True)
    most = max(_core.learned_value(core, table) for core in ends)
    [(value, _)] = rank_learned(there, rolled, RULEBOOK, EVERYTHING, 1, shipped())
    assert math.isclose(value / 100, most, abs_tol=0.0051)


def test_many_arrangements_reduce_the_landings_kept() -> None:
    assert landings_kept(nd.Roll.from_text("1234I")) == LANDINGS
    assert FEWEST_LANDINGS <= landings_kept(nd.Roll.from_text("1***I")) < LANDINGS


# The position after a turn.


@pytest.mark.parametrize("case", CASES[::4], ids=lambda case: case[1])
def test_incremental_value_equals_full_value(case: tuple[str, str]) -> None:
    position, roll = read(*case)
    weights = shipped()
    for value, turn in rank_learned(position, roll, RULEBOOK, FEW, 50, weights):
        after = end_of(position, turn)
        assert value == hundredths(_core.learned_value(after.core, weights.table))


@pytest.mark.parametrize("make", [build_sheet, played_sheet])
@pytest.mark.parametrize("seed", range(2))
def test_incremental_value_equals_full_value_on_random_sheets(
    seed: int, make: Callable[[random.Random], oracle.Sheet]
) -> None:
    """Solo sheets only: with several players, the slides to come depend on the room before the
    turn."""
    rng, table, claimed = random.Random(seed), shipped().table, 0
    for _ in range(15):
        position = nd.Position.from_text(make(rng).to_text())
        if not position.is_solo:
            continue
        roll = nd.Roll.from_text(oracle.random_roll(rng))
        for value, turn, after in Ply(position, roll, RULEBOOK, FEW, shipped()).first(400):
            assert value == hundredths(_core.learned_value(after.core, table)), str(position)
            claimed += turn.claim is not None
    assert claimed >= 100


@pytest.mark.parametrize("case", CASES[1::8], ids=lambda case: case[1])
def test_end_of_agrees_with_play(case: tuple[str, str]) -> None:
    position, roll = read(*case)
    ranked = [
        *rank_plain(position, roll, RULEBOOK, FEWEST_LANDINGS, 20),
        *rank_learned(position, roll, RULEBOOK, FEW, 20, shipped()),
    ]
    for turn in [*islice(position.turns(roll), 20), *(turn for _, turn in ranked)]:
        assert end_of(position, turn) == nd.play(position, turn)


def test_on_a_sheet_of_several_players_the_value_is_sensible() -> None:
    position, roll = read("111..../1...... -:-:- V3,I3,U5,X5,T5 4", "1114L")
    weights = shipped()
    [(value, turn)] = rank_learned(position, roll, nd.Variant.of("bga"), EVERYTHING, 1, weights)
    after = end_of(position, turn)
    assert value == hundredths(_core.learned_value(after.core, weights.table, flags_of(RULEBOOK)))
    assert 0 < value < 10_000
