"""The longest game with given rolls, compared with a literal implementation of the rules."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numberdrop.dice import Roll, plain_deal
from numberdrop.errors import NotationError
from numberdrop.tile_states import (
    longest_game,
    predecessors,
    reachable_states,
    star_tile,
    states_by_tiles_down,
    states_leading_to,
    states_matching,
)

Notches = tuple[int, ...]
TILES = ("I", "O", "T", "L", "S")
#: No star, the star of a tile, and a star on the shape die, which slides any tile.
ROLLS = (Roll("1567", "T"), Roll("156*", "T"), Roll("1567", "*"))
by_roll = pytest.mark.parametrize("roll", ROLLS, ids=str)
ALL_NOTCHES = [*product(range(5), repeat=5)]
DOWN = (4, 4, 4, 4, 4)


def number_of(notches: Notches) -> int:
    """Return the number of a state: its notches in base 5, A first."""
    return sum(notch * 5**tile for tile, notch in enumerate(notches))


def states_of(some: Iterable[Notches]) -> int:
    """Return a set of states as an int."""
    return sum(1 << number for number in {number_of(notches) for notches in some})


def some_notches(rng: random.Random) -> list[Notches]:
    """Return some states from which a game continues, with low tiles more often than not."""
    drawn = [tuple(rng.choice([0, 1, 2, 3, 3, 4, 4, 4]) for _ in range(5)) for _ in range(60)]
    return [notches for notches in drawn if notches != DOWN]


def slid(notches: Notches, tile: int) -> Notches:
    return (*notches[:tile], notches[tile] + 1, *notches[tile + 1 :])


def star_slides(tiles: tuple[str, ...], roll: Roll, notches: Notches) -> list[tuple[int, ...]]:
    """Return every choice of the star's slide, or one empty choice if nothing slides."""
    if "*" not in str(roll):
        return [()]
    if roll.shape == "*":
        may_slide = [tile for tile in range(5) if notches[tile] < 4]
    else:
        may_slide = [tile for tile in range(5) if tiles[tile] == roll.shape and notches[tile] < 4]
    choices: list[tuple[int, ...]] = [(tile,) for tile in may_slide]
    return choices or [()]


def turns(
    tiles: tuple[str, ...], roll: Roll, notches: Notches
) -> Iterator[tuple[tuple[int, ...], Notches]]:
    for free in range(5):
        if notches[free] < 4:
            middle = slid(notches, free)
            for star in star_slides(tiles, roll, middle):
                yield (free, *star), slid(middle, star[0]) if star else middle


def brute_force(tiles: tuple[str, ...], rolls: tuple[Roll, ...]) -> int:
    @cache
    def longest_from(played: int, notches: Notches) -> int:
        if played == len(rolls) or notches == (4, 4, 4, 4, 4):
            return played
        after = {new for _, new in turns(tiles, rolls[played], notches)}
        return max(longest_from(played + 1, new) for new in after)

    return longest_from(0, (0, 0, 0, 0, 0))


@pytest.mark.parametrize("n", range(60))
def test_longest_game_equals_brute_force(n: int) -> None:
    found = plain_deal(2026, n)
    assert longest_game(found.tiles, found.rolls) == brute_force(found.tiles, found.rolls)


@settings(max_examples=30, deadline=None)
@given(
    st.permutations(TILES),
    st.lists(st.builds(Roll, st.sampled_from(["1567", "156*"]), st.sampled_from("IOTLS***")),
             max_size=20),
)  # fmt: skip
def test_longest_game_with_many_stars_equals_brute_force(
    tiles: list[str], rolls: list[Roll]
) -> None:
    assert longest_game(tiles, rolls) == brute_force(tuple(tiles), tuple(rolls))


def test_game_without_stars_has_twenty_turns() -> None:
    assert longest_game(TILES, [Roll("1567", "O")] * 20) == 20
    assert longest_game(TILES, [Roll("1567", "O")] * 30) == 20


def test_game_is_at_most_as_long_as_its_rolls() -> None:
    assert longest_game(TILES, []) == 0
    assert longest_game(TILES, [Roll("1567", "O")] * 3) == 3


def test_game_with_shape_die_star_each_turn_has_ten_turns() -> None:
    assert longest_game(TILES, [Roll("1567", "*")] * 20) == 10


def test_tile_on_last_notch_does_not_slide_for_its_star() -> None:
    # Free slides move O down too, so only two stars find it above notch 4.
    assert longest_game(TILES, [Roll("156*", "O")] * 20) == 18


def test_shape_die_star_after_last_free_slide_slides_nothing() -> None:
    rolls = [Roll("1567", "O")] * 19 + [Roll("1567", "*")]
    assert longest_game(TILES, rolls) == 20


@pytest.mark.parametrize("tiles", [["I", "O", "T", "L"], ["I", "O", "T", "L", "L"], ["V3"] * 5])
def test_tiles_other_than_the_five_are_refused(tiles: list[str]) -> None:
    with pytest.raises(NotationError, match=r"^tiles: expected each of I, O, T, L, S once, got"):
        longest_game(tiles, [])


@by_roll
def test_states_by_tiles_down_equal_enumeration(roll: Roll) -> None:
    rng = random.Random(1)
    for _ in range(20):
        before = some_notches(rng)
        found = defaultdict(set)
        for notches in before:
            for slides, after in turns(TILES, roll, notches):
                # A slide reaches the last notch if its tile is there when it has slid.
                middle = slid(notches, slides[0])
                down = [
                    tile
                    for tile, new in zip(slides, (middle, after), strict=False)
                    if new[tile] == 4
                ]
                found[tuple(down)].add(after)
        expected = {down: states_of(after) for down, after in found.items()}
        assert states_by_tiles_down(states_of(before), star_tile(TILES, roll)) == expected


@by_roll
def test_predecessors_equal_enumeration(roll: Roll) -> None:
    star, found = star_tile(TILES, roll), defaultdict(set)
    for notches in ALL_NOTCHES:
        for slides, after in turns(TILES, roll, notches):
            found[after].add((number_of(notches), slides))
    for after in ALL_NOTCHES:
        listed = [*predecessors(number_of(after), star)]
        assert len(listed) == len({*listed})
        assert {*listed} == found[after]


@pytest.mark.parametrize("all_down", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_states_leading_to_the_end_equal_enumeration(seed: int, all_down: bool) -> None:
    rng = random.Random(seed)
    start = rng.choice([notches for notches in ALL_NOTCHES if sum(notches) > 9])
    rolls = [rng.choice(ROLLS) for _ in range(rng.randrange(1, 9))]
    layers = reachable_states(TILES, rolls, start)
    steps: list[set[Notches]] = [{start}]
    for roll in rolls[: len(layers) - 1]:
        before = steps[-1] - {DOWN}
        steps.append({after for one in before for _, after in turns(TILES, roll, one)})
    assert layers == [states_of(some) for some in steps]
    kept = [steps[-1] & {DOWN} if all_down else steps[-1]]
    for roll, some in zip(reversed(rolls[: len(layers) - 1]), reversed(steps[:-1]), strict=True):
        leads = {
            one
            for one in some - {DOWN}
            if any(after in kept[-1] for _, after in turns(TILES, roll, one))
        }
        kept.append(leads)
    found = states_leading_to(TILES, rolls[: len(layers) - 1], layers, all_down=all_down)
    assert found == [states_of(some) for some in reversed(kept)]


@pytest.mark.parametrize(("down", "above"), [((), ()), ((0, 4), ()), ((), (1, 2)), ((3,), (0, 4))])
def test_matching_states_equal_enumeration(down: tuple[int, ...], above: tuple[int, ...]) -> None:
    expected = [
        one
        for one in ALL_NOTCHES
        if all(one[tile] == 4 for tile in down) and all(one[tile] < 4 for tile in above)
    ]
    assert states_matching(down, above) == states_of(expected)
