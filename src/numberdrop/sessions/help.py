"""Helps: the best turn, given away bit by bit: where to look, which landing, all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import NotationError, NumberdropError, expected_got
from ..json_reader import one_of
from ..notation import parse_cell
from ..rules import CELLS, COLUMN_COUNT
from ..turn import Turn
from .partial_turn import PartialTurn
from .seating import own_turn
from .session import GRADES, Session

if TYPE_CHECKING:
    from ..plan.limits import Stop

#: Cells by which a region is wider than the landing, on each side.
MARGIN = 1
#: Nodes for the best line of a drop problem; more are never needed for those that are shipped.
NODES = 3_000_000


def best_turn(sitting: Session, level: str = "strong", stop: Stop | None = None) -> Turn:
    """The turn that a help is about: of a drop problem the first one of the best line on the rolls
    that are left, of any other game that which a hint of this level ranks first. NumberdropError
    where there is no roll to be played, or `stop` came before any turn was found."""
    position, roll = sitting.position, sitting.roll
    if position is None or roll is None:
        raise NumberdropError.coded("help.no_roll", "there is no roll to play")
    if sitting.state.game and sitting.seat:
        from ..multiplayer import hint as seat_hint

        game, seat = sitting.state.game, sitting.seat
        part = seat_hint(game, seat, roll, level=level, top=1, stop=stop).turns[0].part
        return own_turn(roll, part)
    if sitting.head.kind != "drop":
        from ..plan.hints.hint import hint

        return hint(position, roll, level=level, variant=sitting.variant, stop=stop).turns[0].turn
    from ..plan.exhaustive import best_line

    rolls = sitting.head.rolls[len(sitting.state.turns) :]
    line = best_line(position, rolls, sitting.variant, nodes=NODES, stop=stop).turns
    if not line:
        raise NumberdropError.coded("help.late", "no turn was found in time")
    return line[0]


def help_of(best: Turn, grade: str) -> dict[str, Any]:
    """What a help of a grade tells of the best turn: `{"grade", "region"}`, the cells among
    which its landing lies; `{"grade", "cells"}` of the landing; or `{"grade", "turn"}`, the whole
    turn as a tentative one. Where nothing can be placed the first two have no cells.
    NotationError for another grade."""
    if grade not in GRADES:
        raise NotationError(expected_got("grade", one_of(GRADES), grade))
    told = PartialTurn.of_turn(best)
    cells = told.cells
    if not cells and not told.slides:  # a block turn of several players
        cells = tuple(cell for drop in told.drops for cell in drop.cells)
    if grade == "region":
        return {"grade": grade, "region": list(_around(cells))}
    if grade == "placement":
        return {"grade": grade, "cells": list(cells)}
    return {"grade": grade, "turn": told.to_json()}


def _around(cells: tuple[str, ...]) -> tuple[str, ...]:
    """The cells of the rectangle around some cells that is MARGIN wider on each side, as far as it
    lies on the sheet."""
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
