"""The four number dice in the four cells of a shape: typed, stepped through, swapped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Final

from ..sessions import PartialTurn

STAR = "*"


@dataclass
class Tray:
    """Which die stands in which cell, in reading order: its face, and for a star the digit that is
    given for it, None until one is. `at` is the cell that the next digit is written to; of a star
    that was typed the face stays a star. `held` is the die that was picked up by the mouse."""

    faces: list[str]
    given: list[int | None] = field(default_factory=list)
    at: int = 0
    held: int | None = None

    def __post_init__(self) -> None:
        self.given = self.given or [None] * len(self.faces)

    @classmethod
    def of(cls, numbers: str, chosen: PartialTurn) -> Tray:
        """The dice of a roll as a turn has them; in the order of the roll where it has none."""
        digits = chosen.digits if len(chosen.digits) == len(numbers) else (None,) * len(numbers)
        left = list(numbers)
        faces: list[str | None] = []
        for digit in digits:
            face = next((face for face in (str(digit), STAR) if face in left), None)
            faces.append(None if digit is None else face)
            if digit is not None and face is not None:
                left.remove(face)
        dealt = [left.pop(0) if face is None else face for face in faces]
        stars = [digit if face == STAR else None for face, digit in zip(dealt, digits, strict=True)]
        return cls(dealt, stars)

    @property
    def digits(self) -> tuple[int | None, ...]:
        """The digits along the cells; None where a star has none yet."""
        return tuple(
            given if face == STAR else int(face)
            for face, given in zip(self.faces, self.given, strict=True)
        )

    def write(self, digit: int) -> bool:
        """Write a digit into the cell at hand and go to the next: the die that shows it comes there
        from its cell, one not written yet first, else a star. False if no die gives it."""
        size = len(self.faces)
        order = [*range(self.at, size), *range(self.at)]
        plain = [i for i in order if self.faces[i] == str(digit)]
        stars = [i for i in order if self.faces[i] == STAR]
        # A die written already is left where it is, if a star can give the digit.
        ahead = [i for i in plain if i >= self.at] + stars + plain
        if not ahead:
            return False
        self.swap(self.at, ahead[0])
        if self.faces[self.at] == STAR:
            self.given[self.at] = digit
        self.at, self.held = min(self.at + 1, size - 1), None
        return True

    def erase(self) -> None:
        """Back to the cell before; a star there has no digit any more."""
        if not (self.faces[self.at] == STAR and self.given[self.at] is not None):
            self.at = max(self.at - 1, 0)
        if self.faces[self.at] == STAR:
            self.given[self.at] = None

    def step(self, by: int) -> None:
        """To the next cell, or the one before, round and round."""
        self.at = (self.at + by) % len(self.faces)

    def swap(self, one: int, other: int) -> None:
        """Two dice change places."""
        faces, given = self.faces, self.given
        faces[one], faces[other] = faces[other], faces[one]
        given[one], given[other] = given[other], given[one]

    def arrange(self, by: int) -> None:
        """The next arrangement, or the one before, in the order of the digits; stars keep theirs
        in order."""
        order = arrangements(self.faces)
        stars = [given for face, given in zip(self.faces, self.given, strict=True) if face == STAR]
        self.faces = list(order[(order.index(tuple(self.faces)) + by) % len(order)])
        self.given = [stars.pop(0) if face == STAR else None for face in self.faces]


def arrangements(faces: Sequence[str]) -> list[tuple[str, ...]]:
    """The distinct ways to lay these dice out, in order."""
    return sorted(set(permutations(faces)))


#: What the actions of table.keys do with them.
OF_THE_TRAY: Final[dict[str, Callable[[Tray], object]]] = {
    "erase": Tray.erase,
    "next-cell": lambda tray: tray.step(1),
    "last-cell": lambda tray: tray.step(-1),
    "arrange": lambda tray: tray.arrange(1),
    "arrange-back": lambda tray: tray.arrange(-1),
}
