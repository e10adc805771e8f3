"""The places of faults in a text of several lines."""

from __future__ import annotations

from ..errors import Sentence, said


def at_line(number: int) -> Sentence:
    """The place of a line, by its number."""
    return said("line", "line {line}", line=number)
