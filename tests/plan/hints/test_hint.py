"""Hints: that they are legal, repeat, and tell what they promise."""

from __future__ import annotations

import math

import pytest

import numberdrop as nd
import oracle
from numberdrop import _core
from numberdrop.plan.hints.hint import hint
from numberdrop.plan.hints.levels import LEVELS
from numberdrop.plan.ply import WIDE
from numberdrop.plan.weights import shipped
from samples import CASES


def read(position: str, roll: str) -> tuple[nd.Position, nd.Roll]:
    return nd.Position.from_text(position), nd.Roll.from_text(roll)


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


def test_hint_on_a_sheet_of_several_players_ranks_dropped_shapes() -> None:
    position, roll = read("111..../1...... -:-:- V3,I3,U5,X5,T5 4", "1114L")
    best = hint(position, roll, variant="bga", level="fast", top=1).turns[0]
    assert best.turn.slides == ()
    assert str(best.position) in oracle.outcomes(oracle.parse(str(position)), str(roll))


def test_a_game_that_is_over_has_no_hint() -> None:
    grid = "/".join(["XXXXXXX", *["1111111"] * 11])
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
    assert first.to_json()["made_by"]["width"] == list(WIDE)
    assert first.to_json()["made_by"]["weights"] == shipped().name


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
