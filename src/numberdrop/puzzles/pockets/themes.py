"""The themes of a pocket problem's solution."""

from __future__ import annotations

from typing import Final

from ...plan.exhaustive import Line
from ...position import Position
from .generate import score_after

#: `delay`: the first roll scores less than it could. `prepared`: its digits are used in a combo of
#: the second roll. `smaller`: the solution fills a smaller box than the tempting line. The others
#: are features of STEPS.
THEMES: Final = ("delay", "prepared", "smaller", "X", "rows", "bends", "gaps")


def themes_of(position: Position, best: Line, tempting: Line, seen: dict[str, int]) -> list[str]:
    """Return the themes of a problem, in the order of THEMES."""
    first, other = best[0], tempting[0]
    found = {theme for theme in THEMES if seen.get(theme)}
    if len(best) > 1:
        if score_after(position, [first]) < score_after(position, [other]):
            found.add("delay")
        if {cell for cell, _ in first.place or ()}.intersection(best[1].claim or ()):
            found.add("prepared")
    elif len(first.claim or ()) < len(other.claim or ()):
        found.add("smaller")
    return [theme for theme in THEMES if theme in found]
