"""Fuzz targets: generators of nearly valid input for every entry point, and checks of the results.

A case is a command line with the files that it reads, or some requests to the server of the page;
it is tried in this process. What must hold of all of them is in trying.py; what independent judges
say about what was taken, in judges.py.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from . import files, options, played, rows, typed
from .cases import Answered, Case, Ended, Fault
from .judges import JUDGES
from .trying import CODES, run, try_case

#: A name for each door, and what makes a case of it by chance.
DOORS: dict[str, Callable[[random.Random], Case]] = {
    "typed-roll": typed.typed_roll,
    "typed-day": typed.typed_day,
    "typed-position": typed.typed_position,
    "typed-puzzle": typed.typed_puzzle,
    "typed-game": typed.typed_game,
    "drawing": typed.drawing,
    "answer": typed.answer,
    "option": options.option,
    "record": files.record,
    "submitted": files.submitted,
    "question": files.question,
    "archive": files.archive,
    "played": played.played,
    "head": played.head,
    "steps": played.steps,
    "pasted": played.pasted,
    "asked": played.asked,
    "results": rows.results,
    "table": rows.table,
}

__all__ = ["CODES", "DOORS", "JUDGES", "Answered", "Case", "Ended", "Fault", "run", "try_case"]
