"""Accessibility of the game: axe finds no fault at any stage of a turn, in any theme, language and
size; and the texts for screen readers."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

from browsing import (
    DESKTOP,
    FEW_LOOKS,
    NARROW,
    Home,
    Watch,
    play_randomly,
    show,
    too_wide,
    unreachable,
    violations,
)
from players import KeysPlayer
from tables import before_block

if TYPE_CHECKING:
    from playwright.sync_api import Page

Open = Callable[..., "Page"]

#: A sheet with free and used digits, X shapes, letters circled and crossed off, and a complete row.
SHEET = "2....../3.7.5../4bcd6XX/1ccXX12 34:34:- I4x,O1o,T3,L2,S0 9"
CLAIMS = "6655.../123.... -:-:- I1,O0,T1,L0,S0 3"
#: A window of 1280 x 800 pixels at 200 % zoom, which is laid out like one of half that size.
ZOOMED = (640, 400)
LOOKS = [
    pytest.param(
        look[0],
        {"color_scheme": look[1], "locale": look[2], "has_touch": look[0] == NARROW},
        marks=[] if look in FEW_LOOKS else [pytest.mark.exhaustive],
    )
    for look in product((DESKTOP, NARROW), ("light", "dark"), ("en", "fr"))
]


@pytest.fixture(scope="module")
def states(shared: Home) -> dict[str, str]:
    """Return the id of a game at each stage of a turn, and in the states around it."""

    def free(position: str, roll: str, **turn: object) -> str:
        head = {"kind": "free", "position": position}
        steps = [{"do": "roll", "roll": roll}, {"do": "set", "turn": turn}]
        return shared.begin(head, *steps)

    own = {"cells": ["e2", "f2", "e1", "f1"], "digits": [1, 5, 6, 2]}
    return {
        "start": shared.begin({"kind": "solo", "seed": 1}),
        "roll": shared.begin({"kind": "free", "position": CLAIMS}),
        "slide": free(SHEET, "156**"),
        "drop": free(SHEET, "1562O", slides=["C"]),
        "place": free(SHEET, "156**", slides=["B", "D"]),
        "digits": free(CLAIMS, "156*O", slides=["A", "B"], **{**own, "digits": [1, 5, 6, None]}),
        "claim": free(CLAIMS, "1562O", slides=["A"], claim=["a1", "b1", "c1"], **own),
        "over": play_randomly(shared, {"kind": "daily", "puzzle": "2026-11-25"}),
    }


@pytest.mark.parametrize(
    ("size", "options"),
    [*LOOKS, (ZOOMED, {"device_scale_factor": 2})],
    ids=lambda value: "-".join(map(str, value.values() if isinstance(value, dict) else value)),
)
def test_every_stage_is_accessible(
    visit: Open,
    served: Home,
    states: dict[str, str],
    size: tuple[int, int],
    options: dict[str, Any],
) -> None:
    page = visit("", size, **options)
    # axe doesn't depend on the zoom.
    faults = (lambda _: "") if size == ZOOMED else violations
    for stage, name in states.items():
        show(page, f"game/{name}")
        shown = {"drop": "place", "claim": "digits"}.get(stage, stage)
        page.locator(f"main[aria-busy=false] [data-stage={shown}]").wait_for()
        if stage == "claim":
            page.locator("[data-action=mark]").click()
            page.locator("[data-claim='1'][aria-pressed=true]").wait_for()
        if stage == "slide":
            page.keyboard.press("?")
            assert faults(page) == "", "the keys"
            page.keyboard.press("Escape")
        assert faults(page) == "", stage
        assert too_wide(page) == [], stage
        assert unreachable(page) == [], stage


def test_sheet_has_labels_for_screen_readers(visit: Open, served: Home) -> None:
    name = served.begin({"kind": "free", "position": SHEET}, {"do": "roll", "roll": "156*O"})
    page = visit(f"#/game/{name}")
    page.locator("[data-stage=slide]").wait_for()
    grid = page.get_by_role("grid")
    for text in ("a1, 1", "b1, 2, used", "d1, X", "g4, empty", "c3, 7"):
        assert grid.get_by_role("gridcell", name=text, exact=True).count() == 1, text
    assert grid.get_by_role("row").count() == 15
    for tile in ("Tile A: I, GO!, crossed off", "Tile C: T, C on notch 3"):
        assert page.get_by_role("button", name=tile, exact=True).count() == 1, tile
    assert page.get_by_role("group", name="Roll 156*O").count() == 1
    read = grid.aria_snapshot()
    assert '- gridcell "b2, 1, used"' in read


def test_each_change_is_announced(visit: Open, served: Home) -> None:
    name = served.begin({"kind": "free", "position": CLAIMS}, {"do": "roll", "roll": "156*O"})
    page = visit(f"#/game/{name}")
    player = KeysPlayer(page, random.Random(1))
    page.evaluate(
        """() => {
            const live = document.getElementById("live");
            window.heard = [];
            new MutationObserver(() => window.heard.push(live.textContent)).observe(
                live, { childList: true, characterData: true, subtree: true });
        }"""
    )

    def heard() -> str:
        """Return all announcements since the last call."""
        assert player.stage
        texts: list[str] = page.evaluate("() => window.heard.splice(0)")
        return " | ".join(texts)

    for key, texts in (
        ("c", ["slide C, B", "Place the shape"]),
        ("ArrowRight", ["O on"]),
        ("Enter", ["place", "star", "Give the star"]),
        ("6", ["6", "Arrange the digits"]),
        ("Enter", ["Claim a combo"]),
        ("1", ["identical", "consecutive"]),
        ("x", ["Turn ended", "points", "Enter the next roll"]),
    ):
        player.press(key)
        said = heard()
        found = [text for text in texts if text in said]
        assert found if key == "1" else found == texts, (key, said)


def test_forced_colours_keep_every_distinction(visit: Open, served: Home) -> None:
    """In the forced-colours mode, in which all texts and all backgrounds have one colour each."""
    name = served.begin({"kind": "free", "position": SHEET}, {"do": "roll", "roll": "1562O"})
    page = visit(f"#/game/{name}", forced_colors="active")
    page.locator("[data-stage=slide]").wait_for()

    def style(selector: str, name: str) -> str:
        found = page.locator(selector).first
        return str(found.evaluate("(element, name) => getComputedStyle(element)[name]", name))

    assert style("[data-cell=b2]", "textDecorationLine") == "line-through", "used"
    assert style("[data-cell=a2]", "textDecorationLine") == "none", "free"
    assert page.locator("[data-cell=f2]").inner_text() == "✕", "X"
    assert style("[data-letter=A] .letter", "textDecorationLine") == "line-through", "crossed off"
    circled, other = (style(f"[data-letter={one}] .letter", "borderTopColor") for one in "BC")
    assert circled != other == style("body", "backgroundColor")
    KeysPlayer(page, random.Random(1)).press("d")
    page.locator("[data-stage=place]").wait_for()
    assert style("[data-cell].is-held:not(.is-cursor)", "outlineStyle") == "dashed"
    KeysPlayer(page, random.Random(1)).press("Enter")
    page.locator("[data-stage=digits]").wait_for()
    assert style("[data-cell].is-pinned:not(.is-cursor)", "borderTopWidth") == "3px"
    assert style("[data-letter=D]", "borderTopStyle") == "double", "slides now"


@pytest.mark.parametrize(
    ("size", "options"),
    [(DESKTOP, {"color_scheme": "light"}), (NARROW, {"color_scheme": "dark", "locale": "fr"})],
    ids=["desk", "narrow"],
)
def test_states_around_a_turn_are_accessible(
    visit: Open,
    watch: Watch,
    served: Home,
    states: dict[str, str],
    size: tuple[int, int],
    options: dict[str, Any],
) -> None:
    watch.foreseen.append("status of 4(04|09|22)")
    page = visit("", size, **options)

    def see(what: str, route: str, shown: str) -> None:
        if route:
            show(page, route)
        page.locator(f"main[aria-busy=false] {shown}").first.wait_for()
        assert violations(page) == "", what
        assert too_wide(page) == [], what

    wrong = urlencode({"p": "66666../6533521 5:-:- I1,O0,T1,L0,S0 3", "r": "9156O"})
    see("faults", f"analysis?{wrong}", ".problems li")
    show(page, f"analysis?{urlencode({'p': CLAIMS, 'r': '156*O'})}")
    page.locator("[data-hint='1']").click()
    see("an idea", "", ".square.is-pinned")
    see("a review", f"review/{states['over']}?level=fast", "[data-review-turn='2']")
    roll = {"do": "roll", "roll": "*567L"}
    several = {"kind": "record", "record": before_block().to_record()}
    table = served.begin(several, roll)
    see("a review of several", f"review/{table}?level=fast", ".sums")
    show(page, f"game/{table}")
    page.locator(".more summary").first.click()
    page.locator("[data-hint='1']").click()
    see("hints for a seat", "", "[data-hint='1'][aria-pressed=true]")
    see("scores", "scores", "td .score-of")
    see("no game", "game/none", ".fault")
    see("no page", "none", "h1")
    drop = served.begin({"kind": "drop", "puzzle": "drop#1.4"})
    show(page, f"game/{drop}")
    page.locator(".more .buttons button").first.click()
    see("a help", "", ".help-answer:not(:empty)")
    show(page, f"game/{states['claim']}")
    page.locator(".more summary").first.click()
    see("hints", "", "[data-hint='1']")
    show(page, f"game/{states['place']}")
    page.locator("main[aria-busy=false] [data-stage=place]").wait_for()
    revision = served.ask("GET", f"games/{states['place']}")["revision"]
    undo = {"revision": revision, "step": {"do": "undo"}}
    served.ask("POST", f"games/{states['place']}/steps", undo)
    page.keyboard.press("Enter")
    see("another window", "", ".part-notice.is-shown")
    redo = {"revision": revision + 1, "step": {"do": "redo"}}
    served.ask("POST", f"games/{states['place']}/steps", redo)
    if size == NARROW:
        page.locator("#menu").click()
        see("the menu", "", "h1")


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_end_button_is_in_sight_on_a_small_phone(
    visit: Open, served: Home, states: dict[str, str], locale: str
) -> None:
    """Also for drop problems, which show the later rolls as well."""
    drop = next(one for one in served.ask("GET", "drops")["drops"] if one["rolls"] == 3)
    problem = served.begin({"kind": "drop", "puzzle": drop["name"]})
    page = visit("", NARROW, locale=locale, has_touch=True)
    for stage, name in {**states, "problem": problem}.items():
        show(page, f"game/{name}")
        page.locator("main[aria-busy=false] [data-stage]").wait_for()
        end = page.locator(".end")
        if end.count():
            box = end.bounding_box()
            assert box
            assert box["y"] + box["height"] <= NARROW[1], stage
