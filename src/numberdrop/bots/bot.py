"""The interface of a bot: a function that returns its part of a turn, and the check of its
answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ..dice import Roll
from ..errors import IllegalTurn, NotationError, NumberdropError, shown
from ..game import Game
from ..turn import Part

#: The names of the program's own bots, the weakest first.
OWN_BOTS: Final = ("beginner", "easy", "medium", "hard", "tough", "champion")
#: The bot that plays on for one that has failed, and for an absent person.
STAND_IN: Final = "medium"
#: Variants of some of these that play for points instead of victory.
STYLES: Final = ("tough:points", "champion:points")

#: The function of a bot. It takes a game for two to six players that isn't over, the seat, from 1,
#: and the roll, and returns the part of that seat as a Part or its text. In a block turn (see
#: Game.falling_letter()) the part is the drop, or "." for a protected seat. All seats choose at
#: once, so the bot doesn't know what the others play in this turn.
Decide = Callable[[Game, int, Roll], Part | str]


class BotFault(NumberdropError):  # noqa: N818
    """A bot's answer can't be played. The message says in one line what was expected and what
    came."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot at a table: its name, its function, and a callback for when it leaves for good."""

    name: str
    decide: Decide
    close: Callable[[], None] = lambda: None


def part_of(bot: Bot, game: Game, seat: int, roll: Roll) -> Part:
    """Return the part that a bot plays, in canonical form. The bot gets a copy of the game, so that
    it can't change it. Raises BotFault if the answer can't be played."""
    answer = bot.decide(game.copy(), seat, roll)
    if not isinstance(answer, Part | str):
        raise BotFault(f"expected a Part or its text, got {shown(answer)}")
    try:
        part = Part.from_text(answer) if isinstance(answer, str) else answer
        return game.play_part(seat, roll, part)[1]
    except IllegalTurn as error:
        raise BotFault(f"{error.message}, got {shown(str(part))}") from None
    except NotationError as error:
        raise BotFault(str(error)) from None
