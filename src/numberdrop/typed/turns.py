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
    "and !CLAIM at the end where one is made, such as 156*O C,D D@a1b1a2b2 "
    "a3=6,b3=1,a4=5,b4=5 !a4b4c4",
)
_MOST_SIGNS = 1000
_NUMBER = re.compile(r"\s*(?:turn\s*#?|#)?(\d{1,2})(?:\s*[.):]|(?<=\d)\s)\s*", re.IGNORECASE)
_SURE_NUMBER = re.compile(r"\s*(?:turn\s*#?|#)\d|\s*\d{1,2}\s*[.):]\s", re.IGNORECASE)
_WORDS = (
    (re.compile(r"stars?|wild", re.IGNORECASE), "*"),
    (re.compile(r"\b(?:none|nothing)\b", re.IGNORECASE), " - "),
    (re.compile(r"\bclaim(?:s|ed)?\b:?", re.IGNORECASE), "!"),
    (re.compile(r"\b(?:slides?|drops?|placed?|roll|and|then)\b:?", re.IGNORECASE), " "),
)
_HEAD = re.compile(r"[^a-g!@=]*", re.IGNORECASE)
_SIGN = re.compile(r"[^\s,;.:-]")
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
    """Parse a turn of a solo game. Blanks and capitals don't matter, a number may come before it,
    and the roll may be left out if it is known as `roll`.

    Raises NotationError if the text isn't a turn. Neither its legality nor its roll is compared
    with anything.
    """
    return turn_of(split_turn(text), text, dice, roll)


def turn_of(says: TypedTurn, text: str, dice: str, roll: Roll | None) -> Turn:
    """Build the turn from the fields of split_turn(), as read_turn() does."""
    if says.roll is not None:
        roll = read_roll(says.roll, dice)
    if roll is None:
        raise NotationError.coded(
            "turn.no_roll",
            "turn: expected its roll first, such as 156*O, got {got}",
            got=shown(text),
        )
    if says.place is None and says.dashes + bool(says.slides) < 2:
        raise NotationError.coded(
            "turn.no_place",
            "{expected}; where nothing fits PLACE is -, got {got}",
            expected=_EXPECTED,
            got=shown(text),
        )
    return Turn.from_json({"roll": str(roll), **_fields(says), "slides": says.slides}, dice)


def read_part(text: str, dice: str = "publisher", roll: Roll | None = None) -> Turn:
    """Parse the part of one of several players, as a turn of that player's own sheet without
    slides. It is written as for read_turn(); in a block turn the block alone, `-` if nothing fits,
    and `.` for a protected player."""
    bare = text.strip()
    is_protected = bare.split()[-1:] == ["."]
    says = split_turn(bare.removesuffix(".") if is_protected else text)
    if says.place is None and (is_protected or says.drops or says.dashes):
        says.dashes = 2  # nothing slides, nothing is placed
    return turn_of(says, text, dice, roll)


def read_shared_turn(text: str, dice: str = "publisher", roll: Roll | None = None) -> SharedTurn:
    """Parse a turn of a game of several players: the roll, and after a | each player's part, as for
    read_turn()."""
    head, *parts = normalise(text, "turn").split("|")
    says = split_turn(head)
    if says.roll is not None:
        roll = read_roll(says.roll, dice)
    if roll is None or not parts:
        expected = coded_message("turn.shared", "expected ROLL | PART | PART")
        raise NotationError(expected_got("turn", expected, text))
    found = [_part(part, f"parts[{i}]").to_json() for i, part in enumerate(parts)]
    return SharedTurn.from_json({"roll": str(roll), "parts": found}, dice)


def split_turn(text: str) -> TypedTurn:
    """Split a text into the fields of a turn. Raises NotationError at the first thing that is not
    one."""
    bare = normalise(text, "turn")
    if len(bare) > _MOST_SIGNS:
        raise NotationError.coded(
            "turn.long", "turn: expected a shorter text, got {got}", got=shown(text)
        )
    bare = bare.replace("->", "=").replace("→", "=").replace("_", "-")
    for word, sign in _WORDS:
        bare = word.sub(sign, bare)
    says = TypedTurn()
    if (numbered := _NUMBER.match(bare)) and (
        _SURE_NUMBER.match(bare) or _is_roll_or_none(_head(bare[numbered.end() :]))
    ):
        says.number = int(numbered[1])
        bare = bare[numbered.end() :]
    head = _head(bare)
    bare = bare[len(head) :].lower()
    while dash := re.fullmatch(r"(.*?)(?:^|\s)-\s*", head, re.DOTALL):
        says.dashes += 1
        head = dash[1]
    says.roll = head if _SIGN.search(head) else None
    place = 0
    while place < len(bare):
        token = _TOKEN.match(bare, place)
        if token is None:
            raise NotationError(_unclear(bare[place:], text))
        _take(token, says)
        place = token.end()
    return says


def _head(bare: str) -> str:
    """Return the part of a line before the first letter of a column or tile: its roll, if any."""
    found = _HEAD.match(bare)
    return found[0] if found else ""


def _is_roll_or_none(head: str) -> bool:
    """Return whether a number before `head` is that of the turn: a roll follows it, or is left
    out."""
    try:
        read_roll(head)
    except NotationError as error:
        return "can show" in str(error) or not _SIGN.search(head)
    return True


def _take(token: re.Match[str], says: TypedTurn) -> None:
    if token["tile"]:
        cells = re.findall(_CELL, token["fallen"])
        says.drops.append({"tile": token["tile"].upper(), "cells": cells})
    elif token["cell"]:
        says.place = says.place or {}
        if token["cell"] in says.place:
            raise NotationError.coded(
                "place.twice",
                "place: expected each cell once, got {cell} again",
                cell=repr(token["cell"]),
            )
        says.place[token["cell"]] = int(token["digit"])
    elif token["claim"]:
        if says.claim is not None:
            raise NotationError.coded("claim.two", "claim: expected one claim in a turn, got two")
        says.claim = re.findall(_CELL, token["claim"])
    elif token["slide"]:
        says.slides.append(token["slide"].upper())
    elif token["dash"]:
        says.dashes += 1


def _unclear(rest: str, text: str) -> str:
    cells = re.match(_CELLS, rest)
    if cells:
        names = "".join(re.findall(_CELL, cells[0]))
        return coded_message(
            "turn.no_digit",
            "turn: expected a digit after each cell, as a1=4, or !{names} to claim cells",
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


def _fields(says: TypedTurn) -> dict[str, Any]:
    return {"drops": says.drops, "place": says.place, "claim": says.claim}


def _part(text: str, where: str) -> Part:
    if text.strip() in (".", ""):
        return Part(())
    says = split_turn(text)
    if says.roll is not None or says.slides:
        raise NotationError(expected_got(where, PART_FORM, text))
    if says.drops:
        return Part.from_json({"drops": says.drops}, where)
    if says.place is None and not says.dashes:
        expected = coded_message("part.nothing", "expected PLACE, or - where nothing fits")
        raise NotationError(expected_got(where, expected, text))
    return Part.from_json({"place": says.place, "claim": says.claim}, where)
