"""Digits: how many there are, which the dice can show, and where they can lie."""

from __future__ import annotations

from collections.abc import Iterator

from .. import _core
from ..rules import CELLS, LETTERS, MOST_TURNS
from .counted import SHAPE_CELLS, Counted, are, listed, many, number

#: Number dice of a set that have a star.
_STARS = {"publisher": 3, "review": 4}
#: X that the blocks of five letters can leave at the most.
_MOST_OF_A_BLOCK = 5


def in_digits(sheet: Counted) -> Iterator[str]:
    """There are four digits a turn, and the first one."""
    if sheet.has_its_digits() or not sheet.count:
        return
    said = f"{many(sheet.count, 'digit')} on the sheet, but turn {sheet.position.turn}"
    expected = SHAPE_CELLS * (sheet.position.turn - 1) + 1
    beside = sheet.count - expected
    if sheet.written > MOST_TURNS and sheet.position.is_solo:
        most = SHAPE_CELLS * MOST_TURNS + 1
        yield f"{sheet.count} digits on the sheet, but a game writes at most {most}"
    elif not sheet.odd and sheet.turn != sheet.position.turn:
        yield f"{said}: is this turn {sheet.turn}?"
    elif abs(beside) < SHAPE_CELLS or not sheet.odd:
        slip = "too many" if beside > 0 else "missing"
        amount = abs(beside)
        yield f"{said} has {number(expected)}: {are(amount)} {number(amount)} {slip}?"
    elif sheet.odd == 1:
        yield f"{said}: is this turn {sheet.written + 1}, and one digit too many?"
    else:
        missing = many(SHAPE_CELLS - sheet.odd, "digit")
        yield f"{said}: is this turn {sheet.written + 2}, and {missing} missing?"


def in_stars(sheet: Counted) -> Iterator[str]:
    """0, 8 and 9 come from stars alone, and a star slides a second tile. The fourth of the
    publisher's dice has no star, and no 4."""
    turns = max(0, sheet.written)
    stars, dice = turns, _STARS[sheet.variant.dice]
    if sheet.position.is_solo and not sheet.down:
        stars = min(turns, max(0, sum(sheet.position.core.notches) - turns))
    # Of several players the fourth begins with a 4.
    limits = [("089", dice * stars), ("0489", 3 * turns + (not sheet.position.is_solo))]
    for digits, most in limits[: 2 if dice == _STARS["publisher"] else 1]:
        cells = [i for i in range(len(CELLS)) if sheet.digit(i) and sheet.digit(i) in digits]
        if len(cells) <= most:
            continue
        if not stars and digits == "089":
            one = f"{sheet.digit(cells[0])} in {CELLS[cells[0]]} takes a star"
            why = "no star has slid a tile" if turns else "no turn has been played"
            yield f"{one}, but {why}: is it another digit, or a slide missing?"
        else:
            what = f"{many(len(cells), 'digit')} {listed(digits, 'or')}"
            with_star = f" in {many(stars, 'turn')} with a star" if digits == "089" else ""
            yield f"{what}, but the dice give at most {number(most)}{with_star}: is one misread?"
        return


def in_cells(sheet: Counted) -> Iterator[str]:
    """The first digit is in row 1; what lies past the line has come in one turn."""
    solo = sheet.position.is_solo
    row = [sheet.digit(cell) for cell in range(_core.COLUMNS)]
    first = "1" if solo else "123456"
    if not any(digit and digit in first for digit in row):
        digit = "1" if solo else "digit 1 to 6"
        missing = not sheet.count or sheet.odd == SHAPE_CELLS - 1
        slip = "was it left out?" if missing else "is one of its digits misread?"
        empty = (
            "row 1 is empty" if not any(sheet.grid[: _core.COLUMNS]) else f"row 1 has no {digit}"
        )
        yield f"{empty}, and a game starts with a {digit} in it: {slip}"
    own = SHAPE_CELLS
    most = 2 * SHAPE_CELLS if solo else _MOST_OF_A_BLOCK
    together = own + most if solo else max(own, most)
    crossed = sheet.digits_past + sheet.crosses_past
    if sheet.digits_past > own or sheet.crosses_past > most or crossed > together:
        yield (
            f"{many(crossed, 'cell')} past the line, but the first turn that crosses it ends the "
            "game: are the rows counted from the bottom?"
        )


def most_blocks(sheet: Counted) -> int:
    """X of the blocks that can have fallen on a sheet without tiles."""
    turns = sheet.position.turn - 1 - sheet.written
    return _MOST_OF_A_BLOCK * min(len(LETTERS), turns)
