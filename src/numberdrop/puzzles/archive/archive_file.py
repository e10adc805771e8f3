"""Archive files for writing, with one writer at a time and protection against crashes (journal)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

from ...journal import JournalledFile
from .entry_text import ArchivePuzzle, line_text, read_line
from .reading import line_texts


class _ArchiveFormat:
    """The line format of an archive (journal)."""

    def name(self, entry: ArchivePuzzle) -> str:
        return entry.id

    def text(self, entry: ArchivePuzzle) -> str:
        return line_text(entry)

    def read(self, line: bytes, where: str) -> ArchivePuzzle:
        return read_line(line, where)

    def lines(self, file: IO[bytes], path: str) -> Iterator[tuple[str, bytes]]:
        return line_texts(file, path)


class ArchiveFile(JournalledFile[ArchivePuzzle]):
    """The puzzles of a file, a context manager that locks the file against other writers.

    Raises NotationError if a line isn't an archive entry, was changed or is a duplicate. Otherwise
    raises as JournalledFile.
    """

    def __init__(self, path: str) -> None:
        super().__init__(path, _ArchiveFormat())
