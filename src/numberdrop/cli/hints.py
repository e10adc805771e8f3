"""Commands about good play: hint, selfplay."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from .. import Game, Roll
from .app import AsJson, PositionText, VariantText, app, read, read_position, read_variant
from .streams import Progress, whole_file, write_json


@app.command()
def hint(
    position: PositionText,
    roll: Annotated[
        str, typer.Argument(metavar="ROLL", help="Four number dice and the shape die; * a star.")
    ],
    variant: VariantText = "rulebook",
    top: Annotated[int, typer.Option("--top", min=1, max=1000, help="How many turns.")] = 10,
    as_json: AsJson = False,
) -> None:
    """Rank the turns for a roll, and draw the best one.

    The footer says how the ranking was made: all that is needed to repeat it.

    \b
    Example:
      numberdrop hint "...1... -:-:- I0,O0,T0,L0,S0 1" 1463L
      numberdrop hint "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3" "156*O" --top 3
    """
    from ..plan.hint import hint as ranked
    from ..view.reports import draw_hint
    from ..view.text import Look

    there, rules = read_position(position), read_variant(variant)
    found = ranked(there, read(Roll.from_text, roll, rules.dice), variant=rules, top=top)
    if as_json:
        write_json(found.to_json())
    else:
        print(draw_hint(found, Look.of(sys.stdout)))


@app.command()
def selfplay(
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")],
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=2**64 - 1, help="The seed of the deals.")
    ],
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
      numberdrop selfplay --games 2 --seed 1 --records games.jsonl
    """
    from ..plan.selfplay import play_games, summarise
    from ..view.reports import draw_selfplay

    rules = read_variant(variant)
    with whole_file(records) as write, Progress(games, "games") as progress:

        def kept() -> Iterator[Game]:
            for game in play_games(games, seed, rules):
                write(json.dumps(game.to_record()) + "\n")
                yield game

        found = summarise(kept(), seed, rules, progress)
    if as_json:
        write_json(found.to_json())
    else:
        print(draw_selfplay(found))
