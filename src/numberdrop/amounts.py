"""So many things, in words."""

from __future__ import annotations


def amount(count: int, noun: str, many: str = "") -> str:
    """`1 point`, `12 points`, `-1 point`, `1,200 points`; `many` is the plural where it takes more
    than an s."""
    return f"{count:,} {noun if abs(count) == 1 else many or f'{noun}s'}"
