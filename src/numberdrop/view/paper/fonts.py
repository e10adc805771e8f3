"""The fonts of printed pages: their bytes, in typefaces/, and the width of text, by widths.json,
which a package without the fonts has as well."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, Final

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
    return size * sum(widths.get(sign, widths[""]) for sign in text)


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
def _widths(name: str) -> dict[str, float]:
    """Return the width of each character, in units of the font size; "" has that of the glyph for
    all others."""
    table = files(__package__).joinpath("widths.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(table)
    return {sign: width / found["unit"] for sign, width in found["advances"][name].items()}
