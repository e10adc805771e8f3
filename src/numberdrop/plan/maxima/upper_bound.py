"""The upper bound of the game itself, whatever the dice: its highest score, and why none is higher.

Also a game that reaches it, and the totals that boxes and rows can make. No number is written down
here: what a box, a row or a line costs comes from the compiled core, which scores every game, on
sheets made for the purpose.
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
from ...json_reader import seed_to_json
from ...notation import PositionParts
from ...position import Position
from ...record import replay
from ...rules import MOST_TURNS, ROW_COUNT, SIZES, SOLO_SHAPES, Variant
from ...version import identity
from ..bounds.bounds import counting_bound
from ..question import Question
from .construct import Construction
from .objectives import EVERY_BOX

#: Attempts on each deal before the next one is taken.
TRIES = 1

GROUND_ROWS = range(1, _core.LINE + 1)
_ROWS_PAST = range(_core.LINE + 1, ROW_COUNT + 1)
_SHAPE_CELLS = 4
_BONUS = 1 << 2 * len(SIZES)
#: A set of rows, complete or past the line.
_Rows = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A part of the highest score: at most `points`, for `what`, and how that was `checked`."""

    what: str
    points: int
    checked: str


@dataclass(frozen=True, slots=True)
class Totals:
    """The final scores that a list of parts can make: `reachable`, in ascending order."""

    reachable: tuple[int, ...]

    @property
    def unreachable(self) -> tuple[int, ...]:
        """The missing numbers between the lowest and the highest reachable score."""
        lowest, highest = self.reachable[0], self.reachable[-1]
        return tuple(sorted({*range(lowest, highest + 1)} - {*self.reachable}))


@dataclass(frozen=True, slots=True)
class UpperBound:
    """The highest score of the game, as a sum of `terms`.

    `limits` are those that the totals respect. `totals` are the totals of boxes and rows, and
    `with_fines` those that include rows past the line.
    """

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
    """A game that reaches the upper bound: its record, replayed, and the deal that it is played on.

    It was found on the last of `deals` plain deals of a `seed`, or it is the game of a puzzle in
    the `archive`, by its id.
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
        """The score by the replay."""
        score: int = self.record["result"]["final"]["total"]
        return score


def upper_bound() -> UpperBound:
    """Return the argument, with each term checked now. Raises AssertionError if one of them
    fails."""
    terms = (
        *chain.from_iterable(map(_kind_terms, KINDS)),
        _bonus_term(),
        _rows_term(),
        _fines_term(),
    )
    totals, with_fines = _totals()
    found = UpperBound(terms, _limits(), totals, with_fines)
    highest = {totals.reachable[-1], with_fines.reachable[-1]}
    _require(highest == {found.points}, "the sum of the terms is the highest total")
    return found


def attain(seed: int = 1, *, progress: Callable[[str, int], None] | None = None) -> AttainedBound:
    """Find a game that reaches the upper bound, and replay it.

    It is on the first plain deal of the seed for which the construction succeeds. `progress`
    receives the recipe of each deal without success, and the best score so far. The same seed gives
    the same game. Raises NotationError unless the seed is 0 .. 2^64 - 1.
    """
    began, nodes, best = time.monotonic(), 0, 0
    points = upper_bound().points
    for number in count():
        deal = plain_deal(seed, number)
        if counting_bound(deal) >= points:
            question = Question.of(deal)
            construction = Construction(question.starts, question.rolls, question.variant)
            stream = Stream.from_key(f"ceiling/{seed}/{number}")
            for objective in [
                objective for objective in construction.objectives() if objective.points == points
            ][:TRIES]:
                found = construction.attempt(objective, stream.next64())
                nodes += found.nodes
                best = max(best, found.score)
                if best == points:
                    record = replay(question.record(found.start, found.turns))
                    seconds = time.monotonic() - began
                    return AttainedBound(dict(record), str(deal), number + 1, nodes, seconds, seed)
        if progress is not None:
            progress(str(deal), best)
    raise AssertionError("there is always another deal")


def to_json(found: UpperBound, reached: AttainedBound) -> dict[str, Any]:
    """Return the document of `numberdrop max --free-dice --json`."""
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
            **_source_json(reached),
        },
    }


def _source_json(reached: AttainedBound) -> dict[str, Any]:
    if reached.archive is not None:
        return {"archive": reached.archive}
    assert reached.seed is not None
    return {"seed": seed_to_json(reached.seed), "deals": reached.deals}


def _totals_json(totals: Totals) -> dict[str, list[int]]:
    return {"reachable": list(totals.reachable), "unreachable": list(totals.unreachable)}


# The terms.


def _kind_terms(kind: str) -> tuple[Term, Term]:
    """Return the terms for the boxes of a kind, and for all five of them together."""
    sets = list(_subsets(SIZES))
    points = {sizes: points_of(_mask(kind, sizes)) for sizes in sets}
    _require(all(points[sizes] == sum(sizes) for sizes in sets if sizes != SIZES), f"{kind} boxes")
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
    _require(all(found == each * len(rows) for rows, found in points.items()), "complete rows")
    return Term(
        f"rows {GROUND_ROWS[0]} to {GROUND_ROWS[-1]} complete, {each} points each",
        max(points.values()),
        f"all {len(sets):,} sets of them",
    )


def _fines_term() -> Term:
    """Return the term for rows past the line, with one cell or complete, of digits or of X."""
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
    """Check that a combo of this size can be claimed for `size` points unless its box is filled.

    The combo lies on a sheet made for it.
    """
    name = box_name(kind, size)
    # Along row 1, and from its last cell up.
    cells = [*range(size)][: _core.COLUMNS] + [2 * _core.COLUMNS - 1] * (size > _core.COLUMNS)
    grid = bytearray(_core.ROWS * _core.COLUMNS)
    for step, cell in enumerate(cells):
        grid[cell] = 1 + (step if kind == KINDS[1] else SIZES[-1])
    before = _position(bytes(grid), 0)
    claims = [claim for claim in before.claims() if claim.box == name]
    _require(len(claims) == 1, f"{name} can be claimed")
    gained = before.claim(claims[0]).score().total - before.score().total
    _require(gained == size, f"{name} gives its size")
    again = _position(bytes(grid), box)
    _require(again.why_not_claim(claims[0].cells) is not None, f"{name} can't be claimed twice")
    _require(name not in again.open_boxes(), f"{name} is filled")


# The totals.


def _totals() -> tuple[Totals, Totals]:
    """Return the totals of every set of boxes with every number of complete rows.

    The second result includes rows past the line.
    """
    made: list[set[int]] = []
    for past in range(len(_ROWS_PAST) + 1):
        made.append(set())
        for complete in range(len(GROUND_ROWS) + 1):
            grid = _grid(tuple(GROUND_ROWS[:complete]), tuple(_ROWS_PAST[:past]))
            made[-1] |= {_core.Sheet(grid, boxes).total() for boxes in range(EVERY_BOX + 1)}
    return Totals(tuple(sorted(made[0]))), Totals(tuple(sorted(set().union(*made))))


def _limits() -> tuple[str, ...]:
    """Return what a game has, compared with what the highest score needs: no single limit binds."""
    claims, digits = EVERY_BOX.bit_count(), len(KINDS) * sum(SIZES) + _core.SIZE_BONUS
    cells = len(GROUND_ROWS) * _core.COLUMNS
    written = 1 + _SHAPE_CELLS * MOST_TURNS
    filled = written + _SHAPE_CELLS * len(SOLO_SHAPES)
    _require(claims <= MOST_TURNS and digits <= written and cells <= filled, "the limits")
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
    """Return boxes of a kind as bits, as in PositionParts."""
    first = KINDS.index(kind) * len(SIZES)
    return sum(1 << first + SIZES.index(size) for size in sizes)


def _grid(rows: Iterable[int], past: Iterable[int], symbol: int = 1, width: int = 1) -> bytes:
    """Return a grid with complete rows, and with `width` cells of the symbol in each row past the
    line."""
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


def _require(condition: bool, what: str) -> None:
    if not condition:
        raise AssertionError(f"this doesn't hold: {what}")
