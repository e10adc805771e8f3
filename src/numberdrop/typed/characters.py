"""Normalisation of characters, which keyboards, word processors and phones write in many ways."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from ..errors import as_text

_STARS = "★☆✱✳✴✶✷✸✹⁎∗⭐🌟"
_DASHES = "‐‑‒–—―−﹘﹣"
_QUOTES = "\"'`´‘’‚‛“”„‟«»‹›"
_CANONICAL = str.maketrans(
    {**dict.fromkeys(_STARS, "*"), **dict.fromkeys(_DASHES, "-"), **dict.fromkeys(_QUOTES, " ")}
    | {"×": "x", "\\": " "}
)


def normalise(text: object, where: str) -> str:
    """Replace typographic variants of characters by the plain ones.

    Digits of all scripts and full-width letters become ASCII, stars `*`, dashes `-`, and quotes
    and backslashes blanks. Invisible characters, such as a byte-order mark, are removed. Raises
    NotationError, naming `where`, unless `text` is a string.
    """
    # First of all, since a variation selector may follow a star.
    visible = (c for c in as_text(text, where) if unicodedata.category(c) not in ("Cf", "Mn"))
    characters = unicodedata.normalize("NFKC", "".join(visible).translate(_CANONICAL))
    return "".join(str(unicodedata.decimal(c, c)) for c in characters)


def strip_quote_marks(lines: Sequence[str]) -> list[str]:
    """Remove the `>` that mail programs and forums put before each line of a quotation."""
    filled = [line for line in lines if line.strip()]
    is_quoted = bool(filled) and all(re.match(r" ?> ", line) for line in filled)
    return [re.sub(r"^ ?> ?", "", line) for line in lines] if is_quoted else list(lines)
