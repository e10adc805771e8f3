"""Files of the archive, a puzzle in each line, that one program at a time makes and that are never
torn (journal)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

from ...journal import JournalledFile
from .entry_text import ArchivePuzzle, line_text, read_line
from .reading import line_texts


class _Lines:
    """The lines of an archive."""

    def name(self, entry: ArchivePuzzle) -> str:
        return entry.id

    def text(self, entry: ArchivePuzzle) -> str:
        return line_text(entry)

    def read(self, line: bytes, where: str) -> ArchivePuzzle:
        return read_line(line, where)

    def lines(self, file: IO[bytes], path: str) -> Iterator[tuple[str, bytes]]:
        return line_texts(file, path)


class ArchiveFile(JournalledFile[ArchivePuzzle]):
    """The puzzles of a file, locked against other writers while it is open: with ArchiveFile(path).

    NotationError if a line is none of the archive's, was changed or stands there twice; other
    errors as of JournalledFile.
    """

    def __init__(self, path: str) -> None:
        super().__init__(path, _Lines())
