"""Rendering of environments for people: the sheet, the roll, and the choice to make."""

from __future__ import annotations

from typing import Any, Final

from ..errors import NotationError, expected_got
from ..json_reader import one_of
from ..stages import StagedGame
from ..view.svg import position_svg
from ..view.text import draw_position
from .pixels import frame

RENDER_MODES: Final = ("ansi", "svg", "rgb_array")
_CHOICES: Final = {
    "start": "the cell of the first digit",
    "slide": "the tile that slides",
    "star": "the tile that slides for the star",
    "drop": "where the X shape falls",
    "place": "where the shape falls",
    "rest": "the row where it comes to rest",
    "digits": "the digit in {cell}",
    "claim": "the next cell of a combo, or done",
    "wait": "waits",
}


def render_mode_of(mode: object) -> str | None:
    """Validate a render mode; None is without one. Raises NotationError unless it is one of
    RENDER_MODES."""
    if mode is None or (isinstance(mode, str) and mode in RENDER_MODES):
        return mode
    raise NotationError(expected_got("render_mode", one_of(RENDER_MODES), mode))


def render(staged: StagedGame, seat: int, mode: str) -> Any:
    """Render the sheet of `seat`: for the mode "svg" as an SVG document; for "rgb_array" as an
    array of pixels, uint8 of the shape (392, 424, 3); for "ansi" as text, with the roll and the
    choice to make."""
    position = staged.position(seat)
    if mode == "rgb_array":
        return frame(staged, seat)
    if mode == "svg":
        return position_svg(position, staged.variant)
    return "\n".join([draw_position(position, staged.variant), status_line(staged, seat)])


def status_line(staged: StagedGame, seat: int) -> str:
    """Return one line with the turn, the roll, and the choice that `seat` has to make."""
    if staged.is_over():
        return f"the game is over: {staged.score(seat)}"
    part = staged.part(seat)
    cell = part.cells[0] if part and part.cells else ""
    asked = _CHOICES.get(staged.stage(seat), "waits").format(cell=cell)
    if part is None:
        return asked
    cells = f", so far {' '.join(part.cells)}" if part.stage == "claim" and part.cells else ""
    return f"turn {staged.before(seat).turn}, {part.roll}: {asked}{cells}"
