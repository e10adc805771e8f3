"""Executors: the built-in and custom ones, and messages for invalid ones."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
from commands import ENVIRON, TIMEOUT, Run
from numberdrop.jobs import in_order
from worker_jobs import twice

NUMBERS = list(range(20))


@pytest.mark.parametrize(
    "executor",
    [
        "threads",
        "worker_jobs:three_threads",
        ThreadPoolExecutor,
        lambda workers: ThreadPoolExecutor(2),
    ],
    ids=["threads", "by its name", "a class", "a function"],
)
def test_any_executor_runs_jobs(executor: str | Callable[[int], Executor]) -> None:
    assert list(in_order(twice, NUMBERS, 2, executor)) == [2 * number for number in NUMBERS]


INVALID = {
    "process": "expected processes, threads, dask:ADDRESS or MODULE:FACTORY, got 'process'",
    "dask:": "expected an address as in dask:tcp://HOST:8786, got 'dask:'",
    "dask:localhost": "expected an address as in dask:tcp://HOST:8786, got 'dask:localhost'",
    "nowhere:make": "'nowhere:make' can't be imported: No module named 'nowhere'",
    "worker_jobs:nothing": "module 'worker_jobs' has no 'nothing'",
    "worker_jobs:os": "expected 'os' of 'worker_jobs' to be a function",
}


@pytest.mark.parametrize("executor", INVALID)
def test_invalid_executor_is_refused(executor: str, run: Run) -> None:
    with pytest.raises(nd.NotationError) as caught:
        next(in_order(twice, NUMBERS, 2, executor))
    assert str(caught.value) == f"executor: {INVALID[executor]}"
    done = run.fails("lab", "selfplay", "--games", "1", "--seed", "1", "--executor", executor)
    assert (done.code, done.err) == (2, f"numberdrop: --executor: {INVALID[executor]}\n")


def test_factory_without_executor_is_refused() -> None:
    with pytest.raises(
        nd.NumberdropError, match=r"expected a concurrent.futures.Executor, got int"
    ):
        next(in_order(twice, NUMBERS, 2, "worker_jobs:no_executor"))


UNGUARDED = """
from math import factorial
from numberdrop.jobs import as_done
print(sorted(done.result for done in as_done(factorial, range(5), workers=2)))
"""


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["script.py"], 'expected the script to start them under `if __name__ == "__main__":`'),
        (["-"], "expected the script in a file, which each process imports, got '<stdin>'"),
    ],
)
def test_script_without_a_guard_gets_one_line(
    argv: list[str], message: str, tmp_path: Path
) -> None:
    """Nothing comes from the processes, and the error is no guess about memory."""
    (tmp_path / "script.py").write_text(UNGUARDED)
    done = subprocess.run(
        [sys.executable, *argv],
        input=UNGUARDED,
        cwd=tmp_path,
        env=ENVIRON,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert done.stdout == ""
    assert done.stderr.count("Traceback") == 1
    assert message in done.stderr.splitlines()[-1]


def test_python_without_processes_does_jobs_with_one_worker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "numberdrop.jobs.processes", None)
    assert list(in_order(twice, NUMBERS)) == [2 * number for number in NUMBERS]
    with pytest.raises(nd.NumberdropError) as caught:
        next(in_order(twice, NUMBERS, 2))
    assert str(caught.value) == "workers: expected 1, got 2: this Python can't start processes"


def test_missing_dask_is_an_error(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def without(name: str, *more: Any) -> Any:
        return None

    monkeypatch.setattr("numberdrop.jobs.executors.find_spec", without)
    words = [
        "lab",
        "selfplay",
        "--games",
        "1",
        "--seed",
        "1",
        "--executor",
        "dask:tcp://127.0.0.1:1",
    ]
    done = run.fails(*words)
    assert done.code == 1
    assert done.err == (
        "numberdrop: executor: expected Dask to be installed: pip install 'numberdrop[dask]'\n"
    )
