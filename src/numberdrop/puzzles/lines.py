"""Files of puzzles, one in each line, that one program at a time makes and that are never torn.

Every change writes a whole new file beside the old one and puts it in its place, so a program that
is killed at any moment leaves the lines that were there, or those and the next.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from ..errors import NotationError, NumberdropError
from .archive import check_digest, line_text, parse_line

try:
    import fcntl
except ImportError:  # a system without it has no way to see that another program is at work
    fcntl = None  # type: ignore[assignment]


class LinesFile:
    """The lines of a file, locked against other writers while it is open: with LinesFile(path).

    `lines` are the objects that the file holds. NumberdropError if another program is writing it,
    NotationError if a line is none of the archive's or was changed; OSError from the system.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.lines: list[dict[str, Any]] = []
        self._file: BinaryIO | None = None

    def __enter__(self) -> LinesFile:
        self._file = _locked(open(self.path, "ab"), self.path)
        try:
            self.lines = [line for _, line in read_lines(self.path)]
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        assert self._file is not None
        self._file.close()

    def put(self, index: int, line: dict[str, Any]) -> None:
        """Make `line` the one at this index, 0 .. len(lines), and write the file."""
        lines = [*self.lines[:index], line, *self.lines[index + 1 :]]
        target = os.path.realpath(self.path)
        draft = _locked(open(f"{target}.part", "wb"), self.path)  # noqa: SIM115
        try:
            draft.write("".join(f"{line_text(item)}\n" for item in lines).encode())
            draft.flush()
            os.fsync(draft.fileno())
            os.replace(f"{target}.part", target)
        except OSError as error:
            draft.close()
            Path(f"{target}.part").unlink(missing_ok=True)
            raise OSError(error.errno, error.strerror, self.path) from None
        assert self._file is not None
        self._file.close()
        self._file, self.lines = draft, lines


def _locked(file: BinaryIO, path: str) -> BinaryIO:
    """The file, locked; a new one is locked before it takes its place, so no moment is open."""
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise NumberdropError(f"{path}: another program is writing this file") from None
    return file


def read_lines(path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The lines of a file as they are read, each with its place, their digests checked.

    NotationError, naming the line, where one is not canonical or was changed; OSError if the file
    can't be read.
    """
    for where, text in line_texts(path):
        line = parse_line(text, where)
        check_digest(line, where)
        yield where, line


def line_texts(path: str) -> Iterator[tuple[str, str]]:
    """The texts of a file's lines, each with its place. NotationError where the last has no end,
    or for other bytes than UTF-8."""
    rest = Path(path).read_bytes()
    for number, data in enumerate(rest.split(b"\n")[:-1], 1):
        where = f"{path}, line {number}"
        try:
            yield where, data.decode()
        except UnicodeDecodeError:
            raise NotationError(f"{where}: expected UTF-8, got other bytes") from None
    if rest and not rest.endswith(b"\n"):
        raise NotationError(f"{path}: expected a newline at the end: the last line is cut off")
