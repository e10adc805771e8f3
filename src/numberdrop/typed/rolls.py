"""Rolls as people write them."""

from __future__ import annotations

import re

from ..dice import Roll
from ..errors import NotationError, Sentence, coded_message, shown
from ..plurals import count_noun
from ..rules import SHAPE_DIE
from .signs import plain

#: Shapes that players of falling blocks know by other letters: the same, turned over.
FLIPPED = {"J": "L", "Z": "S"}

_BETWEEN = re.compile(r"[\s,;:./|·•_()\[\]{}<>-]+")
_EXPECTED = coded_message(
    "roll.expected", "roll: expected four number dice and the shape die, such as 156*O"
)


def read_roll(text: str, dice: str = "publisher") -> Roll:
    """A roll: four numbers 1..7 or stars, and a shape, in any order and with anything between.

    `J` is L, and `Z` is S. A star is `*` or the word; `x`, `+` and a small `s` where they can be
    nothing else; and a `0` that can only be the letter is O. The numbers keep their order.
    NotationError unless that is one roll, and one that the dice of this set can show.
    """
    signs = _signs(text)
    numbers, shape = _dealt(signs, text)
    roll = Roll(numbers, shape)
    roll.check(dice)
    return roll


def read_rolls(text: str, dice: str = "publisher") -> tuple[Roll, ...]:
    """One or more rolls, with blanks, commas or anything stronger between two of them;
    NotationError as for read_roll(), with the number of the roll."""
    pieces = _split(text)
    rolls = []
    for number, piece in enumerate(pieces, 1):
        try:
            rolls.append(read_roll(piece, dice))
        except NotationError as error:
            if len(pieces) == 1:
                raise
            raise NotationError.coded(
                "roll.nth",
                "roll {number} of {count}: {fault}",
                number=number,
                count=len(pieces),
                fault=error.sentence,
            ) from None
    return tuple(rolls)


def _signs(text: str) -> str:
    """The faces that a text names, in order: digits, capital letters, stars, and signs that may be
    stars."""
    bare = re.sub("star|wild", "*", plain(text, "roll"), flags=re.IGNORECASE)
    bare = re.sub("^ *roll|shape|flipped", " ", bare, flags=re.IGNORECASE)
    signs = _BETWEEN.sub("", bare)
    if len(signs) != 5:  # then `+` stands between the dice
        signs = signs.replace("+", "")
    return signs


def _dealt(signs: str, text: str) -> tuple[str, str]:
    """The four numbers and the shape."""
    signs = re.sub("[xX+]", "*", signs)
    faces = ["s" if sign == "s" else FLIPPED.get(sign.upper(), sign.upper()) for sign in signs]
    strange = next((face for face in faces if face.upper() not in f"01234567{SHAPE_DIE}"), None)
    if strange is not None:
        raise NotationError.coded(
            "roll.no_face",
            "{expected}; no die shows {face}, got {got}",
            expected=_EXPECTED,
            face=shown(strange),
            got=shown(text),
        )
    if len(faces) != 5:
        raise NotationError(
            coded_message(
                "roll.dice",
                "{expected}; got {dice}: {got}",
                expected=_EXPECTED,
                n=len(faces),
                dice=count_noun(len(faces), "die", "dice"),
                got=shown(text),
            )
            if faces
            else _no_dice(text)
        )
    shapes = [face for face in faces if face.isalpha()]
    if "s" in shapes and len(shapes) == 2 and set(shapes) != {"s"}:
        # The only number die's face that a small s can mean beside a shape.
        faces[faces.index("s")] = "*"
        shapes.remove("s")
    if not shapes and faces.count("0") == 1:
        faces[faces.index("0")] = "O"
        shapes = ["O"]
    faces = [face.upper() for face in faces]
    if "0" in faces:
        raise NotationError.coded(
            "roll.zero",
            "{expected}; no number die shows 0, got {got}",
            expected=_EXPECTED,
            got=shown(text),
        )
    if len(shapes) > 1:
        raise NotationError.coded(
            "roll.shapes",
            "{expected}; got {count} shapes: {got}",
            expected=_EXPECTED,
            count=len(shapes),
            got=shown(text),
        )
    if not shapes and "*" not in faces:
        raise NotationError.coded(
            "roll.no_shape",
            "{expected}; got no shape: {got}",
            expected=_EXPECTED,
            got=shown(text),
        )
    shape = shapes[0].upper() if shapes else "*"
    place = len(faces) - 1 - faces[::-1].index(shape)
    return "".join(faces[:place] + faces[place + 1 :]), shape


def _split(text: str) -> list[str]:
    """The pieces of a text that stand for one roll each.

    What splits is the strongest sign there is; a row of single faces is taken five by five.
    """
    bare = plain(text, "rolls").strip(" \t\r\n,;")
    if not bare:
        raise NotationError(_no_dice(text))
    for between in (r"\s*[;|\n]\s*", r"\s*,\s+|\s+", r"\s*,\s*"):
        pieces = [piece for piece in re.split(between, bare) if piece]
        if all(len(_signs(piece)) == 5 for piece in pieces) or (";" in between and len(pieces) > 1):
            return pieces
    singles = re.split(r"[\s,]+", bare)
    if all(len(single) == 1 for single in singles) and len(singles) % 5 == 0:
        return [" ".join(singles[i : i + 5]) for i in range(0, len(singles), 5)]
    words = bare.split()
    return words if len(words) > 1 and max(map(len, words)) > 1 else [bare]


def _no_dice(text: str) -> Sentence:
    return coded_message(
        "roll.no_dice", "{expected}; got no dice: {got}", expected=_EXPECTED, got=shown(text)
    )
