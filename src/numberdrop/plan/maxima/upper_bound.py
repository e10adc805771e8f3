"""The game itself, whatever the dice: the highest score that there can be, why there is none above
it, a game that reaches it, and the totals that boxes and rows can make.

Nothing here is written down as a number: what a box, a row or a line costs is asked of the compiled
core, which scores every game, on sheets made for the purpose.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain, combinations, count
from typing import Any

from ... import _core
from ...combo import KINDS, box_name
from ...dice import Stream, plain_deal
from ...notation import PositionParts
from ...position import Position
from ...record import replay
from ...rules import MOST_TURNS, ROW_COUNT, SIZES, SOLO_SHAPES, Variant
from ...version import identity
from ..bounds.bounds import counting_bound
from ..question import Question
from .construct import Construction
from .objectives import EVERY_BOX

#: Tries at each deal before the next one is taken.
TRIES = 1

GROUND_ROWS = range(1, _core.LINE + 1)
_ROWS_PAST = range(_core.LINE + 1, ROW_COUNT + 1)
_SHAPE_CELLS = 4
_BONUS = 1 << 2 * len(SIZES)
#: Rows complete, or past the line, as a set.
_Rows = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A part of the highest score: `points` at most, of `what`, and how that was `checked`."""

    what: str
    points: int
    checked: str


@dataclass(frozen=True, slots=True)
class Totals:
    """Which final scores a list of parts can make: `reachable` in rising order, and those between
    the lowest and the highest that are not."""

    reachable: tuple[int, ...]

    @property
    def unreachable(self) -> tuple[int, ...]:
        """The numbers between the lowest and the highest of them that are missing."""
        lowest, highest = self.reachable[0], self.reachable[-1]
        return tuple(sorted({*range(lowest, highest + 1)} - {*self.reachable}))


@dataclass(frozen=True, slots=True)
class UpperBound:
    """The highest score of the game, the terms that it is the sum of, the limits that the list of
    totals respects, and the totals: of boxes and rows, and with rows past the line as well."""

    terms: tuple[Term, ...]
    limits: tuple[str, ...]
    totals: Totals
    with_fines: Totals

    @property
    def points(self) -> int:
        """The highest score: the sum of the terms."""
        return sum(term.points for term in self.terms)


@dataclass(frozen=True, slots=True)
class AttainedBound:
    """A game that reaches the ceiling: its record, replayed, and the deal that it is played on.

    It was found on the last of so many `deals` of a `seed`; or it is that of a puzzle of the
    `archive`, by its id.
    """

    record: dict[str, Any]
    recipe: str
    deals: int = 0
    nodes: int = 0
    seconds: float = 0.0
    seed: int | None = None
    archive: str | None = None

    @property
    def score(self) -> int:
        """What the replay made of it."""
        score: int = self.record["result"]["final"]["total"]
        return score


def upper_bound() -> UpperBound:
    """The argument, each of its terms checked now; AssertionError if one of them doesn't hold."""
    terms = (
        *chain.from_iterable(map(_kind_terms, KINDS)),
        _bonus_term(),
        _rows_term(),
        _fines_term(),
    )
    totals, with_fines = _totals()
    found = UpperBound(terms, _limits(), totals, with_fines)
    highest = {totals.reachable[-1], with_fines.reachable[-1]}
    _need(highest == {found.points}, "the sum of the terms is the highest total")
    return found


def attain(seed: int = 1, *, progress: Callable[[str, int], None] | None = None) -> AttainedBound:
    """A game that scores as much as the ceiling, on the first plain deal of the seed for which the
    construction finds one; replayed.

    `progress` is told each recipe tried in vain, and the best score so far. The same seed gives the
    same game. NotationError unless the seed is 0 .. 2^64 - 1.
    """
    began, nodes, best = time.monotonic(), 0, 0
    points = upper_bound().points
    for number in count():
        deal = plain_deal(seed, number)
        if counting_bound(deal) >= points:
            question = Question.of(deal)
            construction = Construction(question.starts, question.rolls, question.variant)
            stream = Stream.from_key(f"ceiling/{seed}/{number}")
            for aim in [aim for aim in construction.objectives() if aim.points == points][:TRIES]:
                found = construction.attempt(aim, stream.next64())
                nodes += found.nodes
                best = max(best, found.score)
                if best == points:
                    record = replay(question.record(found.start, found.turns))
                    seconds = time.monotonic() - began
                    return AttainedBound(record, str(deal), number + 1, nodes, seconds, seed)
        if progress is not None:
            progress(str(deal), best)
    raise AssertionError("there is always another deal")


def to_json(found: UpperBound, reached: AttainedBound) -> dict[str, Any]:
    """The document of `numberdrop max --free-dice --json`."""
    return {
        "format": "numberdrop.ceiling",
        "version": 1,
        "variant": str(Variant()),
        "score": reached.score,
        "bound": found.points,
        "status": "PROVED" if reached.score == found.points else "BEST FOUND",
        "method": "the sum of all terms",
        "terms": [
            {"what": term.what, "points": term.points, "checked": term.checked}
            for term in found.terms
        ],
        "limits": list(found.limits),
        "totals": _totals_json(found.totals),
        "totals_past_the_line": _totals_json(found.with_fines),
        "solution": reached.record,
        "nodes": reached.nodes,
        "seconds": round(reached.seconds, 3),
        "made_by": {
            **identity(),
            "recipe": reached.recipe,
            **({"seed": reached.seed, "deals": reached.deals} if reached.archive is None else {}),
            **({} if reached.archive is None else {"archive": reached.archive}),
        },
    }


def _totals_json(totals: Totals) -> dict[str, list[int]]:
    return {"reachable": list(totals.reachable), "unreachable": list(totals.unreachable)}


# The terms.


def _kind_terms(kind: str) -> tuple[Term, Term]:
    """The boxes of a kind, and what all five of them give on top."""
    sets = list(_subsets(SIZES))
    points = {sizes: points_of(_mask(kind, sizes)) for sizes in sets}
    _need(all(points[sizes] == sum(sizes) for sizes in sets if sizes != SIZES), f"{kind} boxes")
    for size in SIZES:
        _check_claim(kind, size, _mask(kind, (size,)))
    boxes = Term(
        f"{kind} boxes, each once: {' + '.join(map(str, SIZES))}",
        sum(SIZES),
        "each claimed for its size, and refused once it is filled",
    )
    return boxes, Term(
        f"all five {kind} boxes",
        points[SIZES] - sum(SIZES),
        f"all {len(sets)} sets of them: no other gives more than its sizes",
    )


def _bonus_term() -> Term:
    for kind in KINDS:
        _check_claim(kind, _core.SIZE_BONUS, _BONUS)
    return Term(
        f"the bonus box, {_core.SIZE_BONUS}",
        points_of(_BONUS),
        "claimed for its size by either kind, and refused to both once it is filled",
    )


def _rows_term() -> Term:
    sets = list(_subsets(GROUND_ROWS))
    points = {rows: points_of(0, rows) for rows in sets}
    each = points[1,]
    _need(all(found == each * len(rows) for rows, found in points.items()), "complete rows")
    return Term(
        f"rows {GROUND_ROWS[0]} to {GROUND_ROWS[-1]} complete, {each} points each",
        max(points.values()),
        f"all {len(sets):,} sets of them",
    )


def _fines_term() -> Term:
    """Rows past the line, with one cell or complete, of digits or of X."""
    points = [
        points_of(0, (), rows, symbol, width, variant)
        for rows in _subsets(_ROWS_PAST)
        for symbol in (1, _core.BLOCK)
        for width in (1, _core.COLUMNS)
        for variant in ("rulebook", "bga")
    ]
    each = points_of(0, (), _ROWS_PAST[:1])
    return Term(
        f"rows {_ROWS_PAST[0]} to {_ROWS_PAST[-1]}, past the line, {each} points each",
        max(points),
        f"{len(points)} sheets with some, one or none of them",
    )


def _check_claim(kind: str, size: int, box: int) -> None:
    """A combo of this size, on a sheet made for it, may be claimed for `size` points, and may not
    where its box is filled."""
    name = box_name(kind, size)
    # Along row 1, and from its last cell up.
    cells = [*range(size)][: _core.COLUMNS] + [2 * _core.COLUMNS - 1] * (size > _core.COLUMNS)
    grid = bytearray(_core.ROWS * _core.COLUMNS)
    for step, cell in enumerate(cells):
        grid[cell] = 1 + (step if kind == KINDS[1] else SIZES[-1])
    before = _position(bytes(grid), 0)
    claims = [claim for claim in before.claims() if claim.box == name]
    _need(len(claims) == 1, f"{name} can be claimed")
    gained = before.claim(claims[0]).score().total - before.score().total
    _need(gained == size, f"{name} gives its size")
    again = _position(bytes(grid), box)
    _need(again.why_not_claim(claims[0].cells) is not None, f"{name} can't be claimed twice")
    _need(name not in again.open_boxes(), f"{name} is filled")


# The totals.


def _totals() -> tuple[Totals, Totals]:
    """The totals of every set of boxes with every number of complete rows, and with some rows past
    the line as well."""
    made: list[set[int]] = []
    for past in range(len(_ROWS_PAST) + 1):
        made.append(set())
        for complete in range(len(GROUND_ROWS) + 1):
            grid = _grid(tuple(GROUND_ROWS[:complete]), tuple(_ROWS_PAST[:past]))
            made[-1] |= {_core.Sheet(grid, boxes).total() for boxes in range(EVERY_BOX + 1)}
    return Totals(tuple(sorted(made[0]))), Totals(tuple(sorted(set().union(*made))))


def _limits() -> tuple[str, ...]:
    """What a game has, set against what everything at once needs: no single limit binds."""
    claims, digits = EVERY_BOX.bit_count(), len(KINDS) * sum(SIZES) + _core.SIZE_BONUS
    cells = len(GROUND_ROWS) * _core.COLUMNS
    written = 1 + _SHAPE_CELLS * MOST_TURNS
    filled = written + _SHAPE_CELLS * len(SOLO_SHAPES)
    _need(claims <= MOST_TURNS and digits <= written and cells <= filled, "the limits")
    return (
        f"a turn has one claim: {claims} boxes need {claims} turns, a game has up to {MOST_TURNS}",
        f"a digit serves once: all boxes need {digits} digits, a game writes up to {written}",
        f"{len(GROUND_ROWS)} rows need {cells} cells, a game fills up to {filled}",
    )


# Sheets made for the purpose.


def _subsets(items: Iterable[int]) -> Iterable[_Rows]:
    known = tuple(items)
    return chain.from_iterable(combinations(known, size) for size in range(len(known) + 1))


def _mask(kind: str, sizes: Iterable[int]) -> int:
    """Boxes of a kind as bits, as in PositionParts."""
    first = KINDS.index(kind) * len(SIZES)
    return sum(1 << first + SIZES.index(size) for size in sizes)


def _grid(rows: Iterable[int], past: Iterable[int], symbol: int = 1, width: int = 1) -> bytes:
    """Rows that are complete, and rows past the line with `width` cells of the symbol."""
    grid = bytearray(_core.ROWS * _core.COLUMNS)
    wide = _core.COLUMNS
    for row, code, cells in [(r, 1, wide) for r in rows] + [(r, symbol, width) for r in past]:
        first = (row - 1) * wide
        grid[first : first + cells] = bytes([code]) * cells
    return bytes(grid)


def _position(grid: bytes, boxes: int) -> Position:
    tiles = tuple((shape, 0, "") for shape in SOLO_SHAPES)
    return Position.from_parts(PositionParts(grid, boxes, tiles, 1))


def points_of(
    boxes: int,
    rows: Iterable[int] = (),
    past: Iterable[int] = (),
    symbol: int = 1,
    width: int = 1,
    variant: str = "rulebook",
) -> int:
    return _position(_grid(rows, past, symbol, width), boxes).score(variant).total


def _need(condition: bool, what: str) -> None:
    if not condition:
        raise AssertionError(f"this doesn't hold: {what}")
