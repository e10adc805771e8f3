"""Plans of slides, against every game of slides that the oracle allows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

import numberdrop as nd
import oracle
from numberdrop.notches import longest_game
from numberdrop.plan.slides import SlidePlan, SlideTable

Arrivals = tuple[int | None, ...]
Game = tuple[tuple[tuple[int, ...], ...], Arrivals]

#: Many stars of both kinds, and rolls without one.
ROLLS = ["1425I", "3*41O", "1*76T", "7225*", "54*7S", "12*5*", "*126L", "1367L"]


def new_sheet(tiles: str, notches: tuple[int, ...]) -> oracle.Sheet:
    return oracle.Sheet(tiles=[oracle.Tile(*tile) for tile in zip(tiles, notches, strict=True)])


def after_slides(sheet: oracle.Sheet, letters: tuple[str, ...]) -> oracle.Sheet:
    after = sheet.copy()
    for letter in letters:
        oracle.slide_tile(after, letter)
    return after


def games(
    sheet: oracle.Sheet, rolls: list[str], arrivals: Arrivals, turn: int = 1
) -> Iterator[Game]:
    """Every way to slide until all tiles are on GO! or the rolls are at an end."""
    if turn > len(rolls) or oracle.all_on_go(sheet):
        yield (), arrivals
        return
    for letters in oracle.slide_choices(sheet, rolls[turn - 1]):
        after = after_slides(sheet, letters)
        assert after.tiles is not None
        now = tuple(
            turn if tile.notch == 4 and old is None else old
            for tile, old in zip(after.tiles, arrivals, strict=True)
        )
        slid = tuple("ABCDE".index(letter) for letter in letters)
        for rest, last in games(after, rolls, now, turn + 1):
            yield (slid, *rest), last


def worth(arrivals: Arrivals, rewards: np.ndarray) -> int:
    return sum(int(rewards[tile, turn]) for tile, turn in enumerate(arrivals) if turn)


def case(seed: int) -> tuple[str, list[str], tuple[int, ...]]:
    """Tiles, a few rolls, and notches from which there are not too many games."""
    rng = random.Random(seed)
    tiles = "".join(rng.sample("IOTLS", 5))
    rolls = [rng.choice(ROLLS) for _ in range(rng.randrange(1, 7))]
    left = rng.randrange(1, 8 if len(rolls) > 3 else 10)
    notches = [4] * 5
    for _ in range(left):
        notches[rng.choice([tile for tile in range(5) if notches[tile] > 0])] -= 1
    return tiles, rolls, tuple(notches)


def table_of(tiles: str, rolls: list[str], notches: tuple[int, ...]) -> SlideTable:
    return SlideTable(tiles, [nd.Roll.from_text(roll) for roll in rolls], notches)


def check_plan(tiles: str, rolls: list[str], notches: tuple[int, ...], plan: SlidePlan) -> None:
    """Each turn's slides are allowed, and the arrivals are when the tiles reach the last notch."""
    sheet = new_sheet(tiles, notches)
    arrivals: list[int | None] = [0 if notch == 4 else None for notch in notches]
    for turn, (roll, slid) in enumerate(zip(rolls, plan.slides, strict=False), 1):
        assert not oracle.all_on_go(sheet)
        letters = tuple("ABCDE"[tile] for tile in slid)
        assert letters in oracle.slide_choices(sheet, roll)
        sheet = after_slides(sheet, letters)
        assert sheet.tiles is not None
        for tile in range(5):
            if sheet.tiles[tile].notch == 4 and arrivals[tile] is None:
                arrivals[tile] = turn
    assert plan.arrivals == tuple(arrivals)
    assert len(plan.slides) == len(rolls) or oracle.all_on_go(sheet)


@pytest.mark.parametrize("seed", range(80))
def test_lengths_and_best_plans_are_what_all_games_say(seed: int) -> None:
    tiles, rolls, notches = case(seed)
    first = tuple(0 if notch == 4 else None for notch in notches)
    every = list(games(new_sheet(tiles, notches), rolls, first))
    table = table_of(tiles, rolls, notches)
    assert table.lengths() == sorted({len(slides) for slides, _ in every})
    rng = np.random.default_rng(seed)
    for turns in range(1, len(rolls) + 1):
        rewards = rng.integers(-9, 10, (6, 5, turns + 1))
        known = {slides: arrivals for slides, arrivals in every if len(slides) == turns}
        found = table.best(turns, rewards.astype(float))
        for wish, best in zip(rewards, found, strict=True):
            if best is None:
                assert not known
                continue
            value, plan = best
            assert value == max(worth(arrivals, wish) for arrivals in known.values())
            assert known[plan.slides] == plan.arrivals
            assert worth(plan.arrivals, wish) == value


@pytest.mark.parametrize("seed", range(0, 80, 3))
def test_an_open_end_lets_a_game_stop_after_any_turn(seed: int) -> None:
    tiles, rolls, notches = case(seed)
    first = tuple(0 if notch == 4 else None for notch in notches)
    rng = np.random.default_rng(seed)
    for turns in range(1, len(rolls) + 1):
        every = games(new_sheet(tiles, notches), rolls[:turns], first)
        known = {slides: arrivals for slides, arrivals in every if len(slides) == turns}
        [wish] = rng.integers(-9, 10, (1, 5, turns + 1))
        [best] = table_of(tiles, rolls, notches).best(turns, np.array([wish], float), is_open=True)
        if best is None:
            assert not known
            continue
        assert best[0] == max(worth(arrivals, wish) for arrivals in known.values())
        assert known[best[1].slides] == best[1].arrivals
        assert worth(best[1].arrivals, wish) == best[0]


def test_the_cases_are_of_all_kinds() -> None:
    cases = [case(seed) for seed in range(80)]
    assert any("*" in roll[:4] and roll[4] == "*" for _, rolls, _ in cases for roll in rolls)
    lengths = [(table_of(*one).lengths(), len(one[1])) for one in cases]
    assert sum(len(found) > 1 for found, _ in lengths) > 10
    assert sum(found[-1] < rolls for found, rolls in lengths) > 10
    assert sum(found == [rolls] for found, rolls in lengths) > 10


@pytest.mark.parametrize("n", range(4))
def test_the_best_plan_of_a_whole_game(n: int) -> None:
    deal, rng = nd.plain_deal(41, n), np.random.default_rng(n)
    tiles, rolls = "".join(deal.tiles), [str(roll) for roll in deal.rolls]
    notches = tuple(int(notch) for notch in rng.integers(0, 5, 5)) if n else (0,) * 5
    table = table_of(tiles, rolls, notches)
    turns = table.lengths()[n % 2 - 1]
    rewards = rng.integers(-9, 10, (1, 5, turns + 1))

    @cache
    def best_from(turn: int, now: tuple[int, ...]) -> float:
        sheet = new_sheet(tiles, now)
        if turn > turns or oracle.all_on_go(sheet):
            return 0 if turn > turns and (turns == 20 or oracle.all_on_go(sheet)) else -np.inf
        values = []
        for letters in oracle.slide_choices(sheet, rolls[turn - 1]):
            after = after_slides(sheet, letters).tiles
            assert after is not None
            then = tuple(tile.notch or 0 for tile in after)
            came = [tile for tile in range(5) if now[tile] < then[tile] == 4]
            values.append(sum(rewards[0, came, turn]) + best_from(turn + 1, then))
        return max(values)

    [best] = table.best(turns, rewards.astype(float))
    assert best is not None
    assert best[0] == best_from(1, notches) == worth(best[1].arrivals, rewards[0])
    check_plan(tiles, rolls, notches, best[1])


def test_the_longest_games_of_plain_deals() -> None:
    for n in range(60):
        deal = nd.plain_deal(2026, n)
        lengths = SlideTable(deal.tiles, deal.rolls).lengths()
        assert lengths[-1] == longest_game(deal.tiles, deal.rolls)
        assert lengths == sorted(set(lengths))
        assert lengths[0] >= 10


def test_a_wish_is_answered_by_itself() -> None:
    """What other wishes there are changes nothing; what must not be is not."""
    deal = nd.plain_deal(2026, 3)
    table = SlideTable(deal.tiles, deal.rolls)
    turns = table.lengths()[-1]
    rewards = np.random.default_rng(3).normal(size=(5, 5, turns + 1))
    together = table.best(turns, rewards)
    for k in range(5):
        assert table.best(turns, rewards[k : k + 1]) == [together[k]]
        assert together[k] is not None
        check_plan("".join(deal.tiles), list(map(str, deal.rolls)), (0,) * 5, together[k][1])
    rewards[:, 2, 6:] = -2e9
    for best in table.best(turns, rewards):
        assert best is not None
        assert best[1].arrivals[2] in range(2, 6)
    rewards[:, 2, :] = -2e9
    assert turns < 20
    assert table.best(turns, rewards) == [None] * 5


def test_no_games() -> None:
    assert table_of("IOTLS", [], (0,) * 5).lengths() == []
    assert table_of("IOTLS", ROLLS, (4,) * 5).lengths() == []
    assert table_of("IOTLS", ROLLS, (0,) * 5).lengths() == [8]
    assert table_of("IOTLS", ROLLS, (0,) * 5).best(7, np.zeros((2, 5, 8))) == [None, None]
