"""Functions that run the program, in this process or as a user starts it."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
from numberdrop.cli import main
from numberdrop.plan.hints.selfplay import play_game
from places import DATA

EMPTY = "- -:-:- I0,O0,T0,L0,S0 1"
START = "1...... -:-:- I0,O0,T0,L0,S0 1"
MIDDLE = "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3"
OVER = "1...... -:-:- I4x,O4x,T4x,L4x,S4x 18"

#: Three games played by the hints of version 0.4.0, on the plain deals 0 to 2 of seed 1.
GAMES = [json.loads(line) for line in (DATA / "games.jsonl").read_text("utf-8").splitlines()]

#: Timeout in seconds for a program that only has to exit, on the busiest machine.
TIMEOUT = 600
PROGRAM = [sys.executable, "-m", "numberdrop"]
ENVIRON = {**os.environ, "PYTHONPATH": str(Path(nd.__file__).parent.parent)}


def played(count: int) -> list[dict[str, Any]]:
    """Return the first `count` games that `selfplay --seed 1` plays."""
    return [dict(play_game(1, number).to_record()) for number in range(count)]


@dataclass
class Done:
    """The result of a run."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """The only document on stdout, which ends with its only newline."""
        assert self.out.endswith("\n")
        assert not self.out.endswith("\n\n")
        return json.loads(self.out)


class Run:
    """A runner of command lines in this process."""

    def __init__(self, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
        self.capture = capfdbinary

    def __call__(self, *argv: str) -> Done:
        code = main(argv)
        out, err = self.capture.readouterr()
        return Done(code, out.decode(), err.decode())

    def fails(self, *argv: str) -> Done:
        """Run a command that must fail, with nothing on stdout and one line on stderr."""
        done = self(*argv)
        assert done.out == ""
        assert re.fullmatch(r"numberdrop: [^\n]+\n", done.err), done.err
        assert "Traceback" not in done.err
        return done


def start(
    *argv: str, stdin: bytes | None = None, **environ: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the program as a user does, with additional environment variables."""
    return subprocess.run(
        [*PROGRAM, *argv],
        input=stdin,
        env={**ENVIRON, **environ},
        capture_output=True,
        timeout=TIMEOUT,
    )


def on_terminal(
    *argv: str, program: Sequence[str] = PROGRAM, **environ: str
) -> tuple[int, bytes, str]:
    """Run the program with a terminal as stderr. Returns the exit code, stdout and the terminal's
    output."""
    ours, theirs = pty.openpty()
    more = {"TERM": "xterm", "COLUMNS": "80", **environ}
    with subprocess.Popen(
        [*program, *argv], env={**ENVIRON, **more}, stdout=subprocess.PIPE, stderr=theirs
    ) as process:
        os.close(theirs)
        got = b"".join(read_to_end(ours))
        out, _ = process.communicate(timeout=TIMEOUT)
    os.close(ours)
    return process.returncode, out, got.decode()


def read_to_end(terminal: int) -> Iterator[bytes]:
    """Yield a terminal's output until its last user closes it, which Linux reports as a read
    error."""
    with suppress(OSError):
        while data := os.read(terminal, 4096):
            yield data
