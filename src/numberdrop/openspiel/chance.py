"""Chance, step by step: the tiles on A..E, and then one die after the other."""

from __future__ import annotations

from ..rules import BLOCK_ON_BACK, LETTERS, SHAPE_DIE, SOLO_SHAPES, Variant, dice_set


class Tiles:
    """The tiles of a game, as they are dealt: for each letter its shape, and, of several players in
    the rulebook's game, the side of the tile that is up. `tiles` are those dealt whole."""

    def __init__(self, players: int, variant: Variant) -> None:
        self._sides = players > 1 and not variant.bga
        self._blocks = players > 1 and variant.bga
        self._left = [*SOLO_SHAPES]
        self._shape: str | None = None
        self.tiles: list[str] = []

    @property
    def is_done(self) -> bool:
        """Whether all five are dealt."""
        return len(self.tiles) == len(LETTERS)

    def outcomes(self) -> list[str]:
        """What can come next, each as likely as the others."""
        if self._shape:
            return [self._shape, BLOCK_ON_BACK[self._shape]]
        return self._left

    def take(self, outcome: int) -> None:
        """Go on by the outcome of this number."""
        shown = self.outcomes()[outcome]
        if self._shape is None:
            self._left = [shape for shape in self._left if shape != shown]
            if self._sides:
                self._shape = shown
                return
            shown = BLOCK_ON_BACK[shown] if self._blocks else shown
        self._shape = None
        self.tiles.append(shown)


class Throw:
    """The five dice of a roll, one after the other; `shown` are the faces so far."""

    def __init__(self, dice: str) -> None:
        self._dice = (*dice_set(dice), SHAPE_DIE)
        self.shown = ""

    @property
    def is_done(self) -> bool:
        """Whether all five are thrown."""
        return len(self.shown) == len(self._dice)

    def outcomes(self) -> list[str]:
        """The faces of the next die, each as likely as the others."""
        return [*self._dice[len(self.shown)]]

    def take(self, outcome: int) -> None:
        """Go on by the face of this number."""
        self.shown += self.outcomes()[outcome]
