"""The error of a text in which several things may be wrong."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import NotationError, Sentence, said


class Faulty(NotationError):  # noqa: N818
    """A text in which something is wrong: `faults` has a sentence, with its place, for each."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))

    def __reduce__(self) -> tuple[type[Faulty], tuple[tuple[str, ...]]]:
        return type(self), (self.faults,)


def at_line(number: int) -> Sentence:
    """The place of a line, by its number."""
    return said("line", "line {line}", line=number)
