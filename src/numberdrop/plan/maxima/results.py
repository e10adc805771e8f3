"""The results of the planners, in one form for all of them."""

from __future__ import annotations

from dataclasses import dataclass

from ..question import Line
from .initial_solutions import Pieces
from .objectives import Objective

#: Less than any score, and the highest score of any game: what is known before a search.
LOWEST = -1_000
HIGHEST = 100


@dataclass(frozen=True, slots=True)
class Attempt:
    """What an attempt reveals about its objective.

    `missing` is the number of digits still missing (None if it met no drop plan), and `drop_plans`
    has the number of drop plans of each sequence of pieces drawn from.
    """

    objective: Objective
    missing: int | None
    drop_plans: tuple[tuple[Pieces, float], ...] = ()


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of one search.

    `by` names the planner, and `nodes` counts its work. `score` is the final score, in points, of
    the line `turns` from the start with the index `start`; without a line it is LOWEST and there
    are no turns. `bound` is proved by `method` for every line; it is HIGHEST if nothing was proved.
    For a beam, `is_cut` says whether a node limit made it narrower than requested. For a
    construction, `attempt` has what it revealed about the objective. For the search of a part of
    all lines, `part` is its number, and the bound is that of its lines.
    """

    by: str
    nodes: int = 0
    score: int = LOWEST
    start: int = 0
    turns: Line = ()
    bound: int = HIGHEST
    method: str = ""
    is_cut: bool = False
    attempt: Attempt | None = None
    part: int | None = None
