"""The command for tournaments of bots: lab match."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from typing import Annotated

import typer

from .app import (
    AsJson,
    Executor,
    VariantText,
    Verbose,
    Workers,
    expect_distinct_files,
    read,
    read_variant,
    seed_option,
)
from .help_text import App
from .progress import counting
from .signals import stopped_by_interrupt
from .streams import say, warn, write_json
from .usage import UsageError

app = App()


@app.command()
def match(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT",
            help="A bot of the program, from the weakest: beginner, easy, medium, hard, tough or "
            "champion; tough:points and champion:points play for points instead of victories. Or "
            "program:COMMAND, which exchanges JSON lines, or python:MODULE:FUNCTION.",
        ),
    ],
    games: Annotated[
        int,
        typer.Option(
            "--games", metavar="COUNT", min=1, max=10**6, help="How many deals each table plays."
        ),
    ] = 100,
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            metavar="COUNT",
            min=2,
            max=6,
            help="How many bots play at a table.",
            show_default="all bots",
        ),
    ] = None,
    seed: Annotated[int, seed_option("The seed of the deals.")] = 1,
    variant: VariantText = "rulebook",
    move_seconds: Annotated[
        float,
        typer.Option(
            "--move-seconds",
            metavar="SECONDS",
            min=0.01,
            max=86_400,
            help="The time limit of a program for each move.",
        ),
    ] = 10.0,
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Also write each game to FILE, as JSON Lines, and continue with the games there.",
        ),
    ] = None,
    workers: Workers = None,
    executor: Executor = "processes",
    verbose: Verbose = False,
    as_json: AsJson = False,
) -> None:
    """Let bots play a tournament, and show how often each wins.

    Each set of --players bots has a table of its own. All tables play the same deals, once for each
    rotation of the seats. A bot that fails forfeits the game, and the match continues.

    Ctrl-C ends it early and shows the games that are done. With --out they are kept in FILE: the
    same command continues from there, and the finished FILE is the same.

    \b
    Example:
      numberdrop lab match hard easy --games 3 --out match.jsonl
      numberdrop lab match beginner easy hard --players 2 --games 1
    """
    from ..bots.games_file import GamesFile
    from ..bots.match import Match, Record, play_match
    from ..bots.names import expect_there, parse_bot
    from ..view.footers import again, unless
    from ..view.matches import draw_match, forfeits_in_words

    names = tuple(read(parse_bot, bot) for bot in bots)
    seats = players or len(names)
    if not 2 <= seats <= 6:
        raise UsageError(f"BOT: expected 2 to 6, or --players, got {len(names)}")
    if len(names) < seats:
        raise UsageError(f"BOT: expected {seats} or more, one for each seat, got {len(names)}")
    asked = Match(names, seats, games, seed, read_variant(variant), move_seconds)
    expect_distinct_files([out])
    file = GamesFile(out, asked) if out else None
    write_errors: list[OSError] = []

    def keep(records: Sequence[Record]) -> None:
        try:
            if file and not write_errors:
                file.keep(records)
        except OSError as error:  # no more games, but a summary of those that are played
            write_errors.append(error)
            stop.set(error)
        for record in records:
            for line in forfeits_in_words(record["match"]):
                warn(line)

    with (
        file or nullcontext(),
        stopped_by_interrupt() as stop,
        counting(asked.total(), "game") as progress,
    ):
        if file:
            asked = file.match
        if file and file.kept:
            say(f"continuing after {len(file.kept):,} of {asked.total():,} games")
        for name in dict.fromkeys(names):
            expect_there(name, move_seconds)
        found = play_match(
            asked,
            workers=workers,
            executor=executor,
            kept=file.kept if file else (),
            keep=keep,
            progress=progress,
            stop=stop,
        )
    if stop.reason and not found.games:
        raise stop.reason
    document = {**found.to_json(), "made_by": asked.made_by()}
    if as_json:
        write_json(document)
    else:
        repeated_by = again(
            "lab match",
            *names,
            games=games,
            players=unless(seats, len(names)),
            seed=seed,
            variant=unless(str(asked.variant), "rulebook"),
            move_seconds=unless(move_seconds, 10.0),
            out=out,
        )
        print(draw_match(document, repeated_by=repeated_by, verbose=verbose))
    if write_errors:
        raise write_errors[0]
    if stop.reason and file and found.games < asked.total():
        say(f"the games are kept in {out}; the same command continues with them")
        raise stop.reason
