"""The outlook of a sheet: what the rest of the game is expected to bring, part by part.

The parts are the chance of each box and of all boxes of a kind, and the expected numbers of
complete rows, of rows past the line, of X shapes and of turns. Each is a sum of weights over the
traits of the learned value (docs/value.md), learned from finished games; chances are its logistic
function. docs/why.md explains how that was done, and how far to trust it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from ... import _core
from ...combo import KINDS
from ...errors import NumberdropError
from ...position import flags_of
from ...rules import SIZES, Variant
from .. import npz
from ..weights import Weights, load_shipped, unpacked

#: The weights in the package; a .json file of the same name says how they were made.
SHIPPED: Final = Path(__file__).parents[1] / "outlook.npz"

#: The boxes, in the order of the core's bits.
BOXES: Final = (*(f"{kind} {size}" for kind in KINDS for size in SIZES), "bonus")
#: The parts that are chances: of each box, and of all five boxes of a kind.
CHANCES: Final = (*BOXES, *(f"all {kind}" for kind in KINDS))
#: The parts that are expected numbers: complete rows, rows past the line that cost points, X shapes
#: on the sheet, and turns of the game.
NUMBERS: Final = ("rows", "past", "blocks", "turns")
PARTS: Final = (*CHANCES, *NUMBERS)

#: What each part scores, in points; the others score nothing themselves.
POINTS: Final = {
    **{f"{kind} {size}": size for kind in KINDS for size in SIZES},
    "bonus": _core.SIZE_BONUS,
    **{f"all {kind}": _core.COLUMN_POINTS for kind in KINDS},
    "rows": _core.ROW_POINTS,
    "past": -_core.LINE_PENALTY,
}
#: The points of all boxes of a kind together.
GROUPS: Final = KINDS
#: Beyond this, a chance is practically 0 or 1.
_MOST_LOGIT = 30.0


class Outlook:
    """Weights of the parts: a column of `table` and an entry of `bias` for each of PARTS.

    `errors` are the standard errors of the difference between the outlooks of two turns, by part,
    as measured with finished games; `about` says how the weights were made.
    """

    def __init__(
        self, table: _core.Weights, bias: list[float], errors: dict[str, float], about: Any
    ) -> None:
        self.table, self.bias, self.errors, self.about = table, bias, errors, about

    @property
    def name(self) -> str:
        """What identifies the weights."""
        return str(self.about["name"])

    @classmethod
    def load(cls, path: Path) -> Outlook:
        """Load a file that `python tests/tools outlook` has written. Raises NumberdropError if it
        isn't one, and OSError if it can't be read."""
        arrays, about = unpacked(path, "outlook", Weights.layout())
        weights = arrays.get("weights", npz.Array("", (), b""))
        rows = arrays.get("rows", npz.Array("", (), b""))
        if (
            weights.kind != "<f2"
            or rows.kind != "<u4"
            or weights.shape != (*rows.shape, len(PARTS))
        ):
            raise NumberdropError(f"outlook: {path}: expected a weight for each part")
        table = bytearray(2 * len(PARTS) * _core.TRAITS)
        width = 2 * len(PARTS)
        data = memoryview(bytes(weights.data))
        for at, row in enumerate(memoryview(bytes(rows.data)).cast("I")):
            table[width * row : width * (row + 1)] = data[width * at : width * (at + 1)]
        made = _core.Weights(bytes(table), _core.TRAITS, len(PARTS))
        return cls(made, about["bias"], about["errors"], about)

    def of(self, sheet: _core.Sheet, variant: Variant) -> list[float]:
        """Return the PARTS of a sheet at the end of a turn: chances 0..1, then numbers.

        What is settled already is exact, and so is everything once the game is over.
        """
        complete, past = sheet.rows(flags_of(variant))
        blocks = blocks_of(sheet)
        known = _settled(sheet)
        if sheet.is_over():
            turns = sheet.turn - 1.0
            return [*(0.0 if one is None else one for one in known), complete, past, blocks, turns]
        sums = _core.trait_sums(sheet, self.table)
        scores = [total + bias for total, bias in zip(sums, self.bias, strict=False)]
        chances = [
            _logistic(score) if one is None else one
            for one, score in zip(known, scores, strict=False)
        ]
        numbers = (max(0.0, score) for score in scores[len(CHANCES) : len(PARTS)])
        rows, past_line, falls, turns = numbers
        return [*chances, complete + rows, past + past_line, blocks + falls, sheet.turn - 1 + turns]


def group_points(parts: Sequence[float], kind: str) -> float:
    """Return the expected points of all boxes of a kind, given the PARTS of a sheet."""
    names = (*(f"{kind} {size}" for size in SIZES), f"all {kind}")
    return sum(POINTS[name] * parts[PARTS.index(name)] for name in names)


def _settled(sheet: _core.Sheet) -> list[float | None]:
    """Return the CHANCES that are 0 or 1 already, and None for the others."""
    boxes = sheet.boxes
    known: list[float | None] = [1.0 if boxes >> n & 1 else None for n in range(len(BOXES))]
    for first in (0, len(SIZES)):
        column = known[first : first + len(SIZES)]
        known.append(1.0 if all(column) else None)
    return known


def blocks_of(sheet: _core.Sheet) -> float:
    """Return the X shapes on a sheet of a solo game, which have four cells each."""
    return bytes(sheet.grid).count(_core.BLOCK) / 4


def _logistic(score: float) -> float:
    return 1 / (1 + math.exp(-max(-_MOST_LOGIT, min(_MOST_LOGIT, score))))


@cache
def shipped() -> Outlook:
    """Return the outlook in the package, read once. Raises NumberdropError if it isn't there."""
    return load_shipped(Outlook.load, SHIPPED)


def packed(table: npz.Array, rows: npz.Array, about: dict[str, Any]) -> bytes:
    """Return a file's content: a row of weights for each of the traits `rows`."""
    text = json.dumps({**about, "layout": Weights.layout()}).encode()
    return npz.packed(
        {"weights": table, "rows": rows, "about": npz.Array("|u1", (len(text),), text)}
    )
