"""Beam search for the best line of solo turns when the rolls to come are known.

It searches over whole turns in the compiled core, which values a position by just the dice that are
left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import repeat

from ... import _core
from ...dice import Roll
from ...errors import NumberdropError
from ...notation import MOST_TURN
from ...position import Position, core_roll, flags_of
from ...rules import MOST_TURNS, Variant
from ...threads import thread_map
from ...transitions import play
from ..limits import Stop
from ..ply import turn_of
from .results import SearchResult

WIDEST = 100_000


def beam(
    starts: Sequence[Position],
    rolls: Sequence[Roll],
    variant: str | Variant = "rulebook",
    *,
    width: int = 1_000,
    nodes: int | None = None,
    seed: int = 0,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
    stop: Stop | None = None,
) -> SearchResult:
    """Search for the line with the highest score after the last roll, or when the game ends.

    `starts` are solo positions with the same tiles, `rolls` 1 to 20 rolls. `width` positions are
    kept after each turn; with `nodes`, fewer, so that about that many turns are tried in all.
    `seed` breaks ties. `workers` threads share the work and don't change the answer. `progress`
    receives the number of each turn done. Once `stop` is set, the rest is played from the best
    position alone. There is always a line; with one roll it is the best. The `nodes` of the result
    count the turns tried, and a position's last turn once, however it was found. Raises
    NumberdropError if the arguments cannot be searched.
    """
    chosen = Variant.of(variant)
    _check(starts, rolls, chosen, width, nodes, seed, workers)
    search = _core.BeamSearch(
        [start.core for start in starts],
        [core_roll(roll) for roll in rolls],
        flags_of(chosen),
        seed,
    )
    is_cut = False
    parents = len(starts)
    stop = stop or Stop()
    with stop.on_set(search.halt), thread_map(workers) as shared_map:
        for number in range(1, len(rolls) + 1):
            before = search.nodes
            try:
                found = list(shared_map(search.expand, range(workers), repeat(workers)))
            except BaseException:
                search.stop()
                raise
            for one in found:
                search.take(one)
            if progress:
                progress(number)
            if number == len(rolls):
                break
            wide = width
            if nodes is not None:
                share = max(0, nodes - search.nodes) // (len(rolls) - number)
                wide = min(width, max(1, share * parents // max(1, search.nodes - before)))
            if stop.is_set():
                wide = 1
            parents = search.advance(wide)
            is_cut = is_cut or parents == wide < width
            if not parents:
                break
    return _answer(search, starts, rolls, chosen, is_cut)


def _answer(
    search: _core.BeamSearch,
    starts: Sequence[Position],
    rolls: Sequence[Roll],
    variant: Variant,
    is_cut: bool,
) -> SearchResult:
    """Return the line that the core found, played by the rules."""
    start, line = search.line()
    position = starts[start]
    turns = []
    for roll, found in zip(rolls, line, strict=False):
        turns.append(turn_of(position, roll, *found))
        position = play(position, turns[-1], variant)
    score = position.score(variant).total
    assert score == search.best, (str(starts[start]), [str(turn) for turn in turns], search.best)
    return SearchResult("beam", search.nodes, score, start, tuple(turns), is_cut=is_cut)


def _check(
    starts: Sequence[Position],
    rolls: Sequence[Roll],
    variant: Variant,
    width: int,
    nodes: int | None,
    seed: int,
    workers: int,
) -> None:
    """Raise NumberdropError unless these arguments can be searched."""
    if not starts:
        raise NumberdropError("starts: expected at least one position, got none")
    if not 1 <= len(rolls) <= MOST_TURNS:
        raise NumberdropError(f"rolls: expected 1 to {MOST_TURNS}, got {len(rolls)}")
    for name, value, least, most in (
        ("width", width, 1, WIDEST),
        ("nodes", 1 if nodes is None else nodes, 1, 1 << 62),
        ("seed", seed, 0, (1 << 64) - 1),
        ("workers", workers, 1, 256),
    ):
        if not least <= value <= most:
            raise NumberdropError(f"{name}: expected {least} to {most}, got {value}")
    for roll in rolls:
        roll.check(variant.dice)
    for start in starts:
        if not start.is_solo:
            raise NumberdropError(f"expected solo positions, their tiles on notches, got {start}")
        if start.is_over():
            raise NumberdropError(f"the game is over, there is no turn to play: {start}")
        if start.core.shapes != starts[0].core.shapes:
            raise NumberdropError(f"expected the same tiles as {starts[0]} has, got {start}")
        if start.turn + len(rolls) > MOST_TURN:
            raise NumberdropError(f"expected no turn after {MOST_TURN}, got {start}")
