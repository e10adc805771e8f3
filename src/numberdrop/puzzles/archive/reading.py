"""A reader of archive files, which reads one line at a time, so files may be of any size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

from ...errors import NotationError, shown
from ...json_reader import Fields, decode_text, expect_new_id, numbered_lines, parse_json
from ..deal_puzzle import FORMAT
from .entry_text import ArchivePuzzle, read_line

#: The beginning of every canonical line.
_BEGINNING = f'{{"format": "{FORMAT}", '.encode()


def read_lines(
    path: str, seen: dict[str, str] | None = None
) -> Iterator[tuple[str, ArchivePuzzle]]:
    """Yield the puzzles of a file with their places, after checking their digests.

    `seen` maps the ids of puzzles in other files to their places, as for expect_new_id(). Raises
    NotationError, naming the line, if one isn't canonical, was changed or is a duplicate. Raises
    OSError if the file can't be read.
    """
    seen = {} if seen is None else seen
    with open(path, "rb") as file:
        for where, text in line_texts(file, path):
            entry = read_line(text, where)
            expect_new_id(entry.id, where, seen)
            yield where, entry


def line_texts(file: IO[bytes], name: str) -> Iterator[tuple[str, bytes]]:
    """Yield the lines of an archive with their places, without the newlines.

    Raises NotationError if the file, called `name`, isn't an archive, if the last line has no
    newline, or if a line ends with CRLF.
    """
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
    """Raise NotationError if a file with this first line isn't an archive."""
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
