"""Turns found by enumerating sequences of actions."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numberdrop as nd
from numberdrop.dice import Roll, table_deal
from numberdrop.stages import Part, StagedGame


def reached(part: Part) -> Iterator[Part]:
    """Yield the complete parts that sequences of actions lead to. A part may occur more than
    once."""
    open_parts = [part]
    while open_parts:
        at = open_parts.pop()
        if not at.legal:
            yield at
        for action in at.legal:
            after = at.copy()
            after.take(action)
            open_parts.append(after)


def play_by_chance(staged: StagedGame, rolls: Iterator[Roll], rng: random.Random) -> None:
    """Play a game to its end, or until no roll is left, with uniformly random actions."""
    while not staged.is_over():
        if staged.needs_roll():
            if (roll := next(rolls, None)) is None:
                return
            staged.roll(roll)
            continue
        seat = rng.choice(staged.choosing)
        staged.take(seat, rng.choice(staged.legal(seat)))


def some_game(
    seed: int, number: int, players: int, variant: str = "rulebook", turns: int | None = None
) -> nd.Game:
    """Return a random game, played to its end or for `turns` turns."""
    dice = nd.Variant.of(variant).dice
    solo = players == 1
    deal = nd.plain_deal(seed, number, dice) if solo else table_deal(seed, number, variant)
    staged = StagedGame(deal.tiles, players, variant)
    rng = random.Random(f"{seed}.{number}")
    play_by_chance(staged, iter(deal.rolls[:turns]), rng)
    assert staged.game is not None
    return staged.game
