"""The game on a screen of its own (Textual): the program around the screen."""

from __future__ import annotations

import asyncio
import signal
from typing import Final

from textual.app import App
from textual.binding import Binding

from ..table.keys import ACTIONS
from ..view.text import Look
from .screen import GameScreen
from .seat import Seat

_LEAVE: Final = next(action.keys for action in ACTIONS if action.name == "leave")
_STYLES: Final = """
Screen { overflow: hidden; scrollbar-size: 0 0; }
#title { height: 1; text-style: bold; background: $primary; color: $text; }
#table { height: 18; }
#sheet { width: 30; height: 18; }
#panel { width: 1fr; height: 18; }
#said { height: 4; }
#bar { height: 1; dock: bottom; }
#typed { height: 1; border: none; dock: bottom; display: none; padding: 0; }
#small { display: none; padding: 1; }
.is-small > * { display: none; }
.is-small > #small { display: block; }
#other { height: 1fr; scrollbar-size: 0 0; border: none; background: $surface; }
"""


class GameApp(App[None]):
    """The game of a seat; it ends by leaving, and whatever was done is kept by then."""

    CSS = _STYLES
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [Binding(",".join(_LEAVE), "leave", priority=True)]  # noqa: RUF012

    def __init__(self, seat: Seat, look: Look) -> None:
        super().__init__()
        self.seat, self.look = seat, look

    def on_mount(self) -> None:
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None:
                try:
                    asyncio.get_running_loop().add_signal_handler(number, self.exit)
                except (NotImplementedError, RuntimeError, ValueError):
                    break  # no such signals here, or not in this thread
        self.push_screen(GameScreen(self.seat, self.look))

    def action_leave(self) -> None:
        self.exit()


def play_screen(seat: Seat, look: Look) -> None:
    """The game on the screen, until it is left."""
    GameApp(seat, look).run()
