"""The errors of numberdrop: every one is a ValueError.

A message says where, what was expected, and the repr of what came. It is written in English, where
the rule is that it tells of; a sentence that players meet knows its code and its values as well, by
which it can be told in another language.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Self

_CLIP = reprlib.Repr()
_CLIP.maxstring = _CLIP.maxother = 160
_CLIP.maxlevel = 3
_LONGEST = 240


class Sentence(str):
    """A text in English that knows what it is made of: `code` names it, and `fields` has the values
    in it, texts, numbers, sentences and lists of them. A text without a code is only that."""

    __slots__ = ("code", "fields")

    code: str
    fields: Mapping[str, object]

    def __new__(
        cls, text: str, code: str = "", fields: Mapping[str, object] | None = None
    ) -> Sentence:
        made = super().__new__(cls, text)
        made.code, made.fields = code, fields or {}
        return made

    @classmethod
    def of(cls, text: object) -> Sentence:
        """The sentence itself, or any other text as one without a code."""
        return text if isinstance(text, Sentence) else cls(str(text))

    def to_json(self) -> dict[str, Any]:
        """`{"text"}`, with `code` and `fields` where it has them."""
        told: dict[str, Any] = {"text": in_one_line(self)}
        if self.code:
            fields = {name: _field(value) for name, value in self.fields.items()}
            told |= {"code": self.code, "fields": fields}
        return told


def coded_message(code: str, text: str, /, **fields: object) -> Sentence:
    """The sentence of this code: `text` with each `{name}` in it filled in, a list with commas."""
    shown = {
        name: ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
        for name, value in fields.items()
    }
    return Sentence(text.format(**shown), code, fields)


def at_place(where: str, fault: str) -> Sentence:
    """A fault with its place before it."""
    return coded_message("at", "{where}: {fault}", where=where, fault=fault)


def expected_got(where: str, expected: str, *found: object) -> Sentence:
    """What was expected, and what came where anything did, with its place before it if it has
    one."""
    fault = Sentence.of(expected)
    for value in found:
        fault = coded_message(
            "value.got", "{expected}, got {got}", expected=expected, got=shown(value)
        )
    return at_place(where, fault) if where else fault


def join_or(names: Sequence[str]) -> str:
    """`A or B or C`, of one name or more."""
    *others, last = names
    return (
        coded_message("either", "{some} or {last}", some=join_or(others), last=last)
        if others
        else last
    )


def join_and(names: Iterable[str]) -> str:
    """`A, B and C`, of one name or more."""
    *others, last = names
    return coded_message("all_of", "{some} and {last}", some=others, last=last) if others else last


def _field(value: object) -> object:
    if isinstance(value, Sentence):
        return value.to_json()
    if isinstance(value, list | tuple):
        return [_field(one) for one in value]
    return value if isinstance(value, int) else in_one_line(str(value))


class NumberdropError(ValueError):
    """The parent of all errors that this package raises about what it was given."""

    @classmethod
    def coded(cls, code: str, text: str, /, **fields: object) -> Self:
        """The error whose message is said() of these."""
        return cls(coded_message(code, text, **fields))

    @property
    def sentence(self) -> Sentence:
        """The message, with its code where it has one."""
        return Sentence.of(self.args[0] if self.args else "")


class NotationError(NumberdropError):
    """A text or a JSON value that is not well formed; the message names the place."""


class MultipleFaults(NotationError):  # noqa: N818
    """A text in which something is wrong: `faults` has a sentence, with its place, for each."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))

    def __reduce__(self) -> tuple[type[MultipleFaults], tuple[tuple[str, ...]]]:
        return type(self), (self.faults,)


class Missing(NumberdropError):  # noqa: N818
    """What is named isn't there."""


class WrongType(NotationError, TypeError):  # noqa: N818
    """A value of a type that isn't taken, where text may have been expected: a TypeError as well as
    a NotationError. The message names the parameter, what was expected and what came."""


class IllegalTurn(NumberdropError):  # noqa: N818
    """A turn, or the head of a record, that breaks a rule.

    `turn` counts from 1; 0 is the head of the record (format, version, tiles, start, variant).
    `seat` counts from 1, None where no one seat is meant. `message` is the text without the place.
    """

    def __init__(self, message: str, *, turn: int, seat: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.turn = turn
        self.seat = seat

    @property
    def sentence(self) -> Sentence:
        """The message, with its place before it."""
        if self.seat is not None:
            where = f"turn {self.turn}" if self.turn else "head of the record"
            return Sentence(f"{where}, seat {self.seat}: {self.message}")
        if not self.turn:
            return coded_message("in_head", "head of the record: {fault}", fault=self.message)
        return coded_message("in_turn", "turn {turn}: {fault}", turn=self.turn, fault=self.message)

    def __str__(self) -> str:
        return str(self.sentence)

    def __repr__(self) -> str:
        return f"IllegalTurn({self.message!r}, turn={self.turn}, seat={self.seat})"

    def __reduce__(self) -> tuple[object, ...]:
        return partial(type(self), turn=self.turn, seat=self.seat), (self.message,)


def shown(value: object) -> str:
    """The repr of a value for a message, in one line, clipped where it is long; never raises for
    JSON values."""
    try:
        text = _CLIP.repr(value)
    except ValueError:  # an int with more digits than Python is willing to write
        return f"<{type(value).__name__} too long to show>"
    text = in_one_line(text)  # an array has lines, and what a repr of others may hold nobody knows
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "..."


def in_one_line(text: str) -> str:
    """The text itself if it is printable; else with a blank where it isn't."""
    if text.isprintable():
        return text
    return " ".join("".join(x if x.isprintable() else " " for x in text).split())


def as_text(value: object, where: str) -> str:
    """The value itself where it is a str; WrongType naming `where` otherwise."""
    if not isinstance(value, str):
        raise WrongType(expected_got(where, coded_message("value.text", "expected text"), value))
    return value
