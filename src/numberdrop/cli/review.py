"""The command that reviews a game: review."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from .. import Game
from ..cpus import available_cpus
from ..files import atomic_file
from .app import AsJson, DiceSeed, LevelText, Verbose, Workers, expect_distinct_files, read
from .help_text import App
from .progress import counting
from .signals import stopped_by_interrupt
from .sources import read_record
from .streams import write_json

if TYPE_CHECKING:
    from ..record import PlayedLine

app = App()


@app.command()
def review(
    file: Annotated[
        str,
        typer.Argument(
            metavar="RECORD",
            help="A file with one game, as a record or typed turn by turn; - for stdin.",
        ),
    ],
    level: LevelText = "strong",
    inaccuracy: Annotated[
        float | None,
        typer.Option(
            "--inaccuracy",
            metavar="LOSS",
            help="The least loss of an inaccuracy: in points, or in a game of several players in "
            "per cent of the win share.",
            show_default="0.5, or 2 per cent",
        ),
    ] = None,
    mistake: Annotated[
        float | None,
        typer.Option(
            "--mistake",
            metavar="LOSS",
            help="The least loss of a mistake.",
            show_default="1.5, or 5 per cent",
        ),
    ] = None,
    blunder: Annotated[
        float | None,
        typer.Option(
            "--blunder",
            metavar="LOSS",
            help="The least loss of a blunder.",
            show_default="4, or 10 per cent",
        ),
    ] = None,
    svg: Annotated[
        str | None,
        typer.Option(
            "--svg",
            metavar="FILE",
            help="Also draw the expected score, or the win shares, after each turn to FILE.",
        ),
    ] = None,
    seed: DiceSeed = 1,
    workers: Workers = None,
    verbose: Verbose = False,
    as_json: AsJson = False,
) -> None:
    """Show what each turn of a game cost, and how lucky each roll was.

    The costliest mistakes are drawn. In a game of several players, luck and cost are chances of
    winning, for each seat. Ctrl-C ends the review early and shows the turns that are done.

    \b
    Example:
      numberdrop review game.json
      numberdrop review game.json --level fast --json
    """
    from ..view.footers import again, unless

    named = {"inaccuracy": inaccuracy, "mistake": mistake, "blunder": blunder}
    words = {name: loss for name, loss in named.items() if loss is not None}
    expect_distinct_files([svg], [file])
    played = read_record(file)
    repeated_by = again(
        "review", file, level=unless(level, "strong"), **words, svg=svg, seed=unless(seed, 1)
    )
    review_of = _shared if isinstance(played, Game) and played.players > 1 else _solo
    found: _Reviewed | None = None
    try:
        with atomic_file(svg) as write:
            found = review_of(
                played, level, words, seed, workers or available_cpus(), repeated_by, verbose
            )
            if svg:
                write(found.picture())
    finally:  # what took long is shown, even if the picture can't be written
        if found and as_json:
            write_json(found.document)
        elif found:
            print(found.drawn())


class _Reviewed(NamedTuple):
    """The document of a review, and what draws it as text and as a picture."""

    document: dict[str, Any]
    drawn: Callable[[], str]
    picture: Callable[[], str]


def _solo(
    played: Game | PlayedLine,
    level: str,
    words: dict[str, float],
    seed: int,
    workers: int,
    repeated_by: str,
    verbose: bool,
) -> _Reviewed:
    from ..plan.hints.review import Thresholds
    from ..plan.hints.review import review as reviewed
    from ..view.charts import review_svg
    from ..view.hints import draw_review
    from ..view.text import Look

    thresholds = read(lambda given: Thresholds(**given), words)
    with stopped_by_interrupt() as stop, counting(len(played.turns), "turn") as progress:
        found = reviewed(
            played,
            level=level,
            thresholds=thresholds,
            seed=seed,
            workers=workers,
            why=True,
            progress=progress,
            stop=stop,
        )
    look = Look.of(sys.stdout)
    return _Reviewed(
        found.to_json(),
        lambda: draw_review(found, look, repeated_by=repeated_by, verbose=verbose),
        lambda: review_svg(found),
    )


def _shared(
    played: Game | PlayedLine,
    level: str,
    words: dict[str, float],
    seed: int,
    workers: int,
    repeated_by: str,
    verbose: bool,
) -> _Reviewed:
    from ..multiplayer.review import ShareThresholds, review_seats
    from ..view.charts import shared_review_svg
    from ..view.shared import draw_shared_review

    assert isinstance(played, Game)
    thresholds = read(lambda given: ShareThresholds(**given), words)
    with stopped_by_interrupt() as stop, counting(len(played.turns), "turn") as progress:
        found = review_seats(
            played,
            level=level,
            thresholds=thresholds,
            seed=seed,
            workers=workers,
            progress=progress,
            stop=stop,
        )
    return _Reviewed(
        found.to_json(),
        lambda: draw_shared_review(found, repeated_by=repeated_by, verbose=verbose),
        lambda: shared_review_svg(found),
    )
