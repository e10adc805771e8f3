"""The error of a text in which several things may be wrong."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import NotationError


class Faulty(NotationError):  # noqa: N818
    """A text in which something is wrong: `faults` has a sentence, with its place, for each."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))

    def __reduce__(self) -> tuple[type[Faulty], tuple[tuple[str, ...]]]:
        return type(self), (self.faults,)
