"""A program with a screen of its own in the terminal (Textual): what every game's stands on."""

from __future__ import annotations

import asyncio
import signal
from typing import ClassVar

from textual.app import App
from textual.binding import Binding


class TextualApp(App[None]):
    """A program that ends when it is left, and when a signal says so."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = [Binding("ctrl+c,ctrl+q", "leave", priority=True)]

    def on_mount(self) -> None:
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None:
                try:
                    asyncio.get_running_loop().add_signal_handler(number, self.exit)
                except (NotImplementedError, RuntimeError, ValueError):
                    break  # no such signals here, or not in this thread

    def action_leave(self) -> None:
        self.exit()
