"""Typed parts of a turn: each returns a new partial turn.

Raises NotationError for unreadable text, and NumberdropError for choices that aren't offered;
illegal choices are found when the turn is set.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ..errors import NotationError, NumberdropError, shown
from ..notation import parse_cells
from ..rules import COLUMNS, LETTERS
from ..sessions import PartialTurn, Pose, TurnOptions
from ..turn import Drop
from ..typed import read_turn

_NUMBER = re.compile(r"\d{1,3}")
_CELL = re.compile(rf"[{COLUMNS}](?:1[0-4]|[1-9])", re.IGNORECASE)


def slid(now: TurnOptions, text: str) -> PartialTurn:
    """Parse `A` or `A B`: the free slide, and the star's. Choices that depend on a changed slide
    are taken back."""
    letters = tuple(re.sub(r"[\s,]+|and", "", text).upper())
    if not letters or not set(letters) <= set(LETTERS):
        raise NotationError(f"slide: expected a letter A to E, or two, got {shown(text)}")
    before = now.partial.slides
    if len(letters) == 1 and now.needs == "slide":
        return replace(now.partial, slides=(*before, *letters))
    if letters == before:
        return now.partial
    return PartialTurn(slides=letters)


def dropped(now: TurnOptions, text: str) -> PartialTurn:
    """Parse a number of the list, or cells."""
    if not now.pending_drop:
        raise NumberdropError("drop: no X shape falls now")
    pose = _chosen(text, now.pending_drop.poses, "drop")
    return replace(now.partial, drops=(*now.partial.drops, Drop(now.pending_drop.tile, pose.cells)))


def placed(now: TurnOptions, text: str) -> PartialTurn:
    """Parse a number of the list, or cells, and after them optional digits."""
    first, _, digits = text.strip().partition(" ")
    rest = digits.strip()
    if rest and not re.fullmatch(r"[\d\s*]+", rest):  # cells with blanks between
        first, rest = text, ""
    pose = _chosen(first, own_poses(now), "place")
    chosen = replace(now.partial, cells=pose.cells, digits=(), claim=None)
    if not rest:
        return chosen
    return replace(chosen, digits=_digits(rest, len(pose.cells)))


def with_digits(now: TurnOptions, text: str) -> PartialTurn:
    """Parse digits along the cells in reading order."""
    cells = now.partial.cells
    if not cells:
        raise NumberdropError("digits: place the shape first")
    return replace(now.partial, digits=_digits(text, len(cells)), claim=None)


def claimed(now: TurnOptions, text: str) -> PartialTurn:
    """Parse a number of the list, cells, or `none`."""
    bare = text.strip().lower()
    if bare in ("none", "nothing", "-"):
        return replace(now.partial, claim=None)
    if _NUMBER.fullmatch(bare):
        if not 1 <= int(bare) <= len(now.claims):
            raise NumberdropError(f"claim: expected 1 to {len(now.claims)}, got {bare}")
        return replace(now.partial, claim=now.claims[int(bare) - 1].claim.cells)
    return replace(now.partial, claim=cells_in(bare, "claim"))


def typed_turn(now: TurnOptions, text: str) -> PartialTurn:
    """Parse a turn as typed.read_turn() does; missing slides and drops are those already chosen."""
    chosen, turn = now.partial, read_turn(_with_slides(now, text), now.variant.dice, now.roll)
    if turn.roll.in_order() != now.roll.in_order():
        raise NumberdropError(f"expected the roll {now.roll}, got {turn.roll}")
    typed = PartialTurn.of_turn(turn)
    if typed.slides == chosen.slides and not typed.drops:
        typed = replace(typed, drops=chosen.drops)
    return typed


def _with_slides(now: TurnOptions, text: str) -> str:
    """Insert the chosen slides into a text that has only a placement."""
    is_place_alone = re.match(r"\s*(?:place\b\s*:?)?\s*[a-g]\d{1,2}\s*=", text, re.IGNORECASE)
    return f"{','.join(now.partial.slides)} {text}" if is_place_alone else text


def own_poses(now: TurnOptions) -> tuple[Pose, ...]:
    """Return the numbered poses of the own shape, for all shapes of the roll."""
    return tuple(pose for found in now.poses.values() for pose in found)


def listed(poses: Sequence[Pose], text: str) -> list[tuple[int, Pose]]:
    """Return the numbered poses that a text asks for: a column, a cell, a shape; all for an empty
    one."""
    numbered = list(enumerate(poses, 1))
    bare = text.strip().lower()
    if not bare:
        return numbered
    if bare in set(COLUMNS):
        return [item for item in numbered if item[1].column == bare]
    if _CELL.fullmatch(bare):
        return [item for item in numbered if bare in item[1].cells]
    return [item for item in numbered if item[1].shape.lower() == bare]


def is_question(text: str) -> bool:
    """Return whether a text asks for a list, and chooses nothing."""
    bare = text.strip()
    return (len(bare) < 2 and not bare.isdigit()) or _CELL.fullmatch(bare) is not None


def cells_in(text: str, where: str) -> tuple[str, ...]:
    """Parse cells with anything between them. Raises NotationError for anything else."""
    bare = re.sub(r"[\s,!]+", "", text.lower())
    return tuple(parse_cells(bare, where))


def _chosen(text: str, poses: Sequence[Pose], where: str) -> Pose:
    bare = text.strip()
    if _NUMBER.fullmatch(bare):
        if not 1 <= int(bare) <= len(poses):
            raise NumberdropError(f"{where}: expected 1 to {len(poses)}, got {bare}")
        return poses[int(bare) - 1]
    cells = set(cells_in(bare, where))
    for pose in poses:
        if set(pose.cells) == cells:
            return pose
    raise NumberdropError(f"{where}: no shape can land on {' '.join(sorted(cells))}")


def _digits(text: str, count: int) -> tuple[int, ...]:
    bare = re.sub(r"[\s,]+", "", text)
    if not re.fullmatch(rf"[0-9]{{{count}}}", bare):
        raise NotationError(f"digits: expected {count} digits, such as 6155, got {shown(text)}")
    return tuple(map(int, bare))
