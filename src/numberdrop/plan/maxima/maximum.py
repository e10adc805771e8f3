"""The highest score when the rolls are known: found, played, bounded, and proved where it can be.

Jobs of three planners are taken in a fixed order, whatever the number of workers: beam search
(beam.py), construction (construct.py), and, for few turns, exhaustive search (exhaustive.py).
A job may use what all jobs up to a fixed number before it have found, so a budget in nodes
repeats exactly. A score comes with the turns that make it, played by the rules; it is PROVED only
where a bound meets it.
"""

from __future__ import annotations

import math
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass, replace

from ...combo import box_digits
from ...dice import Deal, Roll, Stream
from ...errors import NumberdropError
from ...position import Position
from ...rules import Variant
from ...version import identity
from ..bounds.bounds import Bound, bounds, check_bound, effort_of, solver_bounds
from ..bounds.drop_plans import full_turns
from ..bounds.known import SHAPE_CELLS, Known
from ..exhaustive import best_line
from ..limits import Stop
from ..question import Line, Maximum, Question
from .aims import Aim
from .beam import Beam, beam
from .construct import GROUNDS, Construction
from .sketches import Pieces

#: A job knows the results of all jobs but the last so many before it.
LOOKAHEAD = 8
#: Widths of the first beam and of the widest.
BEAM_WIDTH = 100
WIDEST_BEAM = 20_000
#: Drop plans of the first try at an aim; each further try begins with twice as many, up to GROUNDS.
FIRST_GROUNDS = 8
#: Different drop plans that a try sees: a rough guess, to tell thousands from millions.
DROP_PLANS_SEEN = 10_000
#: Solver's time for the first relaxation, in its deterministic unit, and the jobs that are one. For
#: fewer turns than those of a long game it often lowers the bound, so it comes early as well.
EFFORT = 3.0
RELAXED = (12, 96)
LONG_GAME = 12
#: Turns for which every line may be tried; the nodes of the first try, a second's work or less; how
#: far jobs look ahead then, and which of them is a relaxation.
FEW_TURNS = 5
FEW_NODES = 2_000_000
FEW_LOOKAHEAD = 4
FEW_RELAXED = 4
#: Then, too: widths of the first beam, the second and the others, for of each sheet so many turns
#: are kept that wider ones find no more; and what a last turn, tried in every way, counts in nodes.
FEW_BEAM_WIDTHS = (32, 800, 3_200)
FEW_LAST_TURN = 300


def maximum(
    asked: Deal | Position | Question,
    rolls: Sequence[Roll | str] | None = None,
    *,
    variant: str | Variant = "rulebook",
    seconds: float | None = None,
    nodes: int | None = None,
    seed: int = 1,
    workers: int = 1,
    resume: Maximum | None = None,
    progress: Callable[[Maximum], None] | None = None,
) -> Maximum:
    """The highest score with known rolls, from a deal or from a solo position in the middle.

    It ends when the score is proved, or after `seconds`, or when about `nodes` are used (of these
    alone the answer depends on nothing but the question and `seed`); with neither, after 10
    seconds. `workers` threads share the work. `progress` is told each improvement, and the
    state now and then. `resume` starts from an earlier result of the same question: its line is
    played again, and its bound proved again before it counts. Ctrl-C raises
    KeyboardInterrupt after a last call of `progress`. NumberdropError on anything that can't be
    searched.
    """
    question = asked if isinstance(asked, Question) else Question.of(asked, rolls, variant)
    if workers < 1 or workers > 64:
        raise NumberdropError(f"workers: expected 1 to 64, got {workers}")
    if nodes is not None and nodes < 1:
        raise NumberdropError(f"nodes: expected 1 or more, got {nodes}")
    if seconds is not None and not 0 < seconds < 1e9:
        raise NumberdropError(f"seconds: expected a positive number, got {seconds}")
    if seconds is None and nodes is None:
        seconds = 10.0
    if resume is not None and resume.question != question:
        raise NumberdropError("resume: the earlier result answers another question")
    search = _Search(question, seed, nodes, resume)
    return search.run(seconds, workers, progress)


def check(found: Maximum) -> bool:
    """Whether the bound of a result is proved by the method that it names, tried again; what is
    read of its score has been replayed already. NumberdropError if there is no such method."""
    question = found.question
    if found.method == "exhaustive":
        return all(
            best_line(start, question.rolls, question.variant, at_least=found.bound).is_exact
            for start in question.starts
        )
    asked = question.deal or question.starts[0]
    bound = Bound(found.bound, found.method)
    return check_bound(asked, question.rolls, question.variant, bound)


@dataclass(frozen=True, slots=True)
class _Found:
    """What a job came to: a line with its score, or a bound, or neither."""

    by: str
    nodes: int = 0
    score: int | None = None
    start: int = 0
    turns: Line = ()
    bound: int | None = None
    method: str = ""
    aim: Aim | None = None
    missing: int | None = None
    drop_plans: tuple[tuple[Pieces, float], ...] = ()


class _Search:
    """The jobs, their results in order, and the best of them."""

    def __init__(
        self, question: Question, seed: int, nodes: int | None, resume: Maximum | None
    ) -> None:
        self.question = question
        self.seed = seed
        self.budget = nodes
        self.began = time.monotonic()
        self.stop = Stop()
        self.construction = Construction(
            question.starts, question.rolls, question.variant, self.stop
        )
        self.aims: list[Aim] = []
        self.begun: Counter[Aim] = Counter()
        self.tried: dict[Aim, list[int | None]] = {}
        #: How many drop plans each order of pieces has that was met in these tries.
        self.drop_plans: dict[Aim, dict[Pieces, float]] = {}
        self.resume = resume
        self.number = resume.jobs if resume else 0
        #: The nodes that jobs under way may take, in their order, and those of the longest search
        #: of every line; known with few turns alone.
        self.promised: deque[int] = deque()
        self.longest = 0
        self.earlier = resume.seconds if resume else 0.0
        self.asked = question.deal or question.starts[0]
        self.known = Known.of(self.asked, question.rolls, question.variant)
        self.bounds = bounds(self.asked, question.rolls, question.variant, effort=0)
        bound = next(self.bounds)
        self.turns = min(self.known.longest, self.known.room // SHAPE_CELLS + 1)
        is_few = self.turns <= FEW_TURNS
        self.lookahead = FEW_LOOKAHEAD if is_few else LOOKAHEAD
        width = FEW_BEAM_WIDTHS[0] if is_few else BEAM_WIDTH
        quick = self.beam(width, seed, nodes)
        self.best = Maximum(
            question,
            quick.score,
            bound.points,
            bound.method,
            "beam",
            quick.start,
            quick.turns,
            quick.nodes + (resume.nodes if resume else 0),
            self.number,
            0.0,
            {**identity(), "seed": seed, "nodes": nodes},
        )
        if resume is not None and resume.score > quick.score:
            question.score(resume.start, resume.turns)
            self.best = replace(
                self.best,
                score=resume.score,
                start=resume.start,
                turns=resume.turns,
                found_by=resume.found_by,
            )

    def run(
        self,
        seconds: float | None,
        workers: int,
        progress: Callable[[Maximum], None] | None,
    ) -> Maximum:
        deadline = None if seconds is None else self.began + seconds
        tell = progress or (lambda best: None)
        tell(self.now())
        if self.best.score < self.best.bound:
            for bound in self.bounds:
                self.best = replace(self.best, bound=bound.points, method=bound.method)
            tell(self.now())
            self.aims = self.construction.aims(full_turns(self.known))
        waiting: deque[Future[_Found]] = deque()
        first = self.best.jobs
        with ThreadPoolExecutor(workers) as pool:
            try:
                while not self.is_done(deadline):
                    while len(waiting) < self.lookahead:
                        waiting.append(pool.submit(self.job()))
                    try:
                        left = 0.25 if deadline is None else min(0.25, deadline - time.monotonic())
                        found = waiting[0].result(timeout=max(0.0, left))
                    except NotYet:
                        tell(self.now())
                        continue
                    waiting.popleft()
                    if self.take(found):
                        tell(self.now())
            finally:
                self.stop.set()
                for future in waiting:
                    future.cancel()
                if not self.is_done(None):
                    self.look_ahead(waiting)
                    if waiting and self.best.jobs == first:
                        # Or each of many short runs would begin with a job longer than they are.
                        self.best = replace(self.best, jobs=first + 1)
                tell(self.now())
        return self.now()

    def now(self) -> Maximum:
        return replace(self.best, seconds=self.earlier + time.monotonic() - self.began)

    def is_done(self, deadline: float | None) -> bool:
        return (
            self.best.score >= self.best.bound
            or (self.budget is not None and self.best.nodes >= self.budget)
            or (deadline is not None and time.monotonic() >= deadline)
        )

    def take(self, found: _Found) -> bool:
        """Count a result, the next in order; True if it improved anything."""
        self.promised.popleft()
        best = replace(self.best, nodes=self.best.nodes + found.nodes, jobs=self.best.jobs + 1)
        if found.aim is not None:
            self.tried.setdefault(found.aim, []).append(found.missing)
            self.drop_plans.setdefault(found.aim, {}).update(found.drop_plans)
        is_better = False
        if found.score is not None and found.score > best.score:
            assert self.question.score(found.start, found.turns) == found.score
            best = replace(
                best, score=found.score, start=found.start, turns=found.turns, found_by=found.by
            )
            is_better = True
        if found.bound is not None and found.bound < best.bound:
            best = replace(best, bound=found.bound, method=found.method)
            is_better = True
        self.best = best
        return is_better

    def look_ahead(self, waiting: Iterable[Future[_Found]]) -> None:
        """Where the clock ends a search, or the user: what the jobs under way have found and proved
        by then, and later ones that have come to their end. They don't count as done."""
        before = self.best
        for future in waiting:
            if not future.cancelled() and future.exception() is None:
                self.take(future.result())
        self.best = replace(self.best, nodes=before.nodes, jobs=before.jobs)

    # The jobs.

    def job(self) -> Callable[[], _Found]:
        """The next job, chosen from what is known now."""
        number = self.number
        self.number += 1
        self.promised.append(0)
        seed = Stream.from_key(f"maximum/{self.seed}/{number}").next64()
        turns = self.turns
        goal = self.best.score
        left = None
        if self.budget is not None:
            left = max(1, self.budget - self.best.nodes - sum(self.promised))
        is_power = number & (number - 1) == 0
        earlier = self.resume if self.resume and self.resume.jobs == number else None
        if earlier and earlier.bound < self.best.bound:
            claimed, again = earlier.bound, effort_of(earlier.method)
            if again is not None:
                return lambda: self.relax(again, claimed + 1, claimed)
        if turns <= FEW_TURNS:
            return self.job_of_few(number, seed, left, earlier is not None)
        if number in RELAXED or (number == 2 and turns < LONG_GAME):
            effort = EFFORT * max(1, number // RELAXED[0])
            bound = self.best.bound
            return lambda: self.relax(effort, bound, goal)
        aim = self.aim()
        if aim is None:
            # Where nothing else finds games, each beam is twice as wide as the one before.
            times = number + 4 if turns >= LONG_GAME else 1 << min(number, 8)
            width = min(WIDEST_BEAM, BEAM_WIDTH * times)
            return lambda: self.widen(width, seed, left)
        # Jobs 1, 4, 64, 1024: the wider ones take more than a dozen tries of a construction.
        if is_power and (number == 1 or number.bit_length() % 4 == 3):
            width = min(WIDEST_BEAM, 4 * BEAM_WIDTH * number.bit_length() ** 2)
            return lambda: self.widen(width, seed, left)
        grounds = min(GROUNDS, FIRST_GROUNDS << min(8, self.begun[aim]))
        self.begun[aim] += 1
        return lambda: self.build(aim, seed, grounds)

    def job_of_few(
        self, number: int, seed: int, left: int | None, is_again: bool
    ) -> Callable[[], _Found]:
        """A job where few turns are left: every third tries every line, much longer each time, for
        it begins anew; the others are beams, but for one."""
        best = self.best
        if number == FEW_RELAXED:
            return lambda: self.relax(EFFORT, best.bound, best.score)
        if number % 3 == 0 or is_again:
            # What a search that is cut short has seen is lopsided, so some is left for beams. One
            # that isn't longer than another would see no more.
            most = FEW_NODES << 5 * min(number // 3, 8)
            most = most if left is None else min(most, max(1, 3 * left // 4))
            if most > self.longest:
                self.longest = self.promised[-1] = most
                return lambda: self.exhaust(most, best.score)
        width = FEW_BEAM_WIDTHS[1 if number == 1 else 2]
        self.promised[-1] = FEW_LAST_TURN * width
        return lambda: self.widen(width, seed, left, FEW_LAST_TURN * width)

    def aim(self) -> Aim | None:
        """The aim to try: the one with the most points to gain, by the chance of a try."""
        best = self.best
        choice = [a for a in self.aims if best.score < a.points <= best.bound]
        choice = [a for a in choice if not self.is_hopeless(a)]
        return max(
            choice,
            key=lambda a: (a.points - best.score) * math.exp(-self.promise(a)),
            default=None,
        )

    def promise(self, aim: Aim) -> float:
        """Digits that a try may leave missing, as low as the tries so far leave it likely; more
        where these can have seen all drop plans of the orders of pieces they met, and a further one
        will see them again.

        Before the first, it is guessed from the digits that the aim has to spare.
        """
        spare = self.construction.digits + 4 * aim.turns - box_digits(aim.boxes)
        guess = max(1.0, 9.0 - 0.4 * spare)
        tries = self.tried.get(aim, [])
        missing = sum(20 if digits is None else digits for digits in tries)
        doubt = math.sqrt(math.log(1 + self.best.jobs) / (1 + self.begun[aim]))
        seen = DROP_PLANS_SEEN * len(tries)
        again = seen / max(1.0, sum(self.drop_plans.get(aim, {}).values()))
        return (guess + missing) / (1 + len(tries)) - doubt + math.log(max(1.0, again))

    def is_hopeless(self, aim: Aim) -> bool:
        """True if it has led to no drop plan in ten tries."""
        tries = self.tried.get(aim, [])
        return len(tries) >= 10 and set(tries) == {None}

    def build(self, aim: Aim, seed: int, grounds: int) -> _Found:
        found = self.construction.attempt(aim, seed, grounds=grounds)
        return _Found(
            "construction",
            found.nodes + 1,
            found.score,
            found.start,
            found.turns,
            aim=aim,
            missing=found.missing,
            drop_plans=found.drop_plans,
        )

    def beam(self, width: int, seed: int, nodes: int | None) -> Beam:
        question = self.question
        return beam(
            question.starts,
            question.rolls,
            question.variant,
            width=width,
            nodes=nodes,
            seed=seed,
            stop=self.stop,
        )

    def widen(self, width: int, seed: int, nodes: int | None, more: int = 0) -> _Found:
        found = self.beam(width, seed % 2**32, nodes)
        return _Found("beam", found.nodes + more, found.score, found.start, found.turns)

    def exhaust(self, most: int, goal: int) -> _Found:
        """Every line that may score more than `goal`, from all starts, within `most` nodes."""
        question = self.question
        found = _Found("exhaustive", bound=goal)
        for index, start in enumerate(question.starts):
            left = max(1, most - found.nodes)
            exact = best_line(
                start,
                question.rolls,
                question.variant,
                nodes=left,
                at_least=goal,
                stop=self.stop,
            )
            found = replace(
                found, nodes=found.nodes + exact.nodes, bound=max(found.bound or 0, exact.bound)
            )
            if exact.turns and exact.score > (found.score or goal):
                found = replace(found, score=exact.score, start=index, turns=exact.turns)
        return replace(found, method="exhaustive")

    def relax(self, effort: float, bound: int, goal: int) -> _Found:
        found = _Found("cpsat", 1)
        for lower in solver_bounds(
            self.asked,
            self.question.rolls,
            self.question.variant,
            points=bound,
            target=goal,
            effort=effort,
            stop=self.stop,
        ):
            found = replace(found, bound=lower.points, method=lower.method)
        return found
