"""The full-screen game (Textual): the program around the screen."""

from __future__ import annotations

from typing import Final

from ..textual_app import TextualApp
from ..view.text import Look
from .screen import GameScreen
from .seat import Seat

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


class GameApp(TextualApp):
    """The game of a seat. It ends when it is left; everything is saved by then."""

    CSS = _STYLES

    def __init__(self, seat: Seat, look: Look) -> None:
        super().__init__()
        self.seat, self.look = seat, look

    def on_mount(self) -> None:
        super().on_mount()
        self.push_screen(GameScreen(self.seat, self.look))


def play_screen(seat: Seat, look: Look) -> None:
    """Run the game on the screen until it is left."""
    GameApp(seat, look).run()
