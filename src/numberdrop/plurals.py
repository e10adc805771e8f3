"""Numbers and counts as text."""

from __future__ import annotations

from decimal import Decimal


def count_noun(count: int, noun: str, many: str = "") -> str:
    """Return the count and the noun: `1 point`, `12 points`, `-1 point`, `1,200 points`.

    `many` is the plural if it is not `noun` with an s.
    """
    return f"{count:,} {noun if abs(count) == 1 else many or f'{noun}s'}"


def format_number(number: float) -> str:
    """Return a number as a person types it: `1` for 1.0, `0.5`, `0.000001`. Whole numbers have no
    point, and there is never an exponent."""
    return f"{Decimal(repr(number)):f}".removesuffix(".0")
