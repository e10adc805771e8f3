"""Turns as values, as JSON, and as one line of text (formats.md, Turn).

This module checks only the form: types, keys, letters, cell names, digits, repeated cells, and that
the dice can show the roll. Whether a turn is legal, including its number of cells, depends on the
position and is checked by numberdrop.transitions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .dice import Roll
from .errors import (
    NotationError,
    Sentence,
    WrongType,
    as_text,
    at_place,
    coded_message,
    expected_got,
    shown,
)
from .json_reader import LIST, OBJECT, no_keys_but
from .notation import coerce_cells, parse_cell, parse_cells
from .rules import LETTERS
from .validate import coerce, expect_kind, integer_between

Place = tuple[tuple[str, int], ...]
_NO_PLACE = coded_message("place.expected", "expected null or cells with digits")
_NO_CLAIM = coded_message("claim.cells", "expected null or some cells")
#: The text form of a part, for messages.
PART_FORM = coded_message("part.form", "expected PLACE, PLACE !CLAIM, TILE@CELLS or .")


@dataclass(frozen=True, slots=True)
class Drop:
    """The shape of a tile that fell: the letter `tile` and its `cells`, in index order.

    `cells` is empty if there was no room for the shape. str() gives `D@a1b1a2b2`, or `D@-`.
    """

    tile: str
    cells: tuple[str, ...]

    def __post_init__(self) -> None:
        as_text(self.tile, "tile")
        object.__setattr__(self, "cells", tuple(sorted(coerce_cells(self.cells), key=parse_cell)))

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object, `{"tile", "cells"}`."""
        return {"tile": self.tile, "cells": list(self.cells)}

    def __str__(self) -> str:
        return f"{self.tile}@{''.join(self.cells) or '-'}"


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a solo game.

    `slides` are letters: the free slide, then the slide of the star. `drops` are the shapes that
    fell. `place` has the digits written, as (cell, digit) in index order, or None if no shape fits.
    `claim` has the cells of a combo, in the order given, or None. str() gives the one-line text.
    """

    roll: Roll
    slides: tuple[str, ...]
    drops: tuple[Drop, ...] = ()
    place: Place | None = None
    claim: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        roll = coerce(self.roll, Roll, lambda text: Roll(text[:4], text[4:]), "roll")
        object.__setattr__(self, "roll", roll)
        object.__setattr__(self, "slides", _letters(self.slides, "slides"))
        object.__setattr__(self, "drops", _drop_tuple(self.drops, "drops"))
        object.__setattr__(self, "place", _sorted_place(self.place))
        object.__setattr__(self, "claim", _claim_cells(self.claim))

    @classmethod
    def of(cls, turn: Turn | str, dice: str = "publisher") -> Turn:
        """Return `turn` if it is a Turn, or parse it if it is text.

        Raises the errors of from_text(), and WrongType for any other type.
        """
        return coerce(turn, cls, lambda text: cls.from_text(text, dice), "turn")

    @classmethod
    def from_json(cls, obj: object, dice: str = "publisher") -> Turn:
        """Parse a JSON value. Raises NotationError, naming the key, if it is not well formed."""
        turn = _object(obj, "turn", required=("roll", "slides", "place"), more=("drops", "claim"))
        return cls(
            Roll.from_text(as_text(turn["roll"], "roll"), dice),
            tuple(
                _letter(letter, f"slides[{i}]")
                for i, letter in enumerate(_list(turn["slides"], "slides"))
            ),
            _drops(turn.get("drops", []), "drops"),
            _place(turn["place"], "place"),
            _claim(turn.get("claim"), "claim"),
        )

    @classmethod
    def from_text(cls, text: str, dice: str = "publisher") -> Turn:
        """Parse `ROLL SLIDES DROPS.. PLACE [!CLAIM]`. Raises NotationError for any other text."""
        fields = as_text(text, "turn").split(" ")
        if "" in fields and text:
            expected = coded_message("turn.blanks", "expected fields separated by single spaces")
            raise NotationError(expected_got("turn", expected, text))
        claim = _claim_text(fields)
        if len(fields) < 3:
            expected = coded_message(
                "turn.fields",
                "expected ROLL SLIDES PLACE, a field TILE@CELLS before PLACE for each tile that "
                "fell, and !CLAIM at the end if a combo is claimed",
            )
            raise NotationError(expected_got("turn", expected, text))
        roll, slides, *drops, place = fields
        obj = {
            "roll": roll,
            "slides": [] if slides == "-" else slides.split(","),
            "drops": [_drop_text(drop, f"drops[{i}]") for i, drop in enumerate(drops)],
            "place": _place_text(place),
            "claim": claim,
        }
        return cls.from_json(obj, dice)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object, with every key, in the order of formats.md."""
        return {
            "roll": str(self.roll),
            "slides": list(self.slides),
            "drops": [drop.to_json() for drop in self.drops],
            "place": None if self.place is None else dict(self.place),
            "claim": None if self.claim is None else list(self.claim),
        }

    def __str__(self) -> str:
        slides = ",".join(self.slides) or "-"
        return " ".join(
            [
                str(self.roll),
                slides,
                *map(str, self.drops),
                _place_and_claim_text(self.place, self.claim),
            ]
        )


@dataclass(frozen=True, slots=True)
class Part:
    """One player's part of a turn in a game of several players.

    `drops` is for block turns: it holds the one shape that fell, or is empty for a protected
    player. In an ordinary turn it has the value None, and `place` and `claim` are as in Turn. str()
    gives `PLACE [!CLAIM]`, `A@CELLS` or `.`.
    """

    drops: tuple[Drop, ...] | None = None
    place: Place | None = None
    claim: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        if self.drops is not None:
            object.__setattr__(self, "drops", _drop_tuple(self.drops, "drops"))
        object.__setattr__(self, "place", _sorted_place(self.place))
        object.__setattr__(self, "claim", _claim_cells(self.claim))

    @property
    def is_block(self) -> bool:
        """True for a part of a block turn, in which nobody drops a shape of their own."""
        return self.drops is not None

    @classmethod
    def from_json(cls, obj: object, where: str = "part") -> Part:
        """Parse a JSON value.

        Raises NotationError, naming `where` and the key, if it is not well formed.
        """
        part = _object(obj, where, more=("drops", "place", "claim"))
        drops = _drops(part.get("drops", []), f"{where}.drops")
        if len(drops) > 1:
            expected = coded_message("part.drops", "expected one tile at most")
            raise NotationError(expected_got(f"{where}.drops", expected, len(drops)))
        if "place" not in part and "claim" not in part:
            return cls(drops)
        if drops:
            expected = coded_message("part.either", "expected only drops, or place and claim")
            raise NotationError(expected_got(where, expected, obj))
        if "place" not in part:
            expected = coded_message("part.place", "expected the key 'place'")
            raise NotationError(expected_got(where, expected, obj))
        return cls(
            None,
            _place(part["place"], f"{where}.place"),
            _claim(part.get("claim"), f"{where}.claim"),
        )

    @classmethod
    def from_text(cls, text: str, where: str = "part") -> Part:
        """Parse `PLACE [!CLAIM]`, `A@CELLS` or `.`. Raises NotationError for any other text."""
        if as_text(text, where) == ".":
            return cls(())
        fields = text.split(" ")
        claim = _claim_text(fields, f"{where}.claim")
        if len(fields) != 1 or ("@" in fields[0] and claim is not None):
            raise NotationError(expected_got(where, PART_FORM, text))
        if "@" in fields[0]:
            return cls.from_json({"drops": [_drop_text(fields[0], f"{where}.drops[0]")]}, where)
        place = _place_text(fields[0], f"{where}.place")
        return cls.from_json({"place": place, "claim": claim}, where)

    def to_json(self) -> dict[str, Any]:
        """Return `{"place", "claim"}`, `{"drops"}`, or `{}` for a protected player."""
        if self.drops is not None:
            return {"drops": [drop.to_json() for drop in self.drops]} if self.drops else {}
        return {
            "place": None if self.place is None else dict(self.place),
            "claim": None if self.claim is None else list(self.claim),
        }

    def __str__(self) -> str:
        if self.drops is not None:
            return " ".join(map(str, self.drops)) or "."
        return _place_and_claim_text(self.place, self.claim)


@dataclass(frozen=True, slots=True)
class SharedTurn:
    """A turn of a game of two to six players: the roll, and one part per seat.

    str() gives `ROLL | PART | PART`.
    """

    roll: Roll
    parts: tuple[Part, ...]

    def __post_init__(self) -> None:
        parts = expect_kind(self.parts, Iterable, "parts")
        read = [coerce(part, Part, Part.from_text, f"parts[{i}]") for i, part in enumerate(parts)]
        object.__setattr__(self, "parts", tuple(read))
        roll = coerce(self.roll, Roll, lambda text: Roll(text[:4], text[4:]), "roll")
        object.__setattr__(self, "roll", roll)

    @classmethod
    def of(cls, turn: SharedTurn | str, dice: str = "publisher") -> SharedTurn:
        """Return `turn` if it is a SharedTurn, or parse it if it is text.

        Raises the errors of Turn.of().
        """
        return coerce(turn, cls, lambda text: cls.from_text(text, dice), "turn")

    @classmethod
    def from_json(cls, obj: object, dice: str = "publisher") -> SharedTurn:
        """Parse a JSON value. Raises NotationError, naming the key, if it is not well formed."""
        turn = _object(obj, "turn", required=("roll", "parts"))
        roll = Roll.from_text(as_text(turn["roll"], "roll"), dice)
        parts = _list(turn["parts"], "parts")
        _check_seats(len(parts))
        return cls(roll, tuple(Part.from_json(part, f"parts[{i}]") for i, part in enumerate(parts)))

    @classmethod
    def from_text(cls, text: str, dice: str = "publisher") -> SharedTurn:
        """Parse `ROLL | PART | PART`, with a part for each of two to six players. Raises
        NotationError for any other text."""
        roll, *parts = as_text(text, "turn").split(" | ")
        _check_seats(len(parts))
        return cls(
            Roll.from_text(roll, dice),
            tuple(Part.from_text(part, f"parts[{i}]") for i, part in enumerate(parts)),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object, with its keys in the order of formats.md."""
        return {"roll": str(self.roll), "parts": [part.to_json() for part in self.parts]}

    def __str__(self) -> str:
        return " | ".join([str(self.roll), *map(str, self.parts)])


def _sorted_place(place: Place | None) -> Place | None:
    if place is None:
        return None
    try:
        pairs = [(cell, n) for cell, n in (place.items() if isinstance(place, Mapping) else place)]
    except (TypeError, ValueError):
        raise WrongType(f"place: expected cells with digits, got {shown(place)}") from None
    written: dict[int, tuple[str, int]] = {}
    for cell, digit in pairs:
        index = parse_cell(cell, "place")
        if index in written:
            raise NotationError(_repeated_cell(cell))
        if type(digit) is not int or not 0 <= digit <= 9:  # skips the slower check for plain ints
            digit = integer_between(digit, 0, 9, f"place.{cell}")
        written[index] = (cell, digit)
    if not written:
        raise NotationError(expected_got("place", _NO_PLACE, place))
    return tuple([written[index] for index in sorted(written)])


def _claim_cells(claim: Iterable[str] | None) -> tuple[str, ...] | None:
    if claim is None:
        return None
    cells = coerce_cells(claim, "claim")
    if not cells:
        raise NotationError(expected_got("claim", _NO_CLAIM, claim))
    return cells


def _repeated_cell(cell: str, where: str = "place") -> Sentence:
    return at_place(
        where,
        coded_message("place.again", "expected each cell once, got {got} again", got=shown(cell)),
    )


def _letters(values: Iterable[str], where: str) -> tuple[str, ...]:
    """Return letters of tiles as a tuple. `values` is an iterable, or one text with commas between
    them."""
    if isinstance(values, str):
        values = values.split(",")
    letters = [as_text(value, where) for value in expect_kind(values, Iterable, where)]
    return tuple(_letter(letter, where) for letter in letters)


def _drop_tuple(drops: Iterable[Drop], where: str) -> tuple[Drop, ...]:
    return tuple(expect_kind(drop, Drop, where) for drop in expect_kind(drops, Iterable, where))


def _place_and_claim_text(place: Place | None, claim: tuple[str, ...] | None) -> str:
    written = "-" if place is None else ",".join(f"{cell}={digit}" for cell, digit in place)
    return written if claim is None else f"{written} !{''.join(claim)}"


def _object(
    value: object, where: str, required: tuple[str, ...] = (), more: tuple[str, ...] = ()
) -> dict[str, object]:
    if not isinstance(value, dict):
        raise NotationError(expected_got(where, OBJECT, value))
    for key in required:
        if key not in value:
            expected = coded_message("key.expected", "expected the key {key}", key=repr(key))
            raise NotationError(expected_got(where, expected, value))
    for key in value:
        if key not in required + more:
            raise NotationError(expected_got(where, no_keys_but(required + more), key))
    return value


def _list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise NotationError(expected_got(where, LIST, value))
    return value


def _letter(value: object, where: str) -> str:
    if not isinstance(value, str) or len(value) != 1 or value not in LETTERS:
        raise NotationError(
            expected_got(where, coded_message("letter.expected", "expected a letter A..E"), value)
        )
    return value


def _cells(value: object, where: str) -> tuple[str, ...]:
    cells: dict[str, None] = {}
    for i, item in enumerate(_list(value, where)):
        name = as_text(item, f"{where}[{i}]")
        parse_cell(name, f"{where}[{i}]")
        if name in cells:
            raise NotationError.coded(
                "cell.twice",
                "{where}[{number}]: expected each cell once, got {got} again",
                where=where,
                number=i,
                got=repr(name),
            )
        cells[name] = None
    return tuple(cells)


def _drops(value: object, where: str) -> tuple[Drop, ...]:
    drops = []
    for i, item in enumerate(_list(value, where)):
        drop = _object(item, f"{where}[{i}]", required=("tile", "cells"))
        letter = _letter(drop["tile"], f"{where}[{i}].tile")
        drops.append(Drop(letter, _cells(drop["cells"], f"{where}[{i}].cells")))
    return tuple(drops)


def _place(value: object, where: str) -> Place | None:
    if value is None:
        return None
    if not isinstance(value, dict) or not value:
        raise NotationError(expected_got(where, _NO_PLACE, value))
    for cell, digit in value.items():
        parse_cell(cell, where)
        if type(digit) is not int or not 0 <= digit <= 9:
            raise NotationError.coded(
                "digit.expected",
                "{where}.{cell}: expected a digit 0..9, got {got}",
                where=where,
                cell=cell,
                got=shown(digit),
            )
    return tuple(value.items())


def _claim(value: object, where: str) -> tuple[str, ...] | None:
    if value is None:
        return None
    cells = _cells(value, where)
    if not cells:
        raise NotationError(expected_got(where, _NO_CLAIM, []))
    return cells


def _check_seats(count: int) -> None:
    if not 2 <= count <= 6:
        expected = coded_message("parts.count", "expected one for each of 2 to 6 players")
        raise NotationError(expected_got("parts", expected, count))


def _drop_text(text: str, where: str) -> dict[str, object]:
    tile, separator, cells = text.partition("@")
    if not separator:
        raise NotationError(
            expected_got(where, coded_message("drop.expected", "expected TILE@CELLS"), text)
        )
    return {"tile": tile, "cells": [] if cells == "-" else parse_cells(cells, f"{where}.cells")}


def _place_text(text: str, where: str = "place") -> dict[str, int] | None:
    if text == "-":
        return None
    place: dict[str, int] = {}
    for item in text.split(","):
        cell, _, digit = item.partition("=")
        if len(digit) != 1 or digit not in "0123456789":
            raise NotationError(
                expected_got(where, coded_message("place.item", "expected CELL=DIGIT"), item)
            )
        if cell in place:
            raise NotationError(_repeated_cell(cell, where))
        place[cell] = int(digit)
    return place


def _claim_text(fields: list[str], where: str = "claim") -> list[str] | None:
    """Pop the claim, if there is one, off the end of `fields`."""
    if not fields[-1].startswith("!"):
        return None
    return parse_cells(fields.pop()[1:], where)
