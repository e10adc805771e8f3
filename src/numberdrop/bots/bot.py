"""What a bot is: a function that is asked for its part of a turn; and how its answer is judged."""

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
#: The same as some of these, but they seek points where those seek to win.
STYLES: Final = ("tough:points", "champion:points")

#: What a bot is asked: the part that this seat, from 1, plays in the turn with this roll, in a game
#: for two to six players that isn't over. The answer is a Part or its text; in a block turn, which
#: Game.falling_letter() tells, its drop, or "." for a seat that is protected. What the other seats
#: play in this turn isn't known: all choose at once.
Decide = Callable[[Game, int, Roll], Part | str]


class BotFault(NumberdropError):  # noqa: N818
    """A bot gave no answer that can be played: in one line, what was expected and what came."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot that sits at a table: its name, its function, and what is to be called when it leaves
    the table for good."""

    name: str
    decide: Decide
    close: Callable[[], None] = lambda: None


def part_of(bot: Bot, game: Game, seat: int, roll: Roll) -> Part:
    """The part that a bot plays, in canonical form. BotFault where its answer can't be played; the
    bot is given a copy of the game, so that it can't change it."""
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
