"""The core by itself: its stub, its values, invalid arguments, and symmetry."""

from __future__ import annotations

import ast
import copy
import inspect
import pickle
import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
import oracle
from built import build_sheet
from numberdrop import _core
from numberdrop.position import core_roll

EMPTY = bytes(98)
SHAPES, NOTCHES = (0, 1, 2, 3, 4), (0, 1, 2, 3, 4)
SHEET = _core.Sheet(EMPTY, 0, SHAPES, NOTCHES)
WITHOUT_TILES = _core.Sheet(EMPTY)
OF_SEVERAL = _core.Sheet(EMPTY, 0, SHAPES)
ROLL = _core.Roll([1, 2, 3, 4], 0)
DICE = [[int(face) if face != "*" else 10 for face in die] for die in oracle.PUBLISHER_DICE]


def some_positions(seed: int, count: int) -> Iterator[nd.Position]:
    """Yield positions of random solo games and built ones, alternately."""
    rng = random.Random(seed)
    while count > 0:
        game = oracle.random_game(rng)
        sheet = oracle.new_game(game["tiles"], game["start"])
        for turn in game["turns"]:
            for each in (sheet, build_sheet(rng)):
                yield nd.Position.from_text(each.to_text())
                count -= 1
            sheet = oracle.play_turn(sheet, turn)


def rebuilt(sheet: _core.Sheet) -> _core.Sheet:
    marks = sheet.circled, sheet.crossed
    return _core.Sheet(sheet.grid, sheet.boxes, sheet.shapes, sheet.notches, *marks, sheet.turn)


# The stub


def stub() -> ast.Module:
    path = Path(nd.__file__).with_name("_core.pyi")
    return ast.parse(path.read_text("utf-8"))


def public(names: Sequence[str]) -> set[str]:
    return {name for name in names if not name.startswith("_")}


def functions(node: ast.Module | ast.ClassDef) -> dict[str, ast.FunctionDef]:
    return {item.name: item for item in node.body if isinstance(item, ast.FunctionDef)}


def is_property(function: ast.FunctionDef) -> bool:
    return any(ast.unparse(each) == "property" for each in function.decorator_list)


def parameters(function: ast.FunctionDef) -> list[tuple[str, object]]:
    """Return the names and default values of a function in the stub."""
    args = function.args
    assert not args.kwonlyargs
    assert not args.vararg
    required = len(args.args) - len(args.defaults)
    defaults = [inspect.Parameter.empty] * required + [
        ast.literal_eval(default) for default in args.defaults
    ]
    return list(zip([arg.arg for arg in args.args], defaults, strict=True))


def exposed_parameters(function: Any) -> list[tuple[str, object]] | None:
    """Return the names and defaults of a compiled function, or None if it doesn't expose them."""
    try:
        signature = inspect.signature(function)
    except ValueError:
        return None
    found = [(parameter.name, parameter.default) for parameter in signature.parameters.values()]
    return None if ("kwargs", inspect.Parameter.empty) in found else found


STUB = stub()
STUB_CLASSES = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}


def test_stub_has_exactly_the_public_names() -> None:
    constants = {
        node.target.id
        for node in STUB.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    stated = constants | set(STUB_CLASSES) | set(functions(STUB))
    assert public(dir(_core)) == stated


def test_constants_have_the_types_of_the_stub() -> None:
    for node in STUB.body:
        if isinstance(node, ast.AnnAssign):
            value = getattr(_core, ast.unparse(node.target))
            stated = ast.unparse(node.annotation).partition("[")[0]
            assert type(value).__name__ == stated, ast.unparse(node)


@pytest.mark.parametrize("name", sorted(STUB_CLASSES))
def test_stub_has_exactly_the_methods_and_properties(name: str) -> None:
    cls, stated = getattr(_core, name), functions(STUB_CLASSES[name])
    assert public(dir(cls)) == public(list(stated))
    for member, function in stated.items():
        assert hasattr(cls, member)
        is_descriptor = inspect.isgetsetdescriptor(getattr(cls, member))
        assert is_descriptor == is_property(function), member


def test_stub_has_the_parameters_and_defaults_of_the_core() -> None:
    compared = 0
    owners: list[tuple[object, ast.Module | ast.ClassDef]] = [(_core, STUB)]
    owners += [(getattr(_core, name), node) for name, node in STUB_CLASSES.items()]
    for owner, node in owners:
        for name, function in functions(node).items():
            if is_property(function) or name.startswith("__"):
                continue
            exposed = exposed_parameters(getattr(owner, name))
            if exposed is not None:
                assert exposed == parameters(function), name
                compared += 1
    assert compared > 15


def test_every_public_name_has_a_docstring() -> None:
    for name, node in STUB_CLASSES.items():
        for member in public(list(functions(node))):
            assert getattr(getattr(_core, name), member).__doc__, member


# Values


def test_sheet_of_a_position_is_rebuilt_from_its_fields() -> None:
    for position in some_positions(1, 200):
        sheet = position.core
        twin = rebuilt(sheet)
        assert twin == sheet
        assert hash(twin) == hash(sheet)
        assert twin is not sheet
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(sheet, protocol)) == sheet
        assert copy.copy(sheet) == copy.deepcopy(sheet) == sheet


def test_sheet_made_by_the_core_is_rebuilt_from_its_fields() -> None:
    for position in some_positions(2, 100):
        sheet = position.core
        made = [sheet.next_turn(), sheet.with_letters(1, 30)]
        for shape in range(10):
            for cells in sheet.landings(shape, _core.SLIDE):
                made.append(sheet.put(cells, [_core.BLOCK] * len(cells)))
                made.append(sheet.put(cells, [1 + shape] * len(cells)))
        made += [sheet.claimed(kind, cells) for kind, _, cells in sheet.claims()]
        if position.is_solo:
            movable = [letter for letter in range(5) if sheet.notches[letter] < _core.LAST_NOTCH]
            made += [sheet.slid(letter)[0] for letter in movable]
            made += [after for x in movable for after, _, _ in sheet.falls([x])]
        for after in made:
            assert after == rebuilt(after)
            assert hash(after) == hash(rebuilt(after))
            assert after != sheet


@pytest.mark.parametrize(
    "change",
    [
        {"grid": bytes(97) + b"\x01"},
        {"boxes": 1024},
        {"shapes": (1, 0, 2, 3, 4)},
        {"notches": (0, 1, 2, 3, 3)},
        {"notches": ()},
        {"shapes": (), "notches": ()},
        {"circled": 16},
        {"crossed": 16},
        {"turn": 2},
    ],
)
def test_sheets_differ_in_every_field(change: dict[str, Any]) -> None:
    fields: dict[str, Any] = {"grid": EMPTY, "shapes": SHAPES, "notches": (0, 0, 0, 0, 0)}
    sheet, other = _core.Sheet(**fields), _core.Sheet(**{**fields, **change})
    assert sheet != other
    assert not sheet == other  # noqa: SIM201
    assert len({sheet, other, _core.Sheet(**fields)}) == 2


def test_sheet_is_immutable_and_equals_only_sheets() -> None:
    assert SHEET != EMPTY
    assert SHEET != 1
    with pytest.raises(TypeError):
        SHEET < SHEET  # type: ignore[operator] # noqa: B015
    for name in ("grid", "turn", "anything"):
        with pytest.raises(AttributeError):
            setattr(SHEET, name, 1)


def test_grid_may_be_any_bytes() -> None:
    assert _core.Sheet(bytearray(EMPTY)) == _core.Sheet(EMPTY)
    grid = bytearray(EMPTY)
    sheet = _core.Sheet(grid)
    grid[0] = 1
    assert sheet.grid == EMPTY


def test_derived_fields_agree_with_the_cells() -> None:
    for position in some_positions(3, 200):
        sheet = position.core
        columns = [sheet.grid[column::7] for column in range(7)]
        assert sheet.heights == tuple(
            max((row for row, code in enumerate(column, 1) if code), default=0)
            for column in columns
        )
        assert sheet.is_past_line() == any(sheet.grid[77:])
        for flags in (0, _core.BGA):
            assert sheet.total(flags) == sum(sheet.score(flags))


# Numbers


def test_arrangements_equal_those_of_the_python_roll() -> None:
    for numbers in map("".join, combinations_with_replacement("*1234567", 4)):
        ours = _core.Roll([int(value) for value in numbers if value != "*"], 0).arrangements()
        assert tuple(ours) == nd.Roll(numbers, "I").arrangements(), numbers


@pytest.mark.parametrize(
    ("digits", "count"),
    [
        ([1, 2, 3, 4], 24),
        ([4, 3, 3, 1], 12),
        ([7, 7, 2, 2], 6),
        ([0, 9, 9, 9], 4),
        ([5, 5, 5, 5], 1),
        ([1, 2, 3], 7 * 24 + 3 * 12),
        ([1], 10**4 - 9**4),
        ([], 10**4),
    ],
)
def test_number_of_arrangements(digits: list[int], count: int) -> None:
    arrangements = _core.Roll(digits, _core.WILD).arrangements()
    assert len(arrangements) == count
    assert arrangements == sorted(set(arrangements))


def test_points_of_every_set_of_boxes() -> None:
    for boxes in range(1 << 11):
        identical = [size for bit, size in enumerate(range(3, 8)) if boxes >> bit & 1]
        consecutive = [size for bit, size in enumerate(range(3, 8), 5) if boxes >> bit & 1]
        bonus = 8 if boxes >> 10 & 1 else 0
        points = [sum(kind) + (10 if len(kind) == 5 else 0) for kind in (identical, consecutive)]
        sheet = _core.Sheet(EMPTY, boxes)
        assert sheet.score() == (0, *points, bonus)
        assert sheet.total() == sum(points) + bonus


def test_highest_score_is_100() -> None:
    grid = bytes([1] * 77 + [0] * 21)
    assert _core.Sheet(grid, (1 << 11) - 1).total() == 100


# Invalid arguments

REFUSED: dict[str, Callable[[], object]] = {
    "five digits": lambda: _core.Roll([1, 2, 3, 4, 5], 0),
    "digit 10": lambda: _core.Roll([1, 10], 0),
    "digit -1": lambda: _core.Roll([-1, 1], 0),
    "digit 1.0": lambda: _core.Roll([1.0, 1], 0),  # type: ignore[list-item]
    "shape of a roll 5": lambda: _core.Roll([1], 5),
    "shape of a roll 14": lambda: _core.Roll([1], 14),
    "shape of a roll 16": lambda: _core.Roll([1], 16),
    "shape of a roll -1": lambda: _core.Roll([1], -1),
    "97 cells": lambda: _core.Sheet(bytes(97)),
    "99 cells": lambda: _core.Sheet(bytes(99)),
    "boxes -1": lambda: _core.Sheet(EMPTY, -1),
    "boxes 2048": lambda: _core.Sheet(EMPTY, 2048),
    "four shapes": lambda: _core.Sheet(EMPTY, 0, SHAPES[:4]),
    "six shapes": lambda: _core.Sheet(EMPTY, 0, (*SHAPES, 5)),
    "shape 10": lambda: _core.Sheet(EMPTY, 0, (0, 1, 2, 3, 10)),
    "shape -1": lambda: _core.Sheet(EMPTY, 0, (0, 1, 2, 3, -1)),
    "four notches": lambda: _core.Sheet(EMPTY, 0, SHAPES, NOTCHES[:4]),
    "notches alone": lambda: _core.Sheet(EMPTY, 0, (), NOTCHES),
    "notch 5": lambda: _core.Sheet(EMPTY, 0, SHAPES, (0, 1, 2, 3, 5)),
    "notch -1": lambda: _core.Sheet(EMPTY, 0, SHAPES, (0, 1, 2, 3, -1)),
    "circled 32": lambda: _core.Sheet(EMPTY, circled=32),
    "circled -1": lambda: _core.Sheet(EMPTY, circled=-1),
    "crossed 32": lambda: _core.Sheet(EMPTY, crossed=32),
    "crossed -1": lambda: _core.Sheet(EMPTY, crossed=-1),
    "turn 0": lambda: _core.Sheet(EMPTY, turn=0),
    "turn 256": lambda: _core.Sheet(EMPTY, turn=256),
    "landings of shape 10": lambda: SHEET.landings(10),
    "landings of shape -1": lambda: SHEET.landings(-1),
    "landings of a star": lambda: SHEET.landings(_core.WILD),
    "claims around 98": lambda: SHEET.claims_around([98]),
    "claims around -1": lambda: SHEET.claims_around([-1]),
    "slides of shape 5": lambda: SHEET.slides(True, 5),
    "slides of shape -1": lambda: SHEET.slides(True, -1),
    "slides of shape 16": lambda: SHEET.slides(True, 16),
    "slides without tiles": lambda: WITHOUT_TILES.slides(True, 0),
    "slides of several": lambda: OF_SEVERAL.slides(True, 0),
    "no letter falls": lambda: SHEET.falls([]),
    "three letters fall": lambda: SHEET.falls([0, 1, 2]),
    "letter 5 falls": lambda: SHEET.falls([5]),
    "letter -1 falls": lambda: SHEET.falls([0, -1]),
    "letter 5 slides": lambda: SHEET.slid(5),
    "letter -1 slides": lambda: SHEET.slid(-1),
    "a tile slides from the last notch": lambda: SHEET.slid(4),
    "a tile without a notch slides": lambda: OF_SEVERAL.slid(0),
    "put into cell 98": lambda: SHEET.put([98], [1]),
    "put into cell -1": lambda: SHEET.put([-1], [1]),
    "put into a cell twice": lambda: SHEET.put([0, 0], [1, 1]),
    "put nothing": lambda: SHEET.put([0], [0]),
    "put code 11": lambda: SHEET.put([0], [11]),
    "put a used digit": lambda: SHEET.put([0], [_core.USED + 1]),
    "put code -1": lambda: SHEET.put([0], [-1]),
    "put a used X": lambda: SHEET.put([0], [_core.BLOCK + _core.USED]),
    "put too few": lambda: SHEET.put([0, 1], [1]),
    "put too many": lambda: SHEET.put([0], [1, 1]),
    "claim of kind 2": lambda: SHEET.claimed(2, [0, 1, 2]),
    "claim of kind -1": lambda: SHEET.claimed(-1, [0, 1, 2]),
    "claim of 2": lambda: SHEET.claimed(0, [0, 1]),
    "claim of 9": lambda: SHEET.claimed(0, list(range(9))),
    "claim of cell 98": lambda: SHEET.claimed(0, [96, 97, 98]),
    "letters circled 32": lambda: SHEET.with_letters(32, 0),
    "letters circled -1": lambda: SHEET.with_letters(-1, 0),
    "letters crossed 32": lambda: SHEET.with_letters(0, 32),
    "letters crossed -1": lambda: SHEET.with_letters(0, -1),
    "claims, most 0": lambda: SHEET.claims(0),
    "perft of no roll": lambda: SHEET.perft([]),
    "rank, keep 0": lambda: SHEET.rank(ROLL, 0, 0, 1),
    "rank, keep 100001": lambda: SHEET.rank(ROLL, 0, 100_001, 1),
    "rank, top 0": lambda: SHEET.rank(ROLL, 0, 1, 0),
    "rank, top 100001": lambda: SHEET.rank(ROLL, 0, 1, 100_001),
    "bench of nothing": lambda: _core.bench("nothing", SHEET, ROLL, 1, DICE),
}


@pytest.mark.parametrize("name", REFUSED)
def test_value_out_of_range_is_refused(name: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        REFUSED[name]()


@pytest.mark.parametrize("code", sorted({*range(256)} - {0, *range(1, 11), *range(17, 27), 32}))
def test_invalid_cell_code_is_refused(code: int) -> None:
    for index in (0, 97):
        grid = bytearray(EMPTY)
        grid[index] = code
        with pytest.raises(ValueError, match="cell code"):
            _core.Sheet(grid)


def test_put_into_occupied_cell_is_refused() -> None:
    sheet = SHEET.put([0, 1], [1, _core.BLOCK])
    before = sheet.grid
    with pytest.raises(ValueError, match="cell 1 is not empty"):
        sheet.put([2, 1], [1, 1])
    assert sheet.grid == before


def test_perft_of_anything_but_rolls_is_refused() -> None:
    with pytest.raises(TypeError):
        SHEET.perft([ROLL, "1234I"])  # type: ignore[list-item]


@pytest.mark.parametrize(
    "rows",
    [["1111111"] * 3, ["3454543", "4543434", "5434345"] * 2, ["2.22222", "2X22b22", "2222.22"]],
)
def test_first_claims_are_a_prefix_of_all_claims(rows: list[str]) -> None:
    for boxes in ("-:-:-", "3:4:-", "34567:34567:-", "45:-:8"):
        sheet = nd.Position.from_text(f"{'/'.join(rows)} {boxes} - 1").core
        every = sheet.claims()
        for most in (1, 7, 50, 500, len(every) or 1, 1_000_000):
            assert sheet.claims(most) == every[:most]


def test_first_claims_of_random_sheets_are_a_prefix() -> None:
    for position in some_positions(6, 60):
        every = position.core.claims()
        for most in (3, 500):
            assert position.core.claims(most) == every[:most]


def test_claims_around_ignores_cells_without_free_digit() -> None:
    sheet = nd.Position.from_text("3...abX/4.12333 -:-:- - 1").core
    every = sheet.claims()
    assert len(every) == 2
    assert sheet.claims_around([]) == []
    assert sheet.claims_around(range(98)) == every
    assert sheet.claims_around([4, 4, 5, 12, 13, 90]) == every
    assert sheet.claims_around([0, 7, 11]) == []


# Symmetry


def mirror_text(text: str) -> str:
    """Return the text of a position with its columns in reverse order."""
    grid, rest = text.split(" ", 1)
    return f"{'/'.join(row[::-1] for row in grid.split('/'))} {rest}"


def mirror(cells: Sequence[str] | frozenset[str]) -> frozenset[str]:
    return frozenset(f"{'gfedcba'['abcdefg'.index(cell[0])]}{cell[1:]}" for cell in cells)


def mirrored_claims(position: nd.Position) -> set[tuple[str, frozenset[str]]]:
    return {(claim.kind, mirror(claim.cells)) for claim in position.claims()}


@pytest.mark.slow
def test_mirrored_position_has_mirrored_landings_and_claims() -> None:
    rng = random.Random(4)
    for position in some_positions(4, 120):
        twin = nd.Position.from_text(mirror_text(str(position)))
        for variant in ("rulebook", "rulebook+slide"):
            for shape in oracle.PICTURES:
                there = {mirror(cells) for cells in position.landings(shape, variant)}
                assert there == set(twin.landings(shape, variant)), (str(position), shape)
        claims = {(claim.kind, frozenset(claim.cells)) for claim in twin.claims()}
        assert mirrored_claims(position) == claims, str(position)
        assert twin.score("bga") == position.score("bga")
        for values in ("1*2357"[: rng.choice([1, 6])], "234567"):
            roll = nd.Roll("".join(rng.choices(values, k=4)).replace("****", "*123"), "L")
            count = position.count_turns(roll)
            assert twin.count_turns(roll) == count, (str(position), str(roll))


@pytest.mark.parametrize(
    "text",
    [
        "1...... -:-:- I0,O0,T0,L0,S0 1",
        "34...../31X..5. 3:-:- I4x,O2,T4x,L4x,S4x 15",
        "4..2.../56788.1 -:-:- I,O,V3,L,S 3",
    ],
)
def test_mirrored_positions_have_the_same_perft(text: str) -> None:
    rolls = [nd.Roll("1123", "O"), nd.Roll("3355", "I")]
    counts = {nd.Position.from_text(t).perft(rolls) for t in (text, mirror_text(text))}
    assert len(counts) == 1
    assert min(counts) > 1000


def test_work_of_the_benchmarks_stays_the_same() -> None:
    """Times of two versions can be compared only if they do the same work."""
    start = nd.Position.start("IOTLS", "d1").core
    roll = core_roll(nd.Roll.from_text("156*O"))
    assert len(nd.Position(start).landings("O")) * 204 == 1224
    assert _core.bench("drops", start, roll, 1, DICE) == (1224, 0)
    assert _core.bench("claims", start, roll, 1, DICE) == (1224, 112)
    games, checksum = _core.bench("games", start, roll, 2000, DICE)
    assert (games, checksum - 2**64) == (2000, -7619), "the sum of the scores of random games"


def test_two_slides_have_an_order_only_where_both_tiles_fall() -> None:
    """A circled letter keeps its own tile from falling, not the one before it."""
    sheet = nd.Position.from_text("XXX.... 5:5:- I3,O3,T3o,L2,S0 5").core
    found = dict(sheet.slides(True, _core.WILD))
    assert {letters for letters, either_order in found.items() if either_order} == {(0, 1)}
    assert all((first, 2) in found for first in (0, 1, 2) if first != 2)


def test_turn_that_must_cross_the_line_is_the_last() -> None:
    roll = core_roll(nd.Roll.from_text("1567I"))
    full, open_row = ("/".join([row, *["XXXXXXX"] * 10]) for row in ("XXXXXXX", "XXX...."))
    for grid, is_last in ((full, True), (open_row, False)):
        position = nd.Position.from_text(f"{grid} -:-:- I1,O0,T0,L0,S0 5")
        assert position.core.is_last_turn(roll) is is_last
