"""The archive for those who print it: a table of puzzles, or all of them in one document."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from ..names import puzzle_number
from ..puzzle import texts
from ..targets import MEDALS
from .lines import ArchivePuzzle, to_json, without_solution
from .puzzles import DropProblem

HEADINGS: Final = (
    *("kind", "id", "number", "variant", "tiles", "position", "rolls"),
    *(*MEDALS, "score", "bound", "status", "figure", "word"),
)


def csv_rows(entries: Iterable[ArchivePuzzle]) -> Iterator[str]:
    """The rows of a table, each with its end: HEADINGS, then one for each puzzle; what a puzzle
    doesn't have is empty. Tiles and rolls are split by blanks. There are no solutions. Rows end
    with a carriage return and a newline, as CSV has it."""
    out = io.StringIO(newline="")
    rows = csv.DictWriter(out, HEADINGS, restval="")
    rows.writeheader()
    yield out.getvalue()
    for entry in entries:
        out.seek(0)
        out.truncate()
        rows.writerow(_row(entry))
        yield out.getvalue()


def json_items(entries: Iterable[ArchivePuzzle], *, with_solutions: bool) -> Iterator[str]:
    """The pieces of one JSON document: the list of the puzzles as they stand in the archive,
    without the solutions unless they are asked for."""
    before = "["
    for entry in entries:
        item = to_json(entry) if with_solutions else without_solution(entry)
        text = json.dumps(item, indent=2, ensure_ascii=False, allow_nan=False)
        yield f"{before}\n{text}".replace("\n", "\n  ")
        before = ","
    yield "\n]\n" if before == "," else "[]\n"


def _row(entry: ArchivePuzzle) -> dict[str, Any]:
    if isinstance(entry, DropProblem):
        row = {
            "kind": "drop",
            "variant": entry.variant,
            "position": entry.position,
            "rolls": " ".join(texts(entry.rolls)),
        }
    else:
        puzzle = entry.puzzle
        row = {
            "kind": puzzle.kind,
            "number": puzzle_number(puzzle.day) if puzzle.day else None,
            "variant": puzzle.variant,
            "tiles": " ".join(puzzle.tiles),
            "rolls": " ".join(texts(puzzle.rolls)),
            **entry.targets.to_json(),
        }
    if best := entry.best:
        row |= {"score": best.score, "bound": best.bound, "status": best.status}
    return {"id": entry.id, **row, **entry.difficulty.to_json()}
