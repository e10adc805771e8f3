"""Parsing of typed variants."""

from __future__ import annotations

import re

from ..errors import NotationError, shown
from ..rules import BASES, DICE_SETS, Variant
from .characters import normalise


def read_variant(text: str) -> Variant:
    """Parse a variant: `rulebook` or `bga`, with `slide` and `review-dice` if wanted.

    Case and order don't matter, the words may be separated by `+`, commas or blanks, and `rulebook`
    is optional. Raises NotationError for anything else.
    """
    bare = re.sub(r"\bdice\b|[\s+,_-]+", " ", normalise(text, "variant").lower())
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
