"""The last turn of a game: the answer is exact, and nothing is sampled."""

from __future__ import annotations

from collections.abc import Sequence

from ...turn import Turn
from ..exhaustive import best_line
from ..limits import Stop
from ..ply import WIDE, Ply, Ranked, end_of
from ..weights import Weights
from .candidates import LONGER, ROOM, Candidate, IsEnough, Ranking
from .decision import Decision


def rank_last(
    decision: Decision,
    weights: Weights,
    top: int,
    played: Turn | None,
    is_enough: IsEnough | None = None,
    stop: Stop | None = None,
) -> Ranking:
    """The turn with the highest score, others that the widths let through, and `played`; `top` of
    them, or more where `is_enough` is given, until it says so. Stopped, it answers with what there
    is, which may not be exact then."""
    position, roll, variant = decision.position, decision.roll, decision.variant
    stop = stop or Stop()
    room = ROOM * top if is_enough else top
    ply = Ply(position, roll, variant, WIDE, weights, is_last=True, room=room, stop=stop)
    [first] = ply.first(1)
    best = best_line(position, [roll], variant, at_least=first.value // 100, stop=stop)
    while True:
        turns = ply.first(top)
        if best.turns:
            [turn] = best.turns
            turns = [Ranked(100 * best.score, turn, end_of(position, turn)), *turns][:top]
        ranking = _ranking(decision, turns, played, best.is_exact)
        found, estimates = ranking.candidates, ranking.estimates
        if is_enough is None or len(found) < top or stop.is_set():
            return ranking
        if is_enough([candidate.turn for candidate in found], estimates, estimates[-1]):
            return ranking
        top *= LONGER


def _ranking(
    decision: Decision, turns: Sequence[Ranked], played: Turn | None, is_exact: bool
) -> Ranking:
    """Turns, the values of which are their scores, and `played` among them."""
    candidates = [Candidate(turn, after, value / 100) for value, turn, after in turns]
    if played is not None:
        after = end_of(decision.position, played)
        if all(candidate.position != after for candidate in candidates):
            score = after.score(decision.variant).total
            candidates.append(Candidate(played, after, score))
        candidates.sort(key=lambda candidate: -candidate.prior)
    return Ranking(tuple(candidates), tuple(c.prior for c in candidates), 0, is_exact)
