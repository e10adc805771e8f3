"""The command that counts turns: perft."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from .. import Position, Roll, Variant
from .app import AsJson, SourceText, SourceVariant, read_rolls
from .lab import group
from .sources import read_source
from .streams import say, write_json


@group.command()
def perft(
    position: SourceText,
    rolls: Annotated[list[str], typer.Argument(metavar="ROLL", help="One roll for each turn.")],
    variant: SourceVariant = None,
    as_json: AsJson = False,
) -> None:
    """Count the distinct turns for a roll, or for several in a row.

    Each roll adds a line with the number of ways to play all rolls up to it. The time that it took
    goes to stderr.

    \b
    Example:
      numberdrop lab perft "1...... -:-:- I0,O0,T0,L0,S0 1" 1463O
    """
    source = read_source(position, variant)
    there, rules = source.position, source.variant
    path = read_rolls(rolls, rules)
    counts = []
    started = time.perf_counter()
    for depth, roll in enumerate(path, 1):
        counts.append(there.perft(path[:depth], rules))
        if not as_json:
            print(f"{depth:>2}  {roll}  {counts[-1]:>14}", flush=True)
    seconds = time.perf_counter() - started
    if as_json:
        write_json(_perft_facts(there, rules, path, counts, seconds))
    else:
        rate = sum(counts) / max(seconds, 1e-9)
        say(f"{seconds:.3f} s, {rate:,.0f} turns a second")


def _perft_facts(
    position: Position, variant: Variant, path: Sequence[Roll], counts: list[int], seconds: float
) -> dict[str, Any]:
    return {
        "position": str(position),
        "variant": str(variant),
        "rolls": [str(roll) for roll in path],
        "counts": counts,
        "seconds": round(seconds, 6),
    }
