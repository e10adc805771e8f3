"""Rendering of environments for people: the sheet, the roll, and the choice to make."""

from __future__ import annotations

from typing import Final

from ..stages import StagedGame
from ..view.svg import position_svg
from ..view.text import draw_position

RENDER_MODES: Final = ("ansi", "svg")
_CHOICES: Final = {
    "start": "the cell of the first digit",
    "slide": "the tile that slides",
    "star": "the tile that slides for the star",
    "drop": "where the X shape falls",
    "place": "where the shape falls",
    "rest": "the row where it comes to rest",
    "digits": "the digit in {cell}",
    "claim": "the next cell of a combo, or done",
    "over": "",
}


def render(staged: StagedGame, seat: int, mode: str) -> str:
    """Render the sheet of `seat`: for the mode "svg" as an SVG document; for "ansi" as text, with
    the roll and the choice to make."""
    position = staged.position(seat)
    if mode == "svg":
        return position_svg(position, staged.variant)
    return "\n".join([draw_position(position, staged.variant), status_line(staged, seat)])


def status_line(staged: StagedGame, seat: int) -> str:
    """Return one line with the turn, the roll, and the choice that `seat` has to make."""
    if staged.is_over():
        return f"the game is over: {staged.score(seat)}"
    part = staged.part(seat)
    cell = part.cells[0] if part and part.cells else ""
    asked = _CHOICES[staged.stage(seat)].format(cell=cell) or "waits"
    if part is None:
        return asked
    cells = f", so far {' '.join(part.cells)}" if part.stage == "claim" and part.cells else ""
    return f"turn {staged.before(seat).turn}, {part.roll}: {asked}{cells}"
