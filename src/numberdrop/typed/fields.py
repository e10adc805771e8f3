"""The fields of a position as people write them, and what may be left out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from .. import _core
from ..errors import MultipleFaults, NotationError, coded_message
from ..plurals import count_noun
from ..position import Position
from ..rules import LETTERS, SIZES
from .boxes import read_boxes
from .cells import used
from .tiles import read_tiles

#: A field with its name before it: the name, a colon or none, and the text.
WORD: Final = re.compile(
    r"(identical|consecutive|bonus|boxes|tiles?(?: *A *(?:-|to) *E)?|turn|variant|rules)\b"
    r"\s*([:=]?)\s*(.*)",
    re.IGNORECASE,
)
#: What the name of a variant begins with, where people write it in a line of its own.
VARIANT: Final = re.compile(r"(?:bga|rulebook)\b", re.IGNORECASE)
_BOXES = re.compile(r"(?<!\S)(?:boxes\b\W?\s*)?([-\d,]*:[-\d,]*:[-\d]*)(?!\S)", re.IGNORECASE)
_TURN = re.compile(r"(?<!\S)(?:(?:turn|t|no)\b[\s:.=]*|#\s*)?(\d{1,3})$", re.IGNORECASE)
_TILES = re.compile(r"tiles\b\W*", re.IGNORECASE)
_USED = [used(str(digit)) for digit in range(10)]


@dataclass
class Fields:
    """The fields beside a grid as a person wrote them; None for one that is left out."""

    boxes: str | None = None
    tiles: str | None = None
    turn: str | None = None


def sorted_out(text: str) -> Fields:
    """The fields that a text without a grid has, any of them and in any order."""
    found, rest = Fields(), text.strip(" ,;")
    if boxes := _BOXES.search(rest):
        found.boxes = boxes[1]
        rest = f"{rest[: boxes.start()]} {rest[boxes.end() :]}".strip(" ,;")
    if turn := _TURN.search(rest):
        found.turn = turn[1]
        rest = rest[: turn.start()].strip(" ,;")
    found.tiles = _TILES.sub("", rest, count=1) or None
    return found


def filled_in(grid: str, fields: Fields) -> Position:
    """The position of a GRID and fields, with what is left out where that is certain: no box where
    no digit is used, and the turn, as each before it has written four digits.

    NotationError, or MultipleFaults with everything that is missing or wrong.
    """
    faults: list[str] = []
    taken = sum(map(grid.count, _USED))
    written = taken + sum(symbol.isdigit() for symbol in grid)
    boxes = "-:-:-" if fields.boxes is None else read_boxes(fields.boxes)
    if fields.boxes is None and taken:
        faults.append(
            coded_message(
                "boxes.missing",
                "boxes: expected those of the {used}, such as 34:3:-, got none",
                n=taken,
                used=count_noun(taken, "used digit"),
            )
        )
    tiles, turn = "", fields.turn
    if fields.tiles is None:
        faults.append(
            coded_message(
                "tiles.missing", "tiles: expected those on A to E, such as I1 O T4 L0 S2, got none"
            )
        )
    else:
        try:
            tiles = read_tiles(fields.tiles, _circled(boxes), is_begun=written > 1)
        except NotationError as error:
            faults.append(error.sentence)
    if turn is None and (tiles or written % 4 != 1):
        turn = _turn(grid, written, tiles)
        if turn is None:
            fault = (
                coded_message(
                    "turn.odd_digits",
                    "turn: expected its number, as {digits} aren't one and four a turn, got none",
                    n=written,
                    digits=count_noun(written, "digit"),
                )
                if written % 4 != 1
                else coded_message(
                    "turn.missing",
                    "turn: expected its number, which {digits} can't tell, got none",
                    n=written,
                    digits=count_noun(written, "digit"),
                )
            )
            faults.append(fault)
    if faults:
        raise MultipleFaults(faults)
    number = (turn or "").lstrip("0") or turn
    return Position.from_text(f"{grid} {boxes} {tiles} {number}")


def _circled(boxes: str) -> set[str]:
    """The letters with both boxes filled."""
    identical, consecutive, *_ = [*boxes.split(":"), ""]
    return {
        letter
        for letter, size in zip(LETTERS, map(str, SIZES), strict=True)
        if size in identical and size in consecutive
    }


def _turn(grid: str, written: int, tiles: str) -> str | None:
    """The number of the turn where the digits tell it: a sheet has one, and four for each turn in
    which there was room for a shape, and in a game of several players no block fell."""
    turns, odd = divmod(written - 1, 4)
    past = "".join(grid.split("/")[: -_core.LINE])
    if not written:
        return "1"
    if odd or "X" in past:
        return None
    is_solo = Position.from_text(f"- -:-:- {tiles} 1").is_solo
    if not is_solo and (tiles == "-" or "x" in tiles):
        return None
    return str(turns + 1)
