"""The states of the five tiles: how long a solo game with given rolls can last.

A state is the five notches read as a number in base 5, with tile A as the lowest digit. A set of
states is an int of 5**5 bits, with bit s for state s. Sliding tile i in all states at once is a
shift by 5**i.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .dice import Roll
from .errors import NotationError, shown
from .rules import LAST_NOTCH, SOLO_SHAPES

_BASE = LAST_NOTCH + 1
_STATES = _BASE**5
_STEPS: tuple[int, ...] = tuple(_BASE**tile for tile in range(5))
_ALL = (1 << _STATES) - 1
#: The set that holds only the state with all tiles on the last notch.
ALL_DOWN = 1 << _STATES - 1


def _on_notches(step: int, notches: range) -> int:
    """Return the states in which the tile of this step is on one of these notches."""
    lowest = (1 << len(notches) * step) - 1 << notches.start * step
    return lowest * (_ALL // ((1 << _BASE * step) - 1))  # repeated over all digits above the tile's


#: For each tile, the states in which it is above the last notch.
_MOVABLE = tuple(_on_notches(step, range(LAST_NOTCH)) for step in _STEPS)
#: For each tile, the states in which one slide brings it to the last notch.
_NEXT_DOWN = tuple(_on_notches(step, range(LAST_NOTCH - 1, LAST_NOTCH)) for step in _STEPS)
_START = (0, 0, 0, 0, 0)


def longest_game(
    tiles: Sequence[str], rolls: Sequence[Roll], notches: Sequence[int] = _START
) -> int:
    """Return the most turns that a solo game with these rolls can have, at most len(rolls).

    `tiles` are the shapes on A..E, and `notches` their notches before the first roll. The player
    chooses the free slides, and the slide of a star on the shape die. The game ends after the turn
    that brings all five tiles to notch 4 (rules.md, Solo). Cells past the line are ignored. Raises
    NotationError for other tiles.
    """
    return len(reachable_states(tiles, rolls, notches)) - 1


def reachable_states(
    tiles: Sequence[str], rolls: Sequence[Roll], notches: Sequence[int] = _START
) -> list[int]:
    """Return the states before the first turn and after each turn, while some game continues.

    The items are sets of states as in the module's docstring. No game continues from the state with
    all tiles on the last notch. Raises NotationError for other tiles.
    """
    if sorted(tiles) != sorted(SOLO_SHAPES):
        raise NotationError(f"tiles: expected each of I, O, T, L, S once, got {shown(tiles)}")
    layers = [1 << sum(notch * step for notch, step in zip(notches, _STEPS, strict=True))]
    for roll in rolls:
        unfinished = layers[-1] & ~ALL_DOWN
        if not unfinished:
            break
        layers.append(_after_turn(unfinished, star_tile(tiles, roll)))
    return layers


def states_leading_to(
    tiles: Sequence[str], rolls: Sequence[Roll], layers: Sequence[int], *, all_down: bool
) -> list[int]:
    """Restrict the layers of reachable_states() to states that lead to the last layer.

    With `all_down` they must lead to the state with all tiles on the last notch. The sets are empty
    if no state does.
    """
    kept = [layers[-1] & (ALL_DOWN if all_down else -1)]
    for roll, before in zip(reversed(rolls), reversed(layers[:-1]), strict=True):
        states = _before_slide_any(_before_star(kept[-1], star_tile(tiles, roll)))
        kept.append(states & before & ~ALL_DOWN)
    return kept[::-1]


def states_matching(down: Iterable[int], above: Iterable[int]) -> int:
    """Return the states with the tiles `down` on notch 4 and the tiles `above` not on it."""
    states = _ALL
    for tile in down:
        states &= ~_MOVABLE[tile]
    for tile in above:
        states &= _MOVABLE[tile]
    return states


def star_tile(tiles: Sequence[str], roll: Roll) -> int | str | None:
    """Return which tile the star of a roll slides: its index in `tiles`, from 0; `*` if the player
    chooses it; None without a star."""
    if not roll.has_star:
        return None
    return "*" if roll.shape == "*" else tiles.index(roll.shape)


def _after_turn(states: int, star: int | str | None) -> int:
    states = _slide_any(states)
    if star is None:
        return states
    if isinstance(star, str):
        return _slide_any(states) | states & ALL_DOWN
    return _slide(states, star) | states & ~_MOVABLE[star]


def _before_star(states: int, star: int | str | None) -> int:
    if star is None:
        return states
    if isinstance(star, str):
        return _before_slide_any(states) | states & ALL_DOWN
    return _before_slide(states, star) | states & ~_MOVABLE[star]


def _before_slide(states: int, tile: int) -> int:
    return states >> _STEPS[tile] & _MOVABLE[tile]


def _before_slide_any(states: int) -> int:
    before = 0
    for tile in range(5):
        before |= _before_slide(states, tile)
    return before


def _slide(states: int, tile: int) -> int:
    return (states & _MOVABLE[tile]) << _STEPS[tile]


def _slide_any(states: int) -> int:
    moved = 0
    for tile in range(5):
        moved |= _slide(states, tile)
    return moved


def states_by_tiles_down(states: int, star: int | str | None) -> dict[tuple[int, ...], int]:
    """Return the states after a turn, by the tiles that reach the last notch in it, in order.

    `star` is a result of star_tile().
    """
    found: dict[tuple[int, ...], int] = {}
    for first, middle in _slide_each(states, range(5)):
        choices = range(5) if isinstance(star, str) else [] if star is None else [star]
        stuck = middle
        for tile in choices:
            stuck &= ~_MOVABLE[tile]
        for second, after in [((), stuck), *_slide_each(middle, choices)]:
            if after:
                down = (*first, *second)
                found[down] = found.get(down, 0) | after
    return found


def _slide_each(states: int, tiles: Iterable[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the states after each of these tiles has slid.

    States in which the tile has reached the last notch come separately, with the tile.
    """
    for tile in tiles:
        yield (), _slide(states & ~_NEXT_DOWN[tile], tile)
        yield (tile,), _slide(states & _NEXT_DOWN[tile], tile)


def predecessors(state: int, star: int | str | None) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield every (state before the turn, tiles slid) from which a turn leads to `state`.

    `star` is a result of star_tile().
    """
    for middle, star_slide in _before_star_slide(state, star):
        for tile in range(5):
            if tile_notch(middle, tile) > 0:
                yield middle - _STEPS[tile], (tile, *star_slide)


def _before_star_slide(state: int, star: int | str | None) -> Iterator[tuple[int, tuple[int, ...]]]:
    choices = range(5) if isinstance(star, str) else [] if star is None else [star]
    for tile in choices:
        if tile_notch(state, tile) > 0:
            yield state - _STEPS[tile], (tile,)
    if all(tile_notch(state, tile) == LAST_NOTCH for tile in choices):
        yield state, ()


def tile_notch(state: int, tile: int) -> int:
    """Return the notch of a tile in a state."""
    return state // _STEPS[tile] % _BASE
