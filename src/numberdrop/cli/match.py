"""The command about games of bots: match."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from typing import Annotated

import typer

from .app import AsJson, Executor, VariantText, Verbose, Workers, expect_apart, read, read_variant
from .lab import group
from .progress import counting
from .signals import stopped_by_interrupt
from .streams import say, warn, write_json
from .usage import UsageError


@group.command()
def match(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT",
            help="From the weakest: beginner, easy, medium, hard, tough or champion; with :points "
            "behind it, one of the last two seeks points in place of victories; "
            "program:COMMAND, which speaks JSON lines; python:MODULE:FUNCTION.",
        ),
    ],
    games: Annotated[
        int,
        typer.Option(
            "--games", metavar="N", min=1, max=10**6, help="How many deals each table plays."
        ),
    ] = 100,
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            metavar="N",
            min=2,
            max=6,
            help="How many sit at a table; all bots if left out.",
        ),
    ] = None,
    seed: Annotated[
        int,
        typer.Option("--seed", metavar="N", min=0, max=2**64 - 1, help="Seed of the deals."),
    ] = 1,
    variant: VariantText = "rulebook",
    move_seconds: Annotated[
        float,
        typer.Option(
            "--move-seconds",
            metavar="SECONDS",
            min=0.01,
            max=86_400,
            help="How long a program may take for a move.",
        ),
    ] = 10.0,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help="Also write every game to FILE, as JSON Lines."),
    ] = None,
    workers: Workers = None,
    executor: Executor = "processes",
    verbose: Verbose = False,
    as_json: AsJson = False,
) -> None:
    """Let bots play a tournament, and tell who wins how often.

    Every choice of --players bots sits at a table of its own. All tables play the same deals, each
    in as many seatings as there are seats: all move on by one. A bot that fails in a game forfeits
    it, and the match goes on.

    Ctrl-C ends it early, with the games that are done. With --out they are kept in FILE: the same
    command goes on from there, and FILE comes out the same.

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
        raise UsageError(f"BOT: expected {seats} or more, for as many seats, got {len(names)}")
    asked = Match(names, seats, games, seed, read_variant(variant), move_seconds)
    expect_apart([out])
    file = GamesFile(out, asked) if out else None
    unkept: list[OSError] = []

    def keep(records: Sequence[Record]) -> None:
        try:
            if file and not unkept:
                file.keep(records)
        except OSError as error:  # no more games, but those that are played are summed up
            unkept.append(error)
            stop.set(error)
        for record in records:
            for line in forfeits_in_words(record["match"]):
                warn(line)

    with (
        file or nullcontext(),
        stopped_by_interrupt() as stop,
        counting(asked.total(), "game") as progress,
    ):
        if file and file.kept:
            say(f"going on after {len(file.kept):,} of {asked.total():,} games")
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
    told = {**found.to_json(), "made_by": asked.made_by()}
    if as_json:
        write_json(told)
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
        print(draw_match(told, repeated_by=repeated_by, verbose=verbose))
    if unkept:
        raise unkept[0]
    if stop.reason and file and found.games < asked.total():
        say(f"the games are kept in {out}; the same command goes on with them")
        raise stop.reason
