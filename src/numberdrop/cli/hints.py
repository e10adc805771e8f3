"""Commands about good play: hint, review, selfplay."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, Annotated

import typer

from .. import Game, Roll
from .app import AsJson, DiceSeed, Threads, VariantText, app, read, read_variant
from .sources import read_record, read_source
from .streams import Progress, Report, stopped_by_interrupt, whole_file, write_json

if TYPE_CHECKING:
    from ..plan.hints.candidates import Leader

LevelText = Annotated[str, typer.Option("--level", metavar="LEVEL", help="fast, strong or deep.")]


@app.command()
def hint(
    position: Annotated[
        str,
        typer.Argument(
            metavar="POSITION|FILE",
            help="GRID BOXES TILES TURN, in quotes; or a file with that, with a drawn sheet, or "
            "with a record.",
        ),
    ],
    roll: Annotated[
        str | None,
        typer.Argument(
            metavar="ROLL",
            help="Four number dice and the shape die; * a star. A record has its own.",
            show_default=False,
        ),
    ] = None,
    level: LevelText = "strong",
    top: Annotated[int, typer.Option("--top", min=1, max=1000, help="How many turns.")] = 5,
    target: Annotated[
        int | None,
        typer.Option(
            "--target", min=-15, max=100, help="A final score: tell the chance of reaching it."
        ),
    ] = None,
    turn: Annotated[
        int | None,
        typer.Option("--turn", min=1, max=20, help="Of a record: the position before this turn."),
    ] = None,
    seat: Annotated[
        int, typer.Option("--seat", min=1, max=6, help="Of a record of several players: whose.")
    ] = 1,
    last: Annotated[
        bool, typer.Option("--last", help="No roll comes after this one: the score alone counts.")
    ] = False,
    playouts: Annotated[
        int | None,
        typer.Option("--playouts", min=1, max=10**9, help="Budget; repeats exactly."),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", min=0.001, max=1e8, help="Budget in time.")
    ] = None,
    games: Annotated[
        int | None,
        typer.Option("--games", min=0, max=10**6, help="Games played out from each turn shown."),
    ] = None,
    seed: DiceSeed = 1,
    workers: Threads = 1,
    variant: Annotated[
        str | None,
        typer.Option(
            "--variant",
            metavar="VARIANT",
            help="As of show; a record has its own.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Rank the turns for a roll, and draw the best one.

    The footer says how the ranking was made: all that is needed to repeat it. With a budget of its
    own the best turn so far is told on the way; an interrupt ends the search with what it has.

    \b
    Example:
      numberdrop hint "...1... -:-:- I0,O0,T0,L0,S0 1" 1463L
      numberdrop hint "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3" "156*O" --level fast --target 61
    """
    from ..plan.hints.hint import hint as ranked
    from ..view.hints import draw_hint
    from ..view.text import Look

    asked = read_source(position, turn, seat, variant)
    if roll is None and asked.roll is None:
        raise typer.BadParameter("missing, the position is not from a record", param_hint="ROLL")
    rolled = asked.roll if roll is None else read(Roll.from_text, roll, asked.variant.dice)
    assert rolled is not None
    began, told = time.monotonic(), [""]
    with stopped_by_interrupt() as stop, Report() as report:

        def tell(leader: Leader) -> None:
            turn, se = str(leader.turn), "" if leader.se is None else f" ± {leader.se:.2f}"
            passed = time.monotonic() - began
            report(
                f"{passed:7.1f} s  {leader.playouts:,} playouts  {leader.ev:.2f}{se}  {turn}",
                is_news=turn != told[0],
            )
            told[0] = turn

        found = ranked(
            asked.position,
            rolled,
            level=level,
            variant=asked.variant,
            top=top,
            target=target,
            last=last,
            seed=seed,
            playouts=playouts,
            seconds=seconds,
            games=games,
            workers=workers,
            progress=tell if playouts or seconds else None,
            stop=stop,
        )
    if as_json:
        write_json(found.to_json())
    else:
        print(draw_hint(found, Look.of(sys.stdout)))


@app.command()
def review(
    file: Annotated[
        str, typer.Argument(metavar="RECORD", help="A file with the record of a solo game.")
    ],
    level: LevelText = "strong",
    inaccuracy: Annotated[
        float, typer.Option("--inaccuracy", help="A loss of so many points is one.")
    ] = 0.5,
    mistake: Annotated[float, typer.Option("--mistake", help="The same for a mistake.")] = 1.5,
    blunder: Annotated[float, typer.Option("--blunder", help="The same for a blunder.")] = 4.0,
    seed: DiceSeed = 1,
    workers: Threads = 1,
    as_json: AsJson = False,
) -> None:
    """Tell what each turn of a game cost, and how lucky it was.

    The dearest mistakes are drawn. An interrupt ends it early, with the turns that are done.

    \b
    Example:
      numberdrop review game.json
      numberdrop review game.json --level fast --json
    """
    from ..plan.hints.review import Thresholds
    from ..plan.hints.review import review as reviewed
    from ..view.hints import draw_review
    from ..view.text import Look

    played = read_record(file)
    thresholds = Thresholds(inaccuracy, mistake, blunder)
    with stopped_by_interrupt() as stop, Progress(len(played.turns), "turns") as progress:
        found = reviewed(
            played,
            level=level,
            thresholds=thresholds,
            seed=seed,
            workers=workers,
            progress=progress,
            stop=stop,
        )
    if as_json:
        write_json(found.to_json())
    else:
        print(draw_review(found, Look.of(sys.stdout)))


@app.command()
def selfplay(
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")],
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=2**64 - 1, help="The seed of the deals.")
    ],
    level: LevelText = "fast",
    variant: VariantText = "rulebook",
    records: Annotated[
        str | None,
        typer.Option("--records", metavar="FILE", help="Write every game there, as JSON Lines."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play games by the hints, and tell how well they play.

    \b
    Example:
      numberdrop selfplay --games 2 --seed 1
      numberdrop selfplay --games 2 --seed 1 --level fast --records games.jsonl
    """
    from ..plan.hints.selfplay import selfplay as played
    from ..view.hints import draw_selfplay

    rules = read_variant(variant)
    with whole_file(records) as write, Progress(games, "games") as progress:

        def keep(game: Game) -> None:
            write(json.dumps(game.to_record()) + "\n")

        found = played(games, seed, rules, progress, level=level, keep=keep)
    if as_json:
        write_json(found.to_json())
    else:
        print(draw_selfplay(found))
