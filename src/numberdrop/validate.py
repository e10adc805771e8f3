"""Validate arguments from Python: our types or their text form, and any integer or real type.

A value of another type raises WrongType, a TypeError whose one-line message names the parameter.
Text has to be in the canonical form of formats.md; what people type is parsed more leniently, in
numberdrop.typed.
"""

from __future__ import annotations

import numbers
import operator
from collections.abc import Callable
from typing import TypeVar

from .errors import NotationError, WrongType, shown

#: The largest seed of anything that draws random numbers.
MOST_SEED = 2**64 - 1

T = TypeVar("T")


def coerce(value: object, kind: type[T], read: Callable[[str], T], where: str) -> T:
    """Return `value` if it is a `kind`, or parse it with `read` if it is a str. Raises WrongType
    otherwise."""
    if isinstance(value, kind):
        return value
    if isinstance(value, str):
        return read(value)
    name = kind.__name__
    article = "an" if name[0] in "AEIOU" else "a"
    raise WrongType(f"{where}: expected {article} {name} or its text, got {shown(value)}")


def expect_kind(value: object, kinds: type[T] | tuple[type[T], ...], where: str) -> T:
    """Return `value` if it is an instance of `kinds`. Raises WrongType otherwise."""
    if isinstance(value, kinds):
        return value
    names = [kind.__name__ for kind in (kinds if isinstance(kinds, tuple) else (kinds,))]
    raise WrongType(f"{where}: expected {' or '.join(names)}, got {shown(value)}")


def integer(value: object, where: str) -> int:
    """Return `value` as an int. Integers of NumPy and other libraries are accepted; booleans are
    not."""
    if not isinstance(value, bool):
        try:
            return operator.index(value)  # type: ignore[arg-type]
        except TypeError:
            pass
    raise WrongType(f"{where}: expected a whole number, got {shown(value)}")


def integer_or_none(value: object, where: str) -> int | None:
    """Return `value` as an int; None stays None."""
    return None if value is None else integer(value, where)


def integer_between(value: object, least: int, most: int, where: str) -> int:
    """Return `value` as an int. Raises NotationError if it is not in `least` .. `most`."""
    number = integer(value, where)
    if not least <= number <= most:
        raise NotationError(
            f"{where}: expected {least} to {_limit_text(most)}, got {shown(number)}"
        )
    return number


def _limit_text(most: int) -> str:
    """Return `most` in decimal, except that 2**64 is written as a power."""
    return {2**64: "2**64", 2**64 - 1: "2**64 - 1"}.get(most, str(most))


def real_number(value: object, where: str) -> float:
    """Return `value` as a float. Raises NotationError if it is too large for a float."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise WrongType(f"{where}: expected a number, got {shown(value)}")
    try:
        return float(value)
    except OverflowError:
        raise NotationError(f"{where}: expected a smaller number, got {shown(value)}") from None


def boolean(value: object, where: str) -> bool:
    """Return `value` if it is a bool. Raises WrongType otherwise."""
    return expect_kind(value, bool, where)
