"""CP-SAT, the solver of OR-Tools, used in such a way that its results repeat.

OR-Tools is imported when the solver is first used.
"""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, TypeAlias

from ..limits import Stop

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

#: A sum of variables, which may also be empty or a plain number.
Linear: TypeAlias = Any

SEED = 1
#: Ways of search that take turns, by a fixed schedule, where a solution is improved.
WAYS = 8

_EFFORT = re.compile(r"cpsat \(.*\beffort ([0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?)\b.*\)")


def solver_version() -> str:
    """Return the version of ortools that is installed."""
    from importlib.metadata import version

    return version("ortools")


def method_of(effort: float) -> str:
    """Return the name of a proof by the solver: its version and parameters, all that is needed to
    repeat it."""
    return f"cpsat (ortools {solver_version()}, effort {effort}, workers 1, seed {SEED})"


def effort_of(method: str) -> float | None:
    """Return the effort named by a proof of the solver, or None for another method."""
    asked = _EFFORT.fullmatch(method)
    return None if asked is None else float(asked[1])


def can_reach(
    model: cp_model.CpModel, score: Linear, target: int, effort: float, stop: Stop | None = None
) -> tuple[bool, float]:
    """Return False if the solver proves within its effort that no solution scores `target` or more.

    Also returns the deterministic time that it took, in units of the effort. `stop` ends it early.
    """
    from ortools.sat.python import cp_model

    asked = model.clone()
    asked.add(score >= target)
    solver = cp_model.CpSolver()
    # One worker, so that the result repeats.
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = SEED
    solver.parameters.max_deterministic_time = effort
    is_done = Event()

    def halt() -> None:
        """Request a stop repeatedly, because a solver that is just starting ignores it."""
        while not is_done.wait(0.05):
            solver.stop_search()

    with (stop or Stop()).on_set(Thread(target=halt, daemon=True).start):
        try:
            status = solver.solve(asked)
        finally:
            is_done.set()
    return status != cp_model.INFEASIBLE, solver.response_proto.deterministic_time


def minimized(
    model: cp_model.CpModel, effort: float, stop: Stop | None = None
) -> tuple[cp_model.CpSolver | None, float]:
    """Minimise the objective of a model within an effort.

    Returns the solver with the best solution, or None if it has none, and the deterministic time
    that it took. The result repeats, on any number of CPUs, unless `stop` ends it early.
    """
    from ortools.sat.python import cp_model

    stop = stop or Stop()
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = WAYS
    solver.parameters.interleave_search = True
    solver.parameters.random_seed = SEED
    solver.parameters.max_deterministic_time = effort
    # More of it gains nothing with a good start, and on a large model takes all of a small effort.
    solver.parameters.cp_model_probing_level = 0
    solver.parameters.max_presolve_iterations = 1
    solver.parameters.catch_sigint_signal = False  # the caller handles it, by `stop`
    with ThreadPoolExecutor(1) as pool:
        search = pool.submit(solver.solve, model)
        # Waited for in steps, because a signal is handled between them, and because a solver that
        # is just starting ignores a stop.
        while not search.done():
            wait([search], 0.05)
            if stop.is_set():
                solver.stop_search()
    is_solved = search.result() in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return solver if is_solved else None, solver.response_proto.deterministic_time
