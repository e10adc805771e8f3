"""The signs that keyboards, word processors and telephones have for one and the same thing."""

from __future__ import annotations

import unicodedata

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
