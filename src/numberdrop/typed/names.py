"""Parsing of typed puzzle names."""

from __future__ import annotations

import datetime
import re

from ..errors import NotationError, shown
from ..puzzles.daily import day_text
from ..rules import SOLO_SHAPES, Variant
from .characters import normalise
from .days import NotDay, read_day
from .rolls import FLIPPED, read_rolls
from .variants import read_variant

#: The kind of a recipe and the rest of it. Numbers without a kind name a drop problem.
_RECIPE = re.compile(
    r"(drop(?: ?problem)?|problem|pocket(?: ?problem)?|plain|solo(?= ?\S))(?![a-z]) ?[#:]? ?(.*)",
    re.IGNORECASE,
)
_NUMBERS = re.compile(r"#? ?(\d{1,20}) ?\. ?(\d{1,20})")
_CANDIDATE = re.compile(r"(\d{4}-\d\d?-\d\d?) ?\. ?(\d{1,20})")


def read_puzzle(text: str, today: datetime.date | None = None) -> str:
    """Return the canonical name of a puzzle.

    `text` is a day as in read_day(), a recipe, the id of a drop problem, such as 1.4 or drop 1.4,
    or a literal id. Raises NotationError for anything else; the puzzle need not exist.
    """
    bare = " ".join(normalise(text, "puzzle").split()).strip(" ,.")
    if numbers := _NUMBERS.fullmatch(bare):
        return _numbered("drop", numbers)
    if recipe := _RECIPE.fullmatch(bare):
        return _recipe(recipe[1].lower(), recipe[2], text, today)
    if ":" in bare:
        return _literal(bare)
    try:
        return day_text(read_day(text, today))
    except NotDay:
        if re.search(r"\d{4}|#", bare):  # probably meant as a day
            raise
        raise NotationError.coded(
            "puzzle.expected",
            "puzzle: expected a day such as 2026-11-25, today, a puzzle's number such as #6, a "
            "drop problem such as 1.4, a recipe or a literal id, got {got}",
            got=shown(text),
        ) from None


def is_problem(name: str) -> bool:
    """Return True if `name`, from read_puzzle(), is the name of a drop problem."""
    return name.startswith(("drop#", "pocket#"))


def _recipe(kind: str, rest: str, text: str, today: datetime.date | None) -> str:
    if kind == "solo":
        if candidate := _CANDIDATE.fullmatch(rest):
            return f"solo#{day_text(read_day(candidate[1], today))}.{int(candidate[2])}"
        return f"solo#{day_text(read_day(rest, today))}"
    kind = kind.removesuffix("problem").rstrip()
    if numbers := _NUMBERS.fullmatch(rest):
        return _numbered(kind if kind in ("plain", "pocket") else "drop", numbers)
    if kind == "plain":
        raise NotationError.coded(
            "plain.expected",
            "puzzle: expected seed and number of the dice, such as plain#1.0, got {got}",
            got=shown(text),
        )
    if kind == "pocket":
        raise NotationError.coded(
            "pocket.expected",
            "pocket problem: expected its two numbers, such as pocket 1.4, got {got}",
            got=shown(text),
        )
    raise NotationError.coded(
        "problem.expected",
        "drop problem: expected its two numbers, such as 1.4, got {got}",
        got=shown(text),
    )


def _numbered(kind: str, numbers: re.Match[str]) -> str:
    return f"{kind}#{int(numbers[1])}.{int(numbers[2])}"


def _literal(bare: str) -> str:
    """Return a literal id with its parts in canonical form."""
    *head, tiles, rolls = bare.split(":")
    rules = read_variant(head[0]) if len(head) == 1 else Variant()
    if len(head) > 1:
        raise NotationError.coded(
            "literal.expected",
            "literal id: expected TILES:ROLL,ROLL,.., got {got}",
            got=shown(bare),
        )
    shapes = re.sub(r"[\s,-]", "", tiles).upper()
    shapes = "".join(FLIPPED.get(shape, shape) for shape in shapes)
    if sorted(shapes) != sorted(SOLO_SHAPES):
        wanted = ", ".join(SOLO_SHAPES)
        raise NotationError.coded(
            "tiles.shapes",
            "tiles: expected {wanted} in some order, got {got}",
            wanted=wanted,
            got=shown(tiles),
        )
    listed = ",".join(map(str, read_rolls(rolls, rules.dice)))
    return ":".join([*([] if rules == Variant() else [str(rules)]), shapes, listed])
