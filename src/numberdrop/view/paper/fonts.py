"""The fonts of printed pages, in typefaces/: their bytes, and the width of text."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

#: The names of the fonts, of which a PDF embeds the used letters: regular, bold.
REGULAR: Final = "DejaVuSansCondensed"
BOLD: Final = "DejaVuSansCondensed-Bold"
#: The smallest text size, in millimetres: 6.5 points.
LEAST: Final = 6.5 * 25.4 / 72


@cache
def font_bytes(name: str) -> bytes:
    """Return the font, REGULAR or BOLD, as a TrueType file."""
    return files(__package__).joinpath("typefaces", f"{name}.ttf").read_bytes()


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a text, in the unit of the font size."""
    widths = _widths(BOLD if bold else REGULAR)
    return size * sum(widths.get(ord(sign), widths[0]) for sign in text)


def fitted(text: str, size: float, room: float, *, bold: bool = False) -> float:
    """Return the largest size up to `size`, and at least LEAST, at which a text is no wider than
    `room`."""
    wide = width(text, size, bold=bold)
    return max(LEAST, min(size, size * room / wide)) if wide else size


def wrapped(text: str, size: float, room: float, *, bold: bool = False) -> list[str]:
    """Wrap a text at blanks into lines no wider than `room`; a wider word gets a line of its own.

    U+00A0 doesn't break.
    """
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size, bold=bold) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@cache
def _widths(name: str) -> dict[int, float]:
    """Return the advance of each character by its code, in units of the font size; 0 has that of
    the glyph for all others."""
    data = font_bytes(name)
    tables = dict(_tables(data))
    [unit] = struct.unpack_from(">H", data, tables["head"] + 18)
    [count] = struct.unpack_from(">H", data, tables["hhea"] + 34)
    advances = struct.unpack_from(">" + "Hh" * count, data, tables["hmtx"])[::2]
    found = {0: advances[0] / unit}
    for code, glyph in _glyphs(data, tables["cmap"]):
        found[code] = advances[min(glyph, count - 1)] / unit
    return found


def _tables(data: bytes) -> Iterator[tuple[str, int]]:
    """Yield the name and the offset of each table of a TrueType file."""
    [count] = struct.unpack_from(">H", data, 4)
    for place in range(count):
        tag, _, start, _ = struct.unpack_from(">4sLLL", data, 12 + 16 * place)
        yield tag.decode("ascii"), start


def _glyphs(data: bytes, cmap: int) -> Iterator[tuple[int, int]]:
    """Yield the characters of the first character table, which has format 4, with their glyphs."""
    [start] = struct.unpack_from(">L", data, cmap + 8)
    start += cmap
    [count] = struct.unpack_from(">H", data, start + 6)
    count //= 2

    def row(at: int) -> Sequence[int]:
        return struct.unpack_from(f">{count}H", data, at)

    ends, after = row(start + 14), start + 16 + 2 * count
    begins, steps, offsets = (row(after + 2 * count * place) for place in range(3))
    at = after + 4 * count
    for place, (first, last) in enumerate(zip(begins, ends, strict=True)):
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = code
            if offsets[place]:
                where = at + 2 * place + offsets[place] + 2 * (code - first)
                [glyph] = struct.unpack_from(">H", data, where)
            yield code, (glyph + steps[place]) % 0x10000
