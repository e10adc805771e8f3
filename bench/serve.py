"""Measure the page's server: `python bench/serve.py`, on an idle machine.

Starts a server with a new folder. Prints the time of previews, alone and while a search runs on
every CPU core; the time to the first hint; the time until the search of a disconnected client has
ended; the response times of many simultaneous players with a whole game each, and the number of
requests without a response; and the server's memory at the start and after many games.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numberdrop as nd
from numberdrop.cpus import available_cpus
from numberdrop.plan import play_game
from numberdrop.sessions import PartialTurn

#: Games that the players share; their rolls come from the seed.
SEEDS = range(1, 21)
DEEP = ("deep",)
#: The memory is measured after each of these parts of the games.
PARTS = 5


@dataclass
class Caller:
    """A client with a persistent connection."""

    address: str
    connection: HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        self.connection = HTTPConnection(self.address, timeout=120)

    def begin(self, method: str, path: str, body: Any = None) -> HTTPResponse:
        """Send a request and return the response, whose body is still unread."""
        sent = None if body is None else json.dumps(body)
        headers = {"content-type": "application/json"}
        self.connection.request(method, f"/api/v1/{path}", sent, headers)
        return self.connection.getresponse()

    def ask(self, method: str, path: str, body: Any = None) -> tuple[Any, float]:
        """Return the document of the response, and the seconds until it arrived."""
        started = time.perf_counter()
        response = self.begin(method, path, body)
        data = response.read()
        seconds = time.perf_counter() - started
        if response.status != 200:
            raise RuntimeError(f"{method} {path}: {response.status} {data[:200]!r}")
        return json.loads(data), seconds


@contextmanager
def served() -> Iterator[tuple[str, int]]:
    """Start a server. Yields its address and its process id."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "numberdrop", "serve", "--no-open", "--port", "0", "--json"],
            env={**os.environ, "NUMBERDROP_DATA": folder},
            stdout=subprocess.PIPE,
        )
        assert process.stdout
        said = b""
        while b"}" not in said:
            said += process.stdout.readline()
        try:
            yield urlsplit(json.loads(said)["address"]).netloc, process.pid
        finally:
            process.terminate()
            process.wait()


def questions() -> list[dict[str, Any]]:
    """Return positions from anywhere in some games, with their rolls and with partly chosen
    turns."""
    found = []
    for seed in SEEDS:
        game = play_game(seed, 0)
        for turn in reversed([turn for turn in game.turns if isinstance(turn, nd.Turn)]):
            game.pop()
            half = PartialTurn(turn.slides, cells=PartialTurn.of_turn(turn).cells)
            found.append(
                {
                    "position": str(game.positions[0]),
                    "roll": str(turn.roll),
                    "turn": half.to_json(),
                }
            )
    return found


def print_times(what: str, seconds: Sequence[float]) -> None:
    ordered = sorted(seconds)
    half, most = (
        ordered[len(ordered) // 2],
        ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)],
    )
    print(
        f"{what}: half within {1000 * half:.1f} ms, 99 of 100 within {1000 * most:.1f} ms, "
        f"the slowest {1000 * ordered[-1]:.0f} ms ({len(ordered)})",
        flush=True,
    )


def previews(address: str, asked: list[dict[str, Any]], count: int) -> list[float]:
    """Return the times of `count` previews."""
    caller = Caller(address)
    return [caller.ask("POST", "moments", asked[n % len(asked)])[1] for n in range(count)]


def searching(address: str, asked: dict[str, Any]) -> Caller:
    """Return a client with a deep search that runs or waits."""
    caller = Caller(address)
    question = {"position": asked["position"], "roll": asked["roll"], "levels": DEEP}
    sent = json.dumps(question).encode()
    caller.connection.connect()
    assert caller.connection.sock
    head = f"POST /api/v1/hints HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n"
    caller.connection.sock.sendall(f"{head}Content-Length: {len(sent)}\r\n\r\n".encode() + sent)
    return caller


class Busy:
    """A deep search that keeps every CPU core busy."""

    def __init__(self, address: str, asked: list[dict[str, Any]]) -> None:
        self.ended = threading.Event()
        self.threads = [
            threading.Thread(target=self._search, args=(address, asked[n::7]), daemon=True)
            for n in range(available_cpus())
        ]

    def __enter__(self) -> None:
        for thread in self.threads:
            thread.start()
        time.sleep(0.5)

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        for thread in self.threads:
            thread.join()

    def _search(self, address: str, asked: list[dict[str, Any]]) -> None:
        number = 0
        while not self.ended.is_set():
            one = asked[number % len(asked)]
            body = {"position": one["position"], "roll": one["roll"], "levels": DEEP}
            Caller(address).begin("POST", "hints", body).read()
            number += 1


def first_hints(address: str, asked: list[dict[str, Any]], count: int) -> list[float]:
    """Return the times until a first hint arrives; the rest of the search isn't awaited."""
    times = []
    for number in range(count):
        one = asked[number * 7 % len(asked)]
        caller, started = Caller(address), time.perf_counter()
        body = {"position": one["position"], "roll": one["roll"]}
        response = caller.begin("POST", "hints", body)
        while "hint" not in json.loads(response.readline()):
            pass
        times.append(time.perf_counter() - started)
        caller.connection.close()
        response.close()
    return times


def cancels(address: str, asked: list[dict[str, Any]], count: int) -> list[float]:
    """Return the times from a client's disconnection until another client's search starts in its
    place. All cores are searching, and one more search waits."""
    times = []
    for number in range(count):
        running = [
            searching(address, asked[(number * 5 + n) % 60]) for n in range(available_cpus())
        ]
        time.sleep(0.15)
        waiting = Caller(address)
        body = {"position": asked[0]["position"], "roll": asked[0]["roll"], "levels": ["fast"]}
        response = waiting.begin("POST", "hints", body)
        if json.loads(response.readline()).get("queued") == 1:  # otherwise one had already ended
            started = time.perf_counter()
            running[0].connection.close()
            assert json.loads(response.readline()) == {"queued": 0}
            times.append(time.perf_counter() - started)
        response.read()
        for one in running:
            one.connection.close()
    return times


class Player(threading.Thread):
    """A player of whole games in sequence, with a preview before each turn ends."""

    def __init__(self, address: str, seeds: Sequence[int]) -> None:
        super().__init__()
        self.address, self.seeds = address, seeds
        self.times: list[float] = []
        self.errors: list[str] = []

    def run(self) -> None:
        caller = Caller(self.address)
        for seed in self.seeds:
            try:
                self.play(caller, seed)
            except Exception as error:
                self.errors.append(f"{type(error).__name__}: {error}")
                caller = Caller(self.address)

    def play(self, caller: Caller, seed: int) -> None:
        record = RECORDS[seed]

        def ask(method: str, path: str, body: Any = None) -> Any:
            answer, seconds = caller.ask(method, path, body)
            self.times.append(seconds)
            return answer

        game = ask("POST", "games", {"kind": "solo", "seed": seed})

        def step(step: dict[str, Any]) -> Any:
            body = {"revision": game["revision"], "step": step}
            return ask("POST", f"games/{game['id']}/steps", body)

        game = step({"do": "start", "cell": record["start"]})
        for turn in nd.Game.from_record(record).turns:
            ask("POST", "moments", {"position": game["position"], "roll": game["roll"], "turn": {}})
            game = step({"do": "type", "text": str(turn)})
            game = step({"do": "end"})
        if not game["over"] or game["score"]["total"] != record["result"]["final"]["total"]:
            raise RuntimeError(f"seed {seed}: another game than was played")


RECORDS: dict[int, Any] = {}


def play(address: str, players: int, games: int) -> list[Player]:
    """Run `players` players at once until they have played `games` games."""
    numbers = [SEEDS[n % len(SEEDS)] for n in range(games)]
    found = [Player(address, numbers[n::players]) for n in range(players)]
    for player in found:
        player.start()
    for player in found:
        player.join()
    return found


def memory(process: int) -> float:
    """Return the memory of a process in megabytes."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return float("nan")


def print_players(found: list[Player]) -> None:
    errors = [error for player in found for error in player.errors]
    print_times(
        f"{len(found)} players at once, responses",
        [one for player in found for one in player.times],
    )
    print(f"errors: {len(errors)}", *errors[:3], sep="\n  ", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--probes", type=int, default=300)
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--games", type=int, default=1000, help="after the first of each player")
    given = parser.parse_args()
    asked = questions()
    RECORDS.update({seed: play_game(seed, 0).to_record() for seed in SEEDS})
    with served() as (address, process):
        print(f"{available_cpus()} cores", flush=True)
        # The address is printed before the server is loaded: the first client waits for that.
        print_times("first response", [Caller(address).ask("GET", "keys")[1]])
        print_times("preview", previews(address, asked, given.probes))
        with Busy(address, asked):
            print_times("preview while searches run", previews(address, asked, given.probes))
        print_times("first hint", first_hints(address, asked, given.probes // 3))
        print_times("cancelled", cancels(address, asked, given.probes // 3))
        before = memory(process)
        started = time.perf_counter()
        print_players(play(address, given.players, given.players))
        print(f"  in {time.perf_counter() - started:.0f} s", flush=True)
        print(f"memory: {before:.0f} MB before, {memory(process):.0f} MB after these games")
        for part in range(PARTS):
            print_players(play(address, given.players, given.games // PARTS))
            done = given.players + (part + 1) * (given.games // PARTS)
            print(f"memory: {memory(process):.0f} MB after {done} games", flush=True)


if __name__ == "__main__":
    main()
