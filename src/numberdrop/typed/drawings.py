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
_HEADING = re.compile(r"([\w+-]+), turn (\d+)", re.IGNORECASE)
_MOST_FAULTS = 8
#: Anything beyond this length of a line is ignored: no row and no field is as long.
_LONGEST_LINE = 300


def is_drawing(text: str) -> bool:
    """Return whether `text` draws a sheet row by row, well formed or not.

    A position on one line is not a drawing.
    """
    lines = _lines(text)
    filled = [line for line in lines if line.strip()]
    return has_bars(lines) or (len(filled) > 1 and any(map(is_surely_row, filled)))


def read_drawing(text: str) -> tuple[Position, Variant | None]:
    """Parse a drawing. Return its position, and the variant if it names one.

    Cells marked as written, claimed or fallen in this turn are read as they are after the turn.
    Empty upper rows, and the fields that complete_position() can fill in, are optional. Raises
    MultipleFaults with all errors, by the row numbers of the drawing or by lines, and NotationError
    if the result isn't a position.
    """
    found = find_rows(_lines(as_text(text, "drawing")))
    rows = []
    for row in found.rows:
        try:
            rows.append(row.symbols())
        except NotationError as error:
            found.faults.append(error.sentence)
    reader = _NoteReader(found.has_bars)
    for note in found.notes:
        try:
            if not reader.read(note) and not found.has_bars:
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
    return complete_position("/".join(rows) or "-", reader.fields()), reader.variant


def _lines(text: str) -> list[str]:
    lines = strip_quote_marks(normalise(_COLOUR.sub("", text), "drawing").splitlines())
    return [line[:_LONGEST_LINE] for line in lines]


@dataclass(slots=True)
class _NoteReader:
    """The fields found in the notes of a drawing so far."""

    has_bars: bool
    variant: Variant | None = None
    texts: dict[str, str] = field(default_factory=dict)
    has_heading: bool = False

    def fields(self) -> Fields:
        """Return the fields, None for each missing one.

        Under the program's own heading, a sheet without tiles really has none.
        """
        boxes = self.texts.get("boxes")
        if boxes is None and any(kind in self.texts for kind in SIZES_OF):
            boxes = ":".join(self.texts.get(kind, "-") for kind in SIZES_OF)
        letters = [self.texts.get(letter) for letter in LETTERS]
        tiles = self.texts.get("tiles", "-" if self.has_heading else None)
        if any(letters):
            tiles = ",".join(tile or "" for tile in letters)
        return Fields(boxes, tiles, self.texts.get("turn"))

    def read(self, note: Note) -> bool:
        """Read the fields in a note; return False if it has none.

        Raises NotationError if a field can't be read or is repeated.
        """
        if heading := _HEADING.fullmatch(note.text):
            self._set_variant(heading[1])
            self._set("turn", heading[2])
            self.has_heading = True
        elif word := WORD.fullmatch(note.text):
            return self._read_named(*word.groups(), is_within=note.is_within)
        elif not note.is_within:
            return False
        elif tile := read_tile(note.text):
            self._set(*tile)
        else:
            return self._read_unnamed(note.text)
        return True

    def _read_named(self, word: str, colon: str, text: str, *, is_within: bool) -> bool:
        if not (colon or is_within):
            return False
        key = word.lower()
        if key in SIZES_OF:
            if text:
                self._set(key, read_sizes(key, text))
        elif key in ("variant", "rules"):
            if text and (colon or VARIANT.search(text)):
                self._set_variant(text)
        elif key == "turn":
            if text and not text.isdecimal():
                if not colon:
                    return False
                raise NotationError.coded(
                    "turn.number", "turn: expected its number, got {got}", got=shown(text)
                )
            if text:
                self._set("turn", text)
        elif text:
            self._set("boxes" if key == "boxes" else "tiles", text)
        return True

    def _read_unnamed(self, text: str) -> bool:
        """Read fields without their names, or the name of a variant; return False if none."""
        if VARIANT.match(text):
            self._set_variant(text)
            return True
        fields = split_fields(text)
        is_turn = bool(re.fullmatch(r"\d{1,2}", text)) and not self.has_bars
        if not (fields.boxes or is_turn or fields.tiles):
            return False
        if fields.tiles and not is_tiles(fields.tiles):
            return False
        for name in ("boxes", "tiles", "turn"):
            if value := getattr(fields, name):
                self._set(name, value)
        return True

    def _set(self, name: str, text: str) -> None:
        if name in self.texts:
            where = coded_message("tile", "tile {letter}", letter=name) if name in LETTERS else name
            raise given_twice(where, self.texts[name], text)
        self.texts[name] = text

    def _set_variant(self, text: str) -> None:
        variant = read_variant(text)
        self._set("variant", str(variant))
        self.variant = variant
