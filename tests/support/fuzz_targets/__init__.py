"""Fuzz targets: random cases of nearly valid input, and the checks that every case must pass.

A case is a command line with its input files, or a series of requests to the page's server. It runs
in this process. trying.py checks what must be true of every case; judges.py checks accepted input
with independent judges.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from . import files, logs, options, played, rows, typed
from .cases import Answered, Case, Ended, Fault
from .judges import JUDGES
from .trying import CODES, run, try_case

#: Maps the name of each target to the function that draws a random case.
FUZZ_TARGETS: dict[str, Callable[[random.Random], Case]] = {
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
    "log": logs.log,
    "played": played.played,
    "head": played.head,
    "steps": played.steps,
    "pasted": played.pasted,
    "asked": played.asked,
    "results": rows.results,
    "table": rows.table,
}

__all__ = [
    "CODES",
    "FUZZ_TARGETS",
    "JUDGES",
    "Answered",
    "Case",
    "Ended",
    "Fault",
    "run",
    "try_case",
]
