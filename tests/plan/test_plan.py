"""Hints, self-play and the bound that counting gives."""

from __future__ import annotations

import math
import random

import pytest

import numberdrop as nd
import oracle
from numberdrop import _core
from numberdrop.notches import longest_game
from numberdrop.plan.bounds.bounds import counting_bound
from numberdrop.plan.hints.hint import hint
from numberdrop.plan.hints.search import LEVELS, WIDTH
from numberdrop.plan.hints.selfplay import play_game, play_games, selfplay, summarise
from numberdrop.plan.ply import FEWEST_OUTLINES, OUTLINES, choose, end_of, outlines_kept, rank
from numberdrop.plan.weights import shipped
from samples import CASES

RULEBOOK = nd.Variant()
ALL = 100_000

#: What the plain evaluation and the search by it make of bench/positions.txt. A commit that
#: changes it says so.
SIGNATURE = 2017131888


def read(position: str, roll: str) -> tuple[nd.Position, nd.Roll]:
    return nd.Position.from_text(position), nd.Roll.from_text(roll)


def test_signature() -> None:
    signature = 0
    for position, roll in (read(*case) for case in CASES):
        [(value, turn)] = rank(position, roll, RULEBOOK, FEWEST_OUTLINES, 1)
        after = end_of(position, turn, RULEBOOK)
        signature = (signature * 31 + value * 7 + sum(str(after).encode())) % 2**32
    assert signature == SIGNATURE


@pytest.mark.parametrize("case", CASES[::4], ids=lambda case: case[1])
def test_every_hint_is_legal_for_replay_and_oracle(case: tuple[str, str]) -> None:
    position, roll = read(*case)
    found = hint(position, roll, level="fast", top=5)
    evs = [turn.ev for turn in found.turns]
    assert evs == sorted(evs, reverse=True)
    sheet = oracle.parse(str(position))
    for ranked in found.turns:
        assert nd.play(position, ranked.turn) == ranked.position
        assert oracle.play_turn(sheet, ranked.turn.to_json(), False).to_text() == str(
            ranked.position
        )
        worth = _core.sheet_worth(ranked.position.core, shipped().table)
        edge = 0.0 if ranked.position.is_over() else LEVELS["fast"].edge_at(position)
        assert math.isclose(ranked.ev, worth + edge, abs_tol=0.0051)
        assert math.isclose(ranked.loss, evs[0] - ranked.ev, abs_tol=1e-9)
        assert ranked.se is None


@pytest.mark.parametrize(
    ("position", "roll"),
    [
        ("65...../612..../6533... -:-:- I1,O0,T1,L0,S0 3", "1234O"),
        ("65...../612..../6533... -:-:- I3,O3,T1,L0,S0 3", "1123O"),
        ("4562713/1234567/7654321 3:4:- I4x,O4x,T3,L3,S2 14", "2457S"),
        ("111..../1...... -:-:- V3,I3,U5,X5,T5 4", "1114L"),
    ],
)
def test_with_every_outline_kept_the_best_turn_is_the_best_of_all(position: str, roll: str) -> None:
    there, rolled = read(position, roll)
    table = shipped().table
    ends = [end_of(there, turn, RULEBOOK).core for turn in there.turns(rolled)]
    best = max(core.value() for core in ends)
    everything = rank(there, rolled, RULEBOOK, ALL, 3)
    assert everything[0][0] == best
    assert [value for value, _ in everything] == sorted((v for v, _ in everything), reverse=True)
    most = max(_core.sheet_worth(core, table) for core in ends)
    [(value, _)] = choose(there, rolled, RULEBOOK, (ALL, ALL, ALL), 1, shipped())
    assert math.isclose(value / 100, most, abs_tol=0.0051)


def test_fewer_outlines_where_stars_allow_many_arrangements() -> None:
    assert outlines_kept(nd.Roll.from_text("1234I")) == OUTLINES
    assert FEWEST_OUTLINES <= outlines_kept(nd.Roll.from_text("1***I")) < OUTLINES


def test_hint_on_a_sheet_of_several_players_ranks_dropped_shapes() -> None:
    position, roll = read("111..../1...... -:-:- V3,I3,U5,X5,T5 4", "1114L")
    best = hint(position, roll, variant="bga", level="fast", top=1).turns[0]
    assert best.turn.slides == ()
    assert str(best.position) in oracle.outcomes(oracle.parse(str(position)), str(roll))


def test_hint_where_nothing_fits_still_ranks_claims() -> None:
    rows = ["1...1..", "1......", *["1111111"] * 11]
    grid = "/".join(["XXXXXXX", *rows[2:]])
    position = nd.Position.from_text(f"{grid} -:-:- I0,O0,T0,L0,S0 9")
    assert position.is_over()
    with pytest.raises(nd.NumberdropError, match="game is over"):
        hint(position, nd.Roll.from_text("1234I"))


@pytest.mark.parametrize("top", [0, 1001])
def test_hint_refuses_a_top_out_of_range(top: int) -> None:
    position, roll = read(*CASES[0])
    with pytest.raises(nd.NumberdropError, match=r"top: expected 1 to 1000"):
        hint(position, roll, top=top)


def test_hint_refuses_a_roll_that_the_dice_cannot_show() -> None:
    position, _ = read(*CASES[0])
    with pytest.raises(nd.NotationError, match="publisher"):
        hint(position, nd.Roll("****", "O"))
    wild = nd.Roll("****", "O")
    assert hint(position, wild, variant="rulebook+review-dice", level="fast").turns


def test_made_by_repeats_the_hint() -> None:
    position, roll = read(*CASES[1])
    first, second = (hint(position, roll, level="fast", top=20) for _ in range(2))
    assert first == second
    assert first.to_json()["made_by"]["width"] == list(WIDTH)
    assert first.to_json()["made_by"]["weights"] == shipped().name


@pytest.mark.parametrize("variant", ["rulebook", "bga+slide+review-dice"])
def test_games_of_self_play_replay_and_repeat(variant: str) -> None:
    games = list(play_games(2, 11, variant))
    for number, game in enumerate(games):
        record = game.to_record()
        assert game.is_over()
        assert nd.replay(record) == record
        assert oracle.play_record(record) == record["result"]
        assert play_game(11, number, variant).to_record() == record


def test_self_play_sums_up_its_games() -> None:
    games = list(play_games(5, 3))
    told: list[int] = []
    found = summarise(games, 3, progress=told.append)
    scores = sorted(game.positions[0].score().total for game in games)
    mean = sum(scores) / 5
    deviation = math.sqrt(sum((score - mean) ** 2 for score in scores) / 4)
    assert told == [1, 2, 3, 4, 5]
    assert (found.games, found.mean) == (5, mean)
    assert found.se is not None
    assert math.isclose(found.se, deviation / math.sqrt(5))
    assert found.quantiles["0"] == scores[0]
    assert found.quantiles["50"] == scores[2]
    assert found.quantiles["100"] == scores[-1]
    assert selfplay(1, 3).se is None
    with pytest.raises(nd.NumberdropError, match="games: expected at least 1"):
        selfplay(0, 3)


def test_the_hints_play_better_than_chance() -> None:
    rng = random.Random(5)
    chance = [oracle.play_record(oracle.random_game(rng))["final"]["total"] for _ in range(20)]
    assert selfplay(20, 5).mean > 40 + sum(chance) / 20


def test_counting_bound_follows_the_longest_game() -> None:
    bounds: dict[int, int] = {}
    for number in range(60):
        deal = nd.plain_deal(4, number)
        bound = counting_bound(deal)
        assert bounds.setdefault(longest_game(deal.tiles, deal.rolls), bound) == bound
    assert all(bound == 100 for turns, bound in bounds.items() if turns >= 15)
    assert bounds[14] == 92


def test_counting_bound_of_one_roll() -> None:
    # One turn: five cells and no row; 1 2 3 4 is the longest combo.
    deal = nd.Deal("one", tuple("IOTLS"), (nd.Roll.from_text("1234I"),))
    assert counting_bound(deal) == 4


def test_no_game_of_self_play_beats_the_counting_bound() -> None:
    for number in range(10):
        game = play_game(4, number)
        assert game.positions[0].score().total <= counting_bound(nd.plain_deal(4, number))
