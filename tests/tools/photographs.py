"""Take screenshots of the page: run `python tests/tools photographs [--only NAME] [FOLDER]`.

Each view is taken in a desktop and a phone window, in the light and the dark theme, and saved in
docs/pictures/ as a small file with few colours. Needs Chromium. The pictures depend on the day; no
test compares them.
"""

from __future__ import annotations

import argparse
import io
import random
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

import numberdrop as nd
from at_tables import LETTERS, AtTable
from browsing import DESKTOP, PHONE, Served, chromium, opened
from numberdrop.multiplayer import Seats, choices
from omba_agreement import RECORD
from places import ROOT
from players import TouchPlayer
from serving import Client
from written import OMBA_GAME

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PICTURES = ROOT / "docs" / "pictures"
SHEET, ROLL = "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3", "156*O"
WINDOWS = {"desk": DESKTOP, "phone": PHONE}
#: Colours of a picture: the most frequent ones unchanged, and as many that approximate the rest.
COLOURS = 64


def played(served: Served, puzzle: str, turns: int = 20) -> str:
    """Play `turns` turns of the daily puzzle `puzzle`, most by the hints' advice and every fifth
    differently, so that a review has something to say. Returns the game's id."""
    game = served.ask("POST", "games", {"kind": "daily", "puzzle": puzzle})
    name = str(game["id"])

    def do(game: dict[str, Any], **step: object) -> dict[str, Any]:
        body = {"revision": game["revision"], "step": step}
        after: dict[str, Any] = served.ask("POST", f"games/{name}/steps", body)
        return after

    game = do(game, do="start", cell="d1")
    while len(game["turns"]) < turns and not game["over"]:
        ideas = nd.hint(game["position"], game["roll"], level="fast").turns
        chosen = ideas[-1 if len(game["turns"]) % 5 == 4 else 0].turn
        game = do(do(game, do="type", text=str(chosen)), do="end")
    return name


def seated(served: Served, turns: int = 25) -> str:
    """Play `turns` turns of a game against two bots, most by the one-ply value and every fifth
    differently. Returns the game's id."""
    head = {"kind": "table", "seats": [None, "medium", "easy"], "seed": 3}
    game = served.ask("POST", "games", head)
    name = str(game["id"])

    def do(**step: object) -> dict[str, Any]:
        body = {"revision": game["revision"], "step": step}
        after: dict[str, Any] = served.ask("POST", f"games/{name}/steps", body)
        return after

    game = do(do="start", cell="d1")
    while len(game["turns"]) < turns and not game["over"]:
        seats = Seats([one["position"] for one in game["seats"]])
        found = choices(seats, game["seat"], nd.Roll.from_text(game["roll"]), 12)
        chosen = found[-1 if len(game["turns"]) % 5 == 4 else 0].part
        game = do(do="type", text=str(chosen))
        game = do(do="end")
    return name


class View(NamedTuple):
    """A view to take: its name, its address, the element to wait for, and the keys and the button
    to press then."""

    name: str
    address: str
    wanted: str
    keys: tuple[str, ...] = ()
    button: str = ""


def views(served: Served) -> Iterator[View]:
    """Yield the views of Number Drop."""
    for day in range(20, 24):
        done = played(served, f"2026-11-{day}")
    open_, best = played(served, "2026-11-24", 9), nd.hint(SHEET, ROLL).turns[0].turn
    roll = {"do": "roll", "roll": ROLL}
    placed = {"do": "type", "text": str(best)}
    free = {"kind": "free", "position": SHEET}
    first = served.begin({"kind": "solo", "seed": 7})
    middle = served.begin(free, roll, placed)
    drop = served.begin({"kind": "drop", "puzzle": "drop#1.4"})
    analysis = urlencode({"p": SHEET, "r": ROLL})
    yield View("home", "#/", ".card")
    yield View("days", "#/days/2026-11", ".month")
    yield View("start", f"#/game/{first}", "[data-stage]")
    yield View("game", f"#/game/{open_}", "[data-stage]")
    yield View("claim", f"#/game/{middle}", "[data-stage]")
    yield View("end", f"#/game/{done}", "[data-share]")
    table, table_done = seated(served, 5), seated(served)
    yield View("table", f"#/game/{table}", "[data-stage]")
    yield View("table-hints", f"#/game/{table}", "[data-stage]", ("h",), "[data-hint='1']")
    yield View("table-review", f"#/review/{table_done}", ".sums")
    yield View("drops", "#/drops", ".drops a")
    yield View("drop", f"#/game/{drop}", "[data-stage]")
    yield View("analysis", f"#/analysis?{analysis}", "[data-hint='5']")
    yield View("review", f"#/review/{done}", "[data-review-turn='12']")
    yield View("scores", "#/scores", "table")
    yield View("print", "#/print", "form")
    yield View("help", "#/help", "kbd")


def omba_views(_: Served) -> Iterator[View]:
    """Yield the views of Omba: the middle of a game of two, and the end of a game of four."""
    two = {"seats": "you,thumb", "seed": 3, "record": f"{RECORD.partition(' 5+a1')[0]} =?"}
    four = {"seats": "you,thumb,you,greedy", "seed": 2}
    ending = {"record": f"{OMBA_GAME.partition(' 4b2a3')[0]} =?"}
    yield View("omba", f"#/game?{urlencode({**two, 'dice': 'program'})}", ".moves", ("9",))
    yield View(
        "omba-ending",
        f"#/game?{urlencode({**four, **ending, 'dice': 'hand'})}",
        ".faces",
        ("4", "h", "1"),
    )


def newcomer(page: Page, address: str) -> Iterator[None]:
    """Play the puzzle of a day by touch as somebody new; yield where a picture is to be taken."""
    page.locator(".is-today").wait_for()
    yield
    page.goto(address)
    player, tour = TouchPlayer(page, random.Random(1)), page.locator(".part-tour")
    for stage in ("start", "slide", "place"):
        page.locator(f"[data-tour={stage}]").wait_for()
        yield
        while player.stage == stage:
            if stage == "start":
                player.cell("d1").tap()
            elif stage == "slide":
                player.slide()
            else:
                page.locator("[data-action=pin]").tap()
    for _ in ("digits", "claim"):
        yield
        tour.locator("button.is-main").tap()
    yield
    while player.turns == 0:
        player.finish()
        assert player.stage
    yield
    player.play()
    page.locator("[data-share]").wait_for()
    yield


def take_table(browser: Browser, served: Served, folder: Path, locale: str) -> None:
    """Take a table of phones: the host's screen, a seat, and the end of the game."""
    client = Client(served.port)
    [found] = client.get("tables")["tables"]
    host = AtTable(client, found["code"], found["token"])
    seats = [
        AtTable(client, host.code).join(name, chair=at) for at, name in enumerate(LETTERS[:3], 1)
    ]
    host.host("bot", chair=4, bot="medium")
    wanted = {
        "host": (host, ".joining .qr"),
        "seat": (seats[0], ".people"),
        "over": (seats[0], ".ranking"),
    }
    for moment, (table, selector) in wanted.items():
        if moment == "seat":
            host.host("begin", first=1)
            for seat in (*seats * 3, seats[1]):
                play_well(seat)
        elif moment == "over":
            while host.view()["phase"] == "playing":
                for seat in seats:
                    if not seat.seat()["ended"]:
                        play_well(seat)
        for window, size in WINDOWS.items():
            for colours in ("light", "dark"):
                context = opened(
                    browser, size, color_scheme=colours, locale=locale, has_touch=window == "phone"
                )
                page = context.new_page()
                page.goto(f"{served.address}/#/table/{table.code}/{table.token}")
                page.locator(selector).wait_for()
                page.wait_for_timeout(500)
                photograph(page, folder / f"table-{moment}-{window}-{colours}.png")
                context.close()


def play_well(seat: AtTable) -> None:
    """Play a turn of a seat by the one-ply value."""
    game = seat.seat()
    seats = Seats([one["position"] for one in game["seats"]])
    found = choices(seats, game["seat"], nd.Roll.from_text(game["roll"]), 12)
    game = seat.step(game, {"do": "type", "text": str(found[0].part)})
    seat.step(game, {"do": "end"})


def photograph(page: Page, path: Path) -> None:
    """Save the visible window with few colours."""
    from PIL import Image

    shot = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    data = shot.tobytes()
    counted = Counter(data[at : at + 3] for at in range(0, len(data), 3))
    frequent = b"".join(colour for colour, _ in counted.most_common(COLOURS))
    cover = shot.quantize(COLOURS, Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([*frequent, *cover[: 3 * COLOURS]])
    shot.quantize(palette=palette, dither=Image.Dither.NONE).save(path, optimize=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=PICTURES)
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME")
    parser.add_argument("--locale", default="en-GB")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, chromium() as browser:
        for command, made in (("serve",), views), (("omba", "serve"), omba_views):
            served = Served(Path(data), *command)
            try:
                found = [view for view in made(served) if view.name in (asked.only or [view.name])]
                take(browser, served, found, asked.folder, asked.locale)
            finally:
                served.kill()
        if not asked.only or "tables" in asked.only:
            served = Served(Path(data) / "tables", "serve", "--table")
            try:
                take_table(browser, served, asked.folder, asked.locale)
            finally:
                served.kill()
        if not asked.only or "newcomer" in asked.only:
            served = Served(Path(data) / "newcomer")
            try:
                take_newcomer(browser, served, asked.folder, asked.locale)
            finally:
                served.kill()


def take_newcomer(browser: Browser, served: Served, folder: Path, locale: str) -> None:
    """Take a newcomer's first puzzle, picture by picture, in both themes."""
    for colours, day in ("light", "2026-11-24"), ("dark", "2026-11-25"):
        context = opened(
            browser, PHONE, tour=True, color_scheme=colours, locale=locale, has_touch=True
        )
        page = context.new_page()
        page.goto(f"{served.address}/")
        page.evaluate("() => localStorage.setItem('numberdrop.tour', 'due')")
        for number, _ in enumerate(newcomer(page, f"{served.address}/#/day/{day}"), 1):
            page.wait_for_timeout(300)
            photograph(page, folder / f"newcomer-{number}-phone-{colours}.png")
        context.close()


def take(
    browser: Browser, served: Served, views: Sequence[View], folder: Path, locale: str
) -> None:
    """Take the views in each window size and both themes."""
    for window, size in WINDOWS.items():
        for colours in ("light", "dark"):
            context = opened(
                browser,
                size,
                color_scheme=colours,
                locale=locale,
                has_touch=window == "phone",
            )
            page = context.new_page()
            for name, address, wanted, keys, button in views:
                page.goto(f"{served.address}/?{name}{address}")
                page.locator(f"main[aria-busy=false] {wanted}").first.wait_for()
                for key in keys:
                    page.keyboard.press(key)
                    page.wait_for_timeout(1000)
                if button:
                    page.locator(button).click()
                page.wait_for_timeout(300)
                photograph(page, folder / f"{name}-{window}-{colours}.png")
            context.close()


if __name__ == "__main__":
    main()
