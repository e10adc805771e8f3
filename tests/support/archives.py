"""Files of the archive, written and judged."""

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
    """A file of these lines."""
    path.write_text("".join(f"{text}\n" for text in texts), "utf-8")
    return str(path)


def faults(path: str, **more: Any) -> list[str]:
    """What is wrong with each line of a file."""
    return [found.fault for found in verify(path, **more)]


def sealed(document: dict[str, Any]) -> str:
    """The text of a line that says this, with its own digest."""
    return json.dumps(document | {"digest": digest_of(document)})


def texts_of(lines: Iterable[ArchivePuzzle]) -> str:
    """What a file of these lines holds."""
    return "".join(f"{line_text(line)}\n" for line in lines)
