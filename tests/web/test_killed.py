"""A server that is killed while games are played loses no answered step, and neither plays a step
nor begins a game twice, however often the request is sent."""

import random
import threading
import time
import uuid
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
from browsing import Served
from commands import TIMEOUT
from numberdrop.plan.hints.selfplay import play_game
from numberdrop.puzzles.results import Results
from numberdrop.sessions import Store
from serving import Answer, Client, NotAnswered

PLAYERS = 3


class Player(threading.Thread):
    """A thread that plays the same game repeatedly, and sends each request until it is answered."""

    def __init__(self, client: Client, seed: int, ended: threading.Event) -> None:
        super().__init__()
        self.client, self.seed, self.ended = client, seed, ended
        self.record = play_game(seed, 0).to_record()
        self.rng = random.Random(seed)
        self.begun, self.games, self.steps, self.again = 0, 0, 0, 0
        self.fault: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.ended.is_set():
                self.play()
        except BaseException as error:
            self.fault = error

    def play(self) -> None:
        self.begun += 1
        head = {"kind": "solo", "seed": self.seed, "key": uuid.uuid4().hex}
        game = self.send("POST", "games", head).json()
        steps: list[dict[str, Any]] = [{"do": "start", "cell": self.record["start"]}]
        for turn in nd.Game.from_record(self.record).turns:
            steps += [{"do": "type", "text": str(turn)}, {"do": "end"}]
        for number, step in enumerate(steps):
            body = {"revision": number, "key": uuid.uuid4().hex, "step": step}
            for _ in range(self.rng.choice((1, 1, 1, 2))):
                answer = self.send("POST", f"games/{game['id']}/steps", body)
                assert answer.status == 200, answer
                assert answer.json()["revision"] == number + 1
            self.steps += 1
        record = self.send("GET", f"games/{game['id']}/record").json()
        assert record["turns"] == self.record["turns"]
        assert record["result"]["scores"] == self.record["result"]["scores"]
        self.games += 1

    def send(self, method: str, path: str, body: Any = None) -> Answer:
        deadline = time.monotonic() + TIMEOUT
        while True:
            try:
                return self.client.ask(method, path, body)
            except (NotAnswered, OSError):
                assert time.monotonic() < deadline
                self.again += 1
                time.sleep(0.05)


def killed(folder: Path, kills: int) -> list[Player]:
    """Run players while their server is killed `kills` times, at random intervals, and return
    them."""
    served, rng, ended = Served(folder), random.Random(kills), threading.Event()
    players = [Player(Client(served.port), seed, ended) for seed in range(1, PLAYERS + 1)]
    try:
        for player in players:
            player.start()
        for _ in range(kills):
            time.sleep(rng.uniform(0, 0.5))
            served.kill()
            served.start()
        ended.set()
        for player in players:
            player.join(TIMEOUT)
    finally:
        ended.set()
        served.kill()
    return players


def check(players: list[Player], folder: Path) -> None:
    for player in players:
        if player.fault:
            raise player.fault
    assert all(player.games for player in players)
    games, problems = Store(folder).list()
    assert (len(games), problems) == (sum(player.begun for player in players), [])
    # All games of a player are the same, which gives one result.
    results, problems = Results(folder).all()
    puzzles = [f"plain#{player.seed}.0" for player in players]
    assert (sorted(result.puzzle for result in results), problems) == (puzzles, [])
    assert sum(player.again for player in players) > 0


@pytest.mark.slow
def test_killed_server_loses_no_steps(tmp_path: Path) -> None:
    check(killed(tmp_path, 1), tmp_path)


@pytest.mark.slow
def test_server_killed_forty_times_loses_no_steps(tmp_path: Path) -> None:
    check(killed(tmp_path, 40), tmp_path)
