"""Faults in a text of several lines: their places, and what is said twice."""

from __future__ import annotations

from ..errors import NotationError, Sentence, coded_message, shown


def at_line(number: int) -> Sentence:
    """The place of a line, by its number."""
    return coded_message("line", "line {line}", line=number)


def said_twice(where: str, one: str, other: str) -> NotationError:
    """What is wrong with a part that is said once, and again."""
    return NotationError.coded(
        "field.twice",
        "{where}: expected once, got {one} and {other}",
        where=where,
        one=shown(one),
        other=shown(other),
    )
