"""Files of lines that one program at a time makes, in long work, and that are never torn.

New lines go into a journal beside the file, FILE.part, one after the other, as they come; the file
itself is written whole, once, when the work ends, with its lines in order. A program that is killed
at any moment leaves the file as it was, and the lines of its journal are taken over by the next
one.
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

#: How a journal begins, as far as it goes: with the digest of a file, or with a line.
_JOURNAL = re.compile(rb"\A(?:[0-9a-f]{0,64}(?:\n|\Z)|\t?\{(?:\"|\Z))")
_HEAD_LENGTH = 65
#: What stands before a line that has come before its turn, and before the name of one whose turn
#: has come.
_AHEAD, _PLACED = b"\t", b'"'


class Form(Protocol[T]):
    """How the lines of a file are written and read."""

    def name(self, entry: T) -> str:
        """What tells an entry from all others of the file."""

    def text(self, entry: T) -> str:
        """The one text of its line, a JSON object, without a newline."""

    def read(self, line: bytes, where: str) -> T:
        """The entry of a line; NotationError, with the place, if it is none."""

    def lines(self, file: BufferedReader, path: str) -> Iterator[tuple[str, bytes]]:
        """The lines of a file without their ends, each with its place; NotationError where it is
        none of these files."""


class JournalledFile(Generic[T]):
    """The entries of a file, locked against other writers while it is open, by `with`.

    `ids` are the names of the entries that the file holds, in its order, none of which is in
    memory, and `unkept` is an entry that couldn't be written. NumberdropError if another program is
    writing the file, NotationError if a line is none of the form's or stands there twice; OSError
    from the system.
    """

    def __init__(self, path: str, form: Form[T]) -> None:
        self.path = path
        self.ids: list[str] = []
        self.unsaved: T | None = None
        self._form = form
        self._places: list[_Place] = []
        self._pending: dict[str, _Place] = {}
        self._held: dict[str, T] = {}  # where all is written at once
        self._file: BufferedReader | None = None
        self._journal: _Journal[T] | None = None  # none is kept of what is written at once

    @property
    def pending(self) -> frozenset[str]:
        """The names of entries that are kept, but whose turn hasn't come."""
        return frozenset(self._pending) | frozenset(self._held)

    def __enter__(self) -> Self:
        self._draft = Draft(self.path)
        try:
            if self._draft.is_direct:
                return self
            target = Path(self._draft.target)
            if target.exists() and target.stat().st_size:
                self._file = open(target, "rb")
                self._read(self._file)
            self._journal = _Journal(target, self.path, self._form)
            known = {name: index for index, name in enumerate(self.ids)}
            for name, place in self._journal.taken_over(self._pending):
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
                    journal.begin_anew(self._pending)
            elif journal.is_file_itself(self.ids):
                journal.become_the_file()
            else:
                self._write()
                journal.remove()
        except OSError as failed:
            if journal is None or journal.is_empty:
                raise
            kept = f"what was made is kept in {self.path}.part, for the next run"
            raise OSError(failed.errno, f"{failed.strerror}: {kept}", self.path) from None
        finally:
            self._close()

    @property
    def is_direct(self) -> bool:
        """Whether all is written at once, to a pipe or what else is no ordinary file."""
        return self._journal is None

    def expect_prefix(self, names: Iterable[str], of: str) -> None:
        """NumberdropError unless the entries are games of these names, as far as they go; `of` says
        what has these games."""
        due = iter(names)
        for number, found in enumerate(self.ids):
            wanted = next(due, None)
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
        """The entry at this index, 0 .. len(ids) - 1, read again; of a file that is written at
        once, such as a pipe, none can be."""
        return self._form.read(self._places[index].text()[:-1], f"{self.path}, line {index + 1}")

    def put(self, index: int, entry: T) -> None:
        """Make `entry` the one at this index, 0 .. len(ids); from then on it can't be lost."""
        if self._journal is None:
            self._draft.write(f"{self._form.text(entry)}\n")
            self.ids.append(self._form.name(entry))
            return
        self._put(index, self._form.name(entry), self._kept(self._journal, entry))

    def put_in_order(self, order: Sequence[str], index: int, entry: T) -> None:
        """Keep an entry whose place is the one at this index of all names in their order, of which
        the file has the first ones; those ahead whose turn has come then follow."""
        if index > len(self.ids):
            self.put_pending(entry)
        else:
            self.put(index, entry)
            self.catch_up(order)

    def catch_up(self, order: Sequence[str]) -> None:
        """Place those ahead that are next in this order."""
        while len(self.ids) < len(order) and order[len(self.ids)] in self.pending:
            self.place_pending(order[len(self.ids)])

    def put_pending(self, entry: T) -> None:
        """Keep an entry whose turn hasn't come; in memory, where all is written at once."""
        name = self._form.name(entry)
        if self._journal is None:
            self._held[name] = entry
        else:
            self._pending[name] = self._kept(self._journal, entry, _AHEAD)

    def place_pending(self, name: str) -> None:
        """Its turn has come: it is the next of the file."""
        if self._journal is None:
            self.put(len(self.ids), self._held.pop(name))
        else:
            self._journal.note_placed(name)
            self._put(len(self.ids), name, self._pending.pop(name))

    def _kept(self, journal: _Journal[T], entry: T, before: bytes = b"") -> _Place:
        try:
            return journal.add(entry, before)
        except OSError:
            self.unsaved = entry
            raise

    def _read(self, file: BufferedReader) -> None:
        seen: dict[str, str] = {}
        start = 0
        for where, text in self._form.lines(file, self.path):
            name = self._form.name(self._form.read(text, where))
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
    """Where a line stands, its end included."""

    file: BufferedReader | FileIO
    start: int
    length: int

    def text(self) -> bytes:
        self.file.seek(self.start)
        return self.file.read(self.length)


class _Journal(Generic[T]):
    """The lines that are made for a file, until they are in it; `ids` are those in order.

    Its first line says which file it goes on from. Where there is no file, or an empty one, it has
    no such line, so that it can become the file: on a full disk there is no room for another.
    """

    def __init__(self, target: Path, path: str, form: Form[T]) -> None:
        self.ids: list[str] = []
        self.is_empty = True
        self._is_in_order = True
        self._target, self._named, self._form = target, path, form
        self._path = Path(f"{target}.part")
        self._file: FileIO | None = None

    def taken_over(self, ahead: dict[str, _Place]) -> list[tuple[str, _Place]]:
        """What a program that was killed had in the journal, which goes on from there: the ids, and
        where the lines stand; those whose turn hadn't come are added to `ahead`.

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
        if begins.startswith(head or (b"{", _AHEAD)):
            for where, text in self._whole_lines(start):
                place = _Place(file, start + text.startswith(_AHEAD), len(text.lstrip(_AHEAD)))
                start += len(text)
                self.is_empty = False
                if text.startswith(_PLACED):
                    name = as_text(parse_json(text, where), where)
                    if name not in ahead:
                        raise NotationError(f"{where}: expected one of the lines before it")
                    found.append((name, ahead.pop(name)))
                    continue
                name = self._form.name(self._form.read(text.lstrip(_AHEAD)[:-1], where))
                if text.startswith(_AHEAD):
                    ahead[name] = place
                    self._is_in_order = False
                else:
                    found.append((name, place))
        if self.is_empty:
            self.remove()
            return []
        file.truncate(start)
        self.ids = [name for name, _ in found]
        return found

    def _whole_lines(self, start: int) -> Iterator[tuple[str, bytes]]:
        """The lines from there on, each with its place; one that is cut off is the last that was
        written."""
        with open(self._path, "rb") as file:
            file.seek(start)
            for where, text in numbered_lines(file, str(self._path)):
                if text.endswith(b"\n"):
                    yield where, text

    def add(self, entry: T, before: bytes = b"") -> _Place:
        """Put a line on the disk, after what tells that its turn hasn't come."""
        line = f"{self._form.text(entry)}\n".encode()
        file = self._append(before + line)
        if before:
            self._is_in_order = False
        else:
            self.ids.append(self._form.name(entry))
        return _Place(file, file.tell() - len(line), len(line))

    def note_placed(self, name: str) -> None:
        """Put it on the disk that the turn of a line has come."""
        self._append(f"{json.dumps(name)}\n".encode())
        self.ids.append(name)

    def _append(self, text: bytes) -> FileIO:
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
        self.is_empty = False
        return self._file

    def is_file_itself(self, ids: list[str]) -> bool:
        """Whether the journal holds just what the file is to hold."""
        return self._is_in_order and not self._target.exists() and self.ids == ids

    def become_the_file(self) -> None:
        with named_in_errors(self._named):
            self.close()
            replace_file(str(self._path), str(self._target))

    def begin_anew(self, ahead: dict[str, _Place]) -> None:
        """Hold no more than the lines whose turn hasn't come: all others are in the file."""
        texts = [_AHEAD + place.text() for place in ahead.values()]
        with named_in_errors(self._named):
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
        """What the first line of a journal says: which file it goes on from."""
        if not self._target.exists() or not self._target.stat().st_size:
            return b""
        with open(self._target, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest().encode() + b"\n"
