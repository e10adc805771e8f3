"""The command as it is started from a terminal: a screen or lines, bytes and signals."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from commands import ENVIRON, PATIENCE, PROGRAM, Run
from numberdrop.folders import DATA


class Terminal:
    """A program in a terminal of 80 by 24, and what the terminal has got so far."""

    def __init__(self, process: subprocess.Popen[bytes], ours: int) -> None:
        self.process, self.ours, self.got = process, ours, b""

    def waits_for(self, words: str) -> None:
        """Reads until these words have come since the last ones."""
        seen = b""
        while words.encode() not in seen:
            seen += self._read()
        self.got += seen

    def types(self, text: str) -> None:
        os.write(self.ours, text.encode())

    def end(self) -> int:
        """Its exit code, once it has ended and all that it wrote is read."""
        try:
            while True:
                self.got += self._read()
        except OSError:  # its last user has gone
            return self.process.wait(PATIENCE)

    def _read(self) -> bytes:
        assert select.select([self.ours], [], [], PATIENCE)[0], self.got
        if data := os.read(self.ours, 65536):
            return data
        raise OSError("the terminal is closed")


@contextmanager
def terminal(*argv: str, **environ: str) -> Iterator[Terminal]:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def take_terminal() -> None:
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    process = subprocess.Popen(
        [*PROGRAM, "play", *argv],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**ENVIRON, DATA: os.environ[DATA], "TERM": "xterm-256color", **environ},
        preexec_fn=take_terminal,
    )
    os.close(theirs)
    try:
        yield Terminal(process, ours)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def test_ascii_screen_is_left_by_ctrl_c_and_continued(here: Path, run: Run) -> None:
    ascii_only = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    with terminal("solo", "--seed", "3", **ascii_only) as screen:
        screen.waits_for("Write your 1")
        screen.types("\r")
        screen.waits_for("Slide a tile")
        screen.types("\x03")
        assert screen.end() == 0
    assert screen.got.isascii()
    [line] = [line for line in screen.got.decode().splitlines() if "the game is saved: " in line]
    name = line.split()[-1]
    assert run("play", "--list").out.startswith(f"{name}  ")


def test_a_dumb_terminal_gets_lines(here: Path) -> None:
    with terminal("solo", "--seed", "3", TERM="dumb") as lines:
        lines.waits_for("> ")
        lines.types("d1\n")
        lines.waits_for("slide a tile: A B C D E")
        lines.types("\x03")
        assert lines.end() == 128 + signal.SIGINT
    assert b"\x1b" not in lines.got
    assert b"the game is saved: numberdrop play --resume " in lines.got
    assert b"numberdrop: interrupted" in lines.got


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_screen_that_is_ended_leaves_the_terminal_as_it_was(
    number: signal.Signals, here: Path
) -> None:
    with terminal("solo", "--seed", "3") as screen:
        screen.waits_for("Write your 1")
        screen.types("\r")
        screen.waits_for("Slide a tile")
        screen.process.send_signal(number)
        assert screen.end() == 0
    assert b"\x1b[?1049l" in screen.got
    assert b"the game is saved: " in screen.got
