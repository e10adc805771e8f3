"""Parsing of drawings of a sheet."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import numberdrop as nd
from growth import grows_in_proportion
from numberdrop.typed import is_drawing, read_drawing, tiles
from numberdrop.typed.characters import strip_quote_marks
from numberdrop.view import Look, blank_drawing, draw_position
from samples import BENCH

SHEET = "6....../612..../6533..1 -:-:- I1,O0,T1,L0,S0 3"
USED = "6....../612..../ggg3..1 3:-:- I1,O0,T1,L0,S0 3"
ROWS = "6......\n612....\n6533..1\n"


def read(text: str) -> str:
    assert is_drawing(text)
    position, variant = read_drawing(text)
    return f"{position}{f' {variant}' if variant else ''}"


@pytest.mark.parametrize(
    "text",
    [
        f"{ROWS}I1OT1LS",
        f"{ROWS}I1 O T1 L S",
        f"{ROWS}I1,O0,T1,L0,S0",
        f"{ROWS}-:-:- I1,O0,T1,L0,S0 3",
        f"{ROWS}tiles: I1 O T1 L S\nturn: 3",
        f"{ROWS}tiles A to E: A=I1 B=O C=T1 D=L E=S\nturn 3\n",
        f"{ROWS}A: I1\nB: O\nC: T1\nD: L\nE: S\n3",
        f"{ROWS}A I1\nB O0\nC T1\nD L0\nE S0",
        f"{ROWS}A I1 B O C T1 D L E S",
        f"# mine\n\n{ROWS}// done\ni1ot1ls",
        f"{ROWS}abcdefg\nI1OT1LS",
        f"{ROWS}-------\n a b c d e f g\nI1OT1LS",
        f".......\n=== GAME OVER ===\n.......\n{ROWS}I1OT1LS",
        f"\ufeff{ROWS}I1OT1LS".replace("\n", "\r\n"),
        f"{ROWS}I1OT1LS".replace(".", "-"),
        f"{ROWS}I1OT1LS".replace(".", "_"),
        f"{ROWS}I1OT1LS".replace(".", "·"),
        f"{ROWS}I1OT1JZ",
        "3 6......\n2 612....\n1 6533..1\nI1OT1LS",
        "3: 6 . . . . . .\n2: 6 1 2 . . . .\n1: 6 5 3 3 . . 1\nI1OT1LS",
        "1) 6533..1\n2) 612....\n3) 6......\nI1OT1LS",
        " 3 |6......\n 2 |612....\n 1 |6533..1\ntiles I1OT1LS",
        " 4 |\n 3 |6......\n 2 |612....\n 1 |6533..1\ntiles I1OT1LS",
        "|6      |\n|612    |\n|6533  1|\ntiles: I1OT1LS",
        "| 6             |\n| 6 1 2         |\n| 6 5 3 3     1 |\ntiles: I1OT1LS",
        "| 6                   |\n| 6  1  2             |\n| 6  5  3  3        1 |\nI1OT1LS",
        "|6|.|.|.|.|.|.|\n|---|---|---|---|---|---|---|\n|6|1|2|.|.|.|.|\n|6|5|3|3| | |1|\nI1OT1LS",
        "│6│ │ │ │ │ │ │\n├─┼─┼─┼─┼─┼─┼─┤\n│6│1│2│ │ │ │ │\n│6│5│3│3│ │ │1│\nI1OT1LS",
        "6,,,,,,\n6,1,2,,,,\n6,5,3,3,,,1\nI1OT1LS",
        "6\t\t\t\t\t\t\n6\t1\t2\t\t\t\t\n6\t5\t3\t3\t\t\t1\nI1OT1LS",
    ],
)
def test_drawing_in_any_form_is_parsed(text: str) -> None:
    assert read(text) == SHEET


@pytest.mark.parametrize(
    "text",
    [
        "6......\n612....\nggg3..1\n3:-:-\nI1OT1LS",
        "6......\n612....\nGGG3..1\nidentical 3\nI1OT1LS",
        "6......\n612....\n[6][6][6]3..1\nidentical: 3, consecutive: -\nI1OT1LS".replace(
            ", consecutive: -", "\nconsecutive: -\nbonus: no"
        ),
        "6......\n612....\n(6)(6)(6)3..1\nidentical #3 _4 _5 _6 _7\nI1OT1LS",
        "6 . . . . . .\n6 1 2 . . . .\n[6] [6] {6} 3 . . 1\nidentical x3 -4 -5 -6 -7  3\nI1OT1LS",
        "6......\n612....\nggg3..1\nidentical [x]3 [ ]4 [ ]5 [ ]6 [ ]7\nI1OT1LS",
        "6......\n612....\nggg3..1\nboxes 3:-:-\nI1OT1LS",
    ],
)
def test_used_digits_and_boxes_are_parsed(text: str) -> None:
    assert read(text) == USED


@pytest.mark.parametrize(
    ("below", "tiles"),
    [
        ("I2 O T4 L3 S1", "I2,O0,T4x,L3o,S1"),
        ("I2OT4xL3oS1", "I2,O0,T4x,L3o,S1"),
        ("i2 o t4x l3o s1", "I2,O0,T4x,L3o,S1"),
        ("A: I2\nB: O\nC: T4 crossed off\nD: L3 circled\nE: S1", "I2,O0,T4x,L3o,S1"),
        # What is written in full is taken as it stands.
        ("I2,O0,T4,L3,S1", "I2,O0,T4,L3,S1"),
        ("V3 O U5x T5o S", "V3,O,U5x,T5o,S"),
        ("tiles: -", "-"),
    ],
)
def test_tiles_in_any_form_are_parsed(below: str, tiles: str) -> None:
    grid = "XXXX...\nddddddf\nddddefg\nggggggh"
    drawn = read(f"{grid}\n56:346:-\n{below}\nturn 9\nbga")
    assert drawn == f"{grid.replace(chr(10), '/')} 56:346:- {tiles} 9 bga"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("653..1\n6533..1\nIOTLS", "row 2 (line 1): expected 7 cells, got 6: '653..1'"),
        ("6533...1\n6533..1\nIOTLS", "row 2 (line 1): expected 7 cells, got 8: '6533...1'"),
        ("2 653..1\n1 6533..1\nIOTLS", "row 2 (line 1): expected 7 cells, got 6: '653..1'"),
        (" 2 |65?...1\n 1 |6533..1", "row 2 (line 1): expected . for an empty cell, a digit, [5]"),
        (" 2 |65?...1\n 1 |6533..1", "or X, got '?' in column c"),
        (" 3 |65\n 2 |6?.....\n 1 |", "row 3 (line 1): expected 7 cells, got 2: '65'\nrow 2 (line"),
        (" 3 |6......\n 1 |6533..1", "row 3 (line 1): expected row 2 here"),
        (" 2 |6......\n 1 |6533..1\n 1 |.......", "expected one drawing, got a second one"),
        (" 2 |6......\n |6533..1", "line 2: expected a row number, as on the other rows"),
        ("|.......|\n" * 15, "row 15 (line 1): expected at most 14 rows"),
        (" 2 |6......\nwhat\n 1 |6533..1", "line 2: expected a row such as"),
        (" 3 6......\n 2 |612....\n 1 |6533..1", "line 1: expected a row such as 2 |6533..1"),
        (f"{ROWS}I1OT1LS\n156*O", "line 5: expected a row, boxes, tiles or the turn, got '156*O'"),
        (f"{ROWS}hello", "line 4: expected a row, boxes, tiles or the turn, got 'hello'"),
        (f"{ROWS}identical ?3 _4 _5 _6 _7\nI1OT1LS", "line 4: identical: expected the filled"),
        (
            f"{ROWS}identical 8\nI1OT1LS",
            "identical: expected the filled sizes out of 34567",
        ),
        (f"{ROWS}bonus 3\nI1OT1LS", "line 4: bonus: expected the filled sizes out of 8"),
        (f"{ROWS}I1OT1LS\nI1OT1LS", "line 5: tiles: expected once, got 'I1OT1LS' and 'I1OT1LS'"),
        (f"{ROWS}turn: soon", "line 4: turn: expected its number, got 'soon'"),
        (ROWS, "tiles: expected the tiles on A to E, such as I1 O T4 L0 S2, got none"),
        (f"{ROWS}tiles: IOTLS", "each turn slides one or two tiles, got 'IOTLS'"),
        (f"{ROWS}tiles: I1OT1LQ", "tiles: expected the shapes on A to E with their notches"),
        ("66.....\n6533..1\nI1OT1LS", "turn: expected a number, as 7 digits aren't one"),
        ("ggg.6.1\nIOT1LS", "boxes: expected the boxes of the 3 used digits, such as 34:3"),
        ("ggg.6.1", "got none\ntiles: expected the tiles on A to E"),
        ("......6\n.......\n1......\nI1OTLS 2", "grid: floating cell g3"),
    ],
)
def test_invalid_drawing_raises_notation_error(text: str, words: str) -> None:
    with pytest.raises(nd.NotationError, match=re.escape(words)):
        read_drawing(text)


@pytest.mark.parametrize(
    "text",
    [
        *(
            SHEET,
            SHEET.replace(" ", "\n"),
            "",
            "d1",
            "tiles IOTLS\nd1\n1463O A a1=1,b1=2,a2=3,b2=4",
        ),
        *("1. 4445T E  d2=4 c3=4\n2. 1 5 6 3 O A", "1563I\n1462L\n", '{"a": 1}', "[1, 2, 3]"),
    ],
)
def test_other_text_is_not_a_drawing(text: str) -> None:
    assert not is_drawing(text)


def test_other_lines_are_not_read_as_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parsing tiles is slow if there are very many lines."""
    asked = []
    read = tiles.read_tiles

    def counted(text: str, **more: Any) -> str:
        asked.append(text)
        return read(text, **more)

    monkeypatch.setattr(tiles, "read_tiles", counted)
    for line in ("a", "abc", "1 a", "XXXXX", "IOTLS", "hello you"):
        assert not is_drawing(f"{line}\n" * 100)
    with pytest.raises(nd.NotationError):
        read_drawing(f"{ROWS}" + "a\n" * 100)
    assert asked == []


def test_time_is_linear_in_the_number_of_lines() -> None:
    def refused(size: int) -> None:
        with pytest.raises(nd.NotationError):
            read_drawing("|\n" * size)

    assert grows_in_proportion(refused, 500)


@pytest.mark.slow
def test_long_lines_are_parsed_quickly() -> None:
    """Patterns with backtracking would take hours."""
    for line in (" " * 10**6, "-" * 10**6, "[" * 10**6, "I" * 10**6, "3 |" + "." * 10**6):
        assert is_drawing(line) == line.startswith("3 |")


def test_blank_drawing_is_an_empty_sheet() -> None:
    blank = blank_drawing("TSOIL")
    assert blank.isascii()
    assert max(map(len, blank.splitlines())) < 80
    assert read(blank) == "- -:-:- T0,S0,O0,I0,L0 1"
    filled = blank
    for old, new in [
        *((" 2 |", " 2 |612...."), (" 1 |", " 1 |[6][6][6]55.1")),
        *(("identical:", "identical: 3"), ("tiles: T S O I L", "tiles: T1 S O1 I L")),
    ]:
        filled = filled.replace(f"\n{old}\n", f"\n{new}\n")
    assert read(filled) == "612..../ggg55.1 3:-:- T1,S0,O1,I0,L0 3"


def rows_alone(position: nd.Position) -> str:
    grid, boxes, tiles, turn = str(position).split(" ")
    return "\n".join([grid.replace("/", "\n"), boxes, tiles, f"turn {turn}"])


def without_upper_rows(position: nd.Position) -> str:
    lines = draw_position(position, look=Look()).splitlines()
    empty = re.compile(r" *\d+ │( · ){7}│ *$")
    return "\n".join(line for line in lines if not empty.match(line))


FORMS: list[Callable[[nd.Position], str]] = [
    rows_alone,
    without_upper_rows,
    lambda position: draw_position(position),
    lambda position: draw_position(position, look=Look(colour=True)),
    lambda position: draw_position(position).replace("###", " x ").replace(" . ", "   "),
    lambda position: re.sub(r"\[(\d)\]", r"(\1)", draw_position(position)).upper(),
    lambda position: re.sub(r"^ *\d+ \|", "|", draw_position(position), flags=re.MULTILINE),
]


@given(st.sampled_from(BENCH), st.sampled_from(FORMS))
def test_drawn_position_is_read_back(
    position: nd.Position, form: Callable[[nd.Position], str]
) -> None:
    assert read_drawing(form(position))[0] == position


@pytest.mark.parametrize(("count", "more"), [(7, None), (8, None), (9, 1), (11, 3)])
def test_number_of_reported_faults_is_limited(count: int, more: int | None) -> None:
    with pytest.raises(nd.NotationError) as caught:
        read_drawing("\n".join(["|?......|"] * count))
    said = str(caught.value)
    assert said.count("got '?' in column a") == min(count, 8)
    assert (f"and {more} more" in said) if more else ("more" not in said)


def test_one_row_without_bars_is_not_a_drawing() -> None:
    assert is_drawing("1 2 3 4 5 6 7\n. . . . . . .")
    assert not is_drawing("1 2 3 4 5 6 7")
    assert is_drawing("|1 2 3 4 5 6 7|")


@pytest.mark.parametrize(
    ("line", "variant"),
    [("variant: bga", "bga"), ("rules bga", "bga"), ("Variant = rulebook", "rulebook"), ("", None)],
)
def test_drawing_names_its_variant(line: str, variant: str | None) -> None:
    found = read_drawing(f"6......\n2345...\nI1 O T L S\n{line}")[1]
    assert found == (variant and nd.Variant.from_text(variant))


@pytest.mark.parametrize("line", [";", "variant: house", "2345 I"])
def test_strange_line_below_rows_raises(line: str) -> None:
    with pytest.raises(nd.NotationError, match="line 4"):
        read_drawing(f"6......\n2345...\nI1 O T L S\n{line}")


def test_quotation_has_a_mark_on_each_line() -> None:
    assert strip_quote_marks(["> a", "", " > b"]) == ["a", "", "b"]
    assert strip_quote_marks(["> a", "b"]) == ["> a", "b"]


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("[6],[6],[6],3,,,1\n3:-:-\nI1OTLS", "ggg3..1 3:-:- I1,O0,T0,L0,S0 2"),
        ("1 |6533..1\n2 |6......\ntiles I1OTLS\nturn 2", "6....../6533..1 -:-:- I1,O0,T0,L0,S0 2"),
        ("|6533..1|turn 2\ntiles I1OTLS", "6533..1 -:-:- I1,O0,T0,L0,S0 2"),
        ("|...1...|\nIOTLS", "...1... -:-:- I0,O0,T0,L0,S0 1"),
    ],
)
def test_short_drawings_are_parsed(text: str, position: str) -> None:
    assert str(read_drawing(text)[0]) == position


def test_row_above_the_highest_is_out_of_place() -> None:
    with pytest.raises(nd.NotationError, match=r"row 15 \(line 2\): expected row 13 here"):
        read_drawing("14 |.......\n15 |.......\n13 |.......")
    with pytest.raises(nd.NotationError, match=r"row 3 \(line 2\): expected row 2 here"):
        read_drawing(" 3 |6......\n 3 |6......\n 2 |6......\n 1 |6......")
