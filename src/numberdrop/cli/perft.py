"""The command that counts turns: lab perft."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from .. import Roll
from .app import AsJson, SourceText, SourceVariant, read_rolls
from .help_text import App
from .sources import Source, read_source
from .streams import say, write_json

app = App()


@app.command()
def perft(
    position: SourceText,
    rolls: Annotated[list[str], typer.Argument(metavar="ROLL", help="A roll for each turn.")],
    variant: SourceVariant = None,
    as_json: AsJson = False,
) -> None:
    """Count the distinct turns for a roll, or for several in a row.

    Each roll adds a line with the number of ways to play all rolls up to it. The time is printed on
    stderr.

    \b
    Example:
      numberdrop lab perft "1...... -:-:- I0,O0,T0,L0,S0 1" 1463O
    """
    source = read_source(position, variant)
    path = read_rolls(rolls, source.variant)
    counts = []
    started = time.perf_counter()
    for depth, roll in enumerate(path, 1):
        counts.append(source.position.perft(path[:depth], source.variant))
        if not as_json:
            print(f"{depth:>2}  {roll}  {counts[-1]:>14}", flush=True)
    seconds = time.perf_counter() - started
    if as_json:
        write_json(_perft_json(source, path, counts, seconds))
    else:
        rate = sum(counts) / max(seconds, 1e-9)
        say(f"{seconds:.3f} s, {rate:,.0f} turns a second")


def _perft_json(
    source: Source, path: Sequence[Roll], counts: list[int], seconds: float
) -> dict[str, Any]:
    return {
        "position": str(source.position),
        "variant": str(source.variant),
        "rolls": [str(roll) for roll in path],
        "counts": counts,
        "seconds": round(seconds, 6),
    }
