"""The full-screen program."""

from __future__ import annotations

from typing import Final

from ...textual_app import TextualApp
from ..session import Session
from .screen import PACE, OmbaScreen

_STYLES: Final = """
Screen { overflow: hidden; scrollbar-size: 0 0; }
#title { height: 1; text-style: bold; background: $primary; color: $text; }
#main { height: 15; }
#board { width: 46; height: 15; }
#panel { width: 1fr; height: 15; }
#messages { height: 7; }
#footer { height: 1; dock: bottom; }
#small { display: none; padding: 1; }
.is-small > * { display: none; }
.is-small > #small { display: block; }
#overlay { height: 1fr; scrollbar-size: 0 0; border: none; background: $surface; }
"""


class OmbaApp(TextualApp):
    """A program that plays a session until the player leaves. `pace` is the pause before each
    automatic step, in seconds."""

    CSS = _STYLES

    def __init__(self, session: Session, pace: float = PACE) -> None:
        super().__init__()
        self.game_screen = OmbaScreen(session, pace)

    def on_mount(self) -> None:
        super().on_mount()
        self.push_screen(self.game_screen)


def play_screen(session: Session) -> Session:
    """Play a session on the screen, and return it as it is when the player leaves."""
    app = OmbaApp(session)
    app.run()
    return app.game_screen.session
