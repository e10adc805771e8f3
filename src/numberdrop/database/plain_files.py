"""Games and results in plain files of JSON, where Python has no SQLite.

A game is a file of lines: the first has its setup, and each change appends one. A result, or a
cached entry, is a file that is written once. A file appears completely or not at all, and a line
without its end, which a killed program leaves, doesn't count. The last key of each line is its
digest, by digests.py, of the line without this key. Writers wait for each other at the
file `lock`, if the system has locks. Readers wait for nobody.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ..errors import NotationError, at_place, in_one_line
from ..files import atomic_file, named_in_errors, sync_folder, try_lock
from ..json_reader import Fields, parse_json
from . import interface
from .digests import NO_DIGEST, damaged, next_digest
from .interface import CHANGING, DatabaseUnavailable, KeyedStep, Row
from .location import LOCKED, Location

#: The formats of the files, and their version.
_GAME, _RESULT, _ENTRY = "numberdrop.saved-game", "numberdrop.saved-result", "numberdrop.entry"
_VERSION = 1
#: The version of games since which each line has a digest. In games of version 1 only the lines
#: that later versions add have one.
_WITH_DIGESTS = 2

#: The columns of a game that no step changes, and of a result that identify it.
_FIXED = ("kind", "puzzle", "variant", "begun")
_IDENTITY = ("puzzle", "variant", "name", "digest")

_DIGEST = re.compile(rb', "digest": "([0-9a-f]{16})"\}')
#: The length of the digest at the end of a line.
_DIGEST_LENGTH = len(', "digest": "0123456789abcdef"}')
_RESULT_NAME = re.compile(r"([1-9]\d{0,17})\.json")

#: A lock for the writers of each folder in this process: file locks may be missing.
_WRITE_LOCKS: defaultdict[Path, threading.Lock] = defaultdict(threading.Lock)


class _Folder(Location):
    """A folder of files, which is created by the first write."""

    is_folder = True

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._write_lock = _WRITE_LOCKS[path.absolute()]

    def expect_usable(self) -> None:
        """Raise DatabaseUnavailable if the files can't be read or, as far as can be checked,
        written."""
        with self.reading():
            self.names("")
        self.expect_writable()

    def names(self, suffix: str) -> list[str]:
        """Return the names of the files with this suffix, unordered."""
        try:
            return [name for name in os.listdir(self.path) if name.endswith(suffix)]
        except FileNotFoundError:
            return []

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Translate errors of the system."""
        with self.errors_translated():
            self.expect_possible()
            yield

    @contextmanager
    def writing(self, timeout: float | None = None) -> Iterator[None]:
        """Create the folder and keep other writers out.

        Waits up to `timeout` seconds for them, WRITE_TIMEOUT by default.
        """
        wait = interface.WRITE_TIMEOUT if timeout is None else timeout
        with self.errors_translated(), self.only_writer(wait):
            if not self.exists():
                self.make_folder()
                sync_folder(str(self.path))
            self.expect_possible()
            with open(self.path / "lock", "ab") as file:
                deadline = time.monotonic() + wait
                while not try_lock(file.fileno()):
                    if time.monotonic() >= deadline:
                        raise DatabaseUnavailable(f"{self.path}: {LOCKED}")
                    time.sleep(0.001)
                yield


class FileGames:
    """A folder of games (interface.GameStorage)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._folder = _Folder(path)

    def expect_usable(self) -> None:
        self._folder.expect_usable()

    @contextmanager
    def reading(self) -> Iterator[_Games]:
        with self._folder.reading():
            yield _Games(self._folder)

    @contextmanager
    def writing(self) -> Iterator[_Games]:
        with self._folder.writing():
            yield _Games(self._folder)


class _Games:
    """The games while they are read or written.

    Each line of a game has `now`: the columns CHANGING and `submitted` after the change.
    """

    def __init__(self, folder: _Folder) -> None:
        self._folder = folder
        self._read: dict[str, list[bytes]] = {}

    def find(self, name: str) -> tuple[Any, object, object] | None:
        if (lines := self._lines(name)) is None:
            return None
        head = self._head(name, lines)
        return head["setup"], head["begun"], self._now(name)["touched"]

    def steps(self, name: str, after: int) -> Iterator[tuple[object, Any, object]]:
        lines = self._lines(name) or []
        intact = len(self._digests(name))
        # A line has one step at most, so step N isn't before line N + 1.
        for index in range(max(after, 0) + 1, len(lines)):
            if index >= intact:
                raise damaged(f"line {intact + 1}")
            line = _line(lines, index)
            if "step" not in line:
                continue
            number = line["number"]
            if not isinstance(number, int) or number > after:
                yield number, line["step"], line["key"]

    def digest(self, name: str, number: int) -> str | None:
        lines, digests = self._lines(name) or [], self._digests(name)
        for index, digest in enumerate(digests[number:], number):
            if number in (0, _line(lines, index).values.get("number")):
                return digest
        return None

    def rows(
        self,
        count: int | None,
        skip: int,
        puzzles: Sequence[str] | None,
        *,
        untouched: bool = True,
    ) -> Sequence[Row | NotationError]:
        def is_listed(row: Row | NotationError) -> bool:
            if not isinstance(row, Mapping):
                return puzzles is None
            is_touched = untouched or row["turns"] != 0 or row["touched"] != row["begun"]
            return is_touched and (puzzles is None or row["puzzle"] in puzzles)

        return [*filter(is_listed, self._rows())][skip:][:count]

    def unsubmitted(self) -> list[str]:
        rows = (row for row in self._rows() if isinstance(row, Mapping))
        return [str(row["id"]) for row in rows if row["over"] and not row["submitted"]]

    def is_submitted(self, name: str) -> bool:
        return bool(self._now(name)["submitted"])

    def insert(
        self,
        setup: Mapping[str, Any],
        row: Row,
        steps: Sequence[KeyedStep],
        *,
        is_submitted: bool = False,
    ) -> None:
        now = {**{column: row[column] for column in CHANGING}, "submitted": int(is_submitted)}
        head = {
            "format": _GAME,
            "version": _WITH_DIGESTS,
            # Games begun within a millisecond are listed in this order.
            "order": len(self._folder.names(".jsonl")),
            "setup": setup,
            **{column: row[column] for column in _FIXED},
            "now": now,
        }
        path = self._path(str(row["id"]))
        with atomic_file(str(path)) as write:
            line, digest = _digested_line(NO_DIGEST, head)
            write(line)
            for number, (step, key) in enumerate(steps, 1):
                values = {"number": number, "step": step, "key": key, "now": now}
                line, digest = _digested_line(digest, values)
                write(line)
        self._read.pop(str(row["id"]), None)

    def append(self, number: int, step: Mapping[str, Any], key: str | None, row: Row) -> None:
        name = str(row["id"])
        now = {**self._now(name).values, **{column: row[column] for column in CHANGING}}
        self._append(name, {"number": number, "step": step, "key": key, "now": now})

    def mark_submitted(self, name: str) -> None:
        self._append(name, {"now": {**self._now(name).values, "submitted": 1}})

    def remove(self, name: str) -> bool:
        path = self._path(name)
        try:
            path.unlink()
        except FileNotFoundError:
            return False
        sync_folder(str(path))
        return True

    def _path(self, name: str) -> Path:
        return self._folder.path / f"{name}.jsonl"

    def _lines(self, name: str) -> list[bytes] | None:
        """Return the complete lines of a game, always those of the first call, or None."""
        if name not in self._read:
            with suppress(FileNotFoundError):
                self._read[name] = self._path(name).read_bytes().split(b"\n")[:-1]
        return self._read.get(name)

    def _digests(self, name: str) -> list[str]:
        """Return the digest of each line of a game, up to the first one that is damaged."""
        digests: list[str] = []
        has_digests = False
        for line in self._lines(name) or []:
            end = max(0, len(line) - _DIGEST_LENGTH)
            stored = _DIGEST.fullmatch(line, end)
            data = line[:end] + b"}" if stored else line
            digest = next_digest(digests[-1] if digests else NO_DIGEST, data)
            if stored and stored[1].decode() != digest:
                break
            if not digests:
                has_digests = _is_digested(line)
            if has_digests and not stored:
                break
            digests.append(digest)
        return digests

    def _head(self, name: str, lines: Sequence[bytes]) -> Fields:
        """Return the first line of a game."""
        head = _head(lines)
        if not self._digests(name):
            raise damaged("line 1")
        return head

    def _now(self, name: str) -> Fields:
        """Return the columns after the last line of a game that isn't damaged."""
        lines = self._lines(name) or []
        return _line(lines, max(1, len(self._digests(name))) - 1).fields("now")

    def _rows(self) -> list[Row | NotationError]:
        """Return the rows of all games, latest first, then the errors of the unreadable ones."""
        rows: list[tuple[str, int, Row]] = []
        errors = []
        for file in sorted(self._folder.names(".jsonl")):
            name = file.removesuffix(".jsonl")
            try:
                if (lines := self._lines(name)) is None:
                    continue
                head, now = self._head(name, lines), self._now(name)
                row = {column: head[column] for column in _FIXED}
                row |= {column: now[column] for column in (*CHANGING, "submitted")}
                rows.append(
                    (str(row["touched"]), head.count("order", 0, 2**53), {"id": name, **row})
                )
            except NotationError as error:
                where = f"{self._folder.path}, game {in_one_line(name)}"
                errors.append(NotationError(at_place(where, error.sentence)))
            finally:
                self._read.pop(name, None)  # many games may need much memory
        rows.sort(key=lambda row: row[:2], reverse=True)
        return [*(row for _, _, row in rows), *errors]

    def _append(self, name: str, line: Mapping[str, Any]) -> None:
        """Add a line to the file of a game. After an error the file is as it was."""
        digests = self._digests(name)
        assert len(digests) == len(self._lines(name) or [])  # damaged games aren't continued
        text, _ = _digested_line(digests[-1], line)
        path = str(self._path(name))
        with named_in_errors(path), open(path, "r+b", buffering=0) as file:
            end = file.read().rfind(b"\n") + 1
            file.truncate(end)
            file.seek(end)
            try:
                data = text.encode()
                while data:
                    data = data[file.write(data) :]
                os.fsync(file.fileno())
            except BaseException:
                file.truncate(end)
                raise
        self._read.pop(name, None)


def _digested_line(before: str, values: Mapping[str, Any]) -> tuple[str, str]:
    """Return the line of a game with these values, and its digest after `before`."""
    text = json.dumps(values)
    digest = next_digest(before, text.encode())
    return f'{text[:-1]}, "digest": "{digest}"}}\n', digest


def _is_digested(head: bytes) -> bool:
    """Return whether each line of a game with this first line has a digest."""
    with suppress(NotationError):
        return Fields(parse_json(head, "")).values.get("version") != _VERSION
    return False


def _text(value: Mapping[str, Any]) -> str:
    return f"{json.dumps(value)}\n"


def _line(lines: Sequence[bytes], index: int) -> Fields:
    """Return the object in a line of a game."""
    where = f"line {index + 1}"
    return Fields(parse_json(lines[index], where), where)


def _head(lines: Sequence[bytes]) -> Fields:
    """Return the first line of a game."""
    if not lines:
        raise NotationError("expected a saved game, got an empty file")
    head = _line(lines, 0)
    _expect_format(head, _GAME, _WITH_DIGESTS)
    return head


def _expect_format(fields: Fields, name: str, newest: int = _VERSION) -> None:
    """Raise NotationError for another format, or a version after `newest`."""
    fields.expect("format", name)
    if isinstance(version := fields["version"], int) and version > newest:
        fault = f"expected {newest}, got {version}: made by a newer numberdrop"
        raise NotationError(at_place(fields.place("version"), fault))
    if version != _VERSION or type(version) is not int:
        fields.expect("version", newest)


class FileResults:
    """A folder of results (interface.ResultStorage)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._folder = _Folder(path)

    def expect_usable(self) -> None:
        self._folder.expect_usable()

    def add(self, results: Sequence[tuple[Row, Mapping[str, Any]]]) -> list[tuple[int, bool]]:
        done = []
        with self._folder.writing():
            known: dict[tuple[object, ...], int] = {}
            for number, saved in self._results():
                known.setdefault(tuple(str(saved.get(column)) for column in _IDENTITY), number)
            last = max(self._numbers(), default=0)
            for row, record in results:
                identity = tuple(row[column] for column in _IDENTITY)
                if identity not in known:
                    values = {"format": _RESULT, "version": _VERSION, **row, "record": record}
                    with atomic_file(str(self._path(last + 1))) as write:
                        write(_text(values))
                    known[identity] = last = last + 1
                    done.append((last, True))
                else:
                    done.append((known[identity], False))
        return done

    def find(self, puzzle: str, variant: str, digest: str, name: str) -> tuple[int, object] | None:
        asked = {"puzzle": puzzle, "variant": variant, "digest": digest}
        first: tuple[int, object] | None = None
        with self._folder.reading():
            for number, saved in self._results():
                if all(saved.get(column) == value for column, value in asked.items()):
                    if saved.get("name") == name:
                        return number, name
                    first = first or (number, saved.get("name"))
        return first

    def rows(self) -> Iterator[Row | NotationError]:
        with self._folder.reading():
            for number in self._numbers():
                with suppress(KeyError):
                    yield self._row(number)

    def record(self, number: int) -> Any:
        with self._folder.reading():
            return self._document(number, "record")["record"]

    def remove(self, number: int) -> Row | NotationError:
        if not self._folder.exists():
            raise KeyError(number)
        with self._folder.writing():
            row = self._row(number)
            self._path(number).unlink()
            sync_folder(str(self._path(number)))
        return row

    def entry(self, puzzle: str, player: str) -> object:
        path = self._entry_path(puzzle, player)
        with self._folder.reading():
            try:
                data = path.read_bytes()
            except FileNotFoundError:
                return None
            fields = Fields(parse_json(data, str(path)), str(path))
            _expect_format(fields, _ENTRY)
            return fields["line"]

    def keep_entry(self, puzzle: str, player: str, line: str) -> None:
        values = {"format": _ENTRY, "version": _VERSION}
        values |= {"puzzle": puzzle, "player": player, "line": line}
        path = str(self._entry_path(puzzle, player))
        with self._folder.writing(interface.READ_TIMEOUT), atomic_file(path) as write:
            write(_text(values))

    def _path(self, number: int) -> Path:
        return self.path / f"{number}.json"

    def _entry_path(self, puzzle: str, player: str) -> Path:
        name = hashlib.sha256(json.dumps([puzzle, player]).encode()).hexdigest()[:32]
        return self.path / f"entry-{name}.json"

    def _numbers(self) -> list[int]:
        """Return the numbers of the results, ascending."""
        found = map(_RESULT_NAME.fullmatch, self._folder.names(".json"))
        return sorted(int(match[1]) for match in found if match)

    def _document(self, number: int, where: str) -> Fields:
        """Return the values of a result. Raises KeyError for an unknown number."""
        try:
            data = self._path(number).read_bytes()
        except FileNotFoundError:
            raise KeyError(number) from None
        fields = Fields(parse_json(data, where), where)
        _expect_format(fields, _RESULT)
        return fields

    def _row(self, number: int) -> Row | NotationError:
        try:
            values = self._document(number, f"{self.path}, result {number}").values
        except NotationError as error:
            return error
        record = values.get("record")
        helps = record.get("help") if isinstance(record, Mapping) else None
        return {
            **{key: value for key, value in values.items() if key != "record"},
            "number": number,
            "has_record": isinstance(record, Mapping),
            "helps": len(helps) if isinstance(helps, list) else 0,
        }

    def _results(self) -> Iterator[tuple[int, Mapping[str, Any]]]:
        """Yield the numbers and values of the readable results, ascending."""
        for number in self._numbers():
            with suppress(KeyError, NotationError):
                yield number, self._document(number, "").values
