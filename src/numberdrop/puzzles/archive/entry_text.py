"""The text of an archive entry: one line of canonical JSON, whose last key is a digest of the
others (formats.md, Archive)."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

from ...errors import NotationError, shown
from ...json_reader import Fields, decode_text, parse_json
from ..deal_puzzle import FORMAT
from .entries import DailyPuzzle, DropProblem

ArchivePuzzle = DailyPuzzle | DropProblem

_DIGEST = re.compile("[0-9a-f]{16}")
#: The classes of entries by kind.
_KINDS: dict[str, type[DailyPuzzle] | type[DropProblem]] = {
    "daily": DailyPuzzle,
    "drop": DropProblem,
}


def names_of(puzzle: ArchivePuzzle) -> tuple[str, ...]:
    """Return the canonical names of a puzzle: its id, and the recipes of a day."""
    if isinstance(puzzle, DropProblem):
        return (puzzle.id,)
    return (puzzle.id, f"solo#{puzzle.id}", str(puzzle.puzzle.deal))


def to_json(puzzle: ArchivePuzzle) -> dict[str, Any]:
    """Return the JSON object of a puzzle's line."""
    found = puzzle.to_json()
    return {**found, "digest": digest_of(found)}


def without_solution(puzzle: ArchivePuzzle) -> dict[str, Any]:
    """Return the JSON object without anything that reveals the solution.

    Leaves out the game with the best score and the tempting line, and the digest, which only fits
    the whole line.
    """
    found = puzzle.to_json()
    found.pop("tempting", None)
    if found["best"]:
        del found["best"]["solution"]
    return found


def line_text(puzzle: ArchivePuzzle) -> str:
    """Return the canonical text of a line, without a newline."""
    return _canonical(to_json(puzzle))


def digest_of(found: dict[str, Any]) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 of an object without its digest."""
    rest = {key: value for key, value in found.items() if key != "digest"}
    return hashlib.sha256(_canonical(rest).encode()).hexdigest()[:16]


def from_json(value: object, where: str) -> tuple[ArchivePuzzle, str]:
    """Parse the object of a line and return the puzzle and the stated digest.

    Raises NotationError, naming the place, if the form is invalid. archive.verify checks the
    content.
    """
    fields = Fields(value, where)
    fields.expect_format(FORMAT)
    kind = fields.text("kind")
    if kind not in _KINDS:
        raise fields.fault("kind", "expected 'daily' or 'drop'")
    digest = fields.text("digest")
    if not _DIGEST.fullmatch(digest):
        raise fields.fault("digest", "expected 16 hexadecimal digits")
    rest = {key: value for key, value in fields.values.items() if key != "digest"}
    return _KINDS[kind].from_json(rest, where), digest


def parse_line(line: str | bytes, where: str) -> tuple[ArchivePuzzle, str]:
    """Parse a line like from_json(). Raises NotationError unless its text is canonical."""
    text = decode_text(line, where, is_canonical=True) if isinstance(line, bytes) else line
    if not text.strip():
        raise NotationError(f"{where}: expected JSON, got a blank line")
    puzzle, digest = from_json(parse_json(text, where), where)
    if _canonical({**puzzle.to_json(), "digest": digest}) != text:
        raise NotationError(
            f"{where}: expected the canonical text: its keys in order, one blank after , and :"
        )
    return puzzle, digest


def check_digest(puzzle: ArchivePuzzle, digest: str, where: str) -> None:
    """Raise NotationError, naming `where`, unless `digest` is the digest of the puzzle's text."""
    expected = digest_of(puzzle.to_json())
    if digest != expected:
        raise NotationError(
            f"{where}: expected {expected!r}, got {shown(digest)}: the line was changed"
        )


def read_line(line: str | bytes, where: str) -> ArchivePuzzle:
    """Parse a line and check its digest. Raises NotationError, naming the place, if it is wrong."""
    puzzle, digest = parse_line(line, where)
    check_digest(puzzle, digest, f"{where}, digest")
    return puzzle


def _canonical(found: dict[str, Any]) -> str:
    return json.dumps(found, ensure_ascii=False, allow_nan=False)
