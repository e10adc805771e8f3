"""The views around the game: analysis, hints, reviews, calendar, print, settings."""

from __future__ import annotations

import datetime
import json
import random
import re
from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, quote, urlencode

import pytest

import numberdrop as nd
from bga_logs import Form, log_of
from browsing import (
    DESKTOP,
    FEW_LOOKS,
    NARROW,
    PHONE,
    Held,
    Home,
    Served,
    Watch,
    passed,
    requested,
    too_wide,
    unreachable,
    violations,
)
from commands import GAMES
from numberdrop.view.paper.page import PAPERS
from places import ROOT
from tables import some_game
from windows import by_window

if TYPE_CHECKING:
    from playwright.sync_api import Page

Open = Callable[..., "Page"]

SHEET = "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3"
ROLL = "156*O"
ANALYSIS = f"#/analysis?{urlencode({'p': SHEET, 'r': ROLL})}"
GAME = (ROOT / "docs" / "game.json").read_text("utf-8")
ROUTES = ("", "#/days/2026-11", "#/drops", ANALYSIS, "#/review", "#/scores", "#/print", "#/help")
#: The first step of a game.
START = {"do": "start", "cell": "d1"}
#: The browser logs error responses as well.
REFUSED = "status of 422|status of 400"


def query(page: Page) -> dict[str, str]:
    """Return the query in the address: position, roll and variant."""
    query = page.url.split("?", 1)[-1]
    return {name: values[0] for name, values in parse_qs(query).items()}


def entered(page: Page, position: str) -> None:
    """Wait until the address has `position`."""
    page.wait_for_function(
        "wanted => new URLSearchParams(location.hash.split('?')[1]).get('p') === wanted",
        arg=position,
    )


def settled(page: Page) -> None:
    page.locator("main[aria-busy=false]").wait_for()


def paste(page: Page, text: str) -> None:
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.setData("text/plain", text);
            const happened = { clipboardData: data, bubbles: true, cancelable: true };
            document.activeElement.dispatchEvent(new ClipboardEvent("paste", happened));
        }""",
        text,
    )


def cell(page: Page, name: str) -> Any:
    return page.locator(f'[data-cell="{name}"]')


def label_of(name: str, sign: str) -> str:
    """Return the label of a cell, given the key that wrote it."""
    if sign == "x":
        return f"{name}, X"
    used = "abcdefghij".find(sign)
    return f"{name}, {sign}" if used < 0 else f"{name}, {used}, used"


def test_sheet_is_entered_by_keys(visit: Open) -> None:
    chance = random.Random(5)
    rows = ["".join(chance.choice("0123456789abcdefghijx") for _ in range(7)) for _ in range(9)]
    page = visit("#/analysis")
    settled(page)
    keys = [key for row in rows for key in (*row, "Enter")] + ["Enter"]
    assert len(keys) <= 90
    for key in keys:
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.id") == "boxes"
    page.keyboard.type("34:4")
    grid = "/".join(reversed(rows)).replace("x", "X")
    entered(page, f"{grid} 34:4:- I0,O0,T0,L0,S0 1")
    assert page.locator(".problems li").count() > 0
    assert cell(page, "a1").get_attribute("aria-label") == label_of("a1", rows[0][0])


def test_full_rows_continue_without_enter_and_can_be_corrected(visit: Open) -> None:
    page = visit("#/analysis")
    settled(page)
    for key in ["6", "5", "3", "3", "4", "Backspace", "5", "Space", "1", "6", "1", "2"]:
        page.keyboard.press(key)
    entered(page, "612..../65335.1 -:-:- I0,O0,T0,L0,S0 1")
    page.keyboard.press("Control+z")
    entered(page, "61...../65335.1 -:-:- I0,O0,T0,L0,S0 1")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    page.keyboard.press("Delete")
    entered(page, "61...../65335.. -:-:- I0,O0,T0,L0,S0 1")


def test_sheet_is_entered_by_touch(visit: Open) -> None:
    page = visit("#/analysis", PHONE, has_touch=True, is_mobile=True)
    settled(page)
    pad = page.get_by_role("group", name="Sheet keypad")
    for key in ("6", "5", "End row", "used", "6"):
        pad.get_by_role("button", name=key, exact=True).tap()
    page.get_by_role("button", name="B on notch 2", exact=True).tap()
    page.get_by_role("button", name="identical 3", exact=True).tap()
    entered(page, "g....../65..... 3:-:- I0,O2,T0,L0,S0 1")


@pytest.mark.parametrize(
    "text",
    [SHEET, "612....\n65335.1\nI1 O T1 L S", "6\t1\t2\t\t\t\t\n6\t5\t3\t3\t5\t\t1\nI1 O T1 L S"],
    ids=["a position", "a drawing", "cells"],
)
def test_pasted_sheet_is_entered(visit: Open, text: str) -> None:
    page = visit("#/analysis")
    settled(page)
    paste(page, text)
    entered(page, SHEET)


def test_played_turn_leads_to_the_next_roll(visit: Open) -> None:
    page = visit(ANALYSIS)
    page.locator("#played").fill("E,B a3=6,b3=6,a4=1,b4=5 !a1a2a3b3")
    page.locator("#played").press("Enter")
    entered(page, "15...../gg...../g12..../g5335.1 4:-:- I1,O1,T1,L0,S1 4")
    assert page.evaluate("document.activeElement.id") == "roll"
    assert "r" not in query(page)


def test_turn_typed_before_the_check_uses_the_new_roll(visit: Open) -> None:
    """The roll is changed and the turn entered before the program has checked the roll."""
    page = visit(f"#/analysis?{urlencode({'p': SHEET, 'r': '112*O'})}")
    page.locator('[data-hint="1"]').wait_for()
    page.evaluate(
        """([roll, turn]) => {
            const into = (id, text) => {
                const field = document.getElementById(id);
                field.value = text;
                field.dispatchEvent(new Event("input", { bubbles: true }));
                return field;
            };
            into("roll", roll);
            const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true });
            into("played", turn).dispatchEvent(enter);
        }""",
        [ROLL, "E,B a3=6,b3=6,a4=1,b4=5 !a1a2a3b3"],
    )
    entered(page, "15...../gg...../g12..../g5335.1 4:-:- I1,O1,T1,L0,S1 4")


def test_shared_link_has_the_current_roll(visit: Open) -> None:
    page = visit(ANALYSIS)
    settled(page)
    copied = page.evaluate(
        """roll => new Promise(done => {
            navigator.clipboard.writeText = async text => done(text);
            const field = document.getElementById("roll");
            field.value = roll;
            field.dispatchEvent(new Event("input", { bubbles: true }));
            [...document.querySelectorAll("main button")]
                .find(button => button.textContent === "Copy link").click();
        })""",
        "112*O",
    )
    query = {name: values[0] for name, values in parse_qs(copied.split("?", 1)[1]).items()}
    assert query == {"p": SHEET, "r": "112*O"}
    assert copied.startswith(page.url.split("#", 1)[0])


def test_hints_follow_the_edited_sheet(visit: Open) -> None:
    page = visit(ANALYSIS)
    panel = page.locator("[data-position]")
    page.locator('[data-hint="1"]').wait_for()
    assert panel.get_attribute("data-position") == SHEET
    page.locator('[data-hint="1"]').click()
    assert page.locator(".square.is-pinned").count() == 4
    # Otherwise the next hints could be there before the old ones are seen to be gone.
    held = Held(page, "hints")
    cell(page, "g2").click()
    page.keyboard.press("4")
    assert page.locator("[data-hint]").count() == 0
    assert page.locator(".square.is-pinned").count() == 0
    held.wait()
    held.release()
    page.locator('[data-hint="1"]').wait_for()
    assert panel.get_attribute("data-position") == query(page)["p"] != SHEET


def test_bookmark_restores_an_analysis(visit: Open) -> None:
    page = visit("#/analysis?p=612..../65335.1+-:-:-+I1,O0,T1,L0,S0+3&r=156*O&v=bga")
    settled(page)
    page.locator('[data-hint="1"]').wait_for()
    assert query(page) == {"p": SHEET, "r": ROLL, "v": "bga"}
    assert cell(page, "c2").get_attribute("aria-label") == "c2, 2"


def test_painted_combo_fills_its_box(visit: Open) -> None:
    page = visit(f"#/analysis?{urlencode({'p': '6661.../65335.1 -:-:- I1,O0,T1,L0,S0 3'})}")
    settled(page)
    page.get_by_role("button", name="Mark a combo").click()
    boxes = [cell(page, name).bounding_box() for name in ("a2", "b2", "c2")]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    page.mouse.move(*middles[0])
    page.mouse.down()
    for middle in middles[1:]:
        page.mouse.move(*middle, steps=4)
    page.mouse.up()
    page.get_by_role("button", name="identical 3: mark as used (Enter)").wait_for()
    page.keyboard.press("Enter")
    entered(page, "ggg1.../65335.1 3:-:- I1,O0,T1,L0,S0 3")
    pressed = page.get_by_role("button", name="identical 3", exact=True)
    assert pressed.get_attribute("aria-pressed") == "true"


def test_faulty_fields_are_marked_and_still_editable(visit: Open, watch: Any) -> None:
    watch.foreseen.append(REFUSED)
    page = visit(ANALYSIS)
    settled(page)
    page.locator("#tiles").fill("I1,O0")
    page.locator(".is-faulty .problems li").first.wait_for()
    page.locator("#roll").fill("9156O")
    page.locator("#tiles").fill("I1,O0,T1,L0,S0")
    page.locator("#roll-fault:not(:empty)").wait_for()
    assert page.locator("#roll").get_attribute("aria-invalid") == "true"


def test_messages_are_shown_in_french(visit: Open, watch: Any) -> None:
    watch.foreseen.append(REFUSED)
    wrong = "66666../6533521 5:-:- I1,O0,T1,L0,S0 3"
    address = f"#/analysis?{urlencode({'p': wrong, 'r': '9156O'})}"
    page = visit(address, locale="fr-FR")
    problems = page.locator(".problems li")
    problems.first.wait_for()
    said = "12 chiffres sur la feuille, mais il en faut 9 au tour 3 : y en a-t-il 3 de trop ?"
    assert problems.first.inner_text() == said
    assert page.locator("#roll-fault").inner_text().startswith("on attend quatre dés de nombres")
    page.get_by_role("button", name="Marquer une combinaison").click()
    for name in ("a1", "b1", "c1"):
        cell(page, name).click()
    page.get_by_text("les chiffres ne sont ni identiques ni une suite").wait_for()
    page.goto(f"{page.url.split('#')[0]}#/days/2026-11")
    page.locator("#by-name").fill("1.4")
    page.locator("#by-name").press("Enter")
    page.locator("[data-cell]").first.wait_for()  # a game is begun, which may take a while
    page.goto(f"{page.url.split('#')[0]}#/days/2026-11")
    page.locator("main[data-view=days][aria-busy=false]").wait_for()
    page.locator("#by-name").fill("2026-13-01")
    page.locator("#by-name").press("Enter")
    page.get_by_text("on attend un mois de 1 à 12").wait_for()


def test_game_is_reviewed_and_played_on(visit: Open) -> None:
    page = visit("#/review")
    settled(page)
    page.locator("#record").fill(GAME)
    page.get_by_role("button", name="Review", exact=True).click()
    page.wait_for_url(re.compile("#/review/.+"))
    turns = len(json.loads(GAME)["turns"])
    page.get_by_text(re.compile(r"Score \d+; skill")).wait_for()
    lines = page.locator("[data-review-turn]")
    assert lines.count() == turns
    graph = page.get_by_role("img", name=re.compile("Graph of the expected score"))
    assert "costliest mistake is turn" in (graph.get_attribute("aria-label") or "")
    losses = [float(text) for text in page.locator("tbody td:nth-of-type(2)").all_inner_texts()]
    assert losses == sorted(losses, reverse=True)
    assert lines.first.get_attribute("aria-pressed") == "true"
    lines.nth(1).click()
    assert lines.nth(1).get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(re.compile("#/game/.+"))


#: Actions that open another view after a response: the route, the action, the end of the URL that
#: responds.
LATE: dict[str, tuple[str, Callable[[Page], None], str]] = {
    "a day": ("#/days/2026-08", lambda page: follow(page, "#/day/2026-08-01"), "/games"),
    "a drop problem": ("#/drops", lambda page: follow(page, "#/drop/drop%231.36"), "/games"),
    "the next problem": ("#/drops", lambda page: follow(page, "#/next/drop%231.36"), "/drops"),
    "another solo game": ("", lambda page: follow(page, "#/solo"), "/games"),
    "a solo game": ("", lambda page: begin(page, "Start a solo game"), "/games"),
    "a table": ("", lambda page: begin(page, "Start a multiplayer game"), "/games"),
    "a puzzle by name": ("#/days/2026-11", lambda page: enter(page, "#by-name", "#6"), "/read"),
    "a record": ("#/review", lambda page: enter(page, "#record", GAME), "/games"),
    "analysis": (ANALYSIS, lambda page: begin(page, "Play on from here"), "/games"),
    "a pasted record": (ANALYSIS, lambda page: paste(page, GAME), "/games"),
    "a pasted name": (ANALYSIS, lambda page: paste(page, "drop#1.4"), "/read"),
}


def follow(page: Page, route: str) -> None:
    page.evaluate("hash => { location.hash = hash }", route)


def arrive(page: Page, route: str) -> None:
    """Follow another route until its view is shown, whatever the view makes of the address."""
    page.evaluate(
        """hash => new Promise((resolve) => {
            addEventListener("hashchange", resolve, { once: true });
            location.hash = hash;
        }).then(() => undefined)""",
        route,
    )
    settled(page)


def begin(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def enter(page: Page, field: str, text: str) -> None:
    page.locator(field).fill(text)
    page.locator(f"form:has({field}) button").click()


def expect_left(page: Page, held: Held) -> None:
    """Go to the help view before the response, and assert that it stays."""
    follow(page, "#/help")
    page.locator("main[data-view=help][aria-busy=false]").wait_for()
    held.release()
    passed(page)
    assert page.url.endswith("#/help")


@pytest.mark.parametrize("what", LATE)
def test_late_response_does_not_leave_another_view(visit: Open, what: str) -> None:
    """The response arrives after the user has gone to the help view."""
    route, ask, ending = LATE[what]
    page = visit(route)
    settled(page)
    held = Held(page, ending)
    ask(page)
    held.wait()
    expect_left(page, held)
    assert held.count == 1


def test_left_view_begins_no_game(visit: Open, served: Home) -> None:
    page = visit("#/help")
    settled(page)
    held = Held(page, "games?puzzle=2026-08-02")
    follow(page, "#/day/2026-08-02")
    held.wait()
    page.go_back()
    page.locator("main[data-view=help][aria-busy=false]").wait_for()
    held.release()
    passed(page)
    assert served.ask("GET", "games?puzzle=2026-08-02&skip=0")["games"] == []  # isn't held


def test_left_review_opens_no_game(visit: Open, served: Home) -> None:
    game = served.begin({"kind": "record", "record": json.loads(GAME)})
    page = visit(f"#/review/{game}?level=fast")
    page.locator("[data-review-turn='1']").click()
    held = Held(page, "/games")
    page.locator("#play-on").click()
    held.wait()
    expect_left(page, held)


@pytest.mark.parametrize("route", ["#/game/%", "#/%E0%A4%A", "#/constructor", "#/__proto__"])
def test_unknown_address_shows_not_found(visit: Open, route: str) -> None:
    page = visit(route)
    page.get_by_role("heading", name="Page not found").wait_for()
    settled(page)


def test_arrow_keys_move_through_a_review(visit: Open, served: Home) -> None:
    game = served.begin({"kind": "record", "record": json.loads(GAME)})
    page = visit(f"#/review/{game}?level=fast")
    page.get_by_text(re.compile(r"Score \d+; skill")).wait_for()
    page.locator("[data-review-turn='2']").click()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    assert page.locator("[data-review-turn='3'][aria-pressed=true]").count() == 1
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.locator("[data-review-turn='1'][aria-pressed=true]").count() == 1


@pytest.mark.server_only("it is killed")
def test_program_that_ends_during_a_review_is_reported(
    visit: Open, own: Served, watch: Watch
) -> None:
    """In the language of the page, not in the browser's own words."""
    watch.foreseen += ["ERR_INCOMPLETE_CHUNKED", "ERR_CONNECTION", "Failed to load resource"]
    game = own.begin({"kind": "record", "record": json.loads(GAME)})
    page = visit(f"#/review/{game}?level=deep", locale="fr-FR")
    page.locator("[data-review-turn='1']").click()
    own.kill()
    page.get_by_text("Le programme ne répond pas. Tourne-t-il encore ?").wait_for()
    begin(page, "Continuer à jouer d'ici")
    page.get_by_text("Le programme ne répond pas. Tourne-t-il encore ?").wait_for()


def test_window_title_follows_the_heading(visit: Open, served: Home) -> None:
    game = served.begin({"kind": "free", "position": SHEET}, {"do": "roll", "roll": ROLL})
    page = visit(f"#/game/{game}")
    settled(page)
    assert "turn 3" in page.title()
    typed = page.locator(".part-type input")
    page.locator(".part-type summary").click()
    typed.fill("E,B a3=6,b3=6,a4=1,b4=5 !a1a2a3b3")
    typed.press("Enter")
    page.locator("[data-claim='1'][aria-pressed=true]").wait_for()
    page.keyboard.press("x")
    page.wait_for_function("() => document.title.includes('turn 4')")


def test_change_of_the_sheet_clears_the_status(visit: Open, watch: Watch) -> None:
    watch.foreseen.append(REFUSED)
    page = visit(f"#/analysis?{urlencode({'p': SHEET, 'r': '9156O'})}")
    settled(page)
    status = page.locator(".analysis p[role=status]:not([class])")
    begin(page, "Play on from here")
    status.filter(has_text=re.compile(".")).wait_for()
    page.locator("#roll").fill(ROLL)
    assert status.inner_text() == ""
    begin(page, "Copy link")
    status.filter(has_text=re.compile(".")).wait_for()
    cell(page, "g2").click()
    page.keyboard.press("4")
    assert status.inner_text() == ""


#: Routes whose messages quote a text, and the field it is entered into.
QUOTED = (
    ("#/print?puzzle=1", "#names"),
    ("", "#seed"),
    ("", "#table-seed"),
    (ANALYSIS, "#boxes"),
)


def test_long_words_fit_the_page(visit: Open, served: Home, watch: Watch) -> None:
    watch.foreseen += [REFUSED, "status of 404"]
    long = "k" * 300
    page = visit("", PHONE)
    game = served.begin({"kind": "free", "position": SHEET}, {"do": "roll", "roll": ROLL})
    for route, field in (*QUOTED, (f"#/game/{game}", ".part-type input")):
        follow(page, "#/help")
        page.locator("main[data-view=help][aria-busy=false]").wait_for()
        follow(page, route or "#/")
        page.locator(field).wait_for(state="attached")
        page.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
        page.locator(field).fill(long)
        page.locator(field).press("Enter")
        page.locator("main :is(.fault, .problems, [role=status])", has_text="kkkk").first.wait_for()
        assert too_wide(page) == [], (route, field)
    for route in (f"#/day/{long}", f"#/drop/{long}"):
        follow(page, route)
        page.locator("[role=alert]", has_text="kkkk").wait_for()
        assert too_wide(page) == [], route


def test_drop_problems_grow_and_keep_their_filters(visit: Open, served: Home) -> None:
    count = len(served.ask("GET", "drops")["drops"])
    page = visit("#/drops")
    settled(page)
    problems, status = page.locator(".drops a"), page.locator("main [role=status]")
    assert problems.count() == 60
    assert status.inner_text() == f"Showing 60 of {count}"
    more = page.get_by_role("button", name="Show more")
    more.click()
    assert problems.count() == 120
    focused = "document.activeElement === document.querySelectorAll('.drops a')[60]"
    assert page.evaluate(focused)
    page.get_by_label("Pocket problems only").check()
    page.get_by_label("Unsolved only").check()
    page.get_by_label("Difficulty").select_option("medium")
    names = problems.locator("strong").all_inner_texts()
    assert 0 < len(names) <= 60
    assert all(name.startswith("pocket#") for name in names)
    shown = status.inner_text()
    problems.first.click()
    page.locator("main[data-view=game][aria-busy=false] [data-stage]").wait_for()
    follow(page, "#/drops")
    page.locator("main[data-view=drops][aria-busy=false]").wait_for()
    assert status.inner_text() == shown
    page.reload()
    settled(page)
    assert problems.locator("strong").all_inner_texts() == names
    assert page.get_by_label("Difficulty").input_value() == "medium"
    while more.is_visible():
        more.click()
    listed = {href.partition("#/")[2] for href in all_links(page)}
    page.get_by_role("button", name="A random one").click()
    page.wait_for_url(re.compile("#/game/.+"))
    asked = [one for one in requested(page, "/games") if one and one["kind"] == "drop"]
    assert asked
    assert f"drop/{quote(asked[-1]['puzzle'], safe='')}" in listed


def all_links(page: Page) -> list[str]:
    """Return the addresses of the listed drop problems."""
    found: list[str] = page.locator(".drops a").evaluate_all("all => all.map((one) => one.href)")
    return found


def test_checkboxes_keep_their_size_on_a_phone(visit: Open) -> None:
    page = visit("#/drops", PHONE)
    settled(page)
    boxes = [box.bounding_box() for box in page.locator(".check input").all()]
    assert [box and (box["width"], box["height"]) for box in boxes] == [(20, 20)] * 2


def test_arrow_keys_move_through_the_calendar(visit: Open) -> None:
    page = visit("#/days/2026-11")
    settled(page)
    page.locator('[data-day="2026-11-20"]').focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.day") == "2026-11-12"
    page.get_by_role("link", name="Previous month").click()
    page.wait_for_url(re.compile("2026-10"))


def test_begun_game_is_listed_and_removed(visit: Open) -> None:
    page = visit("")
    settled(page)
    form = page.locator("form").filter(has_text="Random dice")
    form.get_by_text("Seed and variant").click()
    form.get_by_label("Dice seed").fill("771")
    form.get_by_role("button", name="Start a solo game", exact=True).click()
    page.wait_for_url(re.compile("#/game/.+"))
    settled(page)
    assert page.locator("h1").inner_text().startswith("Solo game turn 1")
    home = page.url.split("#", 1)[0] + "#/"
    back = page.url
    page.goto(home)
    page.get_by_role("heading", name="Continue playing").wait_for()
    assert page.locator(f"a[href='#{back.split('#', 1)[1]}']").count() == 0
    page.goto(back)
    page.locator("[data-cell=d1]").click()
    page.get_by_role("heading", name="Solo game 771").wait_for()
    page.goto(home)
    page.get_by_role("link", name="Solo game 771").wait_for()
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Delete Solo game 771").click()
    page.get_by_role("link", name="Solo game 771").wait_for(state="detached")


def test_removed_game_leaves_the_list_and_moves_the_focus(
    visit: Open, own: Home, watch: Watch
) -> None:
    """Also if another window has removed it. The focus moves to the next game."""
    watch.foreseen.append("status of 404")
    head = {"kind": "record", "record": json.loads(GAME)}
    over = [own.begin(head) for _ in range(12)][::-1]
    one, other = (own.begin({"kind": "solo", "seed": seed}, START) for seed in (1, 2))
    page = visit("")
    settled(page)
    page.on("dialog", lambda dialog: dialog.accept())

    def removed(game: str, focus: str) -> None:
        page.locator(f'[data-remove="{game}"]').click()
        page.locator(f'[data-remove="{game}"]').wait_for(state="detached")
        assert page.evaluate("document.activeElement.dataset.remove ?? ''") == focus

    page.get_by_text("12 finished games").click()
    assert page.locator("details [data-remove]").count() == 10
    removed(over[0], over[1])
    page.get_by_text("11 finished games").wait_for()
    assert page.locator("details [data-remove]").count() == 10
    own.ask("DELETE", f"games/{one}")
    removed(one, other)
    removed(other, "")
    assert page.evaluate("document.activeElement.textContent") == "Continue playing"
    page.get_by_text("No games in progress. Start one above.").wait_for()


@pytest.mark.server_only("it is killed and started again")
def test_game_that_the_server_does_not_remove_stays(visit: Open, own: Served, watch: Watch) -> None:
    watch.foreseen += ["ERR_CONNECTION_REFUSED", "Failed to load resource"]
    game = own.begin({"kind": "solo", "seed": 1}, START)
    page = visit("")
    settled(page)
    page.on("dialog", lambda dialog: dialog.accept())
    own.kill()
    page.locator(f'[data-remove="{game}"]').click()
    page.get_by_text("The server isn't responding.").wait_for()
    own.start()
    page.locator(f'[data-remove="{game}"]').click()
    page.locator(f'[data-remove="{game}"]').wait_for(state="detached")


@pytest.mark.server_only("ReportLab makes the PDF")
def test_print_offers_a_pdf(visit: Open) -> None:
    page = visit("#/print?drop=drop%231.4")
    settled(page)
    assert page.get_by_label("Drop problems", exact=True).is_checked()
    page.get_by_role("button", name="Create PDF").click()
    with page.expect_download() as loading:
        page.get_by_role("link", name="Download PDF").click()
    assert loading.value.path().read_bytes().startswith(b"%PDF-")


@pytest.mark.server_only("ReportLab makes the PDF")
def test_changed_choice_removes_the_pdf_link(visit: Open) -> None:
    page = visit("#/print")
    settled(page)
    link = page.get_by_role("link", name="Download PDF")
    begin(page, "Create PDF")
    link.wait_for()
    page.get_by_label("Paper").select_option("a5")
    assert link.count() == 0
    held = Held(page, "/prints")
    begin(page, "Create PDF")
    held.wait()
    page.get_by_label("Ink").select_option("black")
    held.release()
    passed(page)
    assert link.count() == 0


@pytest.mark.parametrize("own", [["reportlab"]], indirect=True, ids=["without ReportLab"])
def test_browser_prints_the_same_pages(own: Home, visit: Open) -> None:
    drops = [drop["name"] for drop in own.ask("GET", "drops")["drops"][:5]]
    contents = {
        "Blank sheet": ("", {"a4": 1, "letter": 1, "a5": 1}),
        "Puzzles": ("2026-11-20", {"a4": 2, "letter": 2, "a5": 2}),
        "Drop problems": (" ".join(drops), {"a4": 2, "letter": 2, "a5": 3}),
    }
    page = visit("#/print")
    settled(page)
    page.evaluate("() => { window.prints = 0; window.print = () => { window.prints += 1; }; }")
    assert page.get_by_role("button").and_(page.get_by_text("PDF")).count() == 0
    for content, (names, counts) in contents.items():
        page.get_by_label(content, exact=True).check()
        if names:
            page.locator("#names").fill(names)
        for paper, count in counts.items():
            page.get_by_label("Paper").select_option(paper)
            begin(page, "Preview")
            begin(page, "Print")
            images = page.get_by_role("img", name=re.compile(f"^Page . of {count}$"))
            assert images.count() == count
            page.wait_for_function("[...document.images].every((image) => image.complete)")
            assert printed_sizes(page) == [PAPERS[paper]] * count, (content, paper)
            page.emulate_media(media="print")
            assert not page.get_by_role("heading", name="Print").is_visible()
            corner = images.first.bounding_box()
            assert corner
            assert (corner["x"], corner["y"]) == (0, 0)
            page.emulate_media(media="null")
    assert page.evaluate("window.prints") == 9


def printed_sizes(page: Page) -> list[tuple[float, float]]:
    """Return the sizes of the pages that the browser prints, each the nearest paper size if it is
    less than half a millimetre from it."""
    pdf = page.pdf(prefer_css_page_size=True)
    points = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    sizes = [(float(wide) * 25.4 / 72, float(high) * 25.4 / 72) for wide, high in points]
    return [next((paper for paper in PAPERS.values() if near(size, paper)), size) for size in sizes]


def near(size: tuple[float, float], paper: tuple[float, float]) -> bool:
    return max(abs(one - other) for one, other in zip(size, paper, strict=True)) < 0.5


@pytest.mark.server_only("ReportLab makes the PDF")
def test_preview_is_offered_beside_the_pdf(visit: Open, watch: Watch) -> None:
    watch.foreseen.append(REFUSED)
    page = visit("#/print?puzzle=2026-11-20", PHONE)
    settled(page)
    page.get_by_role("button", name="Create PDF").wait_for()
    begin(page, "Preview")
    images = page.get_by_role("img", name=re.compile("^Page "))
    images.nth(1).wait_for()
    assert (violations(page), too_wide(page), unreachable(page)) == ("", [], [])
    page.get_by_label("Ink").select_option("black")
    assert images.count() == page.get_by_role("button", name="Print").count() == 0
    page.locator("#names").fill("2026-11-99")
    begin(page, "Preview")
    page.get_by_text("2026-11-99").wait_for()
    assert images.count() == 0


def test_start_cell_is_advised(visit: Open) -> None:
    page = visit("#/analysis")
    page.get_by_role("button", name=re.compile("^[ag]1 .* best$")).first.click()
    assert page.evaluate("document.activeElement.id") == "roll"
    page.wait_for_url(re.compile(r"p=(1\.{6}|\.{6}1)\+"))


def test_first_page_looks_again_when_the_day_changes(visit: Open) -> None:
    page = visit("#/help")
    settled(page)
    today = datetime.datetime.now(datetime.UTC).date()
    page.clock.install(time=datetime.datetime.combine(today, datetime.time(22, 58), datetime.UTC))
    follow(page, "#/")
    page.get_by_text("The next puzzle comes in 1 h 2 min, at 0:00 UTC.").wait_for()
    page.get_by_role("heading", name="Continue playing").wait_for()
    asked = "() => window.asked.filter(({ path }) => path.endsWith('/games')).length"
    before = page.evaluate(asked)
    page.clock.fast_forward("30:00")
    page.get_by_text("The next puzzle comes in 0 h 32 min, at 0:00 UTC.").wait_for()
    assert page.evaluate(asked) == before
    page.clock.fast_forward("01:00:00")
    page.wait_for_function(f"(before) => ({asked})() > before", arg=before)


def test_question_is_pasted_and_a_bad_link_changes_nothing(visit: Open, watch: Watch) -> None:
    watch.foreseen.append("422")
    page = visit("#/analysis")
    settled(page)
    paste(page, f'numberdrop hint "{SHEET}" "156*O"')
    page.wait_for_url(re.compile(r"p=612.*r=156"))
    assert page.locator("#roll").input_value() == "156*O"
    before = page.url
    query = urlencode({"p": SHEET.replace("65335.1", "6533"), "r": "1463L"})
    paste(page, f"{page.url.partition('#')[0]}#/analysis?{query}")
    page.locator("main [role=status]", has_text="expected").first.wait_for()
    assert page.url == before


NO_STORAGE = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("storage is blocked", "SecurityError"); },
});"""


def test_page_works_without_storage(visit: Open) -> None:
    """Choices last as long as the page."""
    page = visit("#/help")
    settled(page)
    page.context.add_init_script(NO_STORAGE)
    page.reload()
    settled(page)
    page.get_by_label("Language").select_option("fr")
    page.get_by_label("Couleurs").select_option("dark")
    for route in ("#/", "#/scores", "#/analysis", "#/solo"):
        page.goto(page.url.partition("#")[0] + route)
        page.locator("main[aria-busy=false]").wait_for()
    root = page.locator("html")
    assert (root.get_attribute("lang"), root.get_attribute("data-theme")) == ("fr", "dark")
    page.locator("[data-stage=start]").wait_for()


def test_language_and_theme_are_saved(visit: Open) -> None:
    page = visit("#/drops")
    settled(page)
    page.get_by_label("Language").select_option("fr")
    page.get_by_role("heading", name="Problèmes de chute").wait_for()
    page.get_by_label("Couleurs").select_option("dark")
    page.reload()
    page.get_by_role("heading", name="Problèmes de chute").wait_for()
    root = page.locator("html")
    assert (root.get_attribute("lang"), root.get_attribute("data-theme")) == ("fr", "dark")


def test_no_view_scrolls_sideways(visit: Open, served: Home) -> None:
    """In French, whose texts are longer, and near each width at which the layout changes."""
    roll = {"do": "roll", "roll": "156**"}
    game = served.begin({"kind": "free", "position": SHEET}, roll)
    record = {"kind": "record", "record": json.loads(GAME)}
    played = served.begin(record)
    table = served.begin({"kind": "record", "record": some_game(3, 2, 3).to_record()}, roll)
    page = visit("", locale="fr-FR")
    games = (f"#/game/{one}" for one in (game, played, table))
    reviews = (f"#/review/{one}?level=fast" for one in (played, table))
    for route in (*ROUTES, *games, *reviews):
        page.evaluate("hash => { location.hash = hash || '#/' }", route)
        settled(page)
        page.wait_for_function("document.querySelector('main h1') !== null")
        if "review/" in route:
            page.locator("[data-review-turn='2']").wait_for()
        for width in (360, 561, 700, 761, 901, 1000, 1081, 1141):
            page.set_viewport_size({"width": width, "height": 800})
            assert too_wide(page) == [], (route, width)


@by_window
def test_every_view_fits_the_window(visit: Open, size: tuple[int, int]) -> None:
    """In French, whose texts are longer, with all folds open."""
    page = visit("#/help", size, locale="fr-FR", has_touch=size[0] < 1000)
    for route in (*ROUTES, "#/days/2026-10", "#/nothing"):
        arrive(page, route or "#/")
        page.wait_for_function("document.querySelector('main h1') !== null")
        page.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
        assert too_wide(page) == [], route
        assert cut_off(page) == [], route
        assert unreachable(page) == [], route
        assert page.title().endswith("numberdrop"), route


#: Texts that are wider or higher than the element that clips them.
CUT_OFF = """() => [...document.querySelectorAll("main *, header *")].filter((element) => {
  const { overflowX, overflowY, clipPath } = getComputedStyle(element);
  if (!element.checkVisibility() || clipPath !== "none") return false;
  if (element.closest("svg, select, .hidden")) return false;
  const isClipped = ["hidden", "clip"];
  return (isClipped.includes(overflowX) && element.scrollWidth > element.clientWidth + 1)
    || (isClipped.includes(overflowY) && element.scrollHeight > element.clientHeight + 1);
}).map((element) => element.outerHTML.slice(0, 120))"""


def cut_off(page: Page) -> list[str]:
    """Return the elements whose contents are cut off."""
    found: list[str] = page.evaluate(CUT_OFF)
    return found


def test_every_view_has_its_title(visit: Open) -> None:
    page = visit("#/help")
    titles = set()
    for route in ROUTES:
        arrive(page, route or "#/")
        page.wait_for_function("document.querySelector('main h1') !== null")
        titles.add(page.title())
    assert len(titles) == len(ROUTES), titles
    assert "numberdrop" in titles, "the home page"


def test_forced_colours_keep_the_states_of_controls(visit: Open, served: Home) -> None:
    """Also on the views around the game; test_accessibility.py checks the game."""
    game = served.begin({"kind": "record", "record": json.loads(GAME)})
    page = visit("#/help", forced_colors="active")

    def styles(name: str, *selectors: str) -> list[str]:
        script = "(element, name) => getComputedStyle(element)[name]"
        return [str(page.locator(one).first.evaluate(script, name)) for one in selectors]

    follow(page, f"#/analysis?{urlencode({'p': SHEET.replace('-:-:-', '3:-:-'), 'r': ROLL})}")
    page.locator(".tick[aria-pressed=true]").first.wait_for()
    settled(page)
    pressed, other = styles(
        "backgroundColor", ".tick[aria-pressed=true]", ".tick[aria-pressed=false]"
    )
    assert pressed != other
    link = ".head nav a"
    here, other = styles(
        "borderBottomColor", f"{link}[aria-current]", f"{link}:not([aria-current])"
    )
    assert here != other == styles("backgroundColor", "body")[0]
    follow(page, f"#/review/{game}?level=fast")
    page.get_by_text(re.compile(r"Score \d+; skill")).wait_for()
    page.locator("[data-review-turn='2']").click()
    chosen, other = styles("backgroundColor", "[data-review-turn='2']", "[data-review-turn='1']")
    assert chosen != other
    level, other = styles(
        "backgroundColor", ".chips [aria-current]", ".chips a:not([aria-current])"
    )
    assert level != other
    ink = styles("color", "body")[0]
    assert styles("stroke", ".graph-played", ".graph-best") == [ink, ink]
    assert styles("fill", ".graph .mark", ".graph-score") == [ink, ink]
    chosen, other = styles(
        "stroke", ".graph-turn.is-chosen .graph-reach", ".graph-turn:not(.is-chosen) .graph-reach"
    )
    assert (other, chosen != other) == ("none", True)


@pytest.mark.parametrize(
    "look",
    [
        pytest.param(look, marks=[] if look in FEW_LOOKS else [pytest.mark.exhaustive])
        for look in product((DESKTOP, NARROW), ("light", "dark"), ("en", "fr"))
    ],
)
def test_every_view_is_accessible(visit: Open, look: tuple[tuple[int, int], str, str]) -> None:
    size, colours, locale = look
    page = visit("", size, color_scheme=colours, locale=locale)
    for route in ROUTES:
        page.evaluate("hash => { location.hash = hash || '#/' }", route)
        settled(page)
        page.wait_for_function("document.querySelector('main h1') !== null")
        assert violations(page) == "", route
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), route


def logged(own: int, cut: bool = False) -> str:
    """Return a saved log of four turns of a solo game by the adaptation's rules."""
    record = nd.replay({**GAMES[0], "turns": GAMES[0]["turns"][:4], "variant": "bga"})
    return json.dumps(log_of(record, Form(own=own, cut=cut, noise=60)))


def test_saved_log_is_reviewed(visit: Open) -> None:
    page = visit("#/review")
    log = logged(own=1)
    assert len(log) > 30_000, "longer than a text that is read"
    page.locator("#record-file").set_input_files(
        {"name": "log.json", "mimeType": "application/json", "buffer": log.encode()}
    )
    page.get_by_text("the log doesn't show the tiles of A, B and E: these are taken").wait_for()
    page.get_by_role("link", name="Open the review").click()
    page.get_by_text(re.compile("^Score 12;")).wait_for()


def test_dropped_log_of_another_player_is_reviewed_with_a_note(visit: Open) -> None:
    page = visit("#/review")
    dropped = """text => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], "log.json", { type: "application/json" }));
        const happened = { dataTransfer, bubbles: true, cancelable: true };
        document.querySelector("form.card").dispatchEvent(new DragEvent("drop", happened));
    }"""
    page.locator("form.card").wait_for()
    page.evaluate(dropped, logged(own=0, cut=True))
    page.get_by_text("the log doesn't show the slides: slides that fit are taken").wait_for()
    page.get_by_text("the log breaks off in turn 4, which is left out").wait_for()
    page.get_by_role("link", name="Open the review").click()
    page.get_by_text(re.compile("^Score 9;")).wait_for()


def test_refused_log_is_reported(visit: Open, watch: Watch) -> None:
    watch.foreseen.append("422")
    page = visit("#/review")
    log = logged(own=1).replace('"total": "12"', '"total": "13"')
    page.locator("#record").fill(log)
    page.get_by_role("button", name="Review", exact=True).click()
    page.get_by_text("turn 4: expected a total of 13 as in the log, got 12").wait_for()
