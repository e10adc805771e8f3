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
from dataclasses import dataclass
from io import BufferedReader, FileIO
from pathlib import Path
from types import TracebackType

from ...documents import numbered_lines
from ...errors import NumberdropError
from ...files import Draft, named_in_errors, put_into_place, sync_folder
from .lines import ArchivePuzzle, line_text, read_line
from .reading import expect_new, line_texts

#: How a journal begins, as far as it goes: with the digest of a file, or with a line.
_JOURNAL = re.compile(rb"\A(?:[0-9a-f]{0,64}(?:\n|\Z)|\{(?:\"|\Z))")
_HEAD_LENGTH = 65


class ArchiveFile:
    """The puzzles of a file, locked against other writers while it is open: with ArchiveFile(path).

    `ids` are those of the puzzles that the file holds, none of which is in memory, and `unkept` is
    one that couldn't be written. NumberdropError if another program is writing the file,
    NotationError if a line is none of the archive's, was changed or stands there twice; OSError
    from the system.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.ids: list[str] = []
        self.unkept: ArchivePuzzle | None = None
        self._places: list[_Place] = []
        self._file: BufferedReader | None = None
        self._journal: _Journal | None = None  # none is kept of what is written at once

    def __enter__(self) -> ArchiveFile:
        self._draft = Draft(self.path)
        try:
            if self._draft.is_direct:
                return self
            target = Path(self._draft.target)
            if target.exists() and target.stat().st_size:
                self._file = open(target, "rb")
                self._read(self._file)
            self._journal = _Journal(target, self.path)
            known = {name: index for index, name in enumerate(self.ids)}
            for name, place in self._journal.taken_over():
                self._put(known.setdefault(name, len(self.ids)), name, place)
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        try:
            if self._journal is None:
                self._draft.keep()
            elif not self._journal.ids:
                self._journal.remove()
            elif self._journal.is_file_itself(self.ids):
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

    def entry(self, index: int) -> ArchivePuzzle:
        """The puzzle at this index, 0 .. len(ids) - 1, read again; of a file that is written at
        once, such as a pipe, none can be."""
        return read_line(self._places[index].text()[:-1], f"{self.path}, line {index + 1}")

    def put(self, index: int, entry: ArchivePuzzle) -> None:
        """Make `entry` the one at this index, 0 .. len(ids); from then on it can't be lost."""
        if self._journal is None:
            self._draft.write(f"{line_text(entry)}\n")
            self.ids.append(entry.id)
            return
        try:
            place = self._journal.add(entry)
        except OSError:
            self.unkept = entry
            raise
        self._put(index, entry.id, place)

    def _read(self, file: BufferedReader) -> None:
        seen: dict[str, str] = {}
        start = 0
        for where, text in line_texts(file, self.path):
            entry = read_line(text, where)
            expect_new(entry.id, where, seen)
            self._put(len(self.ids), entry.id, _Place(file, start, len(text) + 1))
            start += len(text) + 1

    def _put(self, index: int, name: str, place: _Place) -> None:
        self.ids[index : index + 1] = [name]
        self._places[index : index + 1] = [place]

    def _write(self) -> None:
        for place in self._places:
            self._draft.write(place.text())
        self._close_file()
        self._draft.keep()

    def _close(self) -> None:
        if self._journal is not None:
            self._journal.close()
        self._close_file()
        self._draft.drop()

    def _close_file(self) -> None:
        if self._file is not None:
            self._file.close()


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a line stands, its end included."""

    file: BufferedReader | FileIO
    start: int
    length: int

    def text(self) -> bytes:
        self.file.seek(self.start)
        return self.file.read(self.length)


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

    def taken_over(self) -> list[tuple[str, _Place]]:
        """What a program that was killed had in the journal, which goes on from there: the ids, and
        where the lines stand.

        NumberdropError if the file is no journal."""
        if not self._path.exists():
            return []
        with named_in_errors(f"{self._named}.part"):
            file = self._file = open(self._path, "r+b", buffering=0)  # noqa: SIM115
            head = self._head()
            begins = file.read(_HEAD_LENGTH)
        if not _JOURNAL.match(begins):
            raise NumberdropError(
                f"{self._named}.part: expected lines that an earlier run has made, got another "
                "file: move it away"
            )
        found: list[tuple[str, _Place]] = []
        start = len(head)
        # Else it is in the file already, or the file was changed since, or taken away.
        if begins.startswith(head or b"{"):
            for entry, length in self._whole_entries(start):
                found.append((entry.id, _Place(file, start, length)))
                start += length
        if not found:
            self.remove()
            return []
        file.truncate(start)
        self.ids = [name for name, _ in found]
        return found

    def _whole_entries(self, start: int) -> Iterator[tuple[ArchivePuzzle, int]]:
        """The entries from there on, with the lengths of their lines; one that is cut off is the
        last that was written."""
        with open(self._path, "rb") as file:
            file.seek(start)
            for where, text in numbered_lines(file, str(self._path)):
                if text.endswith(b"\n"):
                    yield read_line(text[:-1], where), len(text)

    def add(self, entry: ArchivePuzzle) -> _Place:
        """Put a line on the disk."""
        line = text = f"{line_text(entry)}\n".encode()
        with named_in_errors(self._named):
            if self._file is None:
                self._file = open(self._path, "w+b", buffering=0)  # noqa: SIM115
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
        return _Place(self._file, self._file.tell() - len(line), len(line))

    def is_file_itself(self, ids: list[str]) -> bool:
        """Whether the journal holds just what the file is to hold."""
        return not self._target.exists() and self.ids == ids

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
        if not self._target.exists() or not self._target.stat().st_size:
            return b""
        with open(self._target, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest().encode() + b"\n"
