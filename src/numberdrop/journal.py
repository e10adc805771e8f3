"""Files of lines that long runs write, one program at a time, and that are never left half written.

New lines are appended one by one to a journal next to the file, FILE.part. The file itself is
written once, atomically and with its lines in order, when the run ends. If the program is killed,
the file stays as it was, and the next run takes over the lines in the journal.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BufferedReader, FileIO
from pathlib import Path
from types import TracebackType
from typing import Generic, Protocol, Self, TypeVar

from .errors import NotationError, NumberdropError, as_text, shown
from .files import Draft, named_in_errors, replace_file, sync_folder
from .json_reader import expect_new_id, numbered_lines, parse_json

T = TypeVar("T")

#: The beginning of a journal, which may be cut off: the digest of a file, or a line.
_JOURNAL = re.compile(rb"\A(?:[0-9a-f]{0,64}(?:\n|\Z)|\t?\{(?:\"|\Z))")
_HEAD_LENGTH = 65
#: The prefix of a pending line, and the first character of a line that names a pending line whose
#: turn has come.
_PENDING, _PLACED = b"\t", b'"'


class LineFormat(Protocol[T]):
    """The format of a file's lines."""

    def name(self, entry: T) -> str:
        """Return the id of an entry, which is unique in the file."""

    def text(self, entry: T) -> str:
        """Return the canonical line of an entry, a JSON object, without a newline."""

    def read(self, line: bytes, where: str) -> T:
        """Parse a line. Raises NotationError, with the place, if it is not an entry."""

    def lines(self, file: BufferedReader, path: str) -> Iterator[tuple[str, bytes]]:
        """Yield the lines of a file without their ends, each with its place.

        Raises NotationError if the file is of another kind.
        """


class JournalledFile(Generic[T]):
    """The entries of a file, which is locked against other writers while it is open as a context
    manager.

    `ids` are the ids of the file's entries, in order. The entries themselves are not held in
    memory. An entry whose turn hasn't come is *pending*: it is saved, but not in the file yet.
    `unsaved` is an entry that could not be written. Raises NumberdropError if another program is
    writing the file, NotationError for an invalid line or a duplicate id, and OSError from the
    system.
    """

    def __init__(self, path: str, line_format: LineFormat[T]) -> None:
        self.path = path
        self.ids: list[str] = []
        self.unsaved: T | None = None
        self._format = line_format
        self._places: list[_Place] = []
        self._pending: dict[str, _Place] = {}
        self._pending_entries: dict[str, T] = {}  # for a file that is written directly
        self._file: BufferedReader | None = None
        self._journal: _Journal[T] | None = None  # a file that is written directly has none

    @property
    def pending(self) -> frozenset[str]:
        """The ids of the pending entries."""
        return frozenset(self._pending) | frozenset(self._pending_entries)

    def __enter__(self) -> Self:
        self._draft = Draft(self.path)
        try:
            if self._draft.is_direct:
                return self
            target = Path(self._draft.target)
            if target.exists() and target.stat().st_size:
                self._file = open(target, "rb")
                self._read(self._file)
            self._journal = _Journal(target, self.path, self._format)
            known = {name: index for index, name in enumerate(self.ids)}
            for name, place in self._journal.take_over(self._pending):
                self._put(known.setdefault(name, len(self.ids)), name, place)
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        journal = self._journal
        try:
            if journal is None:
                self._draft.keep()
            elif journal.is_empty:
                journal.remove()
            elif kind is not None and self._pending:
                if journal.ids:
                    self._write()
                    journal.restart(self._pending)
            elif journal.equals_file(self.ids):
                journal.become_file()
            else:
                self._write()
                journal.remove()
        except OSError as failed:
            if journal is None or journal.is_empty:
                raise
            saved = f"the results are saved in {self.path}.part for the next run"
            raise OSError(failed.errno, f"{failed.strerror}: {saved}", self.path) from None
        finally:
            self._close()

    @property
    def is_direct(self) -> bool:
        """True if entries are written directly, to a pipe or anything else that is not a regular
        file."""
        return self._journal is None

    def expect_prefix(self, names: Iterable[str], of: str) -> None:
        """Raise NumberdropError unless the file's ids are the first ones of `names`.

        `of` says what has these games, for messages.
        """
        expected = iter(names)
        for number, found in enumerate(self.ids):
            wanted = next(expected, None)
            if wanted is None:
                raise NumberdropError(
                    f"{self.path}: expected {number:,} games of {of} at most, got "
                    f"{len(self.ids):,}: name another file"
                )
            if found != wanted:
                raise NumberdropError(
                    f"{self.path}, line {number + 1}: expected the game {shown(wanted)} of {of}, "
                    f"got {shown(found)}: name another file"
                )

    def entry(self, index: int) -> T:
        """Read the entry at `index`, 0 .. len(ids) - 1, from the disk.

        This is not possible for a file that is written directly, such as a pipe.
        """
        return self._format.read(self._places[index].text()[:-1], f"{self.path}, line {index + 1}")

    def put(self, index: int, entry: T) -> None:
        """Set the entry at `index`, 0 .. len(ids). Once this returns, the entry can't be lost."""
        if self._journal is None:
            self._draft.write(f"{self._format.text(entry)}\n")
            self.ids.append(self._format.name(entry))
            return
        self._put(index, self._format.name(entry), self._save(self._journal, entry))

    def put_in_order(self, order: Sequence[str], index: int, entry: T) -> None:
        """Save the entry that belongs at `index` of `order`, all ids in their order.

        The file has the first ids of `order`. An entry whose turn hasn't come stays pending.
        Pending entries whose turn has come are then placed.
        """
        if index > len(self.ids):
            self.put_pending(entry)
        else:
            self.put(index, entry)
            self.catch_up(order)

    def catch_up(self, order: Sequence[str]) -> None:
        """Place the pending entries that come next in `order`."""
        while len(self.ids) < len(order) and order[len(self.ids)] in self.pending:
            self.place_pending(order[len(self.ids)])

    def put_pending(self, entry: T) -> None:
        """Save an entry whose turn hasn't come: in the journal, or in memory if the file is written
        directly."""
        name = self._format.name(entry)
        if self._journal is None:
            self._pending_entries[name] = entry
        else:
            self._pending[name] = self._save(self._journal, entry, _PENDING)

    def place_pending(self, name: str) -> None:
        """Make the pending entry `name` the next one of the file."""
        if self._journal is None:
            self.put(len(self.ids), self._pending_entries.pop(name))
        else:
            self._journal.note_placed(name)
            self._put(len(self.ids), name, self._pending.pop(name))

    def _save(self, journal: _Journal[T], entry: T, prefix: bytes = b"") -> _Place:
        try:
            return journal.add(entry, prefix)
        except OSError:
            self.unsaved = entry
            raise

    def _read(self, file: BufferedReader) -> None:
        seen: dict[str, str] = {}
        start = 0
        for where, text in self._format.lines(file, self.path):
            name = self._format.name(self._format.read(text, where))
            expect_new_id(name, where, seen)
            self._put(len(self.ids), name, _Place(file, start, len(text) + 1))
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
    """The place of a line in a file, including its line end."""

    file: BufferedReader | FileIO
    start: int
    length: int

    def text(self) -> bytes:
        self.file.seek(self.start)
        return self.file.read(self.length)


class _Journal(Generic[T]):
    """The lines that are not in the file yet. `ids` are the ids of those that are not pending, in
    order.

    The first line has the digest of the file that the journal belongs to. If there is no file, or
    an empty one, that line is missing, so that the journal can become the file: a full disk has no
    room for another copy.
    """

    def __init__(self, target: Path, path: str, line_format: LineFormat[T]) -> None:
        self.ids: list[str] = []
        self.is_empty = True
        self._is_in_order = True
        self._target, self._file_path, self._format = target, path, line_format
        self._path = Path(f"{target}.part")
        self._file: FileIO | None = None

    def take_over(self, pending: dict[str, _Place]) -> list[tuple[str, _Place]]:
        """Return the ids and places of the lines that a killed program left in the journal.

        Pending lines are added to `pending`. New lines will be appended. Raises NumberdropError if
        the file is not a journal.
        """
        if not self._path.exists():
            return []
        with named_in_errors(f"{self._file_path}.part"):
            file = self._file = open(self._path, "r+b", buffering=0)  # noqa: SIM115
            head = self._head()
            begins = file.read(_HEAD_LENGTH)
        if not _JOURNAL.match(begins):
            raise NumberdropError(
                f"{self._file_path}.part: expected the journal of an earlier run, got another "
                "file: move it away"
            )
        found: list[tuple[str, _Place]] = []
        start = len(head)
        # Otherwise its lines are in the file already, or the file was changed or removed since.
        if begins.startswith(head or (b"{", _PENDING)):
            for where, text in self._complete_lines(start):
                place = _Place(file, start + text.startswith(_PENDING), len(text.lstrip(_PENDING)))
                start += len(text)
                self.is_empty = False
                if text.startswith(_PLACED):
                    name = as_text(parse_json(text, where), where)
                    if name not in pending:
                        raise NotationError(f"{where}: expected the id of an earlier line")
                    found.append((name, pending.pop(name)))
                    continue
                name = self._format.name(self._format.read(text.lstrip(_PENDING)[:-1], where))
                if text.startswith(_PENDING):
                    pending[name] = place
                    self._is_in_order = False
                else:
                    found.append((name, place))
        if self.is_empty:
            self.remove()
            return []
        file.truncate(start)
        self.ids = [name for name, _ in found]
        return found

    def _complete_lines(self, start: int) -> Iterator[tuple[str, bytes]]:
        """Yield the lines from `start` on, each with its place, without a last line that is cut
        off."""
        with open(self._path, "rb") as file:
            file.seek(start)
            for where, text in numbered_lines(file, str(self._path)):
                if text.endswith(b"\n"):
                    yield where, text

    def add(self, entry: T, prefix: bytes = b"") -> _Place:
        """Write a line to the disk, after the prefix of a pending line if it is one."""
        line = f"{self._format.text(entry)}\n".encode()
        file = self._append(prefix + line)
        if prefix:
            self._is_in_order = False
        else:
            self.ids.append(self._format.name(entry))
        return _Place(file, file.tell() - len(line), len(line))

    def note_placed(self, name: str) -> None:
        """Write to the disk that the turn of a pending line has come."""
        self._append(f"{json.dumps(name)}\n".encode())
        self.ids.append(name)

    def _append(self, text: bytes) -> FileIO:
        with named_in_errors(self._file_path):
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
        self.is_empty = False
        return self._file

    def equals_file(self, ids: list[str]) -> bool:
        """Return whether the journal has exactly the lines that the file should have."""
        return self._is_in_order and not self._target.exists() and self.ids == ids

    def become_file(self) -> None:
        with named_in_errors(self._file_path):
            self.close()
            replace_file(str(self._path), str(self._target))

    def restart(self, pending: dict[str, _Place]) -> None:
        """Rewrite the journal with only the pending lines. All others are in the file."""
        texts = [_PENDING + place.text() for place in pending.values()]
        with named_in_errors(self._file_path):
            draft = Draft(str(self._path))
            try:
                draft.write(self._head() + b"".join(texts))
                self.close()
                draft.keep()
            finally:
                draft.drop()

    def remove(self) -> None:
        self.close()
        self._path.unlink(missing_ok=True)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _head(self) -> bytes:
        """Return the first line of a journal: the digest of the file that it belongs to."""
        if not self._target.exists() or not self._target.stat().st_size:
            return b""
        with open(self._target, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest().encode() + b"\n"
