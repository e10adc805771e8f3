"""Games in the terminal: whether it can show a full screen, and lines in and out if it can't."""

from __future__ import annotations

import io
import os
import sys
from importlib.util import find_spec

from .streams import complain, is_interactive, one_line, read_line, say


def has_screen() -> bool:
    """Return whether the terminal can show a full screen and Textual, which draws on stderr, is
    installed."""
    is_terminal = is_interactive() and sys.stderr is not None and sys.stderr.isatty()
    if not is_terminal or os.environ.get("TERM", "dumb") in ("dumb", "unknown"):
        return False
    if find_spec("textual") is None:
        say("playing line by line; for a full screen: pip install 'numberdrop[tui]'")
        return False
    return True


class LineConsole:
    """A dialogue in lines: input from stdin, output on stdout or `on_stderr`. `refused` counts the
    lines that were refused."""

    def __init__(self, *, on_stderr: bool = False) -> None:
        self.on_stderr = on_stderr
        self.has_prompt = is_interactive() and not on_stderr
        self.refused = 0
        if isinstance(sys.stdin, io.TextIOWrapper):  # a line may have bytes that are not text
            sys.stdin.reconfigure(errors="backslashreplace")

    @property
    def is_accepted(self) -> bool:
        """Whether no line was refused, or a user at a terminal could correct it."""
        return self.has_prompt or not self.refused

    def ask(self) -> str | None:
        """Return the next line, or None at the end."""
        if self.has_prompt:
            print("> ", end="", flush=True)
        line = read_line()
        if not line:
            self.end_line()
        return line or None

    def end_line(self) -> None:
        """End the line of the prompt, if nothing was typed that ended it."""
        if self.has_prompt:
            print()

    def show(self, line: str) -> None:
        say(one_line(line)) if self.on_stderr else print(one_line(line), flush=True)

    def complain(self, message: str) -> None:
        self.refused += 1
        complain(message)
