"""Sketches of games: plans of slides that suit an aim, and all the ways to drop what falls then."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise

from .. import _core
from ..dice import Roll, Stream
from ..position import Position
from ..rules import SHAPES, SIZES
from .aims import Aim
from .slides import Downs, SlidePlan, SlideTable, WeighedSlides
from .stopping import Stop

#: Neighbouring columns differ by no more than this in the drop plans tried, unless they do before.
STEEP = 4
#: Pieces at the end of a plan that are looked at before all of them.
_ENDING = 5
#: Plans of slides that one try chooses from.
SKETCHES = 6
#: Plans of slides drawn for one try, at most, until enough of them have drop plans; and, once for
#: an aim, where these are too few, so many that all tries choose from.
DRAWS = 500
LONG_DRAWS = 10_000
RARE = 24

#: In order, of each piece: the turn, the tile or None for the player's own, and the shape.
Pieces = tuple[tuple[int, int | None, int], ...]


@dataclass(frozen=True, slots=True)
class Sketch:
    """Slides, the tiles that fall into the rows, the one that falls over the line, the pieces in
    order, and their drop plans."""

    plan: SlidePlan
    falling: tuple[int, ...]
    over: int | None
    pieces: Pieces
    drops: _core.DropPlans


@dataclass(frozen=True, slots=True)
class _Wish:
    """Which tiles are to fall into the rows, and which one over the line beside them: the games of
    slides that bring them down."""

    falling: tuple[int, ...]
    over: int | None
    slides: WeighedSlides


class Sketches:
    """Sketches of the games on from positions that differ in nothing but their cells, with all
    rolls known. `tiles` are the shapes of A..E, `table` holds all their slides."""

    def __init__(self, starts: Sequence[Position], rolls: Sequence[Roll], stop: Stop) -> None:
        first = starts[0]
        self.tiles = tuple(shape for shape, _, _ in first.tiles)
        self._rolls, self._stop = rolls, stop
        self._marks = tuple(mark for _, _, mark in first.tiles)
        self._filled = first.core.boxes
        self.table = SlideTable(self.tiles, rolls, [notch or 0 for _, notch, _ in first.tiles])
        self._known_wishes: dict[Aim, list[_Wish]] = {}
        self._known_rare: dict[Aim, list[Sketch]] = {}
        self._without: set[tuple[int, tuple[int, ...]]] = set()
        self._outlines = [start.core.heights for start in starts]
        self._steep = max(
            STEEP, *(abs(a - b) for heights in self._outlines for a, b in pairwise(heights))
        )

    def some(self, aim: Aim, stream: Stream) -> list[Sketch]:
        """Plans of slides that suit the aim and have a drop plan, by chance: SKETCHES of them, or
        fewer where no more are met or a stop comes first."""
        found = self._drawn(aim, stream, DRAWS, SKETCHES, is_rare=False)
        if len(found) < SKETCHES:
            found = list(self._rare(aim))
            stream.shuffle(found)
        return found[:SKETCHES]

    def deadlines(self, aim: Aim, sketch: Sketch) -> tuple[list[int], list[int]]:
        """The last turn in which each box may be filled, and that in which each tile falls (0:
        never)."""
        last = [aim.turns] * 11
        falls = [0] * 5
        for tile, arrival in enumerate(sketch.plan.arrivals):
            if arrival is None or self._marks[tile]:
                continue
            if tile in sketch.falling or tile == sketch.over:
                falls[tile] = arrival
            else:
                last[tile] = last[tile + 5] = max(arrival - 1, 0)
        return last, falls

    def _rare(self, aim: Aim) -> list[Sketch]:
        """Those met in a long run of draws, the same for all tries."""
        if aim not in self._known_rare:
            stream = Stream.from_key(f"rare/{aim}")
            found = self._drawn(aim, stream, LONG_DRAWS, RARE, is_rare=True)
            if self._stop.is_set():
                return []
            self._known_rare[aim] = found
        return self._known_rare[aim]

    def _drawn(
        self, aim: Aim, stream: Stream, draws: int, most: int, *, is_rare: bool
    ) -> list[Sketch]:
        """Those met first in so many draws; none with the same pieces as another, or if they are
        rare, none with the same tiles coming down in the same turns."""
        wishes = self._wishes(aim)
        total = sum(wish.slides.total for wish in wishes)
        known: dict[object, _core.DropPlans | None] = {}
        found: dict[object, Sketch] = {}
        for _ in range(draws if total else 0):
            if len(found) == most or self._stop.is_set():
                break
            part = total * (stream.next64() / 2**64)
            for wish in wishes:
                part -= wish.slides.total
                if part < 0:
                    break
            downs = wish.slides.draw_downs(stream)
            pieces = self._pieces(downs, wish.falling)
            key = (pieces, downs) if is_rare else pieces
            if key in found:
                continue
            if pieces not in known:
                shapes = tuple(shape for _, _, shape in pieces)
                known[pieces] = self._drop_plans(aim.rows, shapes)
            drops = known[pieces]
            if drops is not None:
                plan = wish.slides.plan(downs)
                found[key] = Sketch(plan, wish.falling, wish.over, pieces, drops)
        return list(found.values())

    def _drop_plans(self, rows: int, shapes: tuple[int, ...]) -> _core.DropPlans | None:
        """The drop plans of some shapes; None if there are none, which is remembered."""
        if (rows, shapes) in self._without or (
            rows == _core.LINE and not _can_finish(shapes[-_ENDING:])
        ):
            return None
        drops = _core.DropPlans(shapes, self._outlines, rows, self._steep)
        if drops.total() > 0:
            return drops
        self._without.add((rows, shapes))
        return None

    def _wishes(self, aim: Aim) -> list[_Wish]:
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
        self, aim: Aim, tile: int, turn: int, falling: tuple[int, ...], over: int | None
    ) -> float:
        """What it is worth that a tile comes down in a turn: for a protected one the share of turns
        left to fill its two boxes, a factor for each digit."""
        if self._marks[tile] or tile in falling:
            return 1.0
        if tile == over:
            return float(turn == aim.turns)
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


@cache
def _can_finish(ending: tuple[int, ...]) -> bool:
    return _core.can_finish(ending)
