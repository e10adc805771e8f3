"""Games at a table played by browser contexts, each a phone, that are disturbed: reloads, sleep,
double clicks, a seat opened twice, and a server that is killed."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numberdrop as nd
import oracle
from at_tables import LETTERS, AtTable
from browsing import PHONE, Served, opened
from numberdrop.turn import Part
from serving import Client

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

#: Records the text of each document that a page reads, from a response or from a stream.
SEEN = """
window.seen = [];
const parse = JSON.parse;
JSON.parse = (text, ...more) => { window.seen.push(text); return parse(text, ...more); };
Response.prototype.json = async function () { return JSON.parse(await this.text()); };
"""
#: How often each disturbance comes, in a turn of a phone.
DISTURBANCES = {"reload": 0.06, "sleep": 0.05, "reopen": 0.05, "twice": 0.25, "window": 0.06}
#: The most actions that a turn may take.
MOST_ACTIONS = 80

Watch = Callable[["BrowserContext"], None]


@dataclass
class Phone:
    """The phone of a seat. `link` is the address of its seat, `chosen` the turn that it has ended
    last, as one line."""

    context: BrowserContext
    page: Page
    name: str
    link: str = ""
    token: str = ""
    chosen: str = ""

    def stage(self) -> str:
        """Return the stage of the turn once all actions are done; "over" after the game."""
        found = self.page.wait_for_function(
            """() => {
              if (document.querySelector(".ranking")) return "over";
              const game = document.querySelector(".at-table.is-playing .game");
              return game && game.dataset.waiting === "0" && game.dataset.stage;
            }"""
        )
        return str(found.json_value())

    def click(self, selector: str, *, twice: bool = False) -> None:
        """Click a control, at once if it is there. Two clicks come without a pause."""
        self.page.evaluate(
            """([selector, count]) => {
              for (let n = 0; n < count; n++) document.querySelector(selector)?.click();
            }""",
            [selector, 2 if twice else 1],
        )

    def can(self, selector: str) -> bool:
        return self.page.locator(f"{selector}:enabled").count() > 0

    def choose(self, rng: random.Random, *, twice: bool) -> None:
        """Do one action of a turn."""
        keys = ["ArrowLeft", "ArrowRight", " ", "f", "Tab"]
        if self.can("[data-digit]") and rng.random() < 0.9:
            self.click(f"[data-digit='{rng.randrange(10)}']", twice=twice)
        elif self.can("[data-action=end]"):
            if rng.random() < 0.7 and self.can("[data-claim][aria-pressed=false]"):
                self.click("[data-claim]:not([disabled])")
                self.stage()
            self.click("[data-action=end]", twice=twice)
        elif self.can("[data-action=pin]"):
            for key in rng.choices(keys[:4], k=rng.randrange(5)):
                self.page.keyboard.press(key)
            self.stage()
            self.click("[data-action=pin]", twice=twice)
        else:
            self.page.keyboard.press(rng.choice(keys))


@dataclass
class Played:
    """A game that was played: its record, the disturbances, and the seconds it took."""

    record: dict[str, Any]
    disturbed: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0


class PhoneGame:
    """A game of some people on phones, and of bots, at a table of a server."""

    def __init__(
        self, browser: Browser, served: Served, rng: random.Random, watch: Watch = lambda _: None
    ) -> None:
        self.browser, self.served, self.rng, self.watch = browser, served, rng, watch
        self.disturbed: Counter[str] = Counter()
        self.phones: list[Phone] = []
        self.ended: dict[tuple[int, int], str] = {}
        self.seen: set[tuple[int, tuple[tuple[str, str | None], ...]]] = set()

    def play(self, people: int, bots: Sequence[str], kills: int = 2) -> Played:
        """Play a whole game and judge it. Raises AssertionError if a step was lost, done twice or
        seen early, or if the record breaks a rule."""
        begun = time.monotonic()
        table = self.served.ask("POST", "tables", {})
        host = AtTable(Client(self.served.port), table["code"], table["token"])
        with self._sitting(host.code, people):
            for at, bot in enumerate(bots, people + 1):
                host.host("bot", chair=at, bot=bot)
            host.host("begin", first=self.rng.randint(1, people))
            killed_at = set(self.rng.sample(range(1, 5), kills))
            turn = 1
            while (view := host.view())["phase"] == "playing":
                assert view["game"]["turn"] == turn
                self._play_turn(host, turn, is_killed=turn in killed_at)
                turn += 1
            for phone in self.phones:
                phone.page.locator(".ranking").wait_for()
        record = host.done("GET", "/record")
        self._judge(record, host.view())
        return Played(record, self.disturbed, time.monotonic() - begun)

    @contextmanager
    def _sitting(self, code: str, people: int) -> Iterator[None]:
        """Seat people with a phone each."""
        try:
            for name in LETTERS[:people]:
                context = opened(self.browser, PHONE, has_touch=True)
                self.watch(context)
                context.add_init_script(SEEN)
                phone = Phone(context, context.new_page(), name)
                self.phones.append(phone)
                phone.page.goto(f"{self.served.address}/{code.lower()}")
                phone.page.fill("#table-name", name.lower())
                phone.page.locator("[data-own=join] input").nth(self.rng.randint(1, 7)).check()
                twice = self.rng.random() < 0.5
                phone.page.locator("[data-own=join] .is-main").click(click_count=1 + twice)
                phone.page.locator(".here").wait_for()
                phone.link = phone.page.url
                phone.token = phone.link.rpartition("/")[2]
            yield
        finally:
            for phone in self.phones:
                phone.context.close()

    def _play_turn(self, host: AtTable, turn: int, *, is_killed: bool) -> None:
        """Let each phone play a turn, in a random order."""
        order = self.rng.sample(self.phones, len(self.phones))
        kill_at = self.rng.choice(order) if is_killed else None
        for phone in order:
            if phone is kill_at:
                self.disturbed["kill"] += 1
                self.served.kill()
                if self.rng.random() < 0.5:  # what is chosen meanwhile is sent again
                    phone.click("[data-action=pin]")
                self.served.start()
            for name, often in DISTURBANCES.items():
                if self.rng.random() < often:
                    self._disturb(phone, name)
            self._end_turn(host, phone, turn)
            self._collect()

    def _end_turn(self, host: AtTable, phone: Phone, turn: int) -> None:
        """Choose on a phone until its turn has ended, and note what it has chosen."""
        seat = AtTable(host.client, host.code, phone.token)
        for _ in range(MOST_ACTIONS):
            stage = phone.stage()
            if stage in ("wait", "over") or len(seat.seat()["turns"]) >= turn:
                break
            phone.choose(self.rng, twice=self.rng.random() < DISTURBANCES["twice"])
        else:
            raise AssertionError(f"{phone.name}: the turn doesn't end: {phone.page.url}")
        game = seat.seat()
        is_played = len(game["turns"]) >= turn
        text = game["turns"][turn - 1]["text"] if is_played else game["moment"]["notation"]
        assert is_played or game["ended"]
        phone.chosen = text
        self.ended[turn, game["seat"]] = text

    def _collect(self) -> None:
        """Note what the phones have read of the game since the last time: the number of ended
        turns, and the position and the last part of each seat."""
        for phone in self.phones:
            for text in phone.page.evaluate("() => window.seen.splice(0)"):
                document = json.loads(text)
                if not isinstance(document, dict):
                    continue
                shown = document.get("game") or document
                if not isinstance(shown, dict) or not isinstance(shown.get("seats"), list):
                    continue
                ended = shown.get("turn", 1) - (not shown["over"])
                if "turns" in shown:
                    ended = len(shown["turns"])
                seats = tuple((seat["position"], seat["part"]) for seat in shown["seats"])
                self.seen.add((ended, seats))

    def _disturb(self, phone: Phone, name: str) -> None:
        self.disturbed[name] += 1
        if name == "reload":
            phone.page.reload()
        elif name == "sleep":  # nothing arrives and nothing is sent
            phone.context.set_offline(True)
            phone.click("[data-action=pin]")
            phone.page.wait_for_timeout(self.rng.randint(100, 2500))
            phone.context.set_offline(False)
        elif name == "reopen":  # the browser has dropped the page
            phone.page.close()
            phone.page = phone.context.new_page()
            phone.page.goto(phone.link)
        elif name == "window":  # the same seat in two windows; the player goes on in the other
            page = phone.context.new_page()
            page.goto(phone.link)
            others = [one for one in phone.context.pages if one is not page]
            if len(others) > 1:
                others[0].close()
            phone.page = page

    def _judge(self, record: dict[str, Any], view: dict[str, Any]) -> None:
        replayed: object = nd.replay(record)
        assert replayed == record
        assert oracle.play_record(record) == record["result"]
        for (turn, seat), text in self.ended.items():
            part = Part.from_json(record["turns"][turn - 1]["parts"][seat - 1])
            chosen = nd.Turn.from_text(text)
            played = (part.drops or (), part.place, part.claim)
            assert (chosen.drops, chosen.place, chosen.claim) == played, (turn, seat)
        assert len(self.ended) == len(record["turns"]) * len(self.phones)
        game = nd.Game.from_record(record)
        for count, seats in self.seen:
            assert [position for position, _ in seats] == [*map(str, game.history[count])]
            last: list[Any] = record["turns"][count - 1]["parts"] if count else []
            parts = [str(Part.from_json(part)) for part in last]
            assert [part for _, part in seats if part is not None] == parts
        assert {count for count, _ in self.seen} >= {*range(len(record["turns"]))}
        totals = [final["total"] for final in record["result"]["final"]]
        assert [seat["score"] for seat in view["game"]["seats"]] == totals
