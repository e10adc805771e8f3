"""Sketches of games: plans of slides that suit an aim, and all the ways to drop what falls then."""

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
from .slide_plans import Downs, SlidePlan, SlideTable, WeighedSlides

#: Neighbouring columns differ by no more than this in the drop plans tried, unless they do before.
STEEP = 4
#: Pieces at the end of a plan that are looked at before all of them.
_ENDING = 5
#: Plans of slides that one try chooses from.
SKETCHES = 6
#: Plans of slides drawn for one try, at most, until enough of them have drop plans.
DRAWS = 500
#: Where these are too few: the plans gone through, once for an aim, the heaviest first; of those
#: that have drop plans so many are kept, for all tries, if they weigh more than this part of the
#: heaviest.
LISTED = 20_000
RARE = 24
FAINT = 1e-4

#: In order, of each piece: the turn, the tile or None for the player's own, and the shape.
Pieces = tuple[tuple[int, int | None, int], ...]


@dataclass(frozen=True, slots=True)
class InitialSolution:
    """Slides, the tiles that fall into the rows, the one that may end the game over the Game Over
    line, the pieces in order, and their drop plans."""

    plan: SlidePlan
    falling: tuple[int, ...]
    over: int | None
    pieces: Pieces
    drops: _core.DropPlans


@dataclass(frozen=True, slots=True)
class _Wish:
    """Which tiles are to fall into the rows, and which one over the Game Over line beside them: the
    games of slides that bring them down."""

    falling: tuple[int, ...]
    over: int | None
    slides: WeighedSlides


class InitialSolutions:
    """Sketches of the games on from positions that differ in nothing but their cells, with all
    rolls known. `tiles` are the shapes of A..E, `table` holds all their slides."""

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
        self._known_wishes: dict[Objective, list[_Wish]] = {}
        self._known_rare: dict[Objective, list[InitialSolution]] = {}
        self._without: set[tuple[int, tuple[int, ...]]] = set()
        self._outlines = [start.core.heights for start in starts]
        self._steep = max(
            STEEP, *(abs(a - b) for heights in self._outlines for a, b in pairwise(heights))
        )

    def some(self, aim: Objective, stream: Stream) -> list[InitialSolution]:
        """Plans of slides that suit the aim and have a drop plan, by chance: SKETCHES of them, or
        fewer where there are no more or a stop comes first."""
        found = self._drawn(aim, stream)
        if len(found) < SKETCHES:
            found = list(self._rare(aim))
            stream.shuffle(found)
        return found[:SKETCHES]

    def deadlines(self, aim: Objective, sketch: InitialSolution) -> tuple[list[int], list[int]]:
        """The last turn in which each box may be filled, and that in which each tile falls (0: it
        need not)."""
        last = [aim.turns] * 11
        falls = [0] * 5
        must = {*sketch.falling}
        if sketch.over is not None and not self._ends(aim, sketch.plan):
            must.add(sketch.over)
        for tile, arrival in enumerate(sketch.plan.arrivals):
            if arrival is None or self._marks[tile]:
                continue
            if tile in must:
                falls[tile] = arrival
            elif not self._may_fall_over(aim, arrival):
                last[tile] = last[tile + 5] = max(arrival - 1, 0)
        return last, falls

    def _may_fall_over(self, aim: Objective, arrival: int) -> bool:
        """Whether a tile that comes down then need not be protected: in the last turn it may fall
        over the Game Over line, where X alone costs nothing (rules.md, Rows and the end of a
        turn)."""
        return self._is_over_free and arrival == aim.turns

    def _ends(self, aim: Objective, plan: SlidePlan) -> bool:
        """Whether the game ends with its last turn though nothing crosses the Game Over line."""
        return aim.turns == len(self._rolls) or None not in plan.arrivals

    def _rare(self, aim: Objective) -> list[InitialSolution]:
        """The heaviest that have a drop plan, the same for all tries; none with the same tiles
        coming down in the same turns."""
        if aim in self._known_rare:
            return self._known_rare[aim]
        known: dict[Pieces, _core.DropPlans | None] = {}
        found: dict[tuple[Pieces, Downs], InitialSolution] = {}
        least = 0.0
        for weight, downs, wish in islice(self._heaviest_first(aim), LISTED):
            if self._stop.is_set():
                return []
            if weight < least or len(found) == RARE:
                break
            pieces = self._pieces(downs, wish.falling)
            if (pieces, downs) in found:
                continue
            if pieces not in known:
                known[pieces] = self._drop_plans(aim.rows, pieces)
            drops = known[pieces]
            if drops is not None:
                least = least or FAINT * weight
                found[pieces, downs] = _sketch(wish, downs, pieces, drops)
        self._known_rare[aim] = list(found.values())
        return self._known_rare[aim]

    def _heaviest_first(self, aim: Objective) -> Iterator[tuple[float, Downs, _Wish]]:
        """Every plan of slides that suits the aim, with its weight."""
        every = [
            zip(repeat(wish), wish.slides.heaviest_first(), strict=False)
            for wish in self._wishes(aim)
        ]
        for wish, (weight, downs) in heapq.merge(*every, key=lambda one: -one[1][0]):
            yield weight, downs, wish

    def _drawn(self, aim: Objective, stream: Stream) -> list[InitialSolution]:
        """Those met first in so many draws, none with the same pieces as another."""
        wishes = self._wishes(aim)
        total = sum(wish.slides.total for wish in wishes)
        known: set[Pieces] = set()
        found: list[InitialSolution] = []
        for _ in range(DRAWS if total else 0):
            if len(found) == SKETCHES or self._stop.is_set():
                break
            part = total * (stream.next64() / 2**64)
            for wish in wishes:
                part -= wish.slides.total
                if part < 0:
                    break
            downs = wish.slides.draw_downs(stream)
            pieces = self._pieces(downs, wish.falling)
            if pieces not in known:
                known.add(pieces)
                drops = self._drop_plans(aim.rows, pieces)
                if drops is not None:
                    found.append(_sketch(wish, downs, pieces, drops))
        return found

    def _drop_plans(self, rows: int, pieces: Pieces) -> _core.DropPlans | None:
        """The drop plans of some pieces; None if there are none, which is remembered."""
        shapes = tuple(shape for _, _, shape in pieces)
        if (rows, shapes) in self._without or (
            rows == _core.LINE and not _can_finish(shapes[-_ENDING:])
        ):
            return None
        drops = _core.DropPlans(shapes, self._outlines, rows, self._steep)
        if drops.total() > 0:
            return drops
        self._without.add((rows, shapes))
        return None

    def _wishes(self, aim: Objective) -> list[_Wish]:
        """The wishes that some slides fulfil."""
        if aim in self._known_wishes:
            return self._known_wishes[aim]
        games = self.table.games(aim.turns, is_open=aim.over)
        waiting = [tile for tile in range(5) if self._marks[tile] == ""]
        found = []
        for over in waiting if aim.over else [None]:
            rest = [tile for tile in waiting if tile != over]
            for falling in combinations(rest, aim.falls):
                weights = [
                    [self._worth(aim, tile, turn, falling, over) for turn in range(aim.turns + 1)]
                    for tile in range(5)
                ]
                must = falling if over is None else (*falling, over)
                found.append(_Wish(falling, over, games.weigh(weights, must)))
        self._known_wishes[aim] = [wish for wish in found if wish.slides.total > 0]
        return self._known_wishes[aim]

    def _worth(
        self, aim: Objective, tile: int, turn: int, falling: tuple[int, ...], over: int | None
    ) -> float:
        """What it is worth that a tile comes down in a turn: for one that has to be protected the
        share of turns left to fill its two boxes, a factor for each digit."""
        if self._marks[tile] or tile in falling:
            return 1.0
        if tile == over:
            return float(turn == aim.turns)
        if self._may_fall_over(aim, turn):
            return 1.0
        both = (aim.boxes | self._filled) >> tile & (aim.boxes | self._filled) >> (tile + 5) & 1
        wanted = sum(1 for box in (tile, tile + 5) if aim.boxes >> box & 1)
        share = max(turn - 1, 0.5) / aim.turns
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


def _sketch(wish: _Wish, downs: Downs, pieces: Pieces, drops: _core.DropPlans) -> InitialSolution:
    return InitialSolution(wish.slides.plan(downs), wish.falling, wish.over, pieces, drops)


@cache
def _can_finish(ending: tuple[int, ...]) -> bool:
    return _core.can_finish(ending)
