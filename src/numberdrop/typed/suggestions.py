"""Suggestions for an illegal turn: the legal turn that was probably meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..dice import Roll
from ..errors import coded_message
from ..position import Position
from ..rules import LAST_NOTCH, LETTERS, Variant
from ..transitions import play_canonical, star_slides, wrong_digits_message
from ..turn import Drop, Turn


def suggest_turn(position: Position, turn: Turn, variant: Variant) -> Turn | None:
    """Return the legal turn closest to `turn`, None if no single turn is closest.

    Candidates differ from `turn` in one thing: the slides, the landing of one shape, or the claim.
    """
    found: dict[str, tuple[int, Turn]] = {}
    for candidate in _similar_turns(position, turn, variant):
        try:
            legal = play_canonical(position, candidate, variant)[1]
        except ValueError:  # IllegalTurn, or occupied cells
            continue
        found[str(legal)] = (_distance(turn, legal), legal)
    nearest = sorted(found.values(), key=lambda item: item[0])
    if not nearest or (len(nearest) > 1 and nearest[0][0] == nearest[1][0]):
        return None
    return nearest[0][1]


def _distance(one: Turn, other: Turn) -> int:
    """Return a weighted count of the cells and slides in which two turns differ."""
    moved = len(set(one.place or ()) ^ set(other.place or ()))
    moved += len(set(one.claim or ()) ^ set(other.claim or ()))
    moved += len(set(_dropped_cells(one)) ^ set(_dropped_cells(other)))
    return 2 * moved + (one.slides != other.slides) + (not _has_same_shapes(one, other))


def _has_same_shapes(one: Turn, other: Turn) -> bool:
    """Return whether the shapes of both turns differ at most by moves up or down."""
    pairs = [([drop.cells for drop in turn.drops], turn.place or ()) for turn in (one, other)]
    ours, theirs = (
        [*map(_from_row_1, drops), _from_row_1([cell for cell, _ in place])]
        for drops, place in pairs
    )
    return ours == theirs


def _from_row_1(cells: Sequence[str]) -> frozenset[str]:
    """Return the cells moved down until one of them is in row 1."""
    lowest = min((int(cell[1:]) for cell in cells), default=1) - 1
    return frozenset(f"{cell[0]}{int(cell[1:]) - lowest}" for cell in cells)


def _dropped_cells(turn: Turn) -> list[tuple[str, str]]:
    return [(drop.tile, cell) for drop in turn.drops for cell in drop.cells]


def form_fault(turn: Turn, variant: Variant) -> str | None:
    """Return why `turn` is illegal on every sheet, by its roll, its cells and its digits.

    None if some sheet may allow it.
    """
    if turn.place is None:
        return None
    cells = [cell for cell, _ in turn.place]
    digits = tuple(digit for _, digit in turn.place)
    if not _has_shape(cells, turn.roll, variant):
        where, shape = " ".join(cells), turn.roll.shape
        if shape == "*":
            return coded_message(
                "place.none_lies", "place: no shape can lie on {cells}", cells=where
            )
        return coded_message(
            "place.lies",
            "place: shape {shape} can't lie on {cells}",
            shape=shape,
            cells=where,
        )
    if digits not in turn.roll.arrangements():
        return wrong_digits_message(turn.roll, digits)
    return None


def _has_shape(cells: Sequence[str], roll: Roll, variant: Variant) -> bool:
    empty = Position.from_text("- -:-:- - 1")
    return any(_from_row_1(cells) in empty.landings(shape, variant) for shape in roll.shapes)


def _similar_turns(position: Position, turn: Turn, variant: Variant) -> Iterator[Turn]:
    """Yield turns that differ from `turn` in one thing."""
    yield from _other_slides(position, turn)
    after = position
    for letter in turn.slides:
        if not _can_slide(after, letter):
            return
        shape, _, _ = after.tiles[LETTERS.index(letter)]
        after, falls = after.slide(letter)
        if falls:
            yield from _other_drops(after, turn, letter, shape, variant)
            fallen = next((drop for drop in turn.drops if drop.tile == letter), None)
            if fallen is None:
                return
            if fallen.cells:
                after = _block_if_empty(after, fallen.cells)
    yield from _other_places(after, turn, variant)
    yield from _other_claims(after, turn)


def _other_slides(position: Position, turn: Turn) -> Iterator[Turn]:
    if len(turn.slides) == 2:
        yield replace(turn, slides=turn.slides[::-1], drops=turn.drops[::-1])
        yield replace(turn, slides=turn.slides[:1])
    if turn.slides and _can_slide(position, turn.slides[0]):
        after, _ = position.slide(turn.slides[0])
        for letter in star_slides(after, turn.roll):
            yield replace(turn, slides=(turn.slides[0], letter))


def _other_drops(
    position: Position, turn: Turn, letter: str, shape: str, variant: Variant
) -> Iterator[Turn]:
    """Yield `turn` with the tile on other landings, in the same columns if it has cells."""
    given = next((drop for drop in turn.drops if drop.tile == letter), None)
    columns = sorted(cell[0] for cell in given.cells) if given and given.cells else None
    landings = position.landings(shape, variant)
    for cells in [*map(tuple, landings), *([()] if not landings else [])]:
        if columns in (None, sorted(cell[0] for cell in cells)):
            fallen = Drop(letter, cells)
            if given is None:
                yield replace(turn, drops=(*turn.drops, fallen))
                yield replace(turn, drops=(fallen, *turn.drops))
            else:
                drops = tuple(fallen if drop == given else drop for drop in turn.drops)
                yield replace(turn, drops=drops)


def _other_places(position: Position, turn: Turn, variant: Variant) -> Iterator[Turn]:
    """Yield `turn` with its shape higher or lower, then with its digits on other landings.

    On another landing each digit stays in its column.
    """
    if turn.place is None:
        return
    for up in (-3, -2, -1, 1, 2, 3):
        moved = tuple((f"{cell[0]}{int(cell[1:]) + up}", digit) for cell, digit in turn.place)
        if all(1 <= int(cell[1:]) <= 14 for cell, _ in moved):
            yield replace(turn, place=moved)
    columns: dict[str, list[int]] = {}
    for cell, digit in turn.place:
        columns.setdefault(cell[0], []).append(digit)
    for shape in turn.roll.shapes:
        for landing in position.landings(shape, variant):
            left = {column: iter(digits) for column, digits in columns.items()}
            cells = sorted(landing, key=lambda cell: int(cell[1:]))
            pairs = [(cell, next(left.get(cell[0], iter(())), None)) for cell in cells]
            if all(digit is not None for _, digit in pairs):
                yield replace(turn, place=tuple((c, d) for c, d in pairs if d is not None))


def _other_claims(position: Position, turn: Turn) -> Iterator[Turn]:
    """Yield `turn` with one cell of its claim added, removed or replaced."""
    if turn.claim is None:
        return
    try:
        placed = position.place(*zip(*turn.place, strict=True)) if turn.place else position
    except ValueError:
        return
    cells = set(turn.claim)
    for claim in placed.claims():
        others = set(claim.cells)
        if len(others ^ cells) == 1 or (len(others) == len(cells) and len(others ^ cells) == 2):
            yield replace(turn, claim=claim.cells)


def _can_slide(position: Position, letter: str) -> bool:
    return letter in LETTERS and position.tiles[LETTERS.index(letter)][1] != LAST_NOTCH


def _block_if_empty(position: Position, cells: Sequence[str]) -> Position:
    try:
        return position.block(cells)
    except ValueError:
        return position
