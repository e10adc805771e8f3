"""Typed boxes: sizes that are listed, boxes that are marked, and what is neither."""

from __future__ import annotations

import re

import pytest

from numberdrop.errors import NotationError
from numberdrop.typed.boxes import read_boxes, read_sizes

EVERY = "3 4 5 6 7"


@pytest.mark.parametrize("text", ["", "-", "_", "no", "No", "none", "0", " - "])
@pytest.mark.parametrize("kind", ["identical", "consecutive", "bonus"])
def test_none_is_filled(kind: str, text: str) -> None:
    assert read_sizes(kind, text) == "-"


@pytest.mark.parametrize("text", ["yes", "Yes", "#", "x", "X", "✓", "■", "[x]", "8"])
def test_bonus_is_filled(text: str) -> None:
    assert read_sizes("bonus", text) == "8"


@pytest.mark.parametrize("text", ["_8", "□ 8", "[ ] 8", "[] 8", "[_]8", "O8"])
def test_marked_bonus_is_open(text: str) -> None:
    assert read_sizes("bonus", text) == "-"


@pytest.mark.parametrize("text", ["yes", "x", "#", "✓"])
@pytest.mark.parametrize("kind", ["identical", "consecutive"])
def test_sign_without_sizes_is_refused(kind: str, text: str) -> None:
    with pytest.raises(NotationError, match=f"^{kind}: expected the filled sizes, or 34567 with #"):
        read_sizes(kind, text)


@pytest.mark.parametrize(
    ("text", "sizes"),
    [("3", "3"), ("7,3", "37"), ("3 and 4", "34"), ("5+6&7", "567"), (EVERY, "34567")],
)
def test_listed_sizes_are_read(text: str, sizes: str) -> None:
    assert read_sizes("consecutive", text) == sizes


@pytest.mark.parametrize("text", ["2", "8", "33", "3 4 3", "34567 7", "3x"])
def test_other_sizes_are_refused(text: str) -> None:
    expected = "identical: expected the filled sizes out of 34567, or - for none, got"
    with pytest.raises(NotationError, match=re.escape(f"{expected} {text!r}")):
        read_sizes("identical", text)


@pytest.mark.parametrize("filled", range(32))
@pytest.mark.parametrize("marks", ["#_", "■□", "x.", "✓-", "@o"])
@pytest.mark.parametrize("points", ["", " 12", " 0"])
def test_marked_sizes_are_read(filled: int, marks: str, points: str) -> None:
    sizes = [size for bit, size in enumerate("34567") if filled >> bit & 1]
    text = " ".join((marks[0] if size in sizes else marks[1]) + size for size in "34567")
    assert read_sizes("identical", text + points) == ("".join(sizes) or "-")
    assert read_sizes("identical", text.replace(" ", ", ") + points) == ("".join(sizes) or "-")


@pytest.mark.parametrize(
    ("text", "came"),
    [
        ("#3 #4", "'#3 #4'"),
        ("#3 _4 _5 _6 _6", "'#3 _4 _5 _6 _6'"),
        ("#3 _4 _5 _6 _7 _8", "'#3 _4 _5 _6 _7 _8'"),
        ("#4 _3 _5 _6 _7", "'#4 _3 _5 _6 _7'"),
        ("?3 _4 _5 _6 _7", "'?3' in '?3 _4 _5 _6 _7'"),
        ("#3 _4 !5 _6 _7", "'!5' in '#3 _4 !5 _6 _7'"),
        ("#3 _4 _5 _6 _7 1 2", "'1' in '#3 _4 _5 _6 _7 1 2'"),
        ("#3 _4 _5 _6 _7 points", "'points' in '#3 _4 _5 _6 _7 points'"),
    ],
)
def test_other_marks_are_refused(text: str, came: str) -> None:
    with pytest.raises(NotationError, match=re.escape(f", got {came}") + "$"):
        read_sizes("identical", text)


@pytest.mark.parametrize(
    ("text", "boxes"),
    [("7,3:4:-", "37:4:-"), ("::", "-:-:-"), (" 3 4 : 5 : 8", "34:5:8"), ("-:-:-", "-:-:-")],
)
def test_boxes_field_is_sorted(text: str, boxes: str) -> None:
    assert read_boxes(text) == boxes
