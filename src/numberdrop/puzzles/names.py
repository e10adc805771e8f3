"""The names of puzzles: recipes, which a generator makes dice from, and literal ids, which hold
the dice themselves and outlive every generator (formats.md, Names of puzzles)."""

from __future__ import annotations

import datetime
import hashlib
import re

from ..dice import Deal, is_mistaken, parse_deal
from ..dice import deal as deal_of_text
from ..errors import NotationError, as_text, shown
from ..notation import coerce_tiles
from ..rules import MOST_TURNS, SOLO_SHAPES, Variant
from ..validate import coerce, expect_kind
from .daily import daily_deal, parse_date, parse_recipe

#: What every name of a puzzle looks like; the longest literal id has less than 160 characters.
NAME = re.compile("[!-~]{1,200}")
#: Puzzle number 1 is the one of this day.
FIRST_DAY = datetime.date(2026, 11, 20)

_DAY = re.compile(r"(?:solo#)?([0-9]{4}-[0-9]{2}-[0-9]{2})")
#: Year, month and day in most orders of writing, for a message.
_SOME_DATE = re.compile(r"([0-9]{4})[-/._]?([0-9]{1,2})[-/._]?([0-9]{1,2})(?![0-9])")


def puzzle_number(date: datetime.date | str) -> int | None:
    """The number of a day's puzzle, from 1; None for the days before the first."""
    day = coerce(date, datetime.date, parse_date, "date")
    number = day.toordinal() - FIRST_DAY.toordinal() + 1
    return number if number > 0 else None


def literal_id(deal: Deal, variant: str | Variant = "rulebook") -> str:
    """The dice themselves: `TILES:ROLL,ROLL,...`, before it the variant and `:` unless it is
    `rulebook`. NotationError for a deal of other dice than the variant's, or of no solo game."""
    chosen = Variant.of(variant)
    deal = expect_kind(deal, Deal, "deal")
    deal.expect_dice(chosen)
    coerce_tiles(deal.tiles, SOLO_SHAPES)
    if len(deal.rolls) != MOST_TURNS:
        raise _wrong_count(len(deal.rolls))
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
        raise _wrong_count(len(rolls))
    found = parse_deal({"id": text, "tiles": list(tiles), "rolls": rolls}, chosen.dice)
    if literal_id(found, chosen) != text:
        raise NotationError.coded(
            "literal.canonical",
            "literal id: expected {expected}, got {got}",
            expected=repr(literal_id(found, chosen)),
            got=repr(text),
        )
    return found, chosen


def _wrong_count(count: int) -> NotationError:
    return NotationError.coded(
        "literal.rolls",
        "literal id: expected {expected} rolls, got {count}",
        expected=MOST_TURNS,
        count=count,
    )


def deal(name: str, dice: str | None = None) -> Deal:
    """The dice that a name stands for (formats.md, Names of puzzles).

    `YYYY-MM-DD`, or `solo#YYYY-MM-DD`, is the deal of that day's puzzle, whose recipe has the
    number of the candidate as well; a literal id the dice written in it. Everything else is a
    recipe: `solo#YYYY-MM-DD.J` candidate J of a day, be it the puzzle's or not, `plain#SEED.N` deal
    N of a seed, and any other printable ASCII text without blanks the dice that follow from it.
    Texts that are almost one of these, such as `2026-11-5`, are a NotationError, which says what
    may have been meant.

    `dice` is the set that a recipe is dealt with, "publisher" if none is given; days and literal
    ids have theirs.
    """
    text = as_text(name, "deal")
    if day := _DAY.fullmatch(text):
        return _with_its_dice(daily_deal(parse_date(day[1])), dice)
    if ":" in text:
        return _with_its_dice(parse_name(text)[0], dice)
    if is_mistaken(text):
        raise NotationError(
            "deal: expected YYYY-MM-DD, solo#YYYY-MM-DD.J, plain#SEED.N or another recipe, "
            f"got {shown(text)}{_perhaps(text)}"
        )
    return deal_of_text(text, "publisher" if dice is None else dice)


def _with_its_dice(found: Deal, dice: str | None) -> Deal:
    if dice not in (None, found.dice):
        raise NotationError(f"dice: expected {found.dice} with this name, got {shown(dice)}")
    return found


def _perhaps(text: str) -> str:
    """The recipe of the day that a text seems to mean."""
    if found := _SOME_DATE.search(text):
        try:
            meant = daily_deal(datetime.date(*map(int, found.groups())))
        except ValueError:
            return ""
        return f": {meant.recipe} is the puzzle of that day"
    return ""


def day_of(deal: Deal) -> datetime.date | None:
    """The day whose puzzle a deal is, by its recipe; None for every other deal."""
    kind, _, rest = deal.recipe.partition("#")
    return parse_date(rest.partition(".")[0]) if kind == "solo" else None
