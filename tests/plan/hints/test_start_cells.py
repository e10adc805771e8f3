"""The ranking of the cells for the first 1."""

from __future__ import annotations

import pytest

import numberdrop as nd
from numberdrop.plan.hints.start_cells import rank_starts
from numberdrop.plan.limits import Stop

TILES = tuple("IOTLS")


def test_mirror_images_are_worth_the_same() -> None:
    found = rank_starts(TILES, playouts=48)
    values = {start.cell: (start.ev, start.se) for start in found.cells}
    assert len(values) == 7
    for one, other in (("a1", "g1"), ("b1", "f1"), ("c1", "e1")):
        assert values[one] == values[other]
    assert found.cells[0].loss == 0
    for start in found.cells:
        assert start.loss == pytest.approx(found.cells[0].ev - start.ev, abs=1e-3)


def test_the_answer_depends_on_seed_and_playouts_alone() -> None:
    found = rank_starts(TILES, playouts=48)
    assert {rank_starts(TILES, playouts=48, workers=2): 1}[found] == 1
    assert rank_starts(TILES, playouts=48, seed=2).cells != found.cells
    assert rank_starts(TILES, playouts=49).made_by["playouts"] == 72
    assert rank_starts(TILES, playouts=1).made_by["playouts"] == 48


def test_invalid_arguments_raise() -> None:
    with pytest.raises(nd.NotationError, match="tiles"):
        rank_starts("IOTL")
    with pytest.raises(nd.NumberdropError, match="playouts"):
        rank_starts(TILES, playouts=0)
    with pytest.raises(nd.NotationError, match=r"^playouts: expected a whole number, got None"):
        rank_starts(TILES, playouts=None)  # type: ignore[arg-type]
    stop = Stop()
    stop.set()
    with pytest.raises(nd.NumberdropError, match="stopped"):
        rank_starts(TILES, stop=stop)
