"""A turn in progress: the choices so far, in any order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .. import _core
from ..errors import NotationError, as_text, coded_message, expected_got
from ..json_reader import Fields, no_keys_but
from ..notation import parse_cell
from ..rules import LETTERS
from ..turn import Drop, Turn
from .poses import reading_order

#: A digit of the player's shape, or None if it isn't chosen yet.
Digit = int | None


@dataclass(frozen=True, slots=True)
class PartialTurn:
    """A turn in progress, with empty fields for choices not made yet.

    `slides` are letters, first the free slide and then the star's; `drops` are the placed X shapes;
    `cells` are the cells of the player's shape in reading order, with one of `digits` for each;
    `claim` are the cells of a combo, or None.

    Only the form is checked. Raises NotationError for repeated cells, or if `digits` and `cells`
    differ in length.
    """

    slides: tuple[str, ...] = ()
    drops: tuple[Drop, ...] = ()
    cells: tuple[str, ...] = ()
    digits: tuple[Digit, ...] = ()
    claim: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        cells, digits = self.cells, self.digits or (None,) * len(self.cells)
        if len(digits) != len(cells):
            raise NotationError.coded(
                "partial.digits", "digits: expected {n}, got {got}", n=len(cells), got=len(digits)
            )
        for where, names in (("cells", cells), ("claim", self.claim or ())):
            for name in names:
                parse_cell(name, where)
            if len({*names}) != len(names):
                raise NotationError.coded(
                    "partial.twice",
                    "{where}: expected each cell once, got {cells}",
                    where=where,
                    cells=" ".join(names),
                )
        order, by_cell = reading_order(cells), dict(zip(cells, digits, strict=True))
        object.__setattr__(self, "cells", order)
        object.__setattr__(self, "digits", tuple(by_cell[cell] for cell in order))

    @classmethod
    def of_turn(cls, turn: Turn) -> PartialTurn:
        """Return a turn as a turn in progress."""
        place = turn.place or ()
        return cls(
            turn.slides,
            turn.drops,
            tuple(cell for cell, _ in place),
            tuple(digit for _, digit in place),
            turn.claim,
        )

    @classmethod
    def from_json(cls, value: object) -> PartialTurn:
        """Parse the object of documents (formats.md, Moment), whose keys are all optional.

        Raises NotationError, naming the place, for anything else.
        """
        fields = Fields(value, "turn")
        for key in fields.values:
            if key not in _KEYS:
                raise NotationError(expected_got("turn", no_keys_but(_KEYS), key))
        slides = _texts(fields.values.get("slides", []), "slides", 2)
        for letter in slides:
            if letter not in tuple(LETTERS):
                raise NotationError(expected_got("slides", _LETTER, letter))
        claim = fields.values.get("claim")
        return cls(
            slides,
            tuple(
                _drop(drop, f"drops[{i}]")
                for i, drop in enumerate(_list(fields.values.get("drops", []), "drops", 2))
            ),
            _texts(fields.values.get("cells", []), "cells", 5),
            tuple(
                _digit(digit, f"digits[{i}]")
                for i, digit in enumerate(_list(fields.values.get("digits", []), "digits", 5))
            ),
            None if claim is None else _claim(claim),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the object of documents, with every key."""
        return {
            "slides": list(self.slides),
            "drops": [drop.to_json() for drop in self.drops],
            "cells": list(self.cells),
            "digits": list(self.digits),
            "claim": None if self.claim is None else list(self.claim),
        }


_KEYS = ("slides", "drops", "cells", "digits", "claim")
_LETTER = coded_message("partial.letter", "expected a letter A..E")


def _list(value: object, where: str, most: int) -> Sequence[object]:
    if not isinstance(value, list) or len(value) > most:
        expected = coded_message("list.most", "expected a list of {most} at most", most=most)
        raise NotationError(expected_got(where, expected, value))
    return value


def _texts(value: object, where: str, most: int) -> tuple[str, ...]:
    texts = []
    for i, text in enumerate(_list(value, where, most)):
        texts.append(as_text(text, f"{where}[{i}]"))
    return tuple(texts)


def _claim(value: object) -> tuple[str, ...]:
    cells = _texts(value, "claim", _core.SIZE_BONUS)
    if len(cells) < _core.SIZE_MIN:
        expected = coded_message(
            "partial.claim",
            "expected {least} to {most} cells",
            least=_core.SIZE_MIN,
            most=_core.SIZE_BONUS,
        )
        raise NotationError(expected_got("claim", expected, value))
    return cells


def _digit(value: object, where: str) -> Digit:
    if value is None or (type(value) is int and 0 <= value <= 9):
        return value
    expected = coded_message("partial.digit", "expected a digit 0..9 or null")
    raise NotationError(expected_got(where, expected, value))


def _drop(value: object, where: str) -> Drop:
    if not isinstance(value, dict) or {*value} != {"tile", "cells"}:
        expected = coded_message("partial.drop", "expected an object of tile and cells")
        raise NotationError(expected_got(where, expected, value))
    if value["tile"] not in tuple(LETTERS):
        raise NotationError(expected_got(f"{where}.tile", _LETTER, value["tile"]))
    return Drop(value["tile"], _texts(value["cells"], f"{where}.cells", 5))
