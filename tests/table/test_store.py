"""Games on the table are kept step by step: none is lost, none is there twice."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import numberdrop as nd
from numberdrop.table import Conflict, Missing, Sitting, Store
from sittings import DAY, TODAY, begun, on


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def test_a_game_is_there_again_for_another_program(store: Store, tmp_path: Path) -> None:
    kept, rng = begun(store), random.Random(1)
    while not kept.sitting.is_over():
        kept = on(store, kept, rng)
    assert Store(tmp_path).get(kept.id) == kept
    assert nd.replay(kept.sitting.to_record())
    [listed], problems = Store(tmp_path).list()
    assert problems == []
    assert (listed.id, listed.kind, listed.puzzle, listed.over) == (kept.id, "daily", DAY, True)
    assert listed.turns == len(kept.sitting.state.turns)
    assert listed.score == kept.sitting.to_json()["score"]["total"]
    assert listed.to_json()["touched"] == kept.touched
    assert kept.to_json()["revision"] == kept.revision


def test_of_two_who_go_on_at_once_one_is_told(store: Store, tmp_path: Path) -> None:
    kept, other = begun(store), Store(tmp_path)
    mine = on(store, kept, random.Random(1))
    with pytest.raises(Conflict, match="it went on elsewhere") as caught:
        on(other, kept, random.Random(2))
    assert caught.value.kept == mine


def test_the_same_step_again_is_answered_as_done(store: Store) -> None:
    kept = begun(store)
    once = on(store, kept, random.Random(1), "key-1")
    again = on(store, kept, random.Random(1), "key-1")
    assert again == once
    with pytest.raises(Conflict):
        on(store, kept, random.Random(1), "key-2")


def test_many_threads_lose_and_double_nothing(store: Store) -> None:
    kept = begun(store)
    done: list[int] = []

    def play(seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(8):
            try:
                now = store.get(kept.id)
                grade = rng.choice(["region", "placement", "turn"])
                done.append(
                    store.do(kept.id, now.revision, {"do": "help", "grade": grade}).revision
                )
            except Conflict:
                continue

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == len({*done})
    assert store.get(kept.id).revision == 1 + len(done)


def test_a_step_that_is_refused_is_not_kept(store: Store) -> None:
    kept = begun(store)
    with pytest.raises(nd.IllegalTurn):
        store.do(kept.id, 1, {"do": "end"})
    assert store.get(kept.id).revision == 1


def test_a_game_is_taken_out(store: Store) -> None:
    kept = begun(store)
    store.remove(kept.id)
    for ask in (store.get, store.remove):
        with pytest.raises(Missing, match="there is no game"):
            ask(kept.id)
    assert store.list() == ([], [])


def test_what_other_programs_have_changed_is_told(store: Store, tmp_path: Path) -> None:
    spoilt, whole = begun(store), begun(store)
    with sqlite3.connect(store.path) as database:
        database.execute("update steps set step = '{' where game = ?", (spoilt.id,))
        database.execute("update games set puzzle = 'a\x1b[1m' where id = ?", (spoilt.id,))
    fresh = Store(tmp_path)
    with pytest.raises(nd.NumberdropError, match="step 1") as caught:
        fresh.get(spoilt.id)
    assert "\n" not in str(caught.value)
    found, [problem] = fresh.list()
    assert "\x1b" not in problem
    assert [kept.id for kept in found] == [whole.id]
    assert spoilt.id in problem


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("pragma user_version = 9", "expected tables of version 1, got 9"),
        ("create table cats (name text)", "expected the games on the table, got others"),
    ],
)
def test_another_database_is_no_store(store: Store, statement: str, message: str) -> None:
    with sqlite3.connect(store.path) as database:
        database.execute(statement)
    with pytest.raises(nd.NumberdropError, match=message):
        store.list()


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(nd.NumberdropError, match=r"file/table\.sqlite: File exists"):
        Store(tmp_path / "file").begin(Sitting.begin({"kind": "solo"}, TODAY))


PLAYER = """
import random, sys
from pathlib import Path
from numberdrop.table import Store
from sittings import begun, on
store, rng = Store(Path(sys.argv[1])), random.Random(int(sys.argv[2]))
kept = begun(store)
print(kept.id, kept.revision, flush=True)
while not kept.sitting.is_over():
    kept = on(store, kept, rng)
    print(kept.id, kept.revision, flush=True)
"""


@pytest.mark.parametrize("kills", [1, pytest.param(30, marks=pytest.mark.slow)])
def test_a_killed_program_loses_no_step_that_it_told(tmp_path: Path, kills: int) -> None:
    rng = random.Random(kills)
    paths = os.pathsep.join(sys.path)
    for number in range(kills):
        process = subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(tmp_path), str(number)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": paths},
        )
        assert process.stdout
        last = ""
        for _ in range(rng.randrange(1, 60)):
            last = process.stdout.readline() or last
        process.send_signal(signal.SIGKILL)
        for line in process.stdout:
            last = line if line.endswith("\n") else last
        process.communicate()
        name, revision = last.split()
        kept = Store(tmp_path).get(name)
        assert int(revision) <= kept.revision
        assert nd.replay(kept.sitting.to_record())
