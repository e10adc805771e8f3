"""Bounds: scores that no play of given rolls can exceed, and their proofs.

    counting_bound   counts turns, claims, digits and cells
    drop_plan_bound  also requires that shapes and outlines allow all rows
    relaxed_bound    solves a relaxation, the game without its geometry
    bounds_of        all of them, from cheap to expensive
    check_bound      verifies a bound by the method that it names

OR-Tools is imported when the solver is first used.
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
