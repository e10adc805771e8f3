"""The command for all games as a file: games."""

from __future__ import annotations

import datetime
from typing import Annotated

import typer

from ..errors import NotationError
from ..files import atomic_file
from ..plurals import count_noun
from .app import NO, AsJson, expect_distinct_files
from .help_text import App
from .sources import numbered_lines_of
from .streams import warn, write_json
from .usage import UsageError

app = App()

#: The most copies and problems that are named one by one.
MOST_NAMED = 5


@app.command()
def games(
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help="Write all games and results to FILE."),
    ] = None,
    take: Annotated[
        str | None,
        typer.Option(
            "--take",
            metavar="FILE",
            help="Take in the games and results of FILE, or of stdin for -.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write all your games to a file, or take them in from one.

    The file has all results too, and every step, so that each game can be continued elsewhere: on
    another machine, or in a browser, whose page writes and reads the same files. Games and results
    that are here already stay as they are. A game that has more steps in the file is continued. One
    that was continued differently is kept twice. The exit code is 1 if a line of the file was left
    out.

    \b
    Example:
      numberdrop games --out games.jsonl
      numberdrop games --take games.jsonl
    """
    if (out is None) == (take is None):
        raise UsageError("games: expected --out FILE or --take FILE")
    if out is not None:
        _write(out, as_json)
    elif take is not None:
        _take(take, as_json)


def _write(out: str, as_json: bool) -> None:
    from ..puzzles.results import Results
    from ..sessions import Store
    from ..sessions.backup import Backup

    store, results = Store(), Results()
    expect_distinct_files([out], [str(store.path), str(results.path)])
    with atomic_file(out) as write:
        backup = Backup.of(store, results)
        for line in backup.lines():
            write(line)
    _name_some([f"{problem}: left out" for problem in backup.problems], "more of these left out")
    if as_json:
        counts = {"games": len(backup.games), "results": len(backup.results)}
        write_json({**counts, "problems": list(backup.problems)})
        return
    counted = (count_noun(len(backup.games), "game"), count_noun(len(backup.results), "result"))
    print(f"{out}: {', '.join(counted)}")


def _take(file: str, as_json: bool) -> None:
    from ..puzzles.results import Results
    from ..sessions import Store
    from ..sessions.backup import OtherFile, take_in

    name = "stdin" if file == "-" else file
    today = datetime.datetime.now(datetime.UTC).date()
    try:
        done = take_in(numbered_lines_of(file), Store(), Results(), today)
    except OtherFile as error:
        raise NotationError(f"{name}: {error}") from None
    document = done.to_json()
    left_out = [f"{name}, {problem}: left out" for problem in document["problems"]]
    _name_some(left_out, "more lines of the file left out")
    if as_json:
        write_json(document)
    else:
        taken, results = count_noun(done.taken, "game"), count_noun(done.results, "new result")
        print(
            f"{name}: {taken} taken in, {done.continued:,} continued, {done.known:,} here already; "
            f"{results}"
        )
        for game, copy in done.copies:
            print(f"game {game} was continued differently here: taken in as {copy}")
    if left_out:
        raise typer.Exit(NO)


def _name_some(messages: list[str], rest: str) -> None:
    """Print the first warnings, and how many there are besides."""
    for message in messages[:MOST_NAMED]:
        warn(message)
    if len(messages) > MOST_NAMED:
        warn(f"{len(messages) - MOST_NAMED:,} {rest}")
