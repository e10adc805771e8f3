"""Maxima: the best score on known rolls, searched, built and proved.

    maximum        the best score, with its line and a bound; `Schedule` divides its work
    check          whether the bound of a maximum is proved again
    beam           the best line that a beam search finds
    Construction   whole games, built for an `Aim`
    ceiling        the highest score of the game itself, and why; `summit` finds a game that has it

The way through the room: maximum.py loops over threads; schedule.py says which job is next,
aiming.py which aim, parts.py which part of all lines; planners.py does a job; ledger.py counts
what it came to.
"""

from typing import TYPE_CHECKING

from ...lazy import lazy_names
from .beam import beam
from .construct import Construction
from .found import Found
from .maximum import check, maximum
from .objectives import Objective
from .schedule import Schedule
from .upper_bound import attain, upper_bound

__all__ = [
    "Construction",
    "Found",
    "Objective",
    "Schedule",
    "attain",
    "beam",
    "check",
    "maximum",
    "upper_bound",
]

if not TYPE_CHECKING:  # as in numberdrop itself
    __getattr__, __dir__ = lazy_names(
        __name__, {}, old={"Aim": "Objective", "ceiling": "upper_bound", "summit": "attain"}
    )
