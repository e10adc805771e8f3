"""What the planners come to, in one form for all of them."""

from __future__ import annotations

from dataclasses import dataclass

from ..question import Line
from .initial_solutions import Pieces
from .objectives import Objective

#: Less than any score, and the most that any game makes: what is known before anything is found.
LOWEST = -1_000
HIGHEST = 100


@dataclass(frozen=True, slots=True)
class Tried:
    """What a try at an aim tells of the aim: the digits still missing for it (None: no drop plan
    was met), and how many drop plans each order of pieces has that was drawn from."""

    aim: Objective
    missing: int | None
    drop_plans: tuple[tuple[Pieces, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """What one search came to.

    `by` names the planner and `nodes` counts what it tried. `score` is the final score, in points,
    of the line `turns` from the start of that index; LOWEST, and no turns, without a line. `bound`
    is proved by `method` for every line; HIGHEST if nothing was proved. Of a beam, `is_cut` says
    whether a limit of nodes made it narrower than asked for; of a construction, `tried` what its
    try tells of the aim; of the search of a part of all lines `part` says which, and the bound is
    that of its lines.
    """

    by: str
    nodes: int = 0
    score: int = LOWEST
    start: int = 0
    turns: Line = ()
    bound: int = HIGHEST
    method: str = ""
    is_cut: bool = False
    tried: Tried | None = None
    part: int | None = None
