"""The names of puzzles: recipes and literal ids (formats.md, Names of puzzles).

A recipe is the seed of a generator. A literal id contains the dice themselves and doesn't depend on
any generator.
"""

from __future__ import annotations

import datetime
import hashlib
import re

from ..dice import Deal, is_mistaken, parse_deal
from ..dice import deal as deal_of_text
from ..errors import NotationError, as_text, coded_message, shown
from ..notation import coerce_tiles
from ..rules import MOST_TURNS, SOLO_SHAPES, Variant
from ..validate import coerce, expect_kind
from .daily import daily_deal, parse_date, parse_recipe

#: The pattern of all puzzle names. The longest literal id has fewer than 160 characters.
NAME = re.compile("[!-~]{1,200}")
PUZZLE_EXPECTED = coded_message("puzzle.named", "expected the name of a puzzle")
#: The day of puzzle number 1.
FIRST_DAY = datetime.date(2026, 11, 20)

_DAY = re.compile(r"(?:solo#)?([0-9]{4}-[0-9]{2}-[0-9]{2})")
#: A date in one of several common notations, to suggest the right name in an error message.
_SOME_DATE = re.compile(r"([0-9]{4})[-/._]?([0-9]{1,2})[-/._]?([0-9]{1,2})(?![0-9])")


def puzzle_number(date: datetime.date | str) -> int | None:
    """Return the number of a day's puzzle, from 1, or None for days before `FIRST_DAY`."""
    day = coerce(date, datetime.date, parse_date, "date")
    number = day.toordinal() - FIRST_DAY.toordinal() + 1
    return number if number > 0 else None


def literal_id(deal: Deal, variant: str | Variant = "rulebook") -> str:
    """Return the literal id of `deal`: `TILES:ROLL,ROLL,...`, prefixed by `VARIANT:` unless the
    variant is `rulebook`.

    Raises NotationError if the deal uses other dice than the variant or isn't a solo game.
    """
    chosen = Variant.of(variant)
    deal = expect_kind(deal, Deal, "deal")
    deal.expect_dice(chosen)
    coerce_tiles(deal.tiles, SOLO_SHAPES)
    if len(deal.rolls) != MOST_TURNS:
        raise _wrong_count(len(deal.rolls))
    head = [] if chosen == Variant() else [str(chosen)]
    return ":".join([*head, "".join(deal.tiles), ",".join(map(str, deal.rolls))])


def short_name(name: str) -> str:
    """Return the name of a puzzle as shown in tables of scores.

    A literal id would reveal the dice. It is shortened to `dice` and the first eight hexadecimal
    digits of its SHA-256.
    """
    if ":" not in name:
        return name
    return f"dice {hashlib.sha256(name.encode()).hexdigest()[:8]}"


def parse_name(text: str) -> tuple[Deal, Variant]:
    """Return the deal and the variant named by a recipe or a literal id.

    A deal from a literal id has that id as its recipe. Raises NotationError if `text` is neither.
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
    """Return the deal with this name (formats.md, Names of puzzles).

    - `YYYY-MM-DD` or `solo#YYYY-MM-DD`: the deal of that day's puzzle. Its recipe also contains the
      number of the candidate.
    - a literal id: the dice written in it.
    - `solo#YYYY-MM-DD.J`: candidate J of a day, whether or not it became the day's puzzle.
    - `plain#SEED.N`: deal N of a seed.
    - any other printable ASCII text without spaces: dice generated from the text.

    `dice` selects the dice for a recipe and defaults to "publisher". Days and literal ids determine
    their dice. Raises NotationError if `name` resembles one of these forms but isn't one, such as
    `2026-11-5`. The message suggests a correction if possible.
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
    """Return the end of an error message: the recipe of the day that `text` seems to mean."""
    if found := _SOME_DATE.search(text):
        try:
            meant = daily_deal(datetime.date(*map(int, found.groups())))
        except ValueError:
            return ""
        return f": {meant.recipe} is the puzzle of that day"
    return ""


def day_of(deal: Deal) -> datetime.date | None:
    """Return the day whose puzzle has this deal's recipe, or None if there is no such day."""
    kind, _, rest = deal.recipe.partition("#")
    return parse_date(rest.partition(".")[0]) if kind == "solo" else None
