"""Search: the best turn for a roll, looked for over the dice of the turns to come.

The best turns of one ply are the candidates. Each is played on, again and again: the position after
it meets a sampled roll, whose best turn by the learned value is played, and the value then is what
such a playout comes to. Candidates are compared on the same dice; which of them are played on, and
how often, is a matter of rounds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from ... import _core
from ...dice import Stream
from ...position import flags_of
from ...turn import Turn
from ..limits import Limit
from ..ply import WIDE, end_of, rank_learned
from .candidates import Candidate, Leader, Ranking, offset_of
from .decision import Decision
from .last_turn import rank_last
from .levels import Thinking
from .playouts import sampling
from .rounds import Rounds

#: Says of turns, best first, and their estimates in points, whether they are enough.
IsEnough = Callable[[Sequence[Turn], Sequence[float]], bool]

#: By how much longer the list of turns is each time that it isn't enough.
_LONGER = 4


def search(
    decision: Decision,
    thinking: Thinking,
    *,
    top: int = 1,
    is_enough: IsEnough | None = None,
    played: Turn | None = None,
    progress: Callable[[Leader], None] | None = None,
) -> Ranking:
    """Look for the best turn; at least `top` turns come back, if there are as many, and `played`, a
    legal turn that is looked at to the end, or one that leads to the same position.

    Where `is_enough` is given, turns are added that nothing is sampled of, until it says so, or
    there are no more. `progress` is told now and then what is best so far. Where nothing comes
    after this turn, the answer is exact and nothing is sampled.
    """
    if decision.is_final():
        exact = rank_last(decision, thinking.weights, top, played)
        while is_enough and len(exact.candidates) >= top:
            if is_enough([c.turn for c in exact.candidates], exact.estimates):
                break
            top *= _LONGER
            exact = rank_last(decision, thinking.weights, top, played)
        return exact
    position, roll, variant = decision.position, decision.roll, decision.variant
    weights, wanted = thinking.weights, thinking.level.candidates
    edge = thinking.level.edge_at(position)

    def candidate(turn: Turn, prior: float | None = None) -> Candidate:
        after = end_of(position, turn)
        if prior is None:
            prior = _core.sheet_worth(after.core, weights.table, flags_of(variant))
        return Candidate(turn, after, prior, 0.0 if after.is_over() else edge)

    asked = max(top, wanted)
    found = rank_learned(position, roll, variant, WIDE, asked, weights)
    candidates = [candidate(turn, value / 100) for value, turn in found]
    compared, others = candidates[:wanted], candidates[wanted:]
    kept = None
    if played is not None:
        new = candidate(played)
        kept = next((known for known in candidates if known.position == new.position), new)
        if kept not in compared:
            compared.append(kept)
            others = [other for other in others if other is not kept]
    is_ended = _ending(thinking.limit)
    dice = Stream.from_key(f"hint/{thinking.seed}/{position}/{roll}").next64()
    with sampling(weights, variant, dice, thinking.limit.workers, is_ended) as play_batches:
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
    ranked = sorted(compared, key=lambda candidate: -candidate.estimate(offset)) + others
    estimates = [candidate.estimate(offset) for candidate in ranked]
    while is_enough and len(found) == asked and not is_enough([c.turn for c in ranked], estimates):
        asked *= _LONGER
        before, found = len(found), rank_learned(position, roll, variant, WIDE, asked, weights)
        more = [candidate(turn, value / 100) for value, turn in found[before:]]
        more = [other for other in more if kept is None or other.position != kept.position]
        ranked += more
        estimates += [candidate.estimate(offset) for candidate in more]
    return Ranking(tuple(ranked), tuple(estimates), rounds.used, False)


def _ending(limit: Limit) -> Callable[[], bool]:
    """What says that the time is up, counted from now, or that the search is stopped."""
    if limit.seconds is None:
        return limit.stop.is_set
    deadline = time.monotonic() + limit.seconds
    return lambda: limit.stop.is_set() or time.monotonic() >= deadline
