"""Search: the best turn for a roll, looked for over the dice of the turns to come.

The best turns of one ply are the candidates. Each is played on, again and again: the position after
it meets a sampled roll, whose best turn by the learned value is played, and the value then is what
such a playout comes to. Candidates are compared on the same dice; which of them are played on, and
how often, is a matter of rounds.
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
from .candidates import LONGER, ROOM, Candidate, IsEnough, Leader, Ranking, Tried, offset_of
from .decision import Decision
from .levels import SearchSettings
from .playouts import sampling
from .rounds import Rounds

#: So many turns are ranked at once at the least. A claim of old digits is left out where it can't
#: reach the last of them (value/learned_turns.pxd): among few a good turn is missed now and then.
RANKED_LEAST = 80


def search(
    decision: Decision,
    thinking: SearchSettings,
    *,
    top: int = 1,
    is_enough: IsEnough | None = None,
    played: Turn | None = None,
    progress: Callable[[Leader[Turn]], None] | None = None,
) -> Ranking:
    """Look for the best turn; at least `top` turns come back, if there are as many, and `played`, a
    legal turn that is looked at to the end, or one that leads to the same position.

    Where `is_enough` is given, turns are added that nothing is sampled of, until it says so, or
    there are no more. `progress` is told now and then what is best so far. Where nothing comes
    after this turn, the answer is exact and nothing is sampled.
    """
    stop = thinking.limit.stop
    if decision.is_final():
        return rank_last(decision, thinking.weights, top, played, is_enough, stop)
    position, roll, variant = decision.position, decision.roll, decision.variant
    weights, wanted = thinking.weights, thinking.level.candidates
    edge = thinking.level.edge_at(position)

    def candidate(turn: Turn, after: Position, prior: float) -> Tried:
        return Candidate(turn, after, prior, 0.0 if after.is_over() else edge)

    def candidates_of(turns: Iterable[Ranked]) -> list[Tried]:
        return [candidate(turn, after, value / 100) for value, turn, after in turns]

    asked = max(top, wanted)
    room = max(RANKED_LEAST, ROOM * asked if is_enough else asked)
    ply = Ply(position, roll, variant, WIDE, weights, room=room, stop=stop)
    found = ply.first(asked)
    candidates = candidates_of(found)
    compared, others = candidates[:wanted], candidates[wanted:]
    kept = None
    if played is not None:
        after = end_of(position, played)
        prior = _core.sheet_worth(after.core, weights.table, flags_of(variant))
        new = candidate(played, after, prior)
        kept = next((known for known in candidates if known.position == new.position), new)
        if kept not in compared:
            compared.append(kept)
            others = [other for other in others if other is not kept]
    is_ended = _ending(thinking.limit)
    dice = Stream.from_key(f"hint/{thinking.seed}/{position}/{roll}").next64()
    with sampling(weights, variant, dice, thinking.limit, is_ended) as play_batches:
        rounds = Rounds(
            compared,
            thinking.playouts,
            play_batches,
            kept=kept,
            is_ended=is_ended,
            progress=progress,
        )
        rounds.run()
    offset = offset_of(compared)
    ranking = _ranking(compared, others, offset, rounds.used)
    while is_enough and len(found) == asked and not stop.is_set():
        turns = [candidate.turn for candidate in ranking.candidates]
        if is_enough(turns, ranking.estimates, found[-1].value / 100 + offset + edge):
            break
        asked *= LONGER
        before, found = len(found), ply.first(asked)
        more = candidates_of(found[before:])
        others += [other for other in more if kept is None or other.position != kept.position]
        ranking = _ranking(compared, others, offset, rounds.used)
    return ranking


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
        ranking = _ranking_by_score(decision, turns, played, best.is_exact)
        found, estimates = ranking.candidates, ranking.estimates
        if is_enough is None or len(found) < top or stop.is_set():
            return ranking
        if is_enough([candidate.turn for candidate in found], estimates, estimates[-1]):
            return ranking
        top *= LONGER


def _ranking_by_score(
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


def _ranking(
    compared: Sequence[Tried], others: Sequence[Tried], offset: float, playouts: int
) -> Ranking:
    """All candidates by their estimates. The best of those compared on dice is the first: none of
    the others, which were left out for their lower value, is estimated above it."""
    best, *rest = sorted(compared, key=lambda candidate: -candidate.estimate(offset))
    most = best.estimate(offset)
    estimated = [(min(most, other.estimate(offset)), other) for other in (*rest, *others)]
    estimated.sort(key=lambda pair: -pair[0])
    estimates = (most, *(estimate for estimate, _ in estimated))
    return Ranking((best, *(other for _, other in estimated)), estimates, playouts, False)


def _ending(limit: Limit) -> Callable[[], bool]:
    """What says that the time is up, counted from now, or that the search is stopped."""
    if limit.seconds is None:
        return limit.stop.is_set
    deadline = time.monotonic() + limit.seconds
    return lambda: limit.stop.is_set() or time.monotonic() >= deadline
