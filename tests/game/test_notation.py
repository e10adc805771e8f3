"""Cell names and the text of a position."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import given_often
from numberdrop.errors import NotationError
from numberdrop.notation import (
    BONUS_BIT,
    PositionParts,
    Tile,
    cell_name,
    format_position,
    parse_cell,
    parse_cells,
    parse_position,
)
from numberdrop.rules import CELLS, SHAPES, SOLO_SHAPES

CODES = [0, *range(1, 11), *range(17, 27), 32]
EMPTY = bytes(98)
START = "- -:-:- I0,O0,T0,L0,S0 1"


def neighbours(index: int) -> list[int]:
    column, row = index % 7, index // 7
    around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [7 * r + c for c, r in around if 0 <= c < 7 and 0 <= r < 14]


def joined(grid: bytes) -> set[int]:
    """Return the occupied cells that are connected to row 1, found one by one."""
    found: set[int] = set()
    waiting = [index for index in range(7) if grid[index]]
    while waiting:
        index = waiting.pop()
        if index not in found:
            found.add(index)
            waiting += [other for other in neighbours(index) if grid[other]]
    return found


def any_grids() -> st.SearchStrategy[bytes]:
    thin = st.lists(st.sampled_from(CODES), min_size=98, max_size=98)
    low = st.lists(st.sampled_from(CODES[1:]), max_size=98)
    return thin.map(bytes) | low.map(lambda codes: bytes(codes).ljust(98, b"\0"))


def grids() -> st.SearchStrategy[bytes]:
    def resting(grid: bytes) -> bytes:
        kept = joined(grid)
        return bytes(code if index in kept else 0 for index, code in enumerate(grid))

    return any_grids().map(resting)


def tiles() -> st.SearchStrategy[tuple[Tile, ...]]:
    marks = st.sampled_from(["", "x", "o"])

    def marked(
        shapes: st.SearchStrategy[list[str]], notches: st.SearchStrategy[int | None]
    ) -> st.SearchStrategy[tuple[Tile, ...]]:
        rest = st.lists(st.tuples(notches, marks), min_size=5, max_size=5)
        return st.builds(
            lambda names, others: tuple(
                (name, *other) for name, other in zip(names, others, strict=True)
            ),
            shapes,
            rest,
        )

    solo = marked(st.permutations(SOLO_SHAPES), st.integers(0, 4))
    several = marked(st.permutations(SHAPES).map(lambda shapes: shapes[:5]), st.none())
    return solo | several | st.just(())


def positions() -> st.SearchStrategy[PositionParts]:
    return st.builds(PositionParts, grids(), st.integers(0, 2047), tiles(), st.integers(1, 99))


def mutants() -> st.SearchStrategy[str]:
    """Texts of positions with one stretch replaced."""

    def mutate(parts: PositionParts, start: float, length: int, patch: str) -> str:
        text = format_position(parts)
        at = int(start * len(text))
        return text[:at] + patch + text[at + length :]

    patches = st.text("-.:/,0123456789abjXxoIOTLSVU ", max_size=3)
    return st.builds(mutate, positions(), st.floats(0, 1), st.integers(0, 3), patches)


def error_of(text: str) -> str:
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    return str(caught.value)


# Cells


def test_cell_name_round_trips_through_its_index() -> None:
    for index, name in enumerate(CELLS):
        assert cell_name(index) == name
        assert parse_cell(name) == index


@pytest.mark.parametrize(
    "name", ["", "a", "1a", "h1", "a0", "a15", "a01", "A1", "a1 ", "a\uff11", 5, None, ["a1"], {}]
)
def test_other_cell_name_is_refused(name: object) -> None:
    with pytest.raises(NotationError, match=r"^place: expected a cell a1..g14, got "):
        parse_cell(name, "place")


@pytest.mark.parametrize("index", [-1, 98])
def test_other_cell_index_is_refused(index: int) -> None:
    with pytest.raises(NotationError, match=r"expected an index 0..97"):
        cell_name(index)


@given(st.lists(st.sampled_from(CELLS), min_size=1))
def test_cells_without_separators_are_parsed_in_order(names: list[str]) -> None:
    assert parse_cells("".join(names)) == names


@pytest.mark.parametrize(
    "text", ["", "a", "a1b", "a15", "a1,b1", "a1 b1", "xa1", "a1" * 9999 + "h"]
)
def test_text_that_is_not_cells_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"^cells: expected cells like a1b1a10, got '"):
        parse_cells(text)


# Round trips


@given(positions())
def test_every_position_round_trips(parts: PositionParts) -> None:
    text = str(parts)
    assert parse_position(text) == parts
    assert format_position(parse_position(text)) == text
    assert len(text) <= 148


@given(st.text() | st.text("-.:/,0123456789abjXxoIOTLSVU ", max_size=160) | mutants())
def test_random_text_is_a_position_or_notation_error(text: str) -> None:
    try:
        parts = parse_position(text)
    except NotationError:
        return
    assert str(parts) == text


def test_longest_position_is_parsed() -> None:
    parts = PositionParts(b"\x20" * 98, 2047, tuple((shape, None, "x") for shape in SHAPES[5:]), 99)
    assert len(str(parts)) == 148
    assert parse_position(str(parts)) == parts


@pytest.mark.parametrize("piece", ["1", " ", "/", ",", ":", "1234567/", "\ud800"])
def test_huge_text_is_refused_fast_with_a_short_message(piece: str) -> None:
    text = START + piece * 1_000_000
    message = error_of(text)
    assert message.startswith(f"position: expected at most 148 characters, got {len(text)}: '")
    assert len(message) < 400


def test_start_position() -> None:
    expected = tuple((shape, 0, "") for shape in "IOTLS")
    assert parse_position(START) == PositionParts(EMPTY, 0, expected, 1)


def test_grid_codes_of_every_symbol() -> None:
    parts = parse_position("X....../789abcd/efghij./0123456 -:-:- - 1")
    assert parts.grid[:28] == bytes(
        [1, 2, 3, 4, 5, 6, 7, 21, 22, 23, 24, 25, 26, 0, 8, 9, 10, 17, 18, 19, 20, 32, *[0] * 6]
    )
    assert not any(parts.grid[28:])


def test_box_bits_are_identical_then_consecutive_then_bonus() -> None:
    assert parse_position("- 3:-:- - 1").boxes == 1
    assert parse_position("- 7:-:- - 1").boxes == 1 << 4
    assert parse_position("- -:3:- - 1").boxes == 1 << 5
    assert parse_position("- -:7:- - 1").boxes == 1 << 9
    assert parse_position("- -:-:8 - 1").boxes == 1 << BONUS_BIT
    assert parse_position("- 34567:46:- - 1").boxes == 0b01010_11111


def test_solo_tiles_have_notch_and_mark() -> None:
    parts = parse_position("- -:-:- I2,O0,T4x,L3o,S1 1")
    assert parts.tiles == (
        ("I", 2, ""),
        ("O", 0, ""),
        ("T", 4, "x"),
        ("L", 3, "o"),
        ("S", 1, ""),
    )


def test_tiles_of_several_players_have_no_notch() -> None:
    parts = parse_position("- -:-:- V3,O,U5x,So,T5 1")
    assert parts.tiles == (
        ("V3", None, ""),
        ("O", None, ""),
        ("U5", None, "x"),
        ("S", None, "o"),
        ("T5", None, ""),
    )


def test_i3_is_the_block_or_the_solo_shape_depending_on_the_others() -> None:
    assert parse_position("- -:-:- O0,I3,T0,L0,S0 1").tiles[1] == ("I", 3, "")
    assert parse_position("- -:-:- O,I3x,T,L,S 1").tiles[1] == ("I3", None, "x")


# Errors, with the field and the place


@pytest.mark.parametrize(
    "text", ["", "-", START + " ", " " + START, START.replace(" ", "  ", 1), "- -:-:- 1"]
)
def test_position_without_four_fields_is_refused(text: str) -> None:
    message = error_of(text)
    assert message.startswith("position: expected 4 fields GRID BOXES TILES TURN separated by ")
    assert message.endswith(repr(text))


def test_fields_separated_by_other_whitespace_are_refused() -> None:
    assert error_of(START.replace(" ", "\t")).startswith("position: expected 4 fields")
    assert error_of(START + "\n").startswith("turn: ")


def test_position_that_is_not_text_is_refused() -> None:
    with pytest.raises(NotationError, match="position: expected text, got 5"):
        parse_position(5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ("12345./1234567/1234567", "grid row 3: expected 7 characters, got 6: '12345.'"),
        ("1......./1234567", "grid row 2: expected 7 characters, got 8: '1.......'"),
        ("1234567/", "grid row 1: expected 7 characters, got 0: ''"),
        ("", "grid row 1: expected 7 characters, got 0: ''"),
        ("--", "grid row 1: expected 7 characters, got 2: '--'"),
        (
            "..k..../1234567",
            "grid row 2: expected one of .0123456789abcdefghijX in c2, got 'k': '..k....'",
        ),
        (
            "12345\uff167",
            "grid row 1: expected one of .0123456789abcdefghijX in f1, "
            "got '\uff16': '12345\uff167'",
        ),
        (".......", "grid row 1: expected no empty row at the top, got '.......'"),
        ("......./1234567", "grid row 2: expected no empty row at the top, got '.......'"),
        (
            "...1.../......./..1....",
            "grid: floating cell d3: no chain of occupied cells joins it to row 1",
        ),
        (
            "1....../.1...../1......",
            "grid: floating cell b2: no chain of occupied cells joins it to row 1",
        ),
        (
            "1....../......1",
            "grid: floating cell a2: no chain of occupied cells joins it to row 1",
        ),
        (
            "......1/1......",
            "grid: floating cell g2: no chain of occupied cells joins it to row 1",
        ),
    ],
)
def test_grid_is_refused_with_row_and_cell(grid: str, message: str) -> None:
    assert error_of(f"{grid} -:-:- - 1") == message


def test_grid_of_more_than_fourteen_rows_is_refused() -> None:
    grid = "/".join(["1234567"] * 15)
    assert error_of(f"{grid} -:-:- - 1").startswith("grid: expected at most 14 rows, got 15: '1")


def test_cell_supported_from_the_side_is_accepted() -> None:
    grid = "1X...../.X...../.X1...."
    assert str(parse_position(f"{grid} -:-:- - 1")) == f"{grid} -:-:- - 1"


@given_often(0.3, 1, any_grids())
def test_floating_cells_are_those_a_flood_fill_misses(grid: bytes) -> None:
    text = str(PositionParts(grid, 0, (), 1))
    floating = [i for i in range(98) if grid[i] and i not in joined(grid)]
    if floating:
        assert error_of(text).startswith(f"grid: floating cell {CELLS[floating[0]]}: ")
    else:
        assert parse_position(text).grid == grid


@pytest.mark.parametrize(
    ("boxes", "message"),
    [
        ("-:-", "boxes: expected IDENTICAL:CONSECUTIVE:BONUS, got 2 parts: '-:-'"),
        ("-:-:-:-", "boxes: expected IDENTICAL:CONSECUTIVE:BONUS, got 4 parts: '-:-:-:-'"),
        ("43:-:-", "boxes, identical: expected - or sizes from 34567 in ascending order, got '43'"),
        (
            "-:33:-",
            "boxes, consecutive: expected - or sizes from 34567 in ascending order, got '33'",
        ),
        (":-:-", "boxes, identical: expected - or sizes from 34567 in ascending order, got ''"),
        ("8:-:-", "boxes, identical: expected - or sizes from 34567 in ascending order, got '8'"),
        ("-3:-:-", "boxes, identical: expected - or sizes from 34567 in ascending order, got '-3'"),
        ("-:-:3", "boxes, bonus: expected - or sizes from 8 in ascending order, got '3'"),
        ("-:-:88", "boxes, bonus: expected - or sizes from 8 in ascending order, got '88'"),
    ],
)
def test_boxes_are_refused_with_their_kind(boxes: str, message: str) -> None:
    assert error_of(f"- {boxes} - 1") == message


SOLO_TILE = "expected a shape of IOTLS with a notch 0..4, then x or o if marked, got "
ANY_TILE = "expected one of I, O, T, L, S, V3, I3, U5, X5, T5, then x or o if marked, got "


@pytest.mark.parametrize(
    ("tiles", "message"),
    [
        ("I0,O0,T0,L0", "tiles: expected - or 5 tiles, got 4: 'I0,O0,T0,L0'"),
        ("", "tiles: expected - or 5 tiles, got 1: ''"),
        ("I0,O0,T0,L0,S", "tiles, letter E: " + SOLO_TILE + "'S'"),
        ("I0,O5,T0,L0,S0", "tiles, letter B: " + SOLO_TILE + "'O5'"),
        ("I0,O00,T0,L0,S0", "tiles, letter B: " + SOLO_TILE + "'O00'"),
        ("I0,O0xo,T0,L0,S0", "tiles, letter B: " + SOLO_TILE + "'O0xo'"),
        ("V3,O0,T0,L0,S0", "tiles, letter A: " + SOLO_TILE + "'V3'"),
        ("I,,T,L,S", "tiles, letter B: " + ANY_TILE + "''"),
        ("I,Ox,T,L,J", "tiles, letter E: " + ANY_TILE + "'J'"),
        ("I,Ox,T,L,x", "tiles, letter E: " + ANY_TILE + "'x'"),
        ("i,O,T,L,S", "tiles, letter A: " + ANY_TILE + "'i'"),
        (
            "I0,O0,T0,L0,I1",
            "tiles, letter E: expected five different shapes, got I again: 'I0,O0,T0,L0,I1'",
        ),
        (
            "I3,O,T,L,I3x",
            "tiles, letter E: expected five different shapes, got I3 again: 'I3,O,T,L,I3x'",
        ),
    ],
)
def test_tiles_are_refused_with_their_letter(tiles: str, message: str) -> None:
    assert error_of(f"- -:-:- {tiles} 1") == message


@pytest.mark.parametrize("turn", ["0", "01", "100", "-1", "+1", "1.0", "x", "", "\uff11", "1\n"])
def test_turn_is_1_to_99_without_leading_zero(turn: str) -> None:
    assert error_of(f"- -:-:- - {turn}") == f"turn: expected a number 1..99, got {turn!r}"


def test_position_that_cannot_arise_is_parsed() -> None:
    text = "aaaaaaa -:-:8 I0x,O4,T0,L0,S0 99"
    assert str(parse_position(text)) == text
