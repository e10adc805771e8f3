"""Measure a table of six phones: `python bench/table.py`, on an idle machine. It needs Chromium.

Prints how long after the last player's click the end of a turn is on all six screens, and on each;
how long six seats wait for answers while a hundred strangers ask with wrong codes and tokens; and
what the server's memory grows by with a table of six and a whole game, after its weights are
loaded.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.append(str(Path(__file__).parent.parent / "tests" / "support"))

from at_tables import AtTable, open_table, random_step
from browsing import PHONE, Served, chromium, opened
from serving import Client

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PEOPLE = 6
#: Notes when the heading of the page has another turn, by the clock that all pages share.
CLOCK = """
window.turns = {};
new MutationObserver(() => {
  const turn = document.querySelector(".part-head h1")?.textContent.match(/turn (\\d+)/)?.[1];
  if (turn && !(turn in window.turns)) window.turns[turn] = Date.now();
}).observe(document, { childList: true, subtree: true, characterData: true });
"""


def figures(what: str, seconds: Sequence[float]) -> str:
    """Return a line with the median, the 99th percentile and the maximum."""
    ordered = sorted(seconds)
    half, most = ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]
    return (
        f"{what}: half within {1000 * half:.0f} ms, 99 of 100 within {1000 * most:.0f} ms, "
        f"the slowest {1000 * ordered[-1]:.0f} ms ({len(ordered)})"
    )


def screens(browser: Browser, served: Served, turns: int, rng: random.Random) -> None:
    """Measure the end of turns on six screens."""
    all_six: list[float] = []
    each: list[float] = []
    while len(all_six) < turns:
        _, *seats = open_table(Client(served.port), PEOPLE)
        contexts = [opened(browser, PHONE) for _ in seats]
        pages: list[Page] = []
        for context, seat in zip(contexts, seats, strict=True):
            context.add_init_script(CLOCK)
            pages.append(context.new_page())
            pages[-1].goto(f"{served.address}/#/table/{seat.code}/{seat.token}")
            pages[-1].locator(".game .tray").wait_for()
        turn = 1
        while len(all_six) < turns:
            last = rng.randrange(PEOPLE)
            for at, seat in enumerate(seats):
                seat.choose(rng) if at == last else seat.play(rng)
            pages[last].locator("[data-action=end]:enabled").wait_for()
            pages[last].wait_for_timeout(300)
            begun = pages[last].evaluate(
                """async () => {
                  const asked = () => document.querySelector("[data-action=end].is-asked");
                  let now = Date.now();
                  document.querySelector("[data-action=end]").click();
                  for (let n = 0; n < 20 && !asked(); n++)
                    await new Promise((resolve) => setTimeout(resolve, 10));
                  if (asked()) {
                    now = Date.now();
                    asked().click();
                  }
                  return now;
                }"""
            )
            while (view := seats[0].view())["game"]["turn"] == turn and not view["game"]["over"]:
                time.sleep(0.02)
            if view["game"]["over"]:
                break
            turn += 1
            times = []
            for page in pages:
                page.wait_for_function("(turn) => turn in window.turns", arg=str(turn))
                times.append((page.evaluate(f"() => window.turns[{turn}]") - begun) / 1000)
            each += times
            all_six.append(max(times))
        for context in contexts:
            context.close()
    print(figures("end of a turn, on all six screens", all_six), flush=True)
    print(figures("end of a turn, on each screen", each), flush=True)


class Caller:
    """A seat with a persistent connection, as a phone has it."""

    def __init__(self, seat: AtTable) -> None:
        self.seat, self.connection = seat, HTTPConnection("127.0.0.1", seat.client.port)

    def ask(self, method: str, path: str, body: Any = None) -> tuple[Any, float]:
        """Return a document, and the seconds until it came."""
        sent = None if body is None else json.dumps(body)
        headers = {"authorization": f"Bearer {self.seat.token}"}
        headers |= {"content-type": "application/json"} if sent else {}
        begun = time.perf_counter()
        self.connection.request(method, f"/api/v1/tables/{self.seat.code}{path}", sent, headers)
        response = self.connection.getresponse()
        data = response.read()
        seconds = time.perf_counter() - begun
        assert response.status == 200, (response.status, data)
        return json.loads(data), seconds


def strangers(served: Served, count: int, seconds: float, rng: random.Random) -> None:
    """Measure six seats while others guess."""
    host, *seats = open_table(Client(served.port), PEOPLE)
    stop, asked = threading.Event(), [0]

    def guess(number: int) -> None:
        own = random.Random(number)
        while not stop.is_set():
            code = "".join(own.choices("23456789BCDFGHJK", k=6)) if number % 2 else host.code
            stranger = AtTable(host.client, code, f"{own.getrandbits(128):032x}")
            try:
                status = stranger.ask("GET", own.choice(["", "/seat", "/record"])).status
            except Exception:
                continue
            assert status in (403, 404, 429, 503), status
            asked[0] += 1

    threads = [threading.Thread(target=guess, args=[n], daemon=True) for n in range(count)]
    for thread in threads:
        thread.start()
    callers = [Caller(seat) for seat in seats]
    times: list[float] = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for caller in callers:
            game, took = caller.ask("GET", "/seat")
            times.append(took)
            if game["over"]:
                until = 0
                break
            for step in (random_step(game, rng), {"do": "end"}):
                body = {"revision": game["revision"], "step": step}
                game, took = caller.ask("POST", "/seat/steps", body)
                times.append(took)
            time.sleep(0.05)
    stop.set()
    for thread in threads:
        thread.join()
    print(figures(f"answers to six seats while {count} strangers ask", times))
    print(f"answers to strangers: {asked[0]}", flush=True)


def memory(pid: int) -> float:
    """Return the resident memory of a process, in MB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    [line] = [line for line in lines if line.startswith("VmRSS:")]
    return int(line.split()[1]) / 1024


def costs(data: Path, rng: random.Random) -> None:
    """Measure the memory of a table of six in a fresh server."""
    served = Served(data)
    try:
        client = Client(served.port)
        # Both weights, and all that the first game of one device loads, aren't the table's.
        client.ask("POST", "hints", {"position": "1...... -:-:- I0,O0,T0,L0,S0 1", "roll": "1463O"})
        game = client.post("games", {"kind": "table", "seats": [None, "tough"]})
        game = client.step(game, {"do": "start", "cell": "d1"})
        game = client.step(game, random_step(game, rng))
        client.step(game, {"do": "end"})
        time.sleep(3)
        before = memory(served.process.pid)
        host, *seats = open_table(client, PEOPLE)
        with ExitStack() as stack:
            for one in (host, *seats):
                connection = stack.enter_context(client.connect())
                path = f"/api/v1/tables/{one.code}/events"
                headers = [("Authorization", f"Bearer {one.token}")]
                connection.sendall(client.head("GET", path, headers))
            while seats[0].view()["phase"] == "playing":
                for seat in seats:
                    seat.play(rng)
            after = memory(served.process.pid)
        print(f"memory: {before:.1f} MB before, {after - before:.1f} MB more with a game of six")
    finally:
        served.kill()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--turns", type=int, default=40)
    parser.add_argument("--strangers", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rng = random.Random(asked.seed)
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder) / "table")
        try:
            with chromium() as browser:
                screens(browser, served, asked.turns, rng)
            strangers(served, asked.strangers, asked.seconds, rng)
        finally:
            served.kill()
        costs(Path(folder) / "memory", rng)


if __name__ == "__main__":
    main()
