"""Files of the archive, a puzzle in each line, as they are read: one line at a time, whatever their
length."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

from ...errors import NotationError, shown
from ...json_reader import Fields, decode_text, expect_new_id, numbered_lines, parse_json
from ..deal_puzzle import FORMAT
from .entry_text import ArchivePuzzle, read_line

#: What every canonical line begins with.
_BEGINNING = f'{{"format": "{FORMAT}", '.encode()


def read_lines(
    path: str, seen: dict[str, str] | None = None
) -> Iterator[tuple[str, ArchivePuzzle]]:
    """The puzzles of a file as they are read, each with its place, their digests checked.

    `seen` are the puzzles of other files, as for expect_new_id(). NotationError, naming the line,
    where one is not canonical, was changed or stands there twice; OSError if the file can't be
    read.
    """
    seen = {} if seen is None else seen
    with open(path, "rb") as file:
        for where, text in line_texts(file, path):
            entry = read_line(text, where)
            expect_new_id(entry.id, where, seen)
            yield where, entry


def line_texts(file: IO[bytes], name: str) -> Iterator[tuple[str, bytes]]:
    """The lines of an archive without their ends, each with its place. NotationError, naming the
    file as `name`, where it is none, where the last line has no end, and where one ends as only
    other systems end them."""
    is_first = True
    for where, line in numbered_lines(file, name):
        if is_first:
            _expect_archive(line, name)
            is_first = False
        if not line.endswith(b"\n"):
            raise NotationError(f"{where}: expected a newline at the end: the last line is cut off")
        if line.endswith(b"\r\n"):
            raise NotationError(
                f"{where}: expected a newline at the end, got a carriage return too"
            )
        yield where, line[:-1]
    if is_first:
        raise NotationError(f"{name}: expected an archive, got an empty file")


def _expect_archive(line: bytes, name: str) -> None:
    """NotationError if a file that begins with this line is a file of something else."""
    if line.startswith(_BEGINNING):
        return
    text = decode_text(line, name, is_canonical=True)
    expected = f"expected an archive, whose lines have the format {FORMAT!r}"
    if not text.strip():
        raise NotationError(f"{name}: {expected}, got a blank line")
    try:
        found = Fields(parse_json(text, name))["format"]
    except NotationError:
        found = text.strip()
    if found != FORMAT:
        raise NotationError(f"{name}: {expected}, got {shown(found)}")
