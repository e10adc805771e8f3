"""Commands about maxima: max."""

from __future__ import annotations

import os
from typing import Annotated, Any

import typer

from .. import Deal, NotationError, Variant
from .app import AsJson, app, read
from .streams import Progress, write_json


@app.command("max")
def max_(
    puzzle: Annotated[
        str,
        typer.Argument(metavar="PUZZLE|FILE", help="A date or recipe, or the JSON of a puzzle."),
    ],
    width: Annotated[
        int, typer.Option("--width", min=1, max=100_000, help="Positions kept a turn.")
    ] = 50,
    effort: Annotated[
        float,
        typer.Option("--effort", min=0, max=1e6, help="Solver's time for the bound; 0 for none."),
    ] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Search the best game on dice that are known, and bound it.

    PROVED where the bound meets the score, else BEST FOUND. The game is replayed turn by turn.

    \b
    Example:
      numberdrop max 2026-11-20 --width 5 --effort 0
      numberdrop max puzzle.json --effort 0 --json
    """
    from ..plan.maximum import maximum
    from ..view.text import draw_maximum

    deal, variant = _puzzle(puzzle)
    with Progress(len(deal.rolls), "turns") as progress:
        found = maximum(deal, variant, width=width, effort=effort, progress=progress)
    if as_json:
        write_json(found.to_json())
    else:
        print(draw_maximum(found))


def _puzzle(text: str) -> tuple[Deal, Variant]:
    """The deal and the variant of a file, or of a date or recipe."""
    from ..puzzles.daily import parse_recipe
    from ..puzzles.puzzle import parse_puzzle
    from ..record import read_documents

    if not (os.path.exists(text) or os.sep in text or text.endswith(".json")):
        return read(parse_recipe, text), Variant()
    with open(text, "rb") as file:
        documents: list[tuple[str, Any]] = list(read_documents(file, text))
    if len(documents) != 1:
        raise NotationError(f"{text}: expected one puzzle, got {len(documents)} documents")
    place, value = documents[0]
    try:
        return parse_puzzle(value)
    except NotationError as error:
        raise NotationError(f"{place}: {error}") from None
