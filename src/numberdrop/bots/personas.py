"""Personas: how a simulated person looks at a turn, and errs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Persona:
    """How a simulated person looks at a turn.

    They look at as many landings as `places` has for 0 .. 4 stars among the numbers of a roll, and
    consider the best `few` turns. In each turn they miss the combos of each kind and size with a
    chance of `misses` per cent, and think only of the points of this turn with a chance of `greed`
    per cent. They never take turns that lose `slip` 1/100 points. With `farsighted` above 0 they
    compare their best turns by the turn after, for one roll without stars of each shape, at that
    many landings.
    """

    places: tuple[int, ...]
    few: int
    misses: int
    greed: int
    slip: int
    farsighted: int
