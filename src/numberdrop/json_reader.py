"""JSON documents, read strictly: files of them, and the keys of one object.

A number is no truth value, a text no list, no key stands twice, and every error names its place.
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

#: The longest name, or word, that a document may give.
LONGEST_LABEL = 1_000

#: The mark that some editors and shells write before the text of a file, by what it is written in.
#: That of UTF-32 begins as that of UTF-16 does.
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}

OBJECT = coded_message("value.object", "expected an object")
LIST = coded_message("value.list", "expected a list")


class Fields:
    """The keys of one JSON object, each read as what it has to be.

    `where` says where the object stands, and begins every message; it may be empty. Every method
    that reads raises NotationError, naming the place, where the key is missing or isn't so.
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
        """The value as it is."""
        if key not in self.values:
            missing = coded_message(
                "key.missing", "expected the key {key}, which is missing", key=repr(key)
            )
            raise NotationError(at_place(self.where, missing) if self.where else missing)
        return self.values[key]

    def place(self, key: str) -> str:
        """Where the value of a key stands, for messages."""
        return f"{self.where}, {key}" if self.where else key

    def fault(self, key: str, expected: str) -> NotationError:
        """The error that says what was expected of a key, and what came."""
        return NotationError(expected_got(self.place(key), expected, self.values[key]))

    def expect_keys(self, *keys: str) -> None:
        """All of these keys are there."""
        for key in keys:
            self[key]

    def expect_only(self, *keys: str) -> None:
        """These keys are there, and no others."""
        self.expect_keys(*keys)
        for key in self.values:
            if key not in keys:
                raise NotationError(
                    expected_got(
                        self.where, coded_message("key.strange", "expected no other key"), key
                    )
                )

    def expect(self, key: str, value: object) -> None:
        """The value of a key is this one, and of the same type."""
        expect_same(self[key], value, self.place(key))

    def expect_format(self, name: str, version: int = 1) -> None:
        """`format` and `version` are these."""
        self.expect("format", name)
        self.expect("version", version)

    def read(self, key: str, parse: Callable[[Any], T]) -> T:
        """What `parse` makes of a value."""
        value = self[key]
        try:
            return parse(value)
        except NotationError as error:
            where = self.where if str(error).startswith(key) else self.place(key)
            raise NotationError(_within(where, error)) from None

    def read_whole(self, parse: Callable[[Mapping[str, Any]], T]) -> T:
        """What `parse`, whose messages begin with the key at fault, makes of all values."""
        try:
            return parse(self.values)
        except NotationError as error:
            raise NotationError(_within(self.where, error)) from None

    def text(self, key: str) -> str:
        """A text."""
        return as_text(self[key], self.place(key))

    def label(self, key: str) -> str:
        """A text that can be shown in a line: printable, and neither empty nor long."""
        return expect_label(self[key], self.place(key))

    def count(self, key: str, least: int, most: int) -> int:
        """A whole number in this range."""
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
        """A number in this range, whole or not."""
        value = self[key]
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.fault(key, coded_message("value.number", "expected a number"))
        if not least <= value <= most:
            raise self.fault(key, _range(least, most))
        return value

    def items(self, key: str) -> list[Any]:
        """A list."""
        value = self[key]
        if not isinstance(value, list):
            raise self.fault(key, LIST)
        return value

    def texts(self, key: str) -> list[str]:
        """A list of texts."""
        value = self[key]
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.fault(key, coded_message("value.texts", "expected a list of texts"))
        return value

    def labels(self, key: str) -> list[str]:
        """A list of texts that can be shown in a line."""
        where = self.place(key)
        return [expect_label(item, f"{where}[{i}]") for i, item in enumerate(self.items(key))]

    def counts(self, key: str, least: int, most: int) -> list[int]:
        """A list, not empty, of whole numbers in this range."""
        value = self.items(key)
        if not value:
            raise self.fault(key, coded_message("value.numbers", "expected some numbers"))
        where = self.place(key)
        return [expect_count(item, least, most, f"{where}[{i}]") for i, item in enumerate(value)]

    def fields(self, key: str) -> Fields:
        """An object."""
        return Fields(self[key], self.place(key))


def seed_to_json(seed: int) -> int | str:
    """Return a seed as it stands in JSON: above 2^53 - 1, which not every program reads exactly, as
    text of its decimal digits."""
    return seed if seed <= _LARGEST_EXACT else str(seed)


def one_of(names: Iterable[str]) -> Sentence:
    """What was expected where these alone are known."""
    return coded_message("value.one_of", "expected one of {names}", names=list(names))


def some_of(names: Iterable[str]) -> Sentence:
    """Return the sentence that names the values, some of which were expected."""
    return coded_message("value.some_of", "expected some of {names}", names=list(names))


def items_between(least: int, most: int) -> Sentence:
    """Return the sentence that a list of `least` to `most` items was expected."""
    if least == most:
        return coded_message("list.items", "expected {n} of them", n=most)
    return coded_message("list.range", "expected {least} to {most} of them", least=least, most=most)


def no_keys_but(names: Iterable[str]) -> Sentence:
    """What was expected of the keys of an object."""
    return coded_message("key.known", "expected no keys but {names}", names=list(names))


def _range(least: float, most: float) -> Sentence:
    return coded_message(
        "value.range", "expected {least} to {most}", least=str(least), most=str(most)
    )


def expect_same(found: object, expected: object, where: str) -> None:
    """NotationError unless both are the same JSON, numbers and truth values told apart; keys may
    stand in any order."""
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
    """The value itself; NotationError unless it is a whole number in this range."""
    if type(found) is not int or not least <= found <= most:
        raise NotationError(expected_got(where, _range(least, most), found))
    return found


def expect_label(found: object, where: str) -> str:
    """The value itself; NotationError unless it is a text of 1 to LONGEST_LABEL printable
    characters."""
    text = as_text(found, where)
    if not (0 < len(text) <= LONGEST_LABEL and text.isprintable()):
        expected = coded_message(
            "value.label", "expected 1 to {most} printable characters", most=LONGEST_LABEL
        )
        raise NotationError(expected_got(where, expected, found))
    return text


def _within(where: str, error: NotationError) -> Sentence:
    """What an error says, with where in a document it is said of."""
    fault = error.sentence
    return coded_message("within", "{where}, {fault}", where=where, fault=fault) if where else fault


def decode_text(data: bytes, where: str, *, is_canonical: bool = False) -> str:
    """The text of a file, or of a line of it: UTF-8, or UTF-16 where a byte-order mark says so. The
    mark is no part of the text, and what is canonical has none.

    NotationError, naming `where`, for other bytes.
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
    """The value of a JSON document; NotationError naming `where` if it is none."""
    read = decode_text(text, where) if isinstance(text, bytes) else text
    try:
        return json.loads(
            read,
            object_pairs_hook=_no_key_twice,
            parse_int=_whole,
            parse_float=_finite,
            parse_constant=_no_constant,
        )
    except json.JSONDecodeError as error:
        place = coded_message("json.column", "column {column}", column=error.colno)
        if "\n" in read.rstrip():
            place = coded_message(
                "json.line", "line {line}, {place}", line=error.lineno, place=place
            )
        fault = coded_message(
            "json.none",
            "expected JSON, and at {place}: {why}, got {got}",
            place=place,
            why=error.msg,
            got=shown(read[error.pos :].partition("\n")[0].rstrip()),
        )
        raise NotationError(at_place(where, fault)) from None
    except RecursionError:
        deep = coded_message("json.deep", "expected JSON, got one nested too deeply")
        raise NotationError(at_place(where, deep)) from None
    except ValueError as error:
        fault = coded_message("json.wrong", "expected JSON: {why}", why=error.args[0])
        raise NotationError(at_place(where, fault)) from None


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:  # Python reads no more than 4300 digits
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


def _no_key_twice(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = Counter(name for name, _ in pairs)
        twice = next(name for name, times in names.items() if times > 1)
        raise ValueError(
            coded_message(
                "json.twice", "the key {key} occurs twice in one object", key=shown(twice)
            )
        )
    return found


def read_documents(file: IO[bytes], name: str) -> Iterator[tuple[str, Any]]:
    """The JSON documents of a file, each with the place it stands at, for messages.

    One document, spread over lines as it may be, or JSON Lines, of which blank ones are passed
    over. NotationError, naming the file as `name`, for anything else and for a document above
    LONGEST_DOCUMENT; OSError if the file can't be read.
    """
    first = file.readline(LONGEST_DOCUMENT + 1)
    if first[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        whole = first + file.read(LONGEST_DOCUMENT + 1 - len(first))
        _expect_length(whole, name)
        file = io.BytesIO(decode_text(whole, name).encode())
        first = file.readline()
    _expect_length(first, name)
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


def expect_new_id(name: str, where: str, seen: dict[str, str]) -> None:
    """Adds the id of an entry, with its place, to those seen before; NotationError if it is one of
    them."""
    if name in seen:
        raise NotationError(f"{where}, id: {name!r} stands at {seen[name]} already")
    seen[name] = where


def numbered_lines(file: IO[bytes], name: str, first: int = 1) -> Iterator[tuple[str, bytes]]:
    """The lines of a file from there on, with their ends, each with the place it stands at; `first`
    is the number of the next. NotationError for a line above LONGEST_DOCUMENT."""
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
