"""Reading and writing: JSON and text on stdout, notes and errors on stderr, lines from stdin."""

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
    """Return a JSON document in the layout of all commands, without a newline at the end."""
    try:
        return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False)
    except RecursionError:
        raise NumberdropError("JSON is nested too deeply to be written") from None
    except ValueError:
        raise NumberdropError("JSON has no NaN and no infinity") from None


def write_json(value: Any) -> None:
    """Write one JSON document to stdout."""
    write_bytes([json_text(value), "\n"])


def write_bytes(texts: Iterable[str | bytes]) -> None:
    """Write texts to stdout in UTF-8: the same bytes on every platform and in every locale."""
    sys.stdout.flush()
    for text in texts:
        sys.stdout.buffer.write(text if isinstance(text, bytes) else encode_utf8(text))


def say(text: str, end: str = "\n") -> None:
    """Print text on stderr. Without a stderr nothing is printed; print() would use stdout."""
    if sys.stderr is not None:
        print(text, end=end, file=sys.stderr, flush=True)


def is_interactive() -> bool:
    """Return whether stdin and stdout are a terminal, so that the user can be asked."""
    streams = (sys.stdin, sys.stdout)
    return all(stream is not None and stream.isatty() for stream in streams)


def read_line() -> str:
    """Return the next line of stdin with its line end, or an empty string at the end.

    A signal that arrives just before a blocking read would be handled only after the next line. At
    a terminal, which delivers whole lines, this therefore waits for a line or a signal.
    """
    if sys.stdin is None:
        return ""
    is_main = threading.current_thread() is threading.main_thread()
    is_terminal = False
    with suppress(OSError):  # a window in place of a terminal has no descriptor
        is_terminal = os.isatty(sys.stdin.fileno())
    if os.name == "posix" and is_main and is_terminal:
        with _wakeup_pipe() as signalled:
            while sys.stdin not in select.select([sys.stdin, signalled], [], [])[0]:
                os.read(signalled, 1)
    return sys.stdin.readline()


@contextmanager
def _wakeup_pipe() -> Iterator[int]:
    """Yield a descriptor that becomes readable when a signal arrives."""
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
    """Print a warning on stderr, in one line."""
    say(f"warning: {one_line(message)}")


def complain(message: str) -> None:
    """Print an error on stderr, in one line."""
    say(f"numberdrop: {one_line(message)}")


def one_line(message: str) -> str:
    """Return the message as one line: line breaks become blanks, other control characters are
    escaped."""
    words = " ".join(message.split()) if "\n" in message else message
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in words
    )


def prepare() -> None:
    """Make stdout escape what its encoding can't represent. Raises OSError if it is closed."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "stdout is closed")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def flush_or_discard(stream: TextIO | None) -> None:
    """Flush a stream, or discard its buffer if it can't be written any more."""
    try:
        if stream is not None:
            stream.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())  # type: ignore[union-attr]
        os.close(nowhere)
