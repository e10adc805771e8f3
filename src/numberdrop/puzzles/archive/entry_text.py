"""The line of an entry of the archive: one puzzle in canonical JSON, its last key a digest of all
the others (formats.md, Archive)."""

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
#: The puzzles of the archive, by their kind.
_KINDS: dict[str, type[DailyPuzzle] | type[DropProblem]] = {
    "daily": DailyPuzzle,
    "drop": DropProblem,
}


def names_of(puzzle: ArchivePuzzle) -> tuple[str, ...]:
    """The canonical names that a puzzle has: its id, and of a day its recipes."""
    if isinstance(puzzle, DropProblem):
        return (puzzle.id,)
    return (puzzle.id, f"solo#{puzzle.id}", str(puzzle.puzzle.deal))


def to_json(puzzle: ArchivePuzzle) -> dict[str, Any]:
    """The object that the line of a puzzle holds."""
    found = puzzle.to_json()
    return {**found, "digest": digest_of(found)}


def without_solution(puzzle: ArchivePuzzle) -> dict[str, Any]:
    """The puzzle without the game that reaches its best score, without the line that tempts, which
    tells of it, and without the digest, which is that of the whole line."""
    found = puzzle.to_json()
    found.pop("tempting", None)
    if found["best"]:
        del found["best"]["solution"]
    return found


def line_text(puzzle: ArchivePuzzle) -> str:
    """The one text of a line, without a newline."""
    return _canonical(to_json(puzzle))


def digest_of(found: dict[str, Any]) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of an object's text without its digest."""
    rest = {key: value for key, value in found.items() if key != "digest"}
    return hashlib.sha256(_canonical(rest).encode()).hexdigest()[:16]


def from_json(value: object, where: str) -> tuple[ArchivePuzzle, str]:
    """The puzzle that the object of a line holds, and the digest that it claims. NotationError,
    with the place, if it is none; what it says is for archive.verify to judge."""
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
    """As from_json(), from the text of a line, which has to be the canonical one."""
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
    """NotationError, naming `where`, unless the digest is the one of the puzzle's text."""
    expected = digest_of(puzzle.to_json())
    if digest != expected:
        raise NotationError(
            f"{where}: expected {expected!r}, got {shown(digest)}: the line was changed"
        )


def read_line(line: str | bytes, where: str) -> ArchivePuzzle:
    """The puzzle of a line, its digest checked. NotationError, with the place, otherwise."""
    puzzle, digest = parse_line(line, where)
    check_digest(puzzle, digest, f"{where}, digest")
    return puzzle


def _canonical(found: dict[str, Any]) -> str:
    return json.dumps(found, ensure_ascii=False, allow_nan=False)
