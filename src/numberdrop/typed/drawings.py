"""Drawings of a sheet, by the program or by people (formats.md, Drawing)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..errors import MultipleFaults, NotationError, as_text, at_place, coded_message, shown
from ..position import Position
from ..rules import LETTERS, Variant
from .boxes import SIZES_OF, read_sizes
from .characters import normalise, strip_quote_marks
from .faults import at_line, given_twice
from .fields import VARIANT, WORD, Fields, complete_position, split_fields
from .rows import Note, find_rows, has_bars, is_surely_row
from .tiles import is_tiles, read_tile
from .variants import read_variant

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_HEAD = re.compile(r"([\w+-]+), turn (\d+)", re.IGNORECASE)
_MOST_FAULTS = 8
#: Anything beyond this length of a line is ignored: no row and no field is as long.
_LONGEST_LINE = 300


def is_drawing(text: str) -> bool:
    """Return whether a text draws a sheet row by row, well formed or not. A position in one line is
    not a drawing."""
    lines = _lines(text)
    filled = [line for line in lines if line.strip()]
    return has_bars(lines) or (len(filled) > 1 and any(map(is_surely_row, filled)))


def read_drawing(text: str) -> tuple[Position, Variant | None]:
    """Parse a drawing. Return its position, and the variant if it names one.

    Cells marked as written, claimed or fallen now are read as what they have become. Upper rows may
    be left out, and fields that complete_position() can derive. Raises MultipleFaults with all
    errors, by the row numbers of the drawing and by lines, and NotationError if no sheet can look
    like this.
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
    return complete_position("/".join(rows) or "-", beside.fields()), beside.variant


def _lines(text: str) -> list[str]:
    lines = strip_quote_marks(normalise(_COLOUR.sub("", text), "drawing").splitlines())
    return [line[:_LONGEST_LINE] for line in lines]


@dataclass(slots=True)
class _Beside:
    """The fields found in the notes of a drawing so far."""

    has_bars: bool
    variant: Variant | None = None
    stated: dict[str, str] = field(default_factory=dict)
    has_head: bool = False

    def fields(self) -> Fields:
        """The fields, with None for missing ones. A sheet that names variant and turn as the
        program does shows its tiles, if it has any."""
        boxes = self.stated.get("boxes")
        if boxes is None and any(kind in self.stated for kind in SIZES_OF):
            boxes = ":".join(self.stated.get(kind, "-") for kind in SIZES_OF)
        letters = [self.stated.get(letter) for letter in LETTERS]
        tiles = self.stated.get("tiles", "-" if self.has_head else None)
        if any(letters):
            tiles = ",".join(tile or "" for tile in letters)
        return Fields(boxes, tiles, self.stated.get("turn"))

    def took(self, note: Note) -> bool:
        """Read a note about the sheet. Return False if it isn't one. Raises NotationError if it
        can't be read, or repeats a field."""
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
        """Read fields without a word before them, and the name of a variant. Return whether there
        were any."""
        if VARIANT.match(text):
            self._name(text)
            return True
        fields = split_fields(text)
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
            raise given_twice(where, self.stated[what], text)
        self.stated[what] = text

    def _name(self, text: str) -> None:
        variant = read_variant(text)
        self._keep("variant", str(variant))
        self.variant = variant
