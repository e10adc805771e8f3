"""Positions as the command line takes them: typed, or from a file that holds one, a drawing of one
or a record."""

from __future__ import annotations

import errno
import os
import re
import sys
from dataclasses import dataclass
from typing import Any

from .. import Game, NotationError, Position, Roll, Variant
from ..documents import LONGEST_DOCUMENT, read_documents
from ..record import PlayedLine, load_record
from .app import UnreadableText, read, read_position, read_variant

#: No position and no puzzle's name ends so: it is a file, there or not.
_FILE_ENDS = (".json", ".jsonl", ".txt")


@dataclass(frozen=True, slots=True)
class Source:
    """A position, its variant, and the roll that came next where a record tells it."""

    position: Position
    variant: Variant
    roll: Roll | None = None


def is_file(text: str) -> bool:
    """True for what names a file, there or not, and no puzzle: a day may have slashes in it."""
    if os.path.exists(text) or text.endswith(_FILE_ENDS):
        return True
    return os.sep in text and " " not in text.strip() and not re.fullmatch(r"[\d/]+", text)


def read_source(text: str, turn: int | None, seat: int, variant: str | None) -> Source:
    """What a POSITION|FILE says: `turn` and `seat` are of a record, before whose turn it stands;
    without a turn, after its last one."""
    if os.path.isfile(text) or text.endswith(_FILE_ENDS):
        content = read_text(text)
        if content.lstrip()[:1] in ("{", "["):
            return _recorded(text, turn, seat, variant)
        asked = _written(content, variant)
    else:
        asked = Source(read_position(text), read_variant(variant or "rulebook"))
    if turn is not None:
        raise UnreadableText("--turn: expected a file with a record")
    return asked


def read_record(file: str) -> Game | PlayedLine:
    """The one record of a file; IllegalTurn if it breaks a rule."""
    with open(file, "rb") as opened:
        documents = [document for _, document in read_documents(opened, file)]
    records: list[Any] = []
    for document in documents:
        records += document if isinstance(document, list) else [document]
    if len(records) != 1:
        raise NotationError(f"{file}: expected one record, got {len(records)}")
    return load_record(records[0])


def read_text(file: str) -> str:
    """What a file, or stdin for `-`, holds. NotationError if it is too long, or no UTF-8."""
    if file != "-":
        with open(file, "rb") as opened:
            data = opened.read(LONGEST_DOCUMENT + 1)
    elif sys.stdin is None:
        raise OSError(errno.EBADF, "stdin is closed")
    else:
        data = sys.stdin.buffer.read(LONGEST_DOCUMENT + 1)
    if len(data) > LONGEST_DOCUMENT:
        raise NotationError(f"{file}: expected at most {LONGEST_DOCUMENT} bytes, got more")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise NotationError(f"{file}: expected text in UTF-8, got other bytes") from None


def _written(text: str, variant: str | None) -> Source:
    from ..view.drawn import is_drawing, parse_drawing

    if not is_drawing(text):
        return Source(read_position(text), read_variant(variant or "rulebook"))
    there, drawn = read(parse_drawing, text)
    return Source(there, drawn if variant is None else read_variant(variant))


def _recorded(name: str, turn: int | None, seat: int, variant: str | None) -> Source:
    played = read_record(name)
    if variant is not None and read_variant(variant) != played.variant:
        raise UnreadableText(f"--variant: the record says {played.variant}, got {variant!r}")
    first = played.positions[0].turn if isinstance(played, PlayedLine) else 1
    number = first + len(played.turns) if turn is None else turn
    if not first <= number <= first + len(played.turns):
        raise UnreadableText(
            f"--turn: the record has the turns {first} to {first + len(played.turns) - 1}, "
            f"got {number}"
        )
    place = number - first
    roll = played.turns[place].roll if place < len(played.turns) else None
    if isinstance(played, PlayedLine):
        return Source(played.positions[place], played.variant, roll)
    if seat > played.players:
        raise UnreadableText(f"--seat: the record has {played.players} players, got {seat}")
    while len(played.turns) > place:
        played.pop()
    return Source(played.positions[seat - 1], played.variant, roll)
