"""The choice of the storage, and the program in a Python without SQLite."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from commands import ENVIRON
from numberdrop.database import DatabaseUnavailable
from numberdrop.puzzles.results import Results
from numberdrop.sessions import Store
from numberdrop.sessions.outcome import submit_pending_results, submit_result
from sessions import after_random_step, begun, ended
from storages import BEGINNINGS, block_sqlite, only_files


def test_files_are_continued_by_a_python_with_sqlite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        block_sqlite(patch)
        saved = begun(Store(tmp_path))
        submit_result(
            Store(tmp_path),
            ended(Store(tmp_path), random.Random(1), kind="solo").id,
            Results(tmp_path),
        )
    store, results = Store(tmp_path), Results(tmp_path)
    after = after_random_step(store, store.get(saved.id), random.Random(1))
    assert store.unscored() == ()
    assert [one.number for one in results.all()[0]] == [1]
    with monkeypatch.context() as patch:
        block_sqlite(patch)
        assert Store(tmp_path).get(saved.id) == after
    assert sorted(os.listdir(tmp_path)) == ["results.files", "table.files"]


def test_database_is_refused_and_unchanged_without_sqlite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = begun(Store(tmp_path))
    before = Store(tmp_path).path.read_bytes()
    with monkeypatch.context() as patch:
        block_sqlite(patch)
        store = Store(tmp_path)
        for call in (
            store.list,
            store.expect_usable,
            store.unscored,
            lambda: store.get(saved.id),
            lambda: begun(store),
        ):
            with pytest.raises(DatabaseUnavailable) as caught:
                call()
            assert str(caught.value) == (
                f"{tmp_path / 'table.sqlite'}: expected a Python with SQLite, got one without it"
            )
    assert os.listdir(tmp_path) == ["table.sqlite"]
    assert store.path.read_bytes() == before
    assert Store(tmp_path).get(saved.id) == saved


def test_game_of_files_waits_for_results_in_a_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games are begun in files beside a database of results, which only another Python can read."""
    Results(tmp_path).keep_entry("2026-11-20", "p", "one")
    with monkeypatch.context() as patch:
        block_sqlite(patch)
        store, results = Store(tmp_path), Results(tmp_path)
        saved = ended(store, random.Random(1), kind="solo", seed=9)
        with pytest.raises(DatabaseUnavailable, match=r"results\.sqlite: expected a Python with"):
            submit_result(store, saved.id, results)
        submit_pending_results(store, results)
        assert store.unscored() == (saved.id,)
    submit_pending_results(Store(tmp_path), Results(tmp_path))
    assert [one.puzzle for one in Results(tmp_path).all()[0]] == ["plain#9.0"]


def test_both_storages_in_a_folder_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One was begun elsewhere and copied here: neither may hide the other."""
    store = Store(tmp_path)
    saved = begun(store)
    with monkeypatch.context() as patch:
        block_sqlite(patch)
        begun(Store(tmp_path / "other"))
    (tmp_path / "other" / "table.files").rename(tmp_path / "table.files")
    for call in (store.list, store.expect_usable, lambda: store.get(saved.id)):
        with pytest.raises(DatabaseUnavailable) as caught:
            call()
        assert str(caught.value) == (
            f"{tmp_path}: expected table.sqlite or table.files, got both: move one of them away"
        )
    (tmp_path / "table.files").rename(tmp_path / "away")
    assert store.get(saved.id) == saved


def test_store_follows_the_storage_that_another_program_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An open store that has saved nothing yet begins no second storage."""
    store = Store(tmp_path)
    assert store.list() == ([], [])
    with monkeypatch.context() as patch:
        block_sqlite(patch)
        saved = begun(Store(tmp_path))
    assert store.get(saved.id) == saved
    begun(store)
    assert os.listdir(tmp_path) == ["table.files"]


@only_files
@pytest.mark.usefixtures("storage")
def test_lists_games_begun_at_the_same_time_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from numberdrop.sessions import store as module

    monkeypatch.setattr(module, "time_now", lambda: "2026-11-25T08:00:00.000+00:00")
    store = Store(tmp_path)
    saved = [begun(store).id for _ in range(12)]
    assert [summary.id for summary in store.list()[0]] == saved[::-1]


#: Plays a game, continues it in another store, and submits its result, all without SQLite and file
#: locks, and without starting a thread.
PLAY = """
import random, sys, threading
sys.modules["fcntl"] = None
def refuse(*_, **__):
    raise RuntimeError("can't start new thread")
threading.Thread.start = refuse
from pathlib import Path
from numberdrop.puzzles.results import Results
from numberdrop.sessions import Session, Store
from numberdrop.sessions.outcome import submit_result
from sessions import begun, next_step
folder = Path(sys.argv[1])
saved, rng = begun(Store(folder)), random.Random(1)
while not saved.session.is_over():
    step = saved.session.resolve(next_step(saved.session, rng))
    saved = Store(folder).do(saved.id, saved.revision, step, f"key-{saved.revision}")
    assert Store(folder).get(saved.id) == saved
[listed], problems = Store(folder).list()
assert (listed.id, listed.over, problems) == (saved.id, True, [])
for _ in range(2):
    submit_result(Store(folder), saved.id, Results(folder))
[result], problems = Results(folder).all()
assert (result.number, result.score, problems) == (1, listed.score, [])
assert Results(folder).record(1) == saved.session.to_record()
assert "_sqlite3" not in sys.modules
print(saved.id)
"""


def test_game_is_played_and_submitted_without_sqlite_locks_and_threads(tmp_path: Path) -> None:
    here = os.pathsep.join([ENVIRON["PYTHONPATH"], *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", BEGINNINGS["files"] + PLAY, str(tmp_path)],
        env={**ENVIRON, "PYTHONPATH": here},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert Store(tmp_path).get(done.stdout.strip()).session.is_over()


@pytest.mark.parametrize("argv", [["play", "--list"], ["scores"], ["--version"]])
def test_commands_start_without_sqlite(argv: list[str], tmp_path: Path) -> None:
    program = BEGINNINGS["files"] + "from numberdrop.cli import main\nsys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", program, *argv],
        env={**ENVIRON, "NUMBERDROP_DATA": str(tmp_path / "data")},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert os.listdir(tmp_path) == []
