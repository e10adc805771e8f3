"""Exports of the archive for print: a CSV table, or one JSON document."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from ...locales import name
from ...record import load_record
from ..deal_puzzle import texts
from ..names import puzzle_number
from ..targets import MEDALS
from .entries import DropProblem
from .entry_text import ArchivePuzzle, to_json, without_solution

HEADINGS: Final = (
    *("kind", "id", "number", "variant", "tiles", "position", "rolls", "goal", *MEDALS),
    *("score", "bound", "status", "figure", "difficulty", "themes"),
)
#: The additional columns of a table with solutions.
SOLUTION: Final = ("start", "turns")


def csv_rows(
    entries: Iterable[ArchivePuzzle], language: str = "en", *, with_solutions: bool = False
) -> Iterator[str]:
    """Yield the rows of a CSV table: HEADINGS, then one row for each puzzle.

    A column that doesn't apply to a puzzle is empty. Tiles and rolls are separated by spaces.
    Difficulty and themes are words of `language`. With solutions, there are also the first cell of
    the best game and its turns, separated by semicolons. Rows end with CRLF.
    """
    out = io.StringIO(newline="")
    headings = (*HEADINGS, *(SOLUTION if with_solutions else ()))
    rows = csv.DictWriter(out, headings, restval="")
    rows.writeheader()
    yield out.getvalue()
    for entry in entries:
        out.seek(0)
        out.truncate()
        row = _row(entry, language)
        rows.writerow(row | (_solution(entry) if with_solutions else {}))
        yield out.getvalue()


def json_items(
    entries: Iterable[ArchivePuzzle], language: str | None = None, *, with_solutions: bool
) -> Iterator[str]:
    """Yield the pieces of one JSON document, the list of the archived puzzles.

    Solutions are omitted by default. With a `language`, the key `words` of each puzzle contains its
    difficulty and themes in that language.
    """
    before = "["
    for entry in entries:
        item = to_json(entry) if with_solutions else without_solution(entry)
        if language is not None:
            item["words"] = {"language": language, **_in_words(entry, language)}
        text = json.dumps(item, indent=2, ensure_ascii=False, allow_nan=False)
        yield f"{before}\n{text}".replace("\n", "\n  ")
        before = ","
    yield "\n]\n" if before == "," else "[]\n"


def _in_words(entry: ArchivePuzzle, language: str) -> dict[str, Any]:
    """Return the difficulty of a puzzle and the themes of a drop problem, translated."""
    words: dict[str, Any] = {"difficulty": name(language, "difficulty", entry.difficulty.word)}
    if isinstance(entry, DropProblem):
        words["themes"] = [name(language, "theme", theme) for theme in entry.themes]
    return words


def _row(entry: ArchivePuzzle, language: str) -> dict[str, Any]:
    words = _in_words(entry, language)
    if isinstance(entry, DropProblem):
        row = {
            "kind": "drop",
            "variant": entry.variant,
            "position": entry.position,
            "rolls": " ".join(texts(entry.rolls)),
            "goal": entry.goal,
        }
        words["themes"] = ", ".join(words["themes"])
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
    return {"id": entry.id, **row, "figure": entry.difficulty.figure, **words}


def _solution(entry: ArchivePuzzle) -> dict[str, str]:
    if entry.best is None:
        return {}
    turns = load_record(entry.best.solution).turns
    return {
        "start": entry.best.solution.get("start", ""),
        "turns": "; ".join(str(turn) for turn in turns),
    }
