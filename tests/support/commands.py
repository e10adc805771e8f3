"""Running the program, in this process and as a user starts it."""

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

#: Three games of the hints of version 0.4.0, on the plain deals 0 to 2 of seed 1.
GAMES = [json.loads(line) for line in (DATA / "games.jsonl").read_text("utf-8").splitlines()]

#: How many seconds a program may take that has only to come to its end, on the busiest machine.
PATIENCE = 600
PROGRAM = [sys.executable, "-m", "numberdrop"]
ENVIRON = {**os.environ, "PYTHONPATH": str(Path(nd.__file__).parent.parent)}


def played(count: int) -> list[dict[str, Any]]:
    """What `selfplay --seed 1` plays first."""
    return [play_game(1, number).to_record() for number in range(count)]


@dataclass
class Done:
    """What a run came to."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """The one document on stdout; it ends with the only newline behind it."""
        assert self.out.endswith("\n")
        assert not self.out.endswith("\n\n")
        return json.loads(self.out)


class Run:
    """Runs a command line in this process."""

    def __init__(self, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
        self.capture = capfdbinary

    def __call__(self, *argv: str) -> Done:
        code = main(argv)
        out, err = self.capture.readouterr()
        return Done(code, out.decode(), err.decode())

    def fails(self, *argv: str) -> Done:
        """A run with nothing on stdout and one line on stderr."""
        done = self(*argv)
        assert done.out == ""
        assert re.fullmatch(r"numberdrop: [^\n]+\n", done.err), done.err
        assert "Traceback" not in done.err
        return done


def start(
    *argv: str, stdin: bytes | None = None, **environ: str
) -> subprocess.CompletedProcess[bytes]:
    """A run as a user starts it, with more variables in its environment."""
    return subprocess.run(
        [*PROGRAM, *argv],
        input=stdin,
        env={**ENVIRON, **environ},
        capture_output=True,
        timeout=PATIENCE,
    )


def on_terminal(
    *argv: str, program: Sequence[str] = PROGRAM, **environ: str
) -> tuple[int, bytes, str]:
    """A run whose stderr is a terminal: its exit code, stdout, and what the terminal got."""
    ours, theirs = pty.openpty()
    more = {"TERM": "xterm", "COLUMNS": "80", **environ}
    with subprocess.Popen(
        [*program, *argv], env={**ENVIRON, **more}, stdout=subprocess.PIPE, stderr=theirs
    ) as process:
        os.close(theirs)
        got = b"".join(read_to_end(ours))
        out, _ = process.communicate(timeout=PATIENCE)
    os.close(ours)
    return process.returncode, out, got.decode()


def read_to_end(terminal: int) -> Iterator[bytes]:
    """What a terminal gets until its last user has gone: then Linux calls reading it an error."""
    with suppress(OSError):
        while data := os.read(terminal, 4096):
            yield data
