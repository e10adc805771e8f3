"""Digits: their number, what the dice can show, and where they can be."""

from __future__ import annotations

from collections.abc import Iterator

from .. import _core
from ..errors import Sentence, coded_message
from ..rules import CELLS, LETTERS, MOST_TURNS
from .counts import SHAPE_CELLS, Counted, are, many_cells, many_digits, many_turns, number, one_of

#: The number of dice with a star in each dice set.
_STARS = {"publisher": 3, "review": 4}
#: The most X that one block leaves.
_MOST_OF_A_BLOCK = 5


def digit_problems(sheet: Counted) -> Iterator[str]:
    """Yield a problem unless there are four digits per turn, and the first one."""
    if sheet.has_its_digits() or not sheet.count:
        return
    turn = sheet.position.turn
    expected = SHAPE_CELLS * (turn - 1) + 1
    surplus, digits = sheet.count - expected, many_digits(sheet.count)
    if sheet.written > MOST_TURNS and sheet.position.is_solo:
        most = SHAPE_CELLS * MOST_TURNS + 1
        yield coded_message(
            "digits.most",
            "{n} digits on the sheet, but a game writes at most {most}",
            n=sheet.count,
            most=most,
        )
    elif not sheet.odd and sheet.turn != sheet.position.turn:
        yield coded_message(
            "digits.turn",
            "{digits} on the sheet, but turn {turn}: is this turn {meant}?",
            digits=digits,
            turn=turn,
            meant=sheet.turn,
        )
    elif abs(surplus) < SHAPE_CELLS or not sheet.odd:
        yield coded_message(
            "digits.amount",
            "{digits} on the sheet, but turn {turn} has {expected}: {slip}?",
            digits=digits,
            turn=turn,
            expected=number(expected),
            slip=_too_many(surplus) if surplus > 0 else _missing(-surplus),
        )
    elif sheet.odd == 1:
        yield coded_message(
            "digits.turn_and_many",
            "{digits} on the sheet, but turn {turn}: is this turn {meant}, and one digit too many?",
            digits=digits,
            turn=turn,
            meant=sheet.written + 1,
        )
    else:
        yield coded_message(
            "digits.turn_and_few",
            "{digits} on the sheet, but turn {turn}: is this turn {meant}, and {missing} missing?",
            digits=digits,
            turn=turn,
            meant=sheet.written + 2,
            missing=many_digits(SHAPE_CELLS - sheet.odd),
        )


def _too_many(count: int) -> Sentence:
    return coded_message(
        "many", "{are} {count} too many", are=are(count), n=count, count=number(count)
    )


def _missing(count: int) -> Sentence:
    return coded_message(
        "missing", "{are} {count} missing", are=are(count), n=count, count=number(count)
    )


def star_problems(sheet: Counted) -> Iterator[str]:
    """Yield a problem if there are more 0, 8 and 9 than stars, or more 4 than the dice give.

    0, 8 and 9 come only from stars, and a star slides a second tile. The fourth of the publisher's
    dice has no star and no 4.
    """
    turns = max(0, sheet.written)
    stars, dice = turns, _STARS[sheet.variant.dice]
    if sheet.position.is_solo and not sheet.down:
        stars = min(turns, max(0, sum(sheet.position.core.notches) - turns))
    # In a game of several players, the fourth player begins with a 4.
    limits = [("089", dice * stars), ("0489", 3 * turns + (not sheet.position.is_solo))]
    for digits, most in limits[: 2 if dice == _STARS["publisher"] else 1]:
        cells = [i for i in range(len(CELLS)) if sheet.digit(i) and sheet.digit(i) in digits]
        if len(cells) <= most:
            continue
        if not stars and digits == "089":
            no_star = coded_message("stars.none", "no star has slid a tile")
            yield coded_message(
                "stars.takes",
                "{digit} in {cell} needs a star, but {why}: "
                "is it another digit, or a slide missing?",
                digit=sheet.digit(cells[0]),
                cell=CELLS[cells[0]],
                why=no_star if turns else coded_message("stars.no_turn", "no turn has been played"),
            )
        elif digits == "089":
            yield coded_message(
                "stars.few",
                "{digits} {which}, but the dice give at most {most} in {turns} with a star: "
                "is one misread?",
                digits=many_digits(len(cells)),
                which=one_of(digits),
                most=number(most),
                turns=many_turns(stars),
            )
        else:
            yield coded_message(
                "stars.dice",
                "{digits} {which}, but the dice give at most {most}: is one misread?",
                digits=many_digits(len(cells)),
                which=one_of(digits),
                most=number(most),
            )
        return


def cell_problems(sheet: Counted) -> Iterator[str]:
    """Yield problems if row 1 lacks the first digit, or if the cells past the line need several
    turns."""
    solo = sheet.position.is_solo
    row = [sheet.digit(cell) for cell in range(_core.COLUMNS)]
    first = "1" if solo else "123456"
    if not any(digit and digit in first for digit in row):
        digit = "1" if solo else coded_message("first.of_several", "digit 1 to 6")
        missing = not sheet.count or sheet.odd == SHAPE_CELLS - 1
        is_empty = not any(sheet.grid[: _core.COLUMNS])
        yield coded_message(
            "first.none",
            "{what}, and a game starts with a {digit} in it: {slip}",
            what=coded_message("first.empty", "row 1 is empty")
            if is_empty
            else coded_message("first.without", "row 1 has no {digit}", digit=digit),
            digit=digit,
            slip=coded_message("first.left_out", "was it left out?")
            if missing
            else coded_message("first.misread", "is one of its digits misread?"),
        )
    own = SHAPE_CELLS
    most = 2 * SHAPE_CELLS if solo else _MOST_OF_A_BLOCK
    together = own + most if solo else max(own, most)
    crossed = sheet.digits_past + sheet.crosses_past
    if sheet.digits_past > own or sheet.crosses_past > most or crossed > together:
        yield coded_message(
            "past.many",
            "{cells} past the line, but the first turn that crosses it ends the game: "
            "are the rows counted from the bottom?",
            cells=many_cells(crossed),
        )


def most_blocks(sheet: Counted) -> int:
    """Return the most X that blocks can have left on a sheet without tiles."""
    turns = sheet.position.turn - 1 - sheet.written
    return _MOST_OF_A_BLOCK * min(len(LETTERS), turns)
