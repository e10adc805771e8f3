"""The schedule: which job comes next, given its number and what is known when it is chosen.

Jobs are taken in a fixed order for any number of workers. A job may use the results of all jobs up
to a fixed number before it, so a search with a budget in nodes repeats exactly. Nothing is searched
here: a job is a description, which planners.py carries out.

With a budget each job states how many nodes it may take. They are reserved before it begins, and it
takes hardly more. A job that wants more than is left waits for those under way, which usually give
some back. Then it is made smaller, or left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...dice import Stream
from ..bounds.bounds import Bound
from ..bounds.cpsat import effort_of
from .construct import DROP_PLANS, sifted
from .objectives import Objective


@dataclass(frozen=True, slots=True)
class Beam:
    """A beam search of this width, with about `nodes` at most (None: no budget).

    `extra` nodes are charged for last turns, which are tried in every way.
    """

    width: int
    seed: int
    nodes: int | None
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Construct:
    """An attempt at an objective that begins with `drop_plans` drop plans.

    It takes at most `nodes` (None: no budget). `extra` nodes are charged for finding the drop
    plans.
    """

    objective: Objective
    seed: int
    drop_plans: int
    nodes: int | None
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Exhaust:
    """An exhaustive search for lines that score more than `above`, from all starts, within `nodes`.

    `part` limits it to one part of all lines: its number, from 0, and the number of parts.
    """

    nodes: int
    above: int
    part: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Relax:
    """A relaxation that tests whether `points` can be reached, then a point less, and so on.

    It ends when they can or `target` is left. Each test gets `effort`, and all together `most`
    (None: no budget), in the solver's deterministic time. A unit of it is charged as `price` nodes,
    and building the model as `extra` nodes.
    """

    effort: float
    points: int
    target: int
    price: int
    extra: int
    most: float | None = None

    def cost(self, spent: float) -> int:
        """Return the nodes charged for `spent` units of the solver's time."""
        return self.extra + round(self.price * spent)


Job = Beam | Construct | Exhaust | Relax


def nodes_for(job: Job) -> int:
    """Return the nodes to reserve for a job."""
    match job:
        case Beam() | Construct():
            return (job.nodes or 0) + job.extra
        case Exhaust():
            return job.nodes
        case Relax():
            return 0 if job.most is None else job.cost(job.most)


@dataclass(frozen=True, slots=True)
class Part:
    """The part of all lines to search next.

    `number` is from 0; `begun` counts its searches, and `longest` is the nodes of the longest of
    them.
    """

    number: int
    begun: int = 0
    longest: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """What is known when a job is chosen.

    `turns` is the most that can be left; `score` and `bound` are the best so far. `left` is the
    number of nodes not reserved (None: no budget), and `under_way` says whether jobs are running.
    `built` says whether construction found the best game. `objective` is the one to attempt, and
    `begun` the number of its attempts, 0 until one has ended. `longest` is the nodes of the longest
    search of every line, `part` the part to search next, and `parts` the number of parts left that
    aren't under way. `resumed` is the bound that an earlier result claims, for the first job after
    it.
    """

    turns: int
    score: int
    bound: int
    left: int | None = None
    under_way: bool = False
    built: bool = False
    objective: Objective | None = None
    begun: int = 0
    longest: int = 0
    part: Part | None = None
    parts: int = 0
    resumed: Bound | None = None


@dataclass(frozen=True, slots=True)
class Schedule:
    """How the work is divided. The defaults are those of `max`; tests use smaller numbers."""

    #: A job is chosen without the results of this many jobs before it.
    lookahead: int = 8
    #: Widths of the first beam and of the widest, and the most nodes for each position kept.
    beam_width: int = 100
    widest_beam: int = 20_000
    beam_nodes: int = 3_000
    #: The numbers of the jobs that are beams between constructions: the first one, then wider ones.
    between: tuple[int, ...] = (1, 10, 64, 1024)
    #: Drop plans of the first attempt at an objective; each further attempt begins with twice as
    #: many. The most drop plans, and the most nodes for each. Nodes charged for the initial
    #: solutions of an attempt (0.2 s) and for a drop plan drawn to be sifted (1.6 ms).
    first_drop_plans: int = 8
    most_drop_plans: int = DROP_PLANS
    drop_plan_nodes: int = 50_000
    initial_solution_nodes: int = 100_000
    draw_nodes: int = 1_000
    #: Different drop plans that an attempt sees: a rough guess, to separate thousands from
    #: millions.
    drop_plans_seen: int = 10_000
    #: The solver's time for each point in the first relaxation, in its deterministic unit, and the
    #: numbers of the jobs that are relaxations; later ones get more time. If fewer turns are left
    #: than in a long game it often lowers the bound, so it also comes early; of a hundred long
    #: games it lowered none.
    effort: float = 3.0
    relaxed: tuple[int, ...] = (96, 768)
    early_relaxed: tuple[int, ...] = (2, 12)
    long_game: int = 12
    #: The nodes that take as long as a unit of the solver's time (3.3 s at half a million nodes a
    #: second for beams, 0.6 million for constructions and 0.8 million for exhaustive searches), and
    #: as building the model of a short game and of a long one.
    relaxed_nodes: int = 2_000_000
    model_nodes: tuple[int, int] = (20_000, 300_000)
    #: The shares of the nodes left that early and other relaxations may take. With less of the
    #: solver's time than `least_effort` they would hardly prove anything, and are left out.
    early_share: float = 0.5
    relaxed_share: float = 0.25
    least_effort: float = 0.05
    #: An endgame: the most turns for which every line may be tried; the numbers of the jobs that
    #: try all lines, the nodes of the first (at most a second's work), and the share of those left
    #: that one may take; the lookahead; and the number of the job that is a relaxation.
    endgame_turns: int = 5
    endgame_whole: tuple[int, ...] = (0, 3)
    endgame_nodes: int = 2_000_000
    endgame_share: float = 0.75
    endgame_lookahead: int = 4
    endgame_relaxed: int = 4
    #: After those jobs all lines are tried in parts, which threads can share: the number of parts,
    #: the nodes of the first search of each, and the interval at which a job is a beam instead.
    endgame_parts: int = 32
    endgame_part_nodes: int = 64_000_000
    endgame_beam: int = 8
    #: Also in an endgame: widths of the first beam, the second and the others, which keep enough
    #: turns of each sheet that wider ones find no more; and the nodes charged for a last turn,
    #: which is tried in every way.
    endgame_beam_widths: tuple[int, int, int] = (32, 800, 3_200)
    endgame_last_turn: int = 300

    def is_endgame(self, turns: int) -> bool:
        """Return True if few enough turns are left to try every line."""
        return turns <= self.endgame_turns

    def ahead(self, turns: int, number: int) -> int:
        """Return how many jobs before job `number` may be under way or waiting for earlier ones."""
        # The first part waits for a wide beam, after which the score that it has to exceed is
        # better known.
        is_early = self.is_endgame(turns) and number <= self._first_part
        return self.endgame_lookahead if is_early else self.lookahead

    def first(self, turns: int, seed: int, nodes: int | None) -> Beam:
        """Return the beam that comes before all jobs, so that there is always a line."""
        return Beam(
            self.endgame_beam_widths[0] if self.is_endgame(turns) else self.beam_width, seed, nodes
        )

    def job(self, number: int, seed: int, state: State) -> Job | None:
        """Return job `number`, from 0, of the search with this seed.

        Returns None if it has to be chosen again once a job under way has ended.
        """
        own_seed = Stream.from_key(f"maximum/{seed}/{number}").next64()
        for wanted in self._choices(number, own_seed, state):
            job, is_whole = self._fit(wanted, state)
            if is_whole:
                return job
            if state.under_way:
                return None
            if job is not None:
                return job
        raise AssertionError("the last choice can always be made smaller")

    # The jobs wanted, best first, without regard to the budget.

    def _choices(self, number: int, seed: int, state: State) -> Iterator[Job]:
        resumed = state.resumed
        if resumed is not None and resumed.points < state.bound:
            effort = effort_of(resumed.method)
            if effort is not None:
                yield self._relax(effort, resumed.points + 1, resumed.points, state)
        if self.is_endgame(state.turns):
            yield from self._endgame_choices(number, seed % 2**32, state)
            return
        early = () if state.turns >= self.long_game else self.early_relaxed
        if number in (*early, *self.relaxed):
            effort = self.effort * max(1, number // max(early, default=self.relaxed[0]))
            yield self._relax(effort, state.bound, state.score, state)
        objective = state.objective
        if objective is None:
            # Only beams find games here, so each is wider than the one before.
            times = number + 4 if state.turns >= self.long_game else 1 << min(number, 8)
            yield self._beam(min(self.widest_beam, self.beam_width * times), seed)
            return
        # A wider beam takes as much as over a dozen attempts, and has never found more than these
        # if they had found anything.
        if number in self.between and not (state.built and number != self.between[0]):
            yield self._beam(
                min(self.widest_beam, 4 * self.beam_width * number.bit_length() ** 2), seed
            )
            return
        drop_plans = min(self.most_drop_plans, self.first_drop_plans << min(8, state.begun))
        yield self._construct(objective, seed, drop_plans)
        yield self._beam(4 * self.beam_width, seed)

    def _endgame_choices(self, number: int, seed: int, state: State) -> Iterator[Job]:
        """Yield the jobs wanted in an endgame.

        Two jobs try every line, the second for much longer because it starts again. Then part after
        part is searched, longer each time. One other job is a relaxation, the rest are beams.
        """
        if number == self.endgame_relaxed:
            yield self._relax(self.effort, state.bound, state.score, state)
        elif number in self.endgame_whole or state.resumed is not None:
            # A search no longer than an earlier one would see nothing new.
            most = self.endgame_nodes << 5 * min(number // 3, 8)
            if most > state.longest:
                yield Exhaust(most, state.score)
        elif number >= self._first_part and number % self.endgame_beam and state.part is not None:
            part = state.part
            # Over many short runs, each resumed from the last, the searches get longer as well.
            begun = max(part.begun, number // (2 * self.endgame_parts))
            most = self.endgame_part_nodes << 4 * min(begun, 8)
            yield Exhaust(most, state.score, (part.number, self.endgame_parts))
        yield self._beam(
            self.endgame_beam_widths[1 if number == 1 else 2], seed, self.endgame_last_turn
        )

    @property
    def _first_part(self) -> int:
        """The number of the first job that may search a part."""
        return max(self.endgame_whole) + 3

    def _beam(self, width: int, seed: int, last_turn: int = 0) -> Beam:
        return Beam(width, seed % 2**32, self.beam_nodes * width, last_turn * width)

    def _construct(self, objective: Objective, seed: int, drop_plans: int) -> Construct:
        extra = self.initial_solution_nodes + self.draw_nodes * sifted(drop_plans)
        return Construct(objective, seed, drop_plans, drop_plans * self.drop_plan_nodes, extra)

    def _relax(self, effort: float, points: int, target: int, state: State) -> Relax:
        extra = self.model_nodes[state.turns >= self.long_game]
        return Relax(effort, points, target, self.relaxed_nodes, extra)

    # How a job is fitted to the nodes left.

    def _fit(self, job: Job, state: State) -> tuple[Job | None, bool]:
        """Return the job within the budget, and whether it is whole.

        It is made smaller if necessary. Returns None in its place if it would be of no use.
        """
        left = state.left
        match job:
            case Exhaust():
                # A search that is cut short has seen lines that are all alike, so some nodes are
                # left for beams. A part that isn't searched to the end proves nothing.
                if left is None:
                    return job, True
                most = int(self.endgame_share * left)
                if job.part is not None and state.part is not None:
                    # A part gets its fair share. It needn't wait for those under way, which have
                    # theirs.
                    most = min(job.nodes, most // state.parts)
                    if most > max(self.endgame_nodes, state.part.longest):
                        return replace(job, nodes=most), True
                    return None, False
                if most >= job.nodes:
                    return job, True
                return (replace(job, nodes=most) if most > state.longest else None), False
            case Relax():
                if left is None:
                    return job, True
                spare = self._share(job, state) * left - job.extra
                fitting = replace(job, most=spare / job.price)
                is_whole = spare >= job.effort * job.price
                return fitting if spare >= self.least_effort * job.price else None, is_whole
            case Beam() | Construct() if left is None:
                return replace(job, nodes=None), True
            case Beam() | Construct() if nodes_for(job) <= left:
                return job, True
            case Beam():
                each = job.extra // job.width
                width = min(job.width, max(1, left // (2 * each))) if each else job.width
                nodes = max(1, left - each * width)
                return Beam(width, job.seed, nodes, each * width), False
            case Construct():
                drop_plans = min(job.drop_plans, left // self.drop_plan_nodes)
                small = self._construct(job.objective, job.seed, drop_plans)
                nodes = left - small.extra
                # With less than half of its nodes an attempt would hardly achieve anything.
                is_useful = drop_plans > 0 and 2 * nodes >= drop_plans * self.drop_plan_nodes
                return (replace(small, nodes=nodes) if is_useful else None), False

    def _share(self, job: Relax, state: State) -> float:
        """Return the share of the nodes left that a relaxation may take.

        It may take all of them to prove again what an earlier result claims.
        """
        if state.resumed is not None and job.target == state.resumed.points:
            return 1.0
        return self.relaxed_share if state.turns >= self.long_game else self.early_share


#: The schedule of `max`.
DEFAULT = Schedule()
