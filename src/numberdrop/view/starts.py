"""A table of cells for the first 1, without a final newline."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from .footers import again, made_by_in_words, unless
from .ideas import TIED

if TYPE_CHECKING:
    from ..plan.hints.start_cells import Starts


def draw_starts(found: Starts) -> str:
    """Draw the cells for the 1, best first; a cell shares a line with its mirror image."""
    lines = [f"{'':>3} {'points':>6} {'loss':>6} {'error':>6}  the 1 in"]
    place = 1
    for _, group in groupby(found.cells, key=lambda start: (start.loss, start.ev)):
        starts = list(group)
        first = starts[0]
        rank = f"{'=' if first.is_tied else ''}{place}"
        cells = " or ".join(start.cell for start in starts)
        lines.append(f"{rank:>3} {first.ev:>6.2f} {first.loss:>6.2f} {first.se:>6.2f}  {cells}")
        place += len(starts)
    lines.append("points: expected final score, before any roll is known")
    if any(start.is_tied for start in found.cells):
        lines.append(f"=: {TIED} the best")
    return "\n".join(lines)


def starts_again(found: Starts, position: str, playouts: int, *, verbose: bool = False) -> str:
    """Return the command that repeats the ranking; `playouts` is the default number. With
    `verbose`, all that the answer depends on comes before it."""
    made = found.made_by
    said = [made_by_in_words(made, found.seconds)] if verbose else []
    command = again(
        "hint",
        position,
        playouts=unless(made["playouts"], playouts),
        seed=unless(made["seed"], 1),
        variant=unless(made["variant"], "rulebook"),
    )
    return "\n".join([*said, command])
