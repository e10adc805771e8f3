"""Commands for a position or a game: show, replay."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import Position, Variant
from ..files import atomic_file
from ..plurals import count_noun
from .app import NO, AsJson, SourceText, SourceVariant, expect_distinct_files, warn_of_problems
from .help_text import App
from .option_rules import expect_without
from .sources import read_source
from .streams import complain, json_text, one_line, write_bytes, write_json
from .usage import UsageError

if TYPE_CHECKING:
    from .records import Outcome

app = App()


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
    and bonus), the tiles A to E with their notches, and the number of the turn. You may leave out
    the boxes if no digit is used, and the turn if it follows from the digits. A file may have a
    drawing instead, with one row of the grid a line; 'numberdrop sheet --blank' prints an empty
    one.

    \b
    Example:
      numberdrop show "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3"
      numberdrop show "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3" --svg sheet.svg
    """
    from ..view.svg import position_svg
    from ..view.text import Look, draw_position

    expect_distinct_files([svg], [position])
    source = read_source(position, variant)
    problems = warn_of_problems(source.position, source.variant)
    with atomic_file(svg) as write:
        write(position_svg(source.position, source.variant))
    if as_json:
        write_json(_position_json(source.position, source.variant, problems))
    else:
        print(draw_position(source.position, source.variant, Look.of(sys.stdout)))


@app.command()
def replay(
    context: typer.Context,
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="Game records, as JSON or JSON Lines, or a game typed turn by turn; - for stdin.",
        ),
    ],
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Write the records to FILE, named .json or .jsonl, unless a game is illegal.",
        ),
    ] = None,
    as_json: AsJson = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only what is illegal.")] = False,
) -> None:
    """Check games against the rules; exit 1 if any is illegal.

    A record has a whole game, or the turns from some position on; a result of max stands for its
    game. A game can also be typed: lines such as "tiles IOTLS" and "start d1", or "puzzle
    2026-11-20" instead of the tiles, and then one turn a line. A single game is shown turn by turn,
    several with a line for each. With --json, an illegal record becomes an object with the key
    "error".

    \b
    Example:
      numberdrop replay game.json
      numberdrop replay --json - < games.jsonl
      numberdrop replay game.txt --out game.json
    """
    from ..record import load_record
    from ..record import replay as replayed
    from .records import read_outcomes

    expect_without(context, "--json", "--quiet")
    expect_distinct_files([out], [file])
    if out is not None and not out.endswith((".json", ".jsonl")):
        raise UsageError(f"--out: expected a name that ends in .json or .jsonl, got {out!r}")
    faults: list[str] = []
    check = replayed if as_json or out else load_record
    rest = _reporting(read_outcomes(file, check), faults)
    first = list(islice(rest, 2))
    is_many = len(first) > 1 or first[0].in_list
    outcomes = chain(first, rest)
    if out is not None:
        records = list(outcomes)
        if as_json:
            write_bytes(_json_pieces(records, is_many))
        if not faults:
            _write_records(records, is_many, out)
            if not (as_json or quiet):
                print(f"{out}: {count_noun(len(records), 'record')}")
    else:
        for text in (_json_pieces if as_json else _lines)(outcomes, is_many):
            if not quiet:
                write_bytes([text]) if as_json else print(text)
    if faults:
        raise typer.Exit(NO)


def _position_json(position: Position, variant: Variant, problems: Sequence[str]) -> dict[str, Any]:
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


def _reporting(outcomes: Iterable[Outcome], faults: list[str]) -> Iterator[Outcome]:
    """Yield the outcomes, print each fault on stderr and append it to `faults`."""
    for outcome in outcomes:
        for fault in outcome.faults:
            complain(fault)
            faults.append(fault)
        yield outcome


def _write_records(outcomes: Sequence[Outcome], is_many: bool, out: str) -> None:
    """Write the records as one JSON document, or one a line if `out` ends in .jsonl."""
    pieces: Iterable[str] = _json_pieces(outcomes, is_many)
    if out.endswith(".jsonl"):
        pieces = (f"{json.dumps(outcome.value)}\n" for outcome in outcomes)
    with atomic_file(out) as write:
        for piece in pieces:
            write(piece)


def _json_pieces(outcomes: Iterable[Outcome], is_many: bool) -> Iterator[str]:
    """Yield one JSON document in pieces: a record, or a list of them if `is_many`."""
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
