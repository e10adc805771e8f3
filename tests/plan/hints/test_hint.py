"""Hints: that they are legal, repeatable, and contain what they should."""

from __future__ import annotations

import math
import subprocess
import sys

import pytest

import numberdrop as nd
import oracle
from commands import ENVIRON, MIDDLE
from numberdrop import _core
from numberdrop.plan.hints.hint import hint
from numberdrop.plan.hints.levels import LEVELS, Level
from numberdrop.plan.hints.rollouts import GAMES_FOR_TARGET
from numberdrop.plan.limits import Stop
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
        worth = _core.learned_value(ranked.position.core, shipped().table)
        edge = 0.0 if ranked.position.is_over() else LEVELS["fast"].edge_at(position)
        assert math.isclose(ranked.ev, worth + edge, abs_tol=0.0051)
        assert math.isclose(ranked.loss, evs[0] - ranked.ev, abs_tol=1e-9)
        assert ranked.se is None


def test_hint_on_a_sheet_of_several_players_ranks_dropped_shapes() -> None:
    position, roll = read("111..../1...... -:-:- V3,I3,U5,X5,T5 4", "1114L")
    best = hint(position, roll, variant="bga", level="fast", top=1).turns[0]
    assert best.turn.slides == ()
    assert str(best.position) in oracle.outcomes(oracle.parse(str(position)), str(roll))


def test_finished_game_raises() -> None:
    grid = "/".join(["XXXXXXX", *["1111111"] * 11])
    position = nd.Position.from_text(f"{grid} -:-:- I0,O0,T0,L0,S0 9")
    assert position.is_over()
    with pytest.raises(nd.NumberdropError, match="game is over"):
        hint(position, nd.Roll.from_text("1234I"))


@pytest.mark.parametrize("top", [0, 1001])
def test_top_out_of_range_raises(top: int) -> None:
    position, roll = read(*CASES[0])
    with pytest.raises(nd.NumberdropError, match=r"top: expected 1 to 1000"):
        hint(position, roll, top=top)


def test_impossible_roll_raises() -> None:
    position, _ = read(*CASES[0])
    with pytest.raises(nd.NotationError, match="publisher"):
        hint(position, nd.Roll("****", "O"))
    wild = nd.Roll("****", "O")
    assert hint(position, wild, variant="rulebook+review-dice", level="fast").turns


def test_same_arguments_repeat_the_hint() -> None:
    position, roll = read(*CASES[1])
    first, second = (hint(position, roll, level="fast", top=20) for _ in range(2))
    assert first == second
    assert first.to_json()["made_by"]["width"] == list(WIDE)
    assert first.to_json()["made_by"]["weights"] == shipped().name


def test_number_of_workers_changes_no_answer() -> None:
    position, roll = read(*CASES[20])
    found = [hint(position, roll, top=3, workers=workers) for workers in (1, 2, 3)]
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("level", ["quick", "fast", "small"])
def test_games_give_each_idea_rollout_results(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, "small", Level("small", 2, 12))
    position, roll = read(*CASES[40])
    asked = {"playouts": 60, "games": 8, "games_level": level, "target": 61, "top": 2}
    found = hint(position, roll, **asked)  # type: ignore[arg-type]
    assert found.made_by["games_level"] == level
    for idea in found.ideas:
        ends = idea.best.ends
        assert ends is not None
        assert ends.games == 8
        assert ends.se is not None
        assert ends.chance is not None
        assert math.isclose(sum(ends.parts.values()), ends.mean)
        assert 0 <= ends.chance <= 1
        assert abs(ends.mean - idea.best.ev) < 6 * ends.se + 3
        assert [turn.ends for turn in idea.turns[1:]] == [None] * (len(idea.turns) - 1)
    assert found == hint(position, roll, **asked, workers=3)  # type: ignore[arg-type]
    assert found.turns[0].loss == 0
    assert not found.turns[0].is_tied


def test_rollouts_run_only_on_request() -> None:
    position, roll = read(*CASES[40])
    plain = hint(position, roll, playouts=24, top=1)
    assert (plain.made_by["games"], plain.turns[0].ends) == (0, None)
    aimed = hint(position, roll, playouts=24, top=1, target=50).made_by
    assert (aimed["games"], aimed["games_level"]) == (GAMES_FOR_TARGET, "quick")
    asked = hint(position, roll, level="fast", top=1, games=1)
    assert asked.made_by["games_level"] == "fast"
    assert asked.turns[0].ends is not None
    assert (asked.turns[0].ends.games, asked.turns[0].ends.se) == (1, None)
    assert hint(position, roll, last=True, games=50).made_by["games"] == 0


def test_stopped_rollouts_count_only_if_all_ideas_have_them() -> None:
    position, roll = read(*CASES[40])
    stop = Stop()

    def enough(done: int, _: int) -> None:
        if done >= 5:
            stop.set()

    found = hint(position, roll, level="fast", top=3, games=9, played=enough, stop=stop)
    assert [idea.best.ends and idea.best.ends.games for idea in found.ideas] == [1, 1, 1]
    assert found.made_by["games"] == 1
    stop = Stop()
    stop.set()
    none = hint(position, roll, top=3, games=9, stop=stop)
    assert (none.made_by["games"], none.ideas[0].best.ends) == (0, None)


def test_equal_hints_have_equal_hashes() -> None:
    position, roll = read(*CASES[40])
    one, other = (hint(position, roll, level="fast", top=1, games=2) for _ in range(2))
    assert one == other
    assert {one: 1}[other] == 1


def test_budget_is_recorded_if_it_differs_from_the_level() -> None:
    position, roll = read(*CASES[40])
    assert "budget" not in hint(position, roll, top=1).made_by
    assert hint(position, roll, playouts=20, top=1).made_by["budget"] == 24


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"level": "best"}, "level: expected one of"),
        ({"seconds": 0}, "seconds: expected a positive number"),
        ({"level": "fast", "seconds": 1}, "level: fast samples nothing"),
        ({"playouts": 0}, "playouts: expected 1 to"),
        ({"games": -1}, "games: expected 0 to"),
        ({"games": 1, "games_level": "slow"}, "^games_level: expected one of quick, fast, strong"),
        ({"games_level": ""}, "^games_level: expected one of quick, fast, strong, deep, got ''"),
        ({"games_level": 5}, "^games_level: expected text, got 5"),
        ({"seconds": 1e300}, r"^seconds: expected less than 1000000000, got 1e\+300"),
        ({"stop": 0}, "^stop: expected Stop, got 0"),
        ({"progress": 3}, "^progress: expected a function, got 3"),
        ({"played": 5}, "^played: expected a function, got 5"),
        ({"playouts": 10**5000}, "^playouts: expected 1 to 1000000000, got <int too long"),
        ({"workers": 0}, "workers: expected 1 to 64"),
        ({"seed": -1}, "seed: expected 0 to"),
    ],
)
def test_invalid_arguments_raise(asked: dict[str, object], words: str) -> None:
    position, roll = read(*CASES[0])
    with pytest.raises(nd.NumberdropError, match=words):
        hint(position, roll, **asked)  # type: ignore[arg-type]


SIGNALLED = f"""
import signal
import numberdrop as nd

class Ended(Exception):
    pass

def end(*_):
    raise Ended

signal.signal(signal.SIGALRM, end)
signal.setitimer(signal.ITIMER_REAL, 1)
try:
    nd.hint("{MIDDLE}", "156*O", level="fast", games=100_000)
except Ended:
    print("ended")
"""


def test_signal_ends_rollouts_with_the_error_of_its_handler() -> None:
    """One worker plays them in the main thread. It's a program of its own, whose signals and timers
    no test uses."""
    words = [sys.executable, "-c", SIGNALLED]
    done = subprocess.run(words, env=ENVIRON, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ended\n", "")
