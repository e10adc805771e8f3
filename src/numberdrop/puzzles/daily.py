"""The deal of each day, and the recipes that name deals.

The candidates of a day are the deals `solo#YYYY-MM-DD.J`, J = 0, 1, 2, ... (see numberdrop.dice).
The day's deal is the first whose longest possible game has at least MINIMUM_LONGEST_GAME turns.
Longer games provide more spare digits, which makes high scores possible.
"""

from __future__ import annotations

import datetime
import re
from itertools import count

from ..dice import Deal, deal, plain_deal
from ..errors import NotationError, as_text, shown
from ..tile_states import longest_game
from ..validate import coerce

MINIMUM_LONGEST_GAME = 17
#: The version of the generator of the dice. Generators that only set other targets for the same
#: dice have higher versions (archive.make_entries).
GENERATOR_VERSION = 1

_DATE = r"([0-9]{4}-[0-9]{2}-[0-9]{2})"
_NUMBER = r"(0|[1-9][0-9]{0,19})"
_PLAIN = re.compile(rf"plain#{_NUMBER}\.{_NUMBER}")
_DAY = re.compile(rf"(?:solo#)?{_DATE}")
_CANDIDATE = re.compile(rf"solo#{_DATE}\.{_NUMBER}")


def daily_deal(date: datetime.date | str) -> Deal:
    """Return the deal of a day, with the publisher's dice and the recipe `solo#YYYY-MM-DD.J`.

    Raises NotationError for a text that isn't a date, WrongType for any other type.
    """
    day = day_text(date)
    candidates = (deal(f"solo#{day}.{j}") for j in count())
    return next(
        candidate
        for candidate in candidates
        if longest_game(candidate.tiles, candidate.rolls) >= MINIMUM_LONGEST_GAME
    )


def day_text(date: datetime.date | str) -> str:
    """Return the day of a date, a datetime or a text as YYYY-MM-DD. Raises as daily_deal()."""
    return datetime.date.isoformat(coerce(date, datetime.date, parse_date, "date"))


def parse_date(text: str) -> datetime.date:
    """Parse a day written as YYYY-MM-DD, 0001-01-01 .. 9999-12-31.

    Raises NotationError if `text` isn't one.
    """
    try:
        if re.fullmatch(_DATE, as_text(text, "date")):
            return datetime.date.fromisoformat(text)
    except ValueError:
        pass
    raise NotationError.coded(
        "date.expected",
        "date: expected a day of the calendar, YYYY-MM-DD, got {got}",
        got=shown(text),
    )


def parse_recipe(text: str) -> Deal:
    """Return the deal named by a recipe.

    `plain#SEED.N` is deal N of a seed, both 0 .. 2^64 - 1. `solo#YYYY-MM-DD`, or the date alone, is
    the deal of a day. `solo#YYYY-MM-DD.J` is the same if J is the day's candidate. Raises
    NotationError otherwise.
    """
    if plain := _PLAIN.fullmatch(as_text(text, "recipe")):
        return plain_deal(int(plain[1]), int(plain[2]))
    if day := _DAY.fullmatch(text):
        return daily_deal(parse_date(day[1]))
    if candidate := _CANDIDATE.fullmatch(text):
        found = daily_deal(parse_date(candidate[1]))
        if found.recipe == text:
            return found
        j = found.recipe.rpartition(".")[2]
        raise NotationError.coded(
            "recipe.candidate",
            "recipe: expected {expected}, got {got}: candidate {number} is the day's",
            expected=repr(found.recipe),
            got=repr(text),
            number=j,
        )
    raise NotationError.coded(
        "recipe.expected",
        "recipe: expected YYYY-MM-DD, solo#YYYY-MM-DD, solo#YYYY-MM-DD.J or plain#SEED.N, "
        "got {got}",
        got=shown(text),
    )
