"""Exhaustive search for the best score with known rolls and nothing after them.

Every line of turns is tried or pruned by a bound. If the search is cut short, a beam search
provides the score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .. import _core
from ..dice import Roll
from ..errors import NumberdropError
from ..position import Position, core_roll, flags_of
from ..rules import MOST_TURNS, Variant
from ..turn import Turn
from .limits import Stop
from .outcome import Status
from .ply import end_of, landings_kept, rank_plain, turn_of

#: Positions that plain_beam() keeps after each turn, and turns that it tries from each.
PLAIN_WIDTH = 8

_NO_LIMIT = 2**63
_LOWEST = -1_000
_HIGHEST = 100

Line = tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Exact:
    """The best score known, in points, the turns that make it, and an upper bound on every line.

    `turns` is empty if `score` is the caller's own `at_least` and nothing higher was found. `nodes`
    counts the landings tried, and the regions tried for the boxes to fill on them. `another` says
    whether another line makes the same score, if that was asked; None if unknown.
    """

    score: int
    bound: int
    turns: Line
    nodes: int
    another: bool | None = None

    @property
    def is_exact(self) -> bool:
        """True if the score is proved to be the highest."""
        return Status.of(self.score, self.bound) is Status.PROVED


def best_line(
    position: Position,
    rolls: Sequence[Roll],
    variant: str | Variant = "rulebook",
    *,
    nodes: int | None = None,
    at_least: int | None = None,
    stop: Stop | None = None,
    others: bool = False,
    part: tuple[int, int] | None = None,
) -> Exact:
    """Return the highest score after turns with these `rolls`, 1 to 20, in this order.

    A line has fewer turns if the game ends earlier. On a sheet of several players a turn is a shape
    dropped.

    `nodes`, at least 1, limits the search. If it is cut short, the score is the best found so far
    or that of a beam search, and the bound is the lowest one proved. With `others`, the search also
    determines whether the best score can be made in another way: with other cells for shapes, other
    cells for X, or other boxes. Other slides, another order of turns, and other digits that no box
    needs don't count. `at_least` is a score known to be reachable, up to 100; only lines that score
    more are searched. `part` is a number, from 0, and a count, and restricts the search to one
    share of the first turns. No line scores more than the highest bound of all parts; the bound of
    a part that was cut short is 100.

    The same arguments give the same answer, unless `stop` ends the search early. Raises
    NumberdropError if the game is over, a number is out of range or the variant's dice cannot show
    a roll. KeyboardInterrupt works at any time.
    """
    chosen = Variant.of(variant)
    for roll in rolls:
        roll.check(chosen.dice)
    if not 1 <= len(rolls) <= MOST_TURNS:
        raise NumberdropError(f"rolls: expected 1 to {MOST_TURNS}, got {len(rolls)}")
    if nodes is not None and not 1 <= nodes < _NO_LIMIT:
        raise NumberdropError(f"nodes: expected 1 or more, got {nodes}")
    if at_least is not None and not _LOWEST < at_least <= _HIGHEST:
        raise NumberdropError(f"at_least: expected a score up to {_HIGHEST}, got {at_least}")
    if part is not None and not 0 <= part[0] < part[1]:
        raise NumberdropError(f"part: expected a number below {part[1]}, got {part[0]}")
    if position.is_over():
        raise NumberdropError(f"the game is over, there is no turn to play: {position}")
    known = _LOWEST if at_least is None else at_least
    with (stop or Stop()).flag() as flag:
        found = _search(position, rolls, chosen, nodes or _NO_LIMIT, known, flag, others, part)
    if found.is_exact or at_least is not None:
        return found
    score, turns = plain_beam(position, rolls, chosen)
    return found if found.score >= score else Exact(score, found.bound, turns, found.nodes)


def _search(
    position: Position,
    rolls: Sequence[Roll],
    variant: Variant,
    nodes: int,
    known: int,
    flag: _core.Flag | None = None,
    others: bool = False,
    part: tuple[int, int] | None = None,
) -> Exact:
    """Return the core's result, without turns if it found nothing above `known`."""
    asked = [core_roll(roll) for roll in rolls]
    score, bound, tried, found, another = _core.exhaust(
        position.core, asked, flags_of(variant), nodes, known, flag, others, *(part or ())
    )
    turns: list[Turn] = []
    for roll, played in zip(rolls, found, strict=False):
        turns.append(turn_of(position, roll, *played))
        position = end_of(position, turns[-1])
    assert not turns or position.score(variant).total == score, (str(position), score)
    return Exact(score, bound, tuple(turns), tried, another)


def plain_beam(position: Position, rolls: Sequence[Roll], variant: Variant) -> tuple[int, Line]:
    """Return the best score, with its turns, that a beam search by the plain value finds."""
    ends: list[tuple[int, Line]] = []
    beam: list[tuple[Position, Line]] = [(position, ())]
    for roll in rolls[:-1]:
        found: dict[Position, tuple[int, Line]] = {}
        for there, line in beam:
            for value, turn in rank_plain(there, roll, variant, landings_kept(roll), PLAIN_WIDTH):
                after = end_of(there, turn)
                found.setdefault(after, (value, (*line, turn)))
        ranked = sorted(found.items(), key=lambda item: -item[1][0])
        ends += [(p.score(variant).total, line) for p, (_, line) in ranked if p.is_over()]
        beam = [(p, line) for p, (_, line) in ranked if not p.is_over()][:PLAIN_WIDTH]
    for there, line in beam:
        last = _search(there, rolls[-1:], variant, _NO_LIMIT, _LOWEST)
        ends.append((last.score, line + last.turns))
    return max(ends, key=lambda end: end[0])
