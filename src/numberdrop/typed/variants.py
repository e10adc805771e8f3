"""Variants as people write them."""

from __future__ import annotations

import re

from ..errors import NotationError, shown
from ..rules import BASES, DICE_SETS, Variant
from .signs import plain


def read_variant(text: str) -> Variant:
    """A variant: `rulebook` or `bga`, `slide` and `review-dice` in any case and order, with `+`,
    commas or blanks between; `rulebook` may be left out. NotationError otherwise."""
    bare = re.sub(r"\bdice\b|[\s+,_-]+", " ", plain(text, "variant").lower())
    words = bare.replace("dice", "").split()
    known = {*BASES, "slide", *DICE_SETS}
    bases = [word for word in words if word in BASES]
    sets = [word for word in words if word in DICE_SETS]
    is_once = len(set(words)) == len(words) and len(bases) <= 1 and len(sets) <= 1
    if not words or not is_once or not known.issuperset(words):
        raise NotationError.coded(
            "variant.expected",
            "variant: expected rulebook or bga, then +slide and +review-dice where wanted, got "
            "{got}",
            got=shown(text),
        )
    return Variant((*bases, "rulebook")[0], "slide" in words, (*sets, "publisher")[0])
