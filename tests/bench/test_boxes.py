"""Tests of bench/boxes.py: when the boxes of a game are filled, and from which digits."""

from __future__ import annotations

import json

import boxes
from numberdrop.record import load_game
from places import ROOT


def test_boxes_of_a_perfect_game() -> None:
    game = load_game(json.loads((ROOT / "docs" / "hundred.json").read_text("utf-8")))
    found = dict(boxes.boxes_of(game))
    assert len(found) == 11
    assert set(found) >= {"identical 7", "consecutive 3", "bonus"}
    assert found["consecutive 4"] == (5, 4, 0)
    # The digits from the first 1 on; the last was a star.
    assert found["identical 5"] == (6, 7, 1)
    assert boxes.left_in(game) == 1 + 4 * len(game.turns) - 58
