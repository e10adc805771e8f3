"""Bounds: scores that no play of given rolls can exceed, from the start of a solo game or from any
position of one, and how they are proved. What counts is the score when the game ends, or after the
last roll that is known.

    counting      turns, claims, digits and cells are counted
    drop plans    and all eleven rows only where shapes and outlines allow it (drop_plans)
    cpsat         the game without most of its geometry, all rolls at once (relaxation)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...dice import Deal, Roll
from ...errors import NumberdropError, shown
from ...position import Position
from ...rules import Variant
from ..limits import Stop
from .counting import count
from .cpsat import SEED, solver_version
from .drop_plans import full_turns
from .known import Known
from .relaxation import lower_bounds, relaxed_bound

_EFFORT = re.compile(r"cpsat \(.*\beffort ([0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?)\b.*\)")


@dataclass(frozen=True, slots=True)
class Bound:
    """A score that no play exceeds, in points, and the name of its proof, which check_bound()
    repeats. str() has both."""

    points: int
    method: str

    def __str__(self) -> str:
        return f"{self.points} by {self.method}"


def bounds(
    start: Deal | Position,
    rolls: Sequence[Roll] | None = None,
    variant: str | Variant = "rulebook",
    *,
    target: int | None = None,
    effort: float = 1.0,
) -> Iterator[Bound]:
    """Bounds, each lower than the one before, by methods from cheap to dear.

    Nothing below `target` is looked for, a score that is known to be reached. `effort` is what the
    solver may spend on each bound, in units of its deterministic time; 0 for none. The same
    arguments give the same bounds. Errors as those of counting_bound.
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
        yield from solver_bounds(start, rolls, variant, points=points, target=target, effort=effort)


def solver_bounds(
    start: Deal | Position,
    rolls: Sequence[Roll] | None = None,
    variant: str | Variant = "rulebook",
    *,
    points: int,
    target: int | None,
    effort: float,
    stop: Stop | None = None,
) -> Iterator[Bound]:
    """The solver's bounds alone, from `points` down, a bound that is known; else as bounds().
    `stop` ends it early."""
    known = Known.of(start, rolls, variant)
    made_by = f"ortools {solver_version()}, effort {effort}, workers 1, seed {SEED}"
    for lower in lower_bounds(known, points, target, effort, stop):
        yield Bound(lower, f"cpsat ({made_by})")


def effort_of(method: str) -> float | None:
    """The effort that a proof by the solver names; None for another method."""
    asked = _EFFORT.fullmatch(method)
    return None if asked is None else float(asked[1])


def check_bound(
    start: Deal | Position,
    rolls: Sequence[Roll] | None,
    variant: str | Variant,
    bound: Bound,
) -> bool:
    """Whether the method that the bound names proves it, tried again. NumberdropError if there is
    no such method."""
    if bound.method == "counting":
        return counting_bound(start, rolls, variant) <= bound.points
    if bound.method == "drop plans":
        return drop_plan_bound(start, rolls, variant) <= bound.points
    effort = effort_of(bound.method)
    if effort is None:
        raise NumberdropError(
            "method: expected counting, drop plans or cpsat (.. effort NUMBER ..), "
            f"got {shown(bound.method)}"
        )
    relaxed = relaxed_bound(start, rolls, variant, effort=effort, target=bound.points + 1)
    return relaxed.bound <= bound.points


def counting_bound(
    start: Deal | Position,
    rolls: Sequence[Roll] | None = None,
    variant: str | Variant = "rulebook",
) -> int:
    """The highest score that counting alone allows, in points (counting).

    `rolls` are a deal's own, or 1 to 20; NumberdropError otherwise, and if the position isn't a
    solo one. Of a game that is over it is the score.
    """
    known = Known.of(start, rolls, variant)
    return count(known, range(known.longest + 1))


def drop_plan_bound(
    start: Deal | Position,
    rolls: Sequence[Roll] | None = None,
    variant: str | Variant = "rulebook",
) -> int:
    """The counting bound, all eleven rows only after numbers of turns that drop plans allow."""
    known = Known.of(start, rolls, variant)
    return count(known, full_turns(known))
