"""Parsers for turns."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from ..dice import Roll
from ..errors import NotationError, coded_message, expected_got, shown
from ..turn import PART_FORM, Part, SharedTurn, Turn
from .characters import normalise
from .rolls import read_roll

_EXPECTED = coded_message(
    "turn.expected",
    "turn: expected ROLL SLIDES PLACE, TILE@CELLS before PLACE for each tile that fell, "
    "and !CLAIM at the end for a claim, such as 156*O C,D D@a1b1a2b2 "
    "a3=6,b3=1,a4=5,b4=5 !a4b4c4",
)
_MOST_CHARACTERS = 1000
_NUMBER = re.compile(r"\s*(?:turn\s*#?|#)?(\d{1,2})(?:\s*[.):]|(?<=\d)\s)\s*", re.IGNORECASE)
_SURE_NUMBER = re.compile(r"\s*(?:turn\s*#?|#)\d|\s*\d{1,2}\s*[.):]\s", re.IGNORECASE)
_WORDS = (
    (re.compile(r"stars?|wild", re.IGNORECASE), "*"),
    (re.compile(r"\b(?:none|nothing)\b", re.IGNORECASE), " - "),
    (re.compile(r"\bclaim(?:s|ed)?\b:?", re.IGNORECASE), "!"),
    (re.compile(r"\b(?:slides?|drops?|placed?|roll|and|then)\b:?", re.IGNORECASE), " "),
)
_ROLL_TEXT = re.compile(r"[^a-g!@=]*", re.IGNORECASE)
_CONTENT = re.compile(r"[^\s,;.:-]")
_CELL = r"[a-g](?:1[0-4]|[1-9])(?!\d|\s*[=:])"
_CELLS = rf"(?:{_CELL}[\s,;.+&-]*)+"
_TOKEN = re.compile(
    rf"(?P<tile>[a-e])\s*@\s*(?P<fallen>{_CELLS}|-)"
    r"|(?P<cell>[a-z]\d+)\s*[=:]\s*(?P<digit>\d+)"
    rf"|!\s*(?P<claim>{_CELLS})"
    r"|(?P<slide>[a-e])(?![\d@]|\s*@)"
    r"|(?P<dash>(?<!\S)-(?!\S))"
    r"|(?P<between>(?:[\s,;.+&/]|(?<=\S)-|-(?=\S))+)"
)


@dataclass(slots=True)
class TypedTurn:
    """The fields of a typed turn; None for a missing one."""

    number: int | None = None
    roll: str | None = None
    slides: list[str] = field(default_factory=list)
    drops: list[dict[str, Any]] = field(default_factory=list)
    place: dict[str, int] | None = None
    claim: list[str] | None = None
    dashes: int = 0


def read_turn(text: str, dice: str = "publisher", roll: Roll | None = None) -> Turn:
    """Parse a turn of a solo game.

    Blanks and capitals don't matter, a number may come before it, and the roll is optional if
    `roll` is given. Raises NotationError if `text` isn't a turn. The turn may be illegal, and its
    roll may differ from `roll`.
    """
    return build_turn(split_turn(text), text, dice, roll)


def build_turn(fields: TypedTurn, text: str, dice: str, roll: Roll | None) -> Turn:
    """Build the turn from the fields of split_turn(), as read_turn() does."""
    if fields.roll is not None:
        roll = read_roll(fields.roll, dice)
    if roll is None:
        raise NotationError.coded(
            "turn.no_roll",
            "turn: expected its roll first, such as 156*O, got {got}",
            got=shown(text),
        )
    if fields.place is None and fields.dashes + bool(fields.slides) < 2:
        raise NotationError.coded(
            "turn.no_place",
            "{expected}; where nothing fits PLACE is -, got {got}",
            expected=_EXPECTED,
            got=shown(text),
        )
    return Turn.from_json(
        {"roll": str(roll), **_json_fields(fields), "slides": fields.slides}, dice
    )


def read_part(text: str, dice: str = "publisher", roll: Roll | None = None) -> Turn:
    """Parse one player's part of a shared turn, as a turn of that player's sheet without slides.

    It is written as for read_turn(): in a block turn only the block, `-` if nothing fits, or `.`
    for a protected player.
    """
    is_protected = text.split()[-1:] == ["."]
    fields = split_turn(text)
    if fields.place is None and (is_protected or fields.drops or fields.dashes):
        fields.dashes = 2  # nothing slides, nothing is placed
    return build_turn(fields, text, dice, roll)


def read_shared_turn(text: str, dice: str = "publisher", roll: Roll | None = None) -> SharedTurn:
    """Parse a turn of a multiplayer game: the roll, then each player's part after a `|`.

    The parts are written as for read_part(), and `roll` is as for read_turn(). Raises NotationError
    for any other text.
    """
    start, *parts = normalise(text, "turn").split("|")
    fields = split_turn(start)
    if fields.roll is not None:
        roll = read_roll(fields.roll, dice)
    if roll is None or not parts:
        expected = coded_message("turn.shared", "expected ROLL | PART | PART")
        raise NotationError(expected_got("turn", expected, text))
    found = [_read_part(part, f"parts[{i}]").to_json() for i, part in enumerate(parts)]
    return SharedTurn.from_json({"roll": str(roll), "parts": found}, dice)


def split_turn(text: str) -> TypedTurn:
    """Split a text into the fields of a turn. Raises NotationError at the first unknown token."""
    bare = normalise(text, "turn")
    if len(bare) > _MOST_CHARACTERS:
        raise NotationError.coded(
            "turn.long", "turn: expected a shorter text, got {got}", got=shown(text)
        )
    bare = bare.replace("->", "=").replace("→", "=").replace("_", "-")
    for word, sign in _WORDS:
        bare = word.sub(sign, bare)
    fields = TypedTurn()
    if (numbered := _NUMBER.match(bare)) and (
        _SURE_NUMBER.match(bare) or _is_roll_or_none(_roll_text(bare[numbered.end() :]))
    ):
        fields.number = int(numbered[1])
        bare = bare[numbered.end() :]
    start = _roll_text(bare)
    bare = bare[len(start) :].lower()
    while dash := re.fullmatch(r"(.*?)(?:^|\s)-\s*", start, re.DOTALL):
        fields.dashes += 1
        start = dash[1]
    fields.roll = start if _CONTENT.search(start) else None
    place = 0
    while place < len(bare):
        token = _TOKEN.match(bare, place)
        if token is None:
            raise NotationError(_unclear_message(bare[place:], text))
        _add_token(token, fields)
        place = token.end()
    return fields


def _roll_text(bare: str) -> str:
    """Return the start of a line up to the first letter of a column or tile: its roll, if any."""
    found = _ROLL_TEXT.match(bare)
    return found[0] if found else ""


def _is_roll_or_none(start: str) -> bool:
    """Return whether `start` is a roll or empty, so that a number before it is the turn's."""
    try:
        read_roll(start)
    except NotationError as error:
        return "can show" in str(error) or not _CONTENT.search(start)
    return True


def _add_token(token: re.Match[str], fields: TypedTurn) -> None:
    if token["tile"]:
        cells = re.findall(_CELL, token["fallen"])
        fields.drops.append({"tile": token["tile"].upper(), "cells": cells})
    elif token["cell"]:
        fields.place = fields.place or {}
        if token["cell"] in fields.place:
            raise NotationError.coded(
                "place.twice",
                "place: expected each cell once, got {cell} again",
                cell=repr(token["cell"]),
            )
        fields.place[token["cell"]] = int(token["digit"])
    elif token["claim"]:
        if fields.claim is not None:
            raise NotationError.coded("claim.two", "claim: expected one claim in a turn, got two")
        fields.claim = re.findall(_CELL, token["claim"])
    elif token["slide"]:
        fields.slides.append(token["slide"].upper())
    elif token["dash"]:
        fields.dashes += 1


def _unclear_message(rest: str, text: str) -> str:
    cells = re.match(_CELLS, rest)
    if cells:
        names = "".join(re.findall(_CELL, cells[0]))
        return coded_message(
            "turn.no_digit",
            "turn: expected a digit after each cell, such as a1=4, or !{names} to claim cells",
            names=names,
        )
    if rest.startswith("!"):
        return coded_message(
            "claim.expected", "claim: expected cells like !a1b1a10, got {got}", got=shown(rest)
        )
    return coded_message(
        "turn.unclear",
        "{expected}; can't read {got} in {text}",
        expected=_EXPECTED,
        got=shown(rest),
        text=shown(text),
    )


def _json_fields(fields: TypedTurn) -> dict[str, Any]:
    return {"drops": fields.drops, "place": fields.place, "claim": fields.claim}


def _read_part(text: str, where: str) -> Part:
    if text.strip() in (".", ""):
        return Part(())
    fields = split_turn(text)
    if fields.roll is not None or fields.slides:
        raise NotationError(expected_got(where, PART_FORM, text))
    if fields.drops:
        return Part.from_json({"drops": fields.drops}, where)
    if fields.place is None and not fields.dashes:
        expected = coded_message("part.nothing", "expected PLACE, or - where nothing fits")
        raise NotationError(expected_got(where, expected, text))
    return Part.from_json({"place": fields.place, "claim": fields.claim}, where)
