"""What people type: positions, moves and records, read as they write them."""

from __future__ import annotations

import re

from .position import Position
from .record import Game, replay
from .rules import SQUARES

#: A field of a position in any case.
_OF_POSITIONS = re.compile(r"[a-dx0-9.,/-]*", re.IGNORECASE)


def read_position(text: str) -> Position:
    """A position in any case, with any number of blanks between its fields and none or some beside
    its commas, empty stacks as `-`, `.`, `0` or nothing; `start` is the empty board of two players.
    NotationError as Position.from_text()."""
    words = text.strip().casefold()
    if words in ("start", "start 2", "start 3", "start 4"):
        return Position.start(int(words[6:] or 2))
    fields = [
        # What no position has is refused as it was typed.
        word.upper().replace("X", "x") if _OF_POSITIONS.fullmatch(word) else word
        for word in re.sub(r"\s*([,/])\s*", r"\1", text.strip()).split()
    ]
    if fields:
        ranks = [
            ",".join(re.sub(r"[-.0]*", "", stack) or "-" for stack in rank.split(","))
            for rank in fields[0].split("/")
        ]
        fields[0] = "/".join(ranks)
    return Position.from_text(" ".join(fields))


def read_move(text: str) -> str:
    """A move in any case, with or without signs between its squares; one square alone is where a
    cube enters. Empty for what is none."""
    squares = re.sub(r"[^a-c1-3+]", "", text.strip().casefold())
    found = re.fullmatch(r"(?:\+|([a-c][1-3]))?([a-c][1-3])", squares)
    rest = re.sub(r"[a-c][1-3]|[-+ >:x]|to|enter", "", text.strip().casefold())
    if not found or rest or found[2] not in SQUARES:
        return ""
    return (found[1] or "+") + found[2]


def read_game(text: str) -> Game:
    """A record with any blanks and line ends between its parts. IllegalMove as replay()."""
    return replay(" ".join(text.split()))
