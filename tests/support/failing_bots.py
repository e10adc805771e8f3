"""Bots as functions: one that plays by the rules, and some that fail in various ways."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable

import numberdrop as nd


def plain(game: nd.Game, seat: int, roll: nd.Roll) -> nd.Part | str:
    """Drop every shape as low as possible, and never claim."""
    print("what a bot prints is no answer")
    position, letter = game.positions[seat - 1], game.falling_letter(roll)
    if letter is None:
        cells = _lowest(position, roll.shapes)
        return nd.Part(None, tuple(zip(cells, roll.arrangements()[0], strict=True)))
    shape, _, mark = position.tiles["ABCDE".index(letter)]
    return "." if mark == "o" else f"{letter}@{''.join(_lowest(position, [shape]))}"


def _lowest(position: nd.Position, shapes: Iterable[str]) -> list[str]:
    found = (sorted(cells) for shape in shapes for cells in position.landings(shape))
    return min(found, key=lambda cells: (sum(int(cell[1:]) for cell in cells), cells))


def crashing(game: nd.Game, seat: int, roll: nd.Roll) -> nd.Part | str:
    if len(game.turns) > 1:
        raise KeyError("no\x1bsuch key")
    return plain(game, seat, roll)


def leaving(game: nd.Game, seat: int, roll: nd.Roll) -> str:
    sys.exit(3)


def talking_nonsense(game: nd.Game, seat: int, roll: nd.Roll) -> object:
    return 7


def scrawling(game: nd.Game, seat: int, roll: nd.Roll) -> str:
    return "somewhere"


def cheating(game: nd.Game, seat: int, roll: nd.Roll) -> str:
    return "a9=1,b9=1,c9=1,d9=1"


def silent(game: nd.Game, seat: int, roll: nd.Roll) -> str:
    time.sleep(600)
    return "."
