"""The schedule: which job comes next, by its number and by what is known when it is chosen.

Jobs are taken in a fixed order, whatever the number of workers, and may use what all jobs up to a
fixed number before them have found; so a budget in nodes repeats exactly. Nothing here searches: a
job is a description, which planners.py carries out.

With a budget each job says how many nodes it may take. They are set aside before it begins, and it
takes hardly more. A job that wants more than is left waits for those under way, which mostly give
some back, and is then made smaller, or left out.
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
    """A beam so wide, of about `nodes` at the most (None: no budget); `extra` nodes count for last
    turns, which are tried in every way."""

    width: int
    seed: int
    nodes: int | None
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Construct:
    """A try at an aim, which begins with so many drop plans, of `nodes` at the most (None: no
    budget); `extra` nodes count for finding these."""

    aim: Objective
    seed: int
    drop_plans: int
    nodes: int | None
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Exhaust:
    """Every line that may score more than `above`, from all starts, within so many nodes; or those
    of one `part`: its number, from 0, and how many there are."""

    nodes: int
    above: int
    part: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Relax:
    """A relaxation that is asked whether `points` can be reached, then a point less, and so on
    until they can or `target` is left: with so much `effort` for each of them, and `most` for all
    (None: no budget), in the solver's deterministic time. A unit of it counts as `price` nodes,
    and building the model as `extra`."""

    effort: float
    points: int
    target: int
    price: int
    extra: int
    most: float | None = None

    def cost(self, spent: float) -> int:
        """The nodes that so much of the solver's time counts as."""
        return self.extra + round(self.price * spent)


Job = Beam | Construct | Exhaust | Relax


def nodes_for(job: Job) -> int:
    """The nodes that are set aside for a job."""
    match job:
        case Beam() | Construct():
            return (job.nodes or 0) + job.extra
        case Exhaust():
            return job.nodes
        case Relax():
            return 0 if job.most is None else job.cost(job.most)


@dataclass(frozen=True, slots=True)
class Part:
    """The part of all lines that would be searched next: its number, from 0; how many searches of
    it were begun, and the nodes of the longest."""

    number: int
    begun: int = 0
    longest: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """What is known when a job is chosen: the most `turns` that can be left, the best score and
    bound; the nodes `left` that aren't set aside (None: no budget), and whether jobs are
    `under_way`; whether the best game was `built`; the aim to try, and how many tries at it were
    begun, none as long as nothing is known of them; the nodes of the `longest` search of every
    line, the `part` of them to search, and how many `parts` are left that aren't under way;
    and whether the job is the first after an earlier result `resumed`, with the bound that it
    claimed."""

    turns: int
    score: int
    bound: int
    left: int | None = None
    under_way: bool = False
    built: bool = False
    aim: Objective | None = None
    begun: int = 0
    longest: int = 0
    part: Part | None = None
    parts: int = 0
    resumed: Bound | None = None


@dataclass(frozen=True, slots=True)
class Schedule:
    """How the work is divided. The defaults are what `max` does; tests use smaller numbers."""

    #: A job knows the results of all jobs but the last so many before it.
    lookahead: int = 8
    #: Widths of the first beam and of the widest; the most nodes for each position kept.
    beam_width: int = 100
    widest_beam: int = 20_000
    beam_nodes: int = 3_000
    #: The jobs between constructions that are beams, the first one and wider ones.
    between: tuple[int, ...] = (1, 10, 64, 1024)
    #: Drop plans of the first try at an aim; each further try begins with twice as many. The most
    #: nodes for each of them; those that take as long as the sketches of a try, 0.2 s, and as a
    #: drop plan drawn to be sifted, 1.6 ms.
    first_drop_plans: int = 8
    most_drop_plans: int = DROP_PLANS
    drop_plan_nodes: int = 50_000
    sketch_nodes: int = 100_000
    draw_nodes: int = 1_000
    #: Different drop plans that a try sees: a rough guess, to tell thousands from millions.
    drop_plans_seen: int = 10_000
    #: Solver's time for a point of the first relaxation, in its deterministic unit, and the jobs
    #: that are one; later ones get more. For fewer turns than those of a long game it often lowers
    #: the bound, so it comes early as well; of long games none of a hundred was lowered by it.
    effort: float = 3.0
    relaxed: tuple[int, ...] = (96, 768)
    early_relaxed: tuple[int, ...] = (2, 12)
    long_game: int = 12
    #: The nodes that take as long as a unit of the solver's time (3.3 s where beams try 0.5 million
    #: nodes a second, constructions 0.6 and searches of every line 0.8), and as building the model,
    #: of a short game and of a long one.
    relaxed_nodes: int = 2_000_000
    model_nodes: tuple[int, int] = (20_000, 300_000)
    #: The part of the nodes left that relaxations may take, early ones and others; with less of the
    #: solver's time than this they would hardly prove anything, and are left out.
    early_share: float = 0.5
    relaxed_share: float = 0.25
    least_effort: float = 0.05
    #: Turns for which every line may be tried; the jobs that try all lines, the nodes of the first,
    #: a second's work or less, and the part of those left that one may take; how far jobs look
    #: ahead then, and which of them is a relaxation.
    few_turns: int = 5
    few_whole: tuple[int, ...] = (0, 3)
    few_nodes: int = 2_000_000
    few_share: float = 0.75
    few_lookahead: int = 4
    few_relaxed: int = 4
    #: After those jobs all lines are tried in so many parts, which threads can share; the nodes of
    #: the first try at each; of so many jobs one is a beam.
    few_parts: int = 32
    few_part_nodes: int = 64_000_000
    few_beam: int = 8
    #: Then, too: widths of the first beam, the second and the others, for of each sheet so many
    #: turns are kept that wider ones find no more; and what a last turn, tried in every way, counts
    #: in nodes.
    few_beam_widths: tuple[int, int, int] = (32, 800, 3_200)
    few_last_turn: int = 300

    def is_few(self, turns: int) -> bool:
        """Whether so few turns are left that every line may be tried."""
        return turns <= self.few_turns

    def ahead(self, turns: int, number: int) -> int:
        """How many jobs before the one of this number may be under way or wait for earlier ones."""
        # The first part waits for a wide beam: what it has to exceed is better known then.
        is_early = self.is_few(turns) and number <= self._first_part
        return self.few_lookahead if is_early else self.lookahead

    def first(self, turns: int, seed: int, nodes: int | None) -> Beam:
        """The beam that comes before all jobs, so that there is always a line."""
        return Beam(self.few_beam_widths[0] if self.is_few(turns) else self.beam_width, seed, nodes)

    def job(self, number: int, seed: int, state: State) -> Job | None:
        """The job of this number, from 0, in the search with this seed; None if it is to be chosen
        again once a job under way has come to its end."""
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

    # What one would do with nodes enough, the best first.

    def _choices(self, number: int, seed: int, state: State) -> Iterator[Job]:
        resumed = state.resumed
        if resumed is not None and resumed.points < state.bound:
            effort = effort_of(resumed.method)
            if effort is not None:
                yield self._relax(effort, resumed.points + 1, resumed.points, state)
        if self.is_few(state.turns):
            yield from self._choices_of_few(number, seed % 2**32, state)
            return
        early = () if state.turns >= self.long_game else self.early_relaxed
        if number in (*early, *self.relaxed):
            effort = self.effort * max(1, number // max(early, default=self.relaxed[0]))
            yield self._relax(effort, state.bound, state.score, state)
        aim = state.aim
        if aim is None:
            # Where nothing else finds games, each beam is twice as wide as the one before.
            times = number + 4 if state.turns >= self.long_game else 1 << min(number, 8)
            yield self._beam(min(self.widest_beam, self.beam_width * times), seed)
            return
        # The wider beams take more than a dozen tries of a construction, and have never found more
        # than these where they had found anything.
        if number in self.between and not (state.built and number != self.between[0]):
            yield self._beam(
                min(self.widest_beam, 4 * self.beam_width * number.bit_length() ** 2), seed
            )
            return
        drop_plans = min(self.most_drop_plans, self.first_drop_plans << min(8, state.begun))
        yield self._construct(aim, seed, drop_plans)
        yield self._beam(4 * self.beam_width, seed)

    def _choices_of_few(self, number: int, seed: int, state: State) -> Iterator[Job]:
        """Where few turns are left: two jobs try every line, the second much longer, for it begins
        anew; then part after part is searched, longer each time; others are beams, but for one."""
        if number == self.few_relaxed:
            yield self._relax(self.effort, state.bound, state.score, state)
        elif number in self.few_whole or state.resumed is not None:
            # One that isn't longer than another would see no more.
            most = self.few_nodes << 5 * min(number // 3, 8)
            if most > state.longest:
                yield Exhaust(most, state.score)
        elif number >= self._first_part and number % self.few_beam and state.part is not None:
            part = state.part
            # Many short searches, each gone on with from the last, get longer, too.
            begun = max(part.begun, number // (2 * self.few_parts))
            most = self.few_part_nodes << 4 * min(begun, 8)
            yield Exhaust(most, state.score, (part.number, self.few_parts))
        yield self._beam(self.few_beam_widths[1 if number == 1 else 2], seed, self.few_last_turn)

    @property
    def _first_part(self) -> int:
        """The number of the first job that may search a part."""
        return max(self.few_whole) + 3

    def _beam(self, width: int, seed: int, last_turn: int = 0) -> Beam:
        return Beam(width, seed % 2**32, self.beam_nodes * width, last_turn * width)

    def _construct(self, aim: Objective, seed: int, drop_plans: int) -> Construct:
        extra = self.sketch_nodes + self.draw_nodes * sifted(drop_plans)
        return Construct(aim, seed, drop_plans, drop_plans * self.drop_plan_nodes, extra)

    def _relax(self, effort: float, points: int, target: int, state: State) -> Relax:
        extra = self.model_nodes[state.turns >= self.long_game]
        return Relax(effort, points, target, self.relaxed_nodes, extra)

    # What the nodes left allow of it.

    def _fit(self, job: Job, state: State) -> tuple[Job | None, bool]:
        """The job with its limits, smaller where it must be, None where it would be of no use; and
        whether it is whole."""
        left = state.left
        match job:
            case Exhaust():
                # What a search that is cut short has seen is lopsided, so some is left for beams.
                # A part that isn't searched to its end tells nothing at all.
                if left is None:
                    return job, True
                most = int(self.few_share * left)
                if job.part is not None and state.part is not None:
                    # Its fair share, and it needn't wait for those under way, which have theirs.
                    most = min(job.nodes, most // state.parts)
                    if most > max(self.few_nodes, state.part.longest):
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
                small = self._construct(job.aim, job.seed, drop_plans)
                nodes = left - small.extra
                # With less than half of what it may take a try would hardly come to anything.
                is_useful = drop_plans > 0 and 2 * nodes >= drop_plans * self.drop_plan_nodes
                return (replace(small, nodes=nodes) if is_useful else None), False

    def _share(self, job: Relax, state: State) -> float:
        """The part of the nodes left that a relaxation may take: all to prove again what an earlier
        result claims."""
        if state.resumed is not None and job.target == state.resumed.points:
            return 1.0
        return self.relaxed_share if state.turns >= self.long_game else self.early_share


#: What `max` does.
USUAL = Schedule()
