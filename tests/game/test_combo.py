"""Boxes: their digits, points and names, compared with the oracle for every set."""

from __future__ import annotations

import oracle
from numberdrop.combo import BOX_SIZES, box_digits, box_points, open_boxes

SIZES = (3, 4, 5, 6, 7)
NAMES = [
    *(f"identical {size}" for size in SIZES),
    *(f"consecutive {size}" for size in SIZES),
    "bonus",
]
SETS = range(2 ** len(NAMES))


def sheet_with(boxes: int) -> oracle.Sheet:
    filled = [name for bit, name in enumerate(NAMES) if boxes >> bit & 1]
    return oracle.Sheet(
        identical={size for size in SIZES if f"identical {size}" in filled},
        consecutive={size for size in SIZES if f"consecutive {size}" in filled},
        bonus="bonus" in filled,
    )


def test_points_of_every_set_of_boxes_equal_the_oracle() -> None:
    for boxes in SETS:
        assert box_points(boxes) == oracle.score(sheet_with(boxes))["total"], bin(boxes)


def test_digits_of_boxes_are_their_sizes() -> None:
    assert (*SIZES, *SIZES, 8) == BOX_SIZES
    for boxes in SETS:
        assert box_digits(boxes) == sum(
            size for bit, size in enumerate(BOX_SIZES) if boxes >> bit & 1
        )


def test_boxes_that_are_not_filled_are_open() -> None:
    for boxes in SETS:
        filled = {name for bit, name in enumerate(NAMES) if boxes >> bit & 1}
        assert open_boxes(boxes) == [name for name in NAMES if name not in filled]
