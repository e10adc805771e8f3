"""The page over slow lines, and while its program doesn't answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browsing import FIRST_VIEW, PHONE, SLOW_LINES, Held, Home, Served, Transfers, Watch, show
from numberdrop.locales import LANGUAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Open = Callable[..., "Page"]

#: The most bytes that are transferred until the first view is seen, and the most requests of the
#: whole home page.
MOST_BYTES, MOST_REQUESTS = 100_000, 40
#: The scripts of the list of games, which comes after the first view.
LATER = {"games.js", "backup.js", "download.js", "names.js"}
#: The scripts that a page without a server has besides.
OWN = {"here.js"}
GONE = ["ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "Failed to load resource"]


def settled(page: Page) -> None:
    page.locator("main[aria-busy=false]").wait_for()


@pytest.mark.server_only("a folder's web server compresses, or doesn't")
@pytest.mark.parametrize("locale", ["en", "fr"])
def test_first_view_is_small(browser: Browser, served: Home, watch: Watch, locale: str) -> None:
    context = served.opened(browser, PHONE, locale=locale)
    watch(context)
    page = context.new_page()
    transfers = Transfers(page, SLOW_LINES["fast 3G, 150 ms"])
    page.goto(f"{served.address}/", wait_until="commit")
    page.locator(FIRST_VIEW).wait_for()
    assert 0 < transfers.bytes <= MOST_BYTES
    settled(page)
    assert len(watch.requests) <= MOST_REQUESTS
    again = [name for name, count in Counter(watch.requests).items() if count > 1]
    assert again == [f"{served.address}/icon.svg"], "the icon is a picture and a favicon"
    context.close()


def test_home_page_names_its_scripts_and_languages(visit: Open, watch: Watch, served: Home) -> None:
    """So that they come at once, not one after the other."""
    page = visit("")
    settled(page)
    named = page.eval_on_selector_all(
        "link[rel=modulepreload]", "links => links.map((link) => link.getAttribute('href'))"
    )
    root = f"{served.address}/"
    loaded = {url.removeprefix(root) for url in watch.requests if url.endswith(".js")}
    loaded = {name for name in loaded if not name.startswith("python/")}
    assert len(named) == len(set(named)) > 20
    assert set(named) <= loaded
    assert loaded - set(named) <= LATER | OWN
    languages = page.locator("meta[name=languages]").get_attribute("content")
    assert languages == " ".join(LANGUAGES)


@pytest.mark.parametrize(("locale", "text"), [("en", "Loading…"), ("fr", "Chargement…")])
def test_slow_view_says_that_it_is_loading(visit: Open, locale: str, text: str) -> None:
    page = visit("#/help", locale=locale)
    settled(page)
    held = Held(page, "/scores")
    page.evaluate("location.hash = '#/scores'")
    held.wait()
    page.locator("main .loading", has_text=text).wait_for()
    assert page.locator("main").get_attribute("aria-busy") == "true"
    assert page.locator("#live").inner_text().strip() == text
    held.release()
    settled(page)
    assert page.locator(".loading").count() == 0
    assert page.locator("main h1").count() == 1


def test_quick_view_shows_no_loading(visit: Open) -> None:
    page = visit("#/help")
    settled(page)
    page.evaluate(
        """() => {
            window.seen = [];
            const look = () => document.querySelector(".loading:not([hidden])") && seen.push(1);
            new MutationObserver(look).observe(document.getElementById("main"),
                { attributes: true, childList: true, subtree: true });
            window.setTimeout = (run) => { window.late = run; return 0; };
        }"""
    )
    page.evaluate("location.hash = '#/scores'")
    settled(page)
    page.locator("main[data-view=scores] h1").wait_for()
    page.evaluate("window.late?.()")
    assert page.evaluate("window.seen") == []


@pytest.mark.server_only("it is killed and started again")
@pytest.mark.parametrize("route", ["#/", "#/drops", "#/analysis", "#/day/2026-08-03"])
def test_view_comes_back_with_the_program(
    visit: Open, own: Served, watch: Watch, route: str
) -> None:
    """Also one whose scripts could not be loaded, with nobody's help."""
    watch.foreseen += GONE
    page = visit("#/help")
    settled(page)
    own.kill()
    page.evaluate("hash => { location.hash = hash }", route)
    page.get_by_text("The server isn't responding.").wait_for()
    page.get_by_role("button", name="Try again").wait_for()
    own.start()
    page.get_by_role("heading", name="Nothing to show here").wait_for(state="detached")
    page.locator(
        "main[aria-busy=false] :is(.is-today, .drops, .analysis, [data-stage])"
    ).first.wait_for()


@pytest.mark.server_only("it is killed and started again")
def test_view_returns_as_soon_as_the_window_is_online(
    visit: Open, own: Served, watch: Watch
) -> None:
    watch.foreseen += GONE
    page = visit("#/scores")
    settled(page)
    page.evaluate("window.setTimeout = () => 0")  # nothing is asked by the clock
    own.kill()
    page.evaluate("location.hash = '#/drops'")
    page.get_by_text("The server isn't responding.").wait_for()
    own.start()
    page.evaluate("dispatchEvent(new Event('online'))")
    page.locator("main[aria-busy=false] .drops").wait_for()


@pytest.mark.server_only("it is killed and started again")
def test_rest_of_the_home_page_comes_back(visit: Open, own: Served, watch: Watch) -> None:
    """What was shown stays, and the rest follows."""
    watch.foreseen += GONE
    page = visit("#/help")
    settled(page)
    page.route("**/api/v1/games", lambda route: route.abort())
    page.evaluate("location.hash = '#/'")
    page.get_by_text("The server isn't responding.").wait_for()
    assert page.locator(FIRST_VIEW).count() == 1
    page.unroute("**/api/v1/games")
    page.get_by_role("heading", name="Continue playing").wait_for()
    assert page.get_by_text("The server isn't responding.").count() == 0


@pytest.mark.server_only("it is killed and started again")
def test_running_game_goes_on_with_the_program(visit: Open, own: Served, watch: Watch) -> None:
    watch.foreseen += GONE
    game = own.begin({"kind": "solo", "seed": 1})
    page = visit(f"#/game/{game}")
    page.locator("[data-stage=start]").wait_for()
    own.kill()
    page.locator("[data-cell=d1]").click()
    page.get_by_text("The server isn't responding").first.wait_for()
    own.start()
    page.locator("[data-stage=place], [data-stage=slide]").first.wait_for()
    assert own.ask("GET", f"games/{game}")["revision"] == 1


@pytest.mark.server_only("the page without a server has its own way")
def test_answers_are_compressed_if_the_client_accepts_that(visit: Open, served: Home) -> None:
    page = visit("#/help")
    settled(page)
    with page.expect_response("**/api/v1/drops") as waiting:
        show(page, "drops")
    assert waiting.value.headers["content-encoding"] == "gzip"
