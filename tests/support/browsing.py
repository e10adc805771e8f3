"""Helpers to test the page in a real browser: the server process, Chromium, and page checks."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from commands import ENVIRON, PROGRAM, TIMEOUT
from numberdrop.locales import translations

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

#: Chromium programs to try: the value of NUMBERDROP_CHROMIUM, else the first of these.
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = ["--no-sandbox", "--disable-background-networking"]
#: NUMBERDROP_LAG=500 delays every response by up to 500 ms. The delay reveals a page, or a test,
#: that assumes quick responses.
LAG = int(os.environ.get("NUMBERDROP_LAG", "0"))
LATE = """(() => {
  const ask = window.fetch;
  window.fetch = async (...what) => {
    const answer = await ask(...what);
    await new Promise((done) => setTimeout(done, LAG * (0.5 + Math.random() / 2)));
    return answer;
  };
})();"""
#: Delays the responses to a page's own requests. Playwright's interception, set on an existing
#: page, sometimes loses a request: neither Playwright nor the page ever gets the response.
HOLD = """(ending) => {
  const ask = window.fetch;
  [window.held, window.answered] = [[], 0];
  window.fetch = async (...what) => {
    if (!String(what[0]).endsWith(ending)) return ask(...what);
    const released = new Promise((release) => window.held.push(release));
    const answer = await ask(...what);
    window.answered += 1;
    await released;
    return answer;
  };
}"""
#: Width and height in CSS pixels.
PHONE, DESKTOP, NARROW = (390, 844), (1280, 860), (320, 640)


class Served:
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
                return
        raise RuntimeError(f"serve ended with {self.process.wait()}:\n{said}")

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Return the response to a request sent without a browser. `path` is relative to
        /api/v1/."""
        request = urllib.request.Request(
            f"{self.address}/api/v1/{path}",
            None if body is None else json.dumps(body).encode(),
            {"content-type": "application/json"},
            method=method,
        )
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {path}: {error.read().decode()}") from None

    def begin(self, head: dict[str, Any], *steps: dict[str, Any]) -> str:
        """Return the id of a new game in which `steps` have been played."""
        game = self.ask("POST", "games", head)
        for step in steps:
            body = {"revision": game["revision"], "step": step}
            game = self.ask("POST", f"games/{game['id']}/steps", body)
        return str(game["id"])

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(TIMEOUT)
        assert self.process.stdout is not None
        self.process.stdout.close()


class Watch:
    """A record of the requests and the console messages of a browser's pages. A request to another
    host, or an unexpected message, is a failure."""

    def __init__(self, address: str) -> None:
        self.address = address
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
        own = (f"{self.address}/", "data:", f"blob:{self.address}/")
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
        page.evaluate(HOLD, ending)

    def wait(self) -> None:
        """Wait until a response is being held back."""
        self.page.wait_for_function("() => window.answered")

    @property
    def count(self) -> int:
        """Return the number of requests."""
        count: int = self.page.evaluate("() => window.held.length")
        return count

    def release(self) -> None:
        """Release the responses."""
        self.page.evaluate("() => window.held.forEach((release) => release())")


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


def opened(browser: Browser, size: tuple[int, int] = DESKTOP, **options: Any) -> BrowserContext:
    """Return a fresh browser context, English and light unless `options` (of Playwright's
    `new_context`) change that."""
    width, height = size
    given = {"locale": "en-GB", "color_scheme": "light", "reduced_motion": "reduce", **options}
    context = browser.new_context(viewport={"width": width, "height": height}, **given)
    if LAG:
        context.add_init_script(LATE.replace("LAG", str(LAG)))
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
#: Names that are the same in every language: of programs, puzzles and paper sizes, and of anonymous
#: players.
NAMES = r"numberdrop|YOU|Omba|GO|UTC|(drop|pocket|plain|table|solo)#[\w.]+|omba/\S+|PDF|A[45]"
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
    """Serve French texts in brackets from the next navigation on. Returns `page`."""
    page.context.add_init_script(FORMATS)
    page.context.route(
        "**/words/fr.json",
        lambda route: route.fulfill(body=json.dumps(BRACKETED), content_type="application/json"),
    )
    return page


def outside_brackets(page: Page) -> list[str]:
    """Return the texts on the page that are in no file of texts; see bracket_texts()."""
    found: list[str] = page.evaluate(OUTSIDE, NAMES)
    return found
