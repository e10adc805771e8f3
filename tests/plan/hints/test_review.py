"""Reviews: losses, luck and words, and that they add up."""

from __future__ import annotations

import math

import pytest

import numberdrop as nd
from numberdrop.errors import WrongType
from numberdrop.plan.hints.decision import Decision
from numberdrop.plan.hints.hint import hint
from numberdrop.plan.hints.review import Thresholds, luck_of, review
from numberdrop.plan.hints.selfplay import play_game
from numberdrop.plan.limits import Stop
from numberdrop.plan.weights import shipped
from numberdrop.record import PlayedLine
from numberdrop.view.charts import review_svg

RULEBOOK = nd.Variant()


def poor_game() -> nd.Game:
    """Return a game by hints whose turn 3 is the first legal one."""
    game = play_game(6, 0)
    turns = [turn for turn in game.turns if isinstance(turn, nd.Turn)][:2]
    rolls = nd.plain_deal(6, 0).rolls
    poor = nd.Game(game.tiles, game.start)
    for turn in turns:
        poor.push(turn)
    poor.push(next(poor.positions[0].turns(rolls[2])))
    return poor


def test_best_turns_lose_nothing() -> None:
    found = review(play_game(6, 0), level="fast")
    assert {turn.word for turn in found.turns} == {"good"}
    assert found.skill == 0
    assert found.costliest() == []
    assert [turn.best for turn in found.turns] == [turn.played for turn in found.turns]


def test_the_picture_marks_every_turn_that_is_not_good() -> None:
    found = review(poor_game(), level="fast")
    assert [turn.word == "good" for turn in found.turns] == [True, True, False]
    assert review_svg(found).count("<circle") == 1


@pytest.mark.slow
def test_poor_turn_is_found_with_the_best_one() -> None:
    game = poor_game()
    found = review(game, level="strong")
    last = found.turns[-1]
    assert last == found.costliest()[0]
    assert last.word in ("inaccuracy", "mistake", "blunder")
    assert math.isclose(last.loss, last.best_ev - last.ev)
    assert math.isclose(found.skill, -sum(turn.loss for turn in found.turns))
    roll = nd.plain_deal(6, 0).rolls[2]
    game.pop()
    assert last.position == game.positions[0]
    best = hint(game.positions[0], roll).turns[0]
    assert abs(best.ev - last.best_ev) < 0.5
    assert review(poor_game(), level="strong") == found


def test_line_gives_the_same_review_as_its_game() -> None:
    game = poor_game()
    start = game.history[0][0]
    turns = [turn for turn in game.turns if isinstance(turn, nd.Turn)]
    line = review(PlayedLine.of(start, turns), level="fast")
    assert line.turns == review(game, level="fast").turns


def test_stopped_luck_returns_none() -> None:
    stop = Stop()
    stop.set()
    decision = Decision(nd.Position.start("IOTLS", "d1"), nd.Roll.from_text("1463L"), RULEBOOK)
    assert luck_of(decision, shipped(), 1, stop) is None


@pytest.mark.parametrize("deals", [1, pytest.param(6, marks=pytest.mark.slow)])
def test_luck_is_zero_on_average(deals: int) -> None:
    game = play_game(6, 1)
    for _ in range(5):
        game.pop()
    position = game.positions[0]
    rolls = [roll for number in range(deals) for roll in nd.plain_deal(9, number).rolls]
    found = [luck_of(Decision(position, roll, RULEBOOK), shipped(), 1) for roll in rolls]
    lucks = [luck for luck in found if luck]
    assert len(lucks) == len(rolls)
    mean = sum(luck for luck, _ in lucks) / len(lucks)
    spread = math.sqrt(sum((luck - mean) ** 2 for luck, _ in lucks)) / len(lucks)
    assert abs(mean) < 4 * (spread + lucks[0][1])
    assert max(lucks)[0] > 1 > -1 > min(lucks)[0]


def test_thresholds_separate_words() -> None:
    words = Thresholds(1, 2, 3)
    assert [words.word(loss) for loss in (0.9, 1, 2, 3)] == [
        "good",
        "inaccuracy",
        "mistake",
        "blunder",
    ]
    nan, inf = float("nan"), float("inf")
    for wrong in ((0, 1, 2), (2, 1, 3), (1, 3, 2), (nan, 1, 2), (1, 2, nan), (1, 2, inf)):
        with pytest.raises(nd.NotationError, match="to rise from above 0"):
            Thresholds(*wrong)
    for strange in (("a",), (True, True, True), (None,), (1, 2, 3j)):
        with pytest.raises(WrongType, match=r"thresholds, [a-z]+: expected a number, got"):
            Thresholds(*strange)  # type: ignore[arg-type]


def test_invalid_games_and_arguments_raise() -> None:
    with pytest.raises(nd.NumberdropError, match="expected at least one turn"):
        review(nd.Game("IOTLS", ["d1"]))
    with pytest.raises(nd.NumberdropError, match="expected a solo game, got 2 players"):
        review(nd.Game(["V3", "I3", "U5", "X5", "T5"], ["a1", "b1"]))
    stop = Stop()
    stop.set()
    game = play_game(6, 0)
    assert review(game, stop=stop).turns == ()
    assert hash(review(game, stop=stop)) is not None
    for name in ("thresholds", "progress", "reviewed", "stop"):
        with pytest.raises(WrongType, match=f"^{name}: expected "):
            review(game, **{name: 5})  # type: ignore[arg-type]
