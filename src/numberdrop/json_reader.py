"""Strict reading of JSON documents from files, and of the keys of JSON objects.

Booleans don't count as numbers, duplicate keys are errors, and every error names its place.
"""

from __future__ import annotations

import codecs
import io
import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import IO, Any, TypeVar

from .errors import NotationError, Sentence, as_text, at_place, coded_message, expected_got, shown
from .validate import MOST_SEED

T = TypeVar("T")

#: The longest document read from a file, in bytes. A record of 20 turns has some 5,000.
LONGEST_DOCUMENT = 4 * 2**20

#: The largest whole number that every JSON reader keeps exactly.
_LARGEST_EXACT = 2**53 - 1

#: The longest name in a document, in characters.
LONGEST_LABEL = 1_000

#: Byte-order marks, which some editors and shells write, and their encodings. The mark of UTF-32
#: begins like that of UTF-16.
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}

OBJECT = coded_message("value.object", "expected an object")
LIST = coded_message("value.list", "expected a list")


class Fields:
    """The keys of a JSON object, with methods that check and return their values.

    `where` is the place of the object. It begins every message and may be empty. Every method that
    reads a key raises NotationError, naming the place, if the key is missing or its value is of
    another type or out of range.
    """

    __slots__ = ("values", "where")

    def __init__(self, value: object, where: str = "") -> None:
        if not isinstance(value, Mapping):
            raise NotationError(expected_got(where, OBJECT, value))
        self.values: Mapping[str, Any] = value
        self.where = where

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def __getitem__(self, key: str) -> Any:
        """Return the value of a key, whatever its type."""
        if key not in self.values:
            missing = coded_message(
                "key.missing", "expected the key {key}, which is missing", key=repr(key)
            )
            raise NotationError(at_place(self.where, missing) if self.where else missing)
        return self.values[key]

    def place(self, key: str) -> str:
        """Return the place of a key's value, for messages."""
        return f"{self.where}, {key}" if self.where else key

    def fault(self, key: str, expected: str) -> NotationError:
        """Return the error that says what was expected of a key, and what its value is."""
        return NotationError(expected_got(self.place(key), expected, self.values[key]))

    def expect_keys(self, *keys: str) -> None:
        """Expect all of these keys to exist."""
        for key in keys:
            self[key]

    def expect_only(self, *keys: str) -> None:
        """Expect all of these keys to exist, and no others."""
        self.expect_keys(*keys)
        for key in self.values:
            if key not in keys:
                raise NotationError(
                    expected_got(
                        self.where, coded_message("key.strange", "expected no other key"), key
                    )
                )

    def expect(self, key: str, value: object) -> None:
        """Expect a key to have this value, of the same type."""
        expect_same(self[key], value, self.place(key))

    def expect_format(self, name: str, version: int = 1) -> None:
        """Expect `format` and `version` to have these values."""
        self.expect("format", name)
        self.expect("version", version)

    def read(self, key: str, parse: Callable[[Any], T]) -> T:
        """Return `parse(value)` for the value of a key, and name the place in its errors."""
        value = self[key]
        try:
            return parse(value)
        except NotationError as error:
            where = self.where if str(error).startswith(key) else self.place(key)
            raise NotationError(_within(where, error)) from None

    def read_whole(self, parse: Callable[[Mapping[str, Any]], T]) -> T:
        """Return `parse(values)`, where messages of `parse` begin with the key at fault."""
        try:
            return parse(self.values)
        except NotationError as error:
            raise NotationError(_within(self.where, error)) from None

    def text(self, key: str) -> str:
        """Return a string."""
        return as_text(self[key], self.place(key))

    def label(self, key: str) -> str:
        """Return a string that fits in a line: printable, and neither empty nor too long."""
        return expect_label(self[key], self.place(key))

    def count(self, key: str, least: int, most: int) -> int:
        """Return an integer in this range."""
        return expect_count(self[key], least, most, self.place(key))

    def seed(self, key: str) -> int:
        """Return a seed, given as a number or as text of its decimal digits (seed_to_json)."""
        value = self[key]
        if isinstance(value, str) and value.isascii() and value.isdigit():
            digits = value.lstrip("0") or "0"
            if len(digits) <= len(str(MOST_SEED)) and int(digits) <= MOST_SEED:
                return int(digits)
        return self.count(key, 0, MOST_SEED)

    def number(self, key: str, least: float, most: float) -> float:
        """Return a number in this range, whole or not."""
        value = self[key]
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.fault(key, coded_message("value.number", "expected a number"))
        if not least <= value <= most:
            raise self.fault(key, _range(least, most))
        return value

    def items(self, key: str) -> list[Any]:
        """Return a list."""
        value = self[key]
        if not isinstance(value, list):
            raise self.fault(key, LIST)
        return value

    def texts(self, key: str) -> list[str]:
        """Return a list of strings."""
        value = self[key]
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.fault(key, coded_message("value.texts", "expected a list of strings"))
        return value

    def labels(self, key: str) -> list[str]:
        """Return a list of strings that each fit in a line."""
        where = self.place(key)
        return [expect_label(item, f"{where}[{i}]") for i, item in enumerate(self.items(key))]

    def counts(self, key: str, least: int, most: int) -> list[int]:
        """Return a non-empty list of integers in this range."""
        value = self.items(key)
        if not value:
            raise self.fault(key, coded_message("value.numbers", "expected at least one number"))
        where = self.place(key)
        return [expect_count(item, least, most, f"{where}[{i}]") for i, item in enumerate(value)]

    def fields(self, key: str) -> Fields:
        """Return an object as Fields."""
        return Fields(self[key], self.place(key))


def seed_to_json(seed: int) -> int | str:
    """Return a seed for a JSON document: above 2^53 - 1 as text of its decimal digits.

    Many JSON readers can't represent larger integers exactly.
    """
    return seed if seed <= _LARGEST_EXACT else str(seed)


def one_of(names: Iterable[str]) -> Sentence:
    """Return the message that one of these names was expected."""
    return coded_message("value.one_of", "expected one of {names}", names=list(names))


def some_of(names: Iterable[str]) -> Sentence:
    """Return the message that some of these names were expected."""
    return coded_message("value.some_of", "expected some of {names}", names=list(names))


def items_between(least: int, most: int) -> Sentence:
    """Return the message that a list of `least` to `most` items was expected."""
    if least == most:
        return coded_message("list.items", "expected {n} of them", n=most)
    return coded_message("list.range", "expected {least} to {most} of them", least=least, most=most)


def no_keys_but(names: Iterable[str]) -> Sentence:
    """Return the message that an object was expected to have only these keys."""
    return coded_message("key.known", "expected no keys but {names}", names=list(names))


def _range(least: float, most: float) -> Sentence:
    return coded_message(
        "value.range", "expected {least} to {most}", least=str(least), most=str(most)
    )


def expect_same(found: object, expected: object, where: str) -> None:
    """Raise NotationError unless both values are the same JSON.

    The order of keys doesn't matter, and booleans don't equal numbers.
    """
    is_same = type(found) is type(expected) and found == expected
    if not is_same or json.dumps(found, sort_keys=True) != json.dumps(expected, sort_keys=True):
        fault = coded_message(
            "value.same",
            "expected {expected}, got {got}",
            expected=shown(expected),
            got=shown(found),
        )
        raise NotationError(at_place(where, fault) if where else fault)


def expect_count(found: object, least: int, most: int, where: str) -> int:
    """Return `found` if it is an integer in this range. Raises NotationError otherwise."""
    if type(found) is not int or not least <= found <= most:
        raise NotationError(expected_got(where, _range(least, most), found))
    return found


def expect_label(found: object, where: str) -> str:
    """Return `found` if it is a string of 1 to LONGEST_LABEL printable characters.

    Raises NotationError otherwise.
    """
    text = as_text(found, where)
    if not (0 < len(text) <= LONGEST_LABEL and text.isprintable()):
        expected = coded_message(
            "value.label", "expected 1 to {most} printable characters", most=LONGEST_LABEL
        )
        raise NotationError(expected_got(where, expected, found))
    return text


def _within(where: str, error: NotationError) -> Sentence:
    """Put the place of an object in front of the message of an error."""
    fault = error.sentence
    return coded_message("within", "{where}, {fault}", where=where, fault=fault) if where else fault


def decode_text(data: bytes, where: str, *, is_canonical: bool = False) -> str:
    """Decode the content of a text file or of a line of it: UTF-8, or UTF-16 with a byte-order
    mark.

    The mark is not part of the result. Canonical text must not have a mark. Raises NotationError,
    naming `where`, for other bytes.
    """
    form = next((form for mark, form in _MARKS.items() if data.startswith(mark)), None)
    if form and is_canonical:
        raise NotationError(f"{where}: expected UTF-8 without a byte-order mark, got one")
    try:
        return data.decode(form or "utf-8")
    except UnicodeDecodeError as error:
        found = f"0x{data[error.start]:02X} at byte {error.start + 1}"
        fault = coded_message("text.utf8", "expected text in UTF-8, got {got}", got=found)
        raise NotationError(at_place(where, fault)) from None


def parse_json(text: str | bytes, where: str) -> Any:
    """Parse a JSON document. Raises NotationError, naming `where`, if it is invalid."""
    document = decode_text(text, where) if isinstance(text, bytes) else text
    try:
        return json.loads(
            document,
            object_pairs_hook=_unique_keys,
            parse_int=_integer,
            parse_float=_finite,
            parse_constant=_no_constant,
        )
    except json.JSONDecodeError as error:
        place = coded_message("json.column", "column {column}", column=error.colno)
        if "\n" in document.rstrip():
            place = coded_message(
                "json.line", "line {line}, {place}", line=error.lineno, place=place
            )
        fault = coded_message(
            "json.none",
            "expected JSON, error at {place}: {why}, got {got}",
            place=place,
            why=error.msg,
            got=shown(document[error.pos :].partition("\n")[0].rstrip()),
        )
        raise NotationError(at_place(where, fault)) from None
    except RecursionError:
        deep = coded_message("json.deep", "expected JSON, got one nested too deeply")
        raise NotationError(at_place(where, deep)) from None
    except ValueError as error:
        fault = coded_message("json.wrong", "expected JSON: {why}", why=error.args[0])
        raise NotationError(at_place(where, fault)) from None


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:  # Python converts at most 4300 digits
        raise _too_large(text) from None


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise _too_large(text)
    return value


def _too_large(text: str) -> ValueError:
    return ValueError(
        coded_message("json.large", "the number {number} is too large", number=shown(text))
    )


def _no_constant(name: str) -> Any:
    raise ValueError(coded_message("json.number", "{name} is not a JSON number", name=name))


def _unique_keys(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = Counter(name for name, _ in pairs)
        duplicate = next(name for name, times in names.items() if times > 1)
        raise ValueError(
            coded_message(
                "json.twice", "the key {key} occurs twice in one object", key=shown(duplicate)
            )
        )
    return values


def read_documents(file: IO[bytes], name: str) -> Iterator[tuple[str, Any]]:
    """Yield the JSON documents of a file, each with its place for messages.

    The file holds one document, which may have several lines, or JSON Lines. Blank lines are
    skipped. `name` is the name of the file in messages. Raises NotationError for anything else and
    for a document longer than LONGEST_DOCUMENT, and OSError if the file can't be read.
    """
    file, first = _first_line(file, name)
    try:
        value = parse_json(first, name)
    except NotationError:
        whole = first + file.read(LONGEST_DOCUMENT + 1 - len(first))
        _expect_length(whole, name)
        if not decode_text(whole, name).strip():
            raise NotationError(f"{name}: expected JSON, got an empty file") from None
        yield name, parse_json(whole, name)
        return
    yield f"{name}, line 1", value
    for where, line in numbered_lines(file, name, 2):
        if line.strip():
            yield where, parse_json(line, where)


def read_lines(file: IO[bytes], name: str) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file of JSON Lines, each with its number.

    Raises NotationError for a line longer than LONGEST_DOCUMENT, and OSError if the file can't be
    read.
    """
    file, first = _first_line(file, name)
    if first:
        yield 1, first
    for number, (_, line) in enumerate(numbered_lines(file, name, 2), 2):
        yield number, line


def _first_line(file: IO[bytes], name: str) -> tuple[IO[bytes], bytes]:
    """Return a file of UTF-8 after its first line, and that line. UTF-16 is converted."""
    first = file.readline(LONGEST_DOCUMENT + 1)
    if first[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        whole = first + file.read(LONGEST_DOCUMENT + 1 - len(first))
        _expect_length(whole, name)
        file = io.BytesIO(decode_text(whole, name).encode())
        first = file.readline()
    _expect_length(first, name)
    return file, first


def expect_new_id(name: str, where: str, seen: dict[str, str]) -> None:
    """Add the id of an entry and its place to `seen`. Raises NotationError if `seen` has it
    already."""
    if name in seen:
        raise NotationError(f"{where}, id: {name!r} is already used at {seen[name]}")
    seen[name] = where


def numbered_lines(file: IO[bytes], name: str, first: int = 1) -> Iterator[tuple[str, bytes]]:
    """Yield the remaining lines of a file with their line ends, each with its place for messages.

    `first` is the number of the next line. Raises NotationError for a line longer than
    LONGEST_DOCUMENT.
    """
    for number in count(first):
        where = f"{name}, line {number}"
        line = file.readline(LONGEST_DOCUMENT + 1)
        if not line:
            return
        _expect_length(line, where)
        yield where, line


def _expect_length(data: bytes, where: str) -> None:
    if len(data) > LONGEST_DOCUMENT:
        expected = f"expected a document of at most {LONGEST_DOCUMENT} bytes"
        raise NotationError(f"{where}: {expected}, got a longer one")
