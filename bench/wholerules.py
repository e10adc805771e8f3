"""All rules of a solo game as a CP-SAT model, as one would write it without the planner.

    python bench/wholerules.py POSITION ROLL... [--variant bga] [--seconds 60] [--workers 2]

The rolls are known; the game stops after the last of them, or when it ends. The model is simple: it
has a boolean for every decision of the player, each function states one rule, and the solver does
the rest. It uses numberdrop only for reading texts, and returns a game that numberdrop can replay.

Cells are numbered row by row from a1; columns, rows and turns are counted from 0.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from ortools.sat.python import cp_model

import numberdrop as nd
from numberdrop.rules import CELLS, COLUMN_COUNT, LETTERS, ROW_COUNT

#: A sum of variables, which may also be empty or a plain number.
Linear: TypeAlias = Any
Literal: TypeAlias = cp_model.IntVar

#: The rows under the Game Over line.
LINE = 11
TILES = range(5)
GO = 4
DIGITS = range(10)
KINDS = ("identical", "consecutive")
SIZES = range(3, 8)
BONUS = 8
COMBO_SIZES = range(3, BONUS + 1)
#: The most steps between two of eight connected cells.
RADIUS = BONUS // 2
ROW_POINTS, FINE, COLUMN_POINTS = 2, 5, 10
#: Upper bound of the score of any sheet.
MOST = 100
PICTURES = {
    "I": ("####",),
    "O": ("##", "##"),
    "T": ("###", ".#."),
    "L": ("#..", "###"),
    "S": (".##", "##."),
}
ALL = range(len(CELLS))
SPOTS = [divmod(cell, COLUMN_COUNT) for cell in ALL]  # row and column of each cell, from 0


@dataclass(frozen=True, slots=True)
class Found:
    """The best game found: its score (None if there was too little time), an upper bound of all
    games, the solver's status (OPTIMAL, FEASIBLE or UNKNOWN), and the turns."""

    score: int | None
    bound: int
    status: str
    seconds: float
    turns: tuple[nd.Turn, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "score": self.score,
            "bound": self.bound,
            "status": self.status,
            "seconds": round(self.seconds, 3),
            "turns": [str(turn) for turn in self.turns],
        }


def solve(
    position: nd.Position,
    rolls: Sequence[nd.Roll],
    variant: str | nd.Variant = "rulebook",
    *,
    seconds: float = 60.0,
    workers: int = 1,
    seed: int = 1,
) -> Found:
    """Return the highest score of a solo position after these rolls, in points, with its turns.

    `seconds` limits only the solver; `seconds` of the result include the construction of the model.
    Raises ValueError for a position of several players, for no rolls, and for the variant `slide`.
    """
    started = time.perf_counter()
    game = model(position, rolls, variant)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = workers
    solver.parameters.random_seed = seed
    # Cuts don't pay here: a proof without them takes a third of the time.
    solver.parameters.linearization_level = 0
    status = solver.solve(game.model)
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.UNKNOWN)
    known = status != cp_model.UNKNOWN
    bound = solver.best_objective_bound
    if not known and bound <= 0:  # which a solver without a bound also reports
        bound = MOST
    return Found(
        round(solver.objective_value) if known else None,
        math.floor(min(bound, MOST) + 1e-6),
        solver.status_name(status),
        time.perf_counter() - started,
        tuple(turns_of(game, solver)) if known else (),
    )


def model(
    position: nd.Position, rolls: Sequence[nd.Roll], variant: str | nd.Variant = "rulebook"
) -> Game:
    """Return the variables of a game, constrained by all rules. Raises ValueError as in solve()."""
    game = Game(Known.of(position, rolls, nd.Variant.of(variant)))
    for rule in RULES:
        rule(game)
    game.model.maximize(score(game))
    return game


# Known data


@dataclass(frozen=True, slots=True)
class Known:
    """The position and the rolls as the rules use them."""

    #: The content of each cell, in the symbols of a position's text.
    symbols: tuple[str, ...]
    shapes: tuple[str, ...]
    notches: tuple[int, ...]
    marks: tuple[str, ...]
    open_boxes: frozenset[str]
    is_over: bool
    rolls: tuple[nd.Roll, ...]
    bga: bool

    @classmethod
    def of(cls, position: nd.Position, rolls: Sequence[nd.Roll], variant: nd.Variant) -> Known:
        if not position.is_solo:
            raise ValueError(f"position: expected one of a solo game, got {str(position)!r}")
        if not rolls:
            raise ValueError("rolls: expected at least one")
        if variant.slide:
            raise ValueError(f"variant: expected one without slide, got {str(variant)!r}")
        shapes, notches, marks = zip(*position.tiles, strict=True)
        return cls(
            tuple(position.symbol(cell) for cell in CELLS),
            shapes,
            notches,
            marks,
            frozenset(position.open_boxes()),
            position.is_over(),
            tuple(rolls),
            variant.bga,
        )

    def is_filled(self, kind: str, size: int) -> bool:
        return ("bonus" if size == BONUS else f"{kind} {size}") not in self.open_boxes

    def heights(self) -> list[int]:
        """For each column, the row above its highest occupied cell."""
        occupied = [SPOTS[cell] for cell, symbol in enumerate(self.symbols) if symbol != "."]
        return [
            max((row + 1 for row, column in occupied if column == wanted), default=0)
            for wanted in range(COLUMN_COUNT)
        ]


@dataclass(frozen=True, slots=True)
class Landing:
    """A shape in a place: for each of its columns, its lowest and its highest row."""

    shape: str
    spans: tuple[tuple[int, int, int], ...]

    @property
    def cells(self) -> list[int]:
        return [
            row * COLUMN_COUNT + column
            for column, low, high in self.spans
            for row in range(low, high + 1)
        ]

    @property
    def top(self) -> int:
        return max(high for _, _, high in self.spans)

    def raised(self, rows: int) -> Landing:
        spans = tuple((column, low + rows, high + rows) for column, low, high in self.spans)
        return Landing(self.shape, spans)


@cache
def floor_landings(shape: str) -> tuple[Landing, ...]:
    """Return every rotation and reflection of a shape in every column, on the floor."""
    found: dict[Landing, None] = {}
    picture = PICTURES[shape]
    for _ in range(4):
        picture = tuple("".join(line) for line in zip(*reversed(picture), strict=True))
        for drawn in (picture, tuple(line[::-1] for line in picture)):
            columns = ["".join(column)[::-1] for column in zip(*drawn, strict=True)]
            for left in range(COLUMN_COUNT - len(columns) + 1):
                spans = tuple(
                    (left + i, column.index("#"), column.rindex("#"))
                    for i, column in enumerate(columns)
                )
                found[Landing(shape, spans)] = None
    return tuple(found)


def landings_between(shape: str, lowest: list[int], highest: list[int]) -> Iterator[Landing]:
    """Yield the landings that are possible if the columns' heights lie between these bounds."""
    for floor in floor_landings(shape):
        first = max(lowest[column] - low for column, low, _ in floor.spans)
        last = max(highest[column] - low for column, low, _ in floor.spans)
        for rows in range(first, min(last, ROW_COUNT - 1 - floor.top) + 1):
            yield floor.raised(rows)


@cache
def neighbours(cell: int) -> tuple[int, ...]:
    """Return the cells that share a side with this one."""
    row, column = divmod(cell, COLUMN_COUNT)
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return tuple(
        y * COLUMN_COUNT + x for y, x in around if 0 <= y < ROW_COUNT and 0 <= x < COLUMN_COUNT
    )


# The variables


@dataclass(frozen=True, slots=True)
class Slide:
    """A slide of a turn: which tile slides, which tiles are on notch 4 after it and before it, and
    which tile falls."""

    turn: int
    is_star: bool
    slid: list[Literal]
    go_before: list[Literal]
    go: list[Literal]
    falls: list[Literal]


@dataclass(frozen=True, slots=True)
class Stage:
    """The drop of a shape, a tile's after its slide or the player's own, or no drop.

    `covered` is true for each cell that is occupied, or has an occupied cell above it.
    """

    turn: int
    slide: Slide | None
    shapes: tuple[str, ...]
    landings: dict[Landing, Literal]
    #: The landings that cover each cell.
    writers: dict[int, list[Literal]]
    #: A shape is due but has no room.
    stuck: Literal
    covered_before: list[Literal]
    covered: list[Literal]

    def writes(self, cell: int) -> Linear:
        """Return 1 if the shape rests on the cell."""
        return sum(self.writers.get(cell, []))


class Game:
    """The variables of a game; the rules constrain them."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.model = cp_model.CpModel()
        self.turns = range(len(known.rolls))
        self.no, self.yes = self.model.new_constant(0), self.model.new_constant(1)
        self.played = self.booleans("played", len(self.turns))
        #: The slides of all turns, and the drops of shapes, in order.
        self.slides: list[Slide] = []
        self.stages: list[Stage] = []
        self._add_stages()
        #: The stage of each turn in which the player's own shape drops.
        self.own = [stage for stage in self.stages if stage.slide is None]
        #: Digit v is written into a cell in turn t.
        self.puts = [
            {
                (cell, v): self.boolean(f"puts {t} {cell} {v}")
                for cell in self.own[t].writers
                for v in DIGITS
                if "*" in known.rolls[t].numbers or str(v) in known.rolls[t].numbers
            }
            for t in self.turns
        ]
        #: The combo claimed in turn t, and its cells with their digits: in a group of equal digits,
        #: or in a run of rising ones.
        self.claims = [
            {
                (kind, size): self.boolean(f"claim {t} {kind} {size}")
                for kind in KINDS
                for size in COMBO_SIZES
            }
            for t in self.turns
        ]
        digits = [self.digits_by(t) for t in self.turns]
        self.group = [{at: self.boolean(f"group {t} {at}") for at in digits[t]} for t in self.turns]
        self.run = [{at: self.boolean(f"run {t} {at}") for at in digits[t]} for t in self.turns]
        #: The letter is circled at the start of turn t.
        self.circled = [self.booleans(f"circled {t}", len(TILES)) for t in self.turns]
        self.complete = self.booleans("complete row", LINE)
        self.fined = self.booleans("fined row", ROW_COUNT - LINE)
        self.all_boxes = {kind: self.boolean(f"all {kind}") for kind in KINDS}

    def boolean(self, name: str) -> Literal:
        return self.model.new_bool_var(name)

    def booleans(self, name: str, count: int) -> list[Literal]:
        return [self.boolean(f"{name} {i}") for i in range(count)]

    def _add_stages(self) -> None:
        known = self.known
        lowest = known.heights()
        highest = list(lowest)
        covered = [self.yes if row < lowest[column] else self.no for row, column in SPOTS]
        go = [self.yes if notch == GO else self.no for notch in known.notches]

        def add(turn: int, slide: Slide | None, shapes: tuple[str, ...]) -> None:
            nonlocal covered
            name = f"stage {len(self.stages)}"
            places = [p for s in shapes for p in landings_between(s, lowest, highest)]
            for place in places:
                for column, _, high in place.spans:
                    highest[column] = max(highest[column], high + 1)
            before = covered
            covered = [
                self.boolean(f"{name} covered {cell}")
                if lowest[column] <= row < highest[column]
                else before[cell]
                for cell, (row, column) in enumerate(SPOTS)
            ]
            landings = {place: self.boolean(f"{name} {place}") for place in places}
            writers: dict[int, list[Literal]] = {}
            for place, here in landings.items():
                for cell in place.cells:
                    writers.setdefault(cell, []).append(here)
            stuck = self.boolean(f"{name} stuck")
            self.stages.append(
                Stage(turn, slide, shapes, landings, writers, stuck, before, covered)
            )

        for t, roll in enumerate(known.rolls):
            # A turn is played only if nothing is past the line.
            highest = [max(low, min(high, LINE)) for low, high in zip(lowest, highest, strict=True)]
            for is_star in (False, True) if roll.has_star else (False,):
                parts = (
                    self.booleans(f"{what} {len(self.slides)}", len(TILES))
                    for what in ("slid", "go", "falls")
                )
                slid, go_after, falls = parts
                slide = Slide(t, is_star, slid, go, go_after, falls)
                self.slides.append(slide)
                go = go_after
                add(t, slide, known.shapes)
            add(t, None, roll.shapes)

    def digits_by(self, t: int) -> list[tuple[int, int]]:
        """Return the cells that may hold an unused digit after the drop of turn t, with each such
        digit."""
        there = {(c, int(s)) for c, s in enumerate(self.known.symbols) if s.isdigit()}
        return sorted(there.union(*(self.puts[s] for s in range(t + 1))))

    def holds(self, t: int, cell: int, v: int) -> Linear:
        """Return 1 if the cell shows digit v after the drop of turn t."""
        if self.known.symbols[cell] != ".":
            return int(self.known.symbols[cell] == str(v))
        return sum(self.puts[s].get((cell, v), 0) for s in range(t + 1))

    def occupied(self, cell: int) -> Linear:
        """Return 1 if the cell is occupied at the end."""
        if self.known.symbols[cell] != ".":
            return 1
        return sum(stage.writes(cell) for stage in self.stages)

    def filled(self, t: int, kind: str, size: int) -> Linear:
        """Return 1 if the box is filled at the start of turn t."""
        before = self.claims[:t]
        kinds = KINDS if size == BONUS else (kind,)
        made = sum(claims[each, size] for claims in before for each in kinds)
        return int(self.known.is_filled(kind, size)) + made

    def claimed(self, t: int, kind: str) -> Linear:
        """Return 1 if a combo of this kind is claimed in turn t."""
        return sum(self.claims[t][kind, size] for size in COMBO_SIZES)

    def filled_at_all(self, kind: str, size: int) -> Linear:
        return self.filled(len(self.turns), kind, size)


# The rules


def turns(game: Game) -> None:
    """The game ends after the turn in which the last tile reaches notch 4, or a cell past the line
    is filled; until then turns follow each other (rules.md, Rows and the end of a turn; Solo)."""
    model, played = game.model, game.played
    model.add(played[0] == (0 if game.known.is_over else 1))
    for t in game.turns[1:]:
        past_line = game.own[t - 1].covered[LINE * COLUMN_COUNT : (LINE + 1) * COLUMN_COUNT]
        go = next(slide for slide in reversed(game.slides) if slide.turn == t - 1).go
        all_go = game.boolean(f"all go {t}")
        model.add_bool_and(go).only_enforce_if(all_go)
        model.add_bool_or([all_go, *(~on_go for on_go in go)])
        for ends in (*past_line, all_go, ~played[t - 1]):
            model.add_implication(ends, ~played[t])
        model.add_bool_or([played[t], *past_line, all_go, ~played[t - 1]])


def free_slide(game: Game) -> None:
    """In each turn, one tile that isn't on notch 4 slides (rules.md, Each turn, 2)."""
    for slide in game.slides:
        if not slide.is_star:
            game.model.add(sum(slide.slid) == game.played[slide.turn])
            for i in TILES:
                game.model.add_implication(slide.go_before[i], ~slide.slid[i])


def star_slide(game: Game) -> None:
    """After a star, the tile with the rolled shape slides if it isn't on notch 4; for a star on the
    shape die, any tile may (rules.md, Each turn, 3)."""
    model, known = game.model, game.known
    for slide in game.slides:
        if not slide.is_star:
            continue
        played, shapes = game.played[slide.turn], known.rolls[slide.turn].shapes
        model.add(sum(slide.slid) <= played)
        for i in TILES:
            if known.shapes[i] in shapes:
                model.add_implication(slide.go_before[i], ~slide.slid[i])
                model.add_bool_or([*slide.slid, slide.go_before[i], ~played])
            else:
                model.add(slide.slid[i] == 0)


def notches(game: Game) -> None:
    """A slide is one notch, and notch 4 is the last (rules.md, Solo)."""
    for i in TILES:
        notch: Linear = game.known.notches[i]
        for slide in game.slides:
            notch += slide.slid[i]
            game.model.add(notch >= GO).only_enforce_if(slide.go[i])
            game.model.add(notch < GO).only_enforce_if(~slide.go[i])


def falls(game: Game) -> None:
    """A tile that reaches notch 4 falls, unless its letter is circled (rules.md, Each turn, 4)."""
    for slide in game.slides:
        for i in TILES:
            reaches = slide.go[i] - slide.go_before[i]
            circled = game.circled[slide.turn][i]
            game.model.add(slide.falls[i] <= reaches)
            game.model.add_implication(circled, ~slide.falls[i])
            game.model.add(slide.falls[i] >= reaches - circled)


def circles(game: Game) -> None:
    """A letter is circled when both boxes of its size are filled, unless it has been crossed off
    before (rules.md, Each turn, 6; Circling)."""
    known = game.known
    for t in game.turns:
        for i, size in enumerate(SIZES):
            circled, boxes = game.circled[t][i], [game.filled(t, kind, size) for kind in KINDS]
            if known.marks[i] or all(known.is_filled(kind, size) for kind in KINDS):
                game.model.add(circled == (known.marks[i] == "o"))
                continue
            for filled in boxes:
                game.model.add(circled <= filled)
            game.model.add(circled >= sum(boxes) - 1)


def shapes_due(game: Game) -> None:
    """The falling tile's shape drops, or the player's own, which is one of the roll's. A shape is
    left out only if it has no room (rules.md, Each turn, 4 and 5; Dice)."""
    for stage in game.stages:
        landings = stage.landings
        if stage.slide is None:
            due: Linear = game.played[stage.turn]
        else:
            due = sum(stage.slide.falls)
            for shape, falling in zip(stage.shapes, stage.slide.falls, strict=True):
                game.model.add(sum(landings[p] for p in landings if p.shape == shape) <= falling)
        game.model.add(sum(landings.values()) + stage.stuck == due)


def dropping(game: Game) -> None:
    """A shape drops straight down: its columns are empty from its lowest cell up, and it rests on
    something or on the floor (rules.md, Dropping a shape)."""
    for stage in game.stages:
        covered = stage.covered_before
        for landing, here in stage.landings.items():
            for column, low, _ in landing.spans:
                game.model.add_implication(here, ~covered[low * COLUMN_COUNT + column])
            lows = [(column, low) for column, low, _ in landing.spans]
            if all(low > 0 for _, low in lows):
                under = [covered[(low - 1) * COLUMN_COUNT + column] for column, low in lows]
                game.model.add_bool_or([~here, *under])


def no_room(game: Game) -> None:
    """Nothing is written only if the shape has no place inside the 14 rows; for the player's own
    shape, only if none of the roll's shapes has one (rules.md, Dropping a shape; Nothing fits)."""
    for stage in game.stages:
        for i, shape in enumerate(stage.shapes):
            falling = [] if stage.slide is None else [~stage.slide.falls[i]]
            for floor in floor_landings(shape):
                highest = floor.raised(ROW_COUNT - 1 - floor.top)
                in_the_way = [
                    stage.covered_before[low * COLUMN_COUNT + column]
                    for column, low, _ in highest.spans
                ]
                game.model.add_bool_or([~stage.stuck, *falling, *in_the_way])


def covering(game: Game) -> None:
    """A shape at rest stays in its place (rules.md, Dropping a shape)."""
    for stage in game.stages:
        reaching: list[list[Literal]] = [[] for _ in ALL]
        for landing, here in stage.landings.items():
            for column, _, high in landing.spans:
                for row in range(high + 1):
                    reaching[row * COLUMN_COUNT + column].append(here)
        for cell in ALL:
            before, after = stage.covered_before[cell], stage.covered[cell]
            if after is not before:
                game.model.add_implication(before, after)
                game.model.add(sum(reaching[cell]) <= after)
                game.model.add(after <= before + sum(reaching[cell]))


def writing(game: Game) -> None:
    """The four numbers are written into the four cells in any order; a star is any digit (rules.md,
    Dice; Dropping a shape)."""
    for t, roll in enumerate(game.known.rolls):
        own, puts = game.own[t], game.puts[t]
        for cell in {cell for cell, _ in puts}:
            written = [put for (where, _), put in puts.items() if where == cell]
            game.model.add(sum(written) == own.writes(cell))
        placed = sum(own.landings.values())
        for v in DIGITS:
            shown = roll.numbers.count(str(v))
            written = [put for (_, digit), put in puts.items() if digit == v]
            if "*" in roll.numbers:
                game.model.add(sum(written) >= shown * placed)
            else:
                game.model.add(sum(written) == shown * placed)


def one_claim(game: Game) -> None:
    """At most one combo is claimed in a turn (rules.md, Each turn, 6)."""
    for t in game.turns:
        game.model.add(sum(game.claims[t].values()) <= game.played[t])


def boxes_once(game: Game) -> None:
    """A box is filled at most once, and both kinds share one bonus box (rules.md, Combo)."""
    for kind in KINDS:
        for size in COMBO_SIZES:
            game.model.add(game.filled_at_all(kind, size) <= 1)


def digits_once(game: Game) -> None:
    """A combo uses digits that are already on the sheet, each of them once (rules.md, Combo)."""
    serves: dict[int, list[Literal]] = {}
    for t in game.turns:
        for part in (game.group[t], game.run[t]):
            for (cell, v), chosen in part.items():
                game.model.add(chosen <= game.holds(t, cell, v))
                serves.setdefault(cell, []).append(chosen)
    for chosen_at in serves.values():
        game.model.add_at_most_one(chosen_at)


def claim_sizes(game: Game) -> None:
    """A combo has the size of its box (rules.md, Combo)."""
    for t in game.turns:
        for kind, part in zip(KINDS, (game.group[t], game.run[t]), strict=True):
            size = sum(size * game.claims[t][kind, size] for size in COMBO_SIZES)
            game.model.add(sum(part.values()) == size)


def identical(game: Game) -> None:
    """The cells of an identical combo hold the same digit and are connected by their sides: all can
    be reached, step by step, from one of them (rules.md, Combo)."""
    model = game.model
    for t in game.turns:
        group = game.group[t]
        claimed = game.claimed(t, "identical")
        digit = game.booleans(f"digit of group {t}", len(DIGITS))
        model.add(sum(digit) == claimed)
        for (_, v), chosen in group.items():
            model.add_implication(chosen, digit[v])
        reached = [{at: game.boolean(f"reached {t} 0 {at}") for at in group}]
        model.add(sum(reached[0].values()) == claimed)
        for step in range(1, RADIUS + 1):
            before = reached[-1]
            now = {at: game.boolean(f"reached {t} {step} {at}") for at in group}
            for (cell, v), here in now.items():
                near = [before[n, v] for n in neighbours(cell) if (n, v) in before]
                model.add_bool_or([~here, before[cell, v], *near])
            reached.append(now)
        for at, chosen in group.items():
            for layer in reached[:-1]:
                model.add_implication(layer[at], chosen)
            model.add(chosen == reached[-1][at])


def consecutive(game: Game) -> None:
    """The digits of a consecutive combo rise by one at each step of a path of adjacent cells
    (rules.md, Combo)."""
    model = game.model
    for t in game.turns:
        run = game.run[t]
        first = game.booleans(f"first of run {t}", len(DIGITS))
        model.add(sum(first) == game.claimed(t, "consecutive"))
        for v in DIGITS:
            model.add_at_most_one([chosen for (_, digit), chosen in run.items() if digit == v])
        for (cell, v), chosen in run.items():
            before = [run[n, v - 1] for n in neighbours(cell) if (n, v - 1) in run]
            model.add_bool_or([~chosen, first[v], *before])


def rows(game: Game) -> None:
    """A row under the Game Over line scores when all its cells are occupied; a row past it costs
    points if it holds a digit, or, in the variant bga, if it holds anything (rules.md, Rows and the
    end of a turn; Variants)."""
    known = game.known
    for row, complete in enumerate(game.complete):
        for cell in ALL[row * COLUMN_COUNT : (row + 1) * COLUMN_COUNT]:
            game.model.add(complete <= game.occupied(cell))
    for row, fined in enumerate(game.fined, LINE):
        for cell in ALL[row * COLUMN_COUNT : (row + 1) * COLUMN_COUNT]:
            if known.symbols[cell] != ".":
                game.model.add(fined >= int(known.bga or known.symbols[cell] != "X"))
            elif known.bga:
                game.model.add(fined >= game.occupied(cell))
            else:
                game.model.add(fined >= sum(own.writes(cell) for own in game.own))


def columns(game: Game) -> None:
    """The bonus of ten points requires all five boxes of a kind (rules.md, Sheet)."""
    for kind, full in game.all_boxes.items():
        for size in SIZES:
            game.model.add(full <= game.filled_at_all(kind, size))


RULES: tuple[Callable[[Game], None], ...] = (
    turns,
    free_slide,
    star_slide,
    notches,
    falls,
    circles,
    shapes_due,
    dropping,
    no_room,
    covering,
    writing,
    one_claim,
    boxes_once,
    digits_once,
    claim_sizes,
    identical,
    consecutive,
    rows,
    columns,
)


def score(game: Game) -> Linear:
    """Return the score (rules.md, Sheet)."""
    boxes = sum(size * game.filled_at_all(kind, size) for kind in KINDS for size in SIZES)
    bonus = BONUS * game.filled_at_all("identical", BONUS)
    columns = COLUMN_POINTS * sum(game.all_boxes.values())
    return boxes + bonus + columns + ROW_POINTS * sum(game.complete) - FINE * sum(game.fined)


# The result


def turns_of(game: Game, solver: cp_model.CpSolver) -> Iterator[nd.Turn]:
    """Yield the turns of a solution."""

    def is_so(literal: Literal) -> bool:
        return bool(solver.boolean_value(literal))

    def cells_of(stage: Stage) -> list[int]:
        return [c for place, here in stage.landings.items() if is_so(here) for c in place.cells]

    for t, roll in enumerate(game.known.rolls):
        if not is_so(game.played[t]):
            return
        slides = [
            LETTERS[i]
            for slide in game.slides
            for i in TILES
            if slide.turn == t and is_so(slide.slid[i])
        ]
        drops = [
            nd.Drop(LETTERS[i], tuple(CELLS[cell] for cell in cells_of(stage)))
            for stage in game.stages
            if stage.turn == t and stage.slide
            for i in TILES
            if is_so(stage.slide.falls[i])
        ]
        place = tuple((CELLS[cell], v) for (cell, v), put in game.puts[t].items() if is_so(put))
        members = [at for part in (game.group[t], game.run[t]) for at in part if is_so(part[at])]
        claim = tuple(CELLS[cell] for cell, _ in sorted(members, key=lambda at: (at[1], at[0])))
        yield nd.Turn(roll, tuple(slides), tuple(drops), place or None, claim or None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("position")
    parser.add_argument("rolls", nargs="+", metavar="roll")
    parser.add_argument("--variant", default="rulebook")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    variant = nd.Variant.from_text(given.variant)
    found = solve(
        nd.Position.from_text(given.position),
        [nd.Roll.from_text(roll, variant.dice) for roll in given.rolls],
        variant,
        seconds=given.seconds,
        workers=given.workers,
    )
    print(json.dumps(found.to_json()))


if __name__ == "__main__":
    main()
