"""Upper bounds for solo games on known dice, from their start or from some position on, by a
relaxation: the game without its geometry.

What is left of a game here: which tiles slide, which of them fall, which box is claimed in which
turn with which digits, and how many cells are filled. Where on the sheet anything lies is
forgotten, but for what `_plans` keeps of it. Every legal game satisfies every rule below, so a
score that no solution reaches is one that no game reaches.

One function states one rule. Turns are counted from 0 here, from the first roll known, and `t`
stands for one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from ... import _core
from ...combo import BOX_SIZES
from ...dice import Deal, Roll
from ...errors import NumberdropError
from ...position import Position
from ...rules import LAST_NOTCH, SIZES, Variant
from ..limits import Stop
from .counting import count, first_turns
from .cpsat import Linear, can_reach, made_by
from .drop_plans import dead_endings, full_turns
from .known import DIGITS, SHAPE_CELLS, TILES, Known

#: Boxes by number: identical 3..7, consecutive 3..7, the bonus box.
_IDENTICAL = range(5)
_CONSECUTIVE = range(5, 10)
_BONUS = 10

#: A combo without its cells: its box, and how many of each digit 0..9 it uses.
Combo = tuple[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Relaxed:
    """A score that no game on the deal exceeds, in points, and how it was shown.

    `made_by` holds all that is needed to show it again, `deterministic_time` what the solver spent,
    in its own unit, the same on every run.
    """

    bound: int
    status: str
    made_by: dict[str, Any]
    deterministic_time: float


def relaxed_bound(
    start: Deal | Position,
    rolls: Sequence[Roll] | None = None,
    variant: str | Variant = "rulebook",
    *,
    effort: float = 10.0,
    target: int | None = None,
) -> Relaxed:
    """A proved upper bound for the final score of a solo game, in points.

    The bound starts from that of counting and comes down as long as the solver shows, within its
    `effort` (deterministic time, more than 0), that it cannot be reached. With a `target` it only
    looks whether that score can be reached: where it cannot, the bound is target - 1 or less. The
    same input gives the same bound. Where not all rolls of the game are known, the score after the
    last of them is bounded as well. NumberdropError if `effort` is out of range, and as
    counting_bound.
    """
    if not effort > 0:
        raise NumberdropError(f"effort: expected more than 0, got {effort}")
    known = Known.of(start, rolls, variant)
    counted = count(known, range(known.longest + 1))
    if not known.longest:
        return Relaxed(counted, "PROVED", made_by(effort), 0.0)
    game = _model(known)
    if target is None:
        bound, spent = _descend(game, counted, effort)
    else:
        reached, spent = can_reach(game.model, _score(game), target, effort)
        bound = counted if reached else min(counted, target - 1)
    return Relaxed(bound, "PROVED", made_by(effort), spent)


def lower_bounds(
    known: Known, points: int, target: int | None, effort: float, stop: Stop | None = None
) -> Iterator[int]:
    """Proved upper bounds from `points - 1` down to `target`, as far as the solver gets with so
    much effort for each."""
    game = _model(known)
    while target is None or points > target:
        if can_reach(game.model, _score(game), points, effort, stop)[0]:
            return
        points -= 1
        yield points


def _descend(game: _Game, bound: int, effort: float) -> tuple[int, float]:
    """The first score from `bound` down of which it isn't shown that it cannot be reached."""
    spent = 0.0
    while spent < effort:
        reached, took = can_reach(game.model, _score(game), bound, effort - spent)
        spent += took
        if reached:
            break
        bound -= 1
    return bound, spent


def _model(known: Known, without: frozenset[str] = frozenset()) -> _Game:
    """A game as it is known, bound by all rules but those left out, by their names in `_RULES`."""
    game = _Game(known)
    for name, rule in _RULES.items():
        if name not in without:
            rule(game)
    return game


def _combos() -> list[Combo]:
    """Every combo by its digits (rules.md, Combo); a path goes from 0 to 9 at most."""
    combos: list[Combo] = []
    for box, size in enumerate(SIZES):
        combos += [(box, _used([v] * size)) for v in DIGITS]
        combos += [(5 + box, _used(range(v, v + size))) for v in range(11 - size)]
    size = _core.SIZE_BONUS
    combos += [(_BONUS, _used([v] * size)) for v in DIGITS]
    return combos + [(_BONUS, _used(range(v, v + size))) for v in range(11 - size)]


def _used(digits: list[int] | range) -> tuple[int, ...]:
    return tuple(digits.count(v) for v in DIGITS)


# The variables


class _Game:
    """The variables of a game; what binds them is in the rules."""

    def __init__(self, known: Known) -> None:
        from ortools.sat.python import cp_model

        model = cp_model.CpModel()
        self.model = model
        self.known = known
        self.turns = range(known.longest)
        boolean = model.new_bool_var
        turns, boxes = self.turns, range(_BONUS + 1)

        #: Turn t is played; it is the last one.
        self.played = [boolean(f"played {t}") for t in turns]
        self.is_last = [boolean(f"last {t}") for t in turns]
        #: The free slide and the star's slide of each tile, and whether it has reached notch 4.
        self.free = [[boolean(f"free {t} {i}") for i in TILES] for t in turns]
        self.star = [[boolean(f"star {t} {i}") for i in TILES] for t in turns]
        self.down = [[boolean(f"down {t} {i}") for i in TILES] for t in turns]
        self.falls = [[boolean(f"falls {t} {i}") for i in TILES] for t in turns]
        #: A box is filled at the end of turn t; a combo is claimed in turn t.
        self.filled = [[boolean(f"filled {t} {box}") for box in boxes] for t in turns]
        self.combos = _combos()
        self.claims = [[boolean(f"claim {t} {c}") for c in range(len(self.combos))] for t in turns]
        #: Of the digits v that are claimed in turn t, those that a star provides.
        most = _core.SIZE_BONUS
        self.by_star = [
            [model.new_int_var(0, most, f"by star {t} {v}") for v in DIGITS] for t in turns
        ]
        self.both_columns = [boolean("all identical"), boolean("all consecutive")]
        #: Of the rows that lack so many cells, those that get complete.
        self.rows = {
            lacking: model.new_int_var(0, rows, f"rows lacking {lacking}")
            for lacking, rows in sorted(Counter(known.lacking).items())
        }
        #: A cell past the line is filled, and the rows there that cost points.
        self.crosses = boolean("crosses")
        self.fines = model.new_int_var(0, _core.ROWS - _core.LINE, "fines")

    def notch(self, t: int, tile: int) -> Linear:
        """Where a tile stands after turn t."""
        slides = sum(self.free[s][tile] + self.star[s][tile] for s in range(t + 1))
        return self.known.notches[tile] + slides

    def demand(self, t: int, v: int) -> Linear:
        """How many digits v the claim of turn t uses."""
        return sum(
            used[v] * claim
            for claim, (_, used) in zip(self.claims[t], self.combos, strict=True)
            if used[v]
        )

    def pieces(self, t: int) -> Linear:
        """The shapes that have been dropped by the end of turn t, the player's and the tiles'."""
        return sum(self.played[s] + sum(self.falls[s]) for s in range(t + 1))

    def filled_before(self, t: int, box: int) -> Linear:
        """Whether a box is filled before turn t."""
        return self.filled[t - 1][box] if t else self.known.boxes >> box & 1

    def filled_at_all(self, box: int) -> Linear:
        return self.filled[-1][box]

    def all_rows(self) -> Linear:
        return sum(self.rows.values())

    def all_pieces(self) -> Linear:
        return self.pieces(self.known.longest - 1)


# The rules


def _turns(game: _Game) -> None:
    """A game begins with its first turn and leaves none out; the last one is before the first that
    isn't played (rules.md, Solo)."""
    after: list[Linear] = [*game.played[1:], 0]
    for t in game.turns:
        game.model.add(game.is_last[t] == game.played[t] - after[t])
    game.model.add(game.played[0] == 1)


def _free_slide(game: _Game) -> None:
    """In each turn one tile slides that isn't on notch 4 (rules.md, Each turn, 2). So a game with
    all five tiles down has no further turn (Solo)."""
    for t in game.turns:
        game.model.add_exactly_one([*game.free[t], ~game.played[t]])
        for i in TILES:
            game.model.add(game.notch(t, i) <= LAST_NOTCH)
            if t:
                game.model.add_implication(game.down[t - 1][i], ~game.free[t][i])


def _star_slide(game: _Game) -> None:
    """After a star one more tile slides: that of the shape die, or any for a star there; nothing if
    there is none above notch 4 (rules.md, Each turn, 3)."""
    known = game.known
    for t in game.turns:
        has_star, shape = known.rolls[t].has_star, known.rolls[t].shape
        may = [i for i in TILES if has_star and shape in (known.tiles[i], "*")]
        game.model.add(sum(game.star[t]) <= game.played[t])
        for i in TILES:
            if i not in may:
                game.model.add(game.star[t][i] == 0)
            elif shape != "*":
                game.model.add_bool_or([game.star[t][i], game.down[t][i], ~game.played[t]])
            else:
                game.model.add_bool_or([*game.star[t], game.down[t][i], ~game.played[t]])


def _down(game: _Game) -> None:
    """A tile is down once it stands on notch 4 (rules.md, Solo)."""
    for t in game.turns:
        for i in TILES:
            down = game.down[t][i]
            game.model.add(game.notch(t, i) >= LAST_NOTCH * down)
            game.model.add(game.notch(t, i) <= LAST_NOTCH - 1 + down)
            if t:
                game.model.add_implication(game.down[t - 1][i], down)


def _falls(game: _Game) -> None:
    """A tile falls in the turn in which it reaches notch 4, unless its letter is circled (rules.md,
    Each turn, 4): unless it was from the start, or both boxes of its size were filled in earlier
    turns, for claims come after falls (Circling)."""
    known = game.known
    for t in game.turns:
        for i in TILES:
            falls, down = game.falls[t][i], game.down[t][i]
            before = game.down[t - 1][i] if t else int(known.notches[i] == LAST_NOTCH)
            if i in known.circled:
                game.model.add(falls == 0)
            elif i not in known.may_circle or not t:
                game.model.add(falls == down - before)
            else:
                boxes = [game.filled[t - 1][i], game.filled[t - 1][5 + i]]
                game.model.add_implication(falls, down)
                game.model.add_implication(falls, ~before)
                game.model.add_bool_or([~falls, ~boxes[0], ~boxes[1]])
                for box in boxes:
                    game.model.add_bool_or([falls, ~down, before, box])


def _end(game: _Game) -> None:
    """A game ends with all five tiles on notch 4, or with a cell past the line, and then only
    (rules.md, Rows and the end of a turn; Solo); or with the last roll that is known."""
    for t in game.turns:
        if t + 1 < len(game.known.rolls):
            for down in game.down[t]:
                game.model.add_bool_or([~game.is_last[t], down, game.crosses])


def _claims(game: _Game) -> None:
    """One claim a turn at most, in turns that are played (rules.md, Each turn, 6)."""
    for t in game.turns:
        game.model.add_at_most_one([*game.claims[t], ~game.played[t]])


def _reach(game: _Game) -> None:
    """No combo is claimed before enough digits can lie together (counting.first_turns)."""
    for box, first in enumerate(first_turns(game.known)):
        for t in game.turns[: first - 1]:
            for claim, (filled, _) in zip(game.claims[t], game.combos, strict=True):
                if filled == box:
                    game.model.add(claim == 0)


def _boxes(game: _Game) -> None:
    """A box is filled by one combo of its kind and size, once, and stays filled (rules.md,
    Combo)."""
    for t in game.turns:
        for box in range(_BONUS + 1):
            now = sum(
                claim
                for claim, (filled, _) in zip(game.claims[t], game.combos, strict=True)
                if filled == box
            )
            game.model.add(game.filled[t][box] == game.filled_before(t, box) + now)


def _supply(game: _Game) -> None:
    """A digit serves once, and must have been written (rules.md, Combo): the digits v of claims up
    to turn t come from number dice of these turns that show v, from those that lie free before the
    first turn, or from stars of these turns (Dice).

    With these sums kept for every t and v, single dice can be named for every digit in turn, and
    which of the dice already thrown is taken makes no difference.
    """
    stars = 0
    used_stars: Linear = 0
    fixed = list(game.known.digits)
    used_fixed: list[Linear] = [0] * len(DIGITS)
    for t in game.turns:
        numbers = game.known.rolls[t].numbers
        stars += numbers.count("*")
        used_stars += sum(game.by_star[t])
        game.model.add(used_stars <= stars)
        for v in DIGITS:
            demand = game.demand(t, v)
            fixed[v] += numbers.count(str(v))
            used_fixed[v] += demand - game.by_star[t][v]
            game.model.add(game.by_star[t][v] <= demand)
            game.model.add(used_fixed[v] <= fixed[v])


def _digits(game: _Game) -> None:
    """A turn writes four digits (rules.md, Each turn, 5), so all boxes filled by the end of a turn
    hold no more than four for each turn played, and those that lay free before. `_supply` implies
    it, but hides it."""
    free = sum(game.known.digits)
    for t in game.turns:
        held = sum(
            size * (game.filled[t][box] - game.filled_before(0, box))
            for box, size in enumerate(BOX_SIZES)
        )
        game.model.add(held <= free + SHAPE_CELLS * sum(game.played[: t + 1]))


def _rows(game: _Game) -> None:
    """A row gets complete by the cells that it lacks (rules.md, Rows and the end of a turn). Each
    shape has four, of which one at least is past the line where the line is crossed."""
    needed = sum(lacking * rows for lacking, rows in game.rows.items())
    game.model.add(needed <= SHAPE_CELLS * game.all_pieces() - game.crosses)


def _line(game: _Game) -> None:
    """There is only so much room under the line. What doesn't find any there crosses it, and the
    game ends with that turn (rules.md, Rows and the end of a turn): so everything dropped in
    earlier turns lies under the line, and in a game that doesn't cross it everything does."""
    room = game.known.room // SHAPE_CELLS
    slack = len(TILES) + game.known.longest
    for t in game.turns[:-1]:
        game.model.add(game.pieces(t) <= room + slack * (1 - game.played[t + 1]))
    game.model.add(game.all_pieces() <= room + slack * game.crosses)


def _fines(game: _Game) -> None:
    """A row past the line with a digit in it costs points, in the variant bga one with X alone as
    well (rules.md, Rows and the end of a turn; Variants). So crossing the line costs nothing only
    if a tile has crossed it, which has then fallen in the last turn. An own shape that finds no
    place under the line crosses it, or, after a tile that crosses it, is lost."""
    game.model.add(game.fines <= (_core.ROWS - _core.LINE) * game.crosses)
    turn, rows = game.known.crossing
    if rows:
        for t in game.turns[turn - 1 :]:
            game.model.add(game.crosses >= game.played[t])
            game.model.add(game.fines >= rows * (game.played[t] - sum(game.falls[t])))
    if game.known.variant.bga:
        game.model.add(game.fines >= game.crosses)
        return
    for t in game.turns:
        game.model.add(game.fines + sum(game.falls[t]) >= game.crosses + game.is_last[t] - 1)


def _plans(game: _Game) -> None:
    """All eleven rows get complete without a penalty only after numbers of turns, and with tiles
    falling in the last turns, that drop plans allow (drop_plans)."""
    known = game.known
    if known.variant.slide or len(known.lacking) < _core.LINE:
        return
    model = game.model
    full, free = model.new_bool_var("full"), model.new_bool_var("free")
    model.add(game.all_rows() < _core.LINE).only_enforce_if(~full)
    model.add(game.fines > 0).only_enforce_if(~free)
    possible = full_turns(known)
    for last in game.turns:
        unless = [~game.is_last[last], ~full, ~free]
        if last + 1 not in possible:
            model.add_bool_or(unless)
            continue
        for ending in dead_endings(known, last + 1):
            for t, falls in zip(range(last, -1, -1), ending, strict=False):
                unless = [*unless, *(~game.falls[t][i] for i in falls)]
                unless += [game.falls[t][i] for i in TILES if i not in falls]
            model.add_bool_or(unless)
            unless = unless[:3]


def _columns(game: _Game) -> None:
    """Ten points more need all five boxes of a kind (rules.md, Sheet)."""
    for full, boxes in zip(game.both_columns, (_IDENTICAL, _CONSECUTIVE), strict=True):
        for box in boxes:
            game.model.add(full <= game.filled_at_all(box))


_RULES: Mapping[str, Callable[[_Game], None]] = MappingProxyType(
    {
        "turns": _turns,
        "free slide": _free_slide,
        "star slide": _star_slide,
        "down": _down,
        "falls": _falls,
        "end": _end,
        "claims": _claims,
        "reach": _reach,
        "boxes": _boxes,
        "supply": _supply,
        "digits": _digits,
        "rows": _rows,
        "line": _line,
        "fines": _fines,
        "plans": _plans,
        "columns": _columns,
    }
)


def _score(game: _Game) -> Linear:
    """What counts (rules.md, Sheet)."""
    boxes = sum(size * game.filled_at_all(box) for box, size in enumerate(BOX_SIZES))
    columns = _core.COLUMN_POINTS * sum(game.both_columns)
    rows = _core.ROW_POINTS * game.all_rows()
    return boxes + columns + rows - _core.LINE_PENALTY * game.fines
