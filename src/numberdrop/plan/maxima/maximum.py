"""The highest score when the rolls are known: found, played, bounded, and proved if possible.

Jobs of several planners (planners.py) are taken in a fixed order (schedule.py), done by threads,
and counted in that order (incumbents.py). A score comes with the turns that make it, played by the
rules; it is PROVED only if a bound equals it.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any

from ...dice import Deal, Roll
from ...errors import NumberdropError, shown
from ...json_reader import seed_to_json
from ...position import Position
from ...rules import Variant
from ...threads import can_start_threads
from ...validate import MOST_SEED, expect_kind, integer_between
from ...version import identity
from ..bounds.bounds import Bound, bounds_of, check_bound
from ..bounds.known import Known
from ..exhaustive import best_line
from ..limits import Limit, Stop, expect_callback
from ..question import MOST_WORK, Maximum, Puzzle, Question
from .incumbents import Incumbents
from .objective_choice import ObjectiveChoice
from .parts import Parts
from .planners import Planners
from .results import SearchResult
from .schedule import DEFAULT, Construct, Exhaust, Job, Part, Schedule, State, nodes_for

#: The seconds of a search without another limit, and those between two progress reports.
SECONDS = 10.0
PROGRESS_INTERVAL = 0.25


def maximum(
    asked: Deal | Puzzle | Position | Question | str,
    rolls: Iterable[Roll | str] | str | None = None,
    *,
    variant: str | Variant = "rulebook",
    seconds: float | None = None,
    nodes: int | None = None,
    seed: int = 1,
    workers: int = 1,
    resume: Maximum | None = None,
    progress: Callable[[Maximum], None] | None = None,
    schedule: Schedule = DEFAULT,
) -> Maximum:
    """Return the highest score found for known rolls, from a deal, a puzzle or a solo position.

    A deal, a position and rolls may be texts, as in Question.of().

    The search ends when the score is proved, after `seconds`, or when `nodes` are used, a few
    thousand more at most; without either limit, after 10 seconds. With `nodes` alone the answer
    depends only on the question and `seed`. `workers` threads share the work. `progress` receives
    each improvement, and the current state from time to time. `resume` starts from an earlier
    result of the same question: its line is played again, and its bound is proved again before it
    counts. `schedule` divides the work in another way. Ctrl-C raises KeyboardInterrupt after a last
    call of `progress`. Raises NumberdropError if the question cannot be searched.
    """
    question = Question.of(asked, rolls, variant)
    seed = integer_between(seed, 0, MOST_SEED, "seed")
    expect_kind(schedule, Schedule, "schedule")
    expect_callback(progress, "progress")
    if seconds is None and nodes is None:
        seconds = SECONDS
    limit = Limit(seconds, nodes, workers=workers)
    if limit.nodes is not None and limit.nodes > MOST_WORK:
        raise NumberdropError(f"nodes: expected at most {MOST_WORK}, got {shown(nodes)}")
    if resume is not None and expect_kind(resume, Maximum, "resume").question != question:
        raise NumberdropError("resume: the earlier result answers another question")
    known = Known.asked_by(question)
    planners = Planners(question, known, limit.stop)
    search = Search(question, known, planners, seed, limit, schedule=schedule, resume=resume)
    return search.run(progress)


def check(found: Maximum, stop: Stop | None = None) -> bool:
    """Return True if the method named by a result proves its bound again.

    Its score was already replayed when it was read. Also returns False if `stop` ends the check
    early. Raises NumberdropError for an unknown method.
    """
    question = found.question
    if found.method == "exhaustive":
        return all(
            best_line(
                start,
                question.rolls,
                question.variant,
                at_least=found.bound,
                stop=stop,
                part=(0, 1),
            ).is_exact
            for start in question.starts
        )
    bound = Bound(found.bound, found.method)
    return check_bound(Known.asked_by(question), None, question.variant, bound, stop)


class Search:
    """One search: the first beam when it is created, all jobs when it is run, once."""

    def __init__(
        self,
        question: Question,
        known: Known,
        planners: Planners,
        seed: int,
        limit: Limit,
        *,
        schedule: Schedule = DEFAULT,
        resume: Maximum | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Run the first beam. `clock` returns the seconds since some fixed moment."""
        self._planners, self._seed, self._limit, self._clock = planners, seed, limit, clock
        self._schedule, self._resume = schedule, resume
        self._began = clock()
        self._earlier = resume.seconds if resume else 0.0
        self._deadline = None if limit.seconds is None else self._began + limit.seconds
        self._turns = known.most_turns
        self._number = resume.jobs if resume else 0
        self._longest = 0
        self._parts = Parts(schedule.endgame_parts)
        self._objective_choice = ObjectiveChoice((), 0, schedule.drop_plans_seen)
        self._bounds = bounds_of(known, effort=0)
        bound = next(self._bounds)
        quick = planners.do(schedule.first(self._turns, seed, limit.nodes))
        best = Maximum(
            question,
            quick.score,
            bound.points,
            bound.method,
            quick.by,
            quick.start,
            quick.turns,
            quick.nodes + (resume.nodes if resume else 0),
            self._number,
            0.0,
            {**identity(), "seed": seed_to_json(seed), "nodes": limit.nodes},
        )
        if resume is not None and resume.score > quick.score:
            question.score(resume.start, resume.turns)
            best = replace(
                best,
                score=resume.score,
                start=resume.start,
                turns=resume.turns,
                found_by=resume.found_by,
            )
        self._incumbents = Incumbents(best, limit.nodes)

    def run(self, progress: Callable[[Maximum], None] | None = None) -> Maximum:
        """Do jobs until the limit is reached or the score is proved."""
        report = progress or (lambda best: None)
        incumbents = self._incumbents
        report(self._snapshot())
        if not incumbents.best.is_proved:
            for bound in self._bounds:
                incumbents.lower(bound)
            report(self._snapshot())
            objectives = self._planners.objectives()
            self._objective_choice = ObjectiveChoice(
                objectives, self._planners.digits, self._schedule.drop_plans_seen
            )
        waiting: deque[Future[SearchResult]] = deque()
        with _job_pool(self._limit.workers) as pool:
            try:
                while not (incumbents.is_done or self._is_timed_out()):
                    while len(waiting) < self._ahead() and (job := self._next()) is not None:
                        waiting.append(pool.submit(self._planners.do, job))
                    try:
                        found = waiting[0].result(timeout=self._poll_timeout())
                    except TimeoutError:
                        report(self._snapshot())
                        continue
                    waiting.popleft()
                    if found.attempt is not None:
                        self._objective_choice.report(found.attempt)
                    if incumbents.take(self._of_all(found)):
                        report(self._snapshot())
            finally:
                self._limit.stop.set()
                for future in waiting:
                    future.cancel()
                if not incumbents.is_done:
                    cut = [f for f in waiting if not f.cancelled() and f.exception() is None]
                    incumbents.close(
                        (self._of_all(future.result()) for future in cut), len(waiting)
                    )
                report(self._snapshot())
        return self._snapshot()

    def _next(self) -> Job | None:
        """Return the next job, chosen from what is known now, or None to wait for one under way."""
        number, incumbents = self._number, self._incumbents
        best = incumbents.best
        resume = self._resume if self._resume and self._resume.jobs == number else None
        objective = self._objective_choice.choose(best.score, best.bound, best.jobs)
        state = State(
            self._turns,
            best.score,
            best.bound,
            incumbents.left,
            incumbents.under_way,
            best.found_by == "construction",
            objective,
            self._objective_choice.begun(objective)
            if objective and self._objective_choice.has_result(objective)
            else 0,
            self._longest,
            self._part(best.score),
            len(self._parts.left(best.score)),
            Bound(resume.bound, resume.method) if resume else None,
        )
        job = self._schedule.job(number, self._seed, state)
        if job is None:
            return None
        self._number += 1
        incumbents.reserve(nodes_for(job))
        if isinstance(job, Construct):
            self._objective_choice.begin(job.objective)
        if isinstance(job, Exhaust):
            if job.part is None:
                self._longest = job.nodes
            else:
                self._parts.begin(job.part[0], job.nodes)
        return job

    def _part(self, score: int) -> Part | None:
        """Return the part of an endgame to search next."""
        part = self._parts.choose(score)
        if part is None:
            return None
        return Part(part, self._parts.begun(part), self._parts.longest(part))

    def _of_all(self, found: SearchResult) -> SearchResult:
        """Return a result with the bound of all lines."""
        return found if found.part is None else self._parts.report(found)

    def _ahead(self) -> int:
        return self._schedule.ahead(self._turns, self._number)

    def _snapshot(self) -> Maximum:
        seconds = self._earlier + self._clock() - self._began
        return replace(self._incumbents.best, seconds=seconds)

    def _is_timed_out(self) -> bool:
        return self._deadline is not None and self._clock() >= self._deadline

    def _poll_timeout(self) -> float:
        """Return the seconds to wait for a job before the next progress report or the deadline."""
        if self._deadline is None:
            return PROGRESS_INTERVAL
        return max(0.0, min(PROGRESS_INTERVAL, self._deadline - self._clock()))


def _job_pool(workers: int) -> Executor:
    """Return a pool of threads, also for one worker: this thread reports and keeps the time. Where
    none can be started, it does the jobs, and reports between them."""
    return ThreadPoolExecutor(workers) if can_start_threads() else _CallingThread()


class _CallingThread(Executor):
    """An executor that does each job when its result is asked for, in the thread that asks."""

    def submit(self, work: Callable[..., Any], /, *given: Any, **options: Any) -> Future[Any]:
        return _Task(partial(work, *given, **options))


class _Task(Future[Any]):
    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__()
        self._work = work

    def result(self, timeout: float | None = None) -> Any:
        if not self.done():
            try:
                self.set_result(self._work())
            except BaseException as error:
                self.set_exception(error)
        return super().result(timeout)
