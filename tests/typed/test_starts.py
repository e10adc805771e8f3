"""Parsing of the typed cell of the first digit."""

from __future__ import annotations

import pytest

import numberdrop as nd
from numberdrop import typed


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("d1", "d1"),
        ("D1", "d1"),
        ("d", "d1"),
        (" G ", "g1"),
        ("a1\n", "a1"),
        ("\uff24\uff11", "d1"),
    ],
)
def test_cell_of_row_1_is_parsed(text: str, cell: str) -> None:
    assert typed.read_start(text) == cell


@pytest.mark.parametrize("text", ["", " ", "1", "h", "h1", "d2", "d11", "1d", "ab", "\x1b[31m"])
def test_other_cell_raises(text: str) -> None:
    with pytest.raises(nd.NotationError, match="start: expected a cell of row 1"):
        typed.read_start(text)
