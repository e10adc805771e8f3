"""Files of the archive, a puzzle in each line, that one program at a time makes and that are never
torn.

New lines go into a journal beside the file, FILE.part, one after the other; the file itself is
written whole, once, when the work ends. A program that is killed at any moment leaves the file as
it was, and the lines of its journal are taken over by the next one.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from types import TracebackType

from ...errors import NumberdropError
from ...files import Draft, named_in_errors, put_into_place, sync_folder
from .lines import ArchivePuzzle, line_text, line_texts, read_line

#: How a journal begins, as far as it goes: with the digest of a file, or with a line.
_JOURNAL = re.compile(rb"\A(?:[0-9a-f]{0,64}(?:\n|\Z)|\{(?:\"|\Z))")


class ArchiveFile:
    """The puzzles of a file, locked against other writers while it is open: with ArchiveFile(path).

    `entries` are the puzzles that the file holds, and `unkept` is one that couldn't be written.
    NumberdropError if another program is writing the file, NotationError if a line is none of the
    archive's or was changed; OSError from the system.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.entries: list[ArchivePuzzle] = []
        self.unkept: ArchivePuzzle | None = None
        self._journal: _Journal | None = None  # none is kept of what is written at once

    def __enter__(self) -> ArchiveFile:
        self._draft = Draft(self.path)
        try:
            if self._draft.is_direct:
                return self
            target = Path(self._draft.target)
            if target.exists() and target.stat().st_size:
                self.entries = [entry for _, entry in read_lines(self.path)]
            self._journal = _Journal(target, self.path)
            places = {entry.id: index for index, entry in enumerate(self.entries)}
            for entry in self._journal.taken_over():
                self._place(places.setdefault(entry.id, len(self.entries)), entry)
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        try:
            if self._journal is None:
                self._write()
            elif not self._journal.ids:
                self._journal.remove()
            elif self._journal.is_file_itself(self.entries):
                self._journal.become_the_file()
            else:
                self._write()
                self._journal.remove()
        except OSError as failed:
            if self._journal is None or not self._journal.ids:
                raise
            kept = f"what was made is kept in {self.path}.part, for the next run"
            raise OSError(failed.errno, f"{failed.strerror}: {kept}", self.path) from None
        finally:
            self._close()

    def put(self, index: int, entry: ArchivePuzzle) -> None:
        """Make `entry` the one at this index, 0 .. len(entries); from then on it can't be lost."""
        if self._journal is not None:
            try:
                self._journal.add(entry)
            except OSError:
                self.unkept = entry
                raise
        self._place(index, entry)

    def _place(self, index: int, entry: ArchivePuzzle) -> None:
        self.entries[index : index + 1] = [entry]

    def _close(self) -> None:
        if self._journal is not None:
            self._journal.close()
        self._draft.drop()

    def _write(self) -> None:
        for entry in self.entries:
            self._draft.write(f"{line_text(entry)}\n")
        self._draft.keep()


class _Journal:
    """The lines that are made for a file, until they are in it; `ids` are theirs.

    Its first line says which file it goes on from. Where there is no file, or an empty one, it has
    no such line, so that it can become the file: on a full disk there is no room for another.
    """

    def __init__(self, target: Path, path: str) -> None:
        self.ids: list[str] = []
        self._target, self._named = target, path
        self._path = Path(f"{target}.part")
        self._file: FileIO | None = None

    def taken_over(self) -> list[ArchivePuzzle]:
        """What a program that was killed had in the journal, which goes on from there.

        NumberdropError if the file is no journal."""
        if not self._path.exists():
            return []
        with named_in_errors(f"{self._named}.part"):
            self._file = open(self._path, "r+b", buffering=0)  # noqa: SIM115
            found, head = self._file.readall(), self._head()
        if not _JOURNAL.match(found):
            raise NumberdropError(
                f"{self._named}.part: expected lines that an earlier run has made, got another "
                "file: move it away"
            )
        whole = found[: found.rfind(b"\n") + 1]
        entries: list[ArchivePuzzle] = []
        # Else it is in the file already, or the file was changed since, or taken away.
        if whole.startswith(head or b"{"):
            texts = line_texts(whole[len(head) :], str(self._path)) if whole != head else ()
            entries = [read_line(text, where) for where, text in texts]
        if not entries:
            self.remove()
            return []
        self._file.truncate(len(whole))
        self.ids = [entry.id for entry in entries]
        return entries

    def add(self, entry: ArchivePuzzle) -> None:
        """Put a line on the disk."""
        text = f"{line_text(entry)}\n".encode()
        with named_in_errors(self._named):
            if self._file is None:
                self._file = open(self._path, "wb", buffering=0)  # noqa: SIM115
                sync_folder(str(self._path))
                text = self._head() + text
            start = self._file.seek(0, os.SEEK_END)
            try:
                while text:
                    text = text[self._file.write(text) :]
                os.fsync(self._file.fileno())
            except BaseException:
                self._file.truncate(start)
                raise
        self.ids.append(entry.id)

    def is_file_itself(self, entries: list[ArchivePuzzle]) -> bool:
        """Whether the journal holds just what the file is to hold."""
        return not self._target.exists() and self.ids == [entry.id for entry in entries]

    def become_the_file(self) -> None:
        with named_in_errors(self._named):
            self.close()
            put_into_place(str(self._path), str(self._target))

    def remove(self) -> None:
        self.close()
        self._path.unlink(missing_ok=True)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _head(self) -> bytes:
        """What the first line of a journal says: which file it goes on from."""
        held = self._target.read_bytes() if self._target.exists() else b""
        return hashlib.sha256(held).hexdigest().encode() + b"\n" if held else b""


def read_lines(path: str) -> Iterator[tuple[str, ArchivePuzzle]]:
    """The puzzles of a file as they are read, each with its place, their digests checked.

    NotationError, naming the line, where one is not canonical or was changed; OSError if the file
    can't be read.
    """
    for where, text in line_texts(Path(path).read_bytes(), path):
        yield where, read_line(text, where)
