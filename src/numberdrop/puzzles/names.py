"""The names of puzzles: recipes, which a generator makes dice from, and literal ids, which hold
the dice themselves and outlive every generator (formats.md, Names of puzzles)."""

from __future__ import annotations

import datetime
import hashlib
import re

from ..dice import Deal, parse_deal
from ..errors import NotationError, as_text
from ..rules import MOST_TURNS, Variant
from .daily import parse_date, parse_recipe

#: What every name of a puzzle looks like; the longest literal id has less than 160 characters.
NAME = re.compile("[!-~]{1,200}")
#: Puzzle number 1 is the one of this day.
FIRST_DAY = datetime.date(2026, 11, 20)


def puzzle_number(date: datetime.date) -> int | None:
    """The number of a day's puzzle, from 1; None for the days before the first."""
    number = date.toordinal() - FIRST_DAY.toordinal() + 1
    return number if number > 0 else None


def literal_id(deal: Deal, variant: str | Variant = "rulebook") -> str:
    """The dice themselves: `TILES:ROLL,ROLL,...`, before it the variant and `:` unless it is
    `rulebook`."""
    chosen = Variant.of(variant)
    head = [] if chosen == Variant() else [str(chosen)]
    return ":".join([*head, "".join(deal.tiles), ",".join(map(str, deal.rolls))])


def short_name(name: str) -> str:
    """The name of a puzzle where people compare scores: of a literal id, which shows the dice, it
    is `dice` and the first eight hexadecimal digits of the id's SHA-256."""
    if ":" not in name:
        return name
    return f"dice {hashlib.sha256(name.encode()).hexdigest()[:8]}"


def parse_name(text: str) -> tuple[Deal, Variant]:
    """The deal that a recipe or a literal id names, and its variant. NotationError otherwise.

    The recipe of a deal named by its dice is the literal id.
    """
    if ":" not in as_text(text, "name"):
        return parse_recipe(text), Variant()
    head, _, rest = text.rpartition(":")
    rules, _, tiles = head.rpartition(":")
    chosen = Variant.from_text(rules or "rulebook")
    rolls = rest.split(",")
    if len(rolls) != MOST_TURNS:
        raise NotationError(f"literal id: expected {MOST_TURNS} rolls, got {len(rolls)}")
    found = parse_deal({"id": text, "tiles": list(tiles), "rolls": rolls}, chosen.dice)
    if literal_id(found, chosen) != text:
        raise NotationError(f"literal id: expected {literal_id(found, chosen)!r}, got {text!r}")
    return found, chosen


def day_of(deal: Deal) -> datetime.date | None:
    """The day whose puzzle a deal is, by its recipe; None for every other deal."""
    kind, _, rest = deal.recipe.partition("#")
    return parse_date(rest.partition(".")[0]) if kind == "solo" else None
