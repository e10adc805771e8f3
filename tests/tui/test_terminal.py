"""`numberdrop play` in a real terminal: full screen or lines, encodings and signals."""

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

from commands import ENVIRON, PROGRAM, TIMEOUT, Run
from numberdrop.folders import DATA


class Terminal:
    """A program in a terminal of 80 by 24; `got` is its output so far."""

    def __init__(self, process: subprocess.Popen[bytes], ours: int) -> None:
        self.process, self.ours, self.got = process, ours, b""

    def waits_for(self, words: str) -> None:
        """Read new output until it contains these words."""
        seen = b""
        while words.encode() not in seen:
            seen += self._read()
        self.got += seen

    def types(self, text: str) -> None:
        os.write(self.ours, text.encode())

    def end(self) -> int:
        """Read all output, wait for the exit, and return the exit code."""
        try:
            while True:
                self.got += self._read()
        except OSError:  # the program has closed the terminal
            return self.process.wait(TIMEOUT)

    def _read(self) -> bytes:
        assert select.select([self.ours], [], [], TIMEOUT)[0], self.got
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


def test_bytes_that_are_no_utf8_are_passed_over(here: Path) -> None:
    """Such as the mouse of an old terminal."""
    with terminal("solo", "--seed", "3") as screen:
        screen.waits_for("Write your 1")
        os.write(screen.ours, b"\xff\xe9\x1b[M \xa0\xa0\r")
        screen.waits_for("Slide a tile")
        screen.types("\x03")
        assert screen.end() == 0
    assert b"Traceback" not in screen.got


def test_dumb_terminal_gets_plain_lines(here: Path) -> None:
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
def test_signal_restores_the_terminal(number: signal.Signals, here: Path) -> None:
    with terminal("solo", "--seed", "3") as screen:
        screen.waits_for("Write your 1")
        screen.types("\r")
        screen.waits_for("Slide a tile")
        screen.process.send_signal(number)
        assert screen.end() == 0
    assert b"\x1b[?1049l" in screen.got
    assert b"the game is saved: " in screen.got
