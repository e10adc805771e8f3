"""Upper bounds for solo games with known rolls, by a relaxation: the game without its geometry.

A game may begin at its start or at a later position. The model has which tiles slide and which of
them fall, which box is claimed in which turn with which digits, and how many cells are filled. It
ignores where anything lies on the sheet, except in `_plans`. Every legal game satisfies every rule
below, so a score that no solution reaches is one that no game reaches.

Each function states one rule. Turns are counted from 0 here, from the first roll known, and `t`
stands for one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from ... import _core
from ...combo import BOX_SIZES
from ...rules import LAST_NOTCH
from .counting import first_turns
from .cpsat import Linear
from .drop_plans import dead_endings, full_turns
from .known import DIGITS, SHAPE_CELLS, TILES, Known
from .variables import BONUS, RelaxedGame

#: Boxes by number: identical 3..7, consecutive 3..7.
_IDENTICAL = range(5)
_CONSECUTIVE = range(5, 10)


def relaxation(known: Known, without: frozenset[str] = frozenset()) -> RelaxedGame:
    """Return the model of a game with all rules except those in `without`, by their names in
    RULES."""
    game = RelaxedGame(known)
    for name, rule in RULES.items():
        if name not in without:
            rule(game)
    return game


def _turns(game: RelaxedGame) -> None:
    """The turns played are the first ones, without a gap. The last one is before the first that
    isn't played (rules.md, Solo)."""
    after: list[Linear] = [*game.played[1:], 0]
    for t in game.turns:
        game.model.add(game.is_last[t] == game.played[t] - after[t])
    game.model.add(game.played[0] == 1)


def _free_slide(game: RelaxedGame) -> None:
    """In each turn one tile slides that isn't on notch 4 (rules.md, Each turn, 2). So a game with
    all five tiles down has no further turn (Solo)."""
    for t in game.turns:
        game.model.add_exactly_one([*game.free[t], ~game.played[t]])
        for i in TILES:
            game.model.add(game.notch(t, i) <= LAST_NOTCH)
            if t:
                game.model.add_implication(game.down[t - 1][i], ~game.free[t][i])


def _star_slide(game: RelaxedGame) -> None:
    """After a star one more tile slides: the one on the shape die, or any one if that shows a star.
    None of them slides if all are on notch 4 (rules.md, Each turn, 3)."""
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


def _down(game: RelaxedGame) -> None:
    """A tile is down once it is on notch 4 (rules.md, Solo)."""
    for t in game.turns:
        for i in TILES:
            down = game.down[t][i]
            game.model.add(game.notch(t, i) >= LAST_NOTCH * down)
            game.model.add(game.notch(t, i) <= LAST_NOTCH - 1 + down)
            if t:
                game.model.add_implication(game.down[t - 1][i], down)


def _falls(game: RelaxedGame) -> None:
    """A tile falls in the turn in which it reaches notch 4, unless its letter is circled (rules.md,
    Each turn, 4). It is circled if it was from the start, or if both boxes of its size were filled
    in earlier turns, because claims come after falls (Circling)."""
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


def _end(game: RelaxedGame) -> None:
    """A game ends only with all five tiles on notch 4, with a cell past the line (rules.md, Rows
    and the end of a turn; Solo), or with the last roll that is known."""
    for t in game.turns:
        if t + 1 < len(game.known.rolls):
            for down in game.down[t]:
                game.model.add_bool_or([~game.is_last[t], down, game.crosses])


def _claims(game: RelaxedGame) -> None:
    """There is at most one claim a turn, in turns that are played (rules.md, Each turn, 6)."""
    for t in game.turns:
        game.model.add_at_most_one([*game.claims[t], ~game.played[t]])


def _reach(game: RelaxedGame) -> None:
    """No combo is claimed before enough digits can lie together (counting.first_turns)."""
    for box, first in enumerate(first_turns(game.known)):
        for t in game.turns[: first - 1]:
            for claim, (filled, _) in zip(game.claims[t], game.combos, strict=True):
                if filled == box:
                    game.model.add(claim == 0)


def _boxes(game: RelaxedGame) -> None:
    """A box is filled by one combo of its kind and size, once, and stays filled (rules.md,
    Combo)."""
    for t in game.turns:
        for box in range(BONUS + 1):
            now = sum(
                claim
                for claim, (filled, _) in zip(game.claims[t], game.combos, strict=True)
                if filled == box
            )
            game.model.add(game.filled[t][box] == game.filled_before(t, box) + now)


def _supply(game: RelaxedGame) -> None:
    """A digit serves once, and must have been written (rules.md, Combo). The digits v of claims up
    to turn t come from number dice of these turns that show v, from digits v that lie free before
    the first turn, or from stars of these turns (Dice).

    If these sums hold for every t and v, a die can be assigned to each digit in turn, and it makes
    no difference which of the dice already thrown is taken.
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


def _digits(game: RelaxedGame) -> None:
    """Add that the boxes filled by the end of a turn hold no more digits than there were.

    There are four for each turn played (rules.md, Each turn, 5), and those that were on the sheet
    before and in no box. `_supply` implies this, but hides it from the solver.
    """
    free = sum(game.known.digits)
    for t in game.turns:
        held = sum(
            size * (game.filled[t][box] - game.filled_before(0, box))
            for box, size in enumerate(BOX_SIZES)
        )
        game.model.add(held <= free + SHAPE_CELLS * sum(game.played[: t + 1]))


def _rows(game: RelaxedGame) -> None:
    """A row becomes complete by the cells that it lacks (rules.md, Rows and the end of a turn).
    Each shape has four, and if the line is crossed, at least one of them is past it."""
    needed = sum(lacking * rows for lacking, rows in game.rows.items())
    game.model.add(needed <= SHAPE_CELLS * game.all_pieces() - game.crosses)


def _line(game: RelaxedGame) -> None:
    """There is only so much room under the Game Over line. A shape that finds none crosses it, and
    the game ends with that turn (rules.md, Rows and the end of a turn). So everything dropped in
    earlier turns lies under the line, and so does everything in a game that doesn't cross it."""
    room = game.known.room // SHAPE_CELLS
    slack = len(TILES) + game.known.longest
    for t in game.turns[:-1]:
        game.model.add(game.pieces(t) <= room + slack * (1 - game.played[t + 1]))
    game.model.add(game.all_pieces() <= room + slack * game.crosses)


def _fines(game: RelaxedGame) -> None:
    """A row past the line with a digit in it costs points, and in the variant bga also one with X
    alone (rules.md, Rows and the end of a turn; Variants). So crossing the Game Over line costs
    nothing only if a tile has crossed it, which must have fallen in the last turn. An own shape
    that finds no place under the line crosses it, or is lost if it comes after a tile that crosses
    it."""
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


def _plans(game: RelaxedGame) -> None:
    """All eleven rows become complete without a penalty only after numbers of turns, and with tiles
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


def _columns(game: RelaxedGame) -> None:
    """Add that the ten points of a kind need all its five boxes (rules.md, Sheet)."""
    for full, boxes in zip(game.both_columns, (_IDENTICAL, _CONSECUTIVE), strict=True):
        for box in boxes:
            game.model.add(full <= game.filled_at_all(box))


RULES: Mapping[str, Callable[[RelaxedGame], None]] = MappingProxyType(
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


def score_of(game: RelaxedGame) -> Linear:
    """Return the score (rules.md, Sheet)."""
    boxes = sum(size * game.filled_at_all(box) for box, size in enumerate(BOX_SIZES))
    columns = _core.COLUMN_POINTS * sum(game.both_columns)
    rows = _core.ROW_POINTS * game.all_rows()
    return boxes + columns + rows - _core.LINE_PENALTY * game.fines
