"""The errors of numberdrop: every one is a ValueError.

A message says where, what was expected, and the repr of what came.
"""

from __future__ import annotations

import reprlib
from functools import partial

_CLIP = reprlib.Repr()
_CLIP.maxstring = _CLIP.maxother = 160
_CLIP.maxlevel = 3
_LONGEST = 240


class NumberdropError(ValueError):
    """The parent of all errors that this package raises about what it was given."""


class NotationError(NumberdropError):
    """A text or a JSON value that is not well formed; the message names the place."""


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

    def __str__(self) -> str:
        place = f"turn {self.turn}" if self.turn else "head of the record"
        if self.seat is not None:
            place += f", seat {self.seat}"
        return f"{place}: {self.message}"

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
        raise WrongType(f"{where}: expected text, got {shown(value)}")
    return value
