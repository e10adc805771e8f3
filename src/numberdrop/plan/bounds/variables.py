"""The variables of a relaxation: a solo game without its geometry, as a CP-SAT model.

relaxation.py has the constraints, and counts turns in the same way.
"""

from __future__ import annotations

from collections import Counter

from ... import _core
from ...rules import SIZES
from .cpsat import Linear
from .known import DIGITS, TILES, Known

#: Boxes by number: identical 3..7, consecutive 3..7, the bonus box.
BONUS = 10

#: A combo without its cells: its box, and how many of each digit 0..9 it uses.
Combo = tuple[int, tuple[int, ...]]


class RelaxedGame:
    """The variables of a game. The rules in relaxation.py constrain them."""

    def __init__(self, known: Known) -> None:
        from ortools.sat.python import cp_model

        model = cp_model.CpModel()
        self.model = model
        self.known = known
        self.turns = range(known.longest)
        boolean = model.new_bool_var
        turns, boxes = self.turns, range(BONUS + 1)

        #: Whether turn t is played, and whether it is the last one.
        self.played = [boolean(f"played {t}") for t in turns]
        self.is_last = [boolean(f"last {t}") for t in turns]
        #: The free slide and the star slide of each tile, whether it has reached notch 4, and
        #: whether it falls.
        self.free = [[boolean(f"free {t} {i}") for i in TILES] for t in turns]
        self.star = [[boolean(f"star {t} {i}") for i in TILES] for t in turns]
        self.down = [[boolean(f"down {t} {i}") for i in TILES] for t in turns]
        self.falls = [[boolean(f"falls {t} {i}") for i in TILES] for t in turns]
        #: Whether a box is filled at the end of turn t, and whether a combo is claimed in turn t.
        self.filled = [[boolean(f"filled {t} {box}") for box in boxes] for t in turns]
        self.combos = _combos()
        self.claims = [[boolean(f"claim {t} {c}") for c in range(len(self.combos))] for t in turns]
        #: The number of the digits v claimed in turn t that stars provide.
        most = _core.SIZE_BONUS
        self.by_star = [
            [model.new_int_var(0, most, f"by star {t} {v}") for v in DIGITS] for t in turns
        ]
        self.both_columns = [boolean("all identical"), boolean("all consecutive")]
        #: By the number of cells that rows lack: the number of these rows that become complete.
        self.rows = {
            lacking: model.new_int_var(0, rows, f"rows lacking {lacking}")
            for lacking, rows in sorted(Counter(known.lacking).items())
        }
        #: Whether a cell past the line is filled, and the number of rows there that cost points.
        self.crosses = boolean("crosses")
        self.fines = model.new_int_var(0, _core.ROWS - _core.LINE, "fines")

    def notch(self, t: int, tile: int) -> Linear:
        """Return the notch of a tile after turn t."""
        slides = sum(self.free[s][tile] + self.star[s][tile] for s in range(t + 1))
        return self.known.notches[tile] + slides

    def demand(self, t: int, v: int) -> Linear:
        """Return the number of digits v that the claim of turn t uses."""
        return sum(
            used[v] * claim
            for claim, (_, used) in zip(self.claims[t], self.combos, strict=True)
            if used[v]
        )

    def pieces(self, t: int) -> Linear:
        """Return the number of shapes dropped by the end of turn t, the player's and the tiles'."""
        return sum(self.played[s] + sum(self.falls[s]) for s in range(t + 1))

    def filled_before(self, t: int, box: int) -> Linear:
        """Return whether a box is filled before turn t."""
        return self.filled[t - 1][box] if t else self.known.boxes >> box & 1

    def filled_at_all(self, box: int) -> Linear:
        return self.filled[-1][box]

    def all_rows(self) -> Linear:
        return sum(self.rows.values())

    def all_pieces(self) -> Linear:
        return self.pieces(self.known.longest - 1)


def _combos() -> list[Combo]:
    """Return every combo by its digits (rules.md, Combo); a path goes from 0 to 9 at most."""
    combos: list[Combo] = []
    for box, size in enumerate(SIZES):
        combos += [(box, _used([v] * size)) for v in DIGITS]
        combos += [(5 + box, _used(range(v, v + size))) for v in range(11 - size)]
    size = _core.SIZE_BONUS
    combos += [(BONUS, _used([v] * size)) for v in DIGITS]
    return combos + [(BONUS, _used(range(v, v + size))) for v in range(11 - size)]


def _used(digits: list[int] | range) -> tuple[int, ...]:
    return tuple(digits.count(v) for v in DIGITS)
