"""Helpers to test the page in a real browser: the server process, Chromium, and page checks."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numberdrop as nd
from commands import ENVIRON, PROGRAM, TIMEOUT
from numberdrop.locales import translations
from numberdrop.rules import HIGH_SCORES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

#: Chromium programs to try: the value of NUMBERDROP_CHROMIUM, else the first of these.
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = ["--no-sandbox", "--disable-background-networking"]
#: NUMBERDROP_LAG=500 delays every response by up to 500 ms. The delay reveals a page, or a test,
#: that assumes quick responses.
LAG = int(os.environ.get("NUMBERDROP_LAG", "0"))
HOOKS = Path(__file__).with_name("hooks.js").read_text("utf-8").replace("LAG", str(LAG))
#: Marks a page that has no server, and keeps it from storing a copy of its whole folder: Playwright
#: can't replace files in a copy.
LINKED = "window.isLinked = true; delete Navigator.prototype.serviceWorker;"
#: Timeout of the page in milliseconds, on the busiest machine, where Python has to start first.
PATIENCE = 120_000
#: Width and height in CSS pixels.
PHONE, DESKTOP, NARROW = (390, 844), (1280, 860), (320, 640)
#: The sizes, themes and languages in which a view is always checked; other ones are exhaustive.
FEW_LOOKS = ((DESKTOP, "light", "en"), (NARROW, "dark", "fr"))


class Home(ABC):
    """The program behind a page: a server, or a folder whose pages run it themselves."""

    #: The address of the page, and what the addresses of all its files begin with.
    address: str
    root: str

    @abstractmethod
    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Return the response to a request that isn't the page's. `path` is relative to /api/v1/.
        Raises RuntimeError for an error response."""

    @abstractmethod
    def opened(self, browser: Browser, *size: tuple[int, int], **options: Any) -> BrowserContext:
        """Return a fresh browser context, for pages that show the program's games; see opened()."""

    def begin(self, head: dict[str, Any], *steps: dict[str, Any]) -> str:
        """Return the id of a new game in which `steps` have been played."""
        game = self.ask("POST", "games", head)
        for step in steps:
            body = {"revision": game["revision"], "step": step}
            game = self.ask("POST", f"games/{game['id']}/steps", body)
        return str(game["id"])


def play_randomly(served: Home, head: dict[str, Any]) -> str:
    """Play a game to its end with random turns, and return its id."""
    rng = random.Random(2)
    game = served.ask("POST", "games", head)
    while not game["over"]:
        if game["position"] is None:
            steps: list[dict[str, Any]] = [{"do": "start", "cell": "d1"}]
        else:
            position = nd.Position.from_text(game["position"])
            if game["seats"]:
                part = position.random_turn(game["roll"], rng)
                steps = [{"do": "type", "text": str(part).partition(" ")[2]}, {"do": "end"}]
            else:
                turn = position.random_turn(game["roll"], rng)
                steps = [{"do": "type", "text": str(turn)}, {"do": "end"}]
        for step in steps:
            body = {"revision": game["revision"], "step": step}
            game = served.ask("POST", f"games/{game['id']}/steps", body)
    return str(game["id"])


class Served(Home):
    """A process that runs `numberdrop serve`, or another command that serves a page, with its data
    in a separate folder. It can't import the modules `absent`."""

    def __init__(self, data: Path, *command: str, absent: Sequence[str] = ()) -> None:
        self.data, self.command = data, command or ("serve",)
        without = f"import sys; sys.modules.update(dict.fromkeys({[*absent]}))"
        run = "from numberdrop.__main__ import main; sys.exit(main())"
        self.program = [sys.executable, "-c", f"{without}; {run}"] if absent else PROGRAM
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start the process, at the same address as before, and wait until it prints that
        address."""
        self.process = subprocess.Popen(
            [*self.program, *self.command, "--no-open", "--port", str(self.port)],
            env={
                **ENVIRON,
                "NUMBERDROP_DATA": str(self.data),
                "NUMBERDROP_CACHE": str(self.data / "cache"),
                "PYTHONUNBUFFERED": "1",
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        said = ""
        for line in self.process.stdout:
            said += line
            if found := re.search(r"http://[\w.]+:(\d+)", line):
                self.address, self.port = found[0], int(found[1])
                self.root = self.address
                return
        raise RuntimeError(f"serve ended with {self.process.wait()}:\n{said}")

    def ask(self, method: str, path: str, body: object = None) -> Any:
        request = urllib.request.Request(
            f"{self.address}/api/v1/{path}",
            None if body is None else json.dumps(body).encode(),
            {"content-type": "application/json"},
            method=method,
        )
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {path}: {error.read().decode()}") from None

    def opened(self, browser: Browser, *size: tuple[int, int], **options: Any) -> BrowserContext:
        return opened(browser, *size, **options)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(TIMEOUT)
        assert self.process.stdout is not None
        self.process.stdout.close()


class Linked(Home):
    """The folder of the page without a server, at an address. Its games are those of the browser
    context that was opened last, each of which begins with the games of the one before.

    While no context is open, they are those of a context of its own.
    """

    def __init__(self, browser: Browser, root: str, path: str = "") -> None:
        self.browser, self.root, self.address = browser, root, f"{root}{path}"
        self._contexts: list[BrowserContext] = []

    def ask(self, method: str, path: str, body: object = None) -> Any:
        if not self._contexts:
            context = self.opened(self.browser)
            context.new_page().goto(f"{self.address}/#/help")
        [page, *_] = self._contexts[-1].pages
        found = page.evaluate("(asked) => numberdrop.request(...asked)", [method, path, body])
        if found["status"] >= 400:
            raise RuntimeError(f"{method} {path}: {found['body']}")
        return found["body"]

    def opened(self, browser: Browser, *size: tuple[int, int], **options: Any) -> BrowserContext:
        if self._contexts:
            state = self._contexts[-1].storage_state(indexed_db=True)
            for origin in state["origins"]:
                origin["localStorage"] = []
            options["storage_state"] = state
        context = opened(browser, *size, **options)
        context.add_init_script(LINKED)
        self._contexts.append(context)
        context.on("close", lambda _: self._contexts.remove(context))
        return context

    def close(self) -> None:
        for context in self._contexts[:]:
            context.close()


class Watch:
    """A record of the requests and the console messages of a browser's pages. A request to another
    host, or an unexpected message, is a failure."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.requests: list[str] = []
        self.complaints: list[str] = []
        #: Patterns of expected messages.
        self.foreseen: list[str] = []

    def __call__(self, context: BrowserContext) -> None:
        context.on("request", lambda request: self.requests.append(request.url))
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self.complaints.append(f"{message.text} ({message.location.get('url')})")

    def check(self) -> None:
        own = (f"{self.root}/", "data:", f"blob:{self.root}/")
        foreign = [url for url in self.requests if not url.startswith(own)]
        assert not foreign, foreign
        left = [text for text in self.complaints if not self._is_foreseen(text)]
        assert not left, left

    def _is_foreseen(self, text: str) -> bool:
        return any(re.search(pattern, text) for pattern in self.foreseen)


class Held:
    """A block on the responses to a page's new requests at addresses that end with a given text."""

    def __init__(self, page: Page, ending: str) -> None:
        self.page = page
        page.evaluate("(ending) => window.hold(ending)", ending)

    def wait(self) -> None:
        """Wait until a response is being held back."""
        self.page.wait_for_function("() => window.arrived")

    @property
    def count(self) -> int:
        """Return the number of requests."""
        count: int = self.page.evaluate("() => window.held.length")
        return count

    def release(self) -> None:
        """Release the responses."""
        self.page.evaluate("() => window.held.forEach((release) => release())")


def requested(page: Page, ending: str) -> list[Any]:
    """Return the bodies of a page's requests to the program at addresses that end so."""
    asked: list[dict[str, str]] = page.evaluate("() => window.asked")
    return [json.loads(one["body"]) for one in asked if one["path"].endswith(ending)]


@contextmanager
def expect_response(page: Page, pattern: str) -> Iterator[None]:
    """Wait until a page has got a response from an address that matches, after what is done
    meanwhile."""
    before = page.evaluate("() => window.answered.length")
    yield
    page.wait_for_function(
        "([before, pattern]) => window.answered.slice(before).some((path) => path.match(pattern))",
        arg=[before, pattern],
    )


@dataclass(frozen=True, slots=True)
class Line:
    """A line to the server: bits per second towards the browser and from it, and the milliseconds
    between a request and the first byte of its response."""

    down: float
    up: float
    latency: float


#: Lines by name. The first slow one has the rates and the round trip of fast 3G; the second is
#: DevTools' preset of this name, which lowers the rates to 0.9 and multiplies the round trip by
#: 3.75.
SLOW_LINES = {
    "none": None,
    "fast 3G, 150 ms": Line(1.6e6, 750e3, 150),
    "DevTools, Fast 3G": Line(1.44e6, 675e3, 562.5),
}
#: The button to play today's puzzle, which is drawn together with the day and its tiles.
FIRST_VIEW = ".is-today:has(.deal svg) .button.is-main"


class Transfers:
    """A count of the responses that a page gets, and of their bytes as transferred, with headers.

    With a `line` the page gets them over this line.
    """

    def __init__(self, page: Page, line: Line | None = None) -> None:
        self.count, self.bytes = 0, 0
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.loadingFinished", self._hear)
        if line:
            rates = {
                "downloadThroughput": line.down / 8,
                "uploadThroughput": line.up / 8,
                "latency": line.latency,
            }
            session.send("Network.emulateNetworkConditions", {"offline": False, **rates})

    def _hear(self, finished: dict[str, Any]) -> None:
        self.count += 1
        self.bytes += int(finished["encodedDataLength"])


#: Goes to another view of the page, and waits until it has begun to show it.
SHOW = """async (hash) => {
  if (new URL(hash, location.href).hash === location.hash) return;
  await new Promise((done) => {
    addEventListener("hashchange", done, { once: true });
    location.hash = hash;
  });
}"""


def show(page: Page, route: str) -> None:
    """Show the view at a route such as "days/2026-11", without loading the page again."""
    page.evaluate(SHOW, f"#/{route}")
    page.locator("main[aria-busy=false]").wait_for()


def passed(page: Page) -> None:
    """Wait until the page has had time to handle the responses that it already has."""
    page.evaluate("async () => { for (let n = 0; n < 3; n++) await (await fetch('.')).text() }")


def chromium_program() -> str:
    """Return the path of this machine's Chromium. Raises RuntimeError, with installation
    instructions, if there is none."""
    named = os.environ.get("NUMBERDROP_CHROMIUM")
    program = named or next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        raise RuntimeError("there is no Chromium here: `apt-get install chromium` brings one")
    return program


@contextmanager
def chromium() -> Iterator[Browser]:
    """Yield this machine's Chromium. Raises RuntimeError, with installation instructions, if there
    is no Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_program(), args=OPTIONS)
        yield browser
        browser.close()


def opened(
    browser: Browser, size: tuple[int, int] = DESKTOP, *, tour: bool = False, **options: Any
) -> BrowserContext:
    """Return a fresh browser context, English and light unless `options` (of Playwright's
    `new_context`) change that. Its first game begins with the tour of a turn if `tour` is set."""
    width, height = size
    given = {"locale": "en-GB", "color_scheme": "light", "reduced_motion": "reduce", **options}
    context = browser.new_context(viewport={"width": width, "height": height}, **given)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(HOOKS.replace("TOUR", str(tour).lower()))
    return context


def violations(page: Page) -> str:
    """Return the violations that axe finds in the current page, "" if it finds none."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page)
    return found.generate_report() if found.violations_count else ""


#: Whether the page is wider than its window, and which elements overflow.
WIDER = """() => {
  const root = document.documentElement;
  if (root.scrollWidth <= root.clientWidth) return [];
  const out = [...document.body.querySelectorAll("*")].filter(
    (element) => element.getBoundingClientRect().right > root.clientWidth + 0.5);
  return [`${root.scrollWidth} of ${root.clientWidth}`, ...out.slice(0, 5).map(
    (element) => element.outerHTML.slice(0, 120))];
}"""


def too_wide(page: Page) -> list[str]:
    """Return the elements that make a page scroll sideways."""
    found: list[str] = page.evaluate(WIDER)
    return found


#: Controls that are covered by another element or outside the window at every scroll position.
UNREACHABLE = """() => {
  const all = document.querySelectorAll("a[href], button:not(:disabled), input, select, summary");
  const hidden = (element) => !element.checkVisibility({ visibilityProperty: true }) ||
    element.closest(".skip, [inert]");
  return [...all].filter((element) => {
    if (hidden(element)) return false;
    element.scrollIntoView({ block: "center", inline: "center" });
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return !(hit && (element.contains(hit) || hit.contains(element)));
  }).map((element) => element.outerHTML.slice(0, 120));
}"""


def unreachable(page: Page) -> list[str]:
    """Return the controls that a pointer can't reach."""
    found: list[str] = page.evaluate(UNREACHABLE)
    return found


#: The French texts, in brackets.
BRACKETED = {key: f"⟦{text}⟧" for key, text in translations("fr").items()}
#: Puts brackets around the dates and names that the browser formats.
FORMATS = """
for (const [kind, method] of [
  [Intl.DateTimeFormat, "format"], [Intl.RelativeTimeFormat, "format"], [Intl.DisplayNames, "of"],
]) {
  const own = Object.getOwnPropertyDescriptor(kind.prototype, method);
  const bracketed = (found) => (...given) => `⟦${found(...given)}⟧`;
  Object.defineProperty(kind.prototype, method, own.get
    ? { configurable: true, get() { return bracketed(own.get.call(this)); } }
    : { configurable: true, value(...given) { return `⟦${own.value.apply(this, given)}⟧`; } });
}
"""
#: Names that are the same in every language: of programs, puzzles and paper sizes, of anonymous
#: players, and of those on the rulebook's list.
NAMES = "|".join(
    [
        r"numberdrop|YOU|Omba|GO|UTC|(drop|pocket|plain|table|solo)#[\w.]+|omba/\S+|PDF|A[45]",
        *chain(*HIGH_SCORES.values()),
    ]
)
#: The texts on the page in which a word of two or more letters is not in brackets.
OUTSIDE = """(names) => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement.closest("script, style, .record")) texts.push(node.data);
  for (const element of document.body.querySelectorAll("*"))
    for (const name of ["aria-label", "title", "placeholder", "alt"])
      texts.push(element.getAttribute(name) ?? "");
  return texts.filter((text) => {
    let rest = text, last = "";
    while (rest !== last) [last, rest] = [rest, rest.replace(/⟦[^⟦⟧]*⟧/g, " ")];
    return /\\p{L}{2}/u.test(rest.replace(new RegExp(names, "g"), " "));
  });
}"""


def bracket_texts(page: Page) -> Page:
    """Load a page again, with French texts in brackets. Returns `page`."""
    page.context.add_init_script(FORMATS)
    page.context.route(
        "**/words/fr.json",
        lambda route: route.fulfill(body=json.dumps(BRACKETED), content_type="application/json"),
    )
    page.reload()
    return page


def outside_brackets(page: Page) -> list[str]:
    """Return the texts on the page that are in no file of texts; see bracket_texts()."""
    found: list[str] = page.evaluate(OUTSIDE, NAMES)
    return found
