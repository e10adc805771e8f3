"""The signs that keyboards, word processors and telephones have for one and the same thing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from ..errors import as_text

_STARS = "★☆✱✳✴✶✷✸✹⁎∗⭐🌟"
_DASHES = "‐‑‒–—―−﹘﹣"
_QUOTES = "\"'`´‘’‚‛“”„‟«»‹›"
_ONE_SIGN = str.maketrans(
    {**dict.fromkeys(_STARS, "*"), **dict.fromkeys(_DASHES, "-"), **dict.fromkeys(_QUOTES, " ")}
    | {"×": "x", "\\": " "}
)


def plain(text: object, where: str) -> str:
    """The text in plain signs: digits of all scripts and full-width letters are the usual ones,
    stars `*`, dashes `-`, quotes and backslashes blanks; what can't be seen, a byte-order mark say,
    is gone.

    NotationError, naming `where`, unless it is a text.
    """
    # Before the stars become one sign, so that a sign that only colours them goes as well.
    seen = (sign for sign in as_text(text, where) if unicodedata.category(sign) not in ("Cf", "Mn"))
    signs = unicodedata.normalize("NFKC", "".join(seen).translate(_ONE_SIGN))
    return "".join(str(unicodedata.decimal(sign, sign)) for sign in signs)


def unquoted(lines: Sequence[str]) -> list[str]:
    """The lines of a text, without the `>` that letters and forums put before each of a quoted
    one."""
    filled = [line for line in lines if line.strip()]
    is_quoted = bool(filled) and all(re.match(r" ?> ", line) for line in filled)
    return [re.sub(r"^ ?> ?", "", line) for line in lines] if is_quoted else list(lines)
