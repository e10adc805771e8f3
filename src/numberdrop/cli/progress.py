"""Progress of long work on stderr: a bar with the time left on a terminal, else lines.

Rich draws the bar. It takes a tenth of a second to load, so it is loaded only then.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..plurals import count_noun
from .streams import say

#: The period, in seconds, over which speed is averaged: some commands have jobs of minutes.
SPEED_PERIOD = 3600


def can_redraw() -> bool:
    """Return whether stderr is a terminal that can redraw a line."""
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    return is_terminal and os.environ.get("TERM", "").lower() not in ("dumb", "unknown")


@contextmanager
def bar(total: float | None) -> Iterator[Callable[[float, str], None]]:
    """Yield a function that takes how much of `total` is done, and a description.

    On a terminal it updates a bar, with an estimate of the time left if `total` is given. Lines
    printed on stderr meanwhile appear above the bar. Elsewhere it does nothing.
    """
    if not can_redraw():
        yield lambda done, description: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = [BarColumn(20), TextColumn("{task.description}", markup=False)]
    if total is not None:
        columns += [TimeRemainingColumn(), TextColumn("left")]
    with Progress(
        *columns,
        console=Console(file=sys.stderr, highlight=False),
        refresh_per_second=4,
        speed_estimate_period=SPEED_PERIOD,
        transient=True,
        redirect_stdout=False,
    ) as shown:
        task = shown.add_task("", total=total)
        yield lambda done, description: shown.update(task, completed=done, description=description)


@contextmanager
def counting(total: int, noun: str, more: str = "") -> Iterator[Callable[[int], None]]:
    """Yield a function that takes how many of `total` items are done.

    `noun` and `more` name the items. On a terminal the function updates a bar, elsewhere it prints
    a line for each tenth.
    """
    with tenths(total) as show:
        yield lambda done: show(done, f"{done:,} of {count_noun(total, noun)}{more}")


@contextmanager
def tenths(total: int) -> Iterator[Callable[[float, str], None]]:
    """Yield a function that takes how much of `total` is done, and a description.

    On a terminal the function updates a bar, elsewhere it prints a line for each tenth.
    """
    is_drawn, tenth = can_redraw(), 0
    with bar(total) as show:

        def update(done: float, description: str) -> None:
            nonlocal tenth
            show(done, description)
            if not is_drawn and done * 10 // total > tenth:
                tenth = int(done * 10 // total)
                say(description)

        yield update


def share(*spent: tuple[float, float | None]) -> float:
    """Return the share of a budget that is spent, 0 to 1: the largest of amount / limit."""
    return max((min(1.0, done / limit) for done, limit in spent if limit), default=0.0)
