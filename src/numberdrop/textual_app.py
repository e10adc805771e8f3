"""The base class of the full-screen terminal programs (Textual)."""

from __future__ import annotations

import asyncio
import signal
from typing import ClassVar

from textual.app import App
from textual.binding import Binding


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
