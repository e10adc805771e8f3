"""Drop plans of the core, counted and drawn as by the oracle, and the pieces that can end one."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import product
from typing import Any

import pytest

import numberdrop as nd
import oracle
from drops import (
    ANY_STEP,
    FLAT,
    OUTLINES,
    SHAPES,
    Board,
    board_of,
    cells_of,
    is_solid,
    judge_drops,
    landings,
    numbers_of,
    plans,
)
from numberdrop import _core

HIGH = [(11, 10, 10, 8, 9, 9, 11), (9, 9, 9, 9, 9, 9, 9), (8, 11, 9, 9, 7, 11, 8)]


@pytest.mark.parametrize("seed", range(48))
def test_number_of_drop_plans_equals_enumeration(seed: int) -> None:
    rng = random.Random(seed)
    outlines = rng.sample(HIGH if seed % 2 else OUTLINES, rng.randrange(1, 4))
    shapes = "".join(rng.choices(SHAPES, [4, 4, 4, 4, 4, 2], k=rng.randrange(1, 5 + seed % 2)))
    rows = rng.choice([0, 1]) + rng.choice([0, max(map(min, outlines))])
    steep = rng.choice([1, 2, 3, 4, ANY_STEP])
    every = [list(plans(board_of(heights), shapes, rows, steep)) for heights in outlines]
    found = _core.DropPlans(numbers_of(shapes), outlines, rows, steep)
    assert found.total() == sum(map(len, every)), (outlines, shapes, rows, steep)
    if not found.total():
        with pytest.raises(ValueError, match="there is no such plan"):
            found.draw(1)
        return
    for number in range(20):
        start, drops = found.draw(number)
        assert cells_of(drops) in every[start]
        judge_drops(drops, shapes, outlines[start], rows)


def test_number_of_drop_plans_equals_count_by_hand() -> None:
    totals = [
        (_core.DropPlans(numbers_of(shapes), [heights], rows, steep).total(), wanted)
        for shapes, heights, rows, steep, wanted in [
            ("I", FLAT, 0, ANY_STEP, 4 + 7),
            ("I", FLAT, 0, 3, 4),
            ("O", FLAT, 0, 1, 0),
            # Side by side. On top of each other they would make a step of four.
            ("OO", FLAT, 0, 2, 4 * 2 + 4 * 3),
            ("S", FLAT, 0, ANY_STEP, 0),
            # I flat and upright, O, T, L flat and upright.
            ("*", FLAT, 0, ANY_STEP, 4 + 7 + 6 + 5 + 2 * 5 + 2 * 6),
            ("I", (10, 10, 10, 10, 11, 11, 11), 11, 1, 1),
            ("IO", (9, 9, 10, 10, 10, 10, 11), 11, 2, 1),
            ("", FLAT, 0, 0, 1),
            ("", FLAT, 1, 0, 0),
        ]
    ]
    assert [total for total, _ in totals] == [wanted for _, wanted in totals]


@pytest.mark.parametrize(
    ("shapes", "outlines", "rows"),
    [
        ("LS*", [(10, 8, 7, 11, 9, 7, 7), (9, 10, 8, 9, 9, 7, 9)], 0),
        ("*L*", [(9, 8, 11, 10, 9, 7, 7), (8, 9, 8, 10, 11, 11, 7)], 10),
        ("**I", [(7, 7, 10, 10, 9, 8, 11), (10, 8, 8, 10, 7, 7, 11)], 9),
    ],
)
def test_drop_plans_are_drawn_uniformly(
    shapes: str, outlines: list[tuple[int, ...]], rows: int
) -> None:
    every = {
        (start, plan)
        for start, heights in enumerate(outlines)
        for plan in plans(board_of(heights), shapes, rows, ANY_STEP)
    }
    found = _core.DropPlans(numbers_of(shapes), outlines, rows, ANY_STEP)
    assert 10 <= len(every) == found.total() <= 100
    drawn = Counter()
    for seed in range(60 * len(every)):
        start, drops = found.draw(seed)
        drawn[start, cells_of(drops)] += 1
    assert set(drawn) == every
    free = len(every) - 1
    assert sum((count - 60) ** 2 / 60 for count in drawn.values()) < free + 5 * (2 * free) ** 0.5


@pytest.mark.parametrize("n", range(3))
def test_drop_plan_of_a_whole_game_is_legal(n: int) -> None:
    deal = nd.plain_deal(2026, n)
    shapes = "".join(roll.shape for roll in deal.rolls[:18]) + "I"
    outlines = [tuple(int(column == i) for i in range(7)) for column in range(7)]
    found = _core.DropPlans(numbers_of(shapes), outlines, 11, 4)
    starts = set()
    for seed in range(20):
        start, drops = found.draw(seed)
        assert (start, drops) == found.draw(seed)
        judge_drops(drops, shapes, outlines[start], 11)
        starts.add(start)
    assert len(starts) > 1


@cache
def ends(board: Board, shapes: str) -> bool:
    """Return whether these shapes can be the last ones of a board, by taking them off it."""
    if not shapes:
        return True
    for shape in oracle.SOLO_SHAPES if shapes[-1] == "*" else [shapes[-1]]:
        for form, column, row in product(range(len(oracle.forms(shape))), range(7), range(1, 12)):
            cells = oracle.cells_at(shape, form, column, row)
            if cells is None or not cells <= board or not is_solid(board - cells):
                continue
            assert cells in landings(board - cells, shape)
            if ends(board - cells, shapes[:-1]):
                return True
    return False


def test_pieces_can_finish_if_they_can_be_taken_off() -> None:
    rng = random.Random(1)
    full = board_of((11,) * 7)
    endings = ["".join(shapes) for count in range(3) for shapes in product(SHAPES, repeat=count)]
    endings += ["".join(rng.choices(SHAPES[:5], k=k)) for k in (3, 4, 4, 5, 6) for _ in range(8)]
    found = {shapes: _core.can_finish(numbers_of(shapes)) for shapes in endings}
    assert found == {shapes: ends(full, shapes) for shapes in endings}
    assert not any(can for shapes, can in found.items() if shapes.endswith("S"))
    assert all(found[shape] for shape in "IOTL*")
    assert 10 < sum(found.values()) < len(found) - 10


def test_outlines_that_can_finish_are_complete() -> None:
    """Forwards: a drop plan that completes the rectangle ends in pieces that can."""
    rng = random.Random(2)
    for _ in range(60):
        heights = tuple(rng.choice([8, 9, 10, 11]) for _ in range(7))
        missing = 77 - sum(heights)
        if missing % 4:
            continue
        shapes = "".join(rng.choices(SHAPES, k=missing // 4))
        if len(shapes) <= 6 and _core.DropPlans(numbers_of(shapes), [heights], 11, 14).total():
            assert _core.can_finish(numbers_of(shapes))


def test_cells_of_pieces_are_those_of_the_shapes() -> None:
    for number, shape in enumerate(oracle.SOLO_SHAPES):
        found = set()
        for way, x, row in product(range(8), range(7), range(11)):
            try:
                cells = _core.piece_cells(number, way, x, row)
            except ValueError:
                continue
            assert list(cells) == sorted(cells)
            assert min(cells) // 7 == row
            assert min(cell % 7 for cell in cells) == x
            names = frozenset(oracle.CELLS[cell] for cell in cells)
            assert names not in found
            found.add(names)
        forms = range(len(oracle.forms(shape)))
        every = {oracle.cells_at(shape, *at) for at in product(forms, range(7), range(1, 12))}
        assert found == {c for c in every if c and all(int(cell[1:]) <= 11 for cell in c)}


# Invalid arguments


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0] * 26, [FLAT], 0, 4), "at most 25 shapes"),
        (([0], [], 0, 4), "one to seven outlines"),
        (([0], [FLAT] * 8, 0, 4), "one to seven outlines"),
        (([5], [FLAT], 0, 4), "a shape in 0..4 or WILD, got 5"),
        (([-1], [FLAT], 0, 4), "a shape in 0..4 or WILD, got -1"),
        (([2**40], [FLAT], 0, 4), "large"),
        (([0], [FLAT[1:]], 0, 4), "seven heights"),
        (([0], [(12, *FLAT[1:])], 0, 4), "a height in 0..11, got 12"),
        (([0], [(-1, *FLAT[1:])], 0, 4), "a height in 0..11, got -1"),
        (([0], [("1", *FLAT[1:])], 0, 4), "a height in 0..11, got '1'"),
        (([0], [FLAT], 12, 4), "rows in 0..11"),
        (([0], [FLAT], -1, 4), "rows in 0..11"),
        (([0], [FLAT], 2**40, 4), "large"),
        (([0], [FLAT], 0, -1), "a step of 0 or more"),
        (([0], [FLAT], 0, 2**40), "large"),
    ],
    ids=str,
)
def test_invalid_drop_plan_is_refused(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises((ValueError, OverflowError), match=message):
        _core.DropPlans(*arguments)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_invalid_seed_of_a_draw_is_refused(seed: int) -> None:
    with pytest.raises(OverflowError):
        _core.DropPlans([0], [FLAT], 0, 4).draw(seed)


@pytest.mark.parametrize("shapes", [[0] * 7, [5], [-1], [1, 14], [2**40]], ids=str)
def test_invalid_ending_is_refused(shapes: list[int]) -> None:
    with pytest.raises((ValueError, OverflowError)):
        _core.can_finish(shapes)


@pytest.mark.parametrize(
    "piece",
    [(5, 0, 0, 0), (-1, 0, 0, 0), (0, 2, 0, 0), (1, 1, 0, 0), (0, -1, 0, 0), (0, 0, 4, 0),
     (0, 0, -1, 0), (0, 1, 0, 8), (0, 0, 0, 11), (0, 0, 0, -1), (15, 0, 0, 0), (2**40, 0, 0, 0)],
    ids=str,
)  # fmt: skip
def test_invalid_piece_is_refused(piece: tuple[int, int, int, int]) -> None:
    with pytest.raises((ValueError, OverflowError)):
        _core.piece_cells(*piece)
