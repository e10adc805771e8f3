"""Measure the page without a server in Chromium: `python bench/link.py [--rounds N] [--share S]`.

Chromium and all its processes get a share of one core, a quarter unless --share says otherwise, as
a stand-in for a phone (a control group of version 1; it needs root). Each round is a first visit
with an empty profile, then a second one. Prints the median of the rounds, with the lowest and the
highest, for: the first view, the first move possible, the first hint after that, then `fast` and
`strong` per turn over the turns of a game, beside the same hints in this Python, held to the same
share; and the memory of the tab with both workers.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / name) for name in ("tests", "tests/support")]

import numberdrop as nd  # noqa: E402
from browsing import OPTIONS, PHONE, chromium_program  # noqa: E402
from linked import linked_folder, serving_folder  # noqa: E402
from numberdrop.plan import play_game  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Page

CPU = Path("/sys/fs/cgroup/cpu")
PERIOD = 100_000
#: The hints of this many turns are timed.
TURNS = 8
#: Asks for a hint, and returns the milliseconds until the answer.
ASK = """async (body) => {
  const began = performance.now();
  const { status, body: found } = await numberdrop.request("POST", "hints", body);
  if (status !== 200 || found.length !== 1) throw new Error(JSON.stringify(found));
  return performance.now() - began;
}"""
NATIVE = """
import json, sys, time
import numberdrop as nd
for level, position, roll in json.load(sys.stdin):
    began = time.perf_counter()
    nd.hint(nd.Position.from_text(position), nd.Roll.from_text(roll), level=level)
    print(1000 * (time.perf_counter() - began))
"""


@contextmanager
def share_of_core(share: float) -> Iterator[Path]:
    """Provide a control group that gets a share of one core."""
    group = CPU / f"numberdrop-{os.getpid()}"
    group.mkdir()
    try:
        (group / "cpu.cfs_period_us").write_text(str(PERIOD))
        (group / "cpu.cfs_quota_us").write_text(str(int(share * PERIOD)))
        yield group
    finally:
        for _ in range(50):
            if not (group / "cgroup.procs").read_text():
                break
            time.sleep(0.1)
        group.rmdir()


def in_group(group: Path, command: list[str], **more: Any) -> subprocess.Popen[str]:
    """Start a command in a control group."""

    def enter() -> None:
        (group / "cgroup.procs").write_text("0")

    return subprocess.Popen(command, text=True, preexec_fn=enter, **more)


def questions() -> list[tuple[str, str]]:
    """Return the positions and rolls of the first turns of a game."""
    game = play_game(1, 0)
    turns = [turn for turn in game.turns if isinstance(turn, nd.Turn)][:TURNS]
    return [(str(game.history[n][0]), str(turn.roll)) for n, turn in enumerate(turns)]


def native(group: Path) -> dict[str, list[float]]:
    """Return the milliseconds of the hints in this Python, without the first."""
    asked = [(level, *one) for level in ("fast", "strong") for one in questions()]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    process = in_group(group, [sys.executable, "-c", NATIVE], **pipes)
    said, _ = process.communicate(json.dumps(asked))
    times = [float(line) for line in said.split()]
    return {"fast": times[1:TURNS], "strong": times[TURNS + 1 :]}


def seconds_until(page: Page, began: float, selector: str) -> float:
    page.wait_for_selector(selector, timeout=300_000)
    return time.monotonic() - began


def visit(page: Page, address: str) -> dict[str, float]:
    """Open the page, and return the seconds until it shows something and can be played on."""
    began = time.monotonic()
    page.goto(address)
    first = seconds_until(page, began, ".deal")
    ready = seconds_until(page, began, "main[aria-busy=false]")
    return {"first view": first, "first move": ready}


def memory(profile: Path) -> float:
    """Return the megabytes of the largest process of a Chromium, which is the tab."""
    most = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
            if b"--type=renderer" not in command:
                continue
            parts = dict(
                line.split(":", 1)
                for line in (folder / "smaps_rollup").read_text().splitlines()[1:]
            )
            most = max(most, int(parts["Pss"].split()[0]))
        except (OSError, KeyError):
            continue
    return most / 1024


def measure(group: Path, address: str) -> dict[str, float]:
    """Return the figures of one round: seconds, but megabytes for the memory."""
    from playwright.sync_api import sync_playwright

    profile = Path(tempfile.mkdtemp())
    port = 9300 + os.getpid() % 500
    command = [chromium_program(), *OPTIONS, "--headless=new", f"--user-data-dir={profile}"]
    command += [f"--remote-debugging-port={port}", "--no-first-run", "about:blank"]
    process = in_group(group, command, stderr=subprocess.PIPE)
    assert process.stderr is not None
    try:
        for line in process.stderr:
            if "DevTools listening" in line:
                break
        with sync_playwright() as playwright:
            browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
            page = browser.contexts[0].new_page()
            page.set_default_timeout(300_000)
            page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
            found = visit(page, address)
            asked = [
                {"position": position, "roll": roll, "variant": "rulebook", "top": 5}
                for position, roll in questions()
            ]
            found["first hint"] = page.evaluate(ASK, {**asked[0], "levels": ["fast"]}) / 1000
            for level in ("fast", "strong"):
                times = [page.evaluate(ASK, {**one, "levels": [level]}) for one in asked[1:]]
                found[level] = statistics.mean(times) / 1000
            found["memory"] = memory(profile)
            page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
            page.goto("about:blank")
            again = visit(page, address)
            found |= {f"{name} again": value for name, value in again.items()}
            browser.close()
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(profile, ignore_errors=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--share", type=float, default=0.25, help="of one core")
    asked = parser.parse_args()
    rounds = []
    with share_of_core(asked.share) as group, serving_folder(linked_folder()) as address:
        for number in range(1, asked.rounds + 1):
            inside = native(group)
            rounds.append(measure(group, f"{address}/"))
            for level, times in inside.items():
                rounds[-1][f"{level}, native"] = statistics.mean(times) / 1000
            print(f"{number} of {asked.rounds} rounds", file=sys.stderr)
    for name in rounds[0]:
        values = [one[name] for one in rounds]
        unit = "MB" if name == "memory" else "s"
        middle, least, most = statistics.median(values), min(values), max(values)
        print(f"{name:18} {middle:8.2f} {unit}  ({least:.2f} to {most:.2f})")


if __name__ == "__main__":
    main()
