"""Games of several players on the page: people and bots, hints for a seat, reviews of all seats."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import numberdrop as nd
from browsing import PHONE, Home, Watch, requested, violations
from numberdrop.multiplayer import hint, review_seats
from players import KeysPlayer
from tables import before_block, some_game

if TYPE_CHECKING:
    from playwright.sync_api import Page

Open = Callable[..., "Page"]


def begin(page: Page, *seats: str) -> None:
    """Begin a game with `seats` as the other players and the seed 3."""
    page.locator("[data-own=table] summary").click()
    for number, seat in enumerate(seats, 2):
        page.select_option(f"select[data-seat='{number}']", seat)
    page.fill("#table-seed", "3")
    page.get_by_role("button", name="Start a multiplayer game", exact=True).click()
    page.wait_for_selector("[data-stage=start]")


def test_whole_game_against_a_bot_is_played(visit: Open) -> None:
    page = visit("#/")
    begin(page, "hard")
    playing = KeysPlayer(page, random.Random(1))
    playing.play(99)
    with page.expect_download() as found:
        page.locator("button[data-own$='.json']").click()
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
    page.locator(".finish").get_by_role("link", name="Review", exact=True).click()
    page.locator("[data-review-turn='1']").wait_for()
    page.get_by_role("heading", name="Turns of Seat 1 (you)").wait_for()


def test_two_people_choose_in_turn(visit: Open) -> None:
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


def percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def test_game_of_several_is_reviewed(visit: Open, served: Home) -> None:
    game = some_game(3, 4, 99)
    found = review_seats(game, level="fast")
    name = served.begin({"kind": "record", "record": game.to_record()})
    page = visit(f"#/review/{name}?level=fast")
    page.get_by_text(f"ahead from turn {found.decided} to the end").wait_for()
    rows = page.locator(".sums tbody tr")
    scores = rows.locator("td:nth-of-type(1)").all_inner_texts()
    assert [int(text.replace("\N{MINUS SIGN}", "-")) for text in scores] == list(found.scores)
    assert "wins" in rows.nth(found.winners[0] - 1).inner_text()
    graph = page.get_by_role("img", name=re.compile("Graph of the win shares"))
    text = graph.get_attribute("aria-label") or ""
    for seat, first in enumerate(found.turns[0], 1):
        last = found.turns[-1][seat - 1]
        assert f"Seat {seat}: {first.before:.0%} at the start, {last.after:.0%} at the end" in text
    assert f"decided in turn {found.decided}" in text
    page.get_by_role("button", name="Seat 2", exact=True).click()
    page.get_by_role("heading", name="Turns of Seat 2").wait_for()
    shares = page.locator(".review-table tbody td:nth-of-type(2)").all_inner_texts()
    assert shares == [percent(parts[1].after) for parts in found.turns]
    page.locator("[data-review-turn='1']").click()
    page.keyboard.press("ArrowRight")
    page.get_by_role("heading", name=re.compile("^Turn 2: .*, Seat 2$")).wait_for()
    assert page.get_by_text(f"Win share {percent(found.turns[1][1].before)} before").count() == 1
    page.get_by_role("button", name=re.compile("^Largest swing: turn")).click()
    number, part = found.largest()
    page.get_by_role(
        "heading", name=re.compile(f"^Turn {number}: .*, Seat {part.seat}$")
    ).wait_for()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(re.compile("#/game/.+"))
    page.locator(f".part-head h1:has-text('turn {number}')").wait_for()


def test_pasted_record_of_several_is_reviewed(visit: Open) -> None:
    page = visit("#/review")
    page.locator("#record").fill(json.dumps(some_game(2, 4, 2).to_record()))
    page.get_by_role("button", name="Review", exact=True).click()
    page.get_by_text("Reviewed up to turn 2; the game isn't over.").wait_for()
    assert page.locator(".chips [aria-current=true]").inner_text() == "strong"
    assert page.locator("[data-review-turn]").count() == 2


def test_people_have_three_letters(visit: Open, served: Home, watch: Watch) -> None:
    watch.foreseen.append("422")
    page = visit("", PHONE, has_touch=True)
    page.locator("[data-own=table] summary").tap()
    assert page.locator("[data-name]:visible").count() == 1, "of the person in seat 1"
    page.locator("[data-name='1']").fill("mum")
    page.locator("select[data-seat='3']").select_option("person")
    page.locator("[data-name='3']").fill("l6")
    page.get_by_role("button", name="Start a multiplayer game", exact=True).tap()
    page.get_by_text("expected three letters A to Z or digits, got 'L6'").wait_for()
    page.locator("[data-name='3']").fill("LU6")
    page.get_by_role("button", name="Start a multiplayer game", exact=True).tap()
    for seat in ("Seat 1 (MUM)", "Seat 3 (LU6)"):
        page.locator("[data-stage=start]").wait_for()
        page.get_by_role("heading", name=f", {seat}").wait_for()
        page.locator("[data-cell=c1]").tap()
    assert violations(page) == ""
    shown = page.locator("[data-seat] strong").all_inner_texts()
    assert {"Seat 1 (MUM)", "Seat 2 (medium)", "Seat 3 (LU6)"} <= {text.strip() for text in shown}
    game = page.url.rpartition("/")[2]
    assert served.ask("GET", f"games/{game}/record")["names"] == ["MUM", None, "LU6"]


def test_seat_hints_ignore_the_choices_of_others(visit: Open, served: Home) -> None:
    starts = [{"do": "start", "cell": cell} for cell in ("a1", "g1")]
    head = {"kind": "table", "seats": [None, None], "seed": 3}
    page = visit(f"#/game/{served.begin(head, *starts)}")
    page.get_by_text("Hints", exact=True).first.click()
    page.locator(".level select").select_option("fast")
    deal = nd.table_deal(3, 0)
    game = nd.Game(deal.tiles, ["a1", "g1"])
    for seat in (1, 2):
        best = hint(game, seat, deal.rolls[0], level="fast").turns[0]
        first = page.locator("[data-hint='1']")
        page.locator("[data-hint='1']", has_text=percent(best.win)).wait_for()
        page.wait_for_function("!document.querySelector('[data-hint=\"1\"][aria-pressed=true]')")
        first.click()
        assert best.part.place
        cells = [cell for cell, _ in best.part.place]
        hinted = page.locator("[data-cell].is-hinted").all()
        assert {one.get_attribute("data-cell") for one in hinted} == set(cells)
        page.get_by_role("button", name="Play this turn").click()
        page.locator("[data-action=end]:enabled").click()
    page.locator("[data-turn='1']").wait_for()
    sheets = [str(position) for position in game.positions]
    asked = requested(page, "/hints")
    first_turn = [one for one in asked if one["roll"] == str(deal.rolls[0])]
    assert {one["seat"] for one in first_turn} == {1, 2}
    assert all(one["positions"] == sheets for one in first_turn)


def test_hints_in_a_block_turn_show_where_the_block_falls(visit: Open, served: Home) -> None:
    game = before_block()
    roll = {"do": "roll", "roll": "*567L"}
    name = served.begin({"kind": "record", "record": game.to_record()}, roll)
    for seat in (1, 2, 3):
        found = hint(game, seat, "*567L", level="fast").turns
        page = visit(f"#/game/{name}")
        page.locator("[data-stage]").wait_for()
        page.keyboard.press("h")
        page.locator(".level select").select_option("fast")
        page.get_by_text("Level fast.").wait_for()
        first = page.locator("[data-hint='1']")
        if str(found[0].part) == ".":
            assert "protected from the block" in first.inner_text()
            assert page.locator("[data-hint]").count() == 1
        else:
            assert "tile " in first.inner_text()
            assert page.locator("[data-hint]").count() == min(len(found), 5)
            first.click()
            page.get_by_role("button", name="Play this turn").click()
        page.locator("[data-action=end]:enabled").click()
        page.locator(f".is-choosing[data-seat='{seat % 3 + 1}']").wait_for()
