"""Daily deals and recipes."""

from __future__ import annotations

import datetime
import json
import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numberdrop.dice import deal, plain_deal
from numberdrop.errors import NotationError
from numberdrop.puzzles.daily import (
    GENERATOR_VERSION,
    MINIMUM_LONGEST_GAME,
    daily_deal,
    parse_date,
    parse_recipe,
)
from numberdrop.puzzles.deal_puzzle import daily_puzzle
from numberdrop.tile_states import longest_game
from places import ROOT

GOLDEN_DAYS = {
    "2026-11-21": (
        "solo#2026-11-21.3",
        "LTSOI",
        "5647I 3526L 4572O 7161S 5226I *547* 5471O **65S 1443* 1222O "
        "3133T 4441L 72*5L 4146L 3435T 3*42S *126* 3143O 3176T 7131L",
    ),
    "2028-02-29": (
        "solo#2028-02-29.1",
        "LSTOI",
        "3*47S 5665L 3641S 3537O 1271T *136S 5465O 7172* 31*7O 4266S "
        "3*77T 1**7S 4563T 5243O 4535S 4436I 74*7* 1131* 4526I 4533I",
    ),
    "9999-12-31": (
        "solo#9999-12-31.0",
        "LTOSI",
        "1676S 5165* *625I 4642I 7472T **42T 42*3* 5671S 7476I 5*42S "
        "4672T 1572O 3263T 52*5O 1433O *4*3S 4243O 4123* 3226O 4565S",
    ),
}


@pytest.mark.parametrize("day", GOLDEN_DAYS)
def test_deal_of_a_day_never_changes(day: str) -> None:
    recipe, tiles, rolls = GOLDEN_DAYS[day]
    found = daily_deal(datetime.date.fromisoformat(day))
    assert found.recipe == recipe
    assert "".join(found.tiles) == tiles
    assert " ".join(map(str, found.rolls)) == rolls


@settings(max_examples=60, deadline=None)
@given(st.dates())
def test_deal_of_a_day_is_the_first_candidate_with_a_long_game(date: datetime.date) -> None:
    found = daily_deal(date)
    start, _, j = found.recipe.rpartition(".")
    assert start == f"solo#{date.isoformat()}"
    assert longest_game(found.tiles, found.rolls) >= MINIMUM_LONGEST_GAME
    for earlier in range(int(j)):
        candidate = deal(f"{start}.{earlier}")
        assert longest_game(candidate.tiles, candidate.rolls) < MINIMUM_LONGEST_GAME


def test_daily_deal_ignores_the_time_of_day() -> None:
    assert daily_deal(datetime.datetime(2026, 11, 21, 13, 5)) == daily_deal(
        datetime.date(2026, 11, 21)
    )


def test_parse_recipe_returns_the_deal() -> None:
    today = daily_deal(datetime.date(2026, 11, 21))
    assert parse_recipe("2026-11-21") == today
    assert parse_recipe("solo#2026-11-21") == today
    assert parse_recipe("solo#2026-11-21.3") == today
    assert parse_recipe("plain#7.123") == plain_deal(7, 123)
    assert parse_recipe("0001-01-01").recipe == "solo#0001-01-01.0"


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_recipe_of_a_plain_deal_round_trips(seed: int, n: int) -> None:
    found = plain_deal(seed, n)
    assert parse_recipe(str(found)) == found


@pytest.mark.parametrize("j", ["0", "2", "4", "18446744073709551616"])
def test_wrong_candidate_is_refused_with_the_right_one(j: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_recipe(f"solo#2026-11-21.{j}")
    assert str(caught.value) == (
        f"recipe: expected 'solo#2026-11-21.3', got 'solo#2026-11-21.{j}': candidate 3 is the day's"
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-11-21 ",
        "2026-11-21\n",
        "20261121",
        "2026-W47-6",
        "2026-1-21",
        "2026-02-30",
        "0000-01-01",
        "10000-01-01",
        "\uff12026-11-21",
        "2026-11-21.3",
        "solo#",
        "solo#2026-02-30",
        "solo#2026-02-30.0",
        "solo#2026-11-21.",
        "solo#2026-11-21.03",
        "solo#2026-11-21.-1",
        "Solo#2026-11-21",
        "plain#1",
        "plain#1.",
        "plain#01.2",
        "plain#1.2.3",
        "plain#-1.2",
        "plain#18446744073709551616.0",
        "plain#0.99999999999999999999",
        "plain#" + "9" * 100_000 + ".0",
        None,
        20261121,
    ],
)
def test_invalid_recipe_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        parse_recipe(text)


@given(st.text() | st.text("solopain#0123456789-.", max_size=20))
def test_random_text_gives_a_deal_or_a_notation_error(text: str) -> None:
    try:
        found = parse_recipe(text)
    except NotationError:
        return
    assert parse_recipe(str(found)) == found


@given(st.dates())
def test_iso_date_is_parsed(date: datetime.date) -> None:
    assert parse_date(date.isoformat()) == date


def test_puzzle_of_a_day_never_changes() -> None:
    recipe, tiles, rolls = GOLDEN_DAYS["2028-02-29"]
    puzzle = daily_puzzle(datetime.date(2028, 2, 29)).to_json()
    assert puzzle == {
        "format": "numberdrop.puzzle",
        "version": 1,
        "id": "2028-02-29",
        "kind": "daily",
        "variant": "rulebook",
        "generator": GENERATOR_VERSION,
        "recipe": recipe,
        "longest_game": 17,
        "tiles": list(tiles),
        "rolls": rolls.split(),
        "targets": {},
        "best": None,
    }
    assert list(puzzle) == [
        "format",
        "version",
        "id",
        "kind",
        "variant",
        "generator",
        "recipe",
        "longest_game",
        "tiles",
        "rolls",
        "targets",
        "best",
    ]
    assert json.loads(json.dumps(puzzle)) == puzzle


def test_year_before_1000_has_four_digits() -> None:
    assert daily_puzzle(datetime.date(33, 4, 3)).id == "0033-04-03"


def test_daily_command_prints_the_shipped_puzzle() -> None:
    shipped = ROOT / "puzzles" / "2026-11-20.json"
    where = {"TZ": "Pacific/Kiritimati", "LC_ALL": "C", "PYTHONHASHSEED": "7"}
    done = subprocess.run(
        [sys.executable, "-m", "numberdrop", "daily", "2026-11-20", "--json"],
        env=os.environ | where,
        capture_output=True,
        check=True,
    )
    assert done.stdout == shipped.read_bytes()
