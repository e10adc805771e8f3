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
    """The dice in the cells, in reading order: their faces, and for a star its chosen digit, or
    None. `at` is the cell for the next digit; a typed star keeps its face. `held` is the die picked
    up by the mouse."""

    faces: list[str]
    given: list[int | None] = field(default_factory=list)
    at: int = 0
    held: int | None = None

    def __post_init__(self) -> None:
        self.given = self.given or [None] * len(self.faces)

    @classmethod
    def of(cls, numbers: str, chosen: PartialTurn) -> Tray:
        """Return the dice of a roll as they are in a turn; in the order of the roll if the turn has
        none."""
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
        """The digits along the cells; None for a star without one."""
        return tuple(
            given if face == STAR else int(face)
            for face, given in zip(self.faces, self.given, strict=True)
        )

    def write(self, digit: int) -> bool:
        """Write a digit into the current cell and go to the next: the die that shows it is moved
        there, preferably one not written yet, otherwise a star. Return False if no die can show
        it."""
        size = len(self.faces)
        order = [*range(self.at, size), *range(self.at)]
        plain = [i for i in order if self.faces[i] == str(digit)]
        stars = [i for i in order if self.faces[i] == STAR]
        # A die that is already written stays if a star can give the digit.
        ahead = [i for i in plain if i >= self.at] + stars + plain
        if not ahead:
            return False
        self.swap(self.at, ahead[0])
        if self.faces[self.at] == STAR:
            self.given[self.at] = digit
        self.at, self.held = min(self.at + 1, size - 1), None
        return True

    def erase(self) -> None:
        """Go back to the previous cell; a star there loses its digit."""
        if not (self.faces[self.at] == STAR and self.given[self.at] is not None):
            self.at = max(self.at - 1, 0)
        if self.faces[self.at] == STAR:
            self.given[self.at] = None

    def step(self, by: int) -> None:
        """Go to the next or the previous cell, cyclically."""
        self.at = (self.at + by) % len(self.faces)

    def swap(self, one: int, other: int) -> None:
        """Swap two dice."""
        faces, given = self.faces, self.given
        faces[one], faces[other] = faces[other], faces[one]
        given[one], given[other] = given[other], given[one]

    def arrange(self, by: int) -> None:
        """Go to the next or the previous arrangement, in the order of the digits; stars keep their
        digits in order."""
        order = arrangements(self.faces)
        stars = [given for face, given in zip(self.faces, self.given, strict=True) if face == STAR]
        self.faces = list(order[(order.index(tuple(self.faces)) + by) % len(order)])
        self.given = [stars.pop(0) if face == STAR else None for face in self.faces]


def arrangements(faces: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the distinct arrangements of these dice, in order."""
    return sorted(set(permutations(faces)))


#: The actions of sessions.key_bindings for the tray.
OF_THE_TRAY: Final[dict[str, Callable[[Tray], object]]] = {
    "erase": Tray.erase,
    "next-cell": lambda tray: tray.step(1),
    "last-cell": lambda tray: tray.step(-1),
    "arrange": lambda tray: tray.arrange(1),
    "arrange-back": lambda tray: tray.arrange(-1),
}
