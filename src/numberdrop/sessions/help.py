"""Help, which reveals the best turn in three grades: a region, the landing, the whole turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import NotationError, NumberdropError, expected_got
from ..json_reader import one_of
from ..notation import parse_cell
from ..rules import CELLS, COLUMN_COUNT
from ..turn import Turn
from .partial_turn import PartialTurn
from .seating import turn_of_part
from .session import GRADES, Session

if TYPE_CHECKING:
    from ..plan.limits import Stop

#: The margin of a region around the landing, in cells on each side.
MARGIN = 1
#: Nodes for the best line of a drop problem; the shipped ones never need more.
NODES = 3_000_000


def best_turn(session: Session, level: str = "strong", stop: Stop | None = None) -> Turn:
    """Return the turn that help reveals.

    In a drop problem it is the first turn of the best line on the remaining rolls, in any other
    game the best turn of a hint at `level`. Raises NumberdropError if there is no roll to play, or
    `stop` is set before a turn is found.
    """
    position, roll = session.position, session.roll
    if position is None or roll is None:
        raise NumberdropError.coded("help.no_roll", "there is no roll to play")
    if session.state.game and session.seat:
        from ..multiplayer import hint as seat_hint

        game, seat = session.state.game, session.seat
        part = seat_hint(game, seat, roll, level=level, top=1, stop=stop).turns[0].part
        return turn_of_part(roll, part)
    if session.setup.kind != "drop":
        from ..plan.hints.hint import hint

        return hint(position, roll, level=level, variant=session.variant, stop=stop).turns[0].turn
    from ..plan.exhaustive import best_line

    rolls = session.setup.rolls[len(session.state.turns) :]
    line = best_line(position, rolls, session.variant, nodes=NODES, stop=stop).turns
    if not line:
        raise NumberdropError.coded("help.late", "no turn was found in time")
    return line[0]


def help_to_json(best: Turn, grade: str) -> dict[str, Any]:
    """Return what help of a grade reveals of the best turn.

    The result is `{"grade", "region"}` with cells around the landing, `{"grade", "cells"}` with the
    cells of the landing, or `{"grade", "turn"}` with the whole turn as a partial turn. If nothing
    can be placed, the first two have no cells. Raises NotationError for another grade.
    """
    if grade not in GRADES:
        raise NotationError(expected_got("grade", one_of(GRADES), grade))
    partial = PartialTurn.of_turn(best)
    cells = partial.cells
    if not cells and not partial.slides:  # a block turn of a multiplayer game
        cells = tuple(cell for drop in partial.drops for cell in drop.cells)
    if grade == "region":
        return {"grade": grade, "region": list(_region(cells))}
    if grade == "placement":
        return {"grade": grade, "cells": list(cells)}
    return {"grade": grade, "turn": partial.to_json()}


def _region(cells: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cells of the bounding box of `cells`, extended by MARGIN within the sheet."""
    places = [divmod(parse_cell(cell), COLUMN_COUNT) for cell in cells]
    if not places:
        return ()
    rows, columns = ([place[part] for place in places] for part in (0, 1))
    return tuple(
        cell
        for index, cell in enumerate(CELLS)
        if min(rows) - MARGIN <= index // COLUMN_COUNT <= max(rows) + MARGIN
        and min(columns) - MARGIN <= index % COLUMN_COUNT <= max(columns) + MARGIN
    )
