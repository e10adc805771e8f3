"""The command about games that the hints play: selfplay."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from .. import Game
from ..files import whole_file
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
from .streams import write_json

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
            "--records", metavar="FILE", help="Also write every game to FILE, as JSON Lines."
        ),
    ] = None,
    workers: GamesWorkers = None,
    executor: Executor = HERE,
    verbose: Verbose = False,
    as_json: AsJson = False,
) -> None:
    """Let the hints play games, and tell how well they do.

    Ctrl-C ends it early, with the games that are done. The games are the same with any number of
    workers.

    \b
    Example:
      numberdrop selfplay --games 2 --seed 1
      numberdrop selfplay --games 2 --seed 1 --level fast --records games.jsonl
    """
    from ..plan.hints.selfplay import SelfPlay
    from ..plan.hints.selfplay import selfplay as played
    from ..view.again import again, unless
    from ..view.hints import draw_selfplay

    rules = read_variant(variant)
    expect_apart([records])
    found: SelfPlay | None = None
    unkept: list[OSError] = []
    try:
        with (
            whole_file(records) as write,
            stopped_by_interrupt() as stop,
            counting(games, "game") as progress,
        ):

            def keep(game: Game) -> None:
                try:
                    write(json.dumps(game.to_record()) + "\n")
                except OSError as error:  # no more games, but those that are played are summed up
                    unkept.append(error)
                    stop.set(error)

            found = played(
                games,
                seed,
                rules,
                progress,
                level=level,
                keep=keep,
                stop=stop,
                workers=workers or (1 if executor == HERE else None),
                executor=executor,
            )
            if unkept:
                raise unkept[0]
    finally:  # what took so long is shown even if the games can't be kept
        if found and as_json:
            write_json(found.to_json())
        elif found:
            repeated_by = again(
                "selfplay",
                games=found.games,
                seed=seed,
                level=unless(level, "fast"),
                variant=unless(str(rules), "rulebook"),
                records=records,
            )
            print(draw_selfplay(found, repeated_by=repeated_by, verbose=verbose))
