"""Bounds: scores that no play of given rolls can exceed, and their proofs.

A game may begin at its start or at a later position. The score is the one at the end of the game,
or after the last roll that is known.

    counting      counts turns, claims, digits and cells
    drop plans    also requires that shapes and outlines allow all eleven rows (drop_plans)
    cpsat         the game without most of its geometry, all rolls at once (relaxation)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...dice import Deal, Roll
from ...errors import NumberdropError, shown
from ...position import Position
from ...rules import Variant
from ..limits import Stop
from .counting import count
from .cpsat import can_reach, effort_of, method_of
from .drop_plans import full_turns
from .known import Known
from .relaxation import relaxation, score_of


@dataclass(frozen=True, slots=True)
class Bound:
    """A score that no play exceeds, in points, and the name of its proof.

    check_bound() repeats the proof. str() has both.
    """

    points: int
    method: str

    def __str__(self) -> str:
        return f"{self.points} by {self.method}"


def bounds_of(
    start: Deal | Position | Known | str,
    rolls: Iterable[Roll | str] | str | None = None,
    variant: str | Variant = "rulebook",
    *,
    target: int | None = None,
    effort: float = 1.0,
) -> Iterator[Bound]:
    """Yield bounds, each lower than the one before, by methods from cheap to expensive.

    `target` is a score that is known to be reached; no bound below it is tried. `effort` limits the
    solver for each bound, in units of its deterministic time; 0 leaves it out. The same arguments
    give the same bounds. Raises the errors of counting_bound().
    """
    known = Known.of(start, rolls, variant)
    points = count(known, range(known.longest + 1))
    yield Bound(points, "counting")
    if not known.longest or (target is not None and points <= target):
        return
    planned = count(known, full_turns(known))
    if planned < points:
        points = planned
        yield Bound(points, "drop plans")
    if effort > 0:
        for bound, _ in _descend(known, points, target, effort):
            if bound is not None:
                yield bound


def solver_bound(
    known: Known,
    *,
    points: int,
    target: int,
    effort: float,
    most: float | None = None,
    stop: Stop | None = None,
) -> tuple[Bound | None, float]:
    """Return the lowest bound that the solver proves, or None, and the deterministic time it spent.

    It tests whether `points` can be reached, with `effort` for each test, then a point less, and so
    on. It ends when they can, `target` is left, or `most` is spent in total. `stop` ends it early.
    """
    lowest, spent = None, 0.0
    for bound, took in _descend(known, points, target, effort, most, stop):
        lowest, spent = bound or lowest, spent + took
    return lowest, spent


def relaxed_bound(
    start: Deal | Position | Known | str,
    rolls: Iterable[Roll | str] | str | None = None,
    variant: str | Variant = "rulebook",
    *,
    effort: float = 10.0,
    target: int | None = None,
) -> Bound:
    """Return a proved upper bound for the final score of a solo game, in points.

    The bound starts from that of counting. It is lowered as long as the solver proves, with
    `effort` for each point (deterministic time, above 0), that it cannot be reached. With a
    `target` the solver only tests whether that score can be reached; if not, the bound is at most
    target - 1. The same input gives the same bound. If not all rolls of the game are known, it also
    bounds the score after the last of them. Raises NumberdropError if `effort` is out of range, and
    the errors of counting_bound().
    """
    if not effort > 0:
        raise NumberdropError(f"effort: expected more than 0, got {effort}")
    known = Known.of(start, rolls, variant)
    counted = Bound(count(known, range(known.longest + 1)), "counting")
    if not known.longest:
        return counted
    first, last = (counted.points, None) if target is None else (target, target - 1)
    proved = [bound for bound, _ in _descend(known, first, last, effort) if bound is not None]
    return min([counted, *proved], key=lambda bound: bound.points)


def _descend(
    known: Known,
    points: int,
    target: int | None,
    effort: float,
    most: float | None = None,
    stop: Stop | None = None,
) -> Iterator[tuple[Bound | None, float]]:
    """Yield the result of each test by the solver, from `points` down to the one above `target`.

    A result is the bound that was proved, or None, and the deterministic time that it took. The
    first None ends the tests.
    """
    game, spent = relaxation(known), 0.0
    while target is None or points > target:
        if most is not None:
            # Rounded down, so that the name of the proof has a number that people can type.
            effort = min(effort, math.floor(1_000 * (most - spent)) / 1_000)
        if effort <= 0:
            return
        reached, took = can_reach(game.model, score_of(game), points, effort, stop)
        spent += took
        if reached:
            yield None, took
            return
        points -= 1
        yield Bound(points, method_of(effort)), took


def check_bound(
    start: Deal | Position | Known | str,
    rolls: Iterable[Roll | str] | str | None,
    variant: str | Variant,
    bound: Bound,
    stop: Stop | None = None,
) -> bool:
    """Return True if the method that the bound names proves it again.

    Also returns False if `stop` ends the check early. Raises NumberdropError for an unknown method.
    """
    known = Known.of(start, rolls, variant)
    if bound.method == "counting":
        return counting_bound(known) <= bound.points
    if bound.method == "drop plans":
        return drop_plan_bound(known) <= bound.points
    effort = effort_of(bound.method)
    if effort is None:
        raise NumberdropError(
            "method: expected counting, drop plans or cpsat (.. effort NUMBER ..), "
            f"got {shown(bound.method)}"
        )
    if counting_bound(known) <= bound.points:
        return True
    points = bound.points
    proved, _ = solver_bound(known, points=points + 1, target=points, effort=effort, stop=stop)
    return proved is not None


def counting_bound(
    start: Deal | Position | Known | str,
    rolls: Iterable[Roll | str] | str | None = None,
    variant: str | Variant = "rulebook",
) -> int:
    """Return the highest score that counting alone allows, in points (counting).

    `rolls` are 1 to 20; a deal has its own, and a `Known` also its variant. The bound of a game
    that is over is its score. Raises NumberdropError for another number of rolls, or if the
    position isn't a solo one.
    """
    known = Known.of(start, rolls, variant)
    return count(known, range(known.longest + 1))


def drop_plan_bound(
    start: Deal | Position | Known | str,
    rolls: Iterable[Roll | str] | str | None = None,
    variant: str | Variant = "rulebook",
) -> int:
    """Return the counting bound with all eleven rows only after numbers of turns that drop plans
    allow."""
    known = Known.of(start, rolls, variant)
    return count(known, full_turns(known))
