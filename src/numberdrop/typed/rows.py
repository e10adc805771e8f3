"""The rows of a drawing, and the notes next to them.

A drawing has either rows with bars, or bare rows and nothing else but the fields of a sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from ..errors import NotationError, Sentence, at_place, coded_message, shown
from ..rules import COLUMN_COUNT, COLUMNS, ROW_COUNT
from .cells import count_cells, looks_like_row, read_cells, read_row
from .faults import at_line
from .fields import VARIANT, WORD, split_fields
from .tiles import is_tiles, read_tile

_BAR = re.compile(r"[|│┃║]")
_BARRED = re.compile(r"\s*(\d{1,2})?\s*[.:)]?\s*[|│┃║](.*)")
_FRAME = re.compile(
    r"\s*[+|│╭╰╞├└┌╔╚╠]?(?:[-─═=┼┬┴+| ]*GAME OVER[-─═=┼┬┴+| ]*|[-─═=┼┬┴+]{7,}"
    r"|(?:[+|├└┌┼┬┴][-─═:]+){3,})[|+│╮╯╡┤┘┐╗╝╣]?(?=\s|$)",
    re.IGNORECASE,
)
_COLUMN_NAMES = re.compile(r"[\s|│]*".join(["", *COLUMNS]) + r"[\s|│]*(?=\s|$)", re.IGNORECASE)
#: A roll isn't part of a sheet, and must not be taken for a short row.
_ROLL = re.compile(r"(?:[1-7*] ?){4}[IOTLSJZ*]", re.IGNORECASE)
_NUMBERED = re.compile(r"\s*(\d{1,2})(?:\s*[.:)]\s*|\s+)(\S.*)")
_SURELY_NUMBERED = re.compile(r"\s*\d{1,2}\s*[:)]")
_WORTH = re.compile(r"\s*[+-]\d+(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Row:
    """A row as typed: its line, its number if one is given, and its cells.

    `split_cells` are the cells if bars separate them; otherwise `cells` is the text of the row.
    `is_closed` is True if a bar follows the last cell.
    """

    line: int
    number: int | None
    cells: str
    split_cells: tuple[str, ...] = ()
    is_closed: bool = False

    @property
    def place(self) -> str:
        """The place of the row, for messages."""
        if self.number is None:
            return at_line(self.line)
        return coded_message("row", "row {row} (line {line})", row=self.number, line=self.line)

    @property
    def is_empty(self) -> bool:
        """Whether no cell is written."""
        return not "".join(self.split_cells or self.cells).strip(" .·•∙⋅_-")

    def symbols(self) -> str:
        """Return the seven symbols. Raises NotationError, naming the row, for other counts."""
        try:
            if len(self.split_cells) == COLUMN_COUNT:
                return read_cells(self.split_cells)
            if self.split_cells:
                raise NotationError.coded(
                    "row.parted",
                    "expected {expected} cells, got {count}",
                    expected=COLUMN_COUNT,
                    count=len(self.split_cells),
                )
            if not self.cells.strip():
                return "." * COLUMN_COUNT
            return read_row(self.cells, is_closed=self.is_closed)
        except NotationError as error:
            raise NotationError(at_place(self.place, error.sentence)) from None


@dataclass(frozen=True, slots=True)
class Note:
    """Text next to a row, or on a line of its own.

    `is_within` is False above the rows of a drawing with bars.
    """

    line: int
    text: str
    is_within: bool = True


@dataclass(slots=True)
class ParsedRows:
    """The rows of a drawing from the top down, its notes, and its faults so far."""

    rows: list[Row] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    has_bars: bool = False


def has_bars(lines: Iterable[str]) -> bool:
    """Return whether any of these lines is a row with a bar."""
    return any(_is_row_with_bars(line) for line in lines)


def find_rows(lines: Sequence[str]) -> ParsedRows:
    """Find the rows and notes in the lines of a drawing.

    The faults in the result concern the order of the rows. Raises NotationError if there are no
    rows.
    """
    found = _with_bars(lines) if has_bars(lines) else _without_bars(lines)
    if not found.rows:
        got = shown(found.notes[0].text) if found.notes else "none"
        raise NotationError.coded(
            "rows.expected",
            "expected rows of {expected} cells, one row per line, got {came}",
            expected=COLUMN_COUNT,
            came=got,
        )
    _order_rows(found)
    return found


def is_surely_row(line: str) -> bool:
    """Return whether a line is a well-formed row without bars, with used digits in small letters.

    Capitals would make it a line of a typed game.
    """
    numbered = _NUMBERED.fullmatch(line)
    for one in (line, numbered[2] if numbered else line):
        if re.search("[A-WYZ]", one):
            continue
        try:
            read_row(one)
        except NotationError:
            continue
        if _is_row(one):  # the slowest check comes last, since a text may have very many lines
            return True
    return False


def _is_row(line: str) -> bool:
    """Return whether a line is a row without bars, well formed or not."""
    bare = line.strip()
    others = (_COLUMN_NAMES.fullmatch(line), _FRAME.match(line), _ROLL.fullmatch(bare))
    if any(others) or _is_note(bare):
        return False
    for between in ",;\t":
        parts = line.split(between)
        if len(parts) == COLUMN_COUNT and max(len(part.strip()) for part in parts) <= 3:
            return True
    if len(bare) < 3:
        return False
    fields = split_fields(bare)
    if fields.boxes or (fields.tiles and is_tiles(fields.tiles)):
        return False
    return all(count_cells(part) or looks_like_row(part) for part in bare.strip("/ ").split("/"))


def _is_note(line: str) -> bool:
    """Return whether a line is a comment, or a field with its name or letter."""
    if line.startswith(("#", "//")) and not count_cells(line):
        return True
    try:
        return bool(WORD.fullmatch(line) or VARIANT.match(line) or read_tile(line))
    except NotationError:
        return True


def _is_row_with_bars(line: str) -> bool:
    return bool(_BARRED.match(line) and not _FRAME.match(line) and not _COLUMN_NAMES.match(line))


def _with_bars(lines: Sequence[str]) -> ParsedRows:
    found = ParsedRows(has_bars=True)
    barred = [place for place, line in enumerate(lines, 1) if _is_row_with_bars(line)]
    in_bars = {*barred}
    for number, line in enumerate(lines, 1):
        if number in in_bars:
            _add_barred(found, number, line)
            continue
        other = _FRAME.match(line) or _COLUMN_NAMES.match(line)
        text = (line[other.end() :] if other else line).strip()
        if text and not text.startswith(("#", "//")):
            is_between = barred[0] < number < barred[-1] and not _is_note(text)
            if not other and (is_between or is_surely_row(line)):
                found.faults.append(
                    at_place(
                        at_line(number),
                        coded_message(
                            "row.expected",
                            "expected a row such as 2 |6533..1, got {got}",
                            got=shown(text),
                        ),
                    )
                )
            else:
                found.notes.append(Note(number, text, bool(other) or number > barred[0]))
    return found


def _add_barred(found: ParsedRows, number: int, line: str) -> None:
    matched = _BARRED.match(line)
    assert matched
    cells, *others = _BAR.split(matched[2])
    split_cells: tuple[str, ...] = ()
    if len(others) > 1:
        split_cells = (cells, *others[:-1])
        if len(others) == COLUMN_COUNT - 1:  # no bar after the last cell
            split_cells = (cells, *others)
            others = []
    if others:
        worth = _WORTH.match(others[-1])
        note = others[-1][worth.end() if worth else 0 :].strip()
        if note:
            found.notes.append(Note(number, note))
    own = int(matched[1]) if matched[1] else None
    found.rows.append(Row(number, own, cells, split_cells, bool(others)))


def _without_bars(lines: Sequence[str]) -> ParsedRows:
    found = ParsedRows()
    for number, line in enumerate(lines, 1):
        bare = line.strip()
        if _is_row(line):
            parts = bare.strip("/").split("/") if "/" in bare else [line]
            found.rows += (Row(number, None, part) for part in parts)
        elif bare and not (
            bare.startswith(("#", "//")) or _FRAME.match(line) or _COLUMN_NAMES.fullmatch(bare)
        ):
            found.notes.append(Note(number, bare))
    numbered = [_NUMBERED.match(row.cells) for row in found.rows]
    if found.rows and not all(count_cells(row.cells) == COLUMN_COUNT for row in found.rows):
        numbers = [int(one[1]) for one in numbered if one]
        up = list(range(1, len(found.rows) + 1))
        is_sure = all(_SURELY_NUMBERED.match(row.cells) for row in found.rows)
        if all(numbered) and (is_sure or numbers in (up, up[::-1])):
            found.rows = [
                replace(row, number=int(one[1]), cells=one[2])
                for row, one in zip(found.rows, numbered, strict=True)
                if one
            ]
    return found


def _order_rows(found: ParsedRows) -> None:
    """Sort the rows from the top down, number unnumbered ones, and drop empty rows at the top.

    Records a fault if a row is missing, repeated or without a number among numbered ones.
    """
    rows, numbers = found.rows, [row.number for row in found.rows]
    if all(number is None for number in numbers):
        rows = [replace(row, number=len(rows) - place) for place, row in enumerate(rows)]
    elif None in numbers:
        one = rows[numbers.index(None)]
        found.faults.append(
            at_place(
                one.place,
                coded_message("row.number", "expected a row number, as on the other rows"),
            )
        )
        return
    elif numbers[0] == 1 and len(rows) > 1:
        rows = rows[::-1]
    above = ROW_COUNT + 1
    for row in rows:
        number = row.number or 0
        if above == 1 or (number == ROW_COUNT and above <= ROW_COUNT):
            found.faults.append(
                at_place(
                    at_line(row.line),
                    coded_message("drawing.second", "expected one drawing, got a second one"),
                )
            )
            return
        if not 0 < number < above:
            most = coded_message("rows.most", "expected at most {most} rows", most=ROW_COUNT)
            fault = _row_expected(above - 1) if above <= ROW_COUNT else most
            found.faults.append(at_place(row.place, fault))
            return
        above = number
    first = next((place for place, row in enumerate(rows) if not row.is_empty), len(rows))
    found.rows = rows[first:]
    for expected, row in enumerate(reversed(found.rows), 1):
        if row.number != expected:
            found.faults.append(at_place(row.place, _row_expected(expected)))
            return


def _row_expected(number: int) -> Sentence:
    return coded_message("row.there", "expected row {row} here", row=number)
