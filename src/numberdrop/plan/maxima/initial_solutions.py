"""Initial solutions for construction: slide plans, and all ways to drop the shapes that fall."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice, pairwise, repeat

from ... import _core
from ...dice import Roll, Stream
from ...position import Position
from ...rules import SHAPES, SIZES, Variant
from ..limits import Stop
from .objectives import Objective
from .slide_plans import Downs, SlidePlan, SlideTable, WeightedSlides

#: In the drop plans tried, neighbouring columns differ by no more than this, unless they already
#: do.
STEEP = 4
#: Pieces at the end of a plan that are checked before all of them.
_ENDING = 5
#: Initial solutions that one attempt chooses from.
SOLUTIONS = 6
#: The most slide plans drawn for one attempt, until enough of them have drop plans.
DRAWS = 500
#: If these are too few: the number of slide plans examined, once for an objective, heaviest first.
#: Of those with drop plans at most RARE are kept for all attempts, if they weigh more than this
#: share of the heaviest.
LISTED = 20_000
RARE = 24
FAINT = 1e-4

#: The turn, the tile (None for the player's own shape), and the shape of each piece, in order.
Pieces = tuple[tuple[int, int | None, int], ...]


@dataclass(frozen=True, slots=True)
class InitialSolution:
    """A slide plan with the pieces that fall and their drop plans.

    `falling` are the tiles that fall into the rows; `over` is the one that may end the game over
    the Game Over line. `pieces` are in order.
    """

    plan: SlidePlan
    falling: tuple[int, ...]
    over: int | None
    pieces: Pieces
    drops: _core.DropPlans


@dataclass(frozen=True, slots=True)
class _FallSet:
    """The tiles that fall into the rows, the one that falls over the line, and the slides for
    that."""

    falling: tuple[int, ...]
    over: int | None
    slides: WeightedSlides


class InitialSolutions:
    """Initial solutions for games from positions that differ only in their cells, with known rolls.

    `tiles` are the shapes of A..E, and `table` holds all their slides.
    """

    def __init__(
        self, starts: Sequence[Position], rolls: Sequence[Roll], variant: Variant, stop: Stop
    ) -> None:
        first = starts[0]
        self.tiles = tuple(shape for shape, _, _ in first.tiles)
        self._rolls, self._stop = rolls, stop
        #: Whether X alone past the Game Over line costs nothing.
        self._is_over_free = not variant.bga
        self._marks = tuple(mark for _, _, mark in first.tiles)
        self._filled = first.core.boxes
        self.table = SlideTable(self.tiles, rolls, [notch or 0 for _, notch, _ in first.tiles])
        self._fall_set_cache: dict[Objective, list[_FallSet]] = {}
        self._rare_cache: dict[Objective, list[InitialSolution]] = {}
        self._impossible: set[tuple[int, tuple[int, ...]]] = set()
        self._outlines = [start.core.heights for start in starts]
        self._steep = max(
            STEEP, *(abs(a - b) for heights in self._outlines for a, b in pairwise(heights))
        )

    def draw(self, objective: Objective, stream: Stream) -> list[InitialSolution]:
        """Return random slide plans that suit the objective and have drop plans.

        There are SOLUTIONS of them, fewer if no more exist or a stop comes first.
        """
        found = self._drawn(objective, stream)
        if len(found) < SOLUTIONS:
            found = list(self._rare(objective))
            stream.shuffle(found)
        return found[:SOLUTIONS]

    def deadlines(
        self, objective: Objective, solution: InitialSolution
    ) -> tuple[list[int], list[int]]:
        """Return the last turn in which each box may be filled, and the turn in which each tile
        falls (0 if it need not fall)."""
        last = [objective.turns] * 11
        falls = [0] * 5
        must = {*solution.falling}
        if solution.over is not None and not self._ends(objective, solution.plan):
            must.add(solution.over)
        for tile, arrival in enumerate(solution.plan.arrivals):
            if arrival is None or self._marks[tile]:
                continue
            if tile in must:
                falls[tile] = arrival
            elif not self._may_fall_over(objective, arrival):
                last[tile] = last[tile + 5] = max(arrival - 1, 0)
        return last, falls

    def _may_fall_over(self, objective: Objective, arrival: int) -> bool:
        """Return True if a tile that comes down at `arrival` need not be protected.

        In the last turn it may fall over the Game Over line, where X alone costs nothing (rules.md,
        Rows and the end of a turn).
        """
        return self._is_over_free and arrival == objective.turns

    def _ends(self, objective: Objective, plan: SlidePlan) -> bool:
        """Return True if the game ends with its last turn though nothing crosses the Game Over
        line."""
        return objective.turns == len(self._rolls) or None not in plan.arrivals

    def _rare(self, objective: Objective) -> list[InitialSolution]:
        """Return the heaviest solutions that have a drop plan, the same for all attempts.

        No two of them have the same tiles coming down in the same turns.
        """
        if objective in self._rare_cache:
            return self._rare_cache[objective]
        known: dict[Pieces, _core.DropPlans | None] = {}
        found: dict[tuple[Pieces, Downs], InitialSolution] = {}
        least = 0.0
        for weight, downs, fall_set in islice(self._heaviest_first(objective), LISTED):
            if self._stop.is_set():
                return []
            if weight < least or len(found) == RARE:
                break
            pieces = self._pieces(downs, fall_set.falling)
            if (pieces, downs) in found:
                continue
            if pieces not in known:
                known[pieces] = self._drop_plans(objective.rows, pieces)
            drops = known[pieces]
            if drops is not None:
                least = least or FAINT * weight
                found[pieces, downs] = _solution(fall_set, downs, pieces, drops)
        self._rare_cache[objective] = list(found.values())
        return self._rare_cache[objective]

    def _heaviest_first(self, objective: Objective) -> Iterator[tuple[float, Downs, _FallSet]]:
        """Yield every slide plan that suits the objective, with its weight, heaviest first."""
        every = [
            zip(repeat(fall_set), fall_set.slides.heaviest_first(), strict=False)
            for fall_set in self._fall_sets(objective)
        ]
        for fall_set, (weight, downs) in heapq.merge(*every, key=lambda one: -one[1][0]):
            yield weight, downs, fall_set

    def _drawn(self, objective: Objective, stream: Stream) -> list[InitialSolution]:
        """Return the first solutions met in DRAWS draws, no two with the same pieces."""
        fall_sets = self._fall_sets(objective)
        total = sum(fall_set.slides.total for fall_set in fall_sets)
        known: set[Pieces] = set()
        found: list[InitialSolution] = []
        for _ in range(DRAWS if total else 0):
            if len(found) == SOLUTIONS or self._stop.is_set():
                break
            part = total * (stream.next64() / 2**64)
            for fall_set in fall_sets:
                part -= fall_set.slides.total
                if part < 0:
                    break
            downs = fall_set.slides.draw_downs(stream)
            pieces = self._pieces(downs, fall_set.falling)
            if pieces not in known:
                known.add(pieces)
                drops = self._drop_plans(objective.rows, pieces)
                if drops is not None:
                    found.append(_solution(fall_set, downs, pieces, drops))
        return found

    def _drop_plans(self, rows: int, pieces: Pieces) -> _core.DropPlans | None:
        """Return the drop plans of these pieces, or None if they have none, which is cached."""
        shapes = tuple(shape for _, _, shape in pieces)
        if (rows, shapes) in self._impossible or (
            rows == _core.LINE and not _can_finish(shapes[-_ENDING:])
        ):
            return None
        drops = _core.DropPlans(shapes, self._outlines, rows, self._steep)
        if drops.total() > 0:
            return drops
        self._impossible.add((rows, shapes))
        return None

    def _fall_sets(self, objective: Objective) -> list[_FallSet]:
        """Return the fall sets that slides can bring about."""
        if objective in self._fall_set_cache:
            return self._fall_set_cache[objective]
        games = self.table.games(objective.turns, is_open=objective.over)
        waiting = [tile for tile in range(5) if self._marks[tile] == ""]
        found = []
        for over in waiting if objective.over else [None]:
            rest = [tile for tile in waiting if tile != over]
            for falling in combinations(rest, objective.falls):
                weights = [
                    [
                        self._worth(objective, tile, turn, falling, over)
                        for turn in range(objective.turns + 1)
                    ]
                    for tile in range(5)
                ]
                must = falling if over is None else (*falling, over)
                found.append(_FallSet(falling, over, games.weigh(weights, must)))
        self._fall_set_cache[objective] = [
            fall_set for fall_set in found if fall_set.slides.total > 0
        ]
        return self._fall_set_cache[objective]

    def _worth(
        self, objective: Objective, tile: int, turn: int, falling: tuple[int, ...], over: int | None
    ) -> float:
        """Return the weight of a tile coming down in a turn.

        For a tile that has to be protected it is the share of turns left to fill its two boxes, a
        factor for each digit.
        """
        if self._marks[tile] or tile in falling:
            return 1.0
        if tile == over:
            return float(turn == objective.turns)
        if self._may_fall_over(objective, turn):
            return 1.0
        both = (
            (objective.boxes | self._filled) >> tile
            & (objective.boxes | self._filled) >> (tile + 5)
            & 1
        )
        wanted = sum(1 for box in (tile, tile + 5) if objective.boxes >> box & 1)
        share = max(turn - 1, 0.5) / objective.turns
        return math.prod([share] * (wanted * SIZES[tile])) if both else 0.0

    def _pieces(self, downs: Downs, falling: tuple[int, ...]) -> Pieces:
        pieces: list[tuple[int, int | None, int]] = []
        for turn, down in enumerate(downs, 1):
            for tile in down:
                if tile in falling:
                    pieces.append((turn, tile, SHAPES.index(self.tiles[tile])))
            shape = self._rolls[turn - 1].shape
            pieces.append((turn, None, _core.WILD if shape == "*" else SHAPES.index(shape)))
        return tuple(pieces)


def _solution(
    fall_set: _FallSet, downs: Downs, pieces: Pieces, drops: _core.DropPlans
) -> InitialSolution:
    return InitialSolution(
        fall_set.slides.plan(downs), fall_set.falling, fall_set.over, pieces, drops
    )


@cache
def _can_finish(ending: tuple[int, ...]) -> bool:
    return _core.can_finish(ending)
