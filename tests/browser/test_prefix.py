"""The page behind a proxy that serves it below a path."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browsing import Home, Served, Watch, opened
from commands import GAMES
from prefix_proxy import proxied

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.server_only("a folder lies at any path, as test_link.py checks")

Running = Callable[..., AbstractContextManager[Home]]
READY = "main[aria-busy=false] "


@pytest.fixture
def omba(running: Running, tmp_path: Path) -> Iterator[Home]:
    with running(tmp_path / "omba", "omba", "serve") as found:
        yield found


def opened_at(browser: Browser, address: str) -> tuple[Page, Watch]:
    """Return the page at an address, and the record of its requests, all of which must be below
    it."""
    watch = Watch(address)
    context = opened(browser)
    watch(context)
    page = context.new_page()
    page.goto(f"{address}/")
    page.locator(f"{READY}h1").wait_for(state="attached")
    return page, watch


def test_page_works_below_a_path(browser: Browser, own: Served) -> None:
    finished = own.begin({"kind": "record", "record": GAMES[0]})
    with proxied(own.port, "/proxy/7933") as address:
        page, watch = opened_at(browser, address)
        page.locator(f"{READY}.is-today a.is-main").click()
        page.locator("[data-stage=start] [data-cell=d1]").click()
        page.locator("[data-stage=place], [data-stage=slide]").first.wait_for()
        page.goto(f"{address}/#/review/{finished}?level=fast")
        page.locator("[data-review-turn='2']").wait_for()
        page.goto(f"{address}/#/game/{finished}")
        with page.expect_download() as download:
            page.get_by_role("button", name="Download game").click()
        assert json.loads(download.value.path().read_text("utf-8"))["turns"] == GAMES[0]["turns"]
        page.goto(f"{address}/#/print?puzzle=2026-11-20")
        page.get_by_role("button", name="Preview").click()
        page.get_by_role("img", name="Page 2 of 2").wait_for()
        page.get_by_role("button", name="Create PDF").click()
        with page.expect_download() as download:
            page.get_by_role("link", name="Download PDF").click()
        assert download.value.path().read_bytes().startswith(b"%PDF-")
        watch.check()
        page.context.close()


def test_omba_works_below_a_path(browser: Browser, omba: Served) -> None:
    with proxied(omba.port, "/user/me/omba") as address:
        page, watch = opened_at(browser, address)
        page.get_by_label("Seat B").select_option("random")
        page.get_by_role("button", name="Start").click()
        page.locator(f"{READY}.moves button").first.click()
        page.locator("[data-action=play]").click()
        page.locator(f"{READY}.plies li").first.wait_for(state="attached")
        watch.check()
        page.context.close()


def test_files_come_compressed_through_a_proxy(browser: Browser, own: Served) -> None:
    with proxied(own.port, "/proxy/7933") as address:
        context = opened(browser)
        page = context.new_page()
        with page.expect_response(f"{address}/home.js") as script:
            page.goto(f"{address}/")
        assert script.value.headers["content-encoding"] == "gzip"
        assert script.value.text().startswith("// The home page")
        context.close()
