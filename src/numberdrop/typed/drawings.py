"""Drawings of a sheet, as the program makes them and as people do (formats.md, Drawing)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..errors import MultipleFaults, NotationError, as_text, at_place, coded_message, shown
from ..position import Position
from ..rules import LETTERS, Variant
from .boxes import SIZES_OF, read_sizes
from .faults import at_line, said_twice
from .fields import VARIANT, WORD, Fields, filled_in, sorted_out
from .rows import Note, find_rows, has_bars, is_surely_row
from .signs import plain, unquoted
from .tiles import is_tiles, read_tile
from .variants import read_variant

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_HEAD = re.compile(r"([\w+-]+), turn (\d+)", re.IGNORECASE)
_MOST_FAULTS = 8
#: More of a line is never looked at: no row and no field is as long.
_LONGEST_LINE = 300


def is_drawing(text: str) -> bool:
    """True for a text that draws a sheet row by row, well formed or not; False for a position in
    one line, and for anything else."""
    lines = _lines(text)
    filled = [line for line in lines if line.strip()]
    return has_bars(lines) or (len(filled) > 1 and any(map(is_surely_row, filled)))


def read_drawing(text: str) -> tuple[Position, Variant | None]:
    """The position that a drawing shows, and the variant if it names one.

    Cells that are marked as written, claimed or fallen now are read as what they have become;
    upper rows, and fields that filled_in() can tell, may be left out. MultipleFaults, with all that
    can't
    be read, by rows as the person numbered them and by lines; NotationError if there is no such
    sheet.
    """
    found = find_rows(_lines(as_text(text, "drawing")))
    rows = []
    for row in found.rows:
        try:
            rows.append(row.symbols())
        except NotationError as error:
            found.faults.append(error.sentence)
    beside = _Beside(found.has_bars)
    for note in found.notes:
        try:
            if not beside.took(note) and not found.has_bars:
                found.faults.append(
                    at_place(
                        at_line(note.line),
                        coded_message(
                            "note.strange",
                            "expected a row, boxes, tiles or the turn, got {got}",
                            got=shown(note.text),
                        ),
                    )
                )
        except NotationError as error:
            if note.is_within:
                found.faults.append(at_place(at_line(note.line), error.sentence))
    if found.faults:
        more = len(found.faults) - _MOST_FAULTS
        raise MultipleFaults(
            found.faults[:_MOST_FAULTS]
            + ([coded_message("drawing.more", "and {more} more", more=more)] if more > 0 else [])
        )
    return filled_in("/".join(rows) or "-", beside.fields()), beside.variant


def _lines(text: str) -> list[str]:
    lines = unquoted(plain(_COLOUR.sub("", text), "drawing").splitlines())
    return [line[:_LONGEST_LINE] for line in lines]


@dataclass(slots=True)
class _Beside:
    """What the notes of a drawing have said so far."""

    has_bars: bool
    variant: Variant | None = None
    stated: dict[str, str] = field(default_factory=dict)
    has_head: bool = False

    def fields(self) -> Fields:
        """The fields, those left out None. A sheet that names variant and turn as the program does
        shows its tiles, if it has any."""
        boxes = self.stated.get("boxes")
        if boxes is None and any(kind in self.stated for kind in SIZES_OF):
            boxes = ":".join(self.stated.get(kind, "-") for kind in SIZES_OF)
        letters = [self.stated.get(letter) for letter in LETTERS]
        tiles = self.stated.get("tiles", "-" if self.has_head else None)
        if any(letters):
            tiles = ",".join(tile or "" for tile in letters)
        return Fields(boxes, tiles, self.stated.get("turn"))

    def took(self, note: Note) -> bool:
        """Takes what a note says of the sheet; False if it says nothing. NotationError if it can't
        be read, or was said before."""
        if head := _HEAD.fullmatch(note.text):
            self._name(head[1])
            self._keep("turn", head[2])
            self.has_head = True
        elif word := WORD.fullmatch(note.text):
            return self._took_word(*word.groups(), is_within=note.is_within)
        elif not note.is_within:
            return False
        elif tile := read_tile(note.text):
            self._keep(*tile)
        else:
            return self._took_fields(note.text)
        return True

    def _took_word(self, word: str, colon: str, text: str, *, is_within: bool) -> bool:
        if not (colon or is_within):
            return False
        key = word.lower()
        if key in SIZES_OF:
            if text:
                self._keep(key, read_sizes(key, text))
        elif key in ("variant", "rules"):
            if text and (colon or VARIANT.search(text)):
                self._name(text)
        elif key == "turn":
            if text and not text.isdecimal():
                if not colon:
                    return False
                raise NotationError.coded(
                    "turn.number", "turn: expected its number, got {got}", got=shown(text)
                )
            if text:
                self._keep("turn", text)
        elif text:
            self._keep("boxes" if key == "boxes" else "tiles", text)
        return True

    def _took_fields(self, text: str) -> bool:
        """Fields without a word before them, and the name of a variant."""
        if VARIANT.match(text):
            self._name(text)
            return True
        fields = sorted_out(text)
        is_turn = bool(re.fullmatch(r"\d{1,2}", text)) and not self.has_bars
        if not (fields.boxes or is_turn or fields.tiles):
            return False
        if fields.tiles and not is_tiles(fields.tiles):
            return False
        for what in ("boxes", "tiles", "turn"):
            if value := getattr(fields, what):
                self._keep(what, value)
        return True

    def _keep(self, what: str, text: str) -> None:
        if what in self.stated:
            where = coded_message("tile", "tile {letter}", letter=what) if what in LETTERS else what
            raise said_twice(where, self.stated[what], text)
        self.stated[what] = text

    def _name(self, text: str) -> None:
        variant = read_variant(text)
        self._keep("variant", str(variant))
        self.variant = variant
