"""Search: the best turn for a roll, looking ahead over sampled dice.

The best turns by one-ply value are the candidates. In a playout, the position after a candidate
meets a sampled roll, the best turn by the learned value is played, and the value of the position
reached is the result. All candidates meet the same dice; rounds.py decides how many playouts each
gets. On the last turn of a game the answer is exact and nothing is sampled.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence

from ... import _core
from ...dice import Stream
from ...position import Position, flags_of
from ...turn import Turn
from ..exhaustive import best_line
from ..limits import Limit, Stop
from ..ply import WIDE, Ply, Ranked, end_of
from ..weights import Weights
from .candidates import (
    CAPACITY_FACTOR,
    GROWTH,
    Candidate,
    IsEnough,
    Leader,
    Ranking,
    Scale,
    SoloCandidate,
    scale_of_all,
)
from .decision import Decision
from .levels import SearchSettings
from .playouts import sampling
from .rounds import Rounds

#: The fewest turns to rank at once. A claim of old digits is left out if it cannot reach the last
#: ranked turn (value/learned_turns.pxd), so that a good turn is sometimes missed among few.
MIN_RANKED = 80


def search(
    decision: Decision,
    settings: SearchSettings,
    *,
    top: int = 1,
    is_enough: IsEnough | None = None,
    played: Turn | None = None,
    progress: Callable[[Leader[Turn]], None] | None = None,
) -> Ranking:
    """Search for the best turn.

    The ranking has at least `top` turns, if there are as many. `played` is a legal turn that is
    compared to the end; the ranking has it or a turn that leads to the same position. With
    `is_enough`, turns without playouts are added until it returns True or there are no more.
    `progress` receives the best turn so far from time to time. If the game ends with this turn, the
    answer is exact and nothing is sampled.
    """
    stop = settings.limit.stop
    if decision.is_final():
        return rank_last(decision, settings.weights, top, played, is_enough, stop)
    position, roll, variant = decision.position, decision.roll, decision.variant
    weights, wanted = settings.weights, settings.level.budget_at(position)[0]
    edge = settings.level.edge_at(position)

    def candidate(turn: Turn, after: Position, prior: float) -> SoloCandidate:
        is_over = after.is_over()
        return Candidate(turn, after, prior, 0.0 if is_over else edge, is_over)

    def candidates_of(turns: Iterable[Ranked]) -> list[SoloCandidate]:
        return [candidate(turn, after, value / 100) for value, turn, after in turns]

    asked = max(top, wanted)
    capacity = max(MIN_RANKED, CAPACITY_FACTOR * asked if is_enough else asked)
    ply = Ply(position, roll, variant, WIDE, weights, capacity=capacity, stop=stop)
    found = ply.first(asked)
    candidates = candidates_of(found)
    compared, others = candidates[:wanted], candidates[wanted:]
    kept = None
    if played is not None:
        after = end_of(position, played)
        prior = _core.learned_value(after.core, weights.table, flags_of(variant))
        new = candidate(played, after, prior)
        kept = next((known for known in candidates if known.position == new.position), new)
        if kept not in compared:
            compared.append(kept)
            others = [other for other in others if other is not kept]
    is_ended = _time_check(settings.limit)
    dice = Stream.from_key(f"hint/{settings.seed}/{position}/{roll}").next64()
    with sampling(weights, variant, dice, settings.limit, is_ended) as play_batches:
        rounds = Rounds(
            compared,
            settings.playouts_at(position),
            play_batches,
            kept=kept,
            is_ended=is_ended,
            progress=progress,
        )
        rounds.run()
    scale = scale_of_all(compared)
    ranking = _ranking(compared, others, scale, rounds.used)
    while is_enough and len(found) == asked and not stop.is_set():
        turns = [candidate.turn for candidate in ranking.candidates]
        if is_enough(turns, ranking.estimates, found[-1].value / 100 + scale.offset + edge):
            break
        asked *= GROWTH
        before, found = len(found), ply.first(asked)
        more = candidates_of(found[before:])
        others += [other for other in more if kept is None or other.position != kept.position]
        ranking = _ranking(compared, others, scale, rounds.used)
    return ranking


def rank_last(
    decision: Decision,
    weights: Weights,
    top: int,
    played: Turn | None,
    is_enough: IsEnough | None = None,
    stop: Stop | None = None,
) -> Ranking:
    """Rank the turns of a roll after which the game ends, by score.

    The ranking has the turn with the highest score, others within the widths, and `played`: `top`
    of them, or more if `is_enough` is given, until it returns True. After a stop it has what was
    found so far, and may not be exact.
    """
    position, roll, variant = decision.position, decision.roll, decision.variant
    stop = stop or Stop()
    capacity = CAPACITY_FACTOR * top if is_enough else top
    ply = Ply(position, roll, variant, WIDE, weights, is_last=True, capacity=capacity, stop=stop)
    [first] = ply.first(1)
    best = best_line(position, [roll], variant, at_least=first.value // 100, stop=stop)
    while True:
        turns = ply.first(top)
        if best.turns:
            [turn] = best.turns
            turns = [Ranked(100 * best.score, turn, end_of(position, turn)), *turns][:top]
        ranking = _ranking_by_score(decision, turns, played, best.is_exact)
        found, estimates = ranking.candidates, ranking.estimates
        if is_enough is None or len(found) < top or stop.is_set():
            return ranking
        if is_enough([candidate.turn for candidate in found], estimates, estimates[-1]):
            return ranking
        top *= GROWTH


def _ranking_by_score(
    decision: Decision, turns: Sequence[Ranked], played: Turn | None, is_exact: bool
) -> Ranking:
    """Return a ranking of turns whose values are their scores, with `played` among them."""
    candidates = [Candidate(turn, after, value / 100) for value, turn, after in turns]
    if played is not None:
        after = end_of(decision.position, played)
        if all(candidate.position != after for candidate in candidates):
            score = after.score(decision.variant).total
            candidates.append(Candidate(played, after, score))
        candidates.sort(key=lambda candidate: -candidate.prior)
    return Ranking(tuple(candidates), tuple(c.prior for c in candidates), 0, is_exact)


def _ranking(
    compared: list[SoloCandidate], others: list[SoloCandidate], scale: Scale, playouts: int
) -> Ranking:
    """Rank all candidates by their estimates.

    The best of the `compared` candidates comes first: the `others` were left out for their lower
    values, so none of them is estimated above it.
    """
    best, *rest = sorted(compared, key=lambda candidate: -candidate.estimate(scale))
    most = best.estimate(scale)
    estimated = [(min(most, other.estimate(scale)), other) for other in (*rest, *others)]
    estimated.sort(key=lambda pair: -pair[0])
    estimates = (most, *(estimate for estimate, _ in estimated))
    return Ranking((best, *(other for _, other in estimated)), estimates, playouts, False)


def _time_check(limit: Limit) -> Callable[[], bool]:
    """Return a function that is True once the search is stopped or its time, from now on, is up."""
    if limit.seconds is None:
        return limit.stop.is_set
    deadline = time.monotonic() + limit.seconds
    return lambda: limit.stop.is_set() or time.monotonic() >= deadline
