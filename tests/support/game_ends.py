"""Positions met in games, and the parts of the outlook that finished games bring."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

import numberdrop as nd
from numberdrop import _core
from numberdrop.dice import plain_deal
from numberdrop.plan.hints import outlook
from numberdrop.plan.hints.playouts import WHOLE_GAME, blank, player_of
from numberdrop.plan.weights import shipped
from numberdrop.rules import LETTERS, SIZES, SOLO_SHAPES, Variant

RULES = Variant.of("rulebook")


def met_positions(rng: random.Random, seed: int) -> Iterator[tuple[nd.Position, nd.Roll]]:
    """Yield positions of games by `fast` with their rolls, at most one of each game."""
    number = 0
    while True:
        number += 1
        position = nd.Position.start(rng.sample(SOLO_SHAPES, len(LETTERS)), "d1")
        wanted = rng.randrange(1, 17)
        for turn, roll in enumerate(plain_deal(seed, number).rolls):
            if position.is_over():
                break
            if turn == wanted:
                yield position, roll
                break
            position = nd.hint(position, roll, level="fast", top=1).ideas[0].best.position


def end_of(sheet: _core.Sheet) -> tuple[int, ...]:
    """Return what a sheet has of the parts: bits of boxes, rows, rows past the line, X shapes."""
    return sheet.boxes, *sheet.rows(), round(outlook.blocks_of(sheet))


def bits(values: Any, count: int) -> Any:
    return values[:, None] >> np.arange(count) & 1


def targets(ends: Any) -> tuple[Any, Any]:
    """Return the PARTS that were reached, and which of them weren't settled before."""
    _, left, boxes, rows, past, blocks, boxes_now, rows_now, past_now, blocks_now = ends.T
    column = (1 << len(SIZES)) - 1
    column_bits = (0, len(SIZES))
    chances = [
        bits(boxes, len(outlook.BOXES)),
        *((boxes >> at & column == column)[:, None] for at in column_bits),
    ]
    settled = [
        bits(boxes_now, len(outlook.BOXES)),
        *((boxes_now >> at & column == column)[:, None] for at in column_bits),
    ]
    numbers = np.stack([rows - rows_now, past - past_now, blocks - blocks_now, left], axis=1)
    reached = np.concatenate([*chances, numbers], axis=1).astype(np.float32)
    is_open = np.concatenate([*(1 - one for one in settled), np.ones_like(numbers)], axis=1)
    return reached, is_open.astype(np.float32)


def ends_from(text: str, seed: int, first: int, games: int) -> Any:
    """Return the PARTS at the end of games played on from a position."""
    player, sheets = player_of(shipped(), RULES), []
    position = nd.Position.from_text(text)
    if position.is_over():
        sheets = [position.core] * games
    for number in range(first, first + games, 6):
        if not position.is_over():
            player.play(position.core, seed, number, WHOLE_GAME, blank(6), None, sheets)
    reached, _ = targets(np.array([(0, 0, *end_of(one), 0, 0, 0, 0) for one in sheets]))
    reached[:, outlook.PARTS.index("turns")] = [one.turn - 1 for one in sheets]
    return reached


def with_groups(differences: Any) -> Any:
    """Add a column for each of GROUPS to rows of PARTS."""
    groups = [[outlook.group_points(row, kind) for kind in outlook.GROUPS] for row in differences]
    return np.concatenate([differences, groups], axis=1)
