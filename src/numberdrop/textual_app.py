"""The base class of the full-screen terminal programs (Textual)."""

from __future__ import annotations

import asyncio
import codecs
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar

from textual.app import App
from textual.binding import Binding


def _tolerant_decoder(encoding: str) -> Callable[[], codecs.IncrementalDecoder]:
    """Return a function that creates a decoder which passes over bytes of other encodings."""
    return lambda: codecs.getincrementaldecoder(encoding)("ignore")


# Textual's own decoder is strict: one such byte, as of an old terminal's mouse, ends the program.
with suppress(ImportError):  # on Windows
    from textual.drivers import linux_driver

    linux_driver.getincrementaldecoder = _tolerant_decoder  # type: ignore[attr-defined, assignment]


class TextualApp(App[None]):
    """A full-screen program that exits on Ctrl-C, Ctrl-Q, SIGTERM or SIGHUP."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = [Binding("ctrl+c,ctrl+q", "leave", priority=True)]

    def on_mount(self) -> None:
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None:
                try:
                    asyncio.get_running_loop().add_signal_handler(number, self.exit)
                except (NotImplementedError, RuntimeError, ValueError):
                    break  # not supported on this system, or not in this thread

    def action_leave(self) -> None:
        self.exit()
