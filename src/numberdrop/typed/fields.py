"""Parsing of the typed fields of a position, and defaults for those left out."""

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
from .cells import used_symbol
from .tiles import read_tiles

#: A named field: the name, an optional colon, and the text.
WORD: Final = re.compile(
    r"(identical|consecutive|bonus|boxes|tiles?(?: *A *(?:-|to) *E)?|turn|variant|rules)\b"
    r"\s*([:=]?)\s*(.*)",
    re.IGNORECASE,
)
#: The start of the name of a variant on a line of its own.
VARIANT: Final = re.compile(r"(?:bga|rulebook)\b", re.IGNORECASE)
_BOXES = re.compile(r"(?<!\S)(?:boxes\b\W?\s*)?([-\d,]*:[-\d,]*:[-\d]*)(?!\S)", re.IGNORECASE)
_TURN = re.compile(r"(?<!\S)(?:(?:turn|t|no)\b[\s:.=]*|#\s*)?(\d{1,3})$", re.IGNORECASE)
_TILES = re.compile(r"tiles\b\W*", re.IGNORECASE)
_USED = [used_symbol(str(digit)) for digit in range(10)]


@dataclass
class Fields:
    """The fields of a position other than the grid, as typed; None for each one left out."""

    boxes: str | None = None
    tiles: str | None = None
    turn: str | None = None


def split_fields(text: str) -> Fields:
    """Split text without a grid into its fields: any of them, in any order."""
    found, rest = Fields(), text.strip(" ,;")
    if boxes := _BOXES.search(rest):
        found.boxes = boxes[1]
        rest = f"{rest[: boxes.start()]} {rest[boxes.end() :]}".strip(" ,;")
    if turn := _TURN.search(rest):
        found.turn = turn[1]
        rest = rest[: turn.start()].strip(" ,;")
    found.tiles = _TILES.sub("", rest) or None
    return found


def complete_position(grid: str, fields: Fields) -> Position:
    """Build the position of a GRID and its fields, filling in the fields that follow from the grid.

    If no digit is used, no box is filled. The turn follows from the number of digits, as each turn
    writes four. Raises NotationError, or MultipleFaults with everything that is missing or wrong.
    """
    faults: list[str] = []
    used = sum(map(grid.count, _USED))
    written = used + sum(symbol.isdigit() for symbol in grid)
    boxes = "-:-:-" if fields.boxes is None else read_boxes(fields.boxes)
    if fields.boxes is None and used:
        faults.append(
            coded_message(
                "boxes.missing",
                "boxes: expected the boxes of the {used}, such as 34:3:-, got none",
                n=used,
                used=count_noun(used, "used digit"),
            )
        )
    tiles, turn = "", fields.turn
    if fields.tiles is None:
        faults.append(
            coded_message(
                "tiles.missing",
                "tiles: expected the tiles on A to E, such as I1 O T4 L0 S2, got none",
            )
        )
    else:
        try:
            tiles = read_tiles(fields.tiles, _circled(boxes), is_begun=written > 1)
        except NotationError as error:
            faults.append(error.sentence)
    if turn is None and (tiles or written % 4 != 1):
        turn = _infer_turn(grid, written, tiles)
        if turn is None:
            fault = (
                coded_message(
                    "turn.odd_digits",
                    "turn: expected a number, as {digits} aren't one plus four per turn, got none",
                    n=written,
                    digits=count_noun(written, "digit"),
                )
                if written % 4 != 1
                else coded_message(
                    "turn.missing",
                    "turn: expected a number, which {digits} don't determine, got none",
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
    """Return the letters whose two boxes are both filled."""
    identical, consecutive, *_ = [*boxes.split(":"), ""]
    return {
        letter
        for letter, size in zip(LETTERS, map(str, SIZES), strict=True)
        if size in identical and size in consecutive
    }


def _infer_turn(grid: str, written: int, tiles: str) -> str | None:
    """Return the number of the turn if it follows from the number of digits, else None.

    A sheet has one digit plus four for each turn. A turn writes none if the shape had no room, or
    if a block fell in a multiplayer game.
    """
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
