"""Commands about puzzles: daily."""

from __future__ import annotations

import datetime
import sys
from typing import Annotated

import typer

from .app import AsJson, UnreadableText, app, read
from .streams import write_json


@app.command()
def daily(
    day: Annotated[
        str | None,
        typer.Argument(
            metavar="DATE",
            help="YYYY-MM-DD, solo#DATE or solo#DATE.J; today in UTC if left out.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print the puzzle of a day: its tiles and its twenty rolls.

    \b
    Example:
      numberdrop daily
      numberdrop daily 2026-11-20 --json
    """
    from ..puzzles.daily import daily_puzzle
    from ..view.reports import draw_puzzle
    from ..view.text import Look

    today = datetime.datetime.now(datetime.UTC).date()
    puzzle = daily_puzzle(today if day is None else _date(day))
    if as_json:
        write_json(puzzle)
    else:
        print(draw_puzzle(puzzle, Look.of(sys.stdout)))


def _date(text: str) -> datetime.date:
    """The day that a date or a recipe names."""
    from ..puzzles.daily import parse_date, parse_recipe

    kind, _, rest = read(parse_recipe, text).recipe.partition("#")
    if kind != "solo":
        raise UnreadableText(f"daily: expected a day or the recipe of one, got {text!r}")
    return parse_date(rest.partition(".")[0])
