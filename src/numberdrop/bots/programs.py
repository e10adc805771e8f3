"""Bots that are programs in any language: they speak JSON lines (docs/bots.md).

One line is one JSON object. The program reads `hello`, then `decide` requests, and finally `bye`
from stdin, and answers the first two with one line each on stdout. The end of its stderr is kept,
and its last line is shown if the program fails.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any, Final

from ..dice import Roll
from ..errors import NotationError, shown
from ..game import Game
from ..json_reader import Fields, parse_json
from ..turn import Part
from ..version import PROGRAM
from .bot import BotFault

#: The version of the protocol.
PROTOCOL: Final = 1
#: The longest answer, in bytes; the longest part of a turn has some 200.
MOST_ANSWER: Final = 65_536
#: Time limits in seconds: for the answer to `hello`, since a program may have much to load, and for
#: exiting after `bye`.
HELLO_WITHIN: Final = 60.0
END_WITHIN: Final = 1.0
#: Seconds between checks of whether a program that owes an answer has exited. A child process of it
#: may keep its stdout open.
_CHECK_EVERY: Final = 0.1

#: Lines of stderr to keep, and of stdout to buffer.
_LINES_KEPT, _LINES_BUFFERED = 20, 4
_Lines = queue.Queue[bytes | None]


class ProgramBot:
    """A program, started for the first request, and again for the next game after a failure.
    `command` is its name and its arguments; each answer must arrive within `seconds`."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self.command, self.seconds = tuple(command), seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._said: _Lines = queue.Queue()
        self._asked: _Lines = queue.Queue()
        self._is_over = threading.Event()
        self._words: deque[bytes] = deque(maxlen=_LINES_KEPT)
        self._listener: threading.Thread | None = None

    def decide(self, game: Game, seat: int, roll: Roll) -> Part | str:
        """Ask the program for its part. Raises BotFault, and ends the program, if no answer arrives
        or the answer is not a part of a turn."""
        self.begin()
        fields = self._answer(question(game, seat, roll), self.seconds, "part")
        try:
            told = fields["part"]
            return Part.from_text(told) if isinstance(told, str) else Part.from_json(told)
        except NotationError as error:
            raise self._failed(str(error)) from None

    def begin(self) -> None:
        """Start and greet the program unless it is running. Raises BotFault if it can't be started,
        or answers the greeting wrongly."""
        if self._process is not None:
            return
        try:
            self._process = process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for this process, which then ends the program
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise BotFault(f"expected a program, got {shown(self.command[0])}: {reason}") from None
        self._said, self._asked = queue.Queue(_LINES_BUFFERED), queue.Queue()
        self._is_over = threading.Event()
        self._words.clear()
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._listener = _begun(_keep, process.stderr, self._words)
        _begun(_read_lines, process.stdout, self._said, self._is_over)
        _begun(_write_lines, process.stdin, self._asked)
        hello = {"do": "hello", "protocol": PROTOCOL, "program": PROGRAM}
        fields = self._answer(hello, max(HELLO_WITHIN, self.seconds), "protocol")
        if fields["protocol"] != PROTOCOL or isinstance(fields["protocol"], bool):
            got = shown(fields["protocol"])
            raise self._failed(f"expected the protocol {PROTOCOL}, got {got}")

    def close(self) -> None:
        """Send `bye`, and end the program if it doesn't exit."""
        if self._process is None:
            return
        self._asked.put(_line({"do": "bye"}))
        self._asked.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END_WITHIN)
        self._kill()

    def _answer(self, asked: dict[str, Any], seconds: float, key: str) -> Fields:
        """Return the answer to a message: an object with this key alone."""
        if not self._said.empty():
            raise self._fault_of(self._said.get(), "expected nothing before it was asked")
        self._asked.put(_line(asked))
        try:
            line = self._next_line(seconds)
        except queue.Empty:
            raise self._failed(f"expected an answer within {seconds:g} s, got none") from None
        if line is None or len(line) > MOST_ANSWER:
            raise self._fault_of(line, f"expected an answer of {MOST_ANSWER} bytes at most")
        try:
            fields = Fields(parse_json(line, "answer"), "answer")
            fields.expect_keys(key)
            fields.expect_only(key)
        except NotationError as error:
            raise self._failed(str(error)) from None
        return fields

    def _next_line(self, seconds: float) -> bytes | None:
        """Return the next line of the program, or None once it has exited or closed its stdout.

        Raises queue.Empty after `seconds`.
        """
        assert self._process is not None
        deadline = time.monotonic() + seconds
        while True:
            has_exited = self._process.poll() is not None  # before its last line is looked for
            left = deadline - time.monotonic()
            try:
                return self._said.get(timeout=max(0.0, min(left, _CHECK_EVERY)))
            except queue.Empty:
                if has_exited:
                    return None
                if left <= _CHECK_EVERY:
                    raise

    def _fault_of(self, line: bytes | None, expected: str) -> BotFault:
        """Return the fault of a program that has exited or closed its stdout, or else of this
        line."""
        if line is not None:
            return self._failed(f"{expected}, got {shown(line[:80].decode('utf-8', 'replace'))}")
        assert self._process is not None
        code = None
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(END_WITHIN)
        if code is None:
            return self._failed("expected an answer, and it closed its stdout")
        how = f"by signal {-code}" if code < 0 else f"with exit code {code}"
        return self._failed(f"expected an answer, and it ended {how}")

    def _failed(self, fault: str) -> BotFault:
        """End the program, and return the fault with the last line of its stderr."""
        self._kill()
        words = [line.decode("utf-8", "replace").strip() for line in self._words]
        last = next((line for line in reversed(words) if line), None)
        return BotFault(f"{fault}; its last words: {shown(last)}" if last else fault)

    def _kill(self) -> None:
        """End the program, if it hasn't exited, and its child processes; close its pipes."""
        process, self._process = self._process, None
        if process is None:
            return
        _end(process)
        process.wait()
        self._is_over.set()
        if self._listener is not None:
            self._listener.join(END_WITHIN)
        self._asked.put(None)


def question(game: Game, seat: int, roll: Roll) -> dict[str, Any]:
    """Return the `decide` request: the seat, the roll, the letter whose block falls or None, the
    position of each seat, and the record of the game so far, without a result."""
    record: dict[str, Any] = dict(game.to_record())
    del record["result"]
    return {
        "do": "decide",
        "seat": seat,
        "roll": str(roll),
        "block": game.falling_letter(roll),
        "positions": [str(position) for position in game.positions],
        "game": record,
    }


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def _begun(work: Any, *given: Any) -> threading.Thread:
    thread = threading.Thread(target=work, args=given, daemon=True)
    thread.start()
    return thread


def _read_lines(stream: IO[bytes], said: _Lines, is_over: threading.Event) -> None:
    """Put each line into the queue, truncated to the longest allowed, and None at the end. Read but
    discard whatever comes once `is_over` is set."""
    with suppress(OSError, ValueError), stream:
        while not is_over.is_set() and (line := stream.readline(MOST_ANSWER + 1)):
            _put(line, said, is_over)
    _put(None, said, is_over)


def _put(line: bytes | None, said: _Lines, is_over: threading.Event) -> None:
    while not is_over.is_set():
        with suppress(queue.Full):
            said.put(line, timeout=0.1)
            return


def _keep(stream: IO[bytes], words: deque[bytes]) -> None:
    with suppress(OSError, ValueError), stream:
        while line := stream.readline(MOST_ANSWER):
            words.append(line)


def _write_lines(stream: IO[bytes], asked: _Lines) -> None:
    """Write the lines of the queue until None comes or the reader has gone."""
    with suppress(OSError, ValueError), stream:
        while (line := asked.get()) is not None:
            stream.write(line)
            stream.flush()


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the process group of the program, where the system has groups: its child processes may
    live on after it has exited."""
    if os.name == "posix":
        import signal

        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
