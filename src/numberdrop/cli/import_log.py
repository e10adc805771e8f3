"""The command for games of the online adaptation: import."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from .. import NumberdropError
from ..files import atomic_file
from ..record import load_record
from .app import AsJson, expect_distinct_files
from .help_text import App
from .sources import read_text
from .streams import json_text, say, write_json
from .usage import UsageError

app = App()


@app.command("import")
def import_log(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A log that you saved, as JSON; - for stdin."),
    ],
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help="Write the record to FILE, named .json."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Convert a log of the online adaptation to the record of its game.

    The game is replayed by the rules of the variant bga, and its totals are compared with those of
    the log after every turn. What the log doesn't show is filled in, and named: tiles that never
    fell, and the slides of another player's solo game. Nothing is fetched; docs/import.md says how
    to save a log. The exit code is 1 if the log doesn't make a game.

    \b
    Example:
      numberdrop import log.json --out game.json
      numberdrop review game.json
    """
    from ..bga import import_log as imported
    from ..bga import notes_on
    from ..view.reports import draw_record, record_in_brief
    from ..view.text import Look

    expect_distinct_files([out], [file])
    if out is not None and not out.endswith(".json"):
        raise UsageError(f"--out: expected a name that ends in .json, got {out!r}")
    name, text = "stdin" if file == "-" else file, read_text(file)
    with atomic_file(out) as write:
        try:
            record = imported(text)
        except NumberdropError as error:
            raise NumberdropError(f"{name}: {error}") from None
        write(f"{json_text(record)}\n")
    for note in notes_on(record):
        say(f"{name}: {note}")
    played = load_record(record)
    if as_json:
        write_json(record)
    elif out is not None:
        print(f"{out}: {record_in_brief(played)}")
    else:
        print(draw_record(played, Look.of(sys.stdout)))
