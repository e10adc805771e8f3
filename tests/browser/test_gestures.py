"""Single gestures: hover, wheel, clicks, drags, taps; and a check of the fixture `watch`."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from browsing import PHONE, Home, Watch
from players import KeysPlayer, MousePlayer, TouchPlayer

if TYPE_CHECKING:
    from playwright.sync_api import Page

Open = Callable[..., "Page"]

SHEET = "6655.../123.... -:-:- I1,O0,T1,L0,S0 3"
CELLS = "cells => cells.map(cell => cell.dataset.cell)"


@pytest.fixture
def game(served: Home) -> dict[str, Any]:
    """A game in which the shape L must be placed."""
    name = served.begin(
        {"kind": "free", "position": SHEET},
        {"do": "roll", "roll": "1562L"},
        {"do": "set", "turn": {"slides": ["A"]}},
    )
    found: dict[str, Any] = served.ask("GET", f"games/{name}")
    return found


def held(page: Page) -> list[str]:
    """Return the cells of the held shape."""
    found: list[str] = page.locator("[data-cell].is-held").evaluate_all(CELLS)
    return sorted(found)


def pinned(page: Page) -> list[str]:
    """Return the cells of the pinned shape, once no action is pending."""
    page.locator("[data-waiting='0']").wait_for()
    found: list[str] = page.locator("[data-cell].is-pinned").evaluate_all(CELLS)
    return sorted(found)


def poses(game: dict[str, Any], orientation: int | None = None) -> list[list[str]]:
    """Return the possible landings, only those of `orientation` if it is given."""
    return [
        sorted(pose["cells"])
        for pose in game["moment"]["poses"]["L"]
        if orientation in (None, pose["orientation"])
    ]


def test_mouse_moves_the_shape_and_wheel_turns_it(visit: Open, game: dict[str, Any]) -> None:
    page = visit(f"#/game/{game['id']}")
    player = MousePlayer(page, random.Random(1))
    assert player.stage == "place"
    seen = []
    for column in "abcdefg":
        player.cell(f"{column}7").hover()
        seen.append(held(page))
    assert all(cells in poses(game, 0) for cells in seen)
    assert seen[0][0] == "a3"
    assert {cell[0] for cell in seen[-1]} == set("efg")
    turned = [held(page)]
    for _ in range(8):
        page.mouse.wheel(0, 100)
        page.wait_for_function(
            "before => [...document.querySelectorAll('[data-cell].is-held')]"
            ".map(cell => cell.dataset.cell).sort().join() !== before",
            arg=",".join(turned[-1]),
        )
        turned.append(held(page))
    assert len({tuple(cells) for cells in turned[1:]}) == 8, "turns and flips"
    assert turned[-1] == turned[0]


def test_repeated_clicks_cycle_through_landings(visit: Open, game: dict[str, Any]) -> None:
    page = visit(f"#/game/{game['id']}")
    player = MousePlayer(page, random.Random(1))
    cell = player.cell("f1")
    seen = []
    for _ in range(3):
        cell.click()
        seen.append(tuple(pinned(page)))
        assert seen[-1] in map(tuple, poses(game))
        assert "f1" in seen[-1]
    assert len(set(seen)) == 3


def test_pinned_shape_is_dragged(visit: Open, game: dict[str, Any]) -> None:
    page = visit(f"#/game/{game['id']}")
    player = MousePlayer(page, random.Random(1))
    player.cell("f1").click()
    before = pinned(page)
    page.locator("[data-cell].is-pinned").first.hover()
    page.mouse.down()
    player.cell("a9").hover()
    page.mouse.up()
    after = pinned(page)
    assert after in poses(game)
    assert min(after)[0] == "a" < min(before)[0]


def test_touch_drags_and_taps_differ(visit: Open, game: dict[str, Any], served: Home) -> None:
    page = visit(f"#/game/{game['id']}", PHONE, has_touch=True)
    player = TouchPlayer(page, random.Random(1))
    player.drag(player.cell("c6"), player.cell("g6"))
    assert {cell[0] for cell in pinned(page)} >= {"g"}
    player.cell("a7").tap()
    assert "a3" in pinned(page)
    assert served.ask("GET", f"games/{game['id']}")["turns"] == [], "nothing ended by itself"


def test_unclaimable_cells_are_dimmed_and_a_wrong_set_is_explained(
    visit: Open, game: dict[str, Any]
) -> None:
    page = visit(f"#/game/{game['id']}")
    player = MousePlayer(page, random.Random(1))
    player.cell("f1").click()
    player.point(page.locator("[data-action=mark]"))
    dimmed = page.locator("[data-cell][aria-disabled=true]")
    assert player.stage == "claim"
    assert dimmed.count() == 95
    for cell in ("a1", "b1", "c1"):
        assert player.cell(cell).get_attribute("aria-disabled") is None
    player.cell("a1").click()
    player.cell("b1").click()
    player.cell("c1").click()
    page.locator("[data-claim][aria-pressed=true]").wait_for()
    player.cell("c1").click()
    page.locator("[data-claim][aria-pressed=true]").wait_for(state="detached")
    player.cell("d2").click(force=True)
    page.get_by_text("the digits are neither identical nor consecutive").first.wait_for()


def test_tab_leaves_the_sheet(visit: Open, game: dict[str, Any]) -> None:
    page = visit(f"#/game/{game['id']}")
    player = KeysPlayer(page, random.Random(1))
    player.press("Enter")
    assert player.stage == "digits"
    for _ in range(6):
        player.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('[role=grid]') === null")


def test_request_to_another_host_is_blocked_and_noticed(visit: Open, watch: Watch) -> None:
    """The content security policy blocks it, and `watch` reports it."""
    page = visit()
    page.locator("main[aria-busy=false]").wait_for()
    watch.check()
    answer = page.evaluate(
        "() => fetch('http://127.0.0.2:9/').then(() => 'came through', error => String(error))"
    )
    assert "TypeError" in answer
    with pytest.raises(AssertionError, match="Content Security Policy"):
        watch.check()
    watch.foreseen += ["Content Security Policy", "127.0.0.2"]
    watch.requests = [url for url in watch.requests if "127.0.0.2" not in url]
