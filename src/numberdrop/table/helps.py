"""Helps: the best turn of a hint, given away bit by bit: where to look, which landing, all."""

from __future__ import annotations

from typing import Any

from ..errors import NotationError, shown
from ..notation import parse_cell
from ..plan import Hint
from ..rules import CELLS, COLUMN_COUNT
from .sitting import GRADES
from .tentative import Tentative

#: Cells by which a region is wider than the landing, on each side.
MARGIN = 1


def help_of(found: Hint, grade: str) -> dict[str, Any]:
    """What a help of a grade tells of a hint's best turn: `{"grade", "region"}`, the cells among
    which its landing lies; `{"grade", "cells"}` of the landing; or `{"grade", "turn"}`, the whole
    turn as a tentative one. Where nothing can be placed the first two have no cells.
    NotationError for another grade."""
    if grade not in GRADES:
        raise NotationError(f"grade: expected one of {', '.join(GRADES)}, got {shown(grade)}")
    best = Tentative.of_turn(found.turns[0].turn)
    if grade == "region":
        return {"grade": grade, "region": list(_around(best.cells))}
    if grade == "placement":
        return {"grade": grade, "cells": list(best.cells)}
    return {"grade": grade, "turn": best.to_json()}


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
