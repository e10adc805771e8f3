"""Names of bots: `hard` is one of the program's own; `program:COMMAND` and `python:MODULE:FUNCTION`
name others."""

from __future__ import annotations

import re
import shlex
import sys

from ..errors import NotationError, shown
from .bot import OWN_BOTS, STYLES, Bot, BotFault
from .builtin import own_bot
from .programs import ProgramBot

#: The default time limit for an answer, in seconds.
SECONDS = 10.0

_FUNCTION = re.compile(r"python:([\w.]+):([\w.]+)")
_SPEAKING = ("-m", "numberdrop.bots.speaker")


def parse_bot(text: str) -> str:
    """Return the canonical name of a bot. Raises NotationError if `text` can't name a bot; whether
    the program or function exists is checked when it is opened."""
    name = text.strip()
    if not name.isprintable() or (name not in OWN_BOTS + STYLES and _command_of(name) is None):
        raise NotationError(
            f"bot: expected {', '.join(OWN_BOTS + STYLES)}, program:COMMAND or "
            f"python:MODULE:FUNCTION, got {shown(text)}"
        )
    return name


def open_bot(name: str, seconds: float = SECONDS) -> Bot:
    """Open the bot of a name from parse_bot(); close it after its last game. External bots have
    `seconds` for each answer; the program's own have no limit."""
    command = _command_of(name)
    if command is None:
        return own_bot(name)
    program = ProgramBot(command, seconds)
    return Bot(name, program.decide, program.close)


def expect_there(name: str, seconds: float = SECONDS) -> None:
    """Raise BotFault unless the bot can be opened and answers the greeting."""
    command = _command_of(name)
    if command is None:
        return
    program = ProgramBot(command, seconds)
    try:
        program.begin()
    except BotFault as fault:
        raise BotFault(f"{name}: {fault}") from None
    finally:
        program.close()


def _command_of(name: str) -> list[str] | None:
    """Return the command line of a bot that is a program, or None for any other name."""
    if name.startswith("program:"):
        try:
            return shlex.split(name.removeprefix("program:")) or None
        except ValueError:  # an unclosed quote
            return None
    if found := _FUNCTION.fullmatch(name):
        return [sys.executable, *_SPEAKING, found[1], found[2]]
    return None
