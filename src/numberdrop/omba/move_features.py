"""Features of a move for display: its path, and the cubes that it covers and uncovers. The rules
don't need them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .position import Position
from .rules import ENTRIES, SQUARES


@dataclass(frozen=True)
class MoveFeatures:
    """The features of a move.

    `path` has the squares that the cube touches, its start included unless it enters. `costs` has
    the cost of each step, that of entering included. `covers` is the owner of the cube that it
    lands on, `uncovers` the owner of the cube that it uncovers; either is "" if there is no such
    cube.
    """

    move: str
    path: tuple[str, ...]
    costs: tuple[int, ...]
    covers: str
    uncovers: str

    @property
    def enters(self) -> bool:
        return self.move.startswith("+")

    def to_json(self) -> dict[str, Any]:
        return {
            "move": self.move,
            "way": list(self.path),
            "costs": list(self.costs),
            "covers": self.covers,
            "uncovers": self.uncovers,
        }


def move_features(position: Position, die: int, variant: str = "S") -> list[MoveFeatures]:
    """Return the features of every move worth `die`, in the order of `Position.moves()`."""
    return [features(position, move, die, variant) for move in position.moves(die, variant)]


def features(position: Position, move: str, die: int, variant: str = "S") -> MoveFeatures:
    """Return the features of a legal move. Of several paths worth the roll, it takes one over the
    fewest squares."""
    source, end = move[:-2], move[-2:]
    levels = dict(zip(SQUARES, position.levels, strict=True))
    if source != "+":
        levels[source] -= 1
    found = min(_paths_of_move(levels, source, end, die, variant), key=lambda path: len(path[0]))
    stack = position.stacks[SQUARES.index(end)]
    if source == end:  # only in variant R can a cube end where it began
        stack = stack[:-1]
    below = "" if source == "+" else position.stacks[SQUARES.index(source)][:-1]
    return MoveFeatures(move, *found, stack[-1:], "" if source == end else below[-1:])


_Path = tuple[tuple[str, ...], tuple[int, ...]]


def _paths_of_move(
    levels: dict[str, int], source: str, end: str, die: int, variant: str
) -> Iterator[_Path]:
    if source != "+":
        yield from _extend_path(levels, ((source,), ()), end, die, variant)
        return
    for entry in ENTRIES:
        cost = 1 if variant == "F" else 1 + levels[entry]
        if cost <= die and not (variant == "E" and levels[entry]):
            yield from _extend_path(levels, ((entry,), (cost,)), end, die - cost, variant)


def _extend_path(
    levels: dict[str, int], path: _Path, end: str, left: int, variant: str
) -> Iterator[_Path]:
    """Yield the paths that extend one by steps worth exactly `left` and end on `end`."""
    squares, costs = path
    if not left:
        if squares[-1] == end:
            yield path
        return
    here = squares[-1]
    for there in SQUARES:
        if abs(ord(here[0]) - ord(there[0])) + abs(int(here[1]) - int(there[1])) != 1:
            continue
        cost = 1 + abs(levels[here] - levels[there])
        is_back = there in squares if variant != "R" else there in squares[-2:-1]
        if cost <= left and not is_back:
            longer = (*squares, there), (*costs, cost)
            yield from _extend_path(levels, longer, end, left - cost, variant)


def _with_squares_between(squares: Sequence[str]) -> str:
    """Return the last square, with those before it: `b2`, or `b2 over a1, b1`."""
    *others, last = squares
    return f"{last} over {', '.join(others)}" if others else last


def describe(features: MoveFeatures, side: str) -> str:
    """Describe a move of `side`: `enters on b1, walks on to a1, covers B`."""
    first, *rest = features.path
    if features.enters:
        parts = [
            f"enters on {first}" + (f", walks on to {_with_squares_between(rest)}" if rest else "")
        ]
    else:
        parts = [f"goes from {first} to {_with_squares_between(rest)}"]
    if features.covers:
        parts.append(f"covers {'its own cube' if features.covers == side else features.covers}")
    if features.uncovers:
        parts.append(f"frees {'its own cube' if features.uncovers == side else features.uncovers}")
    return ", ".join(parts)
