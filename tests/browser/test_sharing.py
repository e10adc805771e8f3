"""The end of a game: the text to share, a picture of the sheet, and the player's statistics."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browsing import PHONE, Home, play_randomly

if TYPE_CHECKING:
    from playwright.sync_api import Page

Open = Callable[..., "Page"]

DAY = "2026-11-25"
#: Replaces what the browser shares and copies with.
STUBS = """
    Object.defineProperty(navigator, "clipboard", {
        value: { writeText: async (text) => void (window.copied = text) },
    });
    Object.defineProperty(navigator, "share", {
        value: async ({ text }) => {
            window.shared = text;
            if ("FAULT") throw new DOMException("no", "FAULT");
        },
    });
"""


@pytest.fixture
def ended(own: Home) -> str:
    """Return the id of a finished daily puzzle, the only game."""
    return play_randomly(own, {"kind": "daily", "puzzle": DAY})


@pytest.mark.parametrize(
    ("fault", "is_copied"), [("", False), ("AbortError", False), ("NotAllowedError", True)]
)
def test_share_button_hands_the_text_to_the_device(
    visit: Open, served: Home, ended: str, fault: str, is_copied: bool
) -> None:
    """If that fails, the text is copied; not if the player changes their mind."""
    page = visit("#/help", PHONE, has_touch=True)
    page.add_init_script(STUBS.replace("FAULT", fault))
    page.goto(f"{served.address}/?again#/game/{ended}")
    page.get_by_role("button", name="Share", exact=True).tap()
    page.wait_for_function("() => window.shared")
    text = served.ask("GET", f"games/{ended}")["result"]["share"]
    assert page.evaluate("() => window.shared") == text
    assert re.fullmatch(r"Number Drop #6 .*\n[🟦⬜]{5}( ⭐)?\n[🟩⬜]{5} \d+ rows?", text)
    if is_copied:
        page.locator(".finish [role=status]", has_text="Copied").wait_for()
    assert page.evaluate("() => window.copied") == (text if is_copied else None)
    page.get_by_role("button", name="Copy result").tap()
    page.wait_for_function("() => window.copied")


def test_browser_without_a_share_sheet_only_copies(visit: Open, ended: str) -> None:
    page = visit("#/help")
    page.add_init_script("delete Navigator.prototype.share")
    page.goto(f"{page.url.partition('#')[0]}?again#/game/{ended}")
    page.get_by_role("button", name="Copy result").wait_for()
    assert page.get_by_role("button", name="Share", exact=True).count() == 0


@pytest.mark.parametrize(
    ("host", "is_public"),
    [
        *((host, False) for host in ("localhost", "127.0.0.1", "[::1]", "10.0.0.7", "172.20.1.1")),
        *((host, False) for host in ("192.168.1.9", "attic", "attic.local", "[fe80::1]", "")),
        *(
            (host, True)
            for host in ("drop.example", "172.40.1.1", "93.184.216.34", "[2001:db8::1]")
        ),
    ],
)
def test_only_a_public_page_adds_its_address(visit: Open, host: str, is_public: bool) -> None:
    page = visit("#/help")
    page.locator("kbd").first.wait_for()
    found = page.evaluate(
        """async (hostname) => {
            const { publicLink } = await import(new URL("game/share.js", document.baseURI));
            const at = { hostname, origin: `https://${hostname}`, pathname: "/play/" };
            const games = [
                { kind: "daily", puzzle: "2026-11-25" },
                { kind: "drop", puzzle: "drop#1.4" },
                { kind: "solo", puzzle: "plain#1.0" },
            ];
            return games.map((game) => publicLink(game, at));
        }""",
        host,
    )
    page_at = f"https://{host}/play/"
    public = [f"{page_at}#/day/{DAY}", f"{page_at}#/drop/drop%231.4", page_at]
    assert found == (public if is_public else ["", "", ""])


def test_sheet_is_saved_as_a_picture(visit: Open, ended: str, tmp_path: Path) -> None:
    page = visit(f"#/game/{ended}", accept_downloads=True)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save picture").click()
    assert download.value.suggested_filename == f"{DAY}.png"
    download.value.save_as(tmp_path / "sheet.png")
    content = (tmp_path / "sheet.png").read_bytes()
    assert content.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", content[16:24])
    assert (width, height) == (1572, 1408)
    assert page.locator(".finish .fault:not(:empty)").count() == 0


def test_statistics_of_each_name_are_shown(visit: Open, served: Home, ended: str) -> None:
    play_randomly(served, {"kind": "solo", "seed": 1})
    played = served.ask("GET", f"games/{ended}")["result"]
    assert played["statistics"]["games"] == 2
    page = visit(f"#/game/{ended}")
    average = f"{played['statistics']['average']:.1f}".replace("-", "\N{MINUS SIGN}")
    page.get_by_text(f"2 games so far, average {average}. Streak: ").wait_for()
    page.locator("#player").fill("ABC")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Saved as ABC.").wait_for()
    page.goto(f"{served.address}/#/scores")
    figures = page.locator(".statistics dd").first
    figures.wait_for()
    assert figures.inner_text() == "1"
    page.get_by_role("button", name="YOU").click()
    assert figures.inner_text() == "2"
    assert page.locator(".histogram tbody .figure").last.inner_text() in ("1", "2")
    page.get_by_text("at 0:00 UTC").wait_for()
