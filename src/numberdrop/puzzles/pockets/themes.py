"""What is particular in the solution of a pocket problem."""

from __future__ import annotations

from typing import Final

from ...plan.exhaustive import Line
from ...position import Position
from .generate import score_after

#: `delay`: the first roll is to score less than it could; `prepared`: its digits go into a combo of
#: the second; `smaller`: a smaller box than the tempting one; the others are to be seen (STEPS).
THEMES: Final = ("delay", "prepared", "smaller", "X", "rows", "bends", "gaps")


def themes_of(position: Position, best: Line, tempting: Line, seen: dict[str, int]) -> list[str]:
    """Those of THEMES that there are, in their order, for a best line and the tempting one."""
    first, other = best[0], tempting[0]
    there = {theme for theme in THEMES if seen.get(theme)}
    if len(best) > 1:
        if score_after(position, [first]) < score_after(position, [other]):
            there.add("delay")
        if {cell for cell, _ in first.place or ()}.intersection(best[1].claim or ()):
            there.add("prepared")
    elif len(first.claim or ()) < len(other.claim or ()):
        there.add("smaller")
    return [theme for theme in THEMES if theme in there]
