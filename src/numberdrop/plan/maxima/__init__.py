"""Maxima: the best score for known rolls, found by search and construction, and proved.

    maximum        the best score, with its line and an upper bound; `Schedule` divides the work
    check          verifies the bound of a maximum
    beam           the best line that a beam search finds
    Construction   whole games, built for an `Objective`
    upper_bound    the highest score of the game itself, and why; attain() finds a game that has it

maximum.py runs the loop over threads; schedule.py chooses the next job, objective_choice.py its
objective, parts.py its part of all lines; planners.py does the job; incumbents.py counts its
result.
"""

from typing import TYPE_CHECKING

from ...lazy import lazy_names
from .beam import beam
from .construct import Construction
from .maximum import check, maximum
from .objectives import Objective
from .results import SearchResult
from .schedule import Schedule
from .upper_bound import attain, upper_bound

__all__ = [
    "Construction",
    "Objective",
    "Schedule",
    "SearchResult",
    "attain",
    "beam",
    "check",
    "maximum",
    "upper_bound",
]

if not TYPE_CHECKING:  # as in numberdrop itself
    __getattr__, __dir__ = lazy_names(
        __name__,
        {},
        old={
            "Aim": "Objective",
            "Found": "SearchResult",
            "ceiling": "upper_bound",
            "summit": "attain",
        },
    )
