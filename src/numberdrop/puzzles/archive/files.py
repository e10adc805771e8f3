"""Files of the archive, a puzzle in each line, that one program at a time makes and that are never
torn.

New lines go into a journal beside the file, FILE.part, one after the other; the file itself is
written whole, once, when the work ends. A program that is killed at any moment leaves the file as
it was, and the lines of its journal are taken over by the next one.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from filelock import FileLock, Timeout

from ...errors import NumberdropError
from .lines import ArchivePuzzle, line_text, line_texts, read_line


class ArchiveFile:
    """The puzzles of a file, locked against other writers while it is open: with ArchiveFile(path).

    `entries` are the puzzles that the file holds. NumberdropError if another program is writing it,
    NotationError if a line is none of the archive's or was changed; OSError from the system.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.entries: list[ArchivePuzzle] = []
        self._target = Path(os.path.realpath(path))
        self._journal_path = Path(f"{self._target}.part")
        self._journal: BinaryIO | None = None
        self._lock = FileLock(f"{self._target}.lock")

    def __enter__(self) -> ArchiveFile:
        is_new = not self._target.exists()
        self._target.touch()
        try:
            self._lock.acquire(blocking=False)
        except Timeout:
            raise NumberdropError(f"{self.path}: another program is writing this file") from None
        try:
            if is_new:  # a journal there is of a file that was taken away
                self._journal_path.unlink(missing_ok=True)
            self.entries = [entry for _, entry in read_lines(self.path)]
            self._take_over()
        except BaseException:
            self._unlock()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        try:
            if self._journal is not None:
                self._journal.close()
                self._write()
        finally:
            self._unlock()

    def put(self, index: int, entry: ArchivePuzzle) -> None:
        """Make `entry` the one at this index, 0 .. len(entries); from then on it can't be lost."""
        self.entries[index : index + 1] = [entry]
        with self._named_in_errors():
            if self._journal is None:
                self._journal = open(self._journal_path, "wb")  # noqa: SIM115
                self._journal.write(self._digest() + b"\n")
            self._journal.write(f"{line_text(entry)}\n".encode())
            self._journal.flush()
            os.fsync(self._journal.fileno())

    def _take_over(self) -> None:
        """Bring into the file what a program that was killed had in its journal."""
        if not self._journal_path.exists():
            return
        whole, _, _ = self._journal_path.read_bytes().rpartition(b"\n")
        head, _, rest = whole.partition(b"\n")
        if head == self._digest():  # else it was written already, or the file was changed since
            places = {entry.id: index for index, entry in enumerate(self.entries)}
            for where, text in line_texts(rest + b"\n" if rest else b"", str(self._journal_path)):
                entry = read_line(text, where)
                index = places.setdefault(entry.id, len(self.entries))
                self.entries[index : index + 1] = [entry]
        self._write()

    def _write(self) -> None:
        """Put the whole file into its place, and take the journal away."""
        draft = Path(f"{self._target}.new")
        with self._named_in_errors():
            try:
                with open(draft, "wb") as file:
                    file.writelines(f"{line_text(entry)}\n".encode() for entry in self.entries)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(draft, self._target)
            except OSError:
                draft.unlink(missing_ok=True)
                raise
            self._journal_path.unlink()

    def _digest(self) -> bytes:
        """What the first line of a journal says: which file it goes on from."""
        return hashlib.sha256(self._target.read_bytes()).hexdigest().encode()

    def _unlock(self) -> None:
        with suppress(OSError):  # some systems don't let a file go that is open
            os.remove(self._lock.lock_file)
        self._lock.release()

    @contextmanager
    def _named_in_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.path) from None


def read_lines(path: str) -> Iterator[tuple[str, ArchivePuzzle]]:
    """The puzzles of a file as they are read, each with its place, their digests checked.

    NotationError, naming the line, where one is not canonical or was changed; OSError if the file
    can't be read.
    """
    for where, text in line_texts(Path(path).read_bytes(), path):
        yield where, read_line(text, where)
