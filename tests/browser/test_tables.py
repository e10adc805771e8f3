"""Games of people and bots at one table on the page."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import numberdrop as nd
from players import KeysPlayer

if TYPE_CHECKING:
    from playwright.sync_api import Page

Open = Callable[..., "Page"]


def begin(page: Page, *seats: str) -> None:
    """A game at a table with these beside you, on dice of seed 3."""
    page.locator("[data-own=table] summary").click()
    for number, seat in enumerate(seats, 2):
        page.select_option(f"select[data-seat='{number}']", seat)
    page.fill("#table-seed", "3")
    page.locator("[data-own=table] button[type=submit]").click()
    page.wait_for_selector("[data-stage=start]")


def test_a_whole_game_against_a_bot(visit: Open) -> None:
    page = visit("#/")
    begin(page, "hard")
    playing = KeysPlayer(page, random.Random(1))
    playing.play(99)
    with page.expect_download() as found:
        page.locator("a[download]").click()
    record = json.loads(found.value.path().read_text("utf-8"))
    assert nd.replay(record) == record
    assert record["players"] == 2
    assert record["start"][1] == "d1"
    scores = [final["total"] for final in record["result"]["final"]]
    shown = page.locator(".others li strong + *, .others li > p:first-child").all_inner_texts()
    for number, score in enumerate(scores):
        assert str(abs(score)) in shown[number]
    assert "wins" in shown[record["result"]["winners"][0] - 1]
    assert page.locator(".others svg.small-sheet").count() == 2


def test_two_people_choose_one_after_the_other(visit: Open) -> None:
    page = visit("#/")
    begin(page, "person")
    heads = []
    for _ in range(2):
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-waiting='0']")
    page.wait_for_selector("[data-stage=place]")
    playing = KeysPlayer(page, random.Random(1))
    while playing.turns < 1:
        heads.append(page.locator(".part-head h1").inner_text())
        getattr(playing, playing.stage)()
    assert "Seat 1" in heads[0]
    assert any("Seat 2" in head for head in heads)
    assert page.locator(".others li[data-seat='2'] svg").count() == 1
