"""Lenient parsers for positions, moves and records that people type."""

from __future__ import annotations

import re

from .position import Position
from .record import Game, replay
from .rules import SQUARES

#: The characters of a field of a position, in any case.
_OF_POSITIONS = re.compile(r"[a-dx0-9.,/-]*", re.IGNORECASE)


def read_position(text: str) -> Position:
    """Parse a position in any case, with any spaces between fields and around commas. An empty
    stack is `-`, `.`, `0` or nothing; `start` is the start of a game of two, `start 3` of three,
    and `start docker` of three with Docker's deal.
    Raises NotationError as `Position.from_text()` does."""
    words = text.strip().casefold()
    if words in ("start", "start 2", "start 3", "start 4"):
        return Position.start(int(words[6:] or 2))
    if words == "start docker":
        return Position.start(3, "docker")
    fields = [
        # An invalid field stays as typed, for the error message.
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
    """Parse a move in any case, with or without separators between its squares. A single square is
    the end of a cube that enters. Returns "" if `text` is not a move."""
    squares = re.sub(r"[^a-c1-3+]", "", text.strip().casefold())
    found = re.fullmatch(r"(?:\+|([a-c][1-3]))?([a-c][1-3])", squares)
    rest = re.sub(r"[a-c][1-3]|[-+ >:x]|to|enter", "", text.strip().casefold())
    if not found or rest or found[2] not in SQUARES:
        return ""
    return (found[1] or "+") + found[2]


def read_game(text: str) -> Game:
    """Parse a record with any spaces and line ends between its parts. Raises IllegalMove as
    `replay()` does."""
    return replay(" ".join(text.split()))
