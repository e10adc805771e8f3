"""Writing: JSON and text to stdout, warnings and errors to stderr."""

from __future__ import annotations

import errno
import io
import json
import os
import select
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

from .. import NumberdropError
from ..files import encode_utf8


def json_text(value: Any) -> str:
    """A JSON document as every command writes it, without a newline at the end."""
    try:
        return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False)
    except RecursionError:
        raise NumberdropError("JSON nested too deeply to be written") from None
    except ValueError:
        raise NumberdropError("JSON has no NaN and no infinity") from None


def write_json(value: Any) -> None:
    """One JSON document on stdout."""
    write_bytes([json_text(value), "\n"])


def write_bytes(texts: Iterable[str | bytes]) -> None:
    """Texts on stdout in UTF-8, the same bytes whatever the platform, locale and line ends."""
    sys.stdout.flush()
    for text in texts:
        sys.stdout.buffer.write(text if isinstance(text, bytes) else encode_utf8(text))


def say(text: str, end: str = "\n") -> None:
    """Text on stderr, where there is one: print() would take stdout for it."""
    if sys.stderr is not None:
        print(text, end=end, file=sys.stderr, flush=True)


def is_interactive() -> bool:
    """Whether someone sits before a terminal who can be asked: what is asked goes to stdout."""
    streams = (sys.stdin, sys.stdout)
    return all(stream is not None and stream.isatty() for stream in streams)


def typed_line() -> str:
    """The next line of stdin, with its end; "" where there is none.

    A signal that comes just before reading begins would be heard only after the next line, so at a
    terminal, which gives a line at a time, what is waited for is a line or a signal.
    """
    if sys.stdin is None:
        return ""
    is_main = threading.current_thread() is threading.main_thread()
    is_terminal = False
    with suppress(OSError):  # a window that stands for a terminal has no descriptor
        is_terminal = os.isatty(sys.stdin.fileno())
    if os.name == "posix" and is_main and is_terminal:
        with _woken() as signalled:
            while sys.stdin not in select.select([sys.stdin, signalled], [], [])[0]:
                os.read(signalled, 1)
    return sys.stdin.readline()


@contextmanager
def _woken() -> Iterator[int]:
    """A descriptor that can be read once a signal has come."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    try:
        yield reader
    finally:
        signal.set_wakeup_fd(before)
        os.close(reader)
        os.close(writer)


def warn(message: str) -> None:
    """A warning, one line on stderr."""
    say(f"warning: {one_line(message)}")


def complain(message: str) -> None:
    """An error that isn't the end of the run, one line on stderr."""
    say(f"numberdrop: {one_line(message)}")


def one_line(message: str) -> str:
    """The message with everything that would break its line, or a terminal, escaped."""
    words = " ".join(message.split()) if "\n" in message else message
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in words
    )


def prepare() -> None:
    """Lets stdout escape what its encoding can't hold; OSError if it is closed."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "stdout is closed")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def settle(stream: TextIO | None) -> None:
    """Writes out what a stream holds, or drops it where it can't be written any more."""
    try:
        if stream is not None:
            stream.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())  # type: ignore[union-attr]
        os.close(nowhere)
