"""A drawing to fill in with an editor."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules import COLUMN_COUNT, COLUMNS, ROW_COUNT
from .rows import LINE

_HOW = """\
# Type the seven cells of each row after its bar; leave empty rows as they are:
#   .  an empty cell      [5] or f  a 5 that a combo has used (a is 0, j is 9)
#   5  a digit            X         a cell of a shape that a tile has dropped
# For example:  3 |6......
#               2 |61.....
#               1 |[6][6][6]33.1
# Then run:  numberdrop hint FILE ROLL        such as 156*O, * for a star
"""
_FIELDS = """\
# The sizes of the filled boxes, such as 3 4, or nothing; for the bonus box, 8.
identical:
consecutive:
bonus:
# The shapes on A to E, with the notches slid so far, such as I1 O T2 L S1.
tiles:{tiles}
# The next turn; if you leave it out, the number of digits determines it.
turn:
"""


def blank_drawing(tiles: Sequence[str] = ()) -> str:
    """Draw an empty sheet with these shapes on its letters, or none, and instructions, in the
    format of read_drawing(). Plain ASCII, under 80 columns."""
    lines = [_HOW]
    for row in range(ROW_COUNT, 0, -1):
        if row == LINE:
            lines.append(f"   |{'=' * COLUMN_COUNT} GAME OVER\n")
        lines.append(f"{row:>2} |\n")
    lines.append(f"    {COLUMNS}\n\n")
    return "".join([*lines, _FIELDS.format(tiles="".join(f" {shape}" for shape in tiles))])
