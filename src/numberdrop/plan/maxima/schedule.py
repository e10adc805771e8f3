"""The schedule: which job comes next, by its number and by what is known when it is chosen.

Jobs are taken in a fixed order, whatever the number of workers, and may use what all jobs up to a
fixed number before them have found; so a budget in nodes repeats exactly. Nothing here searches: a
job is a description, which planners.py carries out.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...dice import Stream
from ..bounds.bounds import Bound
from ..bounds.cpsat import effort_of
from .aims import Aim
from .construct import GROUNDS


@dataclass(frozen=True, slots=True)
class Beam:
    """A beam so wide, of about `nodes` at the most; `extra` nodes count for last turns, which are
    tried in every way."""

    width: int
    seed: int
    nodes: int | None
    extra: int = 0

    @property
    def promise(self) -> int:
        """The nodes that are set aside for it."""
        return self.extra


@dataclass(frozen=True, slots=True)
class Construct:
    """A try at an aim, which begins with so many drop plans."""

    aim: Aim
    seed: int
    grounds: int
    promise: int = 0


@dataclass(frozen=True, slots=True)
class Exhaust:
    """Every line that may score more than `above`, from all starts, within so many nodes."""

    nodes: int
    above: int

    @property
    def promise(self) -> int:
        """The nodes that are set aside for it."""
        return self.nodes


@dataclass(frozen=True, slots=True)
class Relax:
    """A relaxation that is asked whether `points` can be reached, then a point less, and so on
    until they can or `target` is left, with so much effort for each of them."""

    effort: float
    points: int
    target: int
    promise: int = 0


Job = Beam | Construct | Exhaust | Relax


@dataclass(frozen=True, slots=True)
class State:
    """What is known when a job is chosen: the most `turns` that can be left, the best score and
    bound; the nodes `left` that aren't promised (None: no budget); the aim to try, and how many
    tries at it were begun; the nodes of the `longest` search of every line; and whether the job is
    the first after an earlier result `resumed`, with the bound that it claimed."""

    turns: int
    score: int
    bound: int
    left: int | None = None
    aim: Aim | None = None
    begun: int = 0
    longest: int = 0
    resumed: Bound | None = None


@dataclass(frozen=True, slots=True)
class Schedule:
    """How the work is divided. The defaults are what `max` does; tests use smaller numbers."""

    #: A job knows the results of all jobs but the last so many before it.
    lookahead: int = 8
    #: Widths of the first beam and of the widest.
    beam_width: int = 100
    widest_beam: int = 20_000
    #: Drop plans of the first try at an aim; each further try begins with twice as many.
    first_grounds: int = 8
    most_grounds: int = GROUNDS
    #: Different drop plans that a try sees: a rough guess, to tell thousands from millions.
    drop_plans_seen: int = 10_000
    #: Solver's time for a point of the first relaxation, in its deterministic unit, and the jobs
    #: that are one; later ones get more. For fewer turns than those of a long game it often lowers
    #: the bound, so it comes early as well.
    effort: float = 3.0
    relaxed: tuple[int, ...] = (12, 96)
    early_relaxed: int = 2
    long_game: int = 12
    #: Turns for which every line may be tried; the nodes of the first try, a second's work or less;
    #: how far jobs look ahead then, and which of them is a relaxation.
    few_turns: int = 5
    few_nodes: int = 2_000_000
    few_lookahead: int = 4
    few_relaxed: int = 4
    #: Then, too: widths of the first beam, the second and the others, for of each sheet so many
    #: turns are kept that wider ones find no more; and what a last turn, tried in every way, counts
    #: in nodes.
    few_beam_widths: tuple[int, int, int] = (32, 800, 3_200)
    few_last_turn: int = 300

    def is_few(self, turns: int) -> bool:
        """Whether so few turns are left that every line may be tried."""
        return turns <= self.few_turns

    def ahead(self, turns: int) -> int:
        """How many jobs may be under way or wait for earlier ones."""
        return self.few_lookahead if self.is_few(turns) else self.lookahead

    def first(self, turns: int, seed: int, nodes: int | None) -> Beam:
        """The beam that comes before all jobs, so that there is always a line."""
        return Beam(self.few_beam_widths[0] if self.is_few(turns) else self.beam_width, seed, nodes)

    def job(self, number: int, seed: int, state: State) -> Job:
        """The job of this number, from 0, in the search with this seed."""
        own_seed = Stream.from_key(f"maximum/{seed}/{number}").next64()
        resumed = state.resumed
        if resumed is not None and resumed.points < state.bound:
            effort = effort_of(resumed.method)
            if effort is not None:
                return Relax(effort, resumed.points + 1, resumed.points)
        if self.is_few(state.turns):
            return self._job_of_few(number, own_seed % 2**32, state)
        if number in self.relaxed or (
            number == self.early_relaxed and state.turns < self.long_game
        ):
            effort = self.effort * max(1, number // self.relaxed[0])
            return Relax(effort, state.bound, state.score)
        aim = state.aim
        if aim is None:
            # Where nothing else finds games, each beam is twice as wide as the one before.
            times = number + 4 if state.turns >= self.long_game else 1 << min(number, 8)
            width = min(self.widest_beam, self.beam_width * times)
            return Beam(width, own_seed % 2**32, state.left)
        # Jobs 1, 4, 64, 1024: the wider ones take more than a dozen tries of a construction.
        is_power = number & (number - 1) == 0
        if is_power and (number == 1 or number.bit_length() % 4 == 3):
            width = min(self.widest_beam, 4 * self.beam_width * number.bit_length() ** 2)
            return Beam(width, own_seed % 2**32, state.left)
        grounds = min(self.most_grounds, self.first_grounds << min(8, state.begun))
        return Construct(aim, own_seed, grounds)

    def _job_of_few(self, number: int, seed: int, state: State) -> Job:
        """A job where few turns are left: every third tries every line, much longer each time, for
        it begins anew; the others are beams, but for one."""
        if number == self.few_relaxed:
            return Relax(self.effort, state.bound, state.score)
        if number % 3 == 0 or state.resumed is not None:
            # What a search that is cut short has seen is lopsided, so some is left for beams. One
            # that isn't longer than another would see no more.
            most = self.few_nodes << 5 * min(number // 3, 8)
            if state.left is not None:
                most = min(most, max(1, 3 * state.left // 4))
            if most > state.longest:
                return Exhaust(most, state.score)
        width = self.few_beam_widths[1 if number == 1 else 2]
        return Beam(width, seed, state.left, self.few_last_turn * width)


#: What `max` does.
USUAL = Schedule()
