"""Regions and packings by the oracle, a slow and simple reference implementation for the core's
sites."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import oracle
from drops import (
    OUTLINES,
    SHAPES,
    Board,
    Drops,
    board_of,
    cells_of,
    heights_of,
    judge_drops,
    numbers_of,
)
from numberdrop import _core

#: Boxes by bit: whether consecutive, and the size. The bonus box, which fits both kinds, is
#: separate.
BOXES = [(rise, size) for rise in (False, True) for size in oracle.SIZES]
BONUS = 10
ALL = (1 << 11) - 1
#: Largest height difference in a random drop plan.
STEEP = 4


@dataclass(frozen=True)
class Place:
    """The arguments of a Site in the oracle's terms, with a drop plan."""

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

    def site(self, plans: _core.DropPlans | None = None) -> _core.Site:
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
            plans,
        )

    def plans(self) -> _core.DropPlans:
        return _core.DropPlans(numbers_of(self.shapes), [self.heights], 0, STEEP)

    def turns(self, drops: Drops) -> dict[str, int]:
        """Return the turn that writes each digit, 0 for those already on the sheet."""
        turns = dict.fromkeys(self.below, 0)
        for cells, owner in zip(cells_of(drops), self.owners, strict=True):
            turns.update(dict.fromkeys(cells, owner) if owner > 0 else {})
        return turns


def place_of(
    seed: int, pieces: int, turns: int, boxes: int, digits: str = "1234", stars: float = 0.1
) -> Place:
    """Return a random drop plan, sometimes with an X shape, and dice with few digits."""
    rng = random.Random(seed)
    while True:
        heights = list(rng.choice([*OUTLINES, (0, 1, 3, 3, 2, 2, 2)]))
        shapes = "".join(rng.choices(SHAPES, k=pieces))
        found = _core.DropPlans(numbers_of(shapes), [heights], 0, STEEP)
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
    # No size has both boxes filled before.
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
    """Yield all connected sets of three to eight cells."""
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
    """Yield all paths of three to eight cells, in both directions."""
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
    """Return whether the dice of each turn can show these digits, with a star for any digit, and
    the sheet's digits match."""
    if any(place.below[cell] != digit for cell, digit in digits.items() if not turns[cell]):
        return False
    for turn, roll in enumerate(place.rolls, 1):
        wanted = Counter(str(digit) for cell, digit in digits.items() if turns[cell] == turn)
        if sum((wanted - Counter(roll)).values()) > roll.count("*"):
            return False
    return True


Region = tuple[int, dict[str, int]]


def regions(place: Place, drops: Drops) -> Iterator[Region]:
    """Yield the box and the digits of each region of a drop plan."""
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


def size_of(box: int) -> int:
    return 8 if box == BONUS else BOXES[box][1]


def missing_of(place: Place, filled: Sequence[int]) -> int:
    return sum(size_of(box) for box in range(11) if place.boxes >> box & 1 and box not in filled)


def are_claims(place: Place, turns: Mapping[int, int]) -> bool:
    """Return whether the boxes can be claimed in these turns: one a turn, none too late, and no
    letter circled before the turn in which its tile falls. (A tile falls before the turn's
    claim.)"""
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


def judge_packing(
    place: Place, site: _core.Site, seed: object = "", *, is_end_fixed: bool = True
) -> None:
    """Check that the filled boxes are allowed, that the missing ones are reported, and that the
    final outline is that of the given drop plan, unless the site has others."""
    drops, best = site.drops(), site.best()
    board = judge_drops(drops, place.shapes, place.heights)
    end = heights_of(board_of(place.heights).union(*cells_of(place.drops)))
    assert not is_end_fixed or heights_of(board) == end
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
