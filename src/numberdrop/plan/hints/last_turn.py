"""The last turn of a game: the answer is exact, and nothing is sampled."""

from __future__ import annotations

from ...turn import Turn
from ..exhaustive import best_line
from ..ply import WIDE, end_of, rank_learned
from ..weights import Weights
from .candidates import Candidate, Ranking
from .decision import Decision


def rank_last(decision: Decision, weights: Weights, top: int, played: Turn | None) -> Ranking:
    """The turn with the highest score, others that the widths let through, and `played`."""
    position, roll, variant = decision.position, decision.roll, decision.variant
    turns = rank_learned(position, roll, variant, WIDE, top, weights, is_last=True)
    best = best_line(position, [roll], variant)
    if best.score > turns[0][0] / 100:
        turns = [(100 * best.score, best.turns[0]), *turns][:top]
    candidates = [Candidate(turn, end_of(position, turn), value / 100) for value, turn in turns]
    if played is not None:
        after = end_of(position, played)
        if all(candidate.position != after for candidate in candidates):
            candidates.append(Candidate(played, after, after.score(variant).total))
        candidates.sort(key=lambda candidate: -candidate.prior)
    return Ranking(tuple(candidates), tuple(c.prior for c in candidates), 0, True)
