"""Systematic single changes of documents, to test schemas and readers."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
Path = tuple[str | int, ...]

#: Replacement values. Numbers are either whole or clearly not: JSON Schema takes 1.0 as an integer,
#: our readers don't.
OTHERS: tuple[Any, ...] = (None, True, False, 0, 1, -1, 7, 1000, 10**20, 0.5, "", "x", [], {})


@dataclass(frozen=True)
class Change:
    """A single change: apply `what` at `path`."""

    path: Path
    what: str
    value: Any = None

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.path))} {self.what} {self.value!r}"

    def of(self, document: Json) -> Json:
        """Return a changed copy of the document."""
        changed: Json = copy.deepcopy(document)
        place: Any = changed
        for step in self.path[:-1]:
            place = place[step]
        last = self.path[-1] if self.path else None
        if self.what == "becomes":
            place[last] = copy.deepcopy(self.value)
        elif self.what == "is gone":
            del place[last]
        else:
            there: Any = place[last] if self.path else changed
            if self.what == "has more":
                there[self.value] = 1
            else:
                there.append(copy.deepcopy(there[-1]))
        return changed


def changes(document: Json) -> Iterator[Change]:
    """Yield every change of a document. Each key and item is removed or replaced, each number and
    text is replaced by similar ones, and each object and list gets an additional entry."""
    yield Change((), "has more", "more")
    for path, value in _places(document, ()):
        yield Change(path, "is gone")
        for other in (*OTHERS, *_near(value)):
            if type(other) is not type(value) or other != value:
                yield Change(path, "becomes", other)
        if isinstance(value, dict):
            yield Change(path, "has more", "more")
        elif isinstance(value, list) and value:
            yield Change(path, "repeats its last")


def _places(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    inner: list[tuple[str | int, Any]] = list(
        value.items() if isinstance(value, dict) else enumerate(value)
    )
    if isinstance(value, list):  # the first two and the last represent the rest
        inner = [*inner[:2], *inner[2:][-1:]]
    for step, item in inner:
        yield (*path, step), item
        if isinstance(item, dict | list):
            yield from _places(item, (*path, step))


def _near(value: Any) -> Iterator[Any]:
    if type(value) is int:
        yield from (value + 1, value - 1, -value - 1, value + 0.5)
    elif isinstance(value, str):
        yield from (value + " ", value + "\n", value[1:], value.upper(), value + "0", [value])
    elif isinstance(value, list):
        yield from (value[::-1], value[:1], value * 2)
