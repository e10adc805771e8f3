"""How values come in from Python: one of ours or its text, numbers of any library, nothing else.

What is of another type is a WrongType, a TypeError in one line that names the parameter. Texts are
the canonical ones of formats.md; what people type is read more freely, and not here.
"""

from __future__ import annotations

import numbers
import operator
from collections.abc import Callable
from typing import TypeVar

from .errors import NotationError, WrongType, shown

T = TypeVar("T")


def coerce(value: object, kind: type[T], read: Callable[[str], T], where: str) -> T:
    """The value itself where it is of the kind, or the one that a text says, by `read`."""
    if isinstance(value, kind):
        return value
    if isinstance(value, str):
        return read(value)
    name = kind.__name__
    article = "an" if name[0] in "AEIOU" else "a"
    raise WrongType(f"{where}: expected {article} {name} or its text, got {shown(value)}")


def expect_kind(value: object, kinds: type[T] | tuple[type[T], ...], where: str) -> T:
    """The value itself, of one of these types, which have no text."""
    if isinstance(value, kinds):
        return value
    names = [kind.__name__ for kind in (kinds if isinstance(kinds, tuple) else (kinds,))]
    raise WrongType(f"{where}: expected {' or '.join(names)}, got {shown(value)}")


def integer(value: object, where: str) -> int:
    """A whole number as an int: Python's own, or NumPy's; a truth value is none."""
    if not isinstance(value, bool):
        try:
            return operator.index(value)  # type: ignore[arg-type]
        except TypeError:
            pass
    raise WrongType(f"{where}: expected a whole number, got {shown(value)}")


def integer_or_none(value: object, where: str) -> int | None:
    """As whole(), or None, which says that no number is given."""
    return None if value is None else integer(value, where)


def integer_between(value: object, least: int, most: int, where: str) -> int:
    """A whole number in this range; NotationError out of it."""
    real_number = integer(value, where)
    if not least <= real_number <= most:
        raise NotationError(
            f"{where}: expected {least} to {_words(most)}, got {shown(real_number)}"
        )
    return real_number


def _words(most: int) -> str:
    """A limit as people know it."""
    return {2**64: "2**64", 2**64 - 1: "2**64 - 1"}.get(most, str(most))


def real_number(value: object, where: str) -> float:
    """A number, whole or not, as a float; NotationError for one beyond all floats."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise WrongType(f"{where}: expected a number, got {shown(value)}")
    try:
        return float(value)
    except OverflowError:
        raise NotationError(f"{where}: expected a smaller number, got {shown(value)}") from None


def boolean(value: object, where: str) -> bool:
    """A truth value."""
    return expect_kind(value, bool, where)
