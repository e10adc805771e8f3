"""Drop plans: that no way to fill the eleven rows is missed, and obvious cases that they rule
out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product

import numpy as np
import pytest

import numberdrop as nd
import oracle
from numberdrop.plan.bounds import Known, drop_plans
from numberdrop.plan.bounds.drop_plans import dead_endings, full_turns

Heights = tuple[int, ...]
FULL: Heights = (11,) * 7
#: No tile falls any more, and the game continues.
NO_FALLS = "I3o,O4x,T4x,L4x,S4x"
#: Every tile falls with its next slide.
FALLING = "I3,O3,T3,L3,S3"


def sheet(heights: Heights, tiles: str = NO_FALLS) -> nd.Position:
    """Return a sheet of X up to these heights."""
    rows = ["".join(".X"[height >= row] for height in heights) for row in range(11, 0, -1)]
    grid = "/".join(row for row in rows if row != ".......")
    return nd.Position.from_text(f"{grid} -:-:- {tiles} 12")


def full(
    heights: Heights, rolls: str, tiles: str = NO_FALLS, variant: str = "rulebook"
) -> set[int]:
    known = [nd.Roll.from_text(roll) for roll in rolls.split()]
    return set(full_turns(Known.of(sheet(heights, tiles), known, variant)))


def without_shape(heights: Heights, shape: str) -> set[Heights]:
    """Return the heights before a shape came down on them without leaving room beneath it."""
    found = set()
    for form in oracle.forms(shape):
        columns = [[y for x, y in form if x == column] for column in range(4)]
        columns = [column for column in columns if column]
        for left in range(8 - len(columns)):
            low = list(heights)
            for x, column in enumerate(columns, left):
                low[x] -= len(column)
            rows = {low[x] - min(column) for x, column in enumerate(columns, left)}
            if len(rows) == 1 and min(low) >= 0:
                found.add(tuple(low))
    return found


# Obvious cases


@pytest.mark.parametrize(
    ("heights", "rolls", "tiles", "variant", "turns"),
    [
        # A trivial case, and the same with a shape that leaves a hole; both with `slide`.
        ((7, 11, 11, 11, 11, 11, 11), "1567I", NO_FALLS, "rulebook", {1}),
        ((7, 11, 11, 11, 11, 11, 11), "1567O", NO_FALLS, "rulebook", set()),
        ((7, 11, 11, 11, 11, 11, 11), "1567O", NO_FALLS, "rulebook+slide", {1}),
        # A tile falls before the player's own shape: O, then I upright next to it.
        ((9, 9, 7, 11, 11, 11, 11), "1567I", "O3,I0,T0,L0,S0", "rulebook", {1}),
        ((9, 9, 7, 11, 11, 11, 11), "1567I", "O2,I0,T0,L0,S0", "rulebook", set()),
        ((9, 9, 7, 11, 11, 11, 11), "1567I", "O3o,I0,T0,L0,S0", "rulebook", set()),
        ((9, 9, 7, 11, 11, 11, 11), "1567I 1567O", "O3o,I0,T0,L0,S0", "rulebook", {2}),
        # Too many cells are needed, or not four for each shape.
        ((7, 7, 7, 11, 11, 11, 11), "1567I 1567I", NO_FALLS, "rulebook", set()),
        ((7, 7, 7, 11, 11, 11, 11), "1567I 1567I 1567I", NO_FALLS, "rulebook", set()),
        ((7, 7, 7, 11, 11, 11, 11), "1567I 1567I 1567I", "I2o,O4x,T4x,L4x,S4x", "rulebook", set()),
        ((7, 7, 7, 11, 11, 11, 11), "1567I 1567I 1567I", "I1o,O4x,T4x,L4x,S4x", "rulebook", {3}),
        ((6, 11, 11, 11, 11, 11, 11), "1567I", NO_FALLS, "rulebook", set()),
        # The last shape is an S, or an S with O after it: impossible unless a tile falls between
        # them.
        ((9, 9, 11, 11, 11, 11, 11), "1567S", NO_FALLS, "rulebook", set()),
        ((9, 9, 9, 9, 11, 11, 11), "1567S 1567O", "I2o,O4x,T4x,L4x,S4x", "rulebook", set()),
        ((9, 9, 11, 10, 8, 7, 11), "1567S 1567O", "L2,O4x,T4x,I4x,S4x", "rulebook", {2}),
        # An X shape crosses the Game Over line without a penalty, and the own shape comes under it.
        ((11, 11, 11, 11, 11, 9, 9), "1567O", "I3,O0,T0,L0,S0", "rulebook", {1}),
        ((11, 11, 11, 11, 11, 9, 9), "1567O", "I3,O0,T0,L0,S0", "bga", {1}),
        # An upright I on column d leaves no room for the own I; an S finds some.
        ((11, 11, 11, 10, 11, 11, 11), "1567I", "I3,O0,T0,L0,S0", "rulebook", {1}),
        ((11, 11, 11, 10, 11, 11, 11), "1567I", "I3,O0,T0,L0,S0", "bga", set()),
        ((11, 11, 11, 10, 11, 11, 11), "1567S", "I3,O0,T0,L0,S0", "rulebook", set()),
        ((11, 11, 11, 10, 11, 11, 11), "156*I", "I3,O0,T0,L0,S0", "rulebook", {1}),
        ((11, 11, 11, 10, 11, 11, 11), "1567*", "I3,O0,T0,L0,S0", "rulebook", set()),
    ],
)
def test_obvious_outlines(
    heights: Heights, rolls: str, tiles: str, variant: str, turns: set[int]
) -> None:
    assert full(heights, rolls, tiles, variant) == turns


def test_a_hole_is_never_filled() -> None:
    start = nd.Position.from_text(f"XX...../.XXXXXX -:-:- {FALLING} 5")
    rolls = [nd.Roll.from_text("1567*")] * 15
    assert full_turns(Known.of(start, rolls)) == set()
    assert full_turns(Known.of(start, rolls, "rulebook+slide"))


def test_from_the_start_of_a_game() -> None:
    """15 turns need four X shapes, and a last shape that isn't an S."""
    rolls = ["1425I", "3641O", "4776T", "7225L", "5437*"] * 3
    for last, possible in (("1425I", True), ("1425S", False)):
        known = tuple(nd.Roll.from_text(roll) for roll in [*rolls[:-1], last])
        deal = nd.Deal("by hand", tuple("IOTLS"), known)
        assert (15 in full_turns(Known.of(deal))) == possible


def test_little_work_rules_out_less() -> None:
    rolls = [nd.Roll.from_text("1567S"), nd.Roll.from_text("1567O")]
    known = Known.of(sheet((9, 9, 9, 9, 11, 11, 11), "I2o,O4x,T4x,L4x,S4x"), rolls)
    assert full_turns(known) == set()
    assert full_turns(known, most=0) == {2}


# Compared with every way to drop


def brute(start: nd.Position, rolls: list[nd.Roll], variant: str) -> dict[int, set[str]]:
    """Return the numbers of turns after which all rows can be complete without a penalty, each with
    the letters that fell in its last turn."""
    found: dict[int, set[str]] = {}
    positions = {start}
    for turn, roll in enumerate(rolls, 1):
        after = set()
        for position in positions:
            for fall in position.falls(roll, variant):
                for cells in fall.position.places(roll, variant) or [()]:
                    end = fall.position.place(cells, [1] * len(cells))
                    if end.is_over() or turn == len(rolls):
                        if end.score(variant).rows == 22:
                            fallen = "".join(sorted(drop.tile for drop in fall.drops))
                            found.setdefault(turn, set()).add(fallen)
                    elif sum(end.core.heights) == 98 - end.core.grid.count(0):
                        after.add(end.end_turn())
        positions = after
    return found


def random_endings(seed: int, number: int) -> Iterator[tuple[nd.Position, list[nd.Roll], str]]:
    """Yield sheets without a hole on which some pieces of the last turns are missing, and rolls.

    Every other one can be finished by its own shapes, if nothing falls.
    """
    rng = random.Random(seed)
    for i in range(number):
        shapes, heights = "", FULL
        for _ in range(rng.choice([0, 1, 1, 2, 2, 3])):
            shape = rng.choice("IOTLS")
            lower = sorted(without_shape(heights, shape))
            if lower:
                shapes, heights = shape + shapes, rng.choice(lower)
        rolls = [rng.choice(["1567", "1567", "156*"]) + shape for shape in shapes]
        if i % 2 or not rolls:
            rolls = [rng.choice(["1567", "156*"]) + rng.choice("IOTLS*") for _ in range(1 + i % 3)]
        tiles = ",".join(
            f"{shape}{notch}{'x' if notch == 4 else rng.choice(['', '', '', 'o'])}"
            for shape in rng.sample("IOTLS", 5)
            for notch in [rng.choice([0, 2, 3, 3, 4])]
        )
        start = sheet(heights, tiles)
        if not start.is_over():
            yield (
                start,
                [nd.Roll.from_text(roll) for roll in rolls],
                rng.choice(["rulebook", "bga"]),
            )


@pytest.mark.parametrize("count", [12, pytest.param(120, marks=pytest.mark.slow)])
def test_no_way_to_fill_the_rows_is_missed(count: int) -> None:
    tried = possible = exact = 0
    for start, rolls, variant in random_endings(1, count):
        ways = brute(start, rolls, variant)
        known = Known.of(start, rolls, variant)
        turns = full_turns(known)
        assert set(ways) <= turns, (str(start), [str(roll) for roll in rolls], variant)
        for turn in turns:
            dead = {ending for ending in dead_endings(known, turn) if len(ending) == 1}
            for fallen in ways.get(turn, ()):
                assert (frozenset("ABCDE".index(x) for x in fallen),) not in dead
        tried += 1
        possible += bool(ways)
        exact += set(ways) == turns
    assert tried > 0.8 * count
    assert possible > 0.25 * count
    assert exact > 0.8 * tried


@pytest.mark.parametrize(
    "rule",
    [
        pytest.param("the own shape", marks=pytest.mark.slow),
        pytest.param("falls", marks=pytest.mark.slow),
        "crossing",
        "lost",
    ],
)
def test_each_part_is_needed(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a part of the program disabled, some way to fill the rows is missed."""
    if rule == "the own shape":
        monkeypatch.setattr(drop_plans, "without", lambda shapes, outlines: outlines)
    elif rule == "falls":
        monkeypatch.setattr(drop_plans, "without_falls", lambda tiles, outlines: outlines)
    elif rule == "crossing":
        monkeypatch.setattr(drop_plans, "without_crossing", lambda shape, outlines: [])
    else:
        monkeypatch.setattr(drop_plans, "CROSSED", dict.fromkeys("IOTLS", 9))
    full_turns.cache_clear()
    last = sheet((11, 11, 11, 10, 11, 11, 11), "I3,O0,T0,L0,S0"), [nd.Roll("1567", "I")], "rulebook"
    assert any(
        not set(brute(start, rolls, variant)) <= full_turns(Known.of(start, rolls, variant))
        for start, rolls, variant in [last, *random_endings(1, 100)]
    )
    full_turns.cache_clear()


# Endings


@pytest.mark.slow
def test_only_endings_in_s_and_then_o_cannot_fill_the_rows() -> None:
    """Shown by taking shapes off eleven full rows; no more is true of the last four shapes."""
    after = {"": {FULL}}
    for _ in range(4):
        longer = {}
        for ending, outlines in after.items():
            for shape in oracle.SOLO_SHAPES:
                before = {low for high in outlines for low in without_shape(high, shape)}
                assert (not before) == (shape == "S" and set(ending) <= {"O"})
                if before:
                    longer[shape + ending] = before
        after = longer


def test_dead_endings_know_s_and_then_o() -> None:
    """An S and then an O: an L that falls between them helps, another O does not."""
    rolls = [nd.Roll.from_text("1567S"), nd.Roll.from_text("1567O")]
    known = Known.of(sheet((9, 9, 11, 10, 8, 7, 11), "L2,O2,T4x,I4x,S4x"), rolls)
    dead = set(dead_endings(known, 2))
    fall = {name: frozenset({"LO".index(name)}) for name in "LO"}
    assert {(frozenset(),), (fall["O"], frozenset()), (fall["L"] | fall["O"],)} <= dead
    assert not {(fall["L"],), (fall["L"], frozenset())} & dead


# Shapes that find no room


def test_crossed_is_the_fewest_cells_that_leave_no_room() -> None:
    """Checks `CROSSED` for one or two shapes of X on eleven full rows in all ways, whether they
    rest on anything or not."""
    shapes: dict[str, set[frozenset[tuple[int, int]]]] = {}
    for shape in oracle.SOLO_SHAPES:
        for form in oracle.forms(shape):
            for left in range(7):
                for low in range(8, 15):
                    cells = [(left + x, low + y) for x, y in form]
                    if max(cells)[0] <= 6 and max(y for _, y in cells) <= 14:
                        past = frozenset(cell for cell in cells if cell[1] > 11)
                        shapes.setdefault(shape, {frozenset()}).add(past)
    fewest: dict[Heights, int] = {}
    for one, other in combinations(shapes.values(), 2):
        for a in one:
            for b in other:
                if a.isdisjoint(b):
                    tops = tuple(max([11, *(y for x, y in a | b if x == at)]) for at in range(7))
                    fewest[tops] = min(len(a | b), fewest.get(tops, 99))
    assert len(fewest) > 3_000
    found = dict.fromkeys(oracle.SOLO_SHAPES, 99)
    for tops, past in fewest.items():
        for shape in found:
            if past < found[shape] and not has_room(tops, shape):
                found[shape] = past
    assert found == drop_plans.CROSSED


def has_room(heights: Heights, shape: str) -> bool:
    """Return True if the shape can come to rest inside the 14 rows."""
    for form in oracle.forms(shape):
        for left in range(7 - max(x for x, _ in form)):
            rest = max(heights[left + x] + 1 - y for x, y in form)
            if rest + max(y for _, y in form) <= 14:
                return True
    return False


# Outlines


@pytest.mark.parametrize("shape", oracle.SOLO_SHAPES)
def test_outlines_before_a_shape_are_those_of_enumeration(shape: str) -> None:
    rng = random.Random(shape)
    for _ in range(300):
        heights = tuple(rng.randint(0, 4) for _ in range(7))
        outlines = drop_plans.without([shape], np.array([outline_of(heights)], np.int64))
        assert {*map(int, outlines)} == {*map(outline_of, without_shape(heights, shape))}


@pytest.mark.parametrize("shape", oracle.SOLO_SHAPES)
def test_outlines_before_a_shape_across_the_line_are_those_of_enumeration(shape: str) -> None:
    rng = random.Random(shape)
    for _ in range(300):
        heights = tuple(rng.choice((9, 10, 11, 11, 11)) for _ in range(7))
        outlines = np.array([outline_of(heights)], np.int64)
        found = {
            (past, int(before))
            for past, some in drop_plans.without_crossing(shape, outlines)
            for before in some
        }
        assert found == {(past, outline_of(low)) for past, low in crossing(heights, shape)}


def outline_of(heights: Heights) -> int:
    return sum(height << 5 * column for column, height in enumerate(heights))


def crossing(heights: Heights, shape: str) -> set[tuple[int, Heights]]:
    """Return the cells past the line of a shape that came down across it, and the heights under the
    line before."""
    found = set()
    for form in oracle.forms(shape):
        width, tall = (max(axis) + 1 for axis in zip(*form, strict=True))
        for left, row in product(range(8 - width), range(15 - tall)):
            low, past = list(heights), 0
            fits = True
            for column in range(width):
                rows = [row + y for x, y in form if x == column]
                under = [one for one in rows if one < 11]
                past += len(rows) - len(under)
                low[left + column] -= len(under)
                fits &= heights[left + column] == min(11, max(rows) + 1)
            if fits and past:
                found.add((past, tuple(low)))
    return found


def test_turns_after_which_all_rows_can_be_complete() -> None:
    """By the states of the tiles in games that end early and in those that don't."""
    assert full_turns(Known.of(nd.plain_deal(4021, 7))) == {15, 16, 17}
    assert full_turns(Known.of(nd.plain_deal(4021, 22))) == {15, 17}
