"""The choices of the program's own bots in a turn, each computed once.

A bot depends only on the game, its seat and the roll. So a caller may compute the choices of a turn
in a thread before they are due, while the people are still choosing.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable

from ..dice import Roll
from ..game import Game

#: The choices that are remembered.
MOST_KNOWN = 256


class _Choice:
    """A choice, and the lock of the thread that computes it."""

    __slots__ = ("lock", "part")

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.part: str | None = None


_known: OrderedDict[Hashable, _Choice] = OrderedDict()
_lock = threading.Lock()


def bot_part(bot: str, game: Game, seat: int, roll: Roll) -> str:
    """Return the part of a bot in the turn with this roll, as text. `bot` is one of OWN_BOTS, and
    `seat` counts from 1. A second caller waits for the first."""
    from ..bots.bot import part_of
    from ..bots.builtin import own_bot

    turns = tuple(map(str, game.turns[-1:]))
    positions = tuple(map(str, game.positions))
    key = (bot, seat, str(roll), str(game.variant), len(game.turns), turns, positions)
    with _lock:
        choice = _known.setdefault(key, _Choice())
        _known.move_to_end(key)
        while len(_known) > MOST_KNOWN:
            _known.popitem(last=False)
    with choice.lock:
        if choice.part is None:
            choice.part = str(part_of(own_bot(bot), game, seat, roll))
        return choice.part
