"""Parsing of typed boxes."""

from __future__ import annotations

import re
from typing import Final

from .. import _core
from ..combo import KIND_WORDS, KINDS
from ..errors import NotationError, coded_message, shown
from ..rules import SIZES

#: The sizes of each kind of box.
SIZES_OF: Final = {**dict.fromkeys(KINDS, SIZES), "bonus": (_core.SIZE_BONUS,)}

_FILLED, _OPEN = "■#x✓✔☑☒▣●@*+", "□_-.·•○☐▢o"
_CHECKBOX = re.compile(r"\[([ x_]?)\]", re.IGNORECASE)
_MARKED = re.compile(r"([^\s\d,;]) ?(\d)")
_NONE = ("", "-", "_", "no", "none", "0")


def read_boxes(text: str) -> str:
    """Sort the sizes of each kind in a BOXES field."""
    parts = ["".join(sorted(re.sub(r"[\s,]", "", part))) or "-" for part in text.split(":")]
    return ":".join(parts)


def read_sizes(kind: str, text: str) -> str:
    """Parse the filled sizes of `kind`: `identical`, `consecutive` or `bonus`.

    `text` lists the filled sizes, or all sizes with a mark before each, optionally followed by the
    points. Return `-` if no size is filled. Raises NotationError for anything else.
    """
    bare = _CHECKBOX.sub(lambda box: "#" if box[1] in ("x", "X") else "_", text.strip())
    if bare.lower() in _NONE:
        return "-"
    if kind == "bonus" and (bare.lower() == "yes" or bare.lower() in _FILLED):
        return str(_core.SIZE_BONUS)
    if bare[0].isdigit():
        return _listed(kind, bare)
    return _marked(kind, bare)


def _listed(kind: str, text: str) -> str:
    sizes = "".join(map(str, SIZES_OF[kind]))
    found = re.sub(r"[\s,;+&]|and", "", text)
    if not {*found} <= {*sizes} or len({*found}) != len(found):
        raise NotationError.coded(
            "boxes.sizes",
            "{kind}: expected the filled sizes out of {sizes}, or - for none, got {got}",
            kind=KIND_WORDS[kind],
            sizes=sizes,
            got=shown(text),
        )
    return "".join(sorted(found))


def _marked(kind: str, text: str) -> str:
    sizes = "".join(map(str, SIZES_OF[kind]))
    marked = _MARKED.findall(text)
    left = _MARKED.sub(" ", text).replace(",", " ").split()
    unknown = [mark + size for mark, size in marked if mark.lower() not in _FILLED + _OPEN]
    unknown += left if len(left) > 1 or not "".join(left or "0").isdecimal() else []
    if unknown or "".join(size for _, size in marked) != sizes:
        got = (
            coded_message(
                "boxes.sign_in", "{sign} in {text}", sign=shown(unknown[0]), text=shown(text)
            )
            if unknown
            else shown(text)
        )
        raise NotationError.coded(
            "boxes.marks",
            "{kind}: expected the filled sizes, or {sizes} with # or ■ before each that is "
            "filled and _ or □ before the others, got {came}",
            kind=KIND_WORDS[kind],
            sizes=sizes,
            came=got,
        )
    return "".join(size for mark, size in marked if mark.lower() in _FILLED) or "-"
