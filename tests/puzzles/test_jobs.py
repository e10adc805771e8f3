"""Work shared by processes."""

from __future__ import annotations

import operator
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import numberdrop as nd
from commands import ENVIRON
from numberdrop.jobs import in_order

NUMBERS = range(-20, 21)


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_order(workers: int) -> None:
    assert list(in_order(operator.neg, NUMBERS, workers)) == [-number for number in NUMBERS]
    assert list(in_order(operator.neg, [], workers)) == []


def test_an_error_in_a_job_comes_where_its_result_would() -> None:
    made = in_order(operator.index, [1, 2, "three", 4], 2)
    assert [next(made), next(made)] == [1, 2]
    with pytest.raises(TypeError):
        next(made)
    assert list(made) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_what_is_asked_comes_after_the_results_before_it(workers: int) -> None:
    def asked() -> Iterator[int]:
        yield from (1, 2, 3)
        raise OSError("the file ends here")

    made = in_order(operator.neg, asked(), workers)
    assert [next(made) for _ in range(3)] == [-1, -2, -3]
    with pytest.raises(OSError, match="ends here"):
        next(made)


@pytest.mark.parametrize("workers", [0, 65, -1])
def test_the_number_of_processes_has_bounds(workers: int) -> None:
    with pytest.raises(nd.NumberdropError, match="workers: expected 1 to 64"):
        list(in_order(operator.neg, NUMBERS, workers))


def test_a_process_that_the_system_has_ended_is_an_error_in_one_line() -> None:
    with pytest.raises(nd.NumberdropError, match="the system has ended a worker"):
        list(in_order(os._exit, [9, 9], 2))


STUCK = r"""
import os, sys, threading
from numberdrop.jobs import in_order

def work(number):
    if number:
        os.write(1, b"stuck\n")  # in one go: others write there too
        threading.Event().wait()
    return number

if __name__ == "__main__":
    for number in in_order(work, range(int(sys.argv[1])), 2):
        os.write(1, b"first\n")
"""


@pytest.mark.parametrize("jobs", [2, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kill", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_a_killed_parent(
    kill: signal.Signals, jobs: int, tmp_path: Path
) -> None:
    """Its stdout ends when all have let go of it: the parent, and workers whose jobs never end."""
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
    said = sorted(process.stdout.readline() for _ in range(jobs))
    assert said == ["first\n", *["stuck\n"] * (jobs - 1)]
    # As a terminal and timeout(1) do it; a kill is for the parent alone.
    (process.send_signal if kill == signal.SIGKILL else partial(os.killpg, process.pid))(kill)
    out, _ = process.communicate(timeout=120)
    assert (out, process.returncode != 0) == ("", True)
