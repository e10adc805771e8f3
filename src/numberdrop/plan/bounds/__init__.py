"""Bounds: what no play of given rolls can score, and the proof of it.

    counting_bound   by counting turns, claims, digits and cells
    drop_plan_bound  and all rows only where shapes and outlines allow it
    relaxed_bound    by a solver, of the game without its geometry
    bounds_of        all of them, from cheap to dear
    check_bound      whether a bound is proved by the method that it names

OR-Tools is loaded when the solver is first asked, and not before.
"""

from .bounds import (
    Bound,
    bounds_of,
    check_bound,
    counting_bound,
    drop_plan_bound,
    relaxed_bound,
    solver_bound,
)
from .known import Known

__all__ = [
    "Bound",
    "Known",
    "bounds_of",
    "check_bound",
    "counting_bound",
    "drop_plan_bound",
    "relaxed_bound",
    "solver_bound",
]
