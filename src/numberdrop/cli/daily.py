"""Commands about the puzzle of a day: daily."""

from __future__ import annotations

import datetime
import sys
from typing import Annotated, Any

import typer

from ..rules import MOST_TURNS
from .app import AsJson, UnreadableText, app, read
from .streams import write_json


@app.command()
def daily(
    puzzle: Annotated[
        str | None,
        typer.Argument(
            metavar="PUZZLE",
            help="A day, YYYY-MM-DD, a recipe or a literal id; today in UTC if left out.",
            show_default=False,
        ),
    ] = None,
    upto: Annotated[
        int | None,
        typer.Option(
            "--upto", min=0, max=MOST_TURNS, help="Show so many rolls; 1 if nothing is said."
        ),
    ] = None,
    is_open: Annotated[bool, typer.Option("--open", help="Show all twenty rolls.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show the puzzle of a day, roll by roll.

    Everyone has the same tiles and rolls. One roll is shown unless you ask for more, so that
    nothing of the game is given away. With --json the document has all of them.

    \b
    Example:
      numberdrop daily
      numberdrop daily 2026-11-20 --upto 3
      numberdrop daily "solo#2026-11-20" --open
      numberdrop daily 2026-11-20 --json
    """
    from ..view.puzzles import draw_puzzle
    from ..view.text import Look

    if is_open and upto is not None:
        raise UnreadableText("--open: expected without --upto, which shows a part of the rolls")
    today = datetime.datetime.now(datetime.UTC).date()
    asked = named_puzzle(puzzle or today.isoformat())
    if as_json:
        write_json(asked)
        return
    shown = None if is_open else 1 if upto is None else upto
    print(draw_puzzle(asked, Look.of(sys.stdout), shown, today))


def named_puzzle(text: str) -> dict[str, Any]:
    """The puzzle that a recipe or a literal id names, nothing known of it but its dice."""
    from ..puzzles.daily import daily_puzzle, deal_puzzle
    from ..puzzles.names import day_of, parse_name

    found, variant = read(parse_name, text)
    day = day_of(found)
    return deal_puzzle(found, variant) if day is None else daily_puzzle(day)
