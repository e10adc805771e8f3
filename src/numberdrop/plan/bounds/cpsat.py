"""The solver, CP-SAT of OR-Tools: what it is asked, and how it is asked so that it repeats.

It is loaded when it is first asked, and not before.
"""

from __future__ import annotations

import re
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, TypeAlias

from ..limits import Stop

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

#: A sum of variables, which may also be empty or a plain number.
Linear: TypeAlias = Any

SEED = 1

_EFFORT = re.compile(r"cpsat \(.*\beffort ([0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?)\b.*\)")


def solver_version() -> str:
    """The version of ortools that is installed."""
    from importlib.metadata import version

    return version("ortools")


def method_of(effort: float) -> str:
    """The name of a proof by the solver: its version and its parameters, all that is needed to ask
    again."""
    return f"cpsat (ortools {solver_version()}, effort {effort}, workers 1, seed {SEED})"


def effort_of(method: str) -> float | None:
    """The effort that a proof by the solver names; None for another method."""
    asked = _EFFORT.fullmatch(method)
    return None if asked is None else float(asked[1])


def can_reach(
    model: cp_model.CpModel, score: Linear, target: int, effort: float, stop: Stop | None = None
) -> tuple[bool, float]:
    """False if the solver shows within its effort that no solution scores so much; and what it took
    (deterministic time, as the effort). `stop` ends it early."""
    from ortools.sat.python import cp_model

    asked = model.clone()
    asked.add(score >= target)
    solver = cp_model.CpSolver()
    # One worker, so that everything can be repeated.
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = SEED
    solver.parameters.max_deterministic_time = effort
    is_done = Event()

    def halt() -> None:
        """Again and again: a solver that hasn't quite begun doesn't hear it."""
        while not is_done.wait(0.05):
            solver.stop_search()

    with (stop or Stop()).on_set(Thread(target=halt, daemon=True).start):
        try:
            status = solver.solve(asked)
        finally:
            is_done.set()
    return status != cp_model.INFEASIBLE, solver.response_proto.deterministic_time
