"""The program's own bots, from beginner to champion (docs/bots.md).

Such a bot is a function of what lies on the table alone: where it draws lots, they follow from the
position and the roll, so that the same game comes out for any number of workers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .. import _core
from ..dice import Roll, Stream
from ..game import Game
from ..multiplayer import Aim, choose, hint
from ..plan.ply import NARROW, Widths, rank_learned
from ..plan.weights import shipped
from ..position import Position, flags_of
from ..rules import LETTERS, Variant
from ..turn import Drop, Part, Turn
from .bot import Bot
from .human_model import rest_by, slipped, turn_by
from .personas import Persona

#: The version of these bots: whoever plays otherwise by the same weights is another version.
BOTS_VERSION: Final = 1

#: Playouts of a turn of the champion.
PLAYOUTS: Final = 96
#: How the first three look at a turn.
BEGINNER: Final = Persona((6, 3, 2, 1, 1), 40, 20, 24, 300, 0)
EASY: Final = Persona((12, 5, 2, 1, 1), 24, 3, 4, 80, 0)
MEDIUM: Final = Persona((20, 6, 3, 2, 1), 24, 0, 0, 300, 2)


def _by_habits(name: str, habits: Persona) -> Bot:
    """A bot that looks at a turn as people do."""

    def decide(game: Game, seat: int, roll: Roll) -> Part:
        position, variant = game.positions[seat - 1], game.variant
        stream = _lots(name, position, seat, roll)
        letter = game.falling_letter(roll)
        if letter is None:
            return own_part(turn_by(habits, position, roll, variant, stream)[0])
        return block_part(
            position, letter, lambda shape: rest_by(habits, position, shape, variant, stream)
        )

    return Bot(name, decide)


def own_part(turn: Turn) -> Part:
    """The part of a seat that plays a turn of its own."""
    return Part(None, turn.place, turn.claim)


def block_part(position: Position, letter: str, rest: Callable[[str], tuple[str, ...]]) -> Part:
    """The part of a seat in a block turn: `rest` says where the shape comes to rest."""
    shape, _, mark = position.tiles[LETTERS.index(letter)]
    return Part(() if mark == "o" else (Drop(letter, rest(shape)),))


def _by_value(name: str, widths: Widths, few: int, slip: int) -> Bot:
    """A bot that goes by the learned value of solo games, one ply deep: it has the best `few` turns
    in mind, and slips among those that lose less than `slip` 1/100 points."""

    def decide(game: Game, seat: int, roll: Roll) -> Part:
        position, variant = game.positions[seat - 1], game.variant
        stream = _lots(name, position, seat, roll)
        letter = game.falling_letter(roll)
        if letter is None:
            ranked = rank_learned(position, roll, variant, widths, few, shipped())
            return own_part(ranked[slipped([value for value, _ in ranked], slip, stream)][1])

        def rest(shape: str) -> tuple[str, ...]:
            ranked = _ranked_rests(position, shape, variant)[:few]
            if not ranked:
                return ()
            return ranked[slipped([value for value, _ in ranked], slip, stream)][1]

        return block_part(position, letter, rest)

    return Bot(name, decide)


def _lots(name: str, position: Position, seat: int, roll: Roll) -> Stream:
    """What a bot draws its lots from."""
    return Stream.from_key(f"bots/{BOTS_VERSION}/{name}/{seat}/{position}/{roll}")


def _ranked_rests(
    position: Position, shape: str, variant: Variant
) -> list[tuple[int, tuple[str, ...]]]:
    """Where an X shape can come to rest, best first, with the learned value of the sheet that it
    leaves, in 1/100 points."""
    table, flags = shipped().table, flags_of(variant)
    ranked = [
        (round(100 * _core.sheet_worth(position.block(cells).end_turn().core, table, flags)), cells)
        for cells in (tuple(sorted(found)) for found in position.landings(shape, variant))
    ]
    return sorted(ranked, key=lambda one: -one[0])


def _by_seats(name: str, aim: Aim) -> Bot:
    """A bot that goes by the value among others, one ply deep."""
    return Bot(name, lambda game, seat, roll: choose(game, seat, roll, aim))


def _by_playouts(name: str, aim: Aim) -> Bot:
    """A bot that plays the best turn of a hint, with so many playouts."""

    def decide(game: Game, seat: int, roll: Roll) -> Part:
        return hint(game, seat, roll, aim=aim, playouts=PLAYOUTS, top=1).turns[0].part

    return Bot(name, decide)


_OWN: Final[dict[str, Callable[[str], Bot]]] = {
    "beginner": lambda name: _by_habits(name, BEGINNER),
    "easy": lambda name: _by_habits(name, EASY),
    "medium": lambda name: _by_habits(name, MEDIUM),
    "hard": lambda name: _by_value(name, NARROW, 12, 200),
    "tough": lambda name: _by_seats(name, "win"),
    "champion": lambda name: _by_playouts(name, "win"),
    "tough:points": lambda name: _by_seats(name, "points"),
    "champion:points": lambda name: _by_playouts(name, "points"),
}


def own_bot(name: str) -> Bot:
    """The bot of one of these names, OWN_BOTS or STYLES; KeyError for any other."""
    return _OWN[name](name)
