"""Playouts: a position played on over sampled rolls, for one turn or to the end of the game.

All positions meet the same dice, which show each face equally often (lookahead.pxd). A playout is
determined by its number, so its result is the same in any thread.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from ... import _core
from ...position import Position, flags_of
from ...rules import Variant, dice_set
from ...threads import thread_map
from ..limits import Limit, Stop
from ..ply import NARROW
from ..weights import Weights

#: The results of playouts, in points: float32.
Values: TypeAlias = "array[float]"
#: A row of points for each game: for rows, identical and consecutive boxes and the bonus.
Parts = list[tuple[int, ...]]
#: A position, and the number of the first of BATCH playouts from it.
Batch = tuple[Position, int]
#: Plays batches and returns the values of each, in points, in order; fewer if it is ended early.
PlayBatches = Callable[[Sequence[Batch]], list[Values]]

#: In this many playouts the dice show each face once, so playouts are made in batches of this size.
BATCH = 6
#: The fewest and the most turns after which a playout ends: after one turn, or after more than a
#: game can have.
ONE_TURN, WHOLE_GAME = (1, 1), (20, 20)


def faces_of(dice: str) -> list[list[int]]:
    """Return the faces of the four number dice of a set: 0 to 9, or 10 for a star."""
    return [[10 if face == "*" else int(face) for face in die] for die in dice_set(dice)]


def blank(count: int) -> Values:
    """Return `count` values to be set."""
    return array("f", bytes(4 * count))


def player_of(weights: Weights, variant: Variant, flag: _core.Flag | None = None) -> _core.Playouts:
    """Return a player of playouts with these weights and rules, which ends when `flag` is set.

    It may be used by one thread at a time.
    """
    faces = faces_of(variant.dice)
    return _core.Playouts(weights.table, NARROW, faces, flags_of(variant), flag)


@contextmanager
def sampling(
    weights: Weights, variant: Variant, dice: int, limit: Limit, is_ended: Callable[[], bool]
) -> Iterator[PlayBatches]:
    """Provide a function that plays batches of one-turn playouts on the `dice` of this seed.

    It uses the limit's number of threads. Once `is_ended` returns True no batch is begun; the
    limit's stop also ends batches under way.
    """

    def play(player: _core.Playouts, batches: Sequence[Batch]) -> list[Values]:
        done: list[Values] = []
        for position, first in batches:
            if is_ended():
                break
            values = blank(BATCH)
            if not player.play(position.core, dice, first, ONE_TURN, values):
                break
            done.append(values)
        return done

    workers = limit.workers
    with limit.stop.flag() as flag, thread_map(workers) as shared_map:
        players = [player_of(weights, variant, flag) for _ in range(workers)]

        def play_shared(batches: Sequence[Batch]) -> list[Values]:
            if workers == 1:
                return play(players[0], batches)
            shares = [batches[n::workers] for n in range(workers)]
            done = list(shared_map(play, players, shares))
            values: list[Values] = []
            for place in range(len(batches)):
                if place // workers == len(done[place % workers]):
                    break
                values.append(done[place % workers][place // workers])
            return values

        yield play_shared


def play_batch(
    position: Position,
    variant: Variant,
    weights: Weights,
    dice: int,
    first: int,
    count: int,
    stop: Stop,
) -> Parts:
    """Play `count` games, at most BATCH, from a position to the end, with the numbers from `first`
    on.

    Returns the points of each for rows, identical and consecutive boxes and the bonus. They mean
    nothing after a stop.
    """
    parts = array("i", bytes(4 * 4 * count))
    rows = memoryview(parts).cast("B").cast("i", (count, 4))
    with stop.flag() as flag:
        player = player_of(weights, variant, flag)
        player.play(position.core, dice, first, WHOLE_GAME, blank(count), rows)
    return [tuple(parts[row : row + 4]) for row in range(0, len(parts), 4)]
