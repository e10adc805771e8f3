"""The habits of a person who plays: what they look at, and how they err."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Persona:
    """How one person looks at a turn.

    They look at as many landings as `places` has for 0 .. 4 stars among the numbers of a roll, and
    keep the best `few` turns in mind. In a turn they miss the combos of each kind and size with a
    chance of `misses` per cent, and with one of `greed` per cent they think of the points of this
    turn alone. Turns that lose `slip` 1/100 points are never taken. A person who is `farsighted`
    weighs the best of the others by the turn after, for one roll without stars of each shape, at so
    many landings; for one who is not it is 0.
    """

    places: tuple[int, ...]
    few: int
    misses: int
    greed: int
    slip: int
    farsighted: int
