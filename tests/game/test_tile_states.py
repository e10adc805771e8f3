"""The longest game with given rolls, compared with a literal implementation of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numberdrop.dice import Roll, plain_deal
from numberdrop.errors import NotationError
from numberdrop.tile_states import longest_game

Notches = tuple[int, ...]
TILES = ("I", "O", "T", "L", "S")


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
