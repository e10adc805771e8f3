"""The page of Omba: play by mouse, touch and keys; messages; accessibility."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

from browsing import (
    DESKTOP,
    NARROW,
    Held,
    Home,
    Served,
    Watch,
    bracket_texts,
    outside_brackets,
    passed,
    show,
    too_wide,
    unreachable,
    violations,
)
from numberdrop.folders import CACHE
from numberdrop.omba.family import Family
from numberdrop.omba.policies import OPPONENTS
from numberdrop.omba.solver import Solver
from numberdrop.omba.tables import table_folder
from omba_agreement import RECORD
from written import OMBA_GAME

if TYPE_CHECKING:
    from playwright.sync_api import Page

Open = Callable[..., "Page"]
Running = Callable[..., AbstractContextManager[Home]]
READY = "main[aria-busy=false] "


@pytest.fixture(scope="module")
def shared(running: Running, home: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """The program of Omba; on a server with the solved table from which puzzles are generated,
    which takes less time than without."""
    data, family = tmp_path_factory.mktemp("omba"), Family((4, 4))
    if home == "server":
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(CACHE, str(data / "cache"))
            Solver(family, table_folder(family)).run()
    with running(data, "omba", "serve") as found:
        yield found


@pytest.fixture
def own(running: Running, tmp_path: Path) -> Iterator[Home]:
    """A program of Omba for one test. A test may kill it, if it is a server."""
    with running(tmp_path / "data", "omba", "serve") as found:
        yield found


def game(seats: str = "you,thumb", record: str = "omba/2/S =?", **more: Any) -> str:
    head = {"seats": seats, "seed": 4, "dice": "program", "record": record, **more}
    return f"#/game?{urlencode(head)}"


def record(page: Page) -> str:
    found: str = page.evaluate(
        "() => new URLSearchParams(location.hash.split('?')[1]).get('record')"
    )
    return found


def test_game_is_begun_and_played_by_mouse(visit: Open) -> None:
    page = visit()
    page.get_by_label("Seat B").select_option("random")
    page.get_by_role("button", name="Start").click()
    page.locator(f"{READY}.moves button").first.wait_for()
    move = page.locator(".moves button").first
    name = move.get_attribute("data-move")
    move.click()
    assert page.locator(".square.is-end").count() == 1
    page.locator("[data-action=play]").click()
    page.locator(f"{READY}.plies li:nth-child(2)").wait_for(state="attached")
    assert re.match(rf"omba/2/S \d{re.escape(str(name))} \d", record(page))
    before = record(page)
    page.reload()
    page.locator(f"{READY}.square").first.wait_for()
    assert record(page) == before
    page.get_by_role("link", name="Play", exact=True).click()
    page.get_by_role("link", name="Continue").click()
    page.locator(f"{READY}.square").first.wait_for()
    assert record(page) == before


def test_tapped_square_selects_its_moves(visit: Open) -> None:
    page = visit(game(), NARROW, has_touch=True)
    page.locator(f"{READY}[data-square=b1]").tap()
    assert page.locator("[data-move='+b1'][aria-pressed=true]").count() == 1
    assert page.locator(".cost").count() == 3
    page.locator("[data-move='+b1']").tap()
    page.locator(".plies li").first.wait_for(state="attached")
    assert record(page).startswith("omba/2/S 3+b1")


def test_game_is_played_by_keys(visit: Open) -> None:
    page = visit(game("you,you"))
    page.locator(f"{READY}.moves").wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    page.locator(".plies li").first.wait_for(state="attached")
    assert record(page) == "omba/2/S 3+b1 =?"
    page.keyboard.press("h")
    page.locator("[data-advice]").wait_for()
    assert page.locator(".worth").count() == page.locator(".moves button").count()
    page.keyboard.press("u")
    page.locator(".plies:empty").wait_for(state="attached")
    assert record(page) == "omba/2/S =?"
    page.locator("[data-square=a3]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.locator(".plies li").first.wait_for(state="attached")
    assert record(page) == "omba/2/S 3+b1 =?"


def test_keys_during_a_request_are_ignored(visit: Open) -> None:
    """They would apply to the old state of the game."""
    page = visit(game("you,you"))
    page.locator(f"{READY}.moves").wait_for()
    held = Held(page, "/steps")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    held.wait()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    assert page.locator(".moves button").first.get_attribute("aria-pressed") == "true"
    assert held.count == 1
    held.release()
    page.locator(".plies li").first.wait_for(state="attached")
    assert record(page) == "omba/2/S 3+b1 =?"


def test_held_key_acts_once(visit: Open) -> None:
    page = visit(game("you,you"))
    page.locator(f"{READY}.moves").wait_for()
    for _ in range(2):  # the second one repeats
        page.keyboard.down("h")
    page.keyboard.up("h")
    assert page.locator("button[aria-pressed=true]", has_text="Chances").count() == 1
    for _ in range(2):
        page.keyboard.down("ArrowDown")
    page.keyboard.up("ArrowDown")
    assert page.locator(".moves button").nth(1).get_attribute("aria-pressed") == "true"


def test_real_die_is_entered_for_every_seat(visit: Open) -> None:
    page = visit(game("you,thumb", dice="hand"))
    page.get_by_role("button", name="4", exact=True).click()
    page.locator("[data-move='+c3']").click()
    page.keyboard.press("Enter")
    page.get_by_text("Roll for B").first.wait_for()
    page.keyboard.press("3")
    page.locator(".plies li:nth-child(2)").wait_for(state="attached")
    assert re.match(r"omba/2/S 4\+c3 3\S+ =\?", record(page))
    page.get_by_text("Roll for A").first.wait_for()


def test_puzzle_reveals_the_best_move_after_the_answer(visit: Open) -> None:
    page = visit("#/puzzle?seed=3")
    for _ in range(2):
        page.locator(f"{READY}.moves button").first.wait_for()
        assert page.locator(".worth").count() == 0
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        page.locator(".ended:not(:empty)").wait_for()
        best = page.locator("button:has(.is-best)").get_attribute("data-move")
        verdict = page.locator(".ended").inner_text()
        if verdict.startswith("Correct"):
            assert verdict == f"Correct: {best}."
        assert str(best) in verdict
        page.get_by_role("link", name="Next puzzle").click()
        page.locator(f"{READY}.ended:empty").wait_for(state="attached")
    page.locator(f"{READY}.moves button").first.wait_for()
    assert "of 2" in page.get_by_text("Solved so far").inner_text()


def test_repeated_puzzle_counts_once(visit: Open) -> None:
    page = visit("#/puzzle?seed=3")
    for _ in range(2):
        page.locator(f"{READY}.moves button").first.wait_for()
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        page.locator(".ended:not(:empty)").wait_for()
        assert "of 1" in page.get_by_text("Solved so far").inner_text()
        page.reload()


def test_long_record_fits_the_page(visit: Open, watch: Watch) -> None:
    watch.foreseen.append("status of 422")
    page = visit(f"#/review?{urlencode({'record': 'omba/2/S ' + 'k' * 300})}", NARROW)
    page.locator(".fault", has_text="kkkk").wait_for()
    assert too_wide(page) == []


def test_squares_and_moves_are_read_to_screen_readers(visit: Open) -> None:
    page = visit(game("you,you"))
    page.locator(f"{READY}.moves").wait_for()
    square = "b1, entry square: empty; moves ending here: +b1"
    assert page.get_by_role("button", name=square).count() == 1
    page.keyboard.press("2")
    assert page.locator("#live").inner_text() == "+b1 chosen; press Enter to play it"
    page.keyboard.press("Enter")
    page.locator(".plies li").first.wait_for(state="attached")
    announced = page.locator("#live").inner_text()
    assert announced.startswith("A rolls 3: +b1 enters on")
    assert "B, you rolled" in announced
    assert page.get_by_role("button", name="b1, entry square: A").count() == 1


@pytest.mark.server_only("it is killed and started again")
def test_offline_program_is_reported_and_retried(visit: Open, own: Served, watch: Watch) -> None:
    watch.foreseen += ["ERR_CONNECTION_REFUSED", "Failed to load resource"]
    page = visit(game("you,you"))
    page.locator(f"{READY}.moves").wait_for()
    own.kill()
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    page.locator(".notice").wait_for()
    own.start()
    page.get_by_role("button", name="Try again").click()
    page.keyboard.press("Enter")
    page.locator(".plies li").first.wait_for(state="attached")
    assert record(page) == "omba/2/S 3+b1 =?"


@pytest.mark.server_only("it is killed and started again")
def test_game_that_cannot_begin_shows_an_error(visit: Open, own: Served, watch: Watch) -> None:
    """Both another game after a finished one, and one continued from its review."""
    watch.foreseen += ["ERR_CONNECTION_REFUSED", "Failed to load resource"]
    over = visit(game("you,thumb", RECORD))
    over.locator(f"{READY}.ended").wait_for()
    review = visit(f"#/review?{urlencode({'record': 'omba/2/S 3+b1 =?'})}")
    review.get_by_role("button", name="Continue").wait_for()
    own.kill()
    over.get_by_role("button", name="Play again").click()
    over.locator(".notice").wait_for()
    review.get_by_role("button", name="Continue").click()
    review.locator("[role=alert]:not(:empty)").wait_for()
    own.start()
    over.get_by_role("button", name="Try again").click()
    over.get_by_role("button", name="Play again").click()
    over.locator(f"{READY}.moves button").first.wait_for()
    assert re.match(r"omba/2/S( \S+)* =\?", record(over))


@pytest.mark.parametrize(
    ("route", "button", "ending"),
    [
        ("", "Start", "/games"),
        (f"#/review?{urlencode({'record': 'omba/2/S 3+b1 =?'})}", "Continue", "/games"),
    ],
    ids=["a game", "a continued game"],
)
def test_late_response_does_not_leave_another_view(
    visit: Open, watch: Watch, route: str, button: str, ending: str
) -> None:
    """The response arrives after the user has gone to the help page."""
    watch.foreseen.append("status of 422")  # that record is too short for a review
    page = visit(route)
    page.locator(f"{READY}h1").wait_for()
    held = Held(page, ending)
    page.get_by_role("button", name=button).click()
    held.wait()
    page.evaluate("() => { location.hash = '#/help' }")
    page.locator("main[data-view=help][aria-busy=false]").wait_for()
    held.release()
    passed(page)
    assert page.url.endswith("#/help")


def test_late_game_does_not_change_the_address(visit: Open) -> None:
    page = visit("#/help")
    page.locator(f"{READY}h1").wait_for()
    held = Held(page, "/moments")
    page.evaluate("hash => { location.hash = hash }", game())
    held.wait()
    page.go_back()
    page.locator("main[data-view=help][aria-busy=false]").wait_for()
    held.release()
    passed(page)
    assert page.url.endswith("#/help")


@pytest.mark.parametrize("route", ["#/%", "#/toString"])
def test_unknown_address_shows_not_found(visit: Open, route: str) -> None:
    page = visit(route)
    page.get_by_role("heading", name="Page not found").wait_for()
    page.locator(f"{READY}h1").wait_for()


def test_every_text_is_translated(visit: Open, served: Home, watch: Watch) -> None:
    watch.foreseen.append("status of 422")
    page = bracket_texts(visit("", locale="fr"))
    found: dict[str, list[str]] = {}

    def see(route: str, shown: str) -> None:
        show(page, route)
        page.locator(f"{READY}{shown}").first.wait_for()
        if texts := outside_brackets(page):
            found[route] = texts

    see("", "form")
    for name in OPPONENTS:
        see(game(f"you,{name},you", "omba/3/S =?").removeprefix("#/"), ".moves")
    see(game("you,you", "omba/2/S =?", dice="hand").removeprefix("#/"), ".faces")
    see(game("you,thumb", RECORD).removeprefix("#/"), ".ended")
    see("game?seats=you", ".fault")
    see(f"review?{urlencode({'record': OMBA_GAME})}", "tbody tr")
    see("puzzle?seed=3", ".moves")
    see("review", "textarea")
    see("help", ".keys")
    see("nothing", "h1")
    assert found == {}


@pytest.mark.parametrize(
    ("size", "options"),
    [
        (DESKTOP, {"color_scheme": "light", "locale": "en"}),
        (DESKTOP, {"color_scheme": "dark", "locale": "fr"}),
        (NARROW, {"color_scheme": "light", "locale": "fr", "has_touch": True}),
        (NARROW, {"color_scheme": "dark", "locale": "en", "has_touch": True}),
    ],
    ids=["light-en", "dark-fr", "narrow-light-fr", "narrow-dark-en"],
)
def test_every_view_is_accessible(
    visit: Open, watch: Watch, served: Home, size: tuple[int, int], options: dict[str, Any]
) -> None:
    watch.foreseen.append("status of 422")
    page = visit("", size, **options)

    def see(what: str, route: str, shown: str) -> None:
        if route:
            show(page, route)
        page.locator(f"{READY}{shown}").first.wait_for()
        assert violations(page) == "", what
        assert too_wide(page) == [], what
        assert unreachable(page) == [], what

    see("home", "", "form")
    middle = f"{RECORD.partition(' 5+a1')[0]} =?"
    see("game", game("you,you", middle).removeprefix("#/"), ".moves")
    page.keyboard.press("h")
    see("chances", "", "[data-advice]")
    page.keyboard.press("2")
    page.locator("summary").first.click()
    see("chosen", "", ".square.is-end")
    see("roll", game("you,thumb,you", "omba/3/S =?", dice="hand").removeprefix("#/"), ".faces")
    see("end", game("you,thumb", RECORD).removeprefix("#/"), ".ended")
    see("review", f"review?{urlencode({'record': OMBA_GAME})}", "tbody tr")
    see("no-review", f"review?{urlencode({'record': RECORD})}", ".fault")
    see("puzzle", "puzzle?seed=3", ".moves")
    page.locator(".moves button").first.click()
    page.locator("[data-action=play]").click()
    see("solved", "", ".worth")
    see("paste", "review", "textarea")
    see("help", "help", ".keys")
    see("nothing", "nothing", "h1")
    see("no-game", "game?seats=you", ".fault")
