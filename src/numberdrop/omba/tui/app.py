"""The program around the screen."""

from __future__ import annotations

from typing import Final

from ...textual_app import TextualApp
from ..session import Session
from .screen import PACE, OmbaScreen

_STYLES: Final = """
Screen { overflow: hidden; scrollbar-size: 0 0; }
#title { height: 1; text-style: bold; background: $primary; color: $text; }
#table { height: 15; }
#board { width: 46; height: 15; }
#panel { width: 1fr; height: 15; }
#said { height: 7; }
#bar { height: 1; dock: bottom; }
#small { display: none; padding: 1; }
.is-small > * { display: none; }
.is-small > #small { display: block; }
#other { height: 1fr; scrollbar-size: 0 0; border: none; background: $surface; }
"""


class OmbaApp(TextualApp):
    """The game of a sitting, until it is left; `pace` is how long what comes by itself is looked
    at, in seconds."""

    CSS = _STYLES

    def __init__(self, session: Session, pace: float = PACE) -> None:
        super().__init__()
        self.table = OmbaScreen(session, pace)

    def on_mount(self) -> None:
        super().on_mount()
        self.push_screen(self.table)


def play_screen(session: Session) -> Session:
    """The game on the screen; how it stands when it is left."""
    app = OmbaApp(session)
    app.run()
    return app.table.session
