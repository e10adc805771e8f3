"""The program's own bots, from beginner to champion (docs/bots.md).

They depend only on the game, the seat and the roll: their random numbers are derived from the
position and the roll, so that any number of workers plays the same games.
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

#: The version of these bots. It changes when they play differently with the same weights.
BOTS_VERSION: Final = 1

#: Playouts per turn of the champion.
PLAYOUTS: Final = 96
#: The personas of the first three.
BEGINNER: Final = Persona((6, 3, 2, 1, 1), 40, 20, 24, 300, 0)
EASY: Final = Persona((12, 5, 2, 1, 1), 24, 3, 4, 80, 0)
MEDIUM: Final = Persona((20, 6, 3, 2, 1), 24, 0, 0, 300, 2)


def _by_persona(name: str, persona: Persona) -> Bot:
    """Return a bot that plays like a simulated person."""

    def decide(game: Game, seat: int, roll: Roll) -> Part:
        position, variant = game.positions[seat - 1], game.variant
        stream = _stream_of(name, position, seat, roll)
        letter = game.falling_letter(roll)
        if letter is None:
            return own_part(turn_by(persona, position, roll, variant, stream)[0])
        return block_part(
            position, letter, lambda shape: rest_by(persona, position, shape, variant, stream)
        )

    return Bot(name, decide)


def own_part(turn: Turn) -> Part:
    """Return the part of a seat that plays a solo turn, without its slides."""
    return Part(None, turn.place, turn.claim)


def block_part(position: Position, letter: str, rest: Callable[[str], tuple[str, ...]]) -> Part:
    """Return the part of a seat in a block turn; `rest` chooses where the shape comes to rest."""
    shape, _, mark = position.tiles[LETTERS.index(letter)]
    return Part(() if mark == "o" else (Drop(letter, rest(shape)),))


def _by_value(name: str, widths: Widths, few: int, slip: int) -> Bot:
    """Return a bot that plays by the learned value of solo games, one ply deep. It considers its
    best `few` turns, and slips among those that lose less than `slip` 1/100 points."""

    def decide(game: Game, seat: int, roll: Roll) -> Part:
        position, variant = game.positions[seat - 1], game.variant
        stream = _stream_of(name, position, seat, roll)
        letter = game.falling_letter(roll)
        if letter is None:
            ranked = rank_learned(position, roll, variant, widths, few, shipped())
            return own_part(ranked[slipped([value for value, _ in ranked], slip, stream)][1])

        def rest(shape: str) -> tuple[str, ...]:
            ranked = _ranked_landings(position, shape, variant)[:few]
            if not ranked:
                return ()
            return ranked[slipped([value for value, _ in ranked], slip, stream)][1]

        return block_part(position, letter, rest)

    return Bot(name, decide)


def _stream_of(name: str, position: Position, seat: int, roll: Roll) -> Stream:
    """Return the random stream of a bot for one decision."""
    return Stream.from_key(f"bots/{BOTS_VERSION}/{name}/{seat}/{position}/{roll}")


def _ranked_landings(
    position: Position, shape: str, variant: Variant
) -> list[tuple[int, tuple[str, ...]]]:
    """Return the landings of an X shape, best first, each with the learned value of the sheet after
    it, in 1/100 points."""
    table, flags = shipped().table, flags_of(variant)
    ranked = [
        (
            round(100 * _core.learned_value(position.block(cells).end_turn().core, table, flags)),
            cells,
        )
        for cells in (tuple(sorted(found)) for found in position.landings(shape, variant))
    ]
    return sorted(ranked, key=lambda one: -one[0])


def _by_multiplayer_value(name: str, aim: Aim) -> Bot:
    """Return a bot that plays by the value for several players, one ply deep."""
    return Bot(name, lambda game, seat, roll: choose(game, seat, roll, aim))


def _by_playouts(name: str, aim: Aim) -> Bot:
    """Return a bot that plays the best turn of a hint, with PLAYOUTS playouts."""

    def decide(game: Game, seat: int, roll: Roll) -> Part:
        return hint(game, seat, roll, aim=aim, playouts=PLAYOUTS, top=1).turns[0].part

    return Bot(name, decide)


_OWN: Final[dict[str, Callable[[str], Bot]]] = {
    "beginner": lambda name: _by_persona(name, BEGINNER),
    "easy": lambda name: _by_persona(name, EASY),
    "medium": lambda name: _by_persona(name, MEDIUM),
    "hard": lambda name: _by_value(name, NARROW, 12, 200),
    "tough": lambda name: _by_multiplayer_value(name, "win"),
    "champion": lambda name: _by_playouts(name, "win"),
    "tough:points": lambda name: _by_multiplayer_value(name, "points"),
    "champion:points": lambda name: _by_playouts(name, "points"),
}


def own_bot(name: str) -> Bot:
    """Return the bot of a name in OWN_BOTS or STYLES. Raises KeyError for any other name."""
    return _OWN[name](name)
