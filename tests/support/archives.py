"""Helpers to write and verify archive files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from numberdrop.puzzles.archive.entry_text import ArchivePuzzle, digest_of, line_text
from numberdrop.puzzles.archive.verify import verify
from places import ROOT

#: The archives that are shipped.
SHIPPED = sorted((ROOT / "puzzles").glob("*.jsonl"))


def write(path: Path, *texts: str) -> str:
    """Write a file of these lines and return its path."""
    path.write_text("".join(f"{text}\n" for text in texts), "utf-8")
    return str(path)


def faults(path: str, **more: Any) -> list[str]:
    """Return the fault of each line of a file, or "" for a valid line."""
    return [found.fault for found in verify(path, **more)]


def sealed(document: dict[str, Any]) -> str:
    """Return the line of a document, with a valid digest added."""
    return json.dumps(document | {"digest": digest_of(document)})


def texts_of(lines: Iterable[ArchivePuzzle]) -> str:
    """Return the content of a file of these entries."""
    return "".join(f"{line_text(line)}\n" for line in lines)
