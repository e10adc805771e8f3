"""One ply: the best turns of a seat for a roll, by the value for several players."""

from __future__ import annotations

from typing import Literal, NamedTuple

from .. import _core
from ..dice import Roll
from ..errors import NumberdropError, shown
from ..game import Game
from ..notation import cell_name
from ..plan.hints.playouts import Values, blank, faces_of
from ..plan.limits import Stop
from ..plan.ply import MOST_RANKED, NARROW, WIDE, Widths
from ..rules import LETTERS
from ..turn import Drop, Part
from ..validate import integer_between
from . import _core as several
from .seats import Seats, core_roll
from .weights import SeatWeights, weights_of

Aim = Literal["win", "points"]
AIMS: tuple[Aim, ...] = ("win", "points")
#: The widths for turns that are played, with which the value was learned.
USUAL = Widths(1, 16, 8)
#: Widths that leave nothing out.
EVERY = Widths(1, 100_000, 100_000)
#: The number of columns in the result of a playout.
COLUMNS = len(several.CHANCES)
#: The number of a seat's turns that are compared by their chances if the aim is to win.
COMPARED = 24


class Choice(NamedTuple):
    """A seat's part of a turn: its `value` in points, and the sheet after it, before the turn ends
    for all."""

    value: float
    part: Part
    sheet: _core.Sheet


def choices(
    game: Game | Seats,
    seat: int,
    roll: Roll | str,
    top: int = 1,
    *,
    widths: Widths = WIDE,
    weights: SeatWeights | None = None,
    is_last: bool = False,
    stop: Stop | None = None,
) -> list[Choice]:
    """Return the best `top` parts of `seat`, from 1, best first, by the value; with `is_last` by
    the score alone. There may be fewer; `top` is 1 to MOST_RANKED.

    In a block turn these are ways in which the block can come down, or the one part of a protected
    seat. Raises NumberdropError if the game is over, there is no such seat, or the dice can't show
    the roll.
    """
    seats = Seats.of(game)
    rolled = Roll.of(roll, seats.variant.dice)
    place = _expect_turn(seats, seat)
    count = integer_between(top, 1, MOST_RANKED, "top")
    table, flags = weights_of(weights).table, seats.flags | (_core.LAST if is_last else 0)
    flag = several.Flag()
    with Stop.of(stop).on_set(flag.set):
        found = several.choose(
            seats.core, place, core_roll(rolled), table, flags, widths[1:], count, flag
        )
    falling = seats.falling(rolled)
    made = []
    for value, fields, cells, digits, claim in found:
        names = tuple(map(cell_name, cells))
        if falling is not None:
            is_protected = bool(seats.positions[place].core.circled >> LETTERS.index(falling) & 1)
            part = Part(() if is_protected else (Drop(falling, names),))
        else:
            claimed = claim and tuple(map(cell_name, claim[1]))
            part = Part(None, tuple(zip(names, digits, strict=True)) or None, claimed)
        made.append(Choice(value, part, _core.Sheet(*fields)))
    return made


def exact_choices(
    seats: Seats,
    seat: int,
    roll: Roll,
    top: int,
    weights: SeatWeights | None = None,
    stop: Stop | None = None,
) -> list[Choice]:
    """Return the parts with the highest scores, like choices(), from an exhaustive search."""
    return choices(seats, seat, roll, top, widths=EVERY, weights=weights, is_last=True, stop=stop)


def choose(
    game: Game | Seats,
    seat: int,
    roll: Roll | str,
    aim: Aim = "win",
    *,
    widths: Widths = USUAL,
    weights: SeatWeights | None = None,
) -> Part:
    """Return the best part for `seat`, from 1, found in some milliseconds.

    The aim "points" takes the highest value, "win" the highest chance of winning if each of the
    others plays for points. Raises the errors of choices().
    """
    seats = Seats.of(game)
    rolled = Roll.of(roll, seats.variant.dice)
    weighed = weights_of(weights)
    expect_aim(aim)
    top = COMPARED if aim == "win" else 1
    found = choices(seats, seat, rolled, top, widths=widths, weights=weighed)
    if len(found) == 1:
        return found[0].part
    place, fallen = seats.place(seat), seats.core.falling(core_roll(rolled))
    sheets = [
        choices(seats, other, rolled, widths=widths, weights=weighed)[0].sheet
        if other != seat
        else found[0].sheet
        for other in range(1, len(seats) + 1)
    ]
    player = player_of(seats, weighed, widths)
    best, most = found[0], (-1.0, 0.0)
    hopes = rows_in(blank_rows(1))
    for choice in found:
        sheets[place] = choice.sheet
        after = seats.core.after(sheets, fallen)
        player.play(seats.core, after, place, 0, 0, 0, hopes)
        reached = (hopes[0, 0], choice.value)
        if reached > most:
            best, most = choice, reached
    return best.part


def blank_rows(count: int) -> Values:
    """Return the results of `count` playouts to be set: a row of the core's CHANCES for each."""
    return blank(count * COLUMNS)


def rows_in(values: Values) -> memoryview[float]:
    """Return a view of these rows as the core sets them, of shape (rows, COLUMNS)."""
    return memoryview(values).cast("B").cast("f", (len(values) // COLUMNS, COLUMNS))


def columns_of(values: Values) -> list[Values]:
    """Return the columns of these rows."""
    return [values[column::COLUMNS] for column in range(COLUMNS)]


def player_of(
    seats: Seats, weights: SeatWeights, widths: Widths = NARROW, flag: several.Flag | None = None
) -> several.Playouts:
    """Return a player of playouts under these rules, until the flag is set; for one thread at a
    time."""
    faces = faces_of(seats.variant.dice)
    return several.Playouts(weights.table, weights.spread, widths[1:], faces, seats.flags, flag)


def expect_aim(aim: str) -> None:
    """Raise NumberdropError unless `aim` is one of AIMS."""
    if aim not in AIMS:
        raise NumberdropError(f"aim: expected one of {', '.join(AIMS)}, got {shown(aim)}")


def _expect_turn(seats: Seats, seat: int) -> int:
    """Return the index of the seat. Raises NumberdropError if the game is over or there is no such
    seat."""
    place = seats.place(seat)
    if seats.is_over():
        raise NumberdropError("the game is over, there is no turn to play")
    return place
