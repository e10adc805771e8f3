"""The game behind an episode: the rolls come from its deal."""

from __future__ import annotations

from collections.abc import Iterable

from ..dice import Deal
from ..rules import Variant
from ..stages import StagedGame


def roll_due(staged: StagedGame, deal: Deal) -> None:
    """Roll the dice if a roll is due and `deal` has one left. Repeats for turns without a choice,
    which pass at once."""
    while staged.game and staged.needs_roll() and len(staged.game.turns) < len(deal.rolls):
        staged.roll(deal.rolls[len(staged.game.turns)])


def replayed(deal: Deal, variant: Variant, actions: Iterable[int]) -> StagedGame:
    """Return the solo game on `deal` after these legal actions."""
    staged = StagedGame(deal.tiles, 1, variant)
    for action in actions:
        staged.take(0, int(action))
        roll_due(staged, deal)
    return staged
