"""The chance nodes: first the tiles on A to E, then for each roll one die after the other."""

from __future__ import annotations

from ..rules import LETTERS, SHAPE_DIE, SOLO_SHAPES, Variant, backs_of, dice_set


class TileDeal:
    """The deal of the tiles: for each letter its shape, and, with several players by the rulebook,
    the side of the tile that is up. `recipe` is that of tables, which gives the blocks on the
    backs. `tiles` are those dealt completely."""

    def __init__(self, players: int, variant: Variant, recipe: str) -> None:
        self._sides = players > 1 and not variant.bga
        self._blocks = players > 1 and variant.bga
        self._recipe = recipe
        self._left = [*SOLO_SHAPES]
        self._shape: str | None = None
        self.tiles: list[str] = []

    @property
    def is_done(self) -> bool:
        """Whether all five tiles are dealt."""
        return len(self.tiles) == len(LETTERS)

    def outcomes(self) -> list[str]:
        """Return the next outcomes, which are equally likely."""
        if self._shape:
            return [self._shape, backs_of(self._recipe)[self._shape]]
        return self._left

    def take(self, outcome: int) -> None:
        """Apply the outcome with this index."""
        shape = self.outcomes()[outcome]
        if self._shape is None:
            self._left = [other for other in self._left if other != shape]
            if self._sides:
                self._shape = shape
                return
            shape = backs_of(self._recipe)[shape] if self._blocks else shape
        self._shape = None
        self.tiles.append(shape)


class DiceRoll:
    """A roll of the five dice, one after the other; `shown` holds the faces so far."""

    def __init__(self, dice: str) -> None:
        self._dice = (*dice_set(dice), SHAPE_DIE)
        self.shown = ""

    @property
    def is_done(self) -> bool:
        """Whether all five dice are rolled."""
        return len(self.shown) == len(self._dice)

    def outcomes(self) -> list[str]:
        """Return the faces of the next die, which are equally likely."""
        return [*self._dice[len(self.shown)]]

    def take(self, outcome: int) -> None:
        """Apply the face with this index."""
        self.shown += self.outcomes()[outcome]
