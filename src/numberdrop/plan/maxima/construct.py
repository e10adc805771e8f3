"""Construction: games of a given length, built as a whole instead of turn by turn.

An objective says how many turns the game takes, how many tiles fall into the rows, and which boxes
and rows are wanted (objectives.py). It gets initial solutions: slides that bring the tiles down at
suitable times, and ways to drop all shapes without a hole (initial_solutions.py). On these the
boxes are filled, one claim a turn (the core's Site). The whole game is played by the rules before
it counts.
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
from .initial_solutions import InitialSolution, InitialSolutions
from .objectives import GROUND_CELLS, Objective, free_digits, objectives
from .results import LOWEST, Attempt, SearchResult

#: The most drop plans that an attempt begins with, and how many are then drawn for each, to take
#: the best.
DROP_PLANS = 64
SIFT = 12
#: Walks from each of these drop plans. After them the best quarter gets four times as many walks,
#: and so on down to one drop plan. Steps of the packing on each drop plan.
WALKS = 100
REDUCTION = 4
STEPS = 20
#: Walks between two checks of a node limit, a divisor of WALKS.
STRIDE = 10
#: The weight of a drop plan's promise, in missing digits, when the best quarter is chosen.
PROMISE = 1 / 3


@dataclass(frozen=True, slots=True)
class DropPlan:
    """A drop plan from one of the starts, and the boxes filled on it."""

    initial: InitialSolution
    start: int
    site: _core.Site


class Construction:
    """Builds games on positions that differ only in their cells, with all rolls known.

    The positions are the seven starts of a new game, or a single one.
    """

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
        #: The number of free digits on the sheet.
        self.digits = max(free_digits(start) for start in starts)
        self.initial_solutions = InitialSolutions(starts, rolls, variant, self.stop)
        self._outlines = [start.core.heights for start in starts]
        self._digits = [
            [symbol - 1 if 1 <= symbol <= 10 else -1 for symbol in start.core.grid[:GROUND_CELLS]]
            for start in starts
        ]

    def objectives(self, full: Collection[int] = range(1, 21)) -> list[Objective]:
        """Return every objective that isn't ruled out by counting digits and cells, best first.

        Objectives with all eleven rows are returned only for the numbers of turns in `full`.
        """
        return objectives(self.starts, self.variant, self.initial_solutions.table.lengths(), full)

    def attempt(
        self,
        objective: Objective,
        seed: int,
        *,
        drop_plans: int = DROP_PLANS,
        nodes: int | None = None,
    ) -> SearchResult:
        """Make an attempt at an objective by successive halving.

        It walks from each of `drop_plans` drop plans, walks further from the best quarter of them,
        and so on. It walks no further once `nodes`, at least 1, are spent. The same arguments give
        the same result, unless `stop` cuts the attempt short.
        """
        stream = Stream(seed)
        initial_solutions = self.initial_solutions.draw(objective, stream)
        drawn = running = self.drop_plans(objective, initial_solutions, stream, drop_plans)
        if not running:
            return SearchResult("construction", attempt=Attempt(objective, None))
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
            ratings = [
                drop_plan.site.missing - PROMISE * drop_plan.site.promise(stream.next64())
                for drop_plan in running
            ]
            order = sorted(range(len(running)), key=ratings.__getitem__)
            running = [running[i] for i in order[: -(-len(running) // REDUCTION)]]
            walks *= REDUCTION
        score, line = self._line(best)
        plans = tuple((initial.pieces, initial.drops.total()) for initial in initial_solutions)
        attempt = Attempt(objective, best.site.missing, plans)
        return SearchResult("construction", _nodes(drawn), score, best.start, line, attempt=attempt)

    def _walk(
        self, drop_plan: DropPlan, walks: int, drawn: list[DropPlan], nodes: int | None
    ) -> None:
        """Walk from a drop plan, a few steps at a time if `nodes` limits the work on all those
        drawn."""
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
        self,
        objective: Objective,
        initial_solutions: Sequence[InitialSolution],
        stream: Stream,
        count: int,
    ) -> list[DropPlan]:
        """Return the `count` most promising drop plans of those drawn for these initial solutions.

        The higher `count` is, the more are drawn for each.
        """
        sift = _sift(count)
        found: list[tuple[float, DropPlan]] = []
        for initial in initial_solutions:
            for _ in range(-(-sift * count // len(initial_solutions))):
                if self.stop.is_set():
                    return []
                drop_plan = self._draw(objective, initial, stream)
                promise = drop_plan.site.promise(stream.next64()) if sift > 1 else 0.0
                found.append((promise, drop_plan))
        found.sort(key=lambda item: -item[0])
        return [drop_plan for _, drop_plan in found[:count]]

    def _draw(self, objective: Objective, initial: InitialSolution, stream: Stream) -> DropPlan:
        start, drops = initial.drops.draw(stream.next64())
        last, falls = self.initial_solutions.deadlines(objective, initial)
        site = _core.Site(
            self._digits[start],
            self._outlines[start],
            [turn if tile is None else -1 for turn, tile, _ in initial.pieces],
            [shape for _, _, shape in initial.pieces],
            drops,
            self.dice(objective.turns),
            objective.boxes,
            last,
            falls,
            self.filled,
            initial.drops,
        )
        return DropPlan(initial, start, site)

    def dice(self, turns: int) -> list[tuple[int, ...]]:
        """Return the number dice of the first `turns` rolls, with stars as -1."""
        return [
            tuple(-1 if die == "*" else int(die) for die in roll.numbers)
            for roll in self.rolls[:turns]
        ]

    # The resulting game.

    def _line(self, drop_plan: DropPlan) -> tuple[int, Line]:
        """Play the packing by the rules, and return its score and turns.

        Returns LOWEST and no turns if boxes that stay open let a protected tile fall, or if a tile
        finds no room in the last turn.
        """
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
                drop_plan.initial.pieces, drop_plan.site.drops(), strict=True
            )
        }
        for number, slid in enumerate(drop_plan.initial.plan.slides, 1):
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
        """Return the position after a turn of the plan, and the turn.

        Returns None if a tile falls that has no place in the plan.
        """
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
        """Yield what can fall in a turn: tiles of the plan where it drops them, others anywhere."""
        if not slid:
            yield ()
            return
        letter, shape = LETTERS[slid[0]], self.initial_solutions.tiles[slid[0]]
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
    """Return how many drop plans are drawn and compared for an attempt that begins with
    `drop_plans`.

    Returns 0 if the first ones drawn are taken.
    """
    sift = _sift(drop_plans)
    return sift * drop_plans if sift > 1 else 0


def _sift(drop_plans: int) -> int:
    """Return how many drop plans are drawn for each that is kept."""
    return max(1, SIFT * drop_plans // DROP_PLANS)


def _nodes(drop_plans: Iterable[DropPlan]) -> int:
    """Return the nodes spent on all of these drop plans."""
    return sum(drop_plan.site.nodes for drop_plan in drop_plans)


def _indices(landings: Iterable[frozenset[str]]) -> list[tuple[int, ...]]:
    return sorted(tuple(sorted(CELLS.index(cell) for cell in cells)) for cells in landings)


def _digits(roll: Roll, cells: Sequence[int], wanted: Mapping[int, int]) -> list[int]:
    """Return the roll's digits for these cells, with the wanted digit in each cell of a region."""
    spare = [int(die) for die in roll.numbers if die != "*"]
    for digit in (wanted[cell] for cell in cells if cell in wanted):
        if digit in spare:
            spare.remove(digit)
    spare += [0] * len(cells)
    return [wanted[cell] if cell in wanted else spare.pop(0) for cell in cells]
