"""The command about the results that are kept: scores."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from ..files import atomic_file
from ..plurals import count_noun
from .app import AsJson, app, expect_apart
from .daily import named_puzzle
from .streams import json_text, warn, write_json
from .usage import UsageError

if TYPE_CHECKING:
    from ..puzzles.results import Results

#: How many results the table shows unless more are asked for.
TOP = 20
#: How many rows that can't be read are named one by one.
FEW = 5


@app.command()
def scores(
    puzzle: Annotated[
        str | None,
        typer.Argument(
            metavar="PUZZLE", help="Show the results of this puzzle; of all if left out."
        ),
    ] = None,
    top: Annotated[
        int | None,
        typer.Option(
            "--top",
            metavar="N",
            min=1,
            max=1000,
            help=f"Show the highest N results.  [default: {TOP}; all with --json]",
            show_default=False,
        ),
    ] = None,
    show_all: Annotated[
        bool,
        typer.Option("--all", help="List all results with their numbers, the oldest first."),
    ] = False,
    record: Annotated[
        int | None,
        typer.Option(
            "--record",
            metavar="N",
            help="Write the record of the game that is result number N.",
        ),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help="With --record: write to FILE, not to stdout."),
    ] = None,
    remove: Annotated[
        int | None,
        typer.Option(
            "--remove",
            metavar="N",
            help="Remove result number N, and its game, for good.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the high-score table of your results, and streaks.

    For each name, only the first result on a puzzle counts. A streak is a number of days in a row
    whose puzzles were handed in on their day, or on the day before or after.

    \b
    Example:
      numberdrop scores
      numberdrop scores 2026-11-20 --json
      numberdrop scores --all
      numberdrop scores --record 1
    """
    from ..puzzles.results import Results
    from ..sessions import Store
    from ..sessions.outcome import hand_in_rest

    if record is not None and (remove is not None or puzzle is not None or top or show_all):
        raise UsageError("--record: expected without other options than --out and --json")
    if remove is not None and (puzzle is not None or top or show_all):
        raise UsageError("--remove: expected without other options than --json")
    if show_all and top:
        raise UsageError("--all: expected without --top, which shows a part of the results")
    if out is not None and record is None:
        raise UsageError("--out: expected with --record, which says what to write")
    results = Results()
    hand_in_rest(Store(), results)
    if record is not None:
        _write_record(results, record, out)
    elif remove is not None:
        _remove(results, remove, as_json)
    else:
        name = None if puzzle is None else named_puzzle(puzzle).id
        _show(results, name, top, show_all, as_json)


def _show(
    results: Results, puzzle: str | None, top: int | None, show_all: bool, as_json: bool
) -> None:
    from ..puzzles.scores import first_results, highest, streaks
    from ..view.scores import draw_results, draw_scores
    from ..view.text import Look

    kept, problems = results.all()
    firsts = first_results(kept)
    runs = streaks(firsts, datetime.datetime.now(datetime.UTC).date())
    found = [one for one in (kept if show_all else firsts) if puzzle in (None, one.puzzle)]
    if not show_all:
        found = highest(found, top if as_json else top or TOP)
    _warn_of(problems)
    look = Look.of(sys.stdout)
    if as_json:
        write_json(
            {
                "results": [result.to_json() for result in found],
                "streaks": {name: {"now": run[0], "most": run[1]} for name, run in runs.items()},
                "problems": problems,
            }
        )
    elif show_all:
        print(draw_results(found, look) or "no results")
    else:
        print(draw_scores(found, runs, look))


def _warn_of(problems: Sequence[str]) -> None:
    for problem in problems[:FEW]:
        warn(f"{problem}: passed over")
    if len(problems) > FEW:
        warn(f"{count_noun(len(problems) - FEW, 'more result')} like these passed over")


def _write_record(results: Results, number: int, out: str | None) -> None:
    expect_apart([out], [str(results.path)])
    with atomic_file(out) as write:
        found = results.record(number)
        write(f"{json_text(found)}\n")
    if out is None:
        write_json(found)


def _remove(results: Results, number: int, as_json: bool) -> None:
    from ..view.scores import result_in_words

    found = results.remove(number)
    if as_json:
        write_json({"removed": number, "result": found.to_json() if found else None})
    elif found:
        print(f"removed {result_in_words(found)}")
    else:
        print(f"removed result {number}, which could not be read")
