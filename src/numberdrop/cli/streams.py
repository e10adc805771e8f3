"""Writing: JSON and text to stdout, warnings and errors to stderr, files whole or not at all."""

from __future__ import annotations

import errno
import io
import json
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from .. import NumberdropError

if TYPE_CHECKING:
    from ..plan.limits import Stop


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


def write_bytes(texts: Iterable[str]) -> None:
    """Texts on stdout in UTF-8, the same bytes whatever the platform, locale and line ends."""
    sys.stdout.flush()
    for text in texts:
        sys.stdout.buffer.write(encoded(text))


def encoded(text: str) -> bytes:
    """UTF-8; lone surrogates, which it can't hold, become the escapes that JSON has for them."""
    return text.encode("utf-8", "backslashreplace")


@contextmanager
def whole_file(path: str | None) -> Iterator[Callable[[str | bytes], object]]:
    """A function that writes text, or bytes, to a file, which takes its place at the end: whole or
    not at all.

    Without a path what is written is dropped. OSError, naming `path`, if it can't be written.
    """
    if path is None:
        yield lambda text: None
        return
    target = os.path.realpath(path)
    is_special = os.path.exists(target) and not os.path.isfile(target)
    draft = target if is_special else f"{target}.{os.getpid()}.part"
    try:
        with open(draft, "wb") as file:
            yield lambda text: file.write(text if isinstance(text, bytes) else encoded(text))
        if not is_special:
            os.replace(draft, target)
    except OSError as error:
        if error.filename not in (draft, None):
            raise
        raise OSError(error.errno, error.strerror, path) from None
    finally:
        if not is_special and os.path.exists(draft):
            os.remove(draft)


def say(text: str, end: str = "\n") -> None:
    """Text on stderr, where there is one: print() would take stdout for it."""
    if sys.stderr is not None:
        print(text, end=end, file=sys.stderr, flush=True)


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


@contextmanager
def stopped_by_interrupt() -> Iterator[Stop]:
    """Within it an interrupt sets the Stop, so that long work ends with what it has."""
    from ..plan.limits import Stop

    stop = Stop()
    before = signal.signal(signal.SIGINT, lambda *_: stop.set())
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
