"""Construction: games of a given length, built as a whole instead of turn by turn.

An aim says how many turns the game takes, how many tiles fall into the rows, and which boxes and
rows are wanted (aims.py). For an aim: slides that bring the tiles down when it suits, and a way to
drop all shapes without a hole (sketches.py); on it the boxes filled, one claim a turn (the core's
Site). The whole is played by the rules before it counts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ... import _core
from ...dice import Roll, Stream
from ...errors import IllegalTurn
from ...position import Position
from ...rules import CELLS, LETTERS, Variant
from ...transitions import play
from ...turn import Drop, Turn
from ..limits import Stop
from ..question import Line
from .found import LOWEST, Found, Tried
from .initial_solutions import InitialSolution, InitialSolutions
from .objectives import GROUND_CELLS, Objective, free_digits, objectives

#: Drop plans that one try begins with, the best of so many times as many drawn.
DROP_PLANS = 64
SIFT = 12
#: Drop plans walked on to from each of these; then the best quarter goes on four times as far, and
#: so on down to one. Steps of the packing on each drop plan.
WALKS = 100
KEPT = 4
STEPS = 20
#: Walks, a divisor of WALKS, after which the nodes are counted where there is a limit.
STRIDE = 10
#: What a drop plan's promise counts when the best quarter is chosen, in missing digits.
PROMISE = 1 / 3


@dataclass(frozen=True, slots=True)
class DropPlan:
    """A drop plan on one of the starts, and the boxes filled on it."""

    sketch: InitialSolution
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
        self.starts = tuple(starts)
        self.rolls = tuple(rolls)
        self.variant = variant
        self.stop = stop or Stop()
        self.filled = starts[0].core.boxes
        #: The free digits on the sheet.
        self.digits = max(free_digits(start) for start in starts)
        self.sketches = InitialSolutions(starts, rolls, variant, self.stop)
        self._outlines = [start.core.heights for start in starts]
        self._digits = [
            [symbol - 1 if 1 <= symbol <= 10 else -1 for symbol in start.core.grid[:GROUND_CELLS]]
            for start in starts
        ]

    def objectives(self, full: Collection[int] = range(1, 21)) -> list[Objective]:
        """Every aim that counting allows, best first; all eleven rows only after the numbers of
        turns in `full`."""
        return objectives(self.starts, self.variant, self.sketches.table.lengths(), full)

    def attempt(
        self, aim: Objective, seed: int, *, drop_plans: int = DROP_PLANS, nodes: int | None = None
    ) -> Found:
        """One try at an aim: a walk from each of so many drop plans, a longer one from the best
        quarter of them, and so on (successive halving). It walks no further once `nodes` are
        spent, 1 at least. The same arguments give the same, unless `stop` cuts it short."""
        stream = Stream(seed)
        sketches = self.sketches.some(aim, stream)
        drawn = running = self.drop_plans(aim, sketches, stream, drop_plans)
        if not running:
            return Found("construction", tried=Tried(aim, None))
        for drop_plan in running:
            drop_plan.site.fill(stream.next64(), 0, STEPS)
        walks = WALKS
        while True:
            for drop_plan in running:
                with self.stop.on_set(drop_plan.site.stop):
                    self._walk(drop_plan, walks, drawn, nodes)
                if drop_plan.site.missing == 0 or self.stop.is_set():
                    break
            best = min(running, key=lambda drop_plan: drop_plan.site.missing)
            is_spent = nodes is not None and _nodes(drawn) >= nodes
            if best.site.missing == 0 or self.stop.is_set() or is_spent or len(running) == 1:
                break
            hopes = [
                drop_plan.site.missing - PROMISE * drop_plan.site.promise(stream.next64())
                for drop_plan in running
            ]
            order = sorted(range(len(running)), key=hopes.__getitem__)
            running = [running[i] for i in order[: -(-len(running) // KEPT)]]
            walks *= KEPT
        score, line = self._line(best)
        plans = tuple((sketch.pieces, sketch.drops.total()) for sketch in sketches)
        tried = Tried(aim, best.site.missing, plans)
        return Found("construction", _nodes(drawn), score, best.start, line, tried=tried)

    def _walk(
        self, drop_plan: DropPlan, walks: int, drawn: list[DropPlan], nodes: int | None
    ) -> None:
        """Walk on from a drop plan, a few steps at a time where only so many nodes may be spent on
        all those drawn."""
        if nodes is None:
            drop_plan.site.more(walks, STEPS)
            return
        others = _nodes(drawn) - drop_plan.site.nodes
        for _ in range(0, walks, STRIDE):
            if (
                others + drop_plan.site.nodes >= nodes
                or drop_plan.site.missing == 0
                or self.stop.is_set()
            ):
                break
            drop_plan.site.more(STRIDE, STEPS)

    # Drop plans.

    def drop_plans(
        self, aim: Objective, sketches: Sequence[InitialSolution], stream: Stream, count: int
    ) -> list[DropPlan]:
        """Drop plans of these plans of slides: of all that are drawn, those that promise most.
        The more are asked for, the better they are chosen."""
        sift = _sift(count)
        found: list[tuple[float, DropPlan]] = []
        for sketch in sketches:
            for _ in range(-(-sift * count // len(sketches))):
                if self.stop.is_set():
                    return []
                drop_plan = self._draw(aim, sketch, stream)
                promise = drop_plan.site.promise(stream.next64()) if sift > 1 else 0.0
                found.append((promise, drop_plan))
        found.sort(key=lambda item: -item[0])
        return [drop_plan for _, drop_plan in found[:count]]

    def _draw(self, aim: Objective, sketch: InitialSolution, stream: Stream) -> DropPlan:
        start, drops = sketch.drops.draw(stream.next64())
        last, falls = self.sketches.deadlines(aim, sketch)
        site = _core.Site(
            self._digits[start],
            self._outlines[start],
            [turn if tile is None else -1 for turn, tile, _ in sketch.pieces],
            [shape for _, _, shape in sketch.pieces],
            drops,
            self.dice(aim.turns),
            aim.boxes,
            last,
            falls,
            self.filled,
            sketch.drops,
        )
        return DropPlan(sketch, start, site)

    def dice(self, turns: int) -> list[tuple[int, ...]]:
        """The number dice of the first turns, stars as -1."""
        return [
            tuple(-1 if die == "*" else int(die) for die in roll.numbers)
            for roll in self.rolls[:turns]
        ]

    # The game that comes of it.

    def _line(self, drop_plan: DropPlan) -> tuple[int, Line]:
        """The packing played by the rules, and its score; LOWEST and no turns where boxes that stay
        open let a tile fall that was to be kept from it, or one finds no room in the last turn."""
        wanted: dict[int, int] = {}
        claims: dict[int, tuple[str, ...]] = {}
        for _, cells, digits, number in drop_plan.site.best():
            wanted.update(zip(cells, digits, strict=True))
            claims[number] = tuple(CELLS[cell] for cell in cells)
        position = self.starts[drop_plan.start]
        line: list[Turn] = []
        pieces = {
            (turn, tile): _core.piece_cells(*drop)
            for (turn, tile, _), drop in zip(
                drop_plan.sketch.pieces, drop_plan.site.drops(), strict=True
            )
        }
        for number, slid in enumerate(drop_plan.sketch.plan.slides, 1):
            found = self._turn(position, number, slid, pieces, wanted, claims.get(number))
            if found is None:
                return LOWEST, ()
            position, turn = found
            line.append(turn)
        if not position.is_over() and len(line) < len(self.rolls):
            return LOWEST, ()
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
        letter, shape = LETTERS[slid[0]], self.sketches.tiles[slid[0]]
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


def sifted(drop_plans: int) -> int:
    """The drop plans that are drawn and compared for a try that begins with so many; 0 where the
    first that are drawn are taken."""
    sift = _sift(drop_plans)
    return sift * drop_plans if sift > 1 else 0


def _sift(drop_plans: int) -> int:
    """How many drop plans are drawn for each that is kept."""
    return max(1, SIFT * drop_plans // DROP_PLANS)


def _nodes(drop_plans: Iterable[DropPlan]) -> int:
    """What has been tried on all of them."""
    return sum(drop_plan.site.nodes for drop_plan in drop_plans)


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
