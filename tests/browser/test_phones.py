"""A table of several devices: a browser context is a phone."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from at_tables import AtTable, open_table, play_to_end
from browsing import (
    DESKTOP,
    PHONE,
    Served,
    Watch,
    bracket_texts,
    outside_brackets,
    too_wide,
    unreachable,
    violations,
)
from phones import PhoneGame
from serving import Client
from windows import by_window

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

Open = Callable[..., "Page"]

pytestmark = pytest.mark.server_only


def client_of(served: Served) -> Client:
    return Client(served.port)


def address(table: AtTable) -> str:
    return f"#/table/{table.code}/{table.token}"


@pytest.mark.timeout(900)
def test_disturbed_game_loses_nothing(browser: Browser, own: Served, watch: Watch) -> None:
    watch.foreseen += ["ERR_CONNECTION", "ERR_INTERNET", "ERR_INCOMPLETE", "ERR_NETWORK", "of 409"]
    watch.foreseen += ["of 503", "of 422", "Failed to load resource"]
    rng = random.Random(61)
    played = PhoneGame(browser, own, rng, watch).play(3, ["easy"])
    assert played.disturbed["kill"] == 2


def test_end_of_turn_reaches_all_pages(served: Served, visit: Open) -> None:
    rng = random.Random(1)
    host, one, other = open_table(client_of(served), 2, ["easy"])
    pages = [visit(address(table), PHONE) for table in (one, other)]
    pages += [visit(address(host), DESKTOP), visit(f"#/table/{host.code}?watch", PHONE)]
    one.play(rng)
    pages[0].locator("[data-stage=wait]").wait_for()
    for page in pages[:2]:
        page.locator(".people [data-chair='1'][data-done=true]").wait_for()
    pages[2].locator(".chairs [data-chair='1']:has-text('ready')").wait_for()
    other.play(rng)
    for page in pages[:2]:
        page.locator(".part-head h1:has-text('turn 2')").wait_for()
    for page in pages[2:]:
        page.locator(".board h2:has-text('turn 2')").wait_for()
        page.locator(".board .is-placed").first.wait_for()


def test_turn_is_changed_while_others_choose(served: Served, visit: Open) -> None:
    _, one, _ = open_table(client_of(served), 2)
    page = visit(address(one), PHONE)
    one.play(random.Random(1))
    page.locator("[data-stage=wait]").wait_for()
    page.locator("[data-action=undo]").click()
    page.locator(".game:not([data-stage=wait])").wait_for()
    assert not one.seat()["ended"]


def test_seat_comes_back_by_the_code_alone(served: Served, visit: Open) -> None:
    """A phone that scans the code once more is in its own seat."""
    opened = client_of(served).post("tables", {})
    page = visit(opened["code"], PHONE)
    page.fill("#table-name", "ana")
    page.locator("[data-own=join] .is-main").click()
    page.locator(".here").wait_for()
    seat = page.url
    page.goto(f"{served.address}/{opened['code']}")
    page.locator(".here").wait_for()
    assert page.url == seat


def test_handed_seat_says_so_and_the_link_opens_it(
    served: Served, visit: Open, watch: Watch
) -> None:
    watch.foreseen.append("status of 403")
    host, one, _ = open_table(client_of(served), 2)
    page, hosting = visit(address(one), PHONE), visit(address(host), DESKTOP)
    page.locator(".game").wait_for()
    hosting.on("dialog", lambda dialog: dialog.accept())
    hosting.locator("[data-own='table.hand-1']").click()
    link = hosting.locator(".joining .address:has-text('#/table')").inner_text()
    page.locator(".fault:has-text('this seat isn\\'t yours any more')").wait_for()
    page.goto(link)
    page.locator(".game .tray").wait_for()


def test_bot_plays_for_an_absent_player_until_he_is_back(served: Served, visit: Open) -> None:
    host, one, _ = open_table(client_of(served), 2)
    page, hosting = visit(address(one), PHONE), visit(address(host), DESKTOP)
    hosting.locator("[data-own='table.replace-1']").click()
    page.locator("[data-own=return]").click()
    page.locator(".stand-in").wait_for(state="detached")
    hosting.locator("[data-own='table.replace-1']").wait_for()
    assert one.view()["chairs"][0]["stand_in"] is None


def test_host_is_asked_about_an_absent_player(served: Served, visit: Open, watch: Watch) -> None:
    watch.foreseen.append("ERR_FAILED")
    host, *_ = open_table(client_of(served), 2)
    page = visit("#/help", DESKTOP)

    def make_absent(route: Route) -> None:
        response = route.fetch()
        table = response.json()
        table["chairs"][1]["away"] = 2
        route.fulfill(response=response, json=table)

    page.context.route("**/events", lambda route: route.abort())
    page.context.route(f"**/tables/{host.code}", make_absent)
    page.goto(f"{served.address}/{address(host)}")
    asked = page.locator("[data-asked='2']")
    asked.locator("text=BEN: away for 2 minutes").wait_for()
    asked.locator("button").first.click()
    asked.wait_for(state="detached")
    page.locator("[data-own='table.replace-2']").click()
    page.locator(".chairs [data-chair='2']:has-text('a bot plays')").wait_for()


def test_page_polls_where_no_events_come(served: Served, visit: Open, watch: Watch) -> None:
    watch.foreseen.append("ERR_FAILED")
    rng = random.Random(1)
    _, one, other = open_table(client_of(served), 2)
    page = visit("#/help", PHONE)
    page.context.route("**/events", lambda route: route.abort())
    page.goto(f"{served.address}/{address(one)}")
    page.locator(".game").wait_for()
    one.play(rng)
    other.play(rng)
    page.locator(".part-head h1:has-text('turn 2')").wait_for()


def test_whole_table_in_one_browser(served: Served, visit: Open) -> None:
    """From the first form to the review and another game, by mouse and keys."""
    opened = client_of(served).post("tables", {})
    host = AtTable(client_of(served), opened["code"], opened["token"])
    hosting, page = visit(address(host), DESKTOP), visit(opened["code"], PHONE)
    page.fill("#table-name", "ana")
    page.locator("[data-own=join] .is-main").click()
    hosting.locator(".chairs [data-chair='1']:has-text('ANA')").wait_for()
    hosting.locator("[data-own='table.bot-2']").click()
    hosting.locator("[data-own=begin]:enabled").click()
    page.locator(".game .tray").wait_for()
    one = AtTable(client_of(served), opened["code"], page.url.rpartition("/")[2])
    play_to_end([one], random.Random(1))
    page.locator(".ranking li").nth(1).wait_for()
    page.locator(".finish a.button").click()
    page.locator("#seat-1[aria-pressed=true], #seat-2[aria-pressed=true]").wait_for()
    page.locator("a:has-text('Back to the table')").click()
    hosting.locator("[data-own=again]").click()
    hosting.locator("[data-own=begin]:enabled").click()
    page.locator(".game .tray").wait_for()


def views(served: Served, visit: Open, *size: tuple[int, int]) -> list[Page]:
    """Return every view of a table: the form for the code, the form for a chair, the lobby, the
    host's screen, a seat, a watcher's view, and the end."""
    client = client_of(served)
    opened = client.post("tables", {})
    empty = AtTable(client, opened["code"])
    lobby = empty.join("ANA")
    host, one, _ = open_table(client, 2, ["easy"])
    done, last, _ = open_table(client, 2)
    play_to_end([last, _], random.Random(1))
    routes = {
        "#/table": "[data-own=code]",
        f"#/table/{empty.code}": "[data-own=join]",
        address(lobby): ".here",
        address(host): ".chairs",
        address(one): ".game .tray",
        f"#/table/{host.code}?watch": ".board",
        address(last): ".ranking",
        address(done): ".ranking",
    }
    pages = []
    for route, selector in routes.items():
        pages.append(visit(route, *size))
        pages[-1].locator(selector).wait_for()
    return pages


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.exhaustive)])
def test_views_are_accessible(scheme: str, served: Served, visit: Open) -> None:
    for page in views(served, visit):
        page.emulate_media(color_scheme=scheme)
        assert not violations(page), page.url


@by_window
def test_views_fit_into_the_window(size: tuple[int, int], served: Served, visit: Open) -> None:
    for page in views(served, visit, size):
        assert too_wide(page) == [], page.url
        assert unreachable(page) == [], page.url


@by_window
def test_nothing_moves_in_a_turn(size: tuple[int, int], served: Served, visit: Open) -> None:
    _, one, _ = open_table(client_of(served), 2)
    page = visit(address(one), size)
    page.locator("[data-stage=place]").wait_for()
    place = """() => [".people", ".paper", ".part-tray", ".part-act"].map((name) =>
      Math.round(document.querySelector(name).getBoundingClientRect().top + scrollY))"""
    first = page.evaluate(place)
    bottom = page.evaluate(
        "() => document.querySelector('.part-act').getBoundingClientRect().bottom - innerHeight"
    )
    if size[1] >= 640:
        assert bottom <= 0
    one.play(random.Random(1))
    page.locator("[data-stage=wait]").wait_for()
    assert page.evaluate(place) == first


def test_views_are_translated(served: Served, visit: Open) -> None:
    for page in views(served, visit, PHONE):
        bracket_texts(page)
        page.evaluate("() => localStorage.setItem('numberdrop.language', 'fr')")
        page.reload()
        page.locator("main[aria-busy=false]").wait_for()
        code = page.url.split("/")[-2]
        left = [text for text in outside_brackets(page) if code not in text]
        allowed = ("ANA", "BEN", "http")
        assert [text for text in left if not any(name in text for name in allowed)] == [], page.url
