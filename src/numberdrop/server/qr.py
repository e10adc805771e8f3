"""QR codes of links, for phones to scan. They need the library segno, which the extra `web` has."""

from __future__ import annotations

from collections.abc import Sequence

#: The light modules around a code, without which scanners don't find it.
BORDER = 4
#: Two modules, one above the other, in one character of a terminal: light ones are drawn.
_BLOCKS = {"00": "\N{FULL BLOCK}", "01": "\N{UPPER HALF BLOCK}", "10": "\N{LOWER HALF BLOCK}"}
_BLACK_AND_WHITE, _RESET = "\x1b[97;40m", "\x1b[0m"


def qr_rows(text: str) -> list[str] | None:
    """Return the rows of a QR code, "1" for a dark module and "0" for a light one, without a
    border. None if segno isn't installed."""
    try:
        import segno
    except ImportError:
        return None
    code = segno.make(text, micro=False, error="m")
    return ["".join("1" if module else "0" for module in row) for row in code.matrix]


def qr_text(rows: Sequence[str]) -> str:
    """Return the lines of a code for a terminal, white on black, with its border."""
    wide = len(rows[0]) + 2 * BORDER
    light = ["0" * wide] * BORDER
    framed = [*light, *(f"{'0' * BORDER}{row}{'0' * BORDER}" for row in rows), *light]
    if len(framed) % 2:
        framed.append("1" * wide)
    lines = (
        "".join(_BLOCKS.get(upper + lower, " ") for upper, lower in zip(*pair, strict=True))
        for pair in zip(framed[::2], framed[1::2], strict=True)
    )
    return "\n".join(f"{_BLACK_AND_WHITE}{line}{_RESET}" for line in lines)
