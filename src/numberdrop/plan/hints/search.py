"""Search: the best turn for a roll, looked for over the dice of the turns to come.

The best turns of one ply are the candidates. Each is played on, again and again: the position after
it meets a sampled roll, whose best turn by the learned value is played, and the value then is what
such a playout comes to. All candidates meet the same dice, which show each face equally often
(playouts.pxd). After a round the worse half is dropped; what is left
of the budget goes to the better ones. Rounds start again with all candidates and twice the budget
until the budget is used up, or the best is sure.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ... import _core
from ...dice import Roll, Stream
from ...errors import NumberdropError
from ...position import Position, core_roll, flags_of
from ...rules import LAST_NOTCH, LETTERS, Variant, dice_set
from ...turn import Turn
from ..exhaustive import best_line
from ..limits import Stop
from ..ply import choose, end_of
from ..weights import Weights

Values = NDArray[np.float32]

#: What is kept at each stage of a turn, for candidates and within a playout: sheets with their X
#: shapes, landings, and arrangements of the digits on each.
WIDTH = (40, 60, 24)
WIDTH_AHEAD = (12, 6, 6)
#: A playout's dice show each face once in so many playouts: they are made in such numbers.
BLOCK = 6
#: A playout ends after its first turn; games that are played out, after the last there can be.
ONE_TURN, WHOLE_GAME = (1, 1), (20, 20)
#: The value of one ply counts as so many playouts.
PRIOR = 6
#: Slides of a solo game.
SLIDES = len(LETTERS) * LAST_NOTCH
#: Playouts of the first pass, which begins with all candidates.
FIRST_PASS = 336
#: Blocks of playouts between two looks at what is best by now.
LOOK = 128
#: The best is sure once it leads all others by so many standard errors, after so many playouts.
SURE, SURE_AFTER = 4.0, 24


@dataclass(frozen=True, slots=True)
class Level:
    """How hard to think: how many `candidates`, and how many `playouts` for all of them together.

    `edge`: by how many points the level does better, from the start of a game on, than the value
    expects, which was learned from games played with a narrower choice (bench/calibration.py).
    """

    name: str
    candidates: int = 1
    playouts: int = 0
    edge: float = 0.0

    def edge_at(self, position: Position) -> float:
        """The part of the edge that is left before a turn of a solo game: it falls as the root of
        the slides left does."""
        if not position.is_solo:
            return 0.0
        return self.edge * math.sqrt(1 - sum(position.core.notches) / SLIDES)


LEVELS = {
    level.name: level
    for level in (
        Level("fast", edge=1.35),
        Level("strong", 16, 300, edge=2.2),
        Level("deep", 40, 3800, edge=2.2),
    )
}


def level_of(name: str) -> Level:
    """The level of a name; NumberdropError if there is none."""
    if name not in LEVELS:
        raise NumberdropError(f"level: expected one of {', '.join(LEVELS)}, got {name!r}")
    return LEVELS[name]


@dataclass(slots=True, eq=False)
class Candidate:
    """A turn, the position after it, its value one ply deep (`prior`, in points), the `edge` of the
    level from there on, and what its playouts came to, of those with the numbers 0, 1, .. in this
    order."""

    turn: Turn
    position: Position
    prior: float
    edge: float = 0.0
    values: Values = field(default_factory=lambda: np.zeros(0, dtype=np.float32))

    def estimate(self, offset: float) -> float:
        """The mean of its playouts and of its prior, moved by `offset`, that counts as PRIOR, and
        the edge."""
        count, prior = len(self.values), self.prior + offset
        if not count:
            return prior + self.edge
        total = float(self.values.sum(dtype=np.float64)) + PRIOR * prior
        return total / (count + PRIOR) + self.edge

    def se(self) -> float | None:
        """The standard error of its estimate, in points; None before two playouts."""
        count = len(self.values)
        return _se(self.values) * count / (count + PRIOR) if count > 1 else None


@dataclass(frozen=True, slots=True)
class Found:
    """The candidates of a search, best first, each with its estimate in points; how many playouts
    it took, and whether the first is proved to be the best (`is_exact`)."""

    candidates: tuple[Candidate, ...]
    estimates: tuple[float, ...]
    playouts: int
    is_exact: bool


@dataclass(frozen=True, slots=True)
class Leader:
    """The best turn so far: after how many playouts of all candidates, its estimate in points and
    the standard error of that (None before two playouts)."""

    playouts: int
    turn: Turn
    ev: float
    se: float | None


def lead(best: Candidate, other: Candidate) -> tuple[float, float]:
    """By how much one candidate's playouts beat another's on the same dice, in points on average,
    and the standard error of that, infinite before two playouts."""
    count = min(len(best.values), len(other.values))
    if count < 2:
        return 0.0, math.inf
    ahead = best.values[:count] - other.values[:count]
    return float(ahead.mean()), _se(ahead)


def search(
    position: Position,
    roll: Roll,
    variant: Variant,
    weights: Weights,
    level: Level,
    *,
    seed: int = 1,
    playouts: int | None = None,
    seconds: float | None = None,
    workers: int = 1,
    top: int = 1,
    played: Turn | None = None,
    is_last: bool = False,
    progress: Callable[[Leader], None] | None = None,
    stop: Stop | None = None,
) -> Found:
    """Look for the best turn of a position that isn't over; at least `top` turns come back, if
    there are as many, and `played`, a legal turn that is looked at to the end, or one that leads
    to the same position.

    The budget is the level's, or `playouts`, or what can be done in `seconds`. The same seed and
    number of playouts give the same answer, whatever the number of workers. `progress` is told now
    and then what is best so far. Where the game ends
    with this turn, or with `is_last` is taken to end, the answer is exact and nothing is sampled.
    """
    asked = core_roll("".join(sorted(roll.numbers)), roll.shape)
    if is_last or position.core.is_last_turn(asked, flags_of(variant)):
        return _exact(position, roll, variant, weights, top, played)
    wanted = level.candidates
    edge = level.edge_at(position)

    def candidate(turn: Turn, prior: float) -> Candidate:
        after = end_of(position, turn, variant)
        return Candidate(turn, after, prior, 0.0 if after.is_over() else edge)

    candidates = [
        candidate(turn, value / 100)
        for value, turn in choose(position, roll, variant, WIDTH, max(top, wanted), weights)
    ]
    kept = None
    if played is not None:
        new = candidate(played, 0.0)
        new.prior = _core.sheet_worth(new.position.core, weights.table, flags_of(variant))
        kept, wanted = _put(candidates, wanted, new)
    if playouts is None:
        playouts = level.playouts if seconds is None else 2**62
    run = _Run(candidates[:wanted], variant, weights, playouts)
    run.kept = kept
    run.dice = Stream.from_key(f"hint/{seed}/{position}/{roll}").next64()
    run.progress = progress or (lambda leader: None)
    run.stop = stop or Stop()
    run.deadline = None if seconds is None else time.monotonic() + seconds
    run.go(workers)
    offset = run.offset()
    ranked = sorted(run.candidates, key=lambda c: -c.estimate(offset)) + candidates[wanted:]
    estimates = tuple(candidate.estimate(offset) for candidate in ranked)
    return Found(tuple(ranked), estimates, run.used, False)


def play_out(
    candidates: Sequence[Candidate],
    games: int,
    variant: Variant,
    weights: Weights,
    seed: int,
    stop: Stop,
) -> list[NDArray[np.int32]]:
    """What candidates come to when the game is played to its end by the level `fast`, a little
    narrower: for each candidate and game the points for rows, identical and consecutive boxes and
    the bonus. All meet the same dice. Fewer games if it is stopped."""
    player = player_of(weights, variant)
    parts = [np.zeros((games, 4), dtype=np.int32) for _ in candidates]
    done = 0
    while done < games and not stop.is_set():
        count = min(BLOCK, games - done)
        for candidate, part in zip(candidates, parts, strict=True):
            values = np.zeros(count, dtype=np.float32)
            player.play(
                candidate.position.core, seed, done, WHOLE_GAME, values, part[done : done + count]
            )
        done += count
    return [part[:done] for part in parts]


class _Run:
    """The rounds of a search."""

    def __init__(
        self,
        candidates: list[Candidate],
        variant: Variant,
        weights: Weights,
        playouts: int,
    ) -> None:
        self.candidates, self.playouts = candidates, playouts
        self.variant, self.weights = variant, weights
        self.kept: Candidate | None = None
        self.dice = 0
        self.used = 0
        self.progress: Callable[[Leader], None] = lambda leader: None
        self.stop = Stop()
        self.deadline: float | None = None

    def go(self, workers: int) -> None:
        players = [player_of(self.weights, self.variant) for _ in range(workers)]
        budget = FIRST_PASS
        with ThreadPoolExecutor(workers) as pool:
            while len(self.candidates) > 1 and not self.is_done():
                for chosen, count in self.rounds(budget):
                    self.play(chosen, count, players, pool)
                    if self.is_done():
                        break
                budget *= 2

    def rounds(self, budget: int) -> Iterator[tuple[list[Candidate], int]]:
        """Candidates, and how many playouts each is to have in all: a pass of the search."""
        chosen, count = list(self.candidates), 0
        each = budget // max(1, math.ceil(math.log2(len(chosen))))
        while len(chosen) > 1:
            count += max(BLOCK, each // len(chosen) // BLOCK * BLOCK)
            yield chosen, count
            offset = self.offset()
            chosen.sort(key=lambda c: -c.estimate(offset))
            best, others = chosen[: (len(chosen) + 1) // 2], chosen[(len(chosen) + 1) // 2 :]
            chosen = best + ([self.kept] if self.kept in others and len(best) > 1 else [])

    def offset(self) -> float:
        """By how much playouts come to more than the values of one ply, on average."""
        ahead = [float(c.values[:BLOCK].mean()) - c.prior for c in self.candidates if len(c.values)]
        return sum(ahead) / len(ahead) if ahead else 0.0

    def is_done(self) -> bool:
        return (
            self.used >= self.playouts
            or self.stop.is_set()
            or (self.deadline is not None and time.monotonic() >= self.deadline)
            or self.is_sure()
        )

    def is_sure(self) -> bool:
        offset = self.offset()
        best = max(self.candidates, key=lambda c: c.estimate(offset))
        if len(best.values) < SURE_AFTER:
            return False
        leads = (lead(best, other) for other in self.candidates if other is not best)
        return all(ahead > SURE * error for ahead, error in leads)

    def play(
        self,
        chosen: Sequence[Candidate],
        count: int,
        players: Sequence[_core.Playouts],
        pool: ThreadPoolExecutor,
    ) -> None:
        """Play chosen candidates on until each has `count` playouts, or the budget is used."""
        jobs = [
            (candidate, first)
            for candidate in chosen
            for first in range(len(candidate.values), count, BLOCK)
        ]
        jobs = jobs[: max(0, -(-(self.playouts - self.used) // BLOCK))]
        for first in range(0, len(jobs), LOOK):
            if not self.play_jobs(jobs[first : first + LOOK], players, pool):
                break
            self.progress(self.leader())

    def leader(self) -> Leader:
        offset = self.offset()
        best = max(self.candidates, key=lambda c: c.estimate(offset))
        return Leader(self.used, best.turn, best.estimate(offset), best.se())

    def play_jobs(
        self,
        jobs: Sequence[tuple[Candidate, int]],
        players: Sequence[_core.Playouts],
        pool: ThreadPoolExecutor,
    ) -> bool:
        """Play blocks of playouts, each of a candidate from a number on; False if not all were."""
        shares = [list(enumerate(jobs))[n :: len(players)] for n in range(len(players))]
        results: list[Values | None] = [None] * len(jobs)

        def work(player: _core.Playouts, share: list[tuple[int, tuple[Candidate, int]]]) -> None:
            for place, (candidate, first) in share:
                if self.stop.is_set() or (self.deadline and time.monotonic() >= self.deadline):
                    return
                values = np.zeros(BLOCK, dtype=np.float32)
                player.play(candidate.position.core, self.dice, first, ONE_TURN, values)
                results[place] = values

        if len(players) == 1:
            work(players[0], shares[0])
        else:
            list(pool.map(work, players, shares))
        for (candidate, _), values in zip(jobs, results, strict=True):
            if values is None:
                return False
            candidate.values = np.concatenate([candidate.values, values])
            self.used += BLOCK
        return True


def player_of(weights: Weights, variant: Variant) -> _core.Playouts:
    """What plays playouts by these weights and rules; for one thread at a time."""
    faces = [[10 if face == "*" else int(face) for face in die] for die in dice_set(variant.dice)]
    return _core.Playouts(weights.table, WIDTH_AHEAD, faces, flags_of(variant))


def _put(candidates: list[Candidate], wanted: int, new: Candidate) -> tuple[Candidate, int]:
    """Put a turn among the first `wanted` candidates, unless one leads to the same position: that
    one, or the new one, and how many are wanted now."""
    for place, candidate in enumerate(candidates):
        if candidate.position == new.position:
            if place < wanted:
                return candidate, wanted
            new = candidates.pop(place)
            break
    candidates.insert(wanted, new)
    return new, wanted + 1


def _exact(
    position: Position,
    roll: Roll,
    variant: Variant,
    weights: Weights,
    top: int,
    played: Turn | None,
) -> Found:
    """The turn with the highest score, and others that the widths let through."""
    turns = choose(position, roll, variant, WIDTH, top, weights, is_last=True)
    best = best_line(position, [roll], variant)
    if best.score > turns[0][0] / 100:
        turns = [(100 * best.score, best.turns[0]), *turns][:top]
    candidates = [Candidate(turn, end_of(position, turn, variant), v / 100) for v, turn in turns]
    if played is not None:
        after = end_of(position, played, variant)
        new = Candidate(played, after, after.score(variant).total)
        _put(candidates, len(candidates), new)
        candidates.sort(key=lambda candidate: -candidate.prior)
    return Found(tuple(candidates), tuple(c.prior for c in candidates), 0, True)


def _se(values: Values) -> float:
    return float(values.std(ddof=1)) / math.sqrt(len(values))
