"""Slide plans, compared with every game of slides that the oracle allows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import prod

import pytest

import numberdrop as nd
import oracle
from numberdrop.dice import Stream
from numberdrop.plan.maxima.slide_plans import SlideGames, SlidePlan, SlideTable
from numberdrop.tile_states import longest_game

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
    """Yield every way to slide until all tiles are on GO! or no roll is left."""
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


Downs = tuple[tuple[int, ...], ...]


def downs_of(slides: tuple[tuple[int, ...], ...], notches: tuple[int, ...]) -> Downs:
    """Return the tiles that come down in each turn, in order."""
    now, found = list(notches), []
    for slid in slides:
        down = []
        for tile in slid:
            now[tile] += 1
            if now[tile] == 4:
                down.append(tile)
        found.append(tuple(down))
    return tuple(found)


def worth(downs: Downs, weights: list[list[int]]) -> int:
    return prod(weights[tile][turn] for turn, down in enumerate(downs, 1) for tile in down)


def weights_of(rng: random.Random, turns: int) -> list[list[int]]:
    """Return small whole weights, so that sums and products are exact."""
    return [[rng.choice([0, 1, 1, 2, 5]) for _ in range(turns + 1)] for _ in range(5)]


def case(seed: int) -> tuple[str, list[str], tuple[int, ...]]:
    """Return tiles, a few rolls, and notches from which there are not too many games."""
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
    """Check that each turn's slides are allowed and the arrivals are when tiles reach the last
    notch."""
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


def judge_games(
    found: SlideGames, every: set[Downs], notches: tuple[int, ...], rng: random.Random
) -> None:
    """Check that the weights of all games add up, and that exactly those with a weight are
    drawn."""
    turns = max(map(len, every), default=1)
    for number in range(4):
        weights = weights_of(rng, turns) if number else [[1] * (turns + 1)] * 5
        must = rng.sample(range(5), rng.choice([0, 0, 1, 2]))
        wanted = {
            downs: worth(downs, weights)
            for downs in every
            if all(notches[tile] == 4 or tile in sum(downs, ()) for tile in must)
        }
        weighed = found.weigh(weights, must)
        assert weighed.total == sum(wanted.values())
        listed = list(weighed.heaviest_first())
        assert [weight for weight, _ in listed] == sorted(filter(None, wanted.values()))[::-1]
        assert all(wanted[downs] == weight for weight, downs in listed)
        assert len({downs for _, downs in listed}) == len(listed)
        if not weighed.total:
            continue
        stream, drawn = Stream(number), set()
        for _ in range(100):
            plan = weighed.plan(weighed.draw_downs(stream))
            downs = downs_of(plan.slides, notches)
            assert wanted[downs] > 0
            drawn.add(downs)
        rare = min(filter(None, wanted.values())) / weighed.total
        assert drawn == {downs for downs in wanted if wanted[downs]} or rare < 0.1


@pytest.mark.parametrize("seed", range(48))
def test_lengths_and_weights_match_all_games(seed: int) -> None:
    tiles, rolls, notches = case(seed)
    first = tuple(0 if notch == 4 else None for notch in notches)
    every = list(games(new_sheet(tiles, notches), rolls, first))
    table = table_of(tiles, rolls, notches)
    assert table.lengths() == sorted({len(slides) for slides, _ in every})
    for turns in range(1, len(rolls) + 1):
        known = {downs_of(slides, notches) for slides, _ in every if len(slides) == turns}
        judge_games(table.games(turns), known, notches, random.Random(seed))


@pytest.mark.parametrize("seed", range(0, 80, 3))
def test_an_open_end_lets_a_game_stop_after_any_turn(seed: int) -> None:
    tiles, rolls, notches = case(seed)
    first = tuple(0 if notch == 4 else None for notch in notches)
    for turns in range(1, len(rolls) + 1):
        every = games(new_sheet(tiles, notches), rolls[:turns], first)
        known = {downs_of(slides, notches) for slides, _ in every if len(slides) == turns}
        found = table_of(tiles, rolls, notches).games(turns, is_open=True)
        judge_games(found, known, notches, random.Random(seed))


def test_cases_cover_all_kinds() -> None:
    cases = [case(seed) for seed in range(80)]
    assert any("*" in roll[:4] and roll[4] == "*" for _, rolls, _ in cases for roll in rolls)
    lengths = [(table_of(*one).lengths(), len(one[1])) for one in cases]
    assert sum(len(found) > 1 for found, _ in lengths) > 10
    assert sum(found[-1] < rolls for found, rolls in lengths) > 10
    assert sum(found == [rolls] for found, rolls in lengths) > 10


@pytest.mark.parametrize("n", range(4))
def test_the_slides_of_a_whole_game(n: int) -> None:
    """Draws are games of slides, respect each tile's weights, and are as frequent as their
    weights."""
    deal, rng = nd.plain_deal(41, n), random.Random(n)
    tiles, rolls = "".join(deal.tiles), [str(roll) for roll in deal.rolls]
    notches = tuple(rng.randrange(5) for _ in range(5)) if n else (0,) * 5
    table = table_of(tiles, rolls, notches)
    turns = table.lengths()[n % 2 - 1]
    weighed = table.games(turns).weigh([[1] * (turns + 1)] * 5)
    stream, arrivals = Stream(n), set()
    for _ in range(200):
        plan = weighed.plan(weighed.draw_downs(stream))
        check_plan(tiles, rolls, notches, plan)
        assert len(plan.slides) == turns
        arrivals.add(plan.arrivals)
    assert len(arrivals) > min(100, weighed.total / 20)
    tile = next(tile for tile in range(5) if notches[tile] < 4)
    turn = next(a[tile] for a in sorted(arrivals, key=str) if a[tile])
    weights = [[1] * (turns + 1) for _ in range(5)]
    weights[tile] = [int(at == turn) for at in range(turns + 1)]
    only = table.games(turns).weigh(weights)
    assert 0 < only.total < weighed.total
    assert {only.plan(only.draw_downs(stream)).arrivals[tile] for _ in range(50)} == {turn}
    weights[tile][turn] = 3
    assert table.games(turns).weigh(weights).total == 3 * only.total


def test_the_longest_games_of_plain_deals() -> None:
    for n in range(60):
        deal = nd.plain_deal(2026, n)
        lengths = SlideTable(deal.tiles, deal.rolls).lengths()
        assert lengths[-1] == longest_game(deal.tiles, deal.rolls)
        assert lengths == sorted(set(lengths))
        assert lengths[0] >= 10


def test_impossible_games_have_no_weight() -> None:
    assert table_of("IOTLS", ROLLS, (0,) * 5).games(3).weigh([[1] * 4] * 5).total == 0
    assert table_of("IOTLS", ROLLS[:3], (4,) * 5).games(3).weigh([[1] * 4] * 5).total == 0
    assert table_of("IOTLS", [], (0,) * 5).lengths() == []
    assert table_of("IOTLS", ROLLS, (4,) * 5).lengths() == []
    assert table_of("IOTLS", ROLLS, (0,) * 5).lengths() == [8]
    assert table_of("IOTLS", ROLLS, (0,) * 5).games(7).weigh([[1] * 8] * 5).total == 0
