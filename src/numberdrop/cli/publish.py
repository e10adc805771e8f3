"""Commands for publishers: puzzles generate, verify, export."""

from __future__ import annotations

import os
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
from ..puzzles.targets import GAMES
from .app import (
    NO,
    AsJson,
    Executor,
    Workers,
    app,
    expect_apart,
    read_choice,
    read_day,
    read_puzzle,
)
from .archives import find_entry, show_entry
from .help_text import App
from .option_rules import expect_with, expect_without
from .progress import bar, counting
from .streams import complain, write_bytes, write_json
from .usage import UsageError

if TYPE_CHECKING:
    from ..puzzles.archive.archive_file import ArchiveFile
    from ..puzzles.archive.entry_text import ArchivePuzzle

#: Lines that take as long to verify as it takes to start a process, roughly.
WORTH_A_PROCESS = 8
#: Bytes of what goes to stdout that stay in memory, until all of it is known to be there.
SPOOLED = 2**22

group = App(help="Make, check and export archives of puzzles.")
app.add_typer(group, name="puzzles")

Files = Annotated[list[str], typer.Argument(metavar="FILE", help="Archives of puzzles.")]


@group.command()
def generate(
    first: Annotated[
        str, typer.Option("--from", metavar="DATE", help="The first day, YYYY-MM-DD.")
    ],
    days: Annotated[
        int,
        typer.Option("--days", metavar="N", min=1, max=MOST_DAYS, help="How many days to make."),
    ],
    out: Annotated[
        str, typer.Option("--out", metavar="FILE", help="The archive to make or to continue.")
    ],
    games: Annotated[
        int,
        typer.Option(
            "--games",
            metavar="N",
            min=1,
            max=10_000,
            help="How many games of each player the targets are taken from.",
        ),
    ] = GAMES,
    nodes: Annotated[
        int | None,
        typer.Option(
            "--nodes",
            metavar="N",
            min=1,
            max=2**60,
            help="Also search for each best score, with so many nodes.",
        ),
    ] = None,
    refresh: Annotated[
        bool,
        typer.Option(
            "--refresh",
            help="Also set the targets of puzzles that are there anew, where another version "
            "of the program set them.",
        ),
    ] = False,
    workers: Workers = None,
    executor: Executor = "processes",
    as_json: AsJson = False,
) -> None:
    """Make the archive of some days, or continue one.

    Puzzles are kept in FILE.part as they are made; the file is written at the end, or by the next
    run if this one was killed. Puzzles that are there stay. With --nodes, best scores that are not
    proved yet are searched again if that allows more nodes than before; with --refresh, targets
    are set as this version of the program sets them, and best scores stay. The file comes out the
    same however often the command was stopped, and with any number of workers.

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
    _tell_made(out, count, made, as_json)


@group.command()
def drops(
    seed: Annotated[
        int,
        typer.Option("--seed", metavar="N", min=0, max=2**64 - 1, help="Seed of the problems."),
    ],
    count: Annotated[
        int,
        typer.Option(
            "--count", metavar="N", min=1, max=MOST_DROPS, help="How many problems to make."
        ),
    ],
    out: Annotated[
        str, typer.Option("--out", metavar="FILE", help="The archive to make or to continue.")
    ],
    pocket: Annotated[
        bool,
        typer.Option(
            "--pocket", help="Pocket problems: of one or two rolls, which people solve in minutes."
        ),
    ] = False,
    workers: Workers = None,
    executor: Executor = "processes",
    as_json: AsJson = False,
) -> None:
    """Make an archive of drop problems, or continue one.

    A drop problem is a position, one to three known rolls, and a score to reach: the highest there
    is. Only one line of play reaches it; taking the most points at every turn does not.

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
    _tell_made(out, count, made, as_json)


@contextmanager
def _archive(out: str) -> Iterator[ArchiveFile]:
    """The file of an archive; a line that took so long and can't be kept in it is shown."""
    from ..puzzles.archive.archive_file import ArchiveFile
    from ..puzzles.archive.entry_text import line_text

    expect_apart([out])
    with ArchiveFile(out) as file:
        try:
            yield file
        finally:
            if file.unsaved:
                write_bytes([line_text(file.unsaved), "\n"])


def _tell_made(out: str, count: int, made: int, as_json: bool) -> None:
    if as_json:
        write_json({"file": out, "lines": count, "made": made})
    else:
        print(f"{out}: {count_noun(count, 'puzzle')}, {made} of them made or searched now")


@group.command(hidden=True)
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


@group.command()
def verify(
    context: typer.Context,
    files: Files,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            metavar="N",
            min=0,
            max=10_000,
            help="How many of the games behind each puzzle's targets to play again.",
        ),
    ] = 1,
    is_deep: Annotated[
        bool,
        typer.Option("--deep", help="Play all of these games again, and prove every bound again."),
    ] = False,
    workers: Workers = None,
    executor: Executor = "processes",
    as_json: AsJson = False,
) -> None:
    """Check every puzzle of some archives; exit 1 if any is wrong.

    The dice must follow from the name; the solution is replayed, and the targets are worked out
    again. Bounds that take long to prove and most games are only looked at with --deep; how many
    were not is told.

    \b
    Example:
      numberdrop puzzles verify days.jsonl
    """
    from ..puzzles.archive.verify import verify as judged

    expect_without(context, "--deep", "--games")
    faults: list[dict[str, str]] = []
    count = wrong = unproved = unplayed = 0
    seen: dict[str, str] = {}
    sizes = {file: lines_in(file) for file in files}
    total = sum(sizes[file] for file in files)

    def blame(place: str, fault: str) -> None:
        complain(fault)
        faults.append({"place": place, "message": fault})

    with bar(total) as show:
        for file in files:
            share = workers
            if executor == "processes" and workers is None:
                share = min(available_cpus(), 1 + sizes[file] // WORTH_A_PROCESS)
            made = judged(
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
                            blame(found.place, found.fault)
            except NotationError as error:  # the file is no archive, or is so no further
                blame(file, str(error))
    if as_json:
        left = {"bounds_not_proved": unproved, "games_not_played": unplayed}
        write_json({"puzzles": count, "faults": faults, **left})
    elif count or not faults:
        print(f"{count_noun(count, 'puzzle')}, {wrong:,} of them wrong")
        if unproved:
            print(f"{count_noun(unproved, 'bound')} not proved again: --deep proves them")
        if unplayed:
            why = "another player's" if is_deep else "--deep plays them"
            print(f"{count_noun(unplayed, 'game')} not played again: {why}")
    if faults:
        raise typer.Exit(NO)


@group.command()
def export(
    context: typer.Context,
    files: Files,
    form: Annotated[
        str | None,
        typer.Option(
            "--form",
            metavar="csv|json",
            help="What to write: a csv table or a json document; as the name of the file ends if "
            "left out, and csv to stdout.",
            show_default=False,
        ),
    ] = None,
    first: Annotated[
        str | None,
        typer.Option("--from", metavar="DATE", help="Leave out all but days from this one on."),
    ] = None,
    days: Annotated[
        int,
        typer.Option("--days", metavar="N", min=1, max=MOST_DAYS, help="How many days to keep."),
    ] = 1,
    language: Annotated[
        str | None,
        typer.Option(
            "--language",
            metavar="|".join(LANGUAGES),
            help="The language of the words for difficulty and themes; English if left out.",
        ),
    ] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Include the best games.")] = False,
    out: Annotated[
        str | None,
        typer.Option(
            "--out", metavar="FILE", help="Write to FILE, ending in .csv or .json, not to stdout."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write archives as a table, or as one JSON document.

    Solutions are left out unless you ask for them. Drop problems are of no day: with --from they
    are left out too.

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
    expect_apart([out], files)
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
            raise NumberdropError(f"{', '.join(files)}: expected one of these days, got none")

    written = counted()
    if form == "csv":
        pieces = csv_rows(written, language or LANGUAGES[0], with_solutions=solution)
    else:
        pieces = json_items(written, language, with_solutions=solution)
    if out is None:
        with tempfile.SpooledTemporaryFile(SPOOLED) as whole:
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
    """What is to be written: --form and the end of the file's name have to agree, and so does
    --json, where it is stdout that is written."""
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
    """How many lines a file has; 0 for what can be read only once. OSError if it can't be read."""
    if not os.path.isfile(file) and os.path.exists(file) and not os.path.isdir(file):
        return 0
    with open(file, "rb") as opened:
        return sum(1 for _ in opened)


def _entries(files: list[str]) -> Iterator[ArchivePuzzle]:
    from ..puzzles.archive.reading import read_lines

    seen: dict[str, str] = {}
    for file in files:
        yield from (entry for _, entry in read_lines(file, seen))
