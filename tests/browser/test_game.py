"""The game view: whole games by keys, mouse and touch; reloads, killed servers, two windows."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

import numberdrop as nd
from browsing import PHONE, Held, Home, Served, Watch, expect_response, violations
from players import HandPlayer, KeysPlayer, MousePlayer, Player, TouchPlayer

if TYPE_CHECKING:
    from playwright.sync_api import Page

Open = Callable[..., "Page"]

MIDDLE = "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3"


def record_of(page: Page) -> dict[str, Any]:
    """Download the record of the game that a page shows."""
    with page.expect_download() as found:
        page.locator("button[data-own$='.json']").click()
    record: dict[str, Any] = json.loads(found.value.path().read_text("utf-8"))
    return record


@pytest.mark.parametrize(
    ("player", "window", "day"),
    [
        (KeysPlayer, [], "2026-11-20"),
        (MousePlayer, [], "2026-11-21"),
        (TouchPlayer, [PHONE], "2026-11-22"),
    ],
    ids=["keys", "mouse", "touch"],
)
def test_whole_game_is_played(
    visit: Open, player: type[Player], window: list[tuple[int, int]], day: str
) -> None:
    """From the start cell to the text to share."""
    page = visit(f"#/day/{day}", *window, has_touch=bool(window))
    playing = player(page, random.Random(day))
    playing.play()
    shared = page.locator("[data-share]").inner_text()
    record = record_of(page)
    assert nd.replay(record) == record
    final = record["result"]["final"]["total"]
    assert re.match(rf"Number Drop #\d+ {day}: {final}\b", shared)
    shown = page.locator(".score .total").inner_text().split()[0]
    assert shown.replace("\N{MINUS SIGN}", "-") == str(final)
    assert len(record["turns"]) == playing.turns >= 5
    page.keyboard.press("u")
    page.locator(".part-said .fault", has_text="Nothing to undo").wait_for()


def shown(page: Page) -> tuple[list[str], list[str]]:
    """Return the labels of all cells, and the turns in the log."""
    page.locator("[data-waiting='0']").wait_for()
    return (
        page.locator("[data-cell]").evaluate_all(
            "cells => cells.map(cell => cell.getAttribute('aria-label'))"
        ),
        page.locator("[data-turn]").all_inner_texts(),
    )


def middle(served: Home, **more: Any) -> str:
    """Begin a game in whose third turn the shape is pinned, and return its id."""
    turn = {
        "slides": ["A", "B"],
        "cells": ["a4", "b4", "a3", "b3"],
        "digits": [1, 5, 6, None],
    }
    return served.begin(
        {"kind": "free", "position": MIDDLE, **more},
        {"do": "roll", "roll": "156*O"},
        {"do": "set", "turn": turn},
    )


def test_reload_and_back_keep_the_turn(visit: Open, served: Home) -> None:
    page = visit("#/day/2026-11-23")
    player = KeysPlayer(page, random.Random(4))
    player.play(turns=2)
    player.press("a")
    if player.stage == "place":
        player.press("Enter")
    before = shown(page)
    page.reload()
    assert shown(page) == before
    page.goto(f"{served.address}/#/scores")
    page.locator("main[data-view=scores][aria-busy=false]").wait_for()
    page.go_back()
    page.locator("[data-stage]").wait_for()
    assert shown(page) == before
    game = page.url.split("/#")[1]
    page.goto(f"{served.address}/#/")
    page.locator(f"a[href='#{game}']").first.click()
    page.locator("[data-stage]").wait_for()
    assert shown(page) == before


@pytest.mark.server_only("it is killed and started again")
def test_killed_server_loses_no_step(visit: Open, own: Served, watch: Watch) -> None:
    watch.foreseen.append("ERR_CONNECTION_REFUSED")
    page = visit(f"#/game/{middle(own)}")
    player = KeysPlayer(page, random.Random(5))
    assert player.stage == "digits"
    own.kill()
    player.press("7")
    page.locator("[role=alert].is-shown").wait_for()
    own.start()
    page.locator("[role=alert].is-shown").wait_for(state="detached")
    assert player.stage == "digits"
    player.press("Enter", "x", "x")
    page.locator("[data-turn='1']").wait_for()
    assert "b3=7" in page.locator("[data-turn='1']").inner_text()
    before = shown(page)
    own.kill()
    own.start()
    page.reload()
    assert shown(page) == before


@pytest.mark.server_only("its data folder is changed")
def test_damaged_game_is_shown_up_to_the_damage(visit: Open, own: Served) -> None:
    game = middle(own)
    own.kill()
    with closing(sqlite3.connect(own.data / "table.sqlite")) as stored:
        stored.execute("update steps set step = replace(step, '1', '2') where revision = 2")
        stored.commit()
    own.start()
    page = visit(f"#/game/{game}")
    notice = page.locator("[role=alert].is-shown")
    notice.get_by_text("it was changed or damaged after it was saved").wait_for()
    before = shown(page)
    page.keyboard.press("u")
    page.locator("[data-cell=a3]").click()
    assert shown(page) == before
    assert page.locator(".part-act, .part-tray").locator("visible=true").count() == 0
    assert record_of(page) == own.ask("GET", f"games/{game}/record")
    assert violations(page) == ""


def test_step_in_another_window_is_shown_at_once(visit: Open, served: Home) -> None:
    page = visit(f"#/game/{middle(served)}")
    sibling = page.context.new_page()
    sibling.goto(page.url)
    for one in (page, sibling):
        one.locator("[data-stage=digits]").wait_for()
    KeysPlayer(page, random.Random(6)).press("8")
    sibling.locator("[role=alert].is-shown").wait_for()
    assert shown(sibling) == shown(page)


@pytest.mark.server_only("two browsers share no games")
def test_step_in_another_browser_is_shown_after_the_next_step(
    visit: Open, served: Home, watch: Watch
) -> None:
    """That next step is refused."""
    watch.foreseen.append("status of 409")
    name = middle(served)
    page, stranger = visit(f"#/game/{name}"), visit(f"#/game/{name}")
    for one in (page, stranger):
        one.locator("[data-stage=digits]").wait_for()
    KeysPlayer(page, random.Random(6)).press("8")
    after = shown(page)
    KeysPlayer(stranger, random.Random(7)).press("9")
    stranger.locator("[role=alert].is-shown").wait_for()
    assert shown(stranger) == after
    assert served.ask("GET", f"games/{name}")["moment"]["turn"]["digits"] == [1, 5, 6, 8]
    KeysPlayer(stranger, random.Random(7)).press("9")
    stranger.locator("[role=alert].is-shown").wait_for(state="detached")


def test_undo_and_redo_of_a_turn(visit: Open, served: Home) -> None:
    page = visit(f"#/game/{middle(served)}")
    player = KeysPlayer(page, random.Random(8))
    player.press("Backspace", "7", "Escape")
    assert player.stage == "place"
    player.press("Control+z", "x", "x")
    page.locator("[data-turn='1']").wait_for()
    player.press("Control+z")
    page.locator("[data-turn='1']").wait_for(state="detached")
    player.press("Control+y")
    page.locator("[data-turn='1']").wait_for()
    page.locator("[data-back='1']").click()
    page.locator("[data-turn='1']").wait_for(state="detached")
    assert player.stage == "slide"


def test_keys_of_other_keyboards_work(visit: Open, served: Home) -> None:
    page = visit(f"#/game/{middle(served)}")
    player = KeysPlayer(page, random.Random(8))
    assert player.stage == "digits"
    send = """(keys) => document.dispatchEvent(
      new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...keys }))"""

    def digits() -> str:
        assert player.stage
        return "".join(page.locator("[data-die]").all_inner_texts())

    before = digits()
    page.evaluate(send, {"key": "Backspace", "code": "Backspace"})
    page.evaluate(send, {"key": "è", "code": "Digit7"})  # a French keyboard without Shift
    written = digits()
    assert written != before
    assert "7" in written
    page.evaluate(send, {"key": "z", "code": "KeyZ", "ctrlKey": True})
    assert digits() != written
    page.evaluate(send, {"key": "Z", "code": "KeyZ", "ctrlKey": True, "shiftKey": True})
    assert digits() == written
    page.evaluate(send, {"key": "Backspace", "code": "Backspace"})
    page.evaluate(send, {"key": "6", "code": "Digit6", "shiftKey": True})
    assert "6" in digits()


@pytest.mark.parametrize("width", [640, 768, 820, 1024, 1140])
def test_dice_and_buttons_of_a_tablet_are_in_one_line(
    width: int, visit: Open, served: Home
) -> None:
    page = visit(f"#/game/{middle(served)}", (width, 1180))
    player = KeysPlayer(page, random.Random(1))
    assert player.stage == "digits"
    player.press("7", "ArrowLeft")  # the star has its digit, so that the pad goes
    page.locator("[data-tools=move]").wait_for()
    for line in ("[data-tools=move] button", "[data-tools=turn] button", ".tray .die"):
        boxes = [each.bounding_box() for each in page.locator(line).all()]
        assert len(boxes) >= 3
        assert max(box["y"] for box in boxes if box) - min(box["y"] for box in boxes if box) < 12


def test_typed_turn_is_entered(visit: Open, served: Home, watch: Watch) -> None:
    watch.foreseen.append("status of 422")
    name = served.begin({"kind": "free", "position": MIDDLE}, {"do": "roll", "roll": "156*O"})
    page = visit(f"#/game/{name}")
    player = KeysPlayer(page, random.Random(9))
    assert player.stage == "slide"
    player.press("/")
    page.keyboard.type("A,B d9=1,e9=5,d8=6,e8=6")
    player.press("Enter")
    fault = page.locator(".part-said .fault")
    fault.wait_for()
    assert "d8" in fault.inner_text()
    page.locator("#typed").fill("A,B a3=6,b3=6,a4=1,b4=5 !a1a2a3b3")
    page.locator("#typed").press("Enter")
    page.locator("[data-claim='1'][aria-pressed=true]").wait_for()
    player.press("x")
    page.locator("[data-turn='1']").wait_for()
    assert page.locator(".score .total").inner_text().startswith("4 ")


def missed(served: Home, problem: str) -> str:
    """Play a drop problem of one roll without solving it, and return the id of the game."""
    head = {"kind": "drop", "puzzle": problem}
    game = served.ask("POST", "games", head)
    turn = nd.Position.from_text(game["position"]).random_turn(game["roll"], random.Random(1))
    return served.begin(head, {"do": "type", "text": str(turn)}, {"do": "end"})


def test_missed_problem_can_be_retried(visit: Open, served: Home) -> None:
    problem, other = (f"drop#1.{number}" for number in (44, 45))
    name = missed(served, problem)
    roll = served.ask("GET", f"games/{name}")["turns"][0]["text"].split()[0]
    page = visit(f"#/game/{name}")
    page.get_by_text("Missed: the goal was 15.").wait_for()
    lesson = page.locator("details.lesson")
    assert not lesson.locator("p").first.is_visible()
    lesson.locator("summary").click()
    assert lesson.locator("p").first.inner_text().startswith("Themes: ")
    assert lesson.locator("p").last.inner_text().startswith(roll)
    page.get_by_role("button", name="Try again").click()
    page.locator(".finish").wait_for(state="detached")
    assert not served.ask("GET", f"games/{name}")["over"]
    page.get_by_role("button", name="Redo").wait_for()
    page.goto(f"{served.address}/?next#/next/{problem.replace('#', '%23')}")
    page.get_by_role("heading", name=other).wait_for()


def test_solo_address_begins_a_game(visit: Open) -> None:
    page = visit("#/solo")
    page.locator("[data-stage=start]").wait_for()
    assert "/game/" in page.url


def test_hints_follow_the_position_and_the_roll(visit: Open, served: Home) -> None:
    """They disappear when the turn ends, and return once the next roll is known."""
    page = visit(f"#/game/{middle(served)}")
    player = KeysPlayer(page, random.Random(10))
    player.press("h")
    page.locator("[data-hint='1']").wait_for()
    panel = page.locator("[data-position]")
    assert panel.get_attribute("data-position") == MIDDLE
    page.locator("[data-hint='1']").click()
    assert page.locator(".is-hinted").count() == 4
    player.press("Backspace", "7", "x", "x")
    page.locator("[data-turn='1']").wait_for()
    assert page.locator("[data-hint]").count() == 0
    assert page.locator(".is-hinted").count() == 0
    page.locator("#typed").fill("1463L")
    page.locator("#typed").press("Enter")
    page.locator("[data-hint='1']").wait_for()
    after = served.ask("GET", page.url.split("#/game/")[1].join(["games/", ""]))
    assert panel.get_attribute("data-position") == after["position"]
    assert panel.get_attribute("data-roll") == "1463L"


#: A position and a roll whose best turn fills a box of seven.
WHY = (
    "..4..../76dd.../ddd7.../4fe7..4/Xgd11.3/Xh11112/X2hgfed/Xdcb3bc 5:357:- S3,I4x,O3o,L3,T0 10",
    "1*21O",
)
#: A position and a roll after whose placement a combo is possible.
OPEN = ("44...../451.... -:-:- I1,O0,T1,L1,S0 3", "1443O")


@pytest.mark.parametrize("way", ["Enter", "x", "button"])
def test_turn_with_an_open_combo_asks_once_before_it_ends(
    way: str, visit: Open, served: Home
) -> None:
    position, roll = OPEN
    head = {"kind": "free", "position": position}
    turn = {"do": "type", "text": "A a3=1,b3=4,a4=4,b4=3"}
    name = served.begin(head, {"do": "roll", "roll": roll}, turn)
    page = visit(f"#/game/{name}")
    player = KeysPlayer(page, random.Random(1))
    if way == "Enter":
        player.press("Enter")
        assert player.stage == "claim"

    def end() -> None:
        if way == "button":
            page.locator("[data-action=end]").click()
        else:
            player.press(way)
        assert player.stage

    end()
    page.locator(".prompt.is-asked", has_text="Still possible: identical 4").wait_for()
    assert page.locator("[data-action=end]").inner_text() == "End without it"
    assert violations(page) == ""
    assert player.turns == 0
    page.locator("[data-claim='1']").click()
    page.locator("[data-claim='1'][aria-pressed=true]").click()  # as it was, and asked about again
    page.locator("[data-claim='1'][aria-pressed=false]").wait_for()
    end()
    assert player.turns == 0
    end()
    page.locator("[data-turn='1']").wait_for()
    player.press("Control+z")
    page.locator("[data-claim='1']").wait_for()
    page.get_by_role("button", name="No claim").click()
    refused = page.locator("[aria-pressed=true]", has_text="No claim")
    refused.wait_for()
    page.locator("[data-action=arrange]").click()  # other digits, other combos
    refused.wait_for(state="detached")
    page.locator("[data-action=undo]").click()
    refused.wait_for()
    if way == "Enter" and player.stage == "digits":
        player.press("Enter")
    end()
    page.locator("[data-turn='1']").wait_for()


def test_letter_of_a_tile_never_ends_a_turn(visit: Open, served: Home) -> None:
    position, roll = OPEN
    turn = {"do": "type", "text": "A a3=1,b3=4,a4=4,b4=3"}
    name = served.begin({"kind": "free", "position": position}, {"do": "roll", "roll": roll}, turn)
    page = visit(f"#/game/{name}")
    player = KeysPlayer(page, random.Random(1))
    for stage in ("digits", "claim"):
        assert player.stage == stage
        player.press(*"abcdeabcde")
        assert (player.stage, player.turns) == (stage, 0)
        player.press("Enter")


def test_help_in_a_puzzle_is_recorded(visit: Open, served: Home) -> None:
    page = visit("#/day/2026-11-24")
    player = KeysPlayer(page, random.Random(11))
    player.press("Enter")
    assert player.stage == "slide"
    player.press("h")
    page.locator(".fault", has_text="press H again to get it").wait_for()
    assert player.stage == "slide"
    assert page.locator(".is-hinted").count() == 0
    player.press("h")
    page.locator(".is-hinted").first.wait_for()
    player.press("h")
    page.wait_for_function("() => document.querySelectorAll('.is-hinted').length === 4")
    name = page.url.split("#/game/")[1]
    given = served.ask("GET", f"games/{name}")["help"]
    assert given == [{"turn": 1, "grade": "region"}, {"turn": 1, "grade": "placement"}]
    player.play(turns=1)
    assert page.locator(".is-hinted").count() == 0
    assert page.locator(".help-answer").inner_text() == ""


def test_help_that_arrives_after_its_turn_is_not_shown(visit: Open, served: Home) -> None:
    """Nor is the turn lost, whose end reaches the server after the help is recorded."""
    head = {"kind": "daily", "puzzle": "2026-11-26"}
    name = served.begin(head, {"do": "start", "cell": "d1"})
    page = visit(f"#/game/{name}")
    player = KeysPlayer(page, random.Random(11))
    assert player.stage == "slide"
    held = Held(page, "/help")
    player.press("h", "h")
    held.wait()
    player.play(turns=1)
    with expect_response(page, "/games/[^/]+$"):
        held.release()
    assert player.stage == "slide"
    assert page.locator(".is-hinted").count() == 0
    assert page.locator(".help-answer").inner_text() == ""
    game = served.ask("GET", f"games/{name}")
    assert game["help"] == [{"turn": 1, "grade": "region"}]
    assert len(game["turns"]) == 1


def slide(player: Player, letter: str) -> str:
    """Slide a tile, and return the stage that follows."""
    if isinstance(player, KeysPlayer):
        player.press(letter.lower())
    elif isinstance(player, HandPlayer):
        player.point(player.page.locator(f"button[data-letter='{letter}']"))
    return player.stage


def pin(player: Player) -> str:
    """Pin the shape where it is held, and return the stage that follows."""
    if isinstance(player, KeysPlayer):
        player.press("Enter")
    elif isinstance(player, HandPlayer):
        player.point(player.page.locator("[data-action=pin]"))
    return player.stage


@pytest.mark.parametrize(
    ("player", "window"),
    [(KeysPlayer, []), (MousePlayer, []), (TouchPlayer, [PHONE])],
    ids=["keys", "mouse", "touch"],
)
def test_star_slide_follows_the_first_drop(
    visit: Open, served: Home, player: type[Player], window: list[tuple[int, int]]
) -> None:
    """The first tile's X shape keeps its landing while the second slide is changed."""
    head = {"kind": "free", "position": "612..../65335.1 -:-:- I3,O3,T1,L0,S0 3"}
    name = served.begin(head, {"do": "roll", "roll": "156**"})

    def chosen() -> tuple[list[str], list[str], int]:
        turn = served.ask("GET", f"games/{name}")["moment"]["turn"]
        fallen = [drop["tile"] for drop in turn["drops"] if drop["cells"]]
        return turn["slides"], fallen, len(turn["cells"])

    page = visit(f"#/game/{name}", *window, has_touch=bool(window))
    playing = player(page, random.Random(12))
    assert slide(playing, "A") == "place"
    assert pin(playing) == "slide"
    assert slide(playing, "C") == "place"
    assert chosen() == (["A", "C"], ["A"], 0)
    assert pin(playing) == "digits"
    assert chosen() == (["A", "C"], ["A"], 4)
    page.locator("[data-action=undo]").click()
    assert playing.stage == "place"
    if player is KeysPlayer:
        playing.page.keyboard.press("Escape")
    else:
        slide(playing, "C")
    assert playing.stage == "slide"
    assert chosen() == (["A"], ["A"], 0)
    assert slide(playing, "B") == "place"
    assert chosen() == (["A", "B"], ["A"], 0)
    assert pin(playing) == "place"
    assert chosen() == (["A", "B"], ["A", "B"], 0)


def test_two_falling_tiles_are_laid_in_either_order(visit: Open, served: Home) -> None:
    """In both orders; Escape then goes back through all stages one by one."""
    head = {"kind": "free", "position": "612..../65335.1 -:-:- I3,O3,T3,L3,S3 3"}
    page = visit(f"#/game/{served.begin(head, {'do': 'roll', 'roll': '156**'})}")
    playing = KeysPlayer(page, random.Random(13))
    for first, second in ("EA", "AE"):
        for letter in (first, second):
            assert slide(playing, letter) == "place"
            pin(playing)
        assert playing.stage == "place"
        assert page.locator("[data-letter][aria-pressed=true]").count() == 2
        stages = []
        for _ in range(4):
            playing.press("Escape")
            stages.append((playing.stage, page.locator("[data-letter][aria-pressed=true]").count()))
        assert stages == [("place", 2), ("slide", 1), ("place", 1), ("slide", 0)]


def hold(page: Page, key: str) -> None:
    """Hold a key down until it has repeated four times."""
    for _ in range(5):
        page.keyboard.down(key)
    page.keyboard.up(key)


def test_held_enter_accepts_once(visit: Open, served: Home) -> None:
    """A held Enter can't end a turn by accident; held arrow keys keep moving the shape."""
    name = served.begin({"kind": "daily", "puzzle": "2026-11-18"})
    page = visit(f"#/game/{name}")
    player = KeysPlayer(page, random.Random(14))
    hold(page, "Enter")
    assert player.stage == "slide"
    slide(player, "A")
    assert player.stage == "place"
    held = "cells => cells.map(cell => cell.dataset.cell).sort().join()"
    before = page.locator("[data-cell].is-held").evaluate_all(held)
    hold(page, "ArrowLeft")
    assert player.stage == "place"
    assert page.locator("[data-cell].is-held").evaluate_all(held) != before
    hold(page, "Enter")
    assert player.stage == "digits"
    player.press(*player.arranged())
    hold(page, "Enter")
    assert player.stage == "claim"
    hold(page, "Enter")
    assert player.stage == "slide"
    assert player.turns == len(served.ask("GET", f"games/{name}")["turns"]) == 1
    slide(player, "B")
    assert pin(player) == "digits"
    page.locator("button[data-action=undo]").focus()
    hold(page, "Enter")
    assert player.stage == "place"


def test_held_help_key_requests_one_help(visit: Open, served: Home) -> None:
    head = {"kind": "daily", "puzzle": "2026-11-19"}
    name = served.begin(head, {"do": "start", "cell": "d1"})
    page = visit(f"#/game/{name}")
    player = KeysPlayer(page, random.Random(15))
    player.press("h")
    hold(page, "h")
    page.locator(".is-hinted").first.wait_for()
    assert player.stage == "slide"
    given = served.ask("GET", f"games/{name}")["help"]
    assert given == [{"turn": 1, "grade": "region"}]


@pytest.mark.parametrize(
    ("clipboard", "said"),
    [
        ("{ writeText: async (text) => void (window.copied = text) }", "Copied"),
        ("{ writeText: async () => { throw new Error('denied') } }", "copy it by hand"),
        ("undefined", "copy it by hand"),
    ],
    ids=["copied", "denied", "none"],
)
def test_copying_the_text_to_share_shows_the_outcome(
    visit: Open, served: Home, clipboard: str, said: str
) -> None:
    """If the text can't be copied, it is selected."""
    page = visit(f"#/game/{missed(served, 'drop#1.44')}")
    page.locator(".finish").wait_for()
    page.evaluate(f"() => Object.defineProperty(navigator, 'clipboard', {{ value: {clipboard} }})")
    line = page.locator("[data-share]").inner_text()
    page.get_by_role("button", name="Copy result").click()
    page.locator(".finish [role=status]", has_text=said).wait_for()
    where = "() => window.copied" if said == "Copied" else "() => String(getSelection())"
    assert page.evaluate(where).strip() == line
    assert page.locator(".fault:not(:empty)").count() == 0


def test_closed_hints_clear_the_sheet(visit: Open, served: Home) -> None:
    page = visit(f"#/game/{middle(served)}")
    player = KeysPlayer(page, random.Random(16))
    for shut in ("h", ""):
        page.locator("details.card:not([open]) summary", has_text="Hints").wait_for()
        player.press("h")
        page.locator("[data-hint='1']").click()
        assert page.locator(".is-hinted").count() == 4
        if shut:
            player.press(shut)
        else:
            page.locator("details.card summary", has_text="Hints").click()
        page.locator("[data-hint]").first.wait_for(state="detached")
        assert page.locator(".is-hinted").count() == 0


def test_idea_is_drawn_while_pointed_at_or_focused(visit: Open, served: Home) -> None:
    page = visit(f"#/game/{middle(served)}")
    KeysPlayer(page, random.Random(17)).press("h")
    page.locator("[data-hint='2']").wait_for()
    drawn = page.locator(".sheet .is-hinted")

    def cells() -> list[str | None]:
        return sorted(one.get_attribute("data-cell") or "" for one in drawn.all())

    found = []
    for number in (1, 2):
        page.locator(f"[data-hint='{number}']").hover()
        found.append(cells())
    assert [len(one) for one in found] == [4, 4]
    page.mouse.move(1, 1)
    assert cells() == []
    page.locator("[data-hint='2']").focus()
    assert cells() == found[1]
    page.locator("[data-hint='2']").blur()
    assert cells() == []
    page.locator("[data-hint='1']").click()
    page.locator("[data-hint='2']").hover()
    page.mouse.move(1, 1)
    assert cells() == found[0], "the chosen one stays"


def test_chosen_idea_says_why_it_is_better(visit: Open, served: Home) -> None:
    name = served.begin({"kind": "free", "position": WHY[0]}, {"do": "roll", "roll": WHY[1]})
    page = visit(f"#/game/{name}")
    KeysPlayer(page, random.Random(18)).press("h")
    page.locator("[data-hint='1']").click()
    page.locator(".why", has_text="Why 1 rather than 2").wait_for()
    page.get_by_text("fills identical 7 now").wait_for()
    page.locator("[data-hint='3']").click()
    page.locator(".why", has_text="Why 1 rather than 3").wait_for()


def test_undone_turn_removes_its_cost(visit: Open, served: Home) -> None:
    page = visit(f"#/game/{middle(served)}")
    player = KeysPlayer(page, random.Random(17))
    page.evaluate("() => localStorage.setItem('numberdrop.cost', 'on')")
    cost = page.locator("p.cost")
    player.press("7", "x", "x")
    for take_back in (
        lambda: player.press("Control+z"),
        lambda: page.locator("[data-back='1']").click(),
    ):
        cost.wait_for()
        take_back()
        page.locator("[data-turn='1']").wait_for(state="detached")
        assert cost.count() == 0
        player.press("Control+y")


def test_clicks_after_the_last_turn_do_nothing(visit: Open, served: Home) -> None:
    """Even if they come before the response to the turn's end."""
    position = "612..../65335.1 -:-:- I4x,O4x,T4x,L4x,S3 3"
    drop = {"tile": "E", "cells": ["a3", "b3", "b4", "c4"]}
    turn = {"drops": [drop], "cells": ["a5", "b5", "a6", "b6"], "digits": [1, 5, 6, 2]}
    name = served.begin(
        {"kind": "free", "position": position},
        {"do": "roll", "roll": "1562O"},
        {"do": "set", "turn": {"slides": ["E"], **turn}},
    )
    page = visit(f"#/game/{name}")
    player = MousePlayer(page, random.Random(18))
    assert player.stage == "digits"
    page.locator("[data-action=end]").click()
    page.locator("[data-action=end].is-asked").wait_for()
    held = Held(page, "/steps")
    page.locator("[data-action=end]").click()
    held.wait()
    for button in ("[data-action=arrange]", "[data-action=mark]", "[data-claim]", "[data-die]"):
        page.locator(button).first.click()
    held.release()
    assert player.stage == "over"
    assert held.count == 1
    assert page.locator(".fault:not(:empty)").count() == 0
    assert "null" not in page.locator("#live").inner_text()


@pytest.mark.parametrize("asked", ["Enter", "h"], ids=["step", "help"])
def test_removed_game_shows_a_message(visit: Open, served: Home, watch: Watch, asked: str) -> None:
    """And the view allows no further actions."""
    watch.foreseen.append("status of 404")
    name = served.begin({"kind": "daily", "puzzle": "2026-11-17"})
    page = visit(f"#/game/{name}")
    player = KeysPlayer(page, random.Random(19))
    assert player.stage == "start"
    served.ask("DELETE", f"games/{name}")
    player.press(asked, asked)
    page.get_by_role("alert").get_by_text("This game has been deleted.").wait_for()
    assert page.locator("[data-stage]").count() == 0
    page.locator("main").get_by_role("link").click()
    page.locator("main[data-view=home][aria-busy=false]").wait_for()
