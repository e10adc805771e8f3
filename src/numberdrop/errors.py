"""Errors raised by numberdrop. Every one is a ValueError.

A message names the place, what was expected, and the repr of what came instead. Messages are in
English. A message that players see also carries a code and its values, so that it can be
translated.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Self

from .lazy import lazy_names

_CLIP = reprlib.Repr()
_CLIP.maxstring = _CLIP.maxother = 160
_CLIP.maxlevel = 3
_LONGEST = 240


class Sentence(str):
    """An English sentence that can be translated.

    `code` names the sentence. `fields` maps names to its values: strings, numbers, sentences, and
    lists of them. A sentence without a code is plain text.
    """

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
        """Return `text` itself if it is a Sentence; otherwise make one without a code."""
        return text if isinstance(text, Sentence) else cls(str(text))

    def to_json(self) -> dict[str, Any]:
        """Return `{"text"}`, with `code` and `fields` if the sentence has a code."""
        document: dict[str, Any] = {"text": in_one_line(self)}
        if self.code:
            fields = {name: _field_to_json(value) for name, value in self.fields.items()}
            document |= {"code": self.code, "fields": fields}
        return document


def coded_message(code: str, text: str, /, **fields: object) -> Sentence:
    """Make the sentence named `code` from the template `text`.

    Each `{name}` in `text` is replaced by the value of that name in `fields`. Items of a list are
    joined with commas.
    """
    shown = {
        name: ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
        for name, value in fields.items()
    }
    return Sentence(text.format(**shown), code, fields)


def at_place(where: str, fault: str) -> Sentence:
    """Put the place `where` in front of the message `fault`."""
    return coded_message("at", "{where}: {fault}", where=where, fault=fault)


def expected_got(where: str, expected: str, *found: object) -> Sentence:
    """Make the message "WHERE: EXPECTED, got FOUND".

    Without `found` the message ends after `expected`. If `where` is empty there is no place in
    front.
    """
    fault = Sentence.of(expected)
    for value in found:
        fault = coded_message(
            "value.got", "{expected}, got {got}", expected=expected, got=shown(value)
        )
    return at_place(where, fault) if where else fault


def join_or(names: Sequence[str]) -> str:
    """Join one name or more as `A or B or C`."""
    *others, last = names
    return (
        coded_message("either", "{some} or {last}", some=join_or(others), last=last)
        if others
        else last
    )


def join_and(names: Iterable[str]) -> str:
    """Join one name or more as `A, B and C`."""
    *others, last = names
    return coded_message("all_of", "{some} and {last}", some=others, last=last) if others else last


def _field_to_json(value: object) -> object:
    if isinstance(value, Sentence):
        return value.to_json()
    if isinstance(value, list | tuple):
        return [_field_to_json(item) for item in value]
    return value if isinstance(value, int | float) else in_one_line(str(value))


class NumberdropError(ValueError):
    """The base class of all errors that this package raises for invalid arguments and input."""

    @classmethod
    def coded(cls, code: str, text: str, /, **fields: object) -> Self:
        """Make the error whose message is `coded_message(code, text, **fields)`."""
        return cls(coded_message(code, text, **fields))

    @property
    def sentence(self) -> Sentence:
        """The message as a Sentence, with its code if it has one."""
        return Sentence.of(self.args[0] if self.args else "")


class NotationError(NumberdropError):
    """A text or JSON value that is not well formed. The message names the place."""


class MultipleFaults(NotationError):  # noqa: N818
    """A text with several faults. `faults` holds a message with its place for each."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))

    def __reduce__(self) -> tuple[type[MultipleFaults], tuple[tuple[str, ...]]]:
        return type(self), (self.faults,)


class Missing(NumberdropError):  # noqa: N818
    """Something that was asked for by name and does not exist."""


class WrongType(NotationError, TypeError):  # noqa: N818
    """A value of the wrong type.

    It is a TypeError as well as a NotationError, since text may have been expected. The message
    names the parameter, the types expected, and the value.
    """


class IllegalTurn(NumberdropError):  # noqa: N818
    """A turn, or the head of a record, that breaks a rule.

    `turn` is the number of the turn, from 1, or 0 for the head of the record (format, version,
    tiles, start, variant). `seat` is the number of the seat, from 1, or None if no particular seat
    is at fault. `message` is the message without the place.
    """

    def __init__(self, message: str, *, turn: int, seat: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.turn = turn
        self.seat = seat

    @property
    def sentence(self) -> Sentence:
        """The message with its place in front."""
        if self.seat is not None and not self.turn:
            return coded_message(
                "in_head_seat",
                "head of the record, seat {seat}: {fault}",
                seat=self.seat,
                fault=self.message,
            )
        if self.seat is not None:
            return coded_message(
                "in_turn_seat",
                "turn {turn}, seat {seat}: {fault}",
                turn=self.turn,
                seat=self.seat,
                fault=self.message,
            )
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
    """Return the repr of `value` for a message: one line, shortened if it is long. Never raises for
    JSON values."""
    try:
        text = _CLIP.repr(value)
    except ValueError:  # an int with more digits than Python converts to text
        return f"<{type(value).__name__} too long to show>"
    text = in_one_line(text)  # the repr of an array, for example, has several lines
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "..."


def in_one_line(text: str) -> str:
    """Return `text` with every unprintable character replaced by a space; runs of spaces are then
    collapsed. Printable text is returned unchanged."""
    if text.isprintable():
        return text
    return " ".join("".join(x if x.isprintable() else " " for x in text).split())


def as_text(value: object, where: str) -> str:
    """Return `value` if it is a str. Raises WrongType, naming `where`, otherwise."""
    if not isinstance(value, str):
        raise WrongType(expected_got(where, coded_message("value.text", "expected text"), value))
    return value


if not TYPE_CHECKING:  # as in numberdrop itself
    __getattr__, __dir__ = lazy_names(__name__, {}, old={"Faulty": "MultipleFaults"})
