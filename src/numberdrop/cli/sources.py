"""Positions and games as the command line takes them: typed, or from a file that holds one, a
drawing or a record."""

from __future__ import annotations

import codecs
import errno
import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

from .. import Deal, Game, NotationError, NumberdropError, Position, Roll, Variant, typed
from ..documents import LONGEST_DOCUMENT, parse_json, read_documents
from ..record import PlayedLine, load_record
from .app import UnreadableText, read, read_position, read_variant

#: No position and no puzzle's name ends so: it is a file, there or not.
_FILE_ENDS = (".json", ".jsonl", ".txt")
#: Blanks, and the mark that some systems put before text.
_BEFORE_JSON = b" \t\r\n" + codecs.BOM_UTF8


@dataclass(frozen=True, slots=True)
class Source:
    """A position, its variant, and the roll that came next where a record tells it.

    `has` says how many turns the record has, in words; it is empty where there is no record.
    """

    position: Position
    variant: Variant
    roll: Roll | None = None
    has: str = ""


def is_file(text: str) -> bool:
    """True for what names a file, there or not, and no puzzle: a day may have slashes in it."""
    if os.path.exists(text) or text.endswith(_FILE_ENDS):
        return True
    return os.sep in text and " " not in text.strip() and not re.fullmatch(r"[\d/]+", text)


def read_source(text: str, turn: int | None, seat: int | None, variant: str | None) -> Source:
    """What a POSITION|FILE says: `turn` and `seat` are of a record or a typed game, before whose
    turn it stands; without a turn, after its last one."""
    if os.path.isfile(text) or text.endswith(_FILE_ENDS):
        content = read_text(text)
        if _is_json(content) or is_typed_game(content):
            return _recorded(text, turn, seat, variant)
        asked = _written(content, variant)
    else:
        asked = Source(read_position(text), read_variant(variant or "rulebook"))
    for option, value in (("--turn", turn), ("--seat", seat)):
        if value is not None:
            raise UnreadableText(f"{option}: expected a file with a record")
    return asked


def read_record(file: str) -> Game | PlayedLine:
    """The one game of a file, or of stdin for `-`: a record, or typed turn by turn. IllegalTurn, or
    FaultyGame, if it breaks a rule."""
    records: list[Any] = []
    for _, document in documents(file):
        records += document if isinstance(document, list) else [document]
    if len(records) != 1:
        raise NotationError(f"{file}: expected one record, got {len(records)}")
    return load_record(records[0])


def read_game_on(file: str, deal: Deal, variant: Variant) -> Game:
    """The whole game on these dice that a file holds, or stdin for `-`: a record, or typed turn by
    turn, with its rolls or without. NotationError, FaultyGame or IllegalTurn where it is none."""
    from ..puzzles.submit import whole_game

    text = read_text(file)
    if _is_json(text):
        record = parse_json(text, file)
    else:
        record = typed.read_game(text, (deal, variant), file).to_record()
    return whole_game(record, deal, variant, file)


def documents(file: str) -> Iterator[tuple[str, Any]]:
    """The JSON documents of a file, or of stdin for `-`, each with its place; a game that is typed
    turn by turn is its record.

    NotationError, or FaultyGame, for what can't be read; OSError if the file can't be opened.
    """
    with _opened(file) as (opened, name):
        data = opened.peek(1).lstrip(_BEFORE_JSON)
        if data[:1] in (b"{", b"["):
            yield from read_documents(opened, name)
            return
        data = opened.read(LONGEST_DOCUMENT + 1)
        text = _decoded(data)
        if text is not None and is_typed_game(text):
            yield name, typed.read_game(text, where=name).to_record()
        else:
            yield from read_documents(io.BytesIO(data), name)


def is_typed_game(text: str) -> bool:
    """True for a text that looks like a game typed turn by turn."""
    from ..view.drawn import is_drawing

    return not is_drawing(text) and typed.is_game(text)


def read_text(file: str) -> str:
    """What a file, or stdin for `-`, holds. NotationError if it is too long, or no UTF-8."""
    with _opened(file) as (opened, name):
        data = opened.read(LONGEST_DOCUMENT + 1)
    if len(data) > LONGEST_DOCUMENT:
        raise NotationError(f"{name}: expected at most {LONGEST_DOCUMENT} bytes, got more")
    text = _decoded(data)
    if text is None:
        raise NotationError(f"{name}: expected text in UTF-8, got other bytes")
    return text


@contextmanager
def _opened(file: str) -> Iterator[tuple[io.BufferedReader, str]]:
    """A file, or stdin, and what it is called in messages."""
    if file != "-":
        with open(file, "rb") as opened:
            yield opened, file
    elif sys.stdin is None:
        raise OSError(errno.EBADF, "stdin is closed")
    else:
        yield cast(io.BufferedReader, sys.stdin.buffer), "stdin"


def _decoded(data: bytes) -> str | None:
    """The text of some bytes, in UTF-8 or, as its mark tells, in the UTF-16 that some systems'
    shells write; None for other bytes."""
    try:
        if len(data) > 2 and data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            return data.decode("utf-16")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "[")


def _written(text: str, variant: str | None) -> Source:
    from ..view.drawn import is_drawing, parse_drawing

    if not is_drawing(text):
        return Source(read_position(text), read_variant(variant or "rulebook"))
    there, drawn = read(parse_drawing, text)
    return Source(there, drawn if variant is None else read_variant(variant))


def _recorded(name: str, turn: int | None, seat: int | None, variant: str | None) -> Source:
    played = read_record(name)
    if variant is not None and read_variant(variant) != played.variant:
        raise UnreadableText(f"--variant: the record says {played.variant}, got {variant!r}")
    first = played.positions[0].turn if isinstance(played, PlayedLine) else 1
    number = first + len(played.turns) if turn is None else turn
    place = number - first
    has = f"the record has {len(played.turns)} turns"
    if first > 1:
        has += f", from turn {first} on"
    is_over = place == len(played.turns) and played.end() != "unfinished"
    if not 0 <= place <= len(played.turns) or (turn is not None and is_over):
        raise UnreadableText(f"--turn: {has}, got {number}")
    if is_over:
        raise NumberdropError(
            f"{name}: the game is over; --turn N takes the position before turn N"
        )
    roll = played.turns[place].roll if place < len(played.turns) else None
    if isinstance(played, PlayedLine):
        if seat is not None:
            raise UnreadableText("--seat: expected the record of a game, got a line")
        return Source(played.positions[place], played.variant, roll, has)
    if (seat or 1) > played.players:
        raise UnreadableText(f"--seat: the record has {played.players} players, got {seat}")
    while len(played.turns) > place:
        played.pop()
    return Source(played.positions[(seat or 1) - 1], played.variant, roll, has)
