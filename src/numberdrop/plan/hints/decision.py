"""A decision: the question that a hint answers."""

from __future__ import annotations

from dataclasses import dataclass

from ...dice import Roll
from ...errors import NumberdropError
from ...position import Position
from ...rules import Variant


@dataclass(frozen=True, slots=True)
class Decision:
    """A turn to be chosen: the position, the roll that came, the rules, and whether this roll `is
    last`, so that the score after it is final.

    NotationError if the variant's dice can't show the roll, NumberdropError if the game is over.
    """

    position: Position
    roll: Roll
    variant: Variant
    is_last: bool = False

    def __post_init__(self) -> None:
        self.roll.check(self.variant.dice)
        if self.position.is_over():
            raise NumberdropError(f"the game is over, there is no turn to play: {self.position}")

    def is_final(self) -> bool:
        """True if nothing comes after this turn, so that the score alone counts."""
        return self.is_last or self.position.is_last_turn(self.roll, self.variant)
