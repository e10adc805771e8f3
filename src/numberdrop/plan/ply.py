"""One ply: the best turns for a roll, ranked by the learned value or by the plain one."""

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
    """How many are kept at each stage of a turn: of the sheets with their X shapes, of the
    landings, and of the arrangements of the digits on each."""

    sheets: int
    landings: int
    arrangements: int


#: For the turns that a hint shows or a player takes; and for those played in great numbers only to
#: see what a position comes to.
WIDE = Widths(40, 60, 24)
NARROW = Widths(12, 6, 6)

#: Turns that are ranked, at most.
MOST_RANKED = 100_000

#: For rank_plain(): landings on which digits are tried are at most LANDINGS, fewer where the stars
#: of a roll allow more than ARRANGEMENTS arrangements in all, never fewer than FEWEST_LANDINGS.
LANDINGS = 60
FEWEST_LANDINGS = 8
ARRANGEMENTS = 40_000


class Ranked(NamedTuple):
    """A turn with its value in 1/100 points, and the position after it."""

    value: int
    turn: Turn
    after: Position


class Ply:
    """The turns for a roll by the learned value (docs/value.md), best first, among those that the
    widths let through: as many as are asked for.

    With `is_last` the score alone counts, as if the game ended with this turn. `room` is how many
    are ranked at first. A `stop` ends it early, with one turn at least. There are none if the game
    is over.
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
        room: int = 1,
        stop: Stop | None = None,
    ) -> None:
        self._position, self._roll, self._widths, self._weights = position, roll, widths, weights
        self._flags = flags_of(variant) | (_core.LAST if is_last else 0)
        self._stop = stop or Stop()
        self._made: list[Ranked] = []
        self._room = min(room, MOST_RANKED)
        self._chosen = self._choose()

    def first(self, count: int) -> list[Ranked]:
        """The best `count` turns, fewer if there aren't as many, MOST_RANKED at most."""
        if self._room < min(count, MOST_RANKED) and len(self._chosen) == self._room:
            self._room = min(count, MOST_RANKED)
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
            return _core.Chosen(sheet, roll, table, self._flags, self._widths, self._room, flag)


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
    """The best `top` turns of a Ply with their values."""
    ply = Ply(position, roll, variant, widths, weights, is_last=is_last, room=top, stop=stop)
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
    """The best `top` turns by the plain value (docs/evaluation.md), in 1/100 points, best first,
    among those on the best `landings`. With `is_last` the score alone counts, as if the
    game ended with this turn. Nothing if the game is over."""
    flags = flags_of(variant) | (_core.LAST if is_last else 0)
    found = position.core.rank(core_roll(roll), flags, landings, top)
    return [(turn[0], turn_of(position, roll, *turn[1:])) for turn in found]


def landings_kept(roll: Roll) -> int:
    """On how many landings rank_plain() is to try the digits of this roll, 8 to 60."""
    return max(FEWEST_LANDINGS, min(LANDINGS, ARRANGEMENTS // len(roll.arrangements())))


def end_of(position: Position, turn: Turn) -> Position:
    """The position after a legal turn, such as those that are ranked here, on a solo sheet or one
    of several players. Its stages are applied; whether it is legal is for transitions to judge."""
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
    """The turn that the core describes by indices of letters and cells."""
    letters = tuple(LETTERS[letter] for letter in slides)
    falling = position.letters_falling(letters) if fallen else []
    drops = tuple(
        Drop(letter, tuple(cell_name(cell) for cell in shape))
        for letter, shape in zip(falling, fallen, strict=True)
    )
    place = tuple((cell_name(c), d) for c, d in zip(cells, digits, strict=True)) or None
    claimed = claim and tuple(cell_name(cell) for cell in claim[1])
    return Turn(roll, letters, drops, place, claimed)
