"""One-ply search: the best turns for a roll by the learned or the plain value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .. import _core
from ..dice import Roll
from ..notation import cell_name
from ..position import Position, core_roll, flags_of
from ..rules import LETTERS, Variant
from ..turn import Drop, Turn
from .limits import Stop
from .weights import Weights


class Widths(NamedTuple):
    """How many alternatives are kept at each stage of a turn.

    The stages are sheets with their X shapes, landings, and arrangements of the digits on each
    landing.
    """

    sheets: int
    landings: int
    arrangements: int


#: WIDE is for turns that a hint shows or a player takes, NARROW for turns inside playouts.
WIDE = Widths(40, 60, 24)
NARROW = Widths(12, 6, 6)

#: The most turns that are ranked.
MOST_RANKED = 100_000

#: Limits of rank_plain(). Digits are tried on at most LANDINGS landings, on fewer if the stars of a
#: roll allow more than ARRANGEMENTS arrangements in all, and on at least FEWEST_LANDINGS.
LANDINGS = 60
FEWEST_LANDINGS = 8
ARRANGEMENTS = 40_000


class Ranked(NamedTuple):
    """A turn with its value in 1/100 points, and the position after it."""

    value: int
    turn: Turn
    after: Position


class Ply:
    """The turns for a roll within these widths, best first by the learned value (docs/value.md).

    With `is_last` only the score counts, as if the game ended with this turn. `capacity` is the
    number of turns ranked at first. A `stop` ends the ranking early, with at least one turn. There
    are no turns if the game is over.
    """

    def __init__(
        self,
        position: Position,
        roll: Roll,
        variant: Variant,
        widths: Widths,
        weights: Weights,
        *,
        is_last: bool = False,
        capacity: int = 1,
        stop: Stop | None = None,
    ) -> None:
        self._position, self._roll, self._widths, self._weights = position, roll, widths, weights
        self._flags = flags_of(variant) | (_core.LAST if is_last else 0)
        self._stop = stop or Stop()
        self._made: list[Ranked] = []
        self._capacity = min(capacity, MOST_RANKED)
        self._chosen = self._choose()

    def first(self, count: int) -> list[Ranked]:
        """Return the best `count` turns, or all if there are fewer; at most MOST_RANKED."""
        if self._capacity < min(count, MOST_RANKED) and len(self._chosen) == self._capacity:
            self._capacity = min(count, MOST_RANKED)
            longer = self._choose()
            if not self._stop.is_set():
                self._chosen = longer
        for number in range(len(self._made), min(count, len(self._chosen))):
            if self._made and self._stop.is_set():
                break
            after, value, slides, fallen, cells, digits, claim = self._chosen[number]
            turn = turn_of(self._position, self._roll, slides, fallen, cells, digits, claim)
            self._made.append(Ranked(value, turn, Position(after)))
        return self._made[:count]

    def _choose(self) -> _core.Chosen:
        sheet, roll, table = self._position.core, core_roll(self._roll), self._weights.table
        with self._stop.flag() as flag:
            return _core.Chosen(sheet, roll, table, self._flags, self._widths, self._capacity, flag)


def rank_learned(
    position: Position,
    roll: Roll,
    variant: Variant,
    widths: Widths,
    top: int,
    weights: Weights,
    *,
    is_last: bool = False,
    stop: Stop | None = None,
) -> list[tuple[int, Turn]]:
    """Return the best `top` turns of a Ply with their values."""
    ply = Ply(position, roll, variant, widths, weights, is_last=is_last, capacity=top, stop=stop)
    return [(value, turn) for value, turn, _ in ply.first(top)]


def rank_plain(
    position: Position,
    roll: Roll,
    variant: Variant,
    landings: int,
    top: int,
    *,
    is_last: bool = False,
) -> list[tuple[int, Turn]]:
    """Return the best `top` turns by the plain value (docs/evaluation.md), best first.

    Values are in 1/100 points. Only turns on the best `landings` are considered. With `is_last`
    only the score counts, as if the game ended with this turn. The list is empty if the game is
    over.
    """
    flags = flags_of(variant) | (_core.LAST if is_last else 0)
    found = position.core.rank(core_roll(roll), flags, landings, top)
    return [(turn[0], turn_of(position, roll, *turn[1:])) for turn in found]


def landings_kept(roll: Roll) -> int:
    """Return on how many landings, 8 to 60, rank_plain() should try the digits of this roll."""
    return max(FEWEST_LANDINGS, min(LANDINGS, ARRANGEMENTS // len(roll.arrangements())))


def end_of(position: Position, turn: Turn) -> Position:
    """Return the position after a legal `turn` on a solo sheet or one of several players.

    The turn is not checked: use it for turns that are ranked here, and transitions.play() for
    others.
    """
    for letter in turn.slides:
        position, _ = position.slide(letter)
    for drop in turn.drops:
        position = position.block(drop.cells)
    if turn.place is not None:
        position = position.place([c for c, _ in turn.place], [d for _, d in turn.place])
    claim = position.judge_claim(turn.claim) if turn.claim else None
    assert not isinstance(claim, str)
    return position.claim(claim).end_turn()


def turn_of(
    position: Position,
    roll: Roll,
    slides: Sequence[int],
    fallen: Sequence[Sequence[int]],
    cells: Sequence[int],
    digits: Sequence[int],
    claim: tuple[int, Sequence[int]] | None,
) -> Turn:
    """Return the turn that the core describes by indices of letters and cells."""
    letters = tuple(LETTERS[letter] for letter in slides)
    falling = position.letters_falling(letters) if fallen else []
    drops = tuple(
        Drop(letter, tuple(cell_name(cell) for cell in shape))
        for letter, shape in zip(falling, fallen, strict=True)
    )
    place = tuple((cell_name(c), d) for c, d in zip(cells, digits, strict=True)) or None
    claimed = claim and tuple(cell_name(cell) for cell in claim[1])
    return Turn(roll, letters, drops, place, claimed)
