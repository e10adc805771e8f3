"""Error messages for multi-line text: line numbers and repeated fields."""

from __future__ import annotations

from ..errors import NotationError, Sentence, coded_message, shown


def at_line(number: int) -> Sentence:
    """Return the place of a line, for at_place()."""
    return coded_message("line", "line {line}", line=number)


def given_twice(where: str, one: str, other: str) -> NotationError:
    """Return the error for a field that is given twice."""
    return NotationError.coded(
        "field.twice",
        "{where}: expected once, got {one} and {other}",
        where=where,
        one=shown(one),
        other=shown(other),
    )
