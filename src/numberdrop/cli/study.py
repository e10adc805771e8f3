"""The command about many deals: study."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import NumberdropError
from ..files import atomic_file
from ..puzzles.archive import MOST_DAYS
from .app import AsJson, Executor, VariantText, Workers, expect_apart, read_day, read_variant
from .lab import group
from .option_rules import expect_with, expect_without
from .progress import counting
from .streams import write_bytes, write_json
from .usage import UsageError

if TYPE_CHECKING:
    from ..study.deals import Settings, StudiedDeal
    from ..study.study_file import StudyFile

#: Deals of one study.
MOST_DEALS = 1_000_000


@group.command()
def study(
    context: typer.Context,
    deals: Annotated[
        int,
        typer.Option(
            "--deals", metavar="N", min=1, max=MOST_DEALS, help="How many plain deals to study."
        ),
    ] = 100,
    seed: Annotated[
        int,
        typer.Option("--seed", metavar="N", min=0, max=2**64 - 1, help="Seed of the plain deals."),
    ] = 1,
    first: Annotated[
        int,
        typer.Option(
            "--first", metavar="N", min=0, max=2**63, help="The number of the first plain deal."
        ),
    ] = 0,
    day: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="DATE", help="Study the deals of days instead, from this one on."
        ),
    ] = None,
    days: Annotated[
        int,
        typer.Option("--days", metavar="N", min=1, max=MOST_DAYS, help="How many days to study."),
    ] = 1,
    nodes: Annotated[
        int,
        typer.Option(
            "--nodes",
            metavar="N",
            min=1,
            max=2**60,
            help="How many nodes to search each deal with.",
        ),
    ] = 20_000_000,
    levels: Annotated[
        str,
        typer.Option(
            "--levels",
            metavar="LEVELS",
            help="Who plays each deal without knowing its dice: levels of hints, with commas; "
            "none for nobody.",
        ),
    ] = "fast,strong",
    variant: VariantText = "rulebook",
    out: Annotated[
        str | None,
        typer.Option(
            "--out", metavar="FILE", help="Keep the deals in FILE, or continue with those there."
        ),
    ] = None,
    csv: Annotated[
        str | None,
        typer.Option("--csv", metavar="FILE", help="Also write a table with a row for each deal."),
    ] = None,
    page: Annotated[
        str | None,
        typer.Option("--page", metavar="FILE", help="Also write a page of HTML, with plots."),
    ] = None,
    workers: Workers = None,
    executor: Executor = "processes",
    as_json: AsJson = False,
) -> None:
    """Study many deals: the best on each, and what hints make of it.

    Of each deal: the longest game that its dice allow, the best score that a search finds, a bound
    that no play exceeds, and the scores of hints that see each roll only when it comes. With --out
    deals are kept in FILE.part as they are studied; FILE comes out the same however often the
    command was stopped, and whoever shared the work.

    \b
    Example:
      numberdrop lab study --deals 2 --nodes 20000 --levels fast
      numberdrop lab study --deals 2 --nodes 20000 --out deals.jsonl --csv deals.csv
      numberdrop lab study --from 2026-11-20 --days 2 --nodes 20000 --levels none
    """
    from ..puzzles.archive.date_ranges import days_of
    from ..puzzles.daily import day_text
    from ..study.deals import Settings
    from ..study.statistics import figures_of
    from ..study.study_file import read_study, studied
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
    expect_apart([out, csv, page])
    found: list[StudiedDeal] = []
    made = len(names)
    share: dict[str, Any] = {"workers": workers, "executor": executor}
    try:
        with atomic_file(csv) as write_table, atomic_file(page) as write_page:
            with counting(len(names), "deal") as progress:
                if out is None:
                    found = studied(names, settings, progress=progress, **share)
                else:
                    with _kept(out, settings) as file:
                        made = study_into(file, names, progress=progress, **share)
            if out is not None:
                with open(out, "rb") as opened:
                    found = list(islice(read_study(opened, out), len(names)))
            for row in csv_rows(found):
                write_table(row)
            write_page(draw_page(found))
    finally:  # what took so long is shown even if it can't be kept
        if found and as_json:
            figures = [row.to_json() for row in figures_of(found)]
            asked = {"file": out, "deals": len(found), "made": made, "variant": str(rules)}
            write_json({**asked, "figures": figures, "made_by": settings.to_json()})
        elif found:
            print(draw_study(found))


@contextmanager
def _kept(out: str, settings: Settings) -> Iterator[StudyFile]:
    """The file of a study; a deal that took so long and can't be kept in it is shown."""
    from ..study.deals import Lines
    from ..study.study_file import StudyFile

    with StudyFile(out, settings) as file:
        try:
            yield file
        finally:
            if file.unsaved:
                write_bytes([Lines().text(file.unsaved), "\n"])
