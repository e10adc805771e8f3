"""The program's own bots: legal whatever lies on the table, the same every time, and in order."""

from __future__ import annotations

from functools import cache

import pytest

import numberdrop as nd
import oracle
from numberdrop.bots import OWN_BOTS, own_bot, part_of, play_table
from numberdrop.bots.bot import STYLES

#: Those whose whole games take no time to speak of.
QUICK = (*OWN_BOTS[:-1], "tough:points")
ALL = OWN_BOTS + STYLES
HARD = tuple(name for name in ALL if name not in QUICK)
SLOW = pytest.mark.slow
VARIANTS = ("rulebook", "bga", "bga+slide+review-dice")
STAR = nd.Roll.from_text("*567L")


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(name, marks=SLOW) for name in HARD)])
def test_its_games_are_legal_and_have_the_result_that_the_oracle_finds(
    name: str, variant: str
) -> None:
    seats = 2 + ALL.index(name) % 5
    bots = [own_bot(name), *(own_bot("beginner") for _ in range(seats - 1))]
    deal = nd.table_deal(5, ALL.index(name), variant)
    game, forfeits = play_table(deal, nd.Variant.of(variant), bots)
    assert game.is_over()
    assert forfeits == ()
    record = game.to_record()
    assert nd.replay(record) == record
    assert oracle.play_record(record) == record["result"]


@cache
def blocked() -> nd.Game:
    """A game of two in which seat 1 has circled a letter, which the other hasn't."""
    for number in range(20):
        game, _ = play_table(nd.table_deal(4, number), nd.Variant(), [own_bot("hard")] * 2)
        while game.turns:
            game.pop()
            letter = game.active_letter()
            marks = [dict(zip("ABCDE", at.tiles, strict=True)) for at in game.positions]
            if letter and [tiles[letter][2] for tiles in marks] == ["o", ""]:
                return game
    raise AssertionError


@pytest.mark.parametrize("name", ALL)
def test_it_lets_a_block_fall_unless_it_has_circled_its_letter(name: str) -> None:
    bot, letter = own_bot(name), blocked().falling_letter(STAR)
    assert str(part_of(bot, blocked(), 1, STAR)) == "."
    part = part_of(bot, blocked(), 2, STAR)
    assert part.drops is not None
    assert [drop.tile for drop in part.drops] == [letter]


@pytest.mark.parametrize("name", ALL)
def test_it_plays_the_same_again(name: str) -> None:
    for roll in (STAR, nd.Roll.from_text("4567L")):
        once, again = (part_of(own_bot(name), blocked(), 2, roll) for _ in range(2))
        assert once == again


def test_a_table_has_dice_of_its_variant() -> None:
    with pytest.raises(nd.NotationError, match=r"^dice: expected a deal of the publisher dice"):
        play_table(nd.table_deal(1, 0, "bga+review-dice"), nd.Variant(), [own_bot("hard")] * 2)


def test_unknown_bot_raises_key_error() -> None:
    with pytest.raises(KeyError):
        own_bot("nobody")


@pytest.mark.slow
def test_each_bot_is_stronger_than_the_one_before() -> None:
    """On 60 deals, where both seats are taken by the same bot."""
    means = []
    for name in QUICK[:-1]:
        scores = []
        for number in range(60):
            game, _ = play_table(nd.table_deal(8, number), nd.Variant(), [own_bot(name)] * 2)
            scores += [position.score().total for position in game.positions]
        means.append(sum(scores) / len(scores))
    assert means == sorted(means)
