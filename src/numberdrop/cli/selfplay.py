"""The command about games that the hints play: selfplay."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Annotated

import typer

from .. import Game
from .app import (
    AsJson,
    Executor,
    GamesWorkers,
    LevelText,
    VariantText,
    Verbose,
    app,
    expect_apart,
    read_variant,
)
from .progress import counting
from .signals import stopped_by_interrupt
from .streams import say, write_json

#: Who plays unless another executor is named.
HERE = "processes"


@app.command()
def selfplay(
    games: Annotated[
        int,
        typer.Option("--games", metavar="N", min=1, max=10**6, help="How many games to play."),
    ],
    seed: Annotated[
        int,
        typer.Option("--seed", metavar="N", min=0, max=2**64 - 1, help="Seed of the deals."),
    ],
    level: LevelText = "fast",
    variant: VariantText = "rulebook",
    records: Annotated[
        str | None,
        typer.Option(
            "--records",
            metavar="FILE",
            help="Keep every game in FILE, as JSON Lines, and go on there.",
        ),
    ] = None,
    workers: GamesWorkers = None,
    executor: Executor = HERE,
    verbose: Verbose = False,
    as_json: AsJson = False,
) -> None:
    """Let the hints play games, and tell how well they do.

    Ctrl-C ends it early, with the games that are done. With --records they are kept in FILE: the
    same command goes on from there, and FILE comes out the same, with any number of workers.

    \b
    Example:
      numberdrop selfplay --games 2 --seed 1
      numberdrop selfplay --games 2 --seed 1 --level fast --records games.jsonl
    """
    from ..plan.hints.games_file import GamesFile
    from ..plan.hints.selfplay import selfplay as played
    from ..view.footers import again, unless
    from ..view.hints import draw_selfplay

    rules = read_variant(variant)
    expect_apart([records])
    file = GamesFile(records, games, seed, rules, level) if records else None
    unkept: list[OSError] = []

    def keep(game: Game) -> None:
        try:
            if file:
                file.keep(game)
        except OSError as error:  # no more games, but those that are played are summed up
            unkept.append(error)
            stop.set(error)

    with (
        file or nullcontext(),
        stopped_by_interrupt() as stop,
        counting(games, "game") as progress,
    ):
        if file and file.ids:
            say(f"going on after {len(file.ids):,} of {games:,} games")
        found = played(
            games,
            seed,
            rules,
            progress,
            level=level,
            keep=keep,
            kept=file.kept() if file else (),
            stop=stop,
            workers=workers or (1 if executor == HERE else None),
            executor=executor,
        )
    if as_json:
        write_json(found.to_json())
    else:
        repeated_by = again(
            "selfplay",
            games=found.games,
            seed=seed,
            level=unless(level, "fast"),
            variant=unless(str(rules), "rulebook"),
            records=records,
        )
        print(draw_selfplay(found, repeated_by=repeated_by, verbose=verbose))
    if unkept:
        raise unkept[0]
    if stop.reason and file and found.games < games:
        say(f"the games are kept in {records}; the same command goes on with them")
        raise stop.reason
