"""Positions and games from the command line: typed, or in a file as text, a drawing or a record."""

from __future__ import annotations

import codecs
import errno
import io
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

from .. import (
    Deal,
    Game,
    IllegalTurn,
    NotationError,
    NumberdropError,
    Position,
    Roll,
    Variant,
    typed,
)
from ..errors import shown
from ..json_reader import LONGEST_DOCUMENT, decode_text, parse_json, read_documents, read_lines
from ..plurals import count_noun
from ..record import PlayedLine, load_record
from .app import read, read_roll, read_variant
from .streams import say
from .usage import UsageError

#: What ends like this is a file, whether it exists or not: no position or puzzle's name does.
_FILE_ENDS = (".json", ".jsonl", ".txt")
_EMPTY_FILE = "an empty file (the shell's > empties a file before it is read)"
#: Blanks and the byte-order mark.
_BEFORE_JSON = b" \t\r\n" + codecs.BOM_UTF8


@dataclass(frozen=True, slots=True)
class Source:
    """A position, its variant, and the next roll if a record has it.

    `has` says how many turns the record has; without a record it is empty. In a game of several
    players, `seats` are the positions of all, and `seat`, from 1, is the owner of this one.
    """

    position: Position
    variant: Variant
    roll: Roll | None = None
    has: str = ""
    seats: tuple[Position, ...] = ()
    seat: int = 1


def is_file(text: str) -> bool:
    """Return whether `text` names a file, existing or not, rather than a puzzle: a day may have
    slashes."""
    if os.path.exists(text) or text.endswith(_FILE_ENDS):
        return True
    if os.sep not in text or " " in text.strip() or re.fullmatch(r"[\d/]+", text):
        return False
    return not (_is_puzzle(text) or typed.has_grid(text))


def _is_puzzle(text: str) -> bool:
    """Return whether `text` can be parsed as the name of a puzzle."""
    try:
        typed.read_puzzle(text)
    except NotationError:
        return False
    return True


def read_source(
    text: str,
    variant: str | None,
    turn: int | None = None,
    seat: int | None = None,
    *,
    is_to_be_played: bool = False,
) -> Source:
    """Parse a POSITION|FILE, where `-` is stdin.

    Of a record or a typed game, the position is that of `seat` before `turn`, or after the last
    turn if `turn` is None. If a turn `is_to_be_played`, raises NumberdropError if the game is over.
    """
    if text == "-" or is_file(text):
        name, content = "stdin" if text == "-" else text, read_text(text)
        if _is_json(content) or is_typed_game(content):
            data = cast(io.BufferedReader, io.BufferedReader(io.BytesIO(content.encode())))
            played = _one_record(_documents_in(data, name), name)
            source = _recorded(played, turn, seat, variant)
            if is_to_be_played and turn is None and source.position.is_over():
                raise NumberdropError(
                    f"{name}: the game is over; --turn N takes the position before turn N"
                )
            return source
        there, drawn = _parse_position_file(content, name)
        text = content
    else:
        there, drawn = read(_parse_typed_position, text)
    for option, value in (("--turn", turn), ("--seat", seat)):
        if value is not None:
            raise UsageError(
                f"{option}: expected a file with a record, got the position {shown(str(there))}"
            )
    if str(there) != text.strip():
        say(f"position read as {there}")
    return Source(there, drawn or Variant() if variant is None else read_variant(variant))


def roll_of(asked: Source, roll: str | None) -> Roll:
    """Return the roll on the command line, or else the record's."""
    if roll is not None:
        return read_roll(roll, asked.variant)
    if asked.roll is None:
        has = f", as {asked.has}" if asked.has else ""
        raise UsageError(f"ROLL: expected one after the position, such as 156*O{has}")
    return asked.roll


def is_position(text: str) -> bool:
    """Return whether `text` is a position, well formed or not, or a file with one, typed or
    drawn."""
    if is_file(text):
        text = read_text(text)
    elif _is_puzzle(text):
        return False
    return not _is_json(text) and (typed.is_drawing(text) or typed.has_grid(text))


def read_record(file: str) -> Game | PlayedLine:
    """Read the only game of a file, or of stdin for `-`: a record, or typed turn by turn. Raises
    NumberdropError or FaultyGame if it breaks a rule."""
    return _one_record(documents(file), "stdin" if file == "-" else file)


def _one_record(found: Iterable[tuple[str, Any]], name: str) -> Game | PlayedLine:
    records: list[Any] = []
    for _, document in found:
        records += document if isinstance(document, list) else [document]
    if len(records) != 1:
        raise NotationError(f"{name}: expected one record, got {len(records)}")
    with _naming_file(name):
        return load_record(records[0])


@contextmanager
def _naming_file(name: str) -> Iterator[None]:
    """Add the name of the file to an IllegalTurn."""
    try:
        yield
    except IllegalTurn as error:
        raise NumberdropError(f"{name}: {error}") from None


def read_game_on(file: str, deal: Deal, variant: Variant) -> Game:
    """Read a whole game on these dice from a file, or from stdin for `-`.

    It is a record, or typed turn by turn, with its rolls or without. Raises NotationError,
    FaultyGame or NumberdropError if it is not such a game.
    """
    from ..puzzles.submit import whole_game

    text = read_text(file)
    if _is_json(text):
        record = parse_json(text, file)
    else:
        record = typed.read_game(text, (deal, variant), file).to_record()
    with _naming_file("stdin" if file == "-" else file):
        return whole_game(record, deal, variant, file)


def documents(file: str) -> Iterator[tuple[str, Any]]:
    """Yield the JSON documents of a file, or of stdin for `-`, each with its place. A game typed
    turn by turn is yielded as its record.

    Raises NotationError or FaultyGame for other content, and OSError if the file can't be opened.
    """
    with _opened(file) as (opened, name):
        yield from _documents_in(opened, name)


def _documents_in(opened: io.BufferedReader, name: str) -> Iterator[tuple[str, Any]]:
    data = opened.peek(1).lstrip(_BEFORE_JSON)
    if data[:1] in (b"{", b"["):
        yield from read_documents(opened, name)
        return
    data = opened.read(LONGEST_DOCUMENT + 1)
    text = decode_text(data, name) if len(data) <= LONGEST_DOCUMENT else ""
    if len(data) > LONGEST_DOCUMENT or _is_json(text):
        yield from read_documents(io.BytesIO(data), name)
    elif is_typed_game(text):
        yield name, typed.read_game(text, where=name).to_record()
    else:
        lines = text.split("\n")
        got = next((shown(line.strip()) for line in lines if line.strip()), "an empty file")
        raise NotationError(f"{name}: expected JSON, or a game typed turn by turn, got {got}")


def numbered_lines_of(file: str) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file, or of stdin for `-`, each with its number.

    Raises NotationError for a line that is too long, and OSError if the file can't be opened.
    """
    with _opened(file) as (opened, name):
        yield from read_lines(opened, name)


def is_typed_game(text: str) -> bool:
    """Return whether `text` looks like a game typed turn by turn."""
    return not typed.is_drawing(text) and typed.is_game(text)


def read_text(file: str) -> str:
    """Read the text of a file, or of stdin for `-`. Raises NotationError if it is too long or not
    UTF-8."""
    with _opened(file) as (opened, name):
        data = opened.read(LONGEST_DOCUMENT + 1)
    if len(data) > LONGEST_DOCUMENT:
        raise NotationError(f"{name}: expected at most {LONGEST_DOCUMENT} bytes, got more")
    return decode_text(data, name)


@contextmanager
def _opened(file: str) -> Iterator[tuple[io.BufferedReader, str]]:
    """Open a file, or stdin for `-`, and return it with its name for messages."""
    if file != "-":
        with open(file, "rb") as opened:
            yield opened, file
    elif sys.stdin is None:
        raise OSError(errno.EBADF, "stdin is closed")
    else:
        if sys.stdin.isatty():
            say("reading from the terminal; end with Ctrl-D on a line of its own")
        yield cast(io.BufferedReader, sys.stdin.buffer), "stdin"


def _is_json(text: str) -> bool:
    """Return whether `text` begins like JSON. A drawing may begin with a digit in brackets."""
    return re.match(r"\s*[\[{](?! ?\d ?[\]}])", text) is not None


def _parse_position(text: str) -> tuple[Position, Variant | None]:
    """Parse a position as people type it, or a drawing, with the variant that it names.

    A text of several lines is a drawing, unless its first line is a part of a grid with slashes.
    """
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("# ")]
    if typed.is_drawing(text) or (len(lines) > 1 and "/" not in lines[0]):
        return typed.read_drawing(text)
    return typed.read_position("\n".join(lines)), None


def _parse_typed_position(text: str) -> tuple[Position, Variant | None]:
    """Parse like _parse_position() a text that is not an existing file."""
    try:
        return _parse_position(text)
    except NotationError as error:
        if error.sentence.code == "position.no_grid" and len(text.split()) == 1:
            raise NotationError(f"{error}, which is not a file either") from None
        raise


def _parse_position_file(text: str, name: str) -> tuple[Position, Variant | None]:
    """Parse like _parse_position() the text of a file. Errors name the file."""
    if not text.strip():
        raise NotationError(
            f"{name}: expected a sheet, got {'nothing' if name == 'stdin' else _EMPTY_FILE}"
        )
    try:
        return _parse_position(text)
    except typed.MultipleFaults as error:
        raise typed.MultipleFaults(f"{name}: {fault}" for fault in error.faults) from None
    except NotationError as error:
        raise NotationError(f"{name}: {error}") from None


def _recorded(
    played: Game | PlayedLine, turn: int | None, seat: int | None, variant: str | None
) -> Source:
    if variant is not None and read_variant(variant) != played.variant:
        raise UsageError(f"--variant: the record says {played.variant}, got {variant!r}")
    first = played.positions[0].turn if isinstance(played, PlayedLine) else 1
    number = first + len(played.turns) if turn is None else turn
    place = number - first
    has = f"the record has {count_noun(len(played.turns), 'turn')}"
    if first > 1:
        has += f", from turn {first} on"
    is_over = place == len(played.turns) and played.end() != "unfinished"
    if not 0 <= place <= len(played.turns) or (turn is not None and is_over):
        raise UsageError(f"--turn: {has}, got {number}")
    roll = played.turns[place].roll if place < len(played.turns) else None
    if isinstance(played, PlayedLine):
        if seat is not None:
            raise UsageError("--seat: expected the record of a whole game, got a line")
        return Source(played.positions[place], played.variant, roll, has)
    if (seat or 1) > played.players:
        raise UsageError(
            f"--seat: the record has {count_noun(played.players, 'player')}, got {seat}"
        )
    while len(played.turns) > place:
        played.pop()
    seats, own = played.positions if played.players > 1 else (), seat or 1
    return Source(played.positions[own - 1], played.variant, roll, has, seats, own)
