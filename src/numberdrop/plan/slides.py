"""Plans of slides: who slides when, so that the tiles come down at the turns one wants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..dice import Roll
from ..notches import ALL_DOWN, reached, star_tile, steps_back
from ..rules import LAST_NOTCH, SOLO_SHAPES

#: The reward of what must not be.
NEVER = -1e9
_TILES = 5
_BASE = LAST_NOTCH + 1
_DOWN = (LAST_NOTCH,) * _TILES

Values = NDArray[np.float64]
Index = tuple[slice | int, ...]
#: Of every wish, the state in which all tiles are on the last notch.
_ALL_DOWN: Index = (slice(None), *_DOWN)


@dataclass(frozen=True, slots=True)
class SlidePlan:
    """The tiles slid in each turn, free slide first, and the turn in which each tile A..E reaches
    notch 4: 0 if it stood there before, None if it doesn't get there."""

    slides: tuple[tuple[int, ...], ...]
    arrivals: tuple[int | None, ...]


class SlideTable:
    """All slides that known rolls allow, from given notches of the tiles A..E (rules.md, Solo)."""

    def __init__(
        self, tiles: Sequence[str], rolls: Sequence[Roll], notches: Sequence[int] = (0,) * _TILES
    ) -> None:
        """`tiles` are five different solo shapes, `notches` five numbers 0..4."""
        assert sorted(tiles) == sorted(SOLO_SHAPES), tiles
        self._tiles, self._rolls = tiles, rolls
        self._stars = [star_tile(tiles, roll) for roll in rolls]
        self._notches = tuple(notches)

    def lengths(self) -> list[int]:
        """The numbers of turns that a game can have, rising: those after which all tiles are on
        notch 4, and all the rolls if some tile isn't by then."""
        layers = reached(self._tiles, self._rolls, self._notches)
        found = [turn for turn in range(1, len(layers)) if layers[turn] & ALL_DOWN]
        whole = len(self._rolls)
        if whole and len(layers) == whole + 1 and whole not in found:
            found.append(whole)
        return found

    def best(
        self, turns: int, rewards: Values, *, is_open: bool = False
    ) -> list[tuple[float, SlidePlan] | None]:
        """The best plan of so many turns for each of several wishes, None where there is none.

        `rewards[k, tile, turn]` is what it is worth to wish k that the tile reaches notch 4 in
        that turn (column 0 counts for nothing); a plan's value is their sum. The last turn brings
        all tiles to notch 4, unless it is the last roll or the end `is_open`: the game then ends
        over the line.
        """
        layers = [self._start(len(rewards))]
        for turn in range(1, turns + 1):
            before = layers[-1].copy()
            before[_ALL_DOWN] = NEVER
            layers.append(_turn(before, self._stars[turn - 1], rewards[:, :, turn]))
        is_open = is_open or turns == len(self._stars)
        return [self._plan(k, turns, rewards[k], layers, is_open) for k in range(len(rewards))]

    def _start(self, wishes: int) -> Values:
        values = np.full((wishes, *(_BASE,) * _TILES), NEVER)
        index: Index = (slice(None), *self._notches)
        values[index] = 0
        return values

    def _plan(
        self, k: int, turns: int, rewards: Values, layers: list[Values], is_open: bool
    ) -> tuple[float, SlidePlan] | None:
        """The best way back from the end, or None."""
        end = layers[turns][k]
        best = _DOWN
        if is_open:
            best = tuple(int(n) for n in np.unravel_index(int(np.argmax(end)), end.shape))
        value = float(end[best])
        if value < NEVER / 2:
            return None
        notches, slides = best, []
        for turn in range(turns, 0, -1):
            state = sum(n * _BASE**tile for tile, n in enumerate(notches))
            _, notches, slid = max(
                (
                    float(layers[turn - 1][k][before]) + _reward(before, slid, rewards, turn),
                    before,
                    slid,
                )
                for before, slid in (
                    (_notches(number), slid)
                    for number, slid in steps_back(state, self._stars[turn - 1])
                )
                if before != _DOWN
            )
            slides.append(slid)
        slides.reverse()
        return value, SlidePlan(tuple(slides), self._arrivals(slides))

    def _arrivals(self, slides: Sequence[tuple[int, ...]]) -> tuple[int | None, ...]:
        notches = list(self._notches)
        arrivals: list[int | None] = [0 if n == LAST_NOTCH else None for n in notches]
        for turn, slid in enumerate(slides, 1):
            for tile in slid:
                notches[tile] += 1
                if notches[tile] == LAST_NOTCH:
                    arrivals[tile] = turn
        return tuple(arrivals)


def _notches(state: int) -> tuple[int, ...]:
    return tuple(state // _BASE**tile % _BASE for tile in range(_TILES))


def _reward(before: Sequence[int], slid: Sequence[int], rewards: Values, turn: int) -> float:
    notches = list(before)
    total = 0.0
    for tile in slid:
        notches[tile] += 1
        if notches[tile] == LAST_NOTCH:
            total += float(rewards[tile, turn])
    return total


def _turn(values: Values, star: int | str | None, rewards: Values) -> Values:
    """The best values after a turn; `rewards[k, tile]` for reaching notch 4 in it."""
    values = _slide(values, range(_TILES), rewards)
    if star is None:
        return values
    if isinstance(star, str):
        after = _slide(values, range(_TILES), rewards)
        after[_ALL_DOWN] = np.maximum(after[_ALL_DOWN], values[_ALL_DOWN])
        return after
    after = _slide(values, (star,), rewards)
    down = _at(star, LAST_NOTCH)
    after[down] = np.maximum(after[down], values[down])
    return after


def _slide(values: Values, tiles: Sequence[int], rewards: Values) -> Values:
    """The best values after one of these tiles has slid."""
    after = np.full(values.shape, NEVER)
    for tile in tiles:
        for notch in range(LAST_NOTCH):
            moved = values[_at(tile, notch)]
            if notch + 1 == LAST_NOTCH:
                moved = moved + rewards[:, tile].reshape(-1, *(1,) * (_TILES - 1))
            target = after[_at(tile, notch + 1)]
            np.maximum(target, moved, out=target)
    return after


def _at(tile: int, notch: int) -> Index:
    """The index of all states in which a tile stands on a notch."""
    return tuple(notch if axis == tile + 1 else slice(None) for axis in range(_TILES + 1))
