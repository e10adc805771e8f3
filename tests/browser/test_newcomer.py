"""What helps a newcomer, and what makes a game pleasant: the tour of the first turn, the sheet
explained, buttons that stay in their places, motion, dragging, sound."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from browsing import PHONE, Home, too_wide, violations
from players import MousePlayer, TouchPlayer, middle

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

Open = Callable[..., "Page"]

#: A position and a roll after whose placement several combos are possible.
SHEET, ROLL = "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3", "156*O"
SLIDES = {"slides": ["A", "B"]}
CELLS = ["a4", "b4", "a3", "b3"]
#: The turn at each stage, in its order.
STAGES: dict[str, dict[str, Any]] = {
    "slide": {},
    "place": SLIDES,
    "star": {**SLIDES, "cells": CELLS, "digits": [1, 5, 6, None]},
    "digits": {**SLIDES, "cells": CELLS, "digits": [6, 5, 6, 1]},
}
#: The windows, and the least width of a cell in each, in pixels.
WINDOWS = {
    (320, 568): 21,
    (390, 664): 29,
    (390, 844): 34,
    (820, 1180): 41,
    (844, 390): 24,
    (1280, 800): 50,
}


def begin(served: Home, turn: dict[str, Any], roll: str = ROLL) -> str:
    head = {"kind": "free", "position": SHEET}
    return served.begin(head, {"do": "roll", "roll": roll}, {"do": "set", "turn": turn})


def box(there: Locator) -> dict[str, float]:
    found = there.bounding_box()
    assert found is not None
    return {name: round(value) for name, value in found.items()}


@pytest.mark.parametrize("locale", ["en", "fr"])
@pytest.mark.parametrize("size", WINDOWS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_moves_between_the_stages(
    size: tuple[int, int], locale: str, visit: Open, served: Home
) -> None:
    """Claims stand before the button that ends the turn, and both are in sight."""
    seen = []
    page = visit("", size, locale=locale, has_touch=size[0] < 1000)
    page.goto(f"{served.address}/#/game/{served.begin({'kind': 'solo', 'seed': 1})}")
    page.locator("[data-stage=start]").wait_for()
    paper, begin_ = box(page.locator(".paper")), box(page.locator("[data-action=accept]"))
    for stage, turn in STAGES.items():
        page.goto(f"{served.address}/#/game/{begin(served, turn)}")
        page.locator(f"[data-stage={'digits' if stage == 'star' else stage}]").wait_for()
        page.locator("[data-waiting='0']").wait_for()
        page.locator(".foreseen, [data-claim]").first.wait_for()
        end = page.locator("[data-action=end]")
        seen.append((box(end), box(page.locator(".paper")), box(page.locator("[data-die='0']"))))
        assert end.is_disabled() == (stage != "digits"), stage
        assert (page.locator(".missing").count() == 1) == (stage != "digits"), stage
        assert too_wide(page) == [], stage
    assert paper == seen[0][1]
    assert begin_["y"] + begin_["height"] <= seen[0][0]["y"], "the place of the dice is kept"
    claim = page.locator("[data-claim='1']")
    assert (
        claim.evaluate(
            "(claim) => claim.compareDocumentPosition(document.querySelector('[data-action=end]'))"
        )
        == 4
    ), "the claim comes first"  # Node.DOCUMENT_POSITION_FOLLOWING
    end = page.locator("[data-action=end]")
    end.click()
    page.locator(".is-asked").first.wait_for()
    if size != (320, 568):  # where the question has a second line
        seen.append((box(end), box(page.locator(".paper")), box(page.locator("[data-die='0']"))))
    assert all(one == seen[0] for one in seen), seen
    for place in (box(claim), box(end), box(page.locator(".paper"))):
        assert place["y"] >= 0
        assert place["y"] + place["height"] <= size[1] + (20 if size == (320, 568) else 0)
    first, last = (middle(page.locator(f"[data-cell={cell}]")) for cell in ("a1", "g1"))
    assert (last["x"] - first["x"]) / 6 >= WINDOWS[size]


def steps_of(page: Page) -> str:
    return str(page.locator("[data-stage]").get_attribute("data-tour"))


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_tour_teaches_the_first_turn(visit: Open, locale: str, own: Home) -> None:
    page = visit("#/day/2026-11-24", PHONE, has_touch=True, tour=True, locale=locale)
    player = TouchPlayer(page, random.Random(1))
    tour = page.locator(".part-tour")

    def expect(step: str) -> None:
        page.locator(f"[data-tour={step}]").wait_for()
        assert tour.is_visible()
        assert violations(page) == "", step
        assert too_wide(page) == [], step

    expect("start")
    player.cell("d1").tap()
    expect("slide")
    while player.stage == "slide":
        player.slide()
    expect("place")
    page.locator("[data-action=pin]").tap()
    expect("digits")
    player.stage  # noqa: B018 - waits
    while page.locator("[data-action=end]").is_disabled():
        page.locator("[data-digit='5']").tap()
        assert player.stage == "digits"
    expect("digits")
    tour.locator("button.is-main").tap()
    expect("claim")
    tour.locator("button.is-main").tap()
    expect("line")
    while player.turns == 0:
        page.locator("[data-action=end]").tap()
        assert player.stage
    page.locator("[data-tour='']").wait_for()
    assert not tour.is_visible()
    page.goto(f"{own.address}/#/solo")
    page.locator("[data-stage=start]").wait_for()
    assert steps_of(page) == ""
    page.locator("[data-action=tour]").tap()
    expect("start")
    tour.get_by_role("button").tap()
    page.locator("[data-tour='']").wait_for()


def test_tour_waits_for_somebody_new(visit: Open, own: Home) -> None:
    """It doesn't begin after a finished game, nor in a later turn, and Help brings it back."""
    page = visit("#/day/2026-11-24", tour=True)
    MousePlayer(page, random.Random(2)).play(turns=1)
    page.evaluate("() => localStorage.removeItem('numberdrop.tour')")
    page.reload()
    page.locator("[data-stage]").wait_for()
    assert steps_of(page) == ""
    page.goto(f"{own.address}/#/help")
    page.get_by_role("button", name="Show a turn step by step").click()
    page.get_by_text("Your next game begins with it.").wait_for()
    page.goto(f"{own.address}/#/solo")
    page.locator("[data-tour=start]").wait_for()
    page.get_by_role("button", name="Skip").click()
    page.locator("[data-tour='']").wait_for()


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_help_explains_the_sheet(visit: Open, locale: str) -> None:
    page = visit("#/help", PHONE, locale=locale)
    page.locator(".guide").wait_for()
    numbers = page.locator(".guide-number").all_inner_texts()
    assert sorted(map(int, numbers)) == list(range(1, 11))
    assert page.locator(".guide-parts li").count() == 10
    assert too_wide(page) == []


def test_keys_have_a_button(visit: Open, served: Home) -> None:
    page = visit(f"#/game/{begin(served, {})}")
    page.get_by_role("button", name="Keyboard shortcuts").click()
    page.locator("dialog kbd").first.wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


#: The ends of the animations in progress, in milliseconds.
ENDS = "() => document.getAnimations().map((one) => one.effect.getComputedTiming().endTime)"
#: Notes each animation that a script starts.
NOTE = """() => {
    window.started = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) {
        const animation = animate.apply(this, given);
        window.started.push([this.className, animation.effect.getComputedTiming().endTime]);
        return animation;
    };
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_motion_is_short_and_can_be_off(visit: Open, served: Home, motion: str) -> None:
    page = visit(f"#/game/{begin(served, SLIDES)}", reduced_motion=motion)
    player = MousePlayer(page, random.Random(3))
    assert player.stage == "place"
    page.evaluate(NOTE)

    def started() -> list[tuple[str, float]]:
        assert player.stage
        found: list[tuple[str, float]] = page.evaluate("() => window.started.splice(0)")
        assert all(end <= 300 for _, end in found)
        return found

    page.keyboard.press("Enter")
    fallen = started()
    page.keyboard.press("6")
    page.keyboard.press("Enter")
    page.keyboard.press("1")
    assert started() == []
    page.keyboard.press("x")
    page.locator("[data-turn='1']").wait_for()
    claimed = started()
    page.locator("#typed").fill("1463L")
    page.locator("#typed").press("Enter")
    page.locator("[data-stage=slide]").wait_for()
    rolled = started()
    if motion == "reduce":
        assert fallen == claimed == rolled == []
        return
    assert len(fallen) == 4
    assert all("is-pinned" in name for name, _ in fallen)
    assert any("is-filled" in name for name, _ in claimed), "the box"
    assert any("is-used" in name for name, _ in claimed), "the digits"
    assert len([name for name, _ in rolled if "die" in name.split()]) == 5
    assert all(end <= 300 for end in page.evaluate(ENDS))


def drag(page: Page, start: Locator, end: Locator) -> None:
    """Drag with the mouse."""
    places = [middle(start), middle(end)]
    page.mouse.move(**places[0])
    page.mouse.down()
    page.mouse.move(**places[1], steps=5)
    page.mouse.up()


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
def test_shape_is_dragged_from_its_die_onto_the_sheet(
    visit: Open, served: Home, touch: bool
) -> None:
    window = [PHONE] if touch else []
    page = visit(f"#/game/{begin(served, SLIDES)}", *window, has_touch=touch)
    player = (TouchPlayer if touch else MousePlayer)(page, random.Random(4))
    assert player.stage == "place"
    die, cell = page.locator(".die.is-shape"), player.cell("f6")
    if isinstance(player, TouchPlayer):
        player.drag(die, cell)
    else:
        drag(page, die, cell)
    assert player.stage == "digits"
    cells = page.locator(".is-pinned").evaluate_all("all => all.map((one) => one.dataset.cell)")
    assert {cell[0] for cell in cells} <= set("efg")
    assert page.locator(".is-dragged").count() == 0


def test_die_dropped_beside_the_sheet_places_nothing(visit: Open, served: Home) -> None:
    page = visit(f"#/game/{begin(served, SLIDES)}")
    player = MousePlayer(page, random.Random(4))
    assert player.stage == "place"
    page.locator(".die.is-shape").hover()
    page.mouse.down()
    page.mouse.move(5, 5)
    page.mouse.up()
    assert player.stage == "place"


def test_shape_of_a_star_is_dragged_as_the_chosen_one(visit: Open, served: Home) -> None:
    page = visit(f"#/game/{begin(served, SLIDES, '1562*')}")
    player = MousePlayer(page, random.Random(4))
    assert player.stage == "place"
    drag(page, page.locator("[data-shape=L]"), player.cell("e6"))
    assert player.stage == "digits"
    assert page.locator("[data-shape=L][aria-pressed=true]").count() == 1


def test_pinned_shape_follows_a_finger_in_any_direction(visit: Open, served: Home) -> None:
    turn = {**STAGES["digits"], "cells": ["d3", "e3", "d2", "e2"]}
    page = visit(f"#/game/{begin(served, turn)}", PHONE, has_touch=True)
    player = TouchPlayer(page, random.Random(5))
    assert player.stage == "digits"
    start, end = middle(page.locator(".is-pinned").first), middle(player.cell("a9"))
    finger = page.context.new_cdp_session(page)
    touches = [start, {"x": (start["x"] + end["x"]) / 2, "y": (start["y"] + end["y"]) / 2}, end]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": touches[:1]})
    for place in touches[1:]:
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [place]})
    page.locator("[data-cell].is-held").first.wait_for()
    assert page.locator("[data-cell].is-pinned").count() == 0, "it is in the finger's hand"
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert player.stage == "digits"
    cells = page.locator(".is-pinned").evaluate_all("all => all.map((one) => one.dataset.cell)")
    assert "a3" in cells
    assert page.evaluate("() => scrollY") in (0, 60), "the page isn't scrolled along"


def test_sound_is_off_until_it_is_turned_on(visit: Open, served: Home) -> None:
    page = visit(f"#/game/{begin(served, SLIDES)}")
    page.evaluate(
        """() => {
            window.tones = 0;
            const start = OscillatorNode.prototype.start;
            OscillatorNode.prototype.start = function (...given) {
                window.tones += 1;
                return start.apply(this, given);
            };
        }"""
    )
    player = MousePlayer(page, random.Random(6))
    assert player.stage == "place"
    page.keyboard.press("Enter")
    assert player.stage == "digits"
    assert page.evaluate("() => window.tones") == 0
    page.get_by_label("Sound").check()
    asked = page.evaluate("() => window.tones")
    assert asked > 0
    page.locator("[data-action=undo]").click()
    assert player.stage == "place"
    page.locator("[data-action=pin]").click()
    assert player.stage == "digits"
    assert page.evaluate("() => window.tones") > asked
