"""Games in the terminal: whether it can show a screen, and lines in and out where it can't."""

from __future__ import annotations

import io
import os
import sys
from importlib.util import find_spec

from .streams import complain, is_interactive, one_line, say, typed_line


def has_screen() -> bool:
    """Whether the terminal, and what is installed, can do more than lines. Textual draws on
    stderr."""
    is_drawn_on = is_interactive() and sys.stderr is not None and sys.stderr.isatty()
    if not is_drawn_on or os.environ.get("TERM", "dumb") in ("dumb", "unknown"):
        return False
    if find_spec("textual") is None:
        say("played in lines; for a screen: pip install 'numberdrop[tui]'")
        return False
    return True


class Talk:
    """Lines that someone types, and answers: on stdout, or `on_stderr`. `refused` counts what
    wasn't taken."""

    def __init__(self, *, on_stderr: bool = False) -> None:
        self.on_stderr = on_stderr
        self.is_asked = is_interactive() and not on_stderr
        self.refused = 0
        if isinstance(sys.stdin, io.TextIOWrapper):  # bytes that are no text are a line as well
            sys.stdin.reconfigure(errors="backslashreplace")

    @property
    def is_all_taken(self) -> bool:
        """Whether nothing was refused of what nobody could put right."""
        return self.is_asked or not self.refused

    def ask(self) -> str | None:
        """The next line; None at the end."""
        if self.is_asked:
            print("> ", end="", flush=True)
        line = typed_line()
        if not line:
            self.end_line()
        return line or None

    def end_line(self) -> None:
        """Ends the line that was begun by asking, where nothing was typed that would."""
        if self.is_asked:
            print()

    def tell(self, line: str) -> None:
        say(one_line(line)) if self.on_stderr else print(one_line(line), flush=True)

    def complain(self, message: str) -> None:
        self.refused += 1
        complain(message)
