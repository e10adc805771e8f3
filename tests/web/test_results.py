"""The result of a finished game goes into the high scores once; a removed one stays removed."""

import random
import time
from pathlib import Path
from typing import Any

import pytest

from commands import TIMEOUT
from numberdrop.puzzles.results import Results
from numberdrop.sessions import Store
from numberdrop.sessions.help import best_turn
from serving import Client, serving
from sessions import ended, new

KEY = "last"


def finish(client: Client, folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Play a game to its end through the API. Return the game, and the request of the last step."""
    kept = ended(Store(folder), random.Random(1), kind="solo", seed=9)
    game = client.post("games", {"kind": "solo", "seed": "9"})
    game = client.step(game, {"do": "start", "cell": kept.session.state.start})
    for turn in kept.session.state.turns:
        game = client.step(game, {"do": "type", "text": str(turn)})
        before, game = game, client.step(game, {"do": "end"}, KEY)
    Store(folder).remove(kept.id)
    return game, {"revision": before["revision"], "key": KEY, "step": {"do": "end"}}


@pytest.mark.usefixtures("storage")
def test_removed_result_stays_removed(tmp_path: Path) -> None:
    results = Results(tmp_path)
    with serving(tmp_path) as client:
        game, last = finish(client, tmp_path)
        at = f"games/{game['id']}"
        assert client.get(at) == game
        assert client.get(at)["result"]["number"] == client.get("scores")["results"][0]["number"]
        results.remove(game["result"].pop("number"))
        for _ in range(2):
            assert client.get(at) == game
            assert client.get("games")["games"][0]["id"] == game["id"]
            assert client.post(f"{at}/steps", last) == game
            late = client.ask("POST", f"{at}/steps", {**last, "key": "other"})
            assert (late.status, late.json()["game"]) == (409, game)
        assert client.get("scores")["results"] == []
    with serving(tmp_path) as client:
        assert client.get(at) == game
    assert results.all() == ([], [])


@pytest.mark.usefixtures("storage")
def test_drop_problem_is_solved_by_any_of_several_games(tmp_path: Path) -> None:
    """Whatever the other games on it, before or after, have scored."""
    store, problem, rng = Store(tmp_path), "drop#1.4", random.Random(1)

    def solved(client: Client) -> list[str]:
        return [drop["name"] for drop in client.get("drops")["drops"] if drop["solved"]]

    with serving(tmp_path) as client:
        failed = ended(store, rng, kind="drop", puzzle=problem)
        best = session = new(kind="drop", puzzle=problem)
        steps: list[dict[str, Any]] = []
        while not session.is_over():
            steps += [{"do": "type", "text": str(best_turn(session))}, {"do": "end"}]
            session = session.do(steps[-2]).do(steps[-1])
        assert solved(client) == []
        store.begin(best, *steps[:-1])
        assert solved(client) == []
        right = store.begin(best, *steps)
        assert solved(client) == [problem]
        again = ended(store, rng, kind="drop", puzzle=problem)
        assert solved(client) == [problem]
        for kept in (failed, again):
            position = kept.session.position
            assert position
            assert position.score().total != kept.session.setup.goal
        store.remove(right.id)
        assert solved(client) == []


def test_get_of_a_game_writes_nothing(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        kept = ended(Store(tmp_path), random.Random(1), kind="solo", seed=9)
        assert "number" not in client.get(f"games/{kept.id}")["result"]
        assert not Results(tmp_path).path.exists()


def test_restarted_server_saves_pending_result(tmp_path: Path) -> None:
    kept = ended(Store(tmp_path), random.Random(1), kind="solo", seed=9)
    deadline = time.monotonic() + TIMEOUT
    for _ in range(2):
        with serving(tmp_path) as client:
            while not (found := client.get("scores")["results"]):
                assert time.monotonic() < deadline
            assert [result["puzzle"] for result in found] == [kept.session.setup.puzzle]
