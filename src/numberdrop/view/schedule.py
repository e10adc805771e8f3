"""Schedules as text, without a final newline."""

from __future__ import annotations

from collections.abc import Iterable

from ..plurals import count_noun
from ..puzzles.schedule.choose import Choice
from ..puzzles.schedule.costs import THEME_COST

_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def draw_choice(choice: Choice, file: str) -> str:
    """Draw what a choice costs and why, and the difficulty of each weekday."""
    found, cost = choice.schedule, choice.schedule.cost
    means = (f"{mean:.1f}" if mean is not None else "" for mean in choice.mean_figures())
    lines = [
        f"{file}: {count_noun(len(choice.problems), 'puzzle')}, {choice.made:,} of them chosen now",
        f"cost {cost.total:,}, {found.status}: no choice costs less than {found.bound:,}",
        f"{cost.difficulty:>6,}  steps off the wanted difficulty",
        f"{cost.alike:>6,}  days missing from the {choice.wishes.apart} between problems that are "
        "alike",
        f"{cost.themes:>6,}  themes missing from weeks, {THEME_COST} points each",
        "",
        _row("", _WEEKDAYS),
        _row("wanted", map(str, choice.wishes.week)),
        _row("chosen", means),
    ]
    return "\n".join(lines)


def _row(head: str, cells: Iterable[str]) -> str:
    return f"{head:<6}{''.join(f'{cell:>6}' for cell in cells)}".rstrip()
