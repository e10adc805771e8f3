"""Bots: programs that play games of two to six players, and their matches (docs/bots.md).

    own_bot      one of the program's own bots, from OWN_BOTS; open_bot() also takes other names
    play_table   a game of some bots on a deal
    play_match   a tournament
    speak        runs a Python function as a bot program

Their argument and return types are exported too.
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_names

if TYPE_CHECKING:
    from .bot import OWN_BOTS, Bot, BotFault, Decide, part_of
    from .builtin import own_bot
    from .match import Match, play_match
    from .names import open_bot, parse_bot
    from .speaker import speak
    from .standings import Outcome, Standings
    from .table_game import Forfeit, play_table

__all__ = [
    "OWN_BOTS",
    "Bot",
    "BotFault",
    "Decide",
    "Forfeit",
    "Match",
    "Outcome",
    "Standings",
    "open_bot",
    "own_bot",
    "parse_bot",
    "part_of",
    "play_match",
    "play_table",
    "speak",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            ".bot": ("OWN_BOTS", "Bot", "BotFault", "Decide", "part_of"),
            ".builtin": ("own_bot",),
            ".match": ("Match", "play_match"),
            ".names": ("open_bot", "parse_bot"),
            ".table_game": ("Forfeit", "play_table"),
            ".speaker": ("speak",),
            ".standings": ("Outcome", "Standings"),
        },
    )
