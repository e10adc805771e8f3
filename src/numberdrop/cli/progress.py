"""How far long work is, and how long it may still take: on stderr, by Rich where that can redraw.

Rich takes a tenth of a second to load, so it is loaded only then.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..plurals import count_noun
from .streams import say

#: Seconds over which the speed is measured: jobs of some commands take minutes each.
SPEED_OVER = 3600


def can_redraw() -> bool:
    """Whether stderr is a terminal on which a line can be written anew."""
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    return is_terminal and os.environ.get("TERM", "").lower() not in ("dumb", "unknown")


@contextmanager
def bar(total: float | None) -> Iterator[Callable[[float, str], None]]:
    """A function to be told how much of `total` is done, and in words where things stand.

    On a terminal it moves a bar with an estimate of the time left, or without one where no total
    is known; what is said meanwhile stands above. Elsewhere it does nothing.
    """
    if not can_redraw():
        yield lambda done, words: None
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
        speed_estimate_period=SPEED_OVER,
        transient=True,
        redirect_stdout=False,
    ) as shown:
        task = shown.add_task("", total=total)
        yield lambda done, words: shown.update(task, completed=done, description=words)


@contextmanager
def counting(total: int, thing: str, more: str = "") -> Iterator[Callable[[int], None]]:
    """A function to be told how many of `total` things are done; `more` tells what they are.

    On a terminal it moves a bar, elsewhere it says a line for each tenth.
    """
    is_drawn = can_redraw()
    with bar(total) as show:

        def tell(done: int) -> None:
            words = f"{done:,} of {count_noun(total, thing)}{more}"
            show(done, words)
            if not is_drawn and done * 10 // total > (done - 1) * 10 // total:
                say(words)

        yield tell


def share(*spent: tuple[float, float | None]) -> float:
    """The part of a budget that is spent, 0 .. 1: the largest of what was spent by its limit."""
    return max((min(1.0, done / limit) for done, limit in spent if limit), default=0.0)
