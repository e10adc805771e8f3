"""The command for high scores: scores."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from ..files import atomic_file
from ..plurals import count_noun
from .app import AsJson, expect_distinct_files
from .daily import named_puzzle
from .help_text import App
from .streams import json_text, warn, write_json
from .usage import UsageError

if TYPE_CHECKING:
    from ..puzzles.results import Results

app = App()


#: How many results the table shows by default.
TOP = 20
#: The most warnings about single results.
MOST_WARNINGS = 5


@app.command()
def scores(
    puzzle: Annotated[
        str | None,
        typer.Argument(
            metavar="PUZZLE",
            help="Show only results of this puzzle: a day or the name of other dice.",
        ),
    ] = None,
    top: Annotated[
        int | None,
        typer.Option(
            "--top",
            metavar="COUNT",
            min=1,
            max=1000,
            help="Show this number of the highest results.",
            show_default=f"{TOP}, or all with --json",
        ),
    ] = None,
    show_all: Annotated[
        bool,
        typer.Option("--all", help="List all results with their numbers, the oldest first."),
    ] = False,
    show_stats: Annotated[
        bool,
        typer.Option(
            "--stats",
            help="Show the statistics of each name: games, average, medals, streaks, a histogram.",
        ),
    ] = False,
    record: Annotated[
        int | None,
        typer.Option(
            "--record",
            metavar="NUMBER",
            help="Print the record of the game of this result.",
        ),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help="With --record: write the record to FILE."),
    ] = None,
    remove: Annotated[
        int | None,
        typer.Option(
            "--remove",
            metavar="NUMBER",
            help="Remove this result and its game permanently.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the high-score table of your results, and streaks.

    For each name, only the first result on a puzzle counts. A streak is a series of days in a row
    whose puzzles were handed in on their day, or on the day before or after; days change at 0:00
    UTC. Statistics count games under the rulebook's rules.

    \b
    Example:
      numberdrop scores
      numberdrop scores 2026-11-20 --json
      numberdrop scores --all
      numberdrop scores --stats
      numberdrop scores --record 1
    """
    from ..puzzles.results import Results
    from ..sessions import Store
    from ..sessions.outcome import submit_pending_results

    if record is not None and (remove is not None or puzzle is not None or top or show_all):
        raise UsageError("--record: expected without other options than --out and --json")
    if remove is not None and (puzzle is not None or top or show_all):
        raise UsageError("--remove: expected without other options than --json")
    others = (puzzle, top, show_all or None, record, remove)
    if show_stats and any(one is not None for one in others):
        raise UsageError("--stats: expected without other options than --json")
    if show_all and top:
        raise UsageError("--all: expected without --top, which shows only some results")
    if out is not None and record is None:
        raise UsageError("--out: expected with --record; alone it has no effect")
    results = Results()
    submit_pending_results(Store(), results)
    if record is not None:
        _write_record(results, record, out)
    elif remove is not None:
        _remove(results, remove, as_json)
    else:
        name = None if puzzle is None else named_puzzle(puzzle).id
        _show(results, name, top, show_all, show_stats, as_json)


def _show(
    results: Results,
    puzzle: str | None,
    top: int | None,
    show_all: bool,
    show_stats: bool,
    as_json: bool,
) -> None:
    from ..puzzles.medals import listed_results
    from ..puzzles.scores import first_results, highest, streak_to_json, streaks
    from ..puzzles.statistics import statistics
    from ..puzzles.submit import high_score_to_json
    from ..rules import HIGH_SCORES
    from ..view.scores import draw_results, draw_scores, draw_statistics
    from ..view.text import Look

    kept, problems = listed_results(results)
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
                "streaks": {name: streak_to_json(run) for name, run in runs.items()},
                "statistics": {name: one.to_json() for name, one in statistics(firsts).items()},
                "high_scores": [high_score_to_json(score) for score in HIGH_SCORES],
                "problems": problems,
            }
        )
    elif show_stats:
        print(draw_statistics(statistics(firsts), runs, look) or "no results")
    elif show_all:
        print(draw_results(found, look) or "no results")
    else:
        print(draw_scores(found, runs, look))


def _warn_of(problems: Sequence[str]) -> None:
    for problem in problems[:MOST_WARNINGS]:
        warn(f"{problem}: skipped")
    if len(problems) > MOST_WARNINGS:
        warn(f"{count_noun(len(problems) - MOST_WARNINGS, 'more result')} like these skipped")


def _write_record(results: Results, number: int, out: str | None) -> None:
    expect_distinct_files([out], [str(results.path)])
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
