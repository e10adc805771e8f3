"""Commands for publishers: puzzles generate, drops, choose, verify and export."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from .. import NotationError, NumberdropError
from ..cpus import available_cpus
from ..files import atomic_file, encode_utf8
from ..locales import LANGUAGES
from ..plurals import count_noun
from ..puzzles.archive import MOST_DAYS, MOST_DROPS
from ..puzzles.schedule import APART, EFFORT
from ..puzzles.targets import GAMES
from .app import (
    NO,
    AsJson,
    Executor,
    Workers,
    expect_distinct_files,
    nodes_option,
    read_choice,
    read_day,
    read_puzzle,
    seed_option,
)
from .archives import find_entry, show_entry
from .help_text import App
from .option_rules import expect_with, expect_without
from .progress import bar, counting, tenths
from .signals import stopped_by_interrupt
from .streams import complain, say, write_bytes, write_json
from .usage import UsageError

if TYPE_CHECKING:
    from ..puzzles.archive.archive_file import ArchiveFile
    from ..puzzles.archive.entry_text import ArchivePuzzle
    from ..puzzles.schedule.search import Schedule

#: Verifying this number of lines takes about as long as starting a process.
LINES_PER_PROCESS = 8
#: The bytes of an export to stdout that stay in memory before it is complete.
SPOOLED_BYTES = 2**22

app = App()

FirstDay = Annotated[str, typer.Option("--from", metavar="DATE", help="The first day, YYYY-MM-DD.")]
Archive = Annotated[
    str, typer.Option("--out", metavar="FILE", help="The archive to make or to continue.")
]
Files = Annotated[list[str], typer.Argument(metavar="FILE", help="Archives of puzzles.")]


@app.command()
def generate(
    first: FirstDay,
    days: Annotated[
        int,
        typer.Option(
            "--days", metavar="COUNT", min=1, max=MOST_DAYS, help="How many days to make."
        ),
    ],
    out: Archive,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            metavar="COUNT",
            min=1,
            max=10_000,
            help="How many games of each simulated player set the targets.",
        ),
    ] = GAMES,
    nodes: Annotated[
        int | None,
        nodes_option("Also search for each best score, with this number of nodes."),
    ] = None,
    refresh: Annotated[
        bool,
        typer.Option(
            "--refresh",
            help="Also update targets that another version of the program set.",
        ),
    ] = False,
    workers: Workers = None,
    executor: Executor = "processes",
    as_json: AsJson = False,
) -> None:
    """Make an archive of daily puzzles, or continue one.

    Puzzles are saved in FILE.part as they are made; FILE is written at the end, or by the next run
    if this one was killed. Puzzles already in FILE stay. With --nodes, unproved best scores are
    searched again if more nodes are allowed than before; with --refresh, targets are updated, and
    best scores stay. The finished FILE is the same however often the command was stopped, and for
    any number of workers.

    \b
    Example:
      numberdrop puzzles generate --from 2026-11-20 --days 1 --out days.jsonl
    """
    from ..puzzles.archive.generate import generate_days

    start = read_day(first)
    with _archive(out) as file, counting(days, "day") as progress:
        made = generate_days(
            file,
            start,
            days,
            games=games,
            nodes=nodes,
            refresh=refresh,
            workers=workers,
            executor=executor,
            progress=progress,
        )
        count = len(file.ids)
    _print_made(out, count, made, as_json)


@app.command()
def drops(
    seed: Annotated[int, seed_option("The seed of the problems.")],
    count: Annotated[
        int,
        typer.Option(
            "--count", metavar="COUNT", min=1, max=MOST_DROPS, help="How many problems to make."
        ),
    ],
    out: Archive,
    pocket: Annotated[
        bool,
        typer.Option(
            "--pocket", help="Make pocket problems: one or two rolls, to be solved in minutes."
        ),
    ] = False,
    workers: Workers = None,
    executor: Executor = "processes",
    as_json: AsJson = False,
) -> None:
    """Make an archive of drop problems, or continue one.

    A drop problem is a position, one to three known rolls, and a score to reach: the highest that
    is possible. Only one line of play reaches it; taking the most points in each turn does not.

    \b
    Example:
      numberdrop puzzles drops --seed 96 --count 1 --out drops.jsonl
      numberdrop puzzles drops --pocket --seed 1 --count 1 --out pockets.jsonl
    """
    from ..puzzles.archive.generate import generate_drops

    with _archive(out) as file, counting(count, "problem") as progress:
        made = generate_drops(
            file,
            seed,
            count,
            kind="pocket" if pocket else "drop",
            workers=workers,
            executor=executor,
            progress=progress,
        )
        count = len(file.ids)
    _print_made(out, count, made, as_json)


@app.command()
def choose(
    files: Files,
    first: FirstDay,
    days: Annotated[
        int,
        typer.Option(
            "--days", metavar="COUNT", min=1, max=MOST_DAYS, help="For how many days to choose."
        ),
    ],
    out: Archive,
    week: Annotated[
        str | None,
        typer.Option(
            "--week",
            metavar="FIGURES",
            help="The figures of difficulty wanted from Monday to Sunday, such as 3,4,5,6,10,15,7.",
            show_default="rising to Saturday, as often as the candidates have them",
        ),
    ] = None,
    apart: Annotated[
        int,
        typer.Option(
            "--apart",
            metavar="DAYS",
            min=1,
            max=366,
            help="How many days apart problems with the same shapes and themes should be.",
        ),
    ] = APART,
    effort: Annotated[
        int,
        typer.Option(
            "--effort",
            metavar="UNITS",
            min=1,
            max=1_000_000,
            help="How long to search, in the solver's units, a second or two each.",
        ),
    ] = EFFORT,
    as_json: AsJson = False,
) -> None:
    """Choose a drop problem for each day from archives with more of them.

    Difficulty follows the week, problems that are alike are apart, and each week has as many themes
    as possible; what is off costs points, and no choice costs less than the bound. The first line
    of FILE is for the first day. Problems already in FILE stay, and no problem comes twice. The
    same command gives the same FILE; Ctrl-C ends the search with the best choice so far.

    \b
    Example:
      numberdrop puzzles choose all.jsonl --from 2027-01-01 --days 7 --out w.jsonl
    """
    from ..puzzles.schedule.choose import choose as chosen_from
    from ..view.schedule import draw_choice

    start = read_day(first)
    wanted = None if week is None else read_week(week)
    expect_distinct_files([out], files)

    def progress(spent: float, found: Schedule) -> None:
        cost = f"cost {found.cost.total:,}, at least {found.bound:,}"
        show(spent, f"{spent:.0f} of {count_noun(effort, 'unit')}, {cost}")

    with _archive(out) as file, stopped_by_interrupt() as stop, tenths(effort) as show:
        found = chosen_from(
            file,
            _places(files),
            days,
            start.weekday(),
            week=wanted,
            apart=apart,
            effort=effort,
            stop=stop,
            progress=progress,
        )
    if as_json:
        write_json({"file": out, "lines": len(found.problems), **found.to_json()})
    else:
        print(draw_choice(found, out))
    if stop.reason:
        say(f"stopped: {out} has the best choice so far, and another search needs another file")
        raise stop.reason


def read_week(text: str) -> tuple[int, ...]:
    """Parse the figures of Monday to Sunday. Raises UsageError if they aren't seven counts."""
    figures = text.split(",")
    if len(figures) != 7 or not all(re.fullmatch("[0-9]{1,2}", figure) for figure in figures):
        raise UsageError(
            f"--week: expected seven numbers from 0 to 99, such as 3,4,5,6,10,15,7, got {text!r}"
        )
    return tuple(map(int, figures))


@contextmanager
def _archive(out: str) -> Iterator[ArchiveFile]:
    """Open the file of an archive. If a line can't be written to it, print the line."""
    from ..puzzles.archive.archive_file import ArchiveFile
    from ..puzzles.archive.entry_text import line_text

    expect_distinct_files([out])
    with ArchiveFile(out) as file:
        try:
            yield file
        finally:
            if file.unsaved:
                write_bytes([line_text(file.unsaved), "\n"])


def _print_made(out: str, count: int, made: int, as_json: bool) -> None:
    if as_json:
        write_json({"file": out, "lines": count, "made": made})
    else:
        print(f"{out}: {count_noun(count, 'puzzle')}, {made} of them made or searched now")


@app.command(hidden=True)
def show(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An archive of puzzles.")],
    name: Annotated[
        str | None,
        typer.Argument(metavar="PUZZLE", help="The puzzle to show; the first if left out."),
    ] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Also show the best play.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show a puzzle of an archive, with its solution only if asked for.

    \b
    Example:
      numberdrop puzzles show days.jsonl 2026-11-20
    """
    wanted = None if name is None else read_puzzle(name)
    show_entry(find_entry(file, wanted, object, "puzzle"), solution=solution, as_json=as_json)


@app.command()
def verify(
    context: typer.Context,
    files: Files,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            metavar="COUNT",
            min=0,
            max=10_000,
            help="How many of the games that set each puzzle's targets to play again.",
        ),
    ] = 1,
    is_deep: Annotated[
        bool,
        typer.Option("--deep", help="Play all these games again, and prove every bound again."),
    ] = False,
    workers: Workers = None,
    executor: Executor = "processes",
    as_json: AsJson = False,
) -> None:
    """Check every puzzle of archives; exit 1 if any is wrong.

    The dice must follow from the name, the solution is replayed, and the targets are computed
    again. Most games, and bounds that take long to prove, are only checked with --deep; otherwise
    the command prints how many it skipped.

    \b
    Example:
      numberdrop puzzles verify days.jsonl
    """
    from ..puzzles.archive.verify import verify as verify_archive

    expect_without(context, "--deep", "--games")
    faults: list[dict[str, str]] = []
    count = wrong = unproved = unplayed = 0
    seen: dict[str, str] = {}
    sizes = {file: lines_in(file) for file in files}
    total = sum(sizes[file] for file in files)

    def report(place: str, fault: str) -> None:
        complain(fault)
        faults.append({"place": place, "message": fault})

    with bar(total) as show:
        for file in files:
            share = workers
            if executor == "processes" and workers is None:
                share = min(available_cpus(), 1 + sizes[file] // LINES_PER_PROCESS)
            made = verify_archive(
                file, games=games, is_deep=is_deep, seen=seen, workers=share, executor=executor
            )
            try:
                with closing(made):
                    for found in made:
                        count += 1
                        unproved += found.unproved
                        unplayed += found.unplayed
                        wrong += bool(found.fault)
                        show(
                            count,
                            f"{count:,} of {count_noun(total, 'puzzle')}, {wrong:,} of them wrong",
                        )
                        if found.fault:
                            report(found.place, found.fault)
            except NotationError as error:  # from here on the file is not an archive
                report(file, str(error))
    if as_json:
        skipped = {"bounds_not_proved": unproved, "games_not_played": unplayed}
        write_json({"puzzles": count, "faults": faults, **skipped})
    elif count or not faults:
        print(f"{count_noun(count, 'puzzle')}, {wrong:,} of them wrong")
        if unproved:
            print(f"{count_noun(unproved, 'bound')} not proved again: --deep proves them")
        if unplayed:
            why = "another player's" if is_deep else "--deep plays them"
            print(f"{count_noun(unplayed, 'game')} not played again: {why}")
    if faults:
        raise typer.Exit(NO)


@app.command()
def export(
    context: typer.Context,
    files: Files,
    form: Annotated[
        str | None,
        typer.Option(
            "--form",
            metavar="csv|json",
            help="Write a csv table or a json document.",
            show_default="the extension of --out, or csv",
        ),
    ] = None,
    first: Annotated[
        str | None,
        typer.Option("--from", metavar="DATE", help="Export only daily puzzles from this day on."),
    ] = None,
    days: Annotated[
        int,
        typer.Option(
            "--days", metavar="COUNT", min=1, max=MOST_DAYS, help="How many days to export."
        ),
    ] = 1,
    language: Annotated[
        str | None,
        typer.Option(
            "--language",
            metavar="|".join(LANGUAGES),
            help="The language of difficulty and themes.",
            show_default="en",
        ),
    ] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Include the best games.")] = False,
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Write to FILE, named .csv or .json, not to stdout.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Export archives as a table, or as one JSON document.

    Solutions are only included with --solution. Drop problems have no day, so --from leaves them
    out.

    \b
    Example:
      numberdrop puzzles export days.jsonl
      numberdrop puzzles export days.jsonl --json
      numberdrop puzzles export days.jsonl --out days.csv
      numberdrop puzzles export days.jsonl --from 2026-11-20 --days 2
      numberdrop puzzles export days.jsonl --language fr
    """
    from ..puzzles.archive.date_ranges import days_of
    from ..puzzles.archive.entries import DailyPuzzle
    from ..puzzles.archive.export import csv_rows, json_items

    expect_with(context, "--days", "--from")
    expect_distinct_files([out], files)
    form = _form(form, out, as_json)
    if language is not None:
        read_choice("--language", language, LANGUAGES)
    wanted = None if first is None else set(days_of(read_day(first), days))
    count = 0

    def counted() -> Iterator[ArchivePuzzle]:
        nonlocal count
        for entry in _entries(files):
            if wanted is None or (isinstance(entry, DailyPuzzle) and entry.puzzle.day in wanted):
                count += 1
                yield entry
        if wanted is not None and not count:
            raise NumberdropError(f"{', '.join(files)}: expected a puzzle of these days, got none")

    written = counted()
    if form == "csv":
        pieces = csv_rows(written, language or LANGUAGES[0], with_solutions=solution)
    else:
        pieces = json_items(written, language, with_solutions=solution)
    if out is None:
        with tempfile.SpooledTemporaryFile(SPOOLED_BYTES) as whole:
            for piece in pieces:
                whole.write(encode_utf8(piece))
            whole.seek(0)
            write_bytes(iter(partial(whole.read, 2**16), b""))
        return
    with atomic_file(out) as write:
        for piece in pieces:
            write(piece)
    if as_json:
        write_json({"file": out, "puzzles": count})
    else:
        print(f"{out}: {count_noun(count, 'puzzle')}")


def _form(form: str | None, out: str | None, as_json: bool) -> str:
    """Return the form to write. Raises UsageError if --form contradicts the extension of `out`, or
    --json where the export goes to stdout."""
    chosen = None if form is None else read_choice("--form", form, ("csv", "json"))
    if out is None:
        if as_json and chosen == "csv":
            raise UsageError("--json: expected without --form csv, unless --out names a file")
        return "json" if as_json else chosen or "csv"
    ending = os.path.splitext(out)[1].lower().removeprefix(".")
    if ending not in ("csv", "json"):
        if chosen is None:
            raise UsageError(f"--out: expected a name that ends in .csv or .json, got {out!r}")
        return chosen
    if chosen not in (None, ending):
        raise UsageError(f"--form: expected {ending}, as {out!r} ends, got {chosen!r}")
    return ending


def lines_in(file: str) -> int:
    """Return the number of lines of a file, or 0 if it can be read only once, such as a pipe.
    Raises OSError if it can't be read."""
    if not os.path.isfile(file) and os.path.exists(file) and not os.path.isdir(file):
        return 0
    with open(file, "rb") as opened:
        return sum(1 for _ in opened)


def _entries(files: list[str]) -> Iterator[ArchivePuzzle]:
    return (entry for _, entry in _places(files))


def _places(files: list[str]) -> Iterator[tuple[str, ArchivePuzzle]]:
    from ..puzzles.archive.reading import read_lines

    seen: dict[str, str] = {}
    for file in files:
        yield from read_lines(file, seen)
