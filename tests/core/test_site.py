"""Sites of the core, which fill boxes on drop plans: regions and packings compared with naive
versions."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Container, Mapping
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

import oracle
from drops import FLAT, Plan, board_of, cells_of, plans
from numberdrop import _core
from sites import (
    ALL,
    BONUS,
    STEEP,
    Place,
    are_claims,
    are_payable,
    judge_packing,
    missing_of,
    place_of,
    regions,
    size_of,
)


def seeds(count: int, short: int, long: Container[int] = ()) -> pytest.MarkDecorator:
    """Parametrise with the seeds below `count`. Seeds from `short` on and those in `long` are
    slow."""
    slow = [seed for seed in range(count) if seed >= short or seed in long]
    return pytest.mark.parametrize(
        "seed",
        [pytest.param(s, marks=[pytest.mark.slow] if s in slow else []) for s in range(count)],
    )


@seeds(24, short=16, long={0, 11, 12})
def test_number_of_regions_equals_enumeration(seed: int) -> None:
    rng = random.Random(seed)
    pieces = rng.randrange(2, 6)
    turns = max(1, pieces - rng.choice([0, 0, 1]))
    boxes = rng.choice([ALL, ALL, rng.randrange(ALL)])
    digits = rng.choice(["1", "12", "123", "3456", "0123456789"])
    place = place_of(seed, pieces, turns, boxes, digits, rng.choice([0, 0.1, 0.4]))
    found = Counter(box for box, _ in regions(place, place.drops))
    assert place.site().counts() == tuple(found[box] for box in range(11)), place


# Packings


@pytest.mark.parametrize("with_plans", [False, True])
@seeds(24, short=6)
def test_packings_are_legal_and_never_get_worse(seed: int, with_plans: bool) -> None:
    rng = random.Random(seed)
    turns = rng.randrange(6, 12)
    boxes = rng.choice([ALL, ALL & ~(1 << BONUS), ALL & ~rng.getrandbits(11)])
    place = place_of(seed, turns + rng.randrange(3), turns, boxes, "1234567", 0.15)
    site, twin = (place.site(place.plans() if with_plans else None) for _ in range(2))
    site.fill(seed, 2, 20)
    twin.fill(seed, 2, 20)
    for _ in range(20):
        judge_packing(place, site, seed, is_end_fixed=not with_plans)
        assert (site.best(), site.drops(), site.missing) == (
            twin.best(),
            twin.drops(),
            twin.missing,
        )
        before = site.missing
        site.more(4, 10)
        twin.more(4, 10)
        assert site.missing <= before
    judge_packing(place, site, seed, is_end_fixed=not with_plans)


@pytest.mark.slow
def test_run_keeps_its_order_when_the_drop_plan_changes() -> None:
    """Two runs can go around the same four cells from the same start but use different dice."""
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
    seen = set()
    for seed in range(25):
        site = place.site()
        site.fill(seed, 1, 20)
        for _ in range(20):
            judge_packing(place, site, seed)
            seen.add(site.drops())
            site.more(1, 10)
    assert len(seen) > 5


def are_claimable(
    place: Place, turns: Mapping[str, int], chosen: Mapping[int, dict[str, int]]
) -> bool:
    """Return whether some order of the claims is legal."""
    first = {box: max(1, *map(turns.__getitem__, digits)) for box, digits in chosen.items()}
    return any(
        all(turn >= first[box] for box, turn in zip(chosen, order, strict=True))
        and are_claims(place, dict(zip(chosen, order, strict=True)))
        for order in permutations(range(1, len(place.rolls) + 1), len(chosen))
    )


# Refitting


def fits(place: Place, drops: Plan, kept: Mapping[int, dict[str, int]]) -> bool:
    """Return whether the regions are possible on this drop plan: affordable, and claimed in
    time."""
    turns = dict.fromkeys(place.below, 0)
    for cells, owner in zip(drops, place.owners, strict=True):
        turns.update(dict.fromkeys(cells, owner) if owner > 0 else {})
    together = {cell: digit for digits in kept.values() for cell, digit in digits.items()}
    return (
        together.keys() <= turns.keys()
        and are_payable(together, turns, place)
        and are_claimable(place, turns, kept)
    )


@seeds(40, short=7)
def test_reshaping_finds_every_way_that_keeps_the_regions(seed: int) -> None:
    rng = random.Random(seed)
    turns = rng.choice([2, 3, 3])
    place = place_of(seed, turns + (turns == 2), turns, 0b1100011, "12", 0.3)
    site = place.site(place.plans())
    site.fill(seed, 0, 50)
    boxes = rng.choice([ALL, ALL & ~rng.getrandbits(11)])
    kept = {
        box: {oracle.CELLS[cell]: digit for cell, digit in zip(cells, digits, strict=True)}
        for box, cells, digits, _ in site.best()
        if boxes >> box & 1
    }
    board = board_of(place.heights)
    every = {drops for drops in plans(board, place.shapes, 0, STEEP) if fits(place, drops, kept)}
    assert cells_of(place.drops) in every
    found = set()
    for number in range(60 * len(every) if len(every) < 40 else 200):
        before = site.drops()
        is_refitted = site.refit(boxes, number)
        assert is_refitted == (site.drops() != before)
        judge_packing(place, site, is_end_fixed=False)
        assert kept.keys() <= {box for box, *_ in site.best()}
        assert not is_refitted or {box for box, *_ in site.best()} == kept.keys()
        found.add(cells_of(site.drops()))
    assert found == every if len(every) < 40 else found <= every


def test_full_regions_leave_fewer_drop_plans() -> None:
    """If nothing has to stay, pieces come down anywhere. A full sheet leaves little choice."""
    place = place_of(5, 11, 11, ALL & ~(1 << BONUS), "1234567", 0.2)
    site = place.site(place.plans())
    site.fill(1, 400, 20)
    full = sum(1 << box for box, *_ in site.best())
    assert full.bit_count() >= 8
    few = {(site.refit(full, seed), site.drops())[1] for seed in range(200)}
    assert {box for box, *_ in site.best()} == {box for box in range(11) if full >> box & 1}
    many = {(site.refit(0, seed), site.drops())[1] for seed in range(200)}
    assert site.best() == []
    assert len(few) < 40 < 150 < len(many)


def least_missing(place: Place) -> int:
    """Return the fewest digits missing on the drop plan, by trying all packings."""
    turns = place.turns(place.drops)
    of_box: dict[int, list[dict[str, int]]] = {}
    for box, digits in regions(place, place.drops):
        of_box.setdefault(box, []).append(digits)
    best = missing_of(place, [])

    def fill(boxes: list[int], chosen: dict[int, dict[str, int]]) -> None:
        nonlocal best
        if missing_of(place, [*chosen, *boxes]) >= best:
            return
        if not boxes:
            if are_claimable(place, turns, chosen):
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


#: Boxes of size 3 and 4: all four of them, or all but one.
SMALL = [0b1100011, 0b1100011, 0b1000011, 0b1100001]


@seeds(60, short=20, long={7})
def test_small_packings_are_optimal(seed: int) -> None:
    rng = random.Random(seed)
    turns = rng.choice([2, 3, 4, 4])
    place = place_of(seed, turns, turns, rng.choice(SMALL), rng.choice(["12", "123", "1234"]), 0.06)
    site = place.site()
    site.fill(seed, 0, 2000)
    judge_packing(place, site)
    assert site.missing == least_missing(place), place


@pytest.mark.parametrize("seed", range(12))
def test_promise_is_exact_for_one_box(seed: int) -> None:
    """With one box wanted, nothing competes: there are its regions, and the option to leave it
    open."""
    rng = random.Random(seed)
    place = place_of(seed, 9, 9, 1 << rng.randrange(11), rng.choice(["12", "123", "1234567"]), 0.1)
    place = replace(place, last=(9,) * 11, falls=(0,) * 5)
    count = sum(place.site().counts())
    size = next(size_of(box) for box in range(11) if place.boxes >> box & 1)
    assert place.site().promise(seed) == pytest.approx(math.log(count + 8.0**-size))


def test_promise_falls_if_boxes_need_the_same_cells() -> None:
    """Three and four 1s each fit on four cells that can show them, but not both together."""
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


def test_promise_falls_if_a_box_must_wait_for_its_letter() -> None:
    """Of two boxes of a size, one waits until their tile falls.

    If one size has to wait for the last turn, fewer packings are left. If two sizes have to, none
    is.
    """
    place = replace(place_of(1, 9, 9, 0b1100011, "123", 0.1), last=(9,) * 11)
    free, one, two = (
        replace(place, falls=falls).site().promise(1)
        for falls in [(0, 0, 0, 0, 0), (9, 0, 0, 0, 0), (9, 9, 0, 0, 0)]
    )
    assert free > one > two + 10


def small_site() -> _core.Site:
    return place_of(0, 6, 6, ALL, "123").site()


def test_site_continues_from_its_state() -> None:
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


def test_site_without_boxes_or_pieces_stays_empty() -> None:
    site = replace(place_of(0, 6, 6, ALL, "123"), boxes=0).site()
    assert site.promise(1) == 0
    site.fill(1, 5, 5)
    assert (site.missing, site.best(), site.counts()) == (0, [], (0,) * 11)
    bare = _core.Site([-1] * 77, FLAT, [], [], [], [], 1, (0,) * 11, (0,) * 5)
    bare.fill(1, 5, 5)
    bare.more(5, 5)
    assert (bare.missing, bare.best(), bare.drops()) == (3, [], ())
    plans = _core.DropPlans([], [FLAT], 0, 4)
    planned = _core.Site([-1] * 77, FLAT, [], [], [], [], 1, (0,) * 11, (0,) * 5, 0, plans)
    planned.fill(1, 5, 5)
    assert not planned.refit(0, 1)


def test_stopped_site_keeps_its_packing() -> None:
    place = place_of(3, 9, 9, ALL, "1234", 0.2)
    site = place.site()
    site.fill(1, 3, 10)
    best = site.best()
    site.stop()
    site.more(10**9, 0)
    assert site.best() == best


# Invalid arguments


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_invalid_seed_of_a_site_is_refused(seed: int) -> None:
    with pytest.raises(OverflowError):
        small_site().promise(seed)
    with pytest.raises(OverflowError):
        small_site().fill(seed, 0, 1)
    with pytest.raises(OverflowError):
        small_site().fill(1, 0, seed)


#: A site of one O with a digit next to it.
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
    # 1s on a1, b1 and one of c1 and b2, or on three of b1, c1, b2 and c2.
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
def test_invalid_site_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, OverflowError), match=message):
        _core.Site(**{**SITE, **change})


def test_drop_plan_of_other_shapes_is_refused() -> None:
    for shapes in ([0], [1, 1], []):
        with pytest.raises(ValueError, match="plans of the same shapes"):
            _core.Site(**SITE, plans=_core.DropPlans(shapes, [FLAT], 0, 4))
    site = _core.Site(**SITE)
    site.fill(1, 0, 1)
    with pytest.raises(ValueError, match="a site with plans"):
        site.refit(0, 1)


def test_results_before_fill_are_refused() -> None:
    site = small_site()
    for ask in (
        lambda: site.missing,
        lambda: site.nodes,
        site.best,
        lambda: site.more(1, 1),
        lambda: site.refit(0, 1),
    ):
        with pytest.raises(ValueError, match=r"expected fill\(\) before"):
            ask()
