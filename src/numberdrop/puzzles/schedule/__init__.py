"""Schedules: which drop problem of many a publisher prints on which day.

`costs` defines what makes a schedule good, `search` finds one by the `models` of CP-SAT and bounds
how much better one can be, and `choose` makes an archive of it (docs/daily.md, For publishers).
"""

from typing import Final

#: The fewest days between two problems that are alike, and the effort of the search, if nothing
#: else is asked for.
APART: Final = 14
EFFORT: Final = 60
