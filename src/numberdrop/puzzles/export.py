"""The archive for those who print it: a table of puzzles, or all of them in one document."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from .daily import parse_date
from .names import puzzle_number
from .targets import MEDALS

COLUMNS: Final = (
    *("kind", "id", "number", "variant", "tiles", "position", "rolls"),
    *(*MEDALS, "score", "bound", "status", "figure", "word"),
)


def to_csv(lines: Iterable[Mapping[str, Any]]) -> str:
    """A table with a head, COLUMNS, and a row for each puzzle; what a puzzle doesn't have is empty.
    Tiles and rolls are split by blanks. It holds no solutions. Rows end with a carriage return and
    a newline, as CSV has it."""
    out = io.StringIO(newline="")
    rows = csv.DictWriter(out, COLUMNS)
    rows.writeheader()
    rows.writerows(_row(line) for line in lines)
    return out.getvalue()


def to_json(lines: Iterable[Mapping[str, Any]], *, with_solutions: bool) -> list[dict[str, Any]]:
    """The puzzles as they stand in the archive; without the solutions unless they are asked for."""
    return [dict(line) if with_solutions else without_solution(line) for line in lines]


def without_solution(line: Mapping[str, Any]) -> dict[str, Any]:
    """The puzzle without the game that reaches its best score, and without the digest, which is
    that of the whole line."""
    found = {key: value for key, value in line.items() if key != "digest"}
    if found.get("best") is not None:
        found["best"] = {key: value for key, value in found["best"].items() if key != "solution"}
    return found


def status_of(best: Mapping[str, Any] | None) -> str:
    """PROVED where the best score meets its bound, BEST FOUND where it doesn't, else nothing."""
    if best is None:
        return ""
    return "PROVED" if best["score"] == best["bound"] else "BEST FOUND"


def _row(line: Mapping[str, Any]) -> dict[str, Any]:
    best = line["best"] or {}
    is_daily = line["kind"] == "daily"
    return {
        **{key: line.get(key, "") for key in ("kind", "id", "variant", "position")},
        "number": puzzle_number(parse_date(line["id"])) if is_daily else "",
        "tiles": _spaced(line.get("tiles", ())),
        "rolls": _spaced(line["rolls"]),
        **{medal: line["targets"].get(medal, "") for medal in MEDALS},
        "score": best.get("score", ""),
        "bound": best.get("bound", ""),
        "status": status_of(line["best"]),
        **line["difficulty"],
    }


def _spaced(texts: Sequence[str]) -> str:
    return " ".join(texts)
