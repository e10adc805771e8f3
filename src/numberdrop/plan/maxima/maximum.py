"""The highest score when the rolls are known: found, played, bounded, and proved where it can be.

Jobs of several planners (planners.py) are taken in a fixed order (schedule.py), done by threads,
and counted in that order (ledger.py). A score comes with the turns that make it, played by the
rules; it is PROVED only where a bound meets it.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from dataclasses import replace

from ...dice import Deal, Roll
from ...errors import NumberdropError, shown
from ...position import Position
from ...rules import Variant
from ...validate import expect_kind, integer_between
from ...version import identity
from ..bounds.bounds import Bound, bounds_of, check_bound
from ..bounds.known import Known
from ..exhaustive import best_line
from ..limits import Limit, Stop, expect_callback
from ..question import MOST_SEED, MOST_WORK, Maximum, Puzzle, Question
from .found import Found
from .incumbents import Incumbents
from .objective_choice import ObjectiveChoice
from .parts import Parts
from .planners import Planners
from .schedule import USUAL, Construct, Exhaust, Job, Part, Schedule, State, nodes_for

#: Seconds of a search with no other limit, and those from one telling of progress to the next.
SECONDS = 10.0
PAUSE = 0.25


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
    schedule: Schedule = USUAL,
) -> Maximum:
    """The highest score with known rolls, from a deal, a puzzle or a solo position in the middle.

    A deal or a position may be a text, as Question.of() takes it, and so may the rolls.

    It ends when the score is proved, or after `seconds`, or when `nodes` are used, a few
    thousand more at the most (of these alone the answer depends on nothing but the question and
    `seed`); with neither, after 10
    seconds. `workers` threads share the work. `progress` is told each improvement, and the
    state now and then. `resume` starts from an earlier result of the same question: its line is
    played again, and its bound proved again before it counts. Another `schedule` divides the work
    in another way. Ctrl-C raises KeyboardInterrupt after a last call of `progress`. NumberdropError
    on anything that can't be searched.
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
    """Whether the bound of a result is proved by the method that it names, tried again; what is
    read of its score has been replayed already. False as well if `stop` ends it before.
    NumberdropError if there is no such method."""
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
    """One search: the first beam when it is made, all jobs when it is run, once."""

    def __init__(
        self,
        question: Question,
        known: Known,
        planners: Planners,
        seed: int,
        limit: Limit,
        *,
        schedule: Schedule = USUAL,
        resume: Maximum | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`clock` tells the seconds that have passed since some moment."""
        self._planners, self._seed, self._limit, self._clock = planners, seed, limit, clock
        self._schedule, self._resume = schedule, resume
        self._began = clock()
        self._earlier = resume.seconds if resume else 0.0
        self._deadline = None if limit.seconds is None else self._began + limit.seconds
        self._turns = known.most_turns
        self._number = resume.jobs if resume else 0
        self._longest = 0
        self._parts = Parts(schedule.few_parts)
        self._aiming = ObjectiveChoice((), 0, schedule.drop_plans_seen)
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
            {**identity(), "seed": seed, "nodes": limit.nodes},
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
        self._ledger = Incumbents(best, limit.nodes)

    def run(self, progress: Callable[[Maximum], None] | None = None) -> Maximum:
        """Do jobs until the limit is met or the score is proved."""
        tell = progress or (lambda best: None)
        ledger = self._ledger
        tell(self._now())
        if not ledger.best.is_proved:
            for bound in self._bounds:
                ledger.lower(bound)
            tell(self._now())
            aims = self._planners.objectives()
            self._aiming = ObjectiveChoice(
                aims, self._planners.digits, self._schedule.drop_plans_seen
            )
        waiting: deque[Future[Found]] = deque()
        with ThreadPoolExecutor(self._limit.workers) as pool:
            try:
                while not (ledger.is_done or self._is_late()):
                    while len(waiting) < self._ahead() and (job := self._next()) is not None:
                        waiting.append(pool.submit(self._planners.do, job))
                    try:
                        found = waiting[0].result(timeout=self._patience())
                    except NotYet:
                        tell(self._now())
                        continue
                    waiting.popleft()
                    if found.tried is not None:
                        self._aiming.tell(found.tried)
                    if ledger.take(self._of_all(found)):
                        tell(self._now())
            finally:
                self._limit.stop.set()
                for future in waiting:
                    future.cancel()
                if not ledger.is_done:
                    cut = [f for f in waiting if not f.cancelled() and f.exception() is None]
                    ledger.close((self._of_all(future.result()) for future in cut), len(waiting))
                tell(self._now())
        return self._now()

    def _next(self) -> Job | None:
        """The next job, chosen from what is known now; None if it waits for one under way."""
        number, ledger = self._number, self._ledger
        best = ledger.best
        resume = self._resume if self._resume and self._resume.jobs == number else None
        aim = self._aiming.choose(best.score, best.bound, best.jobs)
        state = State(
            self._turns,
            best.score,
            best.bound,
            ledger.left,
            ledger.under_way,
            best.found_by == "construction",
            aim,
            self._aiming.begun(aim) if aim and self._aiming.is_tried(aim) else 0,
            self._longest,
            self._part(best.score),
            len(self._parts.left(best.score)),
            Bound(resume.bound, resume.method) if resume else None,
        )
        job = self._schedule.job(number, self._seed, state)
        if job is None:
            return None
        self._number += 1
        ledger.reserve(nodes_for(job))
        if isinstance(job, Construct):
            self._aiming.begin(job.aim)
        if isinstance(job, Exhaust):
            if job.part is None:
                self._longest = job.nodes
            else:
                self._parts.begin(job.part[0], job.nodes)
        return job

    def _part(self, score: int) -> Part | None:
        """The part of an ending to be searched next."""
        part = self._parts.choose(score)
        if part is None:
            return None
        return Part(part, self._parts.begun(part), self._parts.longest(part))

    def _of_all(self, found: Found) -> Found:
        """What is found, with a bound that is that of all lines."""
        return found if found.part is None else self._parts.tell(found)

    def _ahead(self) -> int:
        return self._schedule.ahead(self._turns, self._number)

    def _now(self) -> Maximum:
        seconds = self._earlier + self._clock() - self._began
        return replace(self._ledger.best, seconds=seconds)

    def _is_late(self) -> bool:
        return self._deadline is not None and self._clock() >= self._deadline

    def _patience(self) -> float:
        """Seconds to wait for a job until progress is told, or time is up."""
        if self._deadline is None:
            return PAUSE
        return max(0.0, min(PAUSE, self._deadline - self._clock()))
