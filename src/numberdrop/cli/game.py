"""Commands about one game: show, replay, perft."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import Position, Roll, Variant
from ..files import atomic_file
from ..plurals import count_noun
from .app import (
    NO,
    AsJson,
    SourceText,
    SourceVariant,
    UnreadableText,
    app,
    expect_apart,
    read_rolls,
    warn_of_problems,
)
from .option_rules import expect_without
from .sources import read_source
from .streams import complain, json_text, one_line, say, write_bytes, write_json

if TYPE_CHECKING:
    from .records import Outcome


@app.command()
def show(
    position: SourceText,
    variant: SourceVariant = None,
    svg: Annotated[
        str | None, typer.Option("--svg", metavar="FILE", help="Also write a picture to FILE.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Draw a position, and warn of anything that can't arise in play.

    A position is one line: the grid from its top row down, the filled boxes (identical, consecutive
    and bonus), the tiles A to E with their notches, and the number of the turn. Boxes may be left
    out where no digit is used, and the turn where the digits tell it. A drawing in a file has a row
    a line instead, and then the rest; see 'numberdrop sheet --blank'.

    \b
    Example:
      numberdrop show "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3"
      numberdrop show "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3" --svg sheet.svg
    """
    from ..view.svg import position_svg
    from ..view.text import Look, draw_position

    expect_apart([svg], [position])
    source = read_source(position, variant)
    there, rules = source.position, source.variant
    found = warn_of_problems(there, rules)
    with atomic_file(svg) as write:
        write(position_svg(there, rules))
    if as_json:
        write_json(_facts(there, rules, found))
    else:
        print(draw_position(there, rules, Look.of(sys.stdout)))


@app.command()
def replay(
    context: typer.Context,
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="Game records as JSON or JSON Lines, or a game typed turn by turn; - reads stdin.",
        ),
    ],
    out: Annotated[
        str | None,
        typer.Argument(
            metavar="RECORD",
            help="With --record: the file to write, ending in .json or .jsonl.",
            show_default=False,
        ),
    ] = None,
    as_record: Annotated[
        bool,
        typer.Option("--record", help="Write the game as a record: to RECORD, or to stdout."),
    ] = False,
    as_json: AsJson = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only what is illegal.")] = False,
) -> None:
    """Check games against the rules; exit 1 if any is illegal.

    A record holds a whole game, or the turns from some position on; of a result of max, its game is
    checked. A game can also be typed: first lines such as "tiles IOTLS" and "start d1", or "puzzle
    2026-11-20" in place of the tiles, and then one turn a line. A single game is shown turn by
    turn; of several, each gets one line. With --json, an illegal record becomes an object with the
    key "error".

    \b
    Example:
      numberdrop replay game.json
      numberdrop replay --json - < games.jsonl
      numberdrop replay game.json --record kept.json
    """
    from ..record import load_record
    from ..record import replay as replayed
    from .records import judged

    expect_without(context, "--json", "--quiet")
    if out is not None and not (as_record and out.endswith((".json", ".jsonl"))):
        raise UnreadableText(
            f"RECORD: expected after --record, a name ending in .json or .jsonl, got {out!r}"
        )
    expect_apart([out], [file])
    faults: list[str] = []
    found = _complaining(judged(file, replayed if as_json or as_record else load_record), faults)
    first = list(islice(found, 2))
    is_many = len(first) > 1 or first[0].in_list
    outcomes = chain(first, found)
    if as_record:
        records = list(outcomes)
        if not faults:
            _write_records(records, is_many, out, quiet=quiet, as_json=as_json)
    else:
        for text in (_json_pieces if as_json else _lines)(outcomes, is_many):
            if not quiet:
                write_bytes([text]) if as_json else print(text)
    if faults:
        raise typer.Exit(NO)


@app.command()
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
      numberdrop perft "1...... -:-:- I0,O0,T0,L0,S0 1" 1463O
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


def _facts(position: Position, variant: Variant, problems: Sequence[str]) -> dict[str, Any]:
    from ..view.rows import symbols_by_row

    return {
        "position": str(position),
        "variant": str(variant),
        "turn": position.turn,
        "score": position.score(variant).to_json(),
        "open_boxes": position.open_boxes(),
        "over": position.is_over(),
        "problems": list(problems),
        "claims": [{"box": claim.box, "cells": list(claim.cells)} for claim in position.claims()],
        "grid": symbols_by_row(position)[::-1],
    }


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


def _complaining(outcomes: Iterable[Outcome], faults: list[str]) -> Iterator[Outcome]:
    """The outcomes as they come; each fault goes to stderr and into the list."""
    for outcome in outcomes:
        for fault in outcome.faults:
            complain(fault)
            faults.append(fault)
        yield outcome


def _write_records(
    outcomes: Sequence[Outcome], is_many: bool, out: str | None, *, quiet: bool, as_json: bool
) -> None:
    """The records to a file, one a line where it is one of JSON Lines; without a file, or with
    --json, to stdout."""
    document = list(_json_pieces(outcomes, is_many))
    if out is None or as_json:
        write_bytes(document)
    elif not quiet:
        print(f"{out}: {len(outcomes)} {'records' if is_many else 'record'}")
    if out is not None and out.endswith(".jsonl"):
        document = [f"{json.dumps(outcome.value)}\n" for outcome in outcomes]
    with atomic_file(out) as write:
        for piece in document:
            write(piece)


def _json_pieces(outcomes: Iterable[Outcome], is_many: bool) -> Iterator[str]:
    """One JSON document, a list where there are many records, in pieces as they are replayed."""
    for index, outcome in enumerate(outcomes):
        text = json_text(outcome.to_json())
        if is_many:
            yield ("," if index else "[") + "\n  "
            text = text.replace("\n", "\n  ")
        yield text
    yield "\n]\n" if is_many else "\n"


def _lines(outcomes: Iterable[Outcome], is_many: bool) -> Iterator[str]:
    from ..view.reports import draw_record, record_in_brief
    from ..view.text import Look

    count = legal = 0
    for outcome in outcomes:
        count += 1
        if outcome.error is None:
            legal += 1
            played = outcome.value
            brief = f"{one_line(outcome.place)}: {record_in_brief(played)}"
            yield brief if is_many else draw_record(played, Look.of(sys.stdout))
    if is_many:
        yield f"{count_noun(count, 'record')}, {legal} legal"
