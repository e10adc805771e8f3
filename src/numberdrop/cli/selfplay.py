"""The command that lets the hints play games: lab selfplay."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Annotated

import typer

from .. import Game
from .app import (
    AsJson,
    Executor,
    LevelText,
    VariantText,
    Verbose,
    Workers,
    expect_distinct_files,
    read_variant,
    seed_option,
)
from .help_text import App
from .progress import counting
from .signals import stopped_by_interrupt
from .streams import say, write_json

app = App()


@app.command()
def selfplay(
    games: Annotated[
        int,
        typer.Option("--games", metavar="COUNT", min=1, max=10**6, help="How many games to play."),
    ],
    seed: Annotated[int, seed_option("The seed of the deals.")],
    level: LevelText = "fast",
    variant: VariantText = "rulebook",
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Write each game to FILE, as JSON Lines, and continue with the games there.",
        ),
    ] = None,
    workers: Workers = None,
    executor: Executor = "processes",
    verbose: Verbose = False,
    as_json: AsJson = False,
) -> None:
    """Let the hints play games, and show how well they do.

    Ctrl-C ends it early and shows the games that are done. With --out they are kept in FILE: the
    same command continues from there, and the finished FILE is the same for any --workers.

    \b
    Example:
      numberdrop lab selfplay --games 2 --seed 1
      numberdrop lab selfplay --games 2 --seed 1 --level fast --out games.jsonl
    """
    from ..plan.hints.games_file import GamesFile
    from ..plan.hints.selfplay import selfplay as played
    from ..view.footers import again, unless
    from ..view.hints import draw_selfplay

    rules = read_variant(variant)
    expect_distinct_files([out])
    file = GamesFile(out, games, seed, rules, level) if out else None
    write_errors: list[OSError] = []

    def keep(game: Game) -> None:
        try:
            if file:
                file.keep(game)
        except OSError as error:  # no more games, but a summary of those that are played
            write_errors.append(error)
            stop.set(error)

    with (
        file or nullcontext(),
        stopped_by_interrupt() as stop,
        counting(games, "game") as progress,
    ):
        if file and file.ids:
            say(f"continuing after {len(file.ids):,} of {games:,} games")
        found = played(
            games,
            seed,
            rules,
            progress,
            level=level,
            keep=keep,
            kept=file.kept() if file else (),
            stop=stop,
            workers=workers,
            executor=executor,
        )
    if as_json:
        write_json(found.to_json())
    else:
        repeated_by = again(
            "lab selfplay",
            games=found.games,
            seed=seed,
            level=unless(level, "fast"),
            variant=unless(str(rules), "rulebook"),
            out=out,
        )
        print(draw_selfplay(found, repeated_by=repeated_by, verbose=verbose))
    if write_errors:
        raise write_errors[0]
    if stop.reason and file and found.games < games:
        say(f"the games are kept in {out}; the same command continues with them")
        raise stop.reason
