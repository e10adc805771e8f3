"""The types of records, for type checkers: JSON objects as formats.md describes them."""

from __future__ import annotations

from typing import NotRequired, TypedDict

__all__ = [
    "DropRecord",
    "GameRecord",
    "LineRecord",
    "PartRecord",
    "ResultRecord",
    "ScoreRecord",
    "SharedTurnRecord",
    "TurnRecord",
]


class ScoreRecord(TypedDict):
    """A score in its parts, in points; `total` is their sum."""

    rows: int
    identical: int
    consecutive: int
    bonus: int
    total: int


class DropRecord(TypedDict):
    """An X shape that fell: the letter of its tile, and its cells, empty if it fits nowhere."""

    tile: str
    cells: list[str]


class TurnRecord(TypedDict):
    """A turn of a solo game."""

    roll: str
    slides: list[str]
    drops: list[DropRecord]
    place: dict[str, int] | None
    claim: list[str] | None


class PartRecord(TypedDict, total=False):
    """What a player does in a turn of several players."""

    drops: list[DropRecord]
    place: dict[str, int] | None
    claim: list[str] | None


class SharedTurnRecord(TypedDict):
    """A turn of several players, with the part of each in seat order."""

    roll: str
    parts: list[PartRecord]


class ResultRecord(TypedDict):
    """The result of a game: the totals after each turn, the last score, and why the game ended.
    With several players each is a list in seat order; `winners` are seats from 1."""

    scores: list[int] | list[list[int]]
    final: ScoreRecord | list[ScoreRecord]
    end: str
    winners: NotRequired[list[int]]


class GameRecord(TypedDict):
    """A game of 1 to 6 players. With one, `start` is a cell and the turns are TurnRecords; with
    several, `start` is a list of cells and the turns are SharedTurnRecords."""

    format: str
    version: int
    variant: str
    players: int
    names: NotRequired[list[str | None]]
    tiles: list[str]
    start: str | list[str]
    turns: list[TurnRecord] | list[SharedTurnRecord]
    result: ResultRecord


class LineRecord(TypedDict):
    """Turns of a solo game from a position on, and the score after them."""

    format: str
    version: int
    variant: str
    position: str
    turns: list[TurnRecord]
    score: int
