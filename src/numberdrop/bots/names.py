"""How bots are named: `hard` is one of the program's own, `program:COMMAND` and
`python:MODULE:FUNCTION` are others'."""

from __future__ import annotations

import re
import shlex
import sys

from ..errors import NotationError, shown
from .bot import OWN_BOTS, STYLES, Bot, BotFault
from .builtin import own_bot
from .programs import ProgramBot

#: Seconds that a bot has for an answer, if nothing else is said.
SECONDS = 10.0

_FUNCTION = re.compile(r"python:([\w.]+):([\w.]+)")
_SPEAKING = ("-m", "numberdrop.bots.speaker")


def parse_bot(text: str) -> str:
    """The name of a bot, as it is to be told: NotationError, with what was expected, for one that
    can't be a bot. Whether a program or a function is there is seen when it is opened."""
    name = text.strip()
    if not name.isprintable() or (name not in OWN_BOTS + STYLES and _command_of(name) is None):
        raise NotationError(
            f"bot: expected {', '.join(OWN_BOTS + STYLES)}, program:COMMAND or "
            f"python:MODULE:FUNCTION, got {shown(text)}"
        )
    return name


def open_bot(name: str, seconds: float = SECONDS) -> Bot:
    """The bot of a name that parse_bot() gave, to be closed when the last game is over. It has so
    many seconds for each answer, but for the program's own, which take what they take."""
    command = _command_of(name)
    if command is None:
        return own_bot(name)
    program = ProgramBot(command, seconds)
    return Bot(name, program.decide, program.close)


def expect_there(name: str, seconds: float = SECONDS) -> None:
    """BotFault unless the bot of this name can be opened and answers a greeting."""
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
    """The command line of a bot that is a program; None for any other name."""
    if name.startswith("program:"):
        try:
            return shlex.split(name.removeprefix("program:")) or None
        except ValueError:  # a quote that isn't closed
            return None
    if found := _FUNCTION.fullmatch(name):
        return [sys.executable, *_SPEAKING, found[1], found[2]]
    return None
