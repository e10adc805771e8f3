"""The planners behind one interface, which turns a job into a result.

They are beam search (beam.py), construction (construct.py), exhaustive search (exhaustive.py) and
relaxations (bounds).
"""

from __future__ import annotations

from dataclasses import replace

from ..bounds.bounds import solver_bound
from ..bounds.drop_plans import full_turns
from ..bounds.known import Known
from ..exhaustive import best_line
from ..limits import Stop
from ..question import Question
from .beam import beam
from .construct import Construction
from .objectives import Objective
from .results import SearchResult
from .schedule import Beam, Construct, Exhaust, Job, Relax


class Planners:
    """The planners for one question. A `stop` cuts all of them short."""

    def __init__(self, question: Question, known: Known, stop: Stop) -> None:
        self._question, self._known, self._stop = question, known, stop
        self._construction = Construction(question.starts, question.rolls, question.variant, stop)

    @property
    def digits(self) -> int:
        """The number of free digits on the sheet."""
        return self._construction.digits

    def objectives(self) -> list[Objective]:
        """Return every objective that counting and drop plans allow, best first."""
        return self._construction.objectives(full_turns(self._known))

    def do(self, job: Job) -> SearchResult:
        """Do a job, in any thread."""
        match job:
            case Beam():
                return self._beam(job)
            case Construct():
                return self._construct(job)
            case Exhaust():
                return self._exhaust(job)
            case Relax():
                return self._relax(job)

    def _beam(self, job: Beam) -> SearchResult:
        asked = self._question
        found = beam(
            asked.starts,
            asked.rolls,
            asked.variant,
            width=job.width,
            nodes=job.nodes,
            seed=job.seed,
            stop=self._stop,
        )
        return replace(found, nodes=found.nodes + job.extra)

    def _construct(self, job: Construct) -> SearchResult:
        found = self._construction.attempt(
            job.objective, job.seed, drop_plans=job.drop_plans, nodes=job.nodes
        )
        return replace(found, nodes=found.nodes + job.extra)

    def _exhaust(self, job: Exhaust) -> SearchResult:
        asked = self._question
        found = SearchResult("exhaustive", bound=job.above, method="exhaustive")
        if job.part is not None:
            found = replace(found, part=job.part[0])
        for index, start in enumerate(asked.starts):
            exact = best_line(
                start,
                asked.rolls,
                asked.variant,
                nodes=max(1, job.nodes - found.nodes),
                at_least=job.above,
                stop=self._stop,
                part=job.part,
            )
            found = replace(
                found, nodes=found.nodes + exact.nodes, bound=max(found.bound, exact.bound)
            )
            if exact.turns and exact.score > found.score:
                found = replace(found, score=exact.score, start=index, turns=exact.turns)
        return found

    def _relax(self, job: Relax) -> SearchResult:
        bound, spent = solver_bound(
            self._known,
            points=job.points,
            target=job.target,
            effort=job.effort,
            most=job.most,
            stop=self._stop,
        )
        found = SearchResult("cpsat", job.cost(spent))
        return found if bound is None else replace(found, bound=bound.points, method=bound.method)
