"""The highest score of a solo game whose rolls are all known: found by beam search, bounded by
counting and by a relaxation. A score comes with the game that makes it; it is PROVED only where the
bound meets it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..dice import Deal
from ..errors import NumberdropError
from ..game import Game
from ..position import Position
from ..rules import COLUMNS, Variant
from ..turn import Turn
from .bounds import counting_bound
from .hint import end_of, rank
from .relaxation import relaxed_bound

#: Placements tried for each position of the beam, and turns kept of them.
OUTLINES = 10
BRANCHES = 12
#: More outlines than a turn can have: with the last roll the best turn is found exactly.
EVERY = 100_000

Node = tuple[Position, tuple[Turn, ...], str]


@dataclass(frozen=True, slots=True)
class Maximum:
    """The best score found, its witness, and a bound that is proved; `nodes` are the positions from
    which turns were tried."""

    score: int
    bound: int
    method: str
    solution: dict[str, Any]
    nodes: int
    seconds: float

    @property
    def status(self) -> str:
        """PROVED where the score meets the bound, else BEST FOUND."""
        return "PROVED" if self.score == self.bound else "BEST FOUND"

    def to_json(self) -> dict[str, Any]:
        """The document of `numberdrop max --json` (formats.md)."""
        return {
            "score": self.score,
            "bound": self.bound,
            "status": self.status,
            "method": self.method,
            "solution": self.solution,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
        }


def maximum(
    deal: Deal,
    variant: str | Variant = "rulebook",
    *,
    width: int = 50,
    effort: float = 1.0,
    progress: Callable[[int], None] | None = None,
) -> Maximum:
    """Search the best game on a deal with a beam of `width` positions (1 to 100,000) a turn.

    The bound is that of counting; where the score stays below it, `effort` units of the solver's
    deterministic time are spent on a lower one (numberdrop.plan.relaxation; 0 for none). The same
    deal, width and effort give the same answer, `seconds` apart. `progress` is told each turn
    done. A deal of fewer than 20 rolls is played to its last roll. NumberdropError if `width` is
    out of range.
    """
    chosen = Variant.of(variant)
    if not 1 <= width <= 100_000:
        raise NumberdropError(f"width: expected 1 to 100000, got {width}")
    started = time.perf_counter()
    beam: list[Node] = [(Position.start(deal.tiles, f"{x}1"), (), f"{x}1") for x in COLUMNS]
    best: Node = beam[0]
    best_score = -1_000
    nodes = 0
    for number, roll in enumerate(deal.rolls, 1):
        found: dict[Position, tuple[int, Node]] = {}
        is_last = number == len(deal.rolls)
        for position, turns, start in beam:
            nodes += 1
            for value, turn in rank(
                position, roll, chosen, EVERY if is_last else OUTLINES, BRANCHES, is_last=is_last
            ):
                after = end_of(position, turn, chosen)
                node = (after, (*turns, turn), start)
                found.setdefault(after, (value, node))
                score = after.score(chosen).total
                if score > best_score and (after.is_over() or is_last):
                    best, best_score = node, score
        ranked = sorted(found.values(), key=lambda item: -item[0])
        beam = [node for _, node in ranked if not node[0].is_over()][:width]
        if progress:
            progress(number)
        if not beam:
            break
    game = Game(deal.tiles, [best[2]], chosen)
    for turn in best[1]:
        game.push(turn)
    bound, method = counting_bound(deal), "counting"
    if best_score < bound and effort > 0:
        relaxed = relaxed_bound(deal, chosen, effort=effort)
        if relaxed.bound < bound:
            made_by = ", ".join(f"{key} {value}" for key, value in relaxed.made_by.items())
            bound, method = relaxed.bound, f"cpsat ({made_by})"
    seconds = time.perf_counter() - started
    return Maximum(best_score, bound, method, game.to_record(), nodes, seconds)
