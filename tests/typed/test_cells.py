"""Cells of typed rows: layouts in which empty cells are blank, signs, and what is no row."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from numberdrop.errors import NotationError
from numberdrop.typed.cells import count_cells, looks_like_row, read_cells, read_row

#: How seven cells of one character are written, by the length of the line.
LAYOUTS: dict[str, Callable[[list[str]], str]] = {
    "21, in the middle of three": lambda row: "".join(f" {cell} " for cell in row),
    "13, a blank between": " ".join,
    "14, a blank after each": lambda row: "".join(f"{cell} " for cell in row),
    "14, a blank before each": lambda row: "".join(f" {cell}" for cell in row),
    "15, a blank on both sides": lambda row: f" {' '.join(row)} ",
    "7, nothing between": "".join,
    "9, blanks around": lambda row: f" {''.join(row)} ",
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_blank_cells_of_a_closed_row_are_empty(layout: str) -> None:
    rng = random.Random(layout)
    for _ in range(50):
        cells = [rng.choice("  1234567890X") for _ in range(7)]
        text = LAYOUTS[layout](cells)
        assert len(text) == int(layout.split(",")[0])
        assert read_row(text, is_closed=True) == "".join(cells).replace(" ", ".")


@pytest.mark.parametrize(
    "text", ["1 2 3   ", "  12 3  4 5  ", " 1  2  3  4  5  6   ", "123  ", "1 2 3      ?"]
)
def test_rows_of_other_widths_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"^expected 7 cells, got "):
        read_row(text, is_closed=True)


def test_blank_cells_of_an_open_row_are_refused() -> None:
    with pytest.raises(NotationError, match=r"^expected 7 cells, got 2: '1 2'$"):
        read_row("1 2          ")


def test_cells_may_be_three_wide() -> None:
    assert read_row("[5] 3 ### . (0)▒▒▒>7<") == "f3X.aX7"


@pytest.mark.parametrize("between", [",", ";", "\t"])
def test_separated_cells_may_be_blank(between: str) -> None:
    assert read_row(between.join(["1", "", " 2 ", "[3]", "x", ".", ""])) == "1.2dX.."


@pytest.mark.parametrize("sign", ["?", "12", "k", "[]", "1.", "!"])
def test_other_cells_are_refused(sign: str) -> None:
    with pytest.raises(NotationError, match=re.escape("got '") + ".* in column c$"):
        read_cells(["1", "2", sign, "4", "5", "6", "7"])


@pytest.mark.parametrize(("text", "count"), [("", 0), ("1,2;3", 3), ("[5]..", 3), ("1 2 ?", 0)])
def test_cells_are_counted(text: str, count: int) -> None:
    assert count_cells(text) == count


@pytest.mark.parametrize(
    ("text", "looks"),
    [
        ("...", False),
        ("....", True),
        ("12?!", False),
        ("123!", True),
        ("12345?!+=z", False),
        ("123456?!+=z", True),
        (13 * ".", True),
        (14 * ".", False),
        ("turn", False),
    ],
)
def test_rows_are_known_by_their_cells(text: str, looks: bool) -> None:
    assert looks_like_row(text) is looks
