"""JSON documents, read strictly: files of them, and the keys of one object.

A number is no truth value, a text no list, no key stands twice, and every error names its place.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO, TypeVar

from .errors import NotationError, as_text, shown

T = TypeVar("T")

#: The longest document read from a file, in bytes. A record of 20 turns has some 5,000.
LONGEST_DOCUMENT = 4 * 2**20


class Fields:
    """The keys of one JSON object, each read as what it has to be.

    `where` says where the object stands, and begins every message; it may be empty. Every method
    that reads raises NotationError, naming the place, where the key is missing or isn't so.
    """

    __slots__ = ("values", "where")

    def __init__(self, value: object, where: str = "") -> None:
        if not isinstance(value, Mapping):
            raise NotationError(_said(where, "expected an object", value))
        self.values: Mapping[str, Any] = value
        self.where = where

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def __getitem__(self, key: str) -> Any:
        """The value as it is."""
        if key not in self.values:
            raise NotationError(_said(self.where, f"expected the key {key!r}, which is missing"))
        return self.values[key]

    def place(self, key: str) -> str:
        """Where the value of a key stands, for messages."""
        return f"{self.where}, {key}" if self.where else key

    def fault(self, key: str, expected: str) -> NotationError:
        """The error that says what was expected of a key, and what came."""
        return NotationError(_said(self.place(key), expected, self.values[key]))

    def expect_keys(self, *keys: str) -> None:
        """All of these keys are there."""
        for key in keys:
            self[key]

    def expect_only(self, *keys: str) -> None:
        """These keys are there, and no others."""
        if self.values.keys() != set(keys):
            found = ", ".join(self.values)
            raise NotationError(
                _said(self.where, f"expected the keys {', '.join(keys)}, got {found}")
            )

    def expect(self, key: str, value: object) -> None:
        """The value of a key is this one, and of the same type."""
        expect_same(self[key], value, self.place(key))

    def expect_format(self, name: str, version: int = 1) -> None:
        """`format` and `version` are these."""
        self.expect("format", name)
        self.expect("version", version)

    def read(self, key: str, parse: Callable[[Any], T]) -> T:
        """What `parse`, whose messages begin with a name of the value, makes of it."""
        try:
            return parse(self[key])
        except NotationError as error:
            raise NotationError(f"{self.where}, {error}" if self.where else str(error)) from None

    def text(self, key: str) -> str:
        """A text."""
        return as_text(self[key], self.place(key))

    def count(self, key: str, least: int, most: int) -> int:
        """A whole number in this range."""
        return expect_count(self[key], least, most, self.place(key))

    def number(self, key: str, least: float, most: float) -> float:
        """A number in this range, whole or not."""
        value = self[key]
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.fault(key, "expected a number")
        if not least <= value <= most:
            raise self.fault(key, f"expected {least} to {most}")
        return value

    def items(self, key: str) -> list[Any]:
        """A list."""
        value = self[key]
        if not isinstance(value, list):
            raise self.fault(key, "expected a list")
        return value

    def texts(self, key: str) -> list[str]:
        """A list of texts."""
        value = self[key]
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.fault(key, "expected a list of texts")
        return value

    def counts(self, key: str, least: int, most: int) -> list[int]:
        """A list, not empty, of whole numbers in this range."""
        value = self.items(key)
        if not value:
            raise self.fault(key, "expected some numbers")
        where = self.place(key)
        return [expect_count(item, least, most, f"{where}[{i}]") for i, item in enumerate(value)]

    def fields(self, key: str) -> Fields:
        """An object."""
        return Fields(self[key], self.place(key))


def expect_same(found: object, expected: object, where: str) -> None:
    """NotationError unless both are the same JSON, numbers and truth values told apart; keys may
    stand in any order."""
    is_same = type(found) is type(expected) and found == expected
    if not is_same or json.dumps(found, sort_keys=True) != json.dumps(expected, sort_keys=True):
        raise NotationError(_said(where, f"expected {shown(expected)}", found))


def expect_count(found: object, least: int, most: int, where: str) -> int:
    """The value itself; NotationError unless it is a whole number in this range."""
    if type(found) is not int or not least <= found <= most:
        raise NotationError(_said(where, f"expected {least} to {most}", found))
    return found


def _said(where: str, expected: str, *found: object) -> str:
    got = "".join(f", got {shown(value)}" for value in found)
    return f"{where}: {expected}{got}" if where else f"{expected}{got}"


def parse_json(text: str | bytes, where: str) -> Any:
    """The value of a JSON document; NotationError naming `where` if it is none."""
    try:
        read = text.decode("utf-8") if isinstance(text, bytes) else text
        return json.loads(read, object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise NotationError(f"{where}: expected JSON, and at {place}: {error.msg}") from None
    except UnicodeDecodeError:
        raise NotationError(f"{where}: expected JSON in UTF-8, got other bytes") from None
    except RecursionError:
        raise NotationError(f"{where}: expected JSON, got one nested too deeply") from None
    except ValueError as error:
        raise NotationError(f"{where}: expected JSON: {error}") from None


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")


def _no_key_twice(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {shown(twice)} stands twice in one object")
    return found


def read_documents(file: BinaryIO, name: str) -> Iterator[tuple[str, Any]]:
    """The JSON documents of a file, each with the place it stands at, for messages.

    One document, spread over lines as it may be, or JSON Lines, of which blank ones are passed
    over. NotationError, naming the file as `name`, for anything else and for a document above
    LONGEST_DOCUMENT; OSError if the file can't be read.
    """
    first = _line(file, name)
    try:
        value = parse_json(first, name)
    except NotationError:
        rest = file.read(LONGEST_DOCUMENT + 1)
        if len(first) + len(rest) > LONGEST_DOCUMENT:
            raise NotationError(_too_long(name)) from None
        if not (first + rest).strip():
            raise NotationError(f"{name}: expected JSON, got an empty file") from None
        yield name, parse_json(first + rest, name)
        return
    yield f"{name}, line 1", value
    number = 1
    while line := _line(file, f"{name}, line {number + 1}"):
        number += 1
        if line.strip():
            where = f"{name}, line {number}"
            yield where, parse_json(line, where)


def _line(file: BinaryIO, where: str) -> bytes:
    line = file.readline(LONGEST_DOCUMENT + 1)
    if len(line) > LONGEST_DOCUMENT:
        raise NotationError(_too_long(where))
    return line


def _too_long(where: str) -> str:
    return f"{where}: expected a document of at most {LONGEST_DOCUMENT} bytes, got a longer one"
