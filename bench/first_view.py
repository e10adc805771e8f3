"""Measure the first view over a slow line: `python bench/first_view.py [--rounds N] [--home H]`.

Chromium opens the page with an empty cache, over lines that the DevTools protocol emulates
(Network.emulateNetworkConditions). Each round is a new window of a phone's size. Prints, for each
line, the median of the rounds with the lowest and the highest of: the seconds until the day, its
tiles and the button Play are seen; the kilobytes transferred until then, headers included; and the
requests answered until then.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / name) for name in ("tests", "tests/support")]

from browsing import FIRST_VIEW, PHONE, SLOW_LINES, Served, Transfers, chromium, opened  # noqa: E402
from linked import linked_folder, serving_folder  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@dataclass(frozen=True, slots=True)
class View:
    """A first view: the seconds until it was seen, and what was transferred until then."""

    seconds: float
    kilobytes: float
    requests: int


@contextmanager
def address_of(home: str) -> Iterator[str]:
    """Provide the address of the page in a home of the program."""
    if home == "link":
        with serving_folder(linked_folder(), compresses=True) as address:
            yield address
        return
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        try:
            yield served.address
        finally:
            served.kill()


def first_view(browser: Browser, address: str, line: str) -> View:
    """Open the page over a line, with an empty cache, and return what it took."""
    context = opened(browser, PHONE)
    page = context.new_page()
    transfers = Transfers(page, SLOW_LINES[line])
    began = time.monotonic()
    page.goto(f"{address}/", wait_until="commit")
    page.locator(FIRST_VIEW).wait_for()
    view = View(time.monotonic() - began, transfers.bytes / 1000, transfers.count)
    context.close()
    return view


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--home", choices=("server", "link"), default="server")
    asked = parser.parse_args()
    with address_of(asked.home) as address, chromium() as browser:
        first_view(browser, address, "none")  # the program has started
        for line in SLOW_LINES:
            views = [first_view(browser, address, line) for _ in range(asked.rounds)]
            seconds = [view.seconds for view in views]
            middle, least, most = statistics.median(seconds), min(seconds), max(seconds)
            kilobytes = statistics.median(view.kilobytes for view in views)
            requests = statistics.median(view.requests for view in views)
            print(
                f"{line:24} {middle:5.2f} s ({least:.2f} to {most:.2f}), "
                f"{kilobytes:4.0f} kB, {requests:.0f} requests"
            )


if __name__ == "__main__":
    main()
