"""Construction: games of a given length, built as a whole instead of turn by turn.

An aim says how many turns the game takes, how many tiles fall into the rows, and which boxes and
rows are wanted. For an aim: slides that bring the tiles down when it suits (slides.py), a way to
drop all shapes without a hole (the core's DropPlans), and on it the boxes filled, one claim a turn
(the core's Site). The whole is played by the rules before it counts.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise

from .. import _core
from ..combo import box_digits, box_points
from ..dice import Roll, Stream
from ..errors import IllegalTurn
from ..play import play
from ..position import Position
from ..rules import CELLS, LETTERS, SHAPES, SIZES, Variant
from ..turn import Drop, Turn
from .known import rows_with_holes
from .slides import Downs, SlidePlan, SlideTable, WeighedSlides
from .stopping import Stop

#: Boxes as bits: identical 3..7, consecutive 3..7, bonus.
EVERY_BOX = (1 << 11) - 1
BONUS_BOX = 1 << 10
_GROUND = 7 * 11
#: Neighbouring columns differ by no more than this in the drop plans tried, unless they do before.
STEEP = 4
#: Drop plans that one try begins with, the best of so many times as many drawn, and the plans of
#: slides that they are drawn for.
GROUNDS = 64
SIFT = 12
SKETCHES = 6
#: Drop plans walked on to from each of these; then the best quarter goes on four times as far, and
#: so on down to one. Steps of the packing on each drop plan.
WALKS = 100
KEPT = 4
STEPS = 20
#: What a drop plan's promise counts when the best quarter is chosen, in missing digits.
PROMISE = 1 / 3
#: Pieces at the end of a plan that are looked at before all of them.
_ENDING = 5
#: Plans of slides drawn for one try, at most, until enough of them have drop plans; and, once for
#: an aim, where these are too few, so many that all tries choose from.
DRAWS = 500
LONG_DRAWS = 10_000
RARE = 24

Line = tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Aim:
    """A kind of game: `turns` it takes, `falls` tiles that fall into the rows, whether one more
    (`over`) ends the game by falling across the line in the last turn, the `boxes` to fill, a bit
    each, and the `rows` to fill from below, but for holes there already. `points` is what the final
    score would be."""

    points: int
    turns: int
    falls: int
    over: bool
    boxes: int
    rows: int


@dataclass(frozen=True, slots=True)
class Attempt:
    """What one try came to: the best line found, with its start and score if it has one, the
    digits still missing for the aim (None: no drop plan), and the nodes it took."""

    score: int | None
    start: int
    turns: Line
    missing: int | None
    nodes: int


@dataclass(frozen=True, slots=True)
class _Wish:
    """Which tiles are to fall into the rows, and which one over the line beside them: the games of
    slides that bring them down."""

    falling: tuple[int, ...]
    over: int | None
    slides: WeighedSlides


@dataclass(frozen=True, slots=True)
class _Sketch:
    """Slides, what becomes of each tile, and the pieces that fall in order."""

    plan: SlidePlan
    falling: tuple[int, ...]
    over: int | None
    pieces: tuple[tuple[int, int | None, int], ...]
    drops: _core.DropPlans


@dataclass(frozen=True, slots=True)
class _Ground:
    """A drop plan on one of the starts, and the boxes filled on it."""

    sketch: _Sketch
    start: int
    site: _core.Site


class Construction:
    """Builds games on from some positions that differ in nothing but their cells (the seven
    starts of a new game, or one position), with all rolls known."""

    def __init__(
        self,
        starts: Sequence[Position],
        rolls: Sequence[Roll],
        variant: Variant,
        stop: Stop | None = None,
    ) -> None:
        first = starts[0]
        self.starts = tuple(starts)
        self.rolls = tuple(rolls)
        self.variant = variant
        self.tiles = tuple(shape for shape, _, _ in first.tiles)
        self.marks = tuple(mark for _, _, mark in first.tiles)
        self.filled = first.core.boxes
        self.table = SlideTable(self.tiles, rolls, [notch or 0 for _, notch, _ in first.tiles])
        self.stop = stop or Stop()
        self._known_wishes: dict[Aim, list[_Wish]] = {}
        self._known_rare: dict[Aim, list[_Sketch]] = {}
        self._without: set[tuple[int, tuple[int, ...]]] = set()
        self._outlines = [start.core.heights for start in starts]
        self._steep = max(
            STEEP, *(abs(a - b) for heights in self._outlines for a, b in pairwise(heights))
        )
        self._lost = [rows_with_holes(start) for start in starts]
        self._digits = [
            [symbol - 1 if 1 <= symbol <= 10 else -1 for symbol in start.core.grid[:_GROUND]]
            for start in starts
        ]

    @property
    def digits(self) -> int:
        """The free digits on the sheet."""
        return max(sum(digit >= 0 for digit in cells) for cells in self._digits)

    def aims(self, full: Collection[int] = range(1, 21)) -> list[Aim]:
        """Every aim that counting allows, best first; all eleven rows only after the numbers of
        turns in `full`."""
        volume = max(sum(heights) for heights in self._outlines)
        found = []
        waiting = sum(mark == "" for mark in self.marks)
        lengths = self.table.lengths()
        for turns in range(1, max(lengths, default=0) + 1):
            for falls in range(waiting + 1):
                cells = volume + 4 * (turns + falls)
                if cells > _GROUND:
                    continue
                rows = cells // 7
                lost = min(sum(row < rows for row in lost) for lost in self._lost)
                if rows - lost == _core.LINE and turns not in full:
                    continue
                for boxes in _box_sets(EVERY_BOX & ~self.filled, turns, self.digits + 4 * turns):
                    points = box_points(boxes | self.filled) + _core.ROW_POINTS * (rows - lost)
                    if turns in lengths:
                        found.append(Aim(points, turns, falls, False, boxes, rows))
                    if cells == _GROUND and waiting > falls and not self.variant.bga:
                        found.append(Aim(points, turns, falls, True, boxes, rows))
        return sorted(found, key=lambda aim: (-aim.points, -aim.turns, aim.over, -aim.boxes))

    def attempt(self, aim: Aim, seed: int, *, grounds: int = GROUNDS) -> Attempt:
        """One try at an aim: a walk from each of so many drop plans, a longer one from the best
        quarter of them, and so on (successive halving). The same arguments give the same, unless
        `stop` cuts it short."""
        stream = Stream(seed)
        drawn = running = self._grounds(aim, stream, grounds)
        if not running:
            return Attempt(None, 0, (), None, 0)
        for ground in running:
            ground.site.fill(stream.next64(), 0, STEPS)
        walks = WALKS
        while True:
            for ground in running:
                with self.stop.telling(ground.site.stop):
                    ground.site.more(walks, STEPS)
                if ground.site.missing == 0 or self.stop.is_set():
                    break
            best = min(running, key=lambda ground: ground.site.missing)
            if best.site.missing == 0 or self.stop.is_set() or len(running) == 1:
                break
            hopes = [
                ground.site.missing - PROMISE * ground.site.promise(stream.next64())
                for ground in running
            ]
            order = sorted(range(len(running)), key=hopes.__getitem__)
            running = [running[i] for i in order[: -(-len(running) // KEPT)]]
            walks *= KEPT
        score, line = self._line(best)
        nodes = sum(ground.site.nodes for ground in drawn)
        return Attempt(score, best.start, line, best.site.missing, nodes)

    # Slides and drop plans.

    def _grounds(self, aim: Aim, stream: Stream, count: int) -> list[_Ground]:
        """Drop plans for some plans of slides: of all that are drawn, those that promise most.
        The more are asked for, the better they are chosen."""
        sift = max(1, SIFT * count // GROUNDS)
        found: list[tuple[float, _Ground]] = []
        sketches = self._sketches(aim, stream)
        for sketch in sketches:
            for _ in range(-(-sift * count // len(sketches))):
                if self.stop.is_set():
                    return []
                ground = self._draw(aim, sketch, stream)
                promise = ground.site.promise(stream.next64()) if sift > 1 else 0.0
                found.append((promise, ground))
        found.sort(key=lambda item: -item[0])
        return [ground for _, ground in found[:count]]

    def _sketches(self, aim: Aim, stream: Stream) -> list[_Sketch]:
        """Plans of slides that suit the aim and have a drop plan, by chance."""
        found = self._drawn(aim, stream, DRAWS, SKETCHES, is_rare=False)
        if len(found) < SKETCHES:
            found = list(self._rare(aim))
            stream.shuffle(found)
        return found[:SKETCHES]

    def _rare(self, aim: Aim) -> list[_Sketch]:
        """Those met in a long run of draws, the same for all tries."""
        if aim not in self._known_rare:
            stream = Stream.from_key(f"rare/{aim}")
            found = self._drawn(aim, stream, LONG_DRAWS, RARE, is_rare=True)
            if self.stop.is_set():
                return []
            self._known_rare[aim] = found
        return self._known_rare[aim]

    def _drawn(
        self, aim: Aim, stream: Stream, draws: int, most: int, *, is_rare: bool
    ) -> list[_Sketch]:
        """Those met first in so many draws; none with the same pieces as another, or if they are
        rare, none with the same tiles coming down in the same turns."""
        wishes = self._wishes(aim)
        total = sum(wish.slides.total for wish in wishes)
        known: dict[object, _core.DropPlans | None] = {}
        found: dict[object, _Sketch] = {}
        for _ in range(draws if total else 0):
            if len(found) == most or self.stop.is_set():
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
                found[key] = _Sketch(plan, wish.falling, wish.over, pieces, drops)
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
        waiting = [tile for tile in range(5) if self.marks[tile] == ""]
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
        if self.marks[tile] or tile in falling:
            return 1.0
        if tile == over:
            return float(turn == aim.turns)
        both = (aim.boxes | self.filled) >> tile & (aim.boxes | self.filled) >> (tile + 5) & 1
        wanted = sum(1 for box in (tile, tile + 5) if aim.boxes >> box & 1)
        share = max(turn - 1, 0.5) / aim.turns
        return math.prod([share] * (wanted * SIZES[tile])) if both else 0.0

    def _pieces(
        self, downs: Downs, falling: tuple[int, ...]
    ) -> tuple[tuple[int, int | None, int], ...]:
        """(turn, tile or None for the player's own, shape) of each piece in order."""
        pieces: list[tuple[int, int | None, int]] = []
        for turn, down in enumerate(downs, 1):
            for tile in down:
                if tile in falling:
                    pieces.append((turn, tile, SHAPES.index(self.tiles[tile])))
            shape = self.rolls[turn - 1].shape
            pieces.append((turn, None, _core.WILD if shape == "*" else SHAPES.index(shape)))
        return tuple(pieces)

    def _draw(self, aim: Aim, sketch: _Sketch, stream: Stream) -> _Ground:
        start, drops = sketch.drops.draw(stream.next64())
        last, falls = self._deadlines(aim, sketch)
        site = _core.Site(
            self._digits[start],
            self._outlines[start],
            [turn if tile is None else -1 for turn, tile, _ in sketch.pieces],
            [shape for _, _, shape in sketch.pieces],
            drops,
            self._dice(aim.turns),
            aim.boxes,
            last,
            falls,
            self.filled,
            sketch.drops,
        )
        return _Ground(sketch, start, site)

    def _deadlines(self, aim: Aim, sketch: _Sketch) -> tuple[list[int], list[int]]:
        """The last turn in which each box may be filled, and that in which each tile falls (0:
        never)."""
        last = [aim.turns] * 11
        falls = [0] * 5
        for tile, arrival in enumerate(sketch.plan.arrivals):
            if arrival is None or self.marks[tile]:
                continue
            if tile in sketch.falling or tile == sketch.over:
                falls[tile] = arrival
            else:
                last[tile] = last[tile + 5] = max(arrival - 1, 0)
        return last, falls

    def _dice(self, turns: int) -> list[tuple[int, ...]]:
        return [
            tuple(-1 if die == "*" else int(die) for die in roll.numbers)
            for roll in self.rolls[:turns]
        ]

    # The game that comes of it.

    def _line(self, ground: _Ground) -> tuple[int | None, Line]:
        """The packing played by the rules, and its score; None where boxes that stay open let a
        tile fall that was to be kept from it."""
        wanted: dict[int, int] = {}
        claims: dict[int, tuple[str, ...]] = {}
        for _, cells, digits, number in ground.site.best():
            wanted.update(zip(cells, digits, strict=True))
            claims[number] = tuple(CELLS[cell] for cell in cells)
        position = self.starts[ground.start]
        line: list[Turn] = []
        pieces = {
            (turn, tile): _core.piece_cells(*drop)
            for (turn, tile, _), drop in zip(ground.sketch.pieces, ground.site.drops(), strict=True)
        }
        for number, slid in enumerate(ground.sketch.plan.slides, 1):
            found = self._turn(position, number, slid, pieces, wanted, claims.get(number))
            if found is None:
                return None, ()
            position, turn = found
            line.append(turn)
        if not position.is_over() and len(line) < len(self.rolls):
            return None, ()
        return position.score(self.variant).total, tuple(line)

    def _turn(
        self,
        position: Position,
        number: int,
        slid: tuple[int, ...],
        pieces: dict[tuple[int, int | None], tuple[int, ...]],
        wanted: dict[int, int],
        claim: tuple[str, ...] | None,
    ) -> tuple[Position, Turn] | None:
        """The position after a turn of the plan, and the turn; None if a tile falls that has no
        place in it."""
        roll = self.rolls[number - 1]
        own = pieces[number, None]
        place = tuple(zip((CELLS[i] for i in own), _digits(roll, own, wanted), strict=True))
        slides = tuple(LETTERS[tile] for tile in slid)
        best: tuple[int, Position, Turn] | None = None
        for drops in self._drops(position, slid, number, pieces):
            turn = Turn(roll, slides, drops, place, claim)
            try:
                after = play(position, turn, self.variant)
            except IllegalTurn:
                continue
            score = after.score(self.variant).total
            if best is None or score > best[0]:
                best = score, after, turn
        return best and best[1:]

    def _drops(
        self,
        position: Position,
        slid: tuple[int, ...],
        number: int,
        pieces: dict[tuple[int, int | None], tuple[int, ...]],
    ) -> Iterator[tuple[Drop, ...]]:
        """What can fall in a turn: tiles of the plan where it has them, others anywhere."""
        if not slid:
            yield ()
            return
        letter, shape = LETTERS[slid[0]], self.tiles[slid[0]]
        after, falls = position.slide(letter)
        if not falls:
            yield from self._drops(after, slid[1:], number, pieces)
            return
        landings = after.landings(shape, self.variant)
        planned = pieces.get((number, slid[0]))
        if planned is None:
            choices = _indices(landings) if (number + 1, None) not in pieces else []
        else:
            choices = [planned] if frozenset(CELLS[i] for i in planned) in landings else []
        for cells in choices:
            drop = Drop(letter, tuple(CELLS[i] for i in cells))
            for rest in self._drops(after.block(drop.cells), slid[1:], number, pieces):
                yield (drop, *rest)


@cache
def _can_finish(ending: tuple[int, ...]) -> bool:
    return _core.can_finish(ending)


def _indices(landings: Iterable[frozenset[str]]) -> list[tuple[int, ...]]:
    return sorted(tuple(sorted(CELLS.index(cell) for cell in cells)) for cells in landings)


def _digits(roll: Roll, cells: Sequence[int], wanted: Mapping[int, int]) -> list[int]:
    """The roll written into the cells, the digits that a region wants where it wants them."""
    spare = [int(die) for die in roll.numbers if die != "*"]
    for digit in (wanted[cell] for cell in cells if cell in wanted):
        if digit in spare:
            spare.remove(digit)
    spare += [0] * len(cells)
    return [wanted[cell] if cell in wanted else spare.pop(0) for cell in cells]


def _box_sets(open_boxes: int, claims: int, digits: int) -> list[int]:
    """Sets of open boxes that so many claims and digits can fill: the whole, that without the
    bonus box, and the three that are worth most where these are too many."""
    for_sale = [
        boxes
        for boxes in range(open_boxes + 1)
        if boxes & ~open_boxes == 0 and boxes.bit_count() <= claims and box_digits(boxes) <= digits
    ]
    whole = [boxes for boxes in (open_boxes, open_boxes & ~BONUS_BOX) if boxes in for_sale]
    if whole and whole[0] == open_boxes:
        return list(dict.fromkeys(whole))
    best = sorted(for_sale, key=lambda boxes: -box_points(boxes))[:3]
    return list(dict.fromkeys(whole + best))
