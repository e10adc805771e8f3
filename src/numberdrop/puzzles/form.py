"""Whether values of the archive are what they should be; NotationError, with the place, if not."""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import NotationError, shown

#: Puzzles in one archive: days, and drop problems.
MOST_DAYS = 3660
MOST_DROPS = 10_000


def expect_keys(value: object, keys: tuple[str, ...], where: str) -> None:
    """NotationError unless it is an object with these keys in this order."""
    if not isinstance(value, Mapping):
        raise NotationError(f"{where}: expected an object, got {shown(value)}")
    if tuple(value) != keys:
        raise NotationError(f"{where}: expected the keys {', '.join(keys)}, got {', '.join(value)}")


def expect_same(found: object, expected: object, where: str) -> None:
    """NotationError unless both are the same, and of one type."""
    if type(found) is not type(expected) or found != expected:
        raise NotationError(f"{where}: expected {shown(expected)}, got {shown(found)}")


def expect_count(found: object, least: int, most: int, where: str) -> None:
    """NotationError unless it is a whole number in this range."""
    if type(found) is not int or not least <= found <= most:
        raise NotationError(f"{where}: expected {least} to {most}, got {shown(found)}")
