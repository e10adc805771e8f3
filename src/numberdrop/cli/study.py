"""The command that studies many deals: lab study."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import NumberdropError
from ..files import atomic_file
from ..puzzles.archive import MOST_DAYS
from .app import (
    AsJson,
    Executor,
    VariantText,
    Workers,
    expect_distinct_files,
    nodes_option,
    read_day,
    read_variant,
    seed_option,
)
from .help_text import App
from .option_rules import expect_with, expect_without
from .progress import counting
from .streams import write_bytes, write_json
from .usage import UsageError

if TYPE_CHECKING:
    from ..study.deals import Settings, StudiedDeal
    from ..study.study_file import StudyFile

app = App()


#: The most deals of a study.
MOST_DEALS = 1_000_000


@app.command()
def study(
    context: typer.Context,
    deals: Annotated[
        int,
        typer.Option(
            "--deals",
            metavar="COUNT",
            min=1,
            max=MOST_DEALS,
            help="How many random deals to study.",
        ),
    ] = 100,
    seed: Annotated[int, seed_option("The seed of the random deals.")] = 1,
    first: Annotated[
        int,
        typer.Option(
            "--first",
            metavar="NUMBER",
            min=0,
            max=2**63,
            help="The number of the first random deal.",
        ),
    ] = 0,
    day: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="DATE", help="Study daily puzzles instead, from this day on."
        ),
    ] = None,
    days: Annotated[
        int,
        typer.Option(
            "--days", metavar="COUNT", min=1, max=MOST_DAYS, help="How many days to study."
        ),
    ] = 1,
    nodes: Annotated[
        int,
        nodes_option("How many nodes to search for each deal."),
    ] = 20_000_000,
    levels: Annotated[
        str,
        typer.Option(
            "--levels",
            metavar="LEVELS",
            help="The levels of hints that play each deal without knowing its dice, separated by "
            "commas; or none.",
        ),
    ] = "fast,strong",
    variant: VariantText = "rulebook",
    out: Annotated[
        str | None,
        typer.Option(
            "--out", metavar="FILE", help="Write the deals to FILE, and continue with those there."
        ),
    ] = None,
    csv: Annotated[
        str | None,
        typer.Option("--csv", metavar="FILE", help="Also write a table with a row for each deal."),
    ] = None,
    page: Annotated[
        str | None,
        typer.Option("--page", metavar="FILE", help="Also write an HTML page with plots."),
    ] = None,
    workers: Workers = None,
    executor: Executor = "processes",
    as_json: AsJson = False,
) -> None:
    """Study many deals: their best scores, and what hints score on them.

    For each deal the command finds the longest game that its dice allow, the best score of a
    search, an upper bound on all scores, and the scores of hints that see each roll only when it
    comes. With --out the deals are saved in FILE.part as they are studied. The finished FILE is the
    same however often the command was stopped, and for any workers.

    \b
    Example:
      numberdrop lab study --deals 2 --nodes 20000 --levels fast
      numberdrop lab study --deals 2 --nodes 20000 --out d.jsonl --csv d.csv
      numberdrop lab study --from 2026-11-20 --days 2 --nodes 20000 --levels none
    """
    from ..puzzles.archive.date_ranges import days_of
    from ..puzzles.daily import day_text
    from ..study.deals import Settings
    from ..study.statistics import figures_of
    from ..study.study_file import read_study, study_in_memory
    from ..study.study_file import study as study_into
    from ..view.study.page import draw_page
    from ..view.study.table import csv_rows, draw_study

    if day is None:
        expect_with(context, "--days", "--from")
        names = [f"plain#{seed}.{first + number}" for number in range(deals)]
    else:
        expect_without(context, "--from", "--deals", "--seed", "--first")
        names = [day_text(one) for one in days_of(read_day(day), days)]
    chosen = () if levels == "none" else tuple(levels.split(","))
    rules = read_variant(variant)
    try:
        settings = Settings.this(nodes, chosen, rules)
    except NumberdropError as error:
        raise UsageError(f"--{error}") from None
    expect_distinct_files([out, csv, page])
    found: list[StudiedDeal] = []
    made = len(names)
    share: dict[str, Any] = {"workers": workers, "executor": executor}
    try:
        with atomic_file(csv) as write_table, atomic_file(page) as write_page:
            with counting(len(names), "deal") as progress:
                if out is None:
                    found = study_in_memory(names, settings, progress=progress, **share)
                else:
                    with _study_file(out, settings) as file:
                        made = study_into(file, names, progress=progress, **share)
            if out is not None:
                with open(out, "rb") as opened:
                    found = list(islice(read_study(opened, out), len(names)))
            for row in csv_rows(found):
                write_table(row)
            write_page(draw_page(found))
    finally:  # shown even if it can't be written
        if found and as_json:
            figures = [row.to_json() for row in figures_of(found)]
            counts = {"file": out, "deals": len(found), "made": made, "variant": str(rules)}
            write_json({**counts, "figures": figures, "made_by": settings.to_json()})
        elif found:
            print(draw_study(found))


@contextmanager
def _study_file(out: str, settings: Settings) -> Iterator[StudyFile]:
    """Open the file of a study. If a deal can't be written to it, print the deal."""
    from ..study.deals import StudyFormat
    from ..study.study_file import StudyFile

    with StudyFile(out, settings) as file:
        try:
            yield file
        finally:
            if file.unsaved:
                write_bytes([StudyFormat().text(file.unsaved), "\n"])
