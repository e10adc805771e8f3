"""The page without a server: everything by touch, without a network, in two windows, and killed."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

from browsing import OPTIONS, PHONE, Watch, chromium_program, opened, violations
from linked import linked_folder, serving_folder
from numberdrop.puzzles.results import Results
from numberdrop.sessions import Store
from numberdrop.sessions.backup import Backup, Taken, take_in
from numberdrop.sessions.outcome import submit_result
from players import TouchPlayer
from sessions import after_random_step, ended
from written import OMBA_GAME

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

READY = "main[aria-busy=false] "
SHEET, ROLL = "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3", "156*O"
#: How often Chromium is killed.
KILLS = 20
#: The step that begins a puzzle.
START = {"do": "start", "cell": "d1"}


@pytest.fixture(scope="module")
def folder() -> Path:
    return linked_folder()


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    with serving_folder(folder) as address:
        yield address


@pytest.fixture
def watch(address: str) -> Iterator[Watch]:
    watch = Watch(address)
    yield watch
    watch.check()


@pytest.fixture
def phone(browser: Browser, watch: Watch) -> Iterator[BrowserContext]:
    context = opened(browser, PHONE, has_touch=True)
    watch(context)
    yield context
    context.close()


def ask(page: Page, method: str, path: str, body: object = None) -> Any:
    """Return the response that the page itself gets. Raises AssertionError if it is refused."""
    found = page.evaluate(
        "([method, path, body]) => numberdrop.request(method, path, body)",
        [method, path, body or None],
    )
    assert found["status"] == 200, found
    return found["body"]


def show(page: Page, address: str, route: str, selector: str) -> None:
    """Open a view, and wait until it shows something."""
    page.goto(f"{address}/{route}")
    page.locator(f"{READY}{selector}").first.wait_for(timeout=120_000)


def keep_offline(page: Page) -> None:
    """Wait until the offline copy is complete."""
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function(
        """async () => {
          const [name] = await caches.keys();
          const stored = name ? await (await caches.open(name)).keys() : [];
          return stored.filter(({ url }) => url.endsWith(".npz")).length === 2;
        }"""
    )


def play_everything(page: Page, address: str, day: str, drop: str) -> None:
    """Play a puzzle, have it reviewed, get a hint, solve a problem, beat bots, and play Omba."""
    show(page, address, f"?puzzle-{day}#/day/{day}", "[data-stage]")
    TouchPlayer(page, random.Random(day)).play()
    assert day in page.locator("[data-share]").inner_text()
    assert violations(page) == ""
    page.locator(".finish").get_by_role("link", name="Review", exact=True).tap()
    page.locator("[data-review-turn='5']").wait_for()
    assert violations(page) == ""

    query = urlencode({"p": SHEET, "r": ROLL})
    show(page, address, f"?hint-{day}#/analysis?{query}", "[data-hint='1']")
    assert "a3 6" in page.locator("[data-hint='1']").inner_text()
    assert violations(page) == ""

    show(page, address, f"?drop-{day}#/drop/{drop.replace('#', '%23')}", "[data-stage]")
    TouchPlayer(page, random.Random(day)).play()
    page.locator(".finish").wait_for()

    show(page, address, f"?table-{day}#/", "[data-own=table] summary")
    page.locator("[data-own=table] summary").tap()
    for seat in ("2", "3"):
        page.select_option(f"select[data-seat='{seat}']", "easy")
    page.get_by_role("button", name="Start a multiplayer game", exact=True).tap()
    page.wait_for_selector("[data-stage=start]")
    TouchPlayer(page, random.Random(day)).play(99)
    assert page.locator(".others svg.small-sheet").count() == 3

    record = " ".join([*OMBA_GAME.split()[:-7], "=?"])
    head = {"seats": "you,random,random,random", "seed": 4, "dice": "program", "record": record}
    show(page, address, f"omba/?omba-{day}#/game?{urlencode(head)}", ".square")
    turn = page.locator(f"{READY}.moves button, {READY}.ended").first
    while turn.wait_for() or not page.locator(".ended").count():
        before = page.url
        if not page.locator(".moves [aria-pressed=true]").count():  # an only move is chosen
            page.locator(".moves button").first.tap()
        page.locator("[data-action=play]:enabled").tap()
        page.wait_for_function("before => location.href !== before", arg=before)
    assert violations(page) == ""


def test_everything_is_played_by_touch_with_and_without_a_network(
    browser: Browser, folder: Path
) -> None:
    with serving_folder(folder) as address:
        port = int(address.rpartition(":")[2])
        watch = Watch(address)
        context = opened(browser, PHONE, has_touch=True)
        watch(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        play_everything(page, address, "2026-11-22", "drop#1.4")
        keep_offline(page)
    page.reload()  # nobody serves the folder any more
    play_everything(page, f"http://127.0.0.1:{port}", "2026-11-23", "pocket#1.24")
    show(page, f"http://127.0.0.1:{port}", "?end#/", "[data-own=table]")
    games = ask(page, "GET", "games")["games"]
    context.close()
    watch.check()
    assert len(games) == 6


def test_one_short_game_is_played(phone: BrowserContext, address: str) -> None:
    """A drop problem, by touch: what the checks of every change have time for."""
    page = phone.new_page()
    show(page, address, "#/drop/drop%231.4", "[data-stage]")
    TouchPlayer(page, random.Random(1)).play()
    page.locator(".finish").wait_for()
    [game] = ask(page, "GET", "games")["games"]
    page.reload()
    page.locator(".finish").wait_for()
    assert ask(page, "GET", f"games/{game['id']}")["over"]


def test_games_move_to_a_computer_and_back(
    phone: BrowserContext, address: str, tmp_path: Path
) -> None:
    page = phone.new_page()
    show(page, address, "#/", "#take-in")
    begun = ask(page, "POST", "games", {"kind": "daily", "puzzle": "2026-11-22"})
    ask(page, "POST", f"games/{begun['id']}/steps", {"revision": 0, "step": START, "key": "one"})
    with page.expect_download() as download:
        page.get_by_role("button", name="Download all games").tap()
    lines = download.value.path().read_text("utf-8").splitlines()
    store, results = Store(tmp_path / "data"), Results(tmp_path / "data")
    assert take_in(enumerate(lines, 1), store, results) == Taken(taken=1)
    after = after_random_step(store, store.get(begun["id"]), random.Random(1))
    file = tmp_path / "games.jsonl"
    solo = ended(store, random.Random(1), kind="solo", seed=1)
    submit_result(store, solo.id, results, "ABC")
    file.write_text("".join(Backup.of(store, results).lines()), "utf-8")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Take in games").tap()
    chooser.value.set_files(file)
    page.locator("main").get_by_text("1 game taken in, 1 game continued, 1 new result.").wait_for()
    page.reload()
    page.locator(f"{READY}#take-in").wait_for()
    assert ask(page, "GET", f"games/{begun['id']}") == {**after.to_json(), "result": None}
    assert ask(page, "GET", f"games/{solo.id}/record") == solo.session.to_record()
    [result] = ask(page, "GET", "scores")["results"]
    assert (result["puzzle"], result["name"]) == ("plain#1.0", "ABC")


def test_windows_do_not_overwrite_each_other(phone: BrowserContext, address: str) -> None:
    pages = [phone.new_page() for _ in range(2)]
    for page in pages:
        show(page, address, "#/", ".games, .quiet")
    begin = """async (first) => {
      for (let n = first; n < first + 10; n++) {
        const { body } = await numberdrop.request("POST", "games", { kind: "solo", seed: n });
        const step = { do: "start", cell: "d1" };
        await numberdrop.request("POST", `games/${body.id}/steps`, { revision: 0, step });
      }
      return true;
    }"""
    for first, page in enumerate(pages):
        page.evaluate(f"first => void (window.begun = ({begin})(first))", 100 * first)
    for page in pages:
        assert page.evaluate("() => window.begun")
    for page in pages:
        assert len(ask(page, "GET", "games")["games"]) == 20
    game = ask(pages[0], "POST", "games", {"kind": "daily", "puzzle": "2026-11-22"})
    step = {"revision": 0, "step": START, "key": "one"}
    assert ask(pages[0], "POST", f"games/{game['id']}/steps", step)["revision"] == 1
    late = pages[1].evaluate(
        "([id, body]) => numberdrop.request('POST', `games/${id}/steps`, body)",
        [game["id"], {**step, "key": "two"}],
    )
    assert late["status"] == 409


@pytest.mark.parametrize("isolated", [False, True])
def test_a_search_is_ended_and_the_next_one_answered(
    phone: BrowserContext, address: str, isolated: bool
) -> None:
    """At the first visit the page shares no memory with its workers: the worker is replaced."""
    page = phone.new_page()
    page.set_default_timeout(60_000)
    show(page, address, "#/help", "h1")
    if isolated:
        keep_offline(page)
        page.reload()
        page.locator(f"{READY}h1").wait_for()
    assert page.evaluate("() => crossOriginIsolated") == isolated
    search = """async ([levels, body]) => {
      const { stream } = await import("./api.js");
      const ended = new AbortController();
      const found = [];
      try {
        for await (const { level } of stream("hints", { ...body, levels }, ended.signal)) {
          found.push(level);
          if (levels.length > 1) ended.abort();
        }
      } catch (error) {
        found.push(error.name === "AbortError" ? error.name : String(error));
      }
      return found;
    }"""
    body = {"position": SHEET, "roll": ROLL, "variant": "rulebook"}
    assert page.evaluate(search, [["fast", "deep", "deep"], body]) == ["fast", "AbortError"]
    assert page.evaluate(search, [["strong"], body]) == ["strong"]


def test_first_answers_are_those_of_the_program(phone: BrowserContext, address: str) -> None:
    """Before Python runs, the page answers from a list; afterwards both must agree."""
    found = []
    for has_list in (True, False):
        page = phone.new_page()
        if not has_list:
            page.route("**/early.json", lambda route: route.fulfill(body="null"))
        show(page, address, "#/help", "h1")
        about = ask(page, "GET", "")
        found.append([about, ask(page, "GET", f"puzzles/{about['today']}")])
        show(page, address, "omba/#/help", "h1")
        found[-1].append(ask(page, "GET", ""))
        page.close()
    assert found[0] == found[1]


def test_refusals_are_those_of_a_server(phone: BrowserContext, address: str) -> None:
    page = phone.new_page()
    show(page, address, "#/help", "h1")
    request = "([method, path, body]) => numberdrop.request(method, path, body)"
    for asked, status, code in (
        (["GET", "nothing"], 404, "http.not_found"),
        (["DELETE", "days"], 405, "http.method"),
        (["GET", "games/none"], 404, "game.missing"),
        (["POST", "hints", {"position": "x", "roll": ROLL}], 422, ""),
    ):
        found = page.evaluate(request, [*asked, *[None] * (3 - len(asked))])
        assert found["status"] == status, found
        assert not code or found["body"]["said"][0]["code"] == code


def test_new_version_replaces_the_offline_copy(
    browser: Browser, folder: Path, tmp_path: Path
) -> None:
    """At a visit with one window; the games stay."""
    served = tmp_path / "served"
    shutil.copytree(folder, served)
    with serving_folder(served) as address:
        watch = Watch(address)
        context = opened(browser)
        watch(context)
        page = context.new_page()
        show(page, address, "#/help", "h1")
        game = ask(page, "POST", "games", {"kind": "solo", "seed": 1})
        keep_offline(page)
        made_of, worker = served / "made-of.html", served / "offline.js"
        made_of.write_text(made_of.read_text().replace("What this page", "What the new page"))
        worker.write_text(worker.read_text().replace('VERSION = "', 'VERSION = "new'))
        version = (
            "async () => (await (await fetch('made-of.html')).text()).includes('the new page')"
        )
        page.reload()
        page.locator(f"{READY}h1").wait_for()
        page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update()")
        page.wait_for_function(
            "async () => (await navigator.serviceWorker.getRegistration()).waiting !== null"
        )
        assert not page.evaluate(version)
        page.reload()
        page.wait_for_function(version)
        page.locator(f"{READY}h1").wait_for()
        assert ask(page, "GET", f"games/{game['id']}") == game
        context.close()
        watch.check()


def test_page_without_storage_plays_on(phone: BrowserContext, address: str) -> None:
    """A private window of some browsers has no database: the page says so, and works."""
    page = phone.new_page()
    page.route(
        "**/python/storage.js",
        lambda route: route.fulfill(
            body="indexedDB.open = () => { throw new Error('denied') };\n" + route.fetch().text(),
            content_type="text/javascript",
        ),
    )
    show(page, address, "#/", ".deal")
    page.locator(".page-foot .fault").wait_for()
    game = ask(page, "POST", "games", {"kind": "daily", "puzzle": "2026-11-22"})
    step = {"revision": 0, "step": START}
    assert ask(page, "POST", f"games/{game['id']}/steps", step)["revision"] == 1
    assert ask(page, "POST", f"games/{game['id']}/help", {"grade": "region"})["region"]


class Killed:
    """A Chromium with a profile of its own, which can be killed."""

    def __init__(self, profile: Path) -> None:
        self.profile = profile
        program = [chromium_program(), *OPTIONS, "--headless=new", "--no-first-run"]
        self.process = subprocess.Popen(
            [*program, f"--user-data-dir={profile}", "--remote-debugging-port=0", "about:blank"],
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self.process.stderr is not None
        lines = iter(self.process.stderr.readline, "")
        self.address = next(
            line.split()[-1] for line in lines if line.startswith("DevTools listening on ")
        )

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stderr is not None
        self.process.stderr.close()


def test_killed_browser_loses_no_step(browser: Browser, address: str, tmp_path: Path) -> None:
    """Steps of games are played as quickly as they are answered, and Chromium is killed at a random
    moment: what was answered is there afterwards."""
    rng = random.Random(1)
    seen: dict[str, int] = {}
    connect = browser.browser_type.connect_over_cdp
    play = """async () => {
      window.seen = {};
      for (;;) {
        const { body: game } = await numberdrop.request("POST", "games", { kind: "solo" });
        window.seen[game.id] = game.revision;
        let cell = 0;
        for (let revision = game.revision; revision < 40; revision++) {
          const begin = { do: "start", cell: `${"abcdefg"[cell++ % 7]}1` };
          const asked = { revision, step: revision % 2 ? { do: "undo" } : begin };
          const path = `games/${game.id}/steps`;
          const { status, body } = await numberdrop.request("POST", path, asked);
          if (status !== 200) throw new Error(JSON.stringify(body));
          window.seen[game.id] = body.revision;
        }
      }
    }"""
    for _ in range(KILLS + 1):
        killed = Killed(tmp_path / "profile")
        try:
            page = connect(killed.address).contexts[0].new_page()
            page.goto(f"{address}/#/help")
            page.locator(f"{READY}h1").wait_for()
            for name, revision in seen.items():
                assert ask(page, "GET", f"games/{name}")["revision"] >= revision
            page.evaluate(f"() => void ({play})()")
            page.wait_for_timeout(rng.uniform(20, 600))
            seen |= page.evaluate("() => window.seen")
        finally:
            killed.kill()
    assert len(seen) >= KILLS
