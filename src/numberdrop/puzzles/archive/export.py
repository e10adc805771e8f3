"""The archive for those who print it: a table of puzzles, or all of them in one document."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
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


def to_csv(lines: Iterable[ArchivePuzzle]) -> str:
    """A table: HEADINGS, then a row for each puzzle; what a puzzle doesn't have is empty.
    Tiles and rolls are split by blanks. It holds no solutions. Rows end with a carriage return and
    a newline, as CSV has it."""
    out = io.StringIO(newline="")
    rows = csv.DictWriter(out, HEADINGS, restval="")
    rows.writeheader()
    rows.writerows(_row(line) for line in lines)
    return out.getvalue()


def to_list(lines: Iterable[ArchivePuzzle], *, with_solutions: bool) -> list[dict[str, Any]]:
    """The puzzles as they stand in the archive; without the solutions unless they are asked for."""
    return [to_json(line) if with_solutions else without_solution(line) for line in lines]


def _row(line: ArchivePuzzle) -> dict[str, Any]:
    if isinstance(line, DropProblem):
        row = {
            "kind": "drop",
            "variant": line.variant,
            "position": line.position,
            "rolls": " ".join(texts(line.rolls)),
        }
    else:
        puzzle = line.puzzle
        row = {
            "kind": puzzle.kind,
            "number": puzzle_number(puzzle.day) if puzzle.day else None,
            "variant": puzzle.variant,
            "tiles": " ".join(puzzle.tiles),
            "rolls": " ".join(texts(puzzle.rolls)),
            **line.targets.to_json(),
        }
    if best := line.best:
        row |= {"score": best.score, "bound": best.bound, "status": best.status}
    return {"id": line.id, **row, **line.difficulty.to_json()}
