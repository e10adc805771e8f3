"""Parsing of typed rolls."""

from __future__ import annotations

import re

from ..dice import Roll
from ..errors import NotationError, Sentence, coded_message, shown
from ..plurals import count_noun
from ..rules import SHAPE_DIE
from .characters import normalise

#: Letters of mirrored shapes in other falling-block games, and the same shape here.
FLIPPED = {"J": "L", "Z": "S"}

_BETWEEN = re.compile(r"[\s,;:./|·•_()\[\]{}<>-]+")
_EXPECTED = coded_message(
    "roll.expected", "roll: expected four number dice and the shape die, such as 156*O"
)


def read_roll(text: str, dice: str = "publisher") -> Roll:
    """Parse a roll: four numbers 1..7 or stars and a shape, in any order, with any separators.

    `J` means L, and `Z` means S. A star is `*` or the word; also `x`, `+` or a lower-case `s` if
    nothing else is possible. A `0` means O if it can only be the letter. The numbers keep their
    order. Raises NotationError unless `text` is one roll that the set `dice` can show.
    """
    numbers, shape = _split_shape(_faces(text), text)
    roll = Roll(numbers, shape)
    roll.check(dice)
    return roll


def read_rolls(text: str, dice: str = "publisher") -> tuple[Roll, ...]:
    """Parse one or more rolls, separated by blanks, commas, semicolons, bars or line breaks.

    Raises NotationError as read_roll() does, with the number of the roll.
    """
    pieces = _split_rolls(text)
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


def _faces(text: str) -> str:
    """Return the characters that name faces, in order, without separators."""
    bare = re.sub("star|wild", "*", normalise(text, "roll"), flags=re.IGNORECASE)
    bare = re.sub("^ *roll|shape|flipped", " ", bare, flags=re.IGNORECASE)
    faces = _BETWEEN.sub("", bare)
    if len(faces) != 5:  # then `+` separates the dice
        faces = faces.replace("+", "")
    return faces


def _split_shape(characters: str, text: str) -> tuple[str, str]:
    """Split faces into the four numbers and the shape; `text` is for messages."""
    characters = re.sub("[xX+]", "*", characters)
    faces = ["s" if c == "s" else FLIPPED.get(c.upper(), c.upper()) for c in characters]
    unknown = next((face for face in faces if face.upper() not in f"01234567{SHAPE_DIE}"), None)
    if unknown is not None:
        raise NotationError.coded(
            "roll.no_face",
            "{expected}; no die shows {face}, got {got}",
            expected=_EXPECTED,
            face=shown(unknown),
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
        # With another shape present, a small s can only be a star.
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


def _split_rolls(text: str) -> list[str]:
    """Split a text into one piece for each roll.

    The strongest separator in the text splits it. Single faces are grouped by five.
    """
    bare = normalise(text, "rolls").strip(" \t\r\n,;")
    if not bare:
        raise NotationError(_no_dice(text))
    for between in (r"\s*[;|\n]\s*", r"\s*,\s+|\s+", r"\s*,\s*"):
        pieces = [piece for piece in re.split(between, bare) if piece]
        if all(len(_faces(piece)) == 5 for piece in pieces) or (";" in between and len(pieces) > 1):
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
