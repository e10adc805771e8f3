"""The five tiles on their notches: how long a solo game on given rolls can last.

A state is the five notches read as a number in base 5, tile A the lowest digit. A set of states is
an int of 5**5 bits, bit s for state s, so sliding tile i in all states at once is a shift by 5**i.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .dice import Roll
from .errors import NotationError, shown
from .rules import LAST_NOTCH, SOLO_SHAPES

_BASE = LAST_NOTCH + 1
_STATES = _BASE**5
_STEPS: tuple[int, ...] = tuple(_BASE**tile for tile in range(5))
#: The set of the one state with all tiles on the last notch.
ALL_DOWN = 1 << _STATES - 1
#: For each tile, the states in which it is not on the last notch.
_MOVABLE = tuple(
    sum(1 << state for state in range(_STATES) if state // step % _BASE < LAST_NOTCH)
    for step in _STEPS
)
#: For each tile, the states in which one slide brings it there.
_NEXT_DOWN = tuple(
    sum(1 << state for state in range(_STATES) if state // step % _BASE == LAST_NOTCH - 1)
    for step in _STEPS
)
_START = (0, 0, 0, 0, 0)


def longest_game(
    tiles: Sequence[str], rolls: Sequence[Roll], notches: Sequence[int] = _START
) -> int:
    """The most turns that a solo game on these rolls can have, at most len(rolls).

    `tiles` are the shapes on A..E, `notches` where they stand before the first roll. The free
    slide, and the slide of a star on the shape die, are chosen freely; the game is over after the
    turn that brings all five tiles to notch 4 (rules.md, Solo). Cells past the line are not looked
    at. NotationError on other tiles.
    """
    return len(reachable_states(tiles, rolls, notches)) - 1


def reachable_states(
    tiles: Sequence[str], rolls: Sequence[Roll], notches: Sequence[int] = _START
) -> list[int]:
    """The states before the first turn and after each turn, as long as some game goes on: sets of
    states as the module has them. From the state with all tiles down none goes on.
    """
    if sorted(tiles) != sorted(SOLO_SHAPES):
        raise NotationError(f"tiles: expected each of I, O, T, L, S once, got {shown(tiles)}")
    layers = [1 << sum(notch * step for notch, step in zip(notches, _STEPS, strict=True))]
    for roll in rolls:
        going_on = layers[-1] & ~ALL_DOWN
        if not going_on:
            break
        layers.append(_after_turn(going_on, star_tile(tiles, roll)))
    return layers


def states_leading_to(
    tiles: Sequence[str], rolls: Sequence[Roll], layers: Sequence[int], *, all_down: bool
) -> list[int]:
    """Of the states that reached() gives before and after each of these turns, those that lead to
    one of the last set; with `all_down` to the one with all tiles down. Empty sets if none does."""
    kept = [layers[-1] & (ALL_DOWN if all_down else -1)]
    for roll, before in zip(reversed(rolls), reversed(layers[:-1]), strict=True):
        states = _before_slide_any(_before_star(kept[-1], star_tile(tiles, roll)))
        kept.append(states & before & ~ALL_DOWN)
    return kept[::-1]


def states_matching(down: Iterable[int], above: Iterable[int]) -> int:
    """The states in which these tiles stand on notch 4, and those others do not."""
    states = (1 << _STATES) - 1
    for tile in down:
        states &= ~_MOVABLE[tile]
    for tile in above:
        states &= _MOVABLE[tile]
    return states


def star_tile(tiles: Sequence[str], roll: Roll) -> int | str | None:
    """The tile that the roll's star slides; `*` where the player chooses, None without a star."""
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
    """The states after a turn, by the tiles that reach the last notch in it, in that order; `star`
    as from star_tile()."""
    found: dict[tuple[int, ...], int] = {}
    for first, middle in _slid_down(states, range(5)):
        choices = range(5) if isinstance(star, str) else [] if star is None else [star]
        still = middle
        for tile in choices:
            still &= ~_MOVABLE[tile]
        for second, after in [((), still), *_slid_down(middle, choices)]:
            if after:
                down = (*first, *second)
                found[down] = found.get(down, 0) | after
    return found


def _slid_down(states: int, tiles: Iterable[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """The states after one of these tiles has slid, apart those in which it came down."""
    for tile in tiles:
        yield (), _slide(states & ~_NEXT_DOWN[tile], tile)
        yield (tile,), _slide(states & _NEXT_DOWN[tile], tile)


def predecessors(state: int, star: int | str | None) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every (state before the turn, tiles slid) from which a turn leads to the state; `star` as
    from star_tile()."""
    for middle, star_slide in _star_steps_back(state, star):
        for tile in range(5):
            if tile_notch(middle, tile) > 0:
                yield middle - _STEPS[tile], (tile, *star_slide)


def _star_steps_back(state: int, star: int | str | None) -> Iterator[tuple[int, tuple[int, ...]]]:
    choices = range(5) if isinstance(star, str) else [] if star is None else [star]
    for tile in choices:
        if tile_notch(state, tile) > 0:
            yield state - _STEPS[tile], (tile,)
    if all(tile_notch(state, tile) == LAST_NOTCH for tile in choices):
        yield state, ()


def tile_notch(state: int, tile: int) -> int:
    """The notch of a tile in a state."""
    return state // _STEPS[tile] % _BASE
