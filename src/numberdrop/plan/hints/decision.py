"""A decision: the question that a hint answers."""

from __future__ import annotations

from dataclasses import dataclass

from ...dice import Roll
from ...errors import NumberdropError
from ...position import Position
from ...rules import Variant


@dataclass(frozen=True, slots=True)
class Decision:
    """A turn to choose: a position, a roll, and the rules.

    `is_last` says that this roll is the last, so that the score after it is final. Raises
    NotationError if the variant's dice cannot show the roll, and NumberdropError if the game is
    over.
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
        """Return True if the game ends with this turn, so that only the score counts."""
        return self.is_last or self.position.is_last_turn(self.roll, self.variant)
