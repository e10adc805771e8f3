"""Plain lines about the current state: the sheet, the tiles, the turn so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..errors import NotationError, NumberdropError
from ..position import Position
from ..rules import LETTERS, ROW_COUNT
from ..sessions import PartialTurn, TurnOptions
from ..view.text import Look, draw_position
from .narration import (
    board_lines,
    cell_in_words,
    claim_lines,
    column_in_words,
    needs_in_words,
    preview_in_words,
    row_in_words,
    score_lines,
    tile_lines,
)
from .other_seats import standing_lines
from .seat import Seat
from .typed_choices import cells_in


def now_of(seat: Seat) -> TurnOptions:
    """Return the options of the turn. Raises NumberdropError, with what is missing, without a
    turn."""
    if now := seat.turn_options:
        return now
    if seat.session.is_over():
        raise NumberdropError("the game is over")
    raise NumberdropError(
        "enter the roll first" if seat.position else "write the first digit first"
    )


def turn_lines(seat: Seat) -> list[str]:
    """Describe an unfinished game, and what to do next."""
    if seat.position is None:
        dealt = zip(LETTERS, seat.session.setup.tiles, strict=True)
        tiles = ", ".join(f"{letter} {shape}" for letter, shape in dealt)
        digit = seat.session.seat or 1
        whose = f"seat {digit}: " if seat.has_others else ""
        return [f"{whose}tiles {tiles}; write your {digit} in row 1: a1 to g1"]
    score = seat.position.score(seat.session.variant).total
    if seat.wants_roll:
        return [f"turn {seat.position.turn}, score {score}: type its roll, or random"]
    now = now_of(seat)
    whose = f"seat {seat.session.seat}, " if seat.has_others else ""
    head = f"{whose}turn {seat.position.turn}, roll {now.roll}, score {score}"
    task = [seat.task] if seat.task else []
    return [head, *task, needs_in_words(now)]


def chosen_lines(seat: Seat) -> list[str]:
    """Describe the choices of the turn, what they are worth, and what to choose next."""
    now = now_of(seat)
    chosen = now.partial
    parts = [f"slide {' '.join(chosen.slides)}"] if chosen.slides else []
    parts += [f"the X of {drop.tile} on {' '.join(drop.cells) or '-'}" for drop in chosen.drops]
    if any(digit is not None for digit in chosen.digits):
        parts.append("place " + " ".join(f"{c}={d}" for c, d in _current_sheet(seat)[1].items()))
    elif chosen.cells:
        parts.append(f"place on {' '.join(chosen.cells)}")
    if chosen.claim:
        parts.append(f"claim {' '.join(chosen.claim)}")
    words = "; ".join(parts) or "nothing is chosen"
    return [f"{words}: {preview_in_words(now)}", needs_in_words(now)]


def look_at(seat: Seat, column: str | None, row: str | None) -> list[str]:
    """Describe a cell, a column or a row. Raises NotationError for a row that isn't on the
    sheet."""
    position, ghost = _current_sheet(seat)
    if column and row:
        return [cell_in_words(position, cells_in(column + row, "cell")[0], ghost)]
    if column:
        return [column_in_words(position, column, ghost)]
    if row and 1 <= int(row) <= ROW_COUNT:
        return [row_in_words(position, int(row), ghost)]
    raise NotationError("expected a cell, a column or a row before ?, such as c4?")


def sheet_lines(seat: Seat, look: Look) -> list[str]:
    """Draw the sheet, with the turn so far."""
    now = seat.turn_options
    position = now.written if now else _current_sheet(seat)[0]
    return draw_position(position, seat.session.variant, look).split("\n")


def _current_sheet(seat: Seat) -> tuple[Position, dict[str, str]]:
    """Return the sheet with the X shapes placed, and the own shape in this turn."""
    now = seat.turn_options
    position = now.laid if now else seat.position
    if position is None:
        raise NumberdropError(
            f"the sheet is empty: first write a {seat.session.seat or 1} in a cell of row 1"
        )
    chosen = now.partial if now else PartialTurn()
    marks = ("*" if digit is None else str(digit) for digit in chosen.digits)
    return position, dict(zip(chosen.cells, marks, strict=True))


def _log(seat: Seat, _: str) -> list[str]:
    turns = seat.session.to_json()["turns"]
    first = seat.session.state.positions[0].turn if turns else 1
    return [
        f"{number}: {turn['text']}  {turn['gain']:+d}, score {turn['score']}"
        for number, turn in enumerate(turns, first)
    ] or ["no turn has ended yet"]


def _why(seat: Seat, text: str) -> list[str]:
    cells = cells_in(text, "why")
    why = now_of(seat).written.why_not_claim(cells)
    return [why or f"{' '.join(cells)} can be claimed"]


def _claims(seat: Seat, _: str) -> list[str]:
    return claim_lines(now_of(seat).claims) or ["nothing can be claimed now"]


#: The answer to each question.
LOOKS: Final[dict[str, Callable[[Seat, str], list[str]]]] = {
    "board": lambda seat, _: board_lines(*_current_sheet(seat)),
    "score": lambda seat, _: score_lines(_current_sheet(seat)[0], seat.session.variant),
    "tiles": lambda seat, _: tile_lines(_current_sheet(seat)[0]),
    "turn": lambda seat, _: chosen_lines(seat),
    "log": _log,
    "claims": _claims,
    "seats": lambda seat, _: standing_lines(seat) if seat.is_table else ["you are playing alone"],
    "why": _why,
}
