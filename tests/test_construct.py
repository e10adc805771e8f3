"""Construction: drop plans, regions and packings against naive twins, and whole games judged."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations, product
from typing import Any

import pytest

import numberdrop as nd
import oracle
from numberdrop import _core
from numberdrop.combo import box_points
from numberdrop.plan.construct import Aim, Attempt, Construction
from samples import BENCH, some_rolls

Board = frozenset[str]
Plan = tuple[Board, ...]
Drops = tuple[tuple[int, int, int, int], ...]

SHAPES = "IOTLS*"
FLAT = (0,) * 7
#: Wide enough for every step.
ANY_STEP = 14


def numbers_of(shapes: str) -> list[int]:
    return [_core.WILD if shape == "*" else "IOTLS".index(shape) for shape in shapes]


def is_solid(board: Board) -> bool:
    """No hole: below each cell there is another, or the ground."""
    return all(cell[1:] == "1" or f"{cell[0]}{int(cell[1:]) - 1}" in board for cell in board)


def board_of(heights: Sequence[int]) -> Board:
    return frozenset(
        cell for cell in oracle.CELLS if int(cell[1:]) <= heights["abcdefg".index(cell[0])]
    )


def heights_of(board: Board) -> tuple[int, ...]:
    return tuple(
        max((int(cell[1:]) for cell in board if cell[0] == column), default=0)
        for column in oracle.COLUMNS
    )


@cache
def landings(board: Board, shape: str) -> list[Board]:
    """Where a shape comes to rest under the line without a hole."""
    sheet = oracle.Sheet(dict.fromkeys(board, "X"))
    shapes = oracle.SOLO_SHAPES if shape == "*" else [shape]
    return [
        cells
        for one in shapes
        for cells in oracle.landings(sheet, one)
        if is_solid(board | cells) and all(int(cell[1:]) <= 11 for cell in cells)
    ]


def plans(board: Board, shapes: str, rows: int, steep: int) -> Iterator[Plan]:
    """Every drop plan. A step counts where a piece touches one of its columns."""
    if not shapes:
        if min(heights_of(board)) >= rows:
            yield ()
        return
    for cells in landings(board, shapes[0]):
        after = heights_of(board | cells)
        touched = {oracle.COLUMNS.index(cell[0]) for cell in cells}
        if all(abs(after[i] - after[i + 1]) <= steep for i in range(6) if {i, i + 1} & touched):
            for rest in plans(board | cells, shapes[1:], rows, steep):
                yield (cells, *rest)


def cells_of(drops: Drops) -> Plan:
    return tuple(frozenset(oracle.CELLS[i] for i in _core.piece_cells(*drop)) for drop in drops)


def judge_drops(drops: Drops, shapes: str, heights: Sequence[int], rows: int = 0) -> Board:
    """Each piece is of its shape and comes to rest, under the line, without a hole."""
    board = board_of(heights)
    for cells, (shape, *_), wanted in zip(cells_of(drops), drops, shapes, strict=True):
        assert wanted in ("*", "IOTLS"[shape])
        assert cells in landings(board, "IOTLS"[shape])
        board |= cells
    assert min(heights_of(board)) >= rows
    return board


# Drop plans

OUTLINES = [FLAT, (1, 0, 0, 0, 0, 0, 0), (2, 2, 1, 0, 0, 1, 3), (5, 4, 4, 4, 5, 6, 8)]
HIGH = [(11, 10, 10, 8, 9, 9, 11), (9, 9, 9, 9, 9, 9, 9), (8, 11, 9, 9, 7, 11, 8)]


@pytest.mark.parametrize("seed", range(80))
def test_the_number_of_drop_plans_is_what_enumeration_finds(seed: int) -> None:
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


def test_drop_plans_counted_by_hand() -> None:
    totals = [
        (_core.DropPlans(numbers_of(shapes), [heights], rows, steep).total(), wanted)
        for shapes, heights, rows, steep, wanted in [
            ("I", FLAT, 0, ANY_STEP, 4 + 7),
            ("I", FLAT, 0, 3, 4),
            ("O", FLAT, 0, 1, 0),
            # Beside each other; not on top of each other, which is a step of four.
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
def test_every_drop_plan_is_drawn_equally_often(
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
def test_drop_plans_of_whole_games(n: int) -> None:
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
    """True if these shapes can be the last ones on the way to this board, by taking them off it."""
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


def test_the_last_pieces_can_finish_where_they_can_be_taken_off_again() -> None:
    rng = random.Random(1)
    full = board_of((11,) * 7)
    endings = ["".join(shapes) for count in range(3) for shapes in product(SHAPES, repeat=count)]
    endings += ["".join(rng.choices(SHAPES[:5], k=k)) for k in (3, 4, 4, 5, 6) for _ in range(8)]
    found = {shapes: _core.can_finish(numbers_of(shapes)) for shapes in endings}
    assert found == {shapes: ends(full, shapes) for shapes in endings}
    assert not any(can for shapes, can in found.items() if shapes.endswith("S"))
    assert all(found[shape] for shape in "IOTL*")
    assert 10 < sum(found.values()) < len(found) - 10


def test_what_can_finish_is_all_that_does() -> None:
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


def test_the_cells_of_pieces_are_those_of_the_shapes() -> None:
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


# Regions

#: Boxes by their bit: is it consecutive, its size. The bonus box, of either kind, is apart.
BOXES = [(rise, size) for rise in (False, True) for size in oracle.SIZES]
BONUS = 10
ALL = (1 << 11) - 1


@dataclass(frozen=True)
class Place:
    """What a Site is made of, in words of the oracle, and a drop plan."""

    heights: tuple[int, ...]
    below: Mapping[str, int]
    shapes: str
    owners: tuple[int, ...]
    drops: Drops
    rolls: tuple[str, ...]
    boxes: int
    last: tuple[int, ...]
    falls: tuple[int, ...]
    filled: int = 0

    def site(self) -> _core.Site:
        dice = [[-1 if die == "*" else int(die) for die in roll] for roll in self.rolls]
        return _core.Site(
            [self.below.get(cell, -1) for cell in oracle.CELLS[:77]],
            self.heights,
            self.owners,
            numbers_of(self.shapes),
            self.drops,
            dice,
            self.boxes,
            self.last,
            self.falls,
            self.filled,
        )

    def turns(self, drops: Drops) -> dict[str, int]:
        """The turn that writes each digit, 0 for those that are there already."""
        turns = dict.fromkeys(self.below, 0)
        for cells, owner in zip(cells_of(drops), self.owners, strict=True):
            turns.update(dict.fromkeys(cells, owner) if owner > 0 else {})
        return turns


def place_of(
    seed: int, pieces: int, turns: int, boxes: int, digits: str = "1234", stars: float = 0.1
) -> Place:
    """A random drop plan with an X shape in it now and then, and dice with few digits."""
    rng = random.Random(seed)
    while True:
        heights = list(rng.choice([*OUTLINES, (0, 1, 3, 3, 2, 2, 2)]))
        shapes = "".join(rng.choices(SHAPES, k=pieces))
        found = _core.DropPlans(numbers_of(shapes), [heights], 0, 4)
        if found.total():
            break
    owners = sorted(rng.sample(range(1, turns + 1), turns) + [0] * (pieces - turns))
    rng.shuffle(owners)
    number, blocks = 0, []
    for owner in owners:
        number += owner > 0
        blocks.append(number if owner else -1)
    below = {
        cell: int(rng.choice(digits)) for cell in sorted(board_of(heights)) if rng.random() < 0.7
    }
    rolls = [
        "".join("*" if rng.random() < stars else rng.choice(digits) for _ in range(4))
        for _ in range(turns)
    ]
    last = tuple(rng.choice([turns] * 5 + [rng.randrange(turns + 1)]) for _ in range(11))
    falls = tuple(rng.choice([0, 0, rng.randrange(turns + 1)]) for _ in range(5))
    # Of no size are both boxes filled before.
    filled = sum(1 << i + rng.choice([0, 5]) for i in range(5) if rng.random() < 0.2) & ~boxes
    drops = found.draw(rng.getrandbits(64))[1]
    return Place(
        tuple(heights),
        below,
        shapes,
        tuple(blocks),
        drops,
        tuple(rolls),
        boxes,
        last,
        falls,
        filled,
    )


def connected_sets(cells: Sequence[str]) -> Iterator[Board]:
    """All connected sets of three to eight cells."""
    groups = {frozenset([cell]) for cell in cells}
    for size in range(2, 9):
        groups = {
            group | {new}
            for group in groups
            for cell in group
            for new in oracle.neighbours(cell)
            if new in cells and new not in group
        }
        if size >= 3:
            yield from groups


def paths(cells: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """All paths of three to eight cells, in both directions."""
    found: list[tuple[str, ...]] = [(cell,) for cell in cells]
    for size in range(2, 9):
        found = [
            (*path, new)
            for path in found
            for new in oracle.neighbours(path[-1])
            if new in cells and new not in path
        ]
        if size >= 3:
            yield from found


def are_payable(digits: Mapping[str, int], turns: Mapping[str, int], place: Place) -> bool:
    """The dice of each turn pay for these digits, a star for any, and those on the sheet are so."""
    if any(place.below[cell] != digit for cell, digit in digits.items() if not turns[cell]):
        return False
    for turn, roll in enumerate(place.rolls, 1):
        wanted = Counter(str(digit) for cell, digit in digits.items() if turns[cell] == turn)
        if sum((wanted - Counter(roll)).values()) > roll.count("*"):
            return False
    return True


Region = tuple[int, dict[str, int]]


def regions(place: Place, drops: Drops) -> Iterator[Region]:
    """The box and the digits of each region of a drop plan."""
    turns = place.turns(drops)
    cells = sorted(turns)
    for rise, shaped in ((False, connected_sets(cells)), (True, paths(cells))):
        for one in shaped:
            size = len(one)
            box = BONUS if size == 8 else BOXES.index((rise, size))
            released = max(1, *(turns[cell] for cell in one))
            if not place.boxes >> box & 1 or released > place.last[box]:
                continue
            for first in range(10 - size + 1 if rise else 10):
                digits = {cell: first + (i if rise else 0) for i, cell in enumerate(one)}
                if are_payable(digits, turns, place):
                    yield box, digits


@pytest.mark.parametrize("seed", range(24))
def test_the_number_of_regions_is_what_enumeration_finds(seed: int) -> None:
    rng = random.Random(seed)
    pieces = rng.randrange(2, 6)
    turns = max(1, pieces - rng.choice([0, 0, 1]))
    boxes = rng.choice([ALL, ALL, rng.randrange(ALL)])
    digits = rng.choice(["1", "12", "123", "3456", "0123456789"])
    place = place_of(seed, pieces, turns, boxes, digits, rng.choice([0, 0.1, 0.4]))
    found = Counter(box for box, _ in regions(place, place.drops))
    assert place.site().counts() == tuple(found[box] for box in range(11)), place


# Packings


def size_of(box: int) -> int:
    return 8 if box == BONUS else BOXES[box][1]


def missing_of(place: Place, filled: Sequence[int]) -> int:
    return sum(size_of(box) for box in range(11) if place.boxes >> box & 1 and box not in filled)


def are_claims(place: Place, turns: Mapping[int, int]) -> bool:
    """Claims, each box in its turn: one a turn, none too late, and no letter is circled before its
    tile falls, which it does before the claim of that turn."""
    if len(set(turns.values())) < len(turns):
        return False
    if any(turn > place.last[box] for box, turn in turns.items()):
        return False
    for size, fall in enumerate(place.falls):
        both = [
            turns.get(box, 0) for box in (size, size + 5) if box in turns or place.filled >> box & 1
        ]
        if fall and len(both) == 2 and max(both) < fall:
            return False
    return True


def judge_packing(place: Place, site: _core.Site, seed: object = "") -> None:
    """What is filled is allowed, and what is missing is said."""
    drops, best = site.drops(), site.best()
    board = judge_drops(drops, place.shapes, place.heights)
    assert heights_of(board) == heights_of(board_of(place.heights).union(*cells_of(place.drops)))
    turns = place.turns(drops)
    names = {box: [oracle.CELLS[cell] for cell in cells] for box, cells, _, _ in best}
    used = [cell for cells in names.values() for cell in cells]
    assert len(best) == len(names)
    assert len(used) == len(set(used))
    together: dict[str, int] = {}
    for box, _, digits, turn in best:
        sheet = oracle.Sheet({c: str(d) for c, d in zip(names[box], digits, strict=True)})
        kind = oracle.claim_kind(sheet, names[box])
        assert kind is not None
        assert place.boxes >> box & 1
        assert (
            kind == (kind[0], 8)
            if box == BONUS
            else kind == ("consecutive" if box >= 5 else "identical", size_of(box))
        )
        assert 1 <= turn <= len(place.rolls)
        assert turn >= max(turns[cell] for cell in names[box])
        together |= dict(zip(names[box], digits, strict=True))
    assert are_payable(together, turns, place), (seed, place)
    assert are_claims(place, {box: turn for box, _, _, turn in best})
    assert site.missing == missing_of(place, list(names))


@pytest.mark.parametrize("seed", range(24))
def test_packings_are_legal_and_get_no_worse(seed: int) -> None:
    rng = random.Random(seed)
    turns = rng.randrange(6, 12)
    boxes = rng.choice([ALL, ALL & ~(1 << BONUS), ALL & ~rng.getrandbits(11)])
    place = place_of(seed, turns + rng.randrange(3), turns, boxes, "1234567", 0.15)
    site, twin = place.site(), place.site()
    site.fill(seed, 2, 20)
    twin.fill(seed, 2, 20)
    for _ in range(20):
        judge_packing(place, site, seed)
        assert (site.best(), site.drops(), site.missing) == (
            twin.best(),
            twin.drops(),
            twin.missing,
        )
        before = site.missing
        site.more(4, 10)
        twin.more(4, 10)
        assert site.missing <= before
    judge_packing(place, site, seed)


def test_a_run_keeps_its_order_when_the_drop_plan_changes() -> None:
    """Two runs can go around the same four cells from the same one, and take other dice."""
    place = Place(
        heights=(2, 2, 1, 0, 0, 1, 3),
        below={"a1": 4, "f1": 2, "g1": 2, "g2": 4},
        shapes="T*T**L",
        owners=(1, 2, 3, 4, 5, 6),
        drops=((2, 3, 2, 0), (0, 1, 4, 0), (2, 2, 3, 3), (0, 1, 5, 1), (1, 0, 1, 2), (3, 5, 1, 4)),
        rolls=("5443", "4512", "1254", "2315", "4124", "4142"),
        boxes=0b111 << 5,
        last=(6,) * 11,
        falls=(0,) * 5,
    )
    for seed in range(25):
        site = place.site()
        site.fill(seed, 1, 20)
        for _ in range(20):
            judge_packing(place, site, seed)
            site.more(1, 10)


def least_missing(place: Place) -> int:
    """The fewest digits missing on the drop plan, all packings tried."""
    turns = place.turns(place.drops)
    of_box: dict[int, list[dict[str, int]]] = {}
    for box, digits in regions(place, place.drops):
        of_box.setdefault(box, []).append(digits)
    best = missing_of(place, [])

    def claimable(chosen: Mapping[int, dict[str, int]]) -> bool:
        first = {box: max(1, *map(turns.__getitem__, digits)) for box, digits in chosen.items()}
        return any(
            all(turn >= first[box] for box, turn in zip(chosen, order, strict=True))
            and are_claims(place, dict(zip(chosen, order, strict=True)))
            for order in permutations(range(1, len(place.rolls) + 1), len(chosen))
        )

    def fill(boxes: list[int], chosen: dict[int, dict[str, int]]) -> None:
        nonlocal best
        if missing_of(place, [*chosen, *boxes]) >= best:
            return
        if not boxes:
            if claimable(chosen):
                best = missing_of(place, list(chosen))
            return
        taken: dict[str, int] = {}
        for digits in chosen.values():
            taken |= digits
        for digits in of_box.get(boxes[0], []):
            if taken.keys().isdisjoint(digits) and are_payable(taken | digits, turns, place):
                fill(boxes[1:], chosen | {boxes[0]: digits})
        fill(boxes[1:], chosen)

    fill([box for box in range(11) if place.boxes >> box & 1], {})
    return best


#: Boxes of size 3 and 4, all of them or without one.
SMALL = [0b1100011, 0b1100011, 0b1000011, 0b1100001]


@pytest.mark.parametrize("seed", range(60))
def test_small_packings_are_as_full_as_can_be(seed: int) -> None:
    rng = random.Random(seed)
    turns = rng.choice([2, 3, 4, 4])
    place = place_of(seed, turns, turns, rng.choice(SMALL), rng.choice(["12", "123", "1234"]), 0.06)
    site = place.site()
    site.fill(seed, 0, 2000)
    judge_packing(place, site)
    assert site.missing == least_missing(place), place


@pytest.mark.parametrize("seed", range(12))
def test_a_promise_is_exact_for_one_box(seed: int) -> None:
    """With one box wanted nothing is shared: its regions, and that it stays open."""
    rng = random.Random(seed)
    place = place_of(seed, 9, 9, 1 << rng.randrange(11), rng.choice(["12", "123", "1234567"]), 0.1)
    place = replace(place, last=(9,) * 11, falls=(0,) * 5)
    count = sum(place.site().counts())
    size = next(size_of(box) for box in range(11) if place.boxes >> box & 1)
    assert place.site().promise(seed) == pytest.approx(math.log(count + 8.0**-size))


def test_a_promise_falls_when_boxes_want_the_same_cells() -> None:
    """Three and four 1s: on four cells that can show them both have places, but not together."""
    apart, together = (
        Place(
            heights=FLAT,
            below={},
            shapes="IO",
            owners=(1, 2),
            drops=((0, 0, 0, 0), (1, 0, 4, 0)),
            rolls=(("1111", second)),
            boxes=0b11,
            last=(2,) * 11,
            falls=(0,) * 5,
        )
        .site()
        .promise(1)
        for second in ("1111", "2345")
    )
    assert apart > math.log(4) > 0 > together


def test_a_promise_falls_when_a_letter_has_to_wait() -> None:
    """Of two boxes of a size one waits until their tile falls: in the last turn for one size, which
    leaves fewer packings, or in the last turn for two of them, which leaves none."""
    place = replace(place_of(1, 9, 9, 0b1100011, "123", 0.1), last=(9,) * 11)
    free, one, two = (
        replace(place, falls=falls).site().promise(1)
        for falls in [(0, 0, 0, 0, 0), (9, 0, 0, 0, 0), (9, 9, 0, 0, 0)]
    )
    assert free > one > two + 10


def a_site() -> _core.Site:
    return place_of(0, 6, 6, ALL, "123").site()


def test_a_site_goes_on_from_where_it_is() -> None:
    place = place_of(3, 9, 9, ALL, "1234", 0.1)
    site = place.site()
    assert site.drops() == place.drops
    site.fill(1, 30, 10)
    assert site.drops() != place.drops
    assert replace(place, drops=site.drops()).site().counts() == site.counts()
    again = replace(place, drops=site.drops()).site()
    site.fill(2, 5, 10)
    again.fill(2, 5, 10)
    assert (site.best(), site.drops()) == (again.best(), again.drops())


def test_a_site_without_a_wish_or_a_piece() -> None:
    site = replace(place_of(0, 6, 6, ALL, "123"), boxes=0).site()
    assert site.promise(1) == 0
    site.fill(1, 5, 5)
    assert (site.missing, site.best(), site.counts()) == (0, [], (0,) * 11)
    bare = _core.Site([-1] * 77, FLAT, [], [], [], [], 1, (0,) * 11, (0,) * 5)
    bare.fill(1, 5, 5)
    bare.more(5, 5)
    assert (bare.missing, bare.best(), bare.drops()) == (3, [], ())


def test_a_stopped_site_keeps_what_it_has() -> None:
    place = place_of(3, 9, 9, ALL, "1234", 0.2)
    site = place.site()
    site.fill(1, 3, 10)
    best = site.best()
    site.stop()
    site.more(10**9, 0)
    assert site.best() == best


# What the core refuses


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
def test_wrong_drop_plans_are_refused(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises((ValueError, OverflowError), match=message):
        _core.DropPlans(*arguments)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_wrong_seeds_are_refused(seed: int) -> None:
    with pytest.raises(OverflowError):
        _core.DropPlans([0], [FLAT], 0, 4).draw(seed)
    with pytest.raises(OverflowError):
        a_site().promise(seed)
    with pytest.raises(OverflowError):
        a_site().fill(seed, 0, 1)
    with pytest.raises(OverflowError):
        a_site().fill(1, 0, seed)


@pytest.mark.parametrize("shapes", [[0] * 7, [5], [-1], [1, 14], [2**40]], ids=str)
def test_wrong_endings_are_refused(shapes: list[int]) -> None:
    with pytest.raises((ValueError, OverflowError)):
        _core.can_finish(shapes)


@pytest.mark.parametrize(
    "piece",
    [(5, 0, 0, 0), (-1, 0, 0, 0), (0, 2, 0, 0), (1, 1, 0, 0), (0, -1, 0, 0), (0, 0, 4, 0),
     (0, 0, -1, 0), (0, 1, 0, 8), (0, 0, 0, 11), (0, 0, 0, -1), (15, 0, 0, 0), (2**40, 0, 0, 0)],
    ids=str,
)  # fmt: skip
def test_wrong_pieces_are_refused(piece: tuple[int, int, int, int]) -> None:
    with pytest.raises((ValueError, OverflowError)):
        _core.piece_cells(*piece)


#: A site of one O and a digit beside it.
SITE: dict[str, Any] = {
    "digits": [1, *[-1] * 76],
    "outline": (1, 0, 0, 0, 0, 0, 0),
    "owners": [1],
    "shapes": [1],
    "drops": [(1, 0, 1, 0)],
    "rolls": [(1, 1, 2, -1)],
    "boxes": 1,
    "last": [1] * 11,
    "falls": [0] * 5,
}


def test_a_small_site() -> None:
    site = _core.Site(**SITE)
    # 1s on a1, b1 and one of c1, b2; on all of b1, c1, b2, c2 but one.
    assert site.counts() == (2 + 4, *[0] * 10)
    site.fill(1, 0, 10)
    assert site.missing == 0
    [(box, cells, digits, turn)] = site.best()
    assert (box, digits, turn) == (0, (1, 1, 1), 1)
    assert {0, 1} < set(cells) or 0 not in cells


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"digits": [-1] * 76}, "77 digits"),
        ({"digits": [10, *[-1] * 76]}, "a digit in 0..9, got 10"),
        ({"digits": [-2, *[-1] * 76]}, "a digit in 0..9, got -2"),
        ({"digits": [1, 1, *[-1] * 75]}, "digits below the outline, got one in cell 1"),
        ({"outline": (0,) * 6}, "seven heights"),
        ({"outline": (12, *FLAT[1:])}, "a height in 0..11, got 12"),
        ({"owners": []}, "an owner, a shape and a drop"),
        ({"owners": [1, 1]}, "an owner, a shape and a drop"),
        ({"owners": [1] * 26, "shapes": [1] * 26, "drops": [(1, 0, 1, 0)] * 26}, "at most 25"),
        ({"owners": [0]}, "a turn from 1 on, or -1"),
        ({"owners": [2]}, "a turn in 0..1, got 2"),
        ({"owners": [-2]}, "a turn in 0..1, got -2"),
        ({"shapes": [7]}, "a shape in 0..4 or WILD, got 7"),
        ({"shapes": [0]}, "drops of the shapes"),
        ({"drops": [(1, 0, 0, 0)]}, "leave no hole"),
        ({"drops": [(1, 0, 1, 1)]}, "leave no hole"),
        ({"drops": [(1, 0, 0, 1)]}, "leave no hole"),
        ({"drops": [(1, 0, 6, 0)]}, "a column in 0..5, got 6"),
        ({"drops": [(1, 0, 1, 10)]}, "a row in 0..9, got 10"),
        ({"drops": [(1, 1, 1, 0)]}, "an orientation in 0..0, got 1"),
        ({"drops": [(9, 0, 1, 0)]}, "a shape in 0..4, got 9"),
        ({"rolls": [(1, 1, 2)]}, "four number dice"),
        ({"rolls": [(1, 1, 2, 10)]}, "a digit in 0..9, got 10"),
        ({"rolls": [(1, 1, 2, "*")]}, "a digit in 0..9, got '*'"),
        ({"rolls": [(1, 1, 2, 3)] * 21}, "at most 20 rolls"),
        ({"boxes": 2048}, "boxes in 0..2047"),
        ({"boxes": -1}, "boxes in 0..2047"),
        ({"boxes": 2**40}, "large"),
        ({"filled": 2048}, "boxes in 0..2047"),
        ({"filled": 1}, "wanted or filled"),
        ({"last": [1] * 10}, "eleven last turns"),
        ({"last": [2] * 11}, "a turn in 0..1, got 2"),
        ({"falls": [0] * 6}, "five falls"),
        ({"falls": [0, 0, 0, 0, 2]}, "a turn in 0..1, got 2"),
        ({"falls": [0, 1, 0, 0, 0], "filled": 0b1000010}, "no fall of a tile"),
    ],
    ids=str,
)
def test_wrong_sites_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, OverflowError), match=message):
        _core.Site(**{**SITE, **change})


def test_nothing_is_filled_before_it_is_filled() -> None:
    site = a_site()
    for ask in (
        lambda: site.missing,
        lambda: site.nodes,
        site.best,
        lambda: site.more(1, 1),
    ):
        with pytest.raises(ValueError, match=r"expected fill\(\) before"):
            ask()


# Whole games


def starts_of(deal: nd.Deal) -> list[nd.Position]:
    return [nd.Position.start(deal.tiles, f"{column}1") for column in oracle.COLUMNS]


def judge_line(built: Construction, found: Attempt) -> oracle.Sheet:
    """The line is legal and scores what it says, by both judges."""
    position = built.starts[found.start]
    bga, slide, _ = oracle.read_variant(str(built.variant))
    sheet = oracle.parse(str(position))
    for turn in found.turns:
        assert not position.is_over()
        position = nd.play(position, turn, built.variant)
        sheet = oracle.play_turn(sheet, turn.to_json(), slide)
    assert [turn.roll for turn in found.turns] == list(built.rolls[: len(found.turns)])
    assert len(found.turns) == len(built.rolls) or position.is_over()
    assert str(position) == sheet.to_text()
    score = oracle.score(sheet, bga)["total"]
    assert found.score == position.score(built.variant).total == score
    return sheet


def build(deal: nd.Deal, variant: str = "rulebook") -> Construction:
    return Construction(starts_of(deal), deal.rolls, nd.Variant.of(variant))


def test_aims_promise_no_more_than_counting_allows() -> None:
    from numberdrop.plan.bounds import counting_bound

    full = [dict.fromkeys(board_of((rows,) * 7), "X") for rows in range(12)]
    for n in range(5):
        deal = nd.plain_deal(7, n)
        aims = build(deal).aims()
        assert aims == sorted(aims, key=lambda aim: -aim.points)
        assert len(aims) == len(set(aims))
        assert aims[0].points <= counting_bound(deal)
        for aim in aims:
            assert aim.boxes.bit_count() <= aim.turns
            assert 7 * aim.rows <= 1 + 4 * (aim.turns + aim.falls) <= 77
            assert aim.turns + aim.falls + aim.over <= 25
            wanted = [box for box in range(11) if aim.boxes >> box & 1]
            assert sum(map(size_of, wanted)) <= 1 + 4 * aim.turns
            kinds = [{size_of(box) for box in wanted if box // 5 == kind} for kind in range(3)]
            parts = oracle.Sheet(full[aim.rows], kinds[0], kinds[1], bool(kinds[2]))
            assert aim.points == oracle.score(parts)["total"]
        assert not any(aim.over for aim in build(deal, "bga").aims())


@pytest.mark.parametrize(
    ("n", "variant", "over"),
    [
        (13, "rulebook", False),
        (19, "rulebook", False),
        (45, "rulebook", True),
        (50, "rulebook", True),
        (11, "bga", False),
        (19, "bga", False),
    ],
)
def test_100_points_are_built(n: int, variant: str, over: bool) -> None:
    built = build(nd.plain_deal(2026, n), variant)
    aim = next(aim for aim in built.aims() if aim.over == over)
    assert aim.points == 100
    for seed in range(6):
        found = built.attempt(aim, seed)
        if found.score is not None:
            sheet = judge_line(built, found)
        if found.score == 100:
            break
    assert found.score == 100
    assert found.missing == 0
    assert len(found.turns) == aim.turns
    assert oracle.is_past_the_line(sheet) == over
    assert all(cell in sheet.cells for cell in board_of((11,) * 7))


def test_an_attempt_repeats_and_is_legal() -> None:
    lines = set()
    for n, variant in enumerate(["rulebook", "bga", "rulebook+slide", "bga+slide+review-dice"], 47):
        deal = nd.plain_deal(2026, n, nd.Variant.of(variant).dice)
        built, twin = build(deal, variant), build(deal, variant)
        aims = built.aims()
        assert built.attempt(aims[0], 1, grounds=2) == twin.attempt(aims[0], 1, grounds=2)
        for seed, aim in enumerate(aims[:6:2]):
            found = built.attempt(aim, seed, grounds=2)
            if found.score is not None:
                judge_line(built, found)
                lines.add(found)
    assert len(lines) >= 4


def smaller(built: Construction, aim: Aim, boxes: int) -> Aim:
    """The aim with some of its boxes only."""
    return replace(
        aim,
        boxes=boxes,
        points=aim.points - box_points(aim.boxes | built.filled) + box_points(boxes | built.filled),
    )


@pytest.mark.parametrize("variant", ["rulebook", "bga", "rulebook+slide"])
def test_what_is_built_on_a_position_is_what_was_aimed_at(variant: str) -> None:
    """Where nothing is missing there is a game, and it scores what the aim promises."""
    reached = judged = 0
    for number, position in enumerate(BENCH[:: 2 if variant == "rulebook" else 4]):
        rng = random.Random(number)
        built = Construction(
            [position], some_rolls(rng, rng.randrange(3, 9)), nd.Variant.of(variant)
        )
        for aim in built.aims()[:6]:
            boxes = aim.boxes & rng.getrandbits(11) & rng.getrandbits(11)
            goal = smaller(built, aim, boxes)
            found = built.attempt(goal, number, grounds=2)
            if found.score is not None:
                judged += 1
                judge_line(built, found)
            if found.missing == 0 and not goal.over:
                assert found.score == goal.points
                assert len(found.turns) == goal.turns
                reached += 1
    assert reached >= 10 < judged


def test_a_letter_whose_other_box_is_filled_is_not_circled_before_its_tile_falls() -> None:
    """D falls in the second turn. The run of six is there from the first, and has to wait."""
    position = nd.Position.from_text("1234567/1234567 6:-:- I4x,O4x,T4x,L2,S4x 12")
    built = Construction([position], [nd.Roll("1425", "I"), nd.Roll("3641", "O")], nd.Variant())
    aim = next(aim for aim in built.aims() if aim.falls == 1 and not aim.over)
    goal = replace(smaller(built, aim, 1 << 8), rows=2)
    for seed in range(20):
        found = built.attempt(goal, seed, grounds=2)
        assert found.missing == 0
        assert judge_line(built, found).consecutive == {6}
        assert found.turns[0].claim is None
        assert found.turns[1].drops[0].tile == "D"


def test_nothing_is_tried_after_a_stop() -> None:
    built = build(nd.plain_deal(2026, 13))
    built.stop.set()
    assert built.attempt(built.aims()[0], 1) == Attempt(None, 0, (), None, 0)
