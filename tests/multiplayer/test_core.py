"""The core of games for several: whole games, played by it, against both judges."""

from __future__ import annotations

import random
from typing import Any

import pytest

import numberdrop as nd
import oracle
from numberdrop import _core as solo
from numberdrop.multiplayer import _core
from numberdrop.multiplayer.training import SeatSettings, SeatTraining
from numberdrop.notation import cell_name
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
    """Derive a seat's part from its sheet before and after."""
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


def test_chances_are_those_of_the_scores() -> None:
    assert _core.chances([50, 50], [0, 0], 0) == (0.5, 0, 1, 0, 50)
    assert _core.chances([50, 50, 49], [0, 0, 0], 2) == (0, 0, 0, -1, 49)
    assert _core.chances([51, 50, 50], [0, 0, 0], 0) == (1, 1, 0, 1, 51)
    third, *_ = _core.chances([40, 40, 40], [0, 0, 0], 1)
    assert third == pytest.approx(1 / 3)
    scores = [48.0, 52.5, 50.0, 31.0]
    found = [_core.chances(scores, [6, 7, 5, 6], seat) for seat in range(4)]
    assert sum(share for share, *_ in found) == pytest.approx(1, abs=1e-5)
    assert sum(alone for _, alone, *_ in found) < 1
    shares = [share for share, *_ in found]
    assert sorted(shares) == [shares[3], shares[0], shares[2], shares[1]]


def test_chances_agree_with_scores_drawn_by_chance() -> None:
    rng = random.Random(1)
    mean, sd = [50.2, 47.0, 49.0], [5.0, 6.0, 4.0]
    wins = alone = margin = 0.0
    for _ in range(20_000):
        drawn = [round(rng.gauss(m, s)) for m, s in zip(mean, sd, strict=True)]
        wins += (drawn[0] == max(drawn)) / drawn.count(max(drawn))
        alone += drawn[0] > max(drawn[1:])
        margin += drawn[0] - max(drawn[1:])
    share, only, _, ahead, _ = _core.chances(mean, sd, 0)
    assert share == pytest.approx(wins / 20_000, abs=0.015)
    assert only == pytest.approx(alone / 20_000, abs=0.015)
    assert ahead == pytest.approx(margin / 20_000, abs=0.25)


def test_sheets_of_different_games_are_refused() -> None:
    with pytest.raises(ValueError, match="expected 2 to 6 sheets"):
        _core.Table([])
    solo_sheet = nd.Position.start("IOTLS", "d1").core
    with pytest.raises(ValueError, match="a game for several"):
        _core.Table([solo_sheet, solo_sheet])
