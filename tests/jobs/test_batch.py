"""Batches of jobs: results, errors, and workers that die."""

from __future__ import annotations

import operator
import os
import pickle
import platform
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import count
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any, ClassVar

import pytest

import numberdrop as nd
from commands import ENVIRON
from numberdrop.jobs import Executors, Poisoned, as_done, in_order, worker_pool
from numberdrop.jobs.alone import ProcessKilled, run_alone
from numberdrop.jobs.build import this_build
from numberdrop.jobs.pool import ExecutorPool
from numberdrop.version import SIGNATURE
from places import TESTS
from worker_jobs import Breaking, deadly_7, deadly_once, failing_3, late_if_even, twice

NUMBERS = range(-20, 21)


@pytest.mark.parametrize("workers", [1, 2])
def test_in_order_yields_results_in_input_order(workers: int) -> None:
    assert list(in_order(operator.neg, NUMBERS, workers)) == [-number for number in NUMBERS]
    assert list(in_order(operator.neg, [], workers)) == []


@pytest.mark.parametrize("executor", ["processes", "threads"])
def test_one_worker_is_the_calling_thread(executor: str) -> None:
    [here] = set(in_order(lambda _: threading.get_ident(), NUMBERS, 1, executor))
    assert here == threading.get_ident()


def test_error_of_job_is_raised_in_place_of_its_result() -> None:
    results = in_order(operator.index, [1, 2, "three", 4], 2)
    assert [next(results), next(results)] == [1, 2]
    with pytest.raises(TypeError):
        next(results)
    assert list(results) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_error_of_iterable_is_raised_after_earlier_results(workers: int) -> None:
    def items() -> Iterator[int]:
        yield from (1, 2, 3)
        raise OSError("the file ends here")

    results = in_order(operator.neg, items(), workers)
    assert [next(results) for _ in range(3)] == [-1, -2, -3]
    with pytest.raises(OSError, match="ends here"):
        next(results)


@pytest.mark.parametrize("workers", [0, 65, -1])
def test_workers_out_of_range_are_refused(workers: int) -> None:
    with pytest.raises(nd.NumberdropError, match="workers: expected 1 to 64"):
        list(in_order(operator.neg, NUMBERS, workers))


# Workers that die


@pytest.mark.parametrize("executor", [Breaking, pytest.param("processes", marks=pytest.mark.slow)])
def test_job_that_kills_workers_is_named_and_others_are_done(executor: Executors) -> None:
    made = as_done(deadly_7, range(12), 2, executor)
    found: list[int] = []
    with pytest.raises(
        Poisoned, match=r"^7: killed its workers, .* all others are done$"
    ) as caught:
        found.extend(done.result for done in made)
    assert sorted(found) == [number for number in range(12) if number != 7]
    assert caught.value.names == ["7"]


def test_in_order_skips_jobs_that_kill_workers() -> None:
    results = in_order(twice, [1, 7, 3, 7, 5], 2, Breaking, named="number {}".format)
    assert [next(results) for _ in range(3)] == [2, 6, 10]
    with pytest.raises(Poisoned, match=r"^number 7, number 7: killed their workers"):
        next(results)


@pytest.mark.slow
def test_lost_job_runs_again_and_order_is_kept(tmp_path: Path) -> None:
    items = [(str(tmp_path), number) for number in range(13)]
    assert list(in_order(deadly_once, items, 2)) == list(range(13))
    assert len(list(tmp_path.iterdir())) == 5


def test_batch_is_aborted_if_every_job_kills_workers() -> None:
    with pytest.raises(Poisoned, match="the others were not run") as caught:
        list(in_order(twice, [7] * 100, 2, Breaking))
    assert len(caught.value.names) == 4


# Order of completion


@pytest.mark.parametrize("workers", [1, 2])
def test_as_done_yields_numbers_and_items(workers: int) -> None:
    found = {done.number: (done.item, done.result) for done in as_done(twice, NUMBERS, workers)}
    assert found == {n: (number, 2 * number) for n, number in enumerate(NUMBERS)}


def test_slow_jobs_delay_only_results_in_order() -> None:
    found = [done.number for done in as_done(late_if_even, range(8), 2, "threads")]
    assert sorted(found) == list(range(8)) != found
    assert list(in_order(late_if_even, range(8), 2, "threads")) == list(range(8))


def test_error_of_job_ends_the_batch() -> None:
    with pytest.raises(ValueError, match="no threes"):
        list(as_done(failing_3, count(), 2, "threads"))


@pytest.mark.parametrize("executor", ["processes", "threads"])
def test_is_ended_stops_the_batch(executor: str) -> None:
    found: list[int] = []
    for number in in_order(twice, count(), 1, executor, is_ended=lambda: len(found) > 4):
        found.append(number)
    assert found == [0, 2, 4, 6, 8]


def test_items_are_taken_within_a_window() -> None:
    items = count()
    results = as_done(twice, items, 3, "threads")
    for _ in range(100):
        next(results)
    results.close()
    assert next(items) < 110


#: Reads VmHWM because getrusage's figure includes the memory of the parent process.
MANY_JOBS = r"""
import re, sys
from pathlib import Path
from worker_jobs import twice
from numberdrop.jobs import in_order

if __name__ == "__main__":
    assert sum(in_order(twice, range(100_000), 2, sys.argv[1])) == 99_999 * 100_000
    print(int(re.search(r"VmHWM:\s*(\d+)", Path("/proc/self/status").read_text())[1]) // 1024)
"""


@pytest.mark.slow
@pytest.mark.parametrize("executor", ["threads", "processes"])
def test_hundred_thousand_jobs_need_little_memory(executor: str, tmp_path: Path) -> None:
    program = tmp_path / "tiny.py"
    program.write_text(MANY_JOBS, "utf-8")
    paths = os.pathsep.join([ENVIRON["PYTHONPATH"], str(TESTS / "support")])
    done = subprocess.run(
        [sys.executable, str(program), executor],
        env={**ENVIRON, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) < 200  # MB


def test_pool_runs_several_batches() -> None:
    with worker_pool("threads", 2) as pool:
        for _ in range(3):
            assert list(in_order(twice, range(5), executor=pool)) == [0, 2, 4, 6, 8]


# Other builds


def test_worker_of_another_build_refuses_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    other = replace(this_build(), signature="00000000", weights="11111111")
    monkeypatch.setattr("numberdrop.jobs.batch.this_build", lambda: other)
    with pytest.raises(nd.NumberdropError) as caught:
        list(in_order(twice, NUMBERS, 2, "threads"))
    assert str(caught.value) == (
        f"worker {os.getpid()} on {platform.node()}: expected signature 00000000, weights "
        f"11111111, got signature {SIGNATURE}, weights {this_build().weights}: "
        "install the same there"
    )


class Refusing(Executor):
    """An executor that refuses jobs with a message of two lines."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        refused: Future[Any] = Future()
        refused.set_exception(RuntimeError("Error while unpacking.\nSee the documents.\n"))
        return refused


def test_refusing_executor_gives_one_line_error() -> None:
    with pytest.raises(nd.NumberdropError) as caught:
        list(in_order(twice, NUMBERS, 2, lambda _: Refusing()))
    assert str(caught.value) == (
        "a worker can't run a job, RuntimeError: Error while unpacking. See the documents.: "
        "expected the same numberdrop to be installed there"
    )


STUCK = r"""
import os, sys, threading
from numberdrop.jobs import in_order

def work(number):
    if number:
        os.write(1, b"stuck\n")  # in one call, since other processes write there too
        threading.Event().wait()
    return number

if __name__ == "__main__":
    for number in in_order(work, range(int(sys.argv[1])), 2):
        os.write(1, b"first\n")
"""


@pytest.mark.parametrize("jobs", [2, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kill", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_worker_outlives_a_killed_parent(
    kill: signal.Signals, jobs: int, tmp_path: Path
) -> None:
    """stdout ends when all processes have closed it, including workers whose jobs never end."""
    program = tmp_path / "stuck.py"
    program.write_text(STUCK, "utf-8")
    process = subprocess.Popen(
        [sys.executable, str(program), str(jobs)],
        env=ENVIRON,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    assert process.stdout
    lines = sorted(process.stdout.readline() for _ in range(jobs))
    assert lines == ["first\n", *["stuck\n"] * (jobs - 1)]
    # A terminal and timeout(1) signal the whole group; SIGKILL goes to the parent only.
    (process.send_signal if kill == signal.SIGKILL else partial(os.killpg, process.pid))(kill)
    out, _ = process.communicate(timeout=120)
    assert (out, process.returncode != 0) == ("", True)


STARTING = r"""
import os, signal, sys, time
from numberdrop.jobs import in_order

if __name__ == "__mp_main__":  # in a worker that has no signal handlers yet
    os.write(1, b"born\n")
    time.sleep(1)

if __name__ == "__main__":
    try:
        list(in_order(abs, range(9), 2))
    except KeyboardInterrupt:
        sys.exit(130)
"""


def test_starting_worker_leaves_ctrl_c_to_its_parent(tmp_path: Path) -> None:
    program = tmp_path / "starting.py"
    program.write_text(STARTING, "utf-8")
    with subprocess.Popen(
        [sys.executable, str(program)],
        env=ENVIRON,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "born\n"
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=120)
    assert (err, process.returncode) == ("", 130)


def test_signal_during_worker_start_is_deferred(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupted start would leave the worker with half of its data and a traceback.

    The running job, which may take minutes, ends with its worker.
    """
    started: list[SpawnProcess] = []

    def start(self: SpawnProcess) -> None:
        signal.raise_signal(signal.SIGINT)
        real(self)
        started.append(self)

    real = SpawnProcess.start
    monkeypatch.setattr(SpawnProcess, "start", start)
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        list(in_order(time.sleep, [600, 600], 2))
    assert len(started) == 1
    assert not started[0].is_alive()
    assert time.monotonic() - began < 300


# Suspects and stragglers


class Isolating(ExecutorPool):
    """Threads of which one is lost alone, as on a cluster, by each job that takes a 7."""

    max_losses, max_losses_alone = 1, 1
    copies_stragglers = True

    def __init__(self, workers: int, make: Any = ThreadPoolExecutor) -> None:
        super().__init__(make, workers)
        self.make = make

    def replace_executor(self, broken: Executor) -> None:
        """Do nothing: the other workers are still there."""

    def pool_of_one(self) -> Isolating:
        return Isolating(1, self.make)


class Lossy(ThreadPoolExecutor):
    """Threads that lose a job that takes a 7: at first at once, and later once all other jobs are
    done."""

    suspects: ClassVar[list[Future[Any]]] = []

    def submit(self, fn: Any, /, *args: Any, **more: Any) -> Future[Any]:
        if args[-1] != 7:
            return super().submit(fn, *args, **more)
        self.suspects.append(Future())
        if len(self.suspects) == 1:
            self.suspects[0].set_exception(BrokenExecutor("lost"))
        return self.suspects[-1]


def test_other_jobs_continue_while_a_suspect_is_tried() -> None:
    found: list[int] = []
    with Isolating(2, Lossy) as pool:
        batch = as_done(twice, range(40), None, pool)
        found = [next(batch).result for _ in range(39)]
        assert len(Lossy.suspects) == 2
        Lossy.suspects[1].set_exception(BrokenExecutor("lost"))
        with pytest.raises(Poisoned, match=r"^7: killed its workers"):
            next(batch)
    assert sorted(found) == [2 * number for number in range(40) if number != 7]


def held_once(number: int, begun: list[int], release: threading.Event) -> int:
    """Return `number`; 8 waits for `release` the first time."""
    if number == 8 and not begun:
        begun.append(number)
        release.wait()
    return number


def test_straggler_is_copied_and_the_first_result_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numberdrop.jobs.batch.STRAGGLER_SECONDS", 0.1)
    release = threading.Event()
    work = partial(held_once, begun=[], release=release)
    with Isolating(3) as pool:
        found = [done.result for done in as_done(work, [0, 1, 2, 8, 3, 4], None, pool)]
        release.set()
    assert sorted(found) == [0, 1, 2, 3, 4, 8]


def late_8(number: int, begun: list[int]) -> int:
    begun.append(number)
    time.sleep(0.6 if number == 8 else 0)
    return number


def test_straggler_on_this_machine_is_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numberdrop.jobs.batch.STRAGGLER_SECONDS", 0.1)
    begun: list[int] = []
    work = partial(late_8, begun=begun)
    assert list(in_order(work, [0, 8, 1], 2, "threads")) == [0, 8, 1]
    assert sorted(begun) == [0, 1, 8]


# A process for a job


def test_job_alone_returns_raises_or_is_killed() -> None:
    assert run_alone(pickle.dumps((twice, (4,), {}))) == 8
    with pytest.raises(ValueError, match="no threes"):
        run_alone(pickle.dumps((failing_3, (3,), {})))
    with pytest.raises(ProcessKilled, match="ended with code 1"):
        run_alone(pickle.dumps((deadly_7, (7,), {})))
    assert run_alone(pickle.dumps((print, ("text",), {}))) is None
