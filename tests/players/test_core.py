"""The core of games for several: whole games, played by it, against both judges."""

from __future__ import annotations

from typing import Any

import pytest

import numberdrop as nd
import oracle
from numberdrop import _core as solo
from numberdrop.notation import cell_name
from numberdrop.players import _core
from numberdrop.players.training import SeatSettings, SeatTraining
from numberdrop.position import Position
from numberdrop.rules import LETTERS, SHAPES, dice_set

Json = dict[str, Any]
FLAGS = {
    "rulebook": 0,
    "bga": solo.BGA,
    "rulebook+slide": solo.SLIDE,
    "bga+slide": solo.BGA | solo.SLIDE,
}


def learner(seed: int = 1) -> _core.Learner:
    """Plays by the weights with which a training begins."""
    table = SeatTraining(SeatSettings(seed=seed, batch=1))._mean
    return _core.Learner(table, table.copy(), table.copy(), 1, FACES)


FACES = [[10 if face == "*" else int(face) for face in die] for die in dice_set("publisher")]


def part_between(before: solo.Sheet, after: solo.Sheet, fallen: int) -> Json:
    """What a seat did, told from its sheet before and after."""
    new = [i for i in range(98) if before.grid[i] == 0 != after.grid[i]]
    if fallen >= 0:
        if before.circled >> fallen & 1:
            return {}
        return {"drops": [{"tile": LETTERS[fallen], "cells": [cell_name(i) for i in new]}]}
    used = [i for i in range(98) if after.grid[i] & solo.USED and not before.grid[i] & solo.USED]
    code = {i: after.grid[i] & ~solo.USED for i in used}
    if len(set(code.values())) > 1:
        used.sort(key=lambda i: code[i])
    place = {cell_name(i): (after.grid[i] & ~solo.USED) - 1 for i in new}
    return {"place": place or None, "claim": [cell_name(i) for i in used] or None}


def record_of(history: list[tuple[list[Any], tuple[int, ...]]], variant: str) -> Json:
    """The record of a game that the core played."""
    tables = [[solo.Sheet(*fields) for fields in fields_of_all] for fields_of_all, _ in history]
    start, turns = tables[0], []
    for n, after in enumerate(tables[1:], 1):
        numbers, shape = history[n][1][:4], history[n][1][4]
        roll = "".join("*" if d == 10 else str(d) for d in numbers)
        roll += "*" if shape == solo.WILD else SHAPES[shape]
        before, marked = tables[n - 1], 0
        for sheet in before:
            marked |= sheet.circled
        fallen = (marked & -marked).bit_length() - 1 if "*" in roll and marked else -1
        parts = [part_between(b, a, fallen) for b, a in zip(before, after, strict=True)]
        turns.append({"roll": roll, "parts": parts})
    return {
        "format": "numberdrop.game",
        "version": 1,
        "variant": variant,
        "players": len(start),
        "tiles": [SHAPES[shape] for shape in start[0].shapes],
        "start": [cell_name(next(i for i in range(7) if sheet.grid[i])) for sheet in start],
        "turns": turns,
    }


@pytest.mark.parametrize("variant", FLAGS)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_games_of_the_core_agree_with_both_judges(variant: str, players: int) -> None:
    """Every turn is legal, and sheets and scores are those of the oracle and of the replay."""
    learns = learner()
    learns.play(0, players, 7, players, (4, 3), FLAGS[variant])
    record = record_of(learns.history(0), variant)
    result = oracle.play_record(record)
    game = nd.Game.from_record(record)
    assert result["final"] == game.result()["final"]
    assert [final["total"] for final in result["final"]] == learns.scores(0)
    assert game.is_over()
    ends = [Position(solo.Sheet(*fields)) for fields in learns.history(0)[-1][0]]
    assert game.positions == tuple(ends)
