"""Advice on the cell for the first 1, for hint and daily."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..cpus import available_cpus
from ..position import Position
from .signals import stopped_by_interrupt
from .streams import write_json

if TYPE_CHECKING:
    from ..puzzles.deal_puzzle import DealPuzzle
    from .sources import Source


def is_before_start(position: Position) -> bool:
    """Return whether this is the empty sheet of a solo game, before the first 1 is written."""
    is_new = position.is_solo and position.turn == 1 and not any(position.core.notches)
    return is_new and not any(position.core.grid) and not position.core.boxes


def advise_start(
    source: Source,
    playouts: int | None,
    seed: int,
    workers: int | None,
    *,
    verbose: bool,
    as_json: bool,
) -> None:
    """Rank the cells of row 1 of an empty sheet and print the result."""
    from ..plan.hints.start_cells import PLAYOUTS, rank_starts
    from ..view.starts import draw_starts, starts_again

    with stopped_by_interrupt() as stop:
        found = rank_starts(
            [shape for shape, _, _ in source.position.tiles],
            variant=source.variant,
            playouts=playouts or PLAYOUTS,
            seed=seed,
            workers=workers or available_cpus(),
            stop=stop,
        )
    if as_json:
        write_json(found.to_json())
    else:
        again = starts_again(found, str(source.position), PLAYOUTS, verbose=verbose)
        print(draw_starts(found), "", again, sep="\n")


def starts_of(puzzle: DealPuzzle) -> str:
    """Return a table that ranks the cells of row 1 for the tiles of a puzzle."""
    from ..plan.hints.start_cells import rank_starts
    from ..view.starts import draw_starts

    return draw_starts(rank_starts(puzzle.tiles, variant=puzzle.variant, workers=available_cpus()))
