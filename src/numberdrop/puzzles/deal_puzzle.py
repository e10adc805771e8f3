"""Puzzles as documents: the dice of a deal, without targets or best score (formats.md, Puzzle)."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..dice import Deal, Roll, parse_deal
from ..errors import NotationError
from ..json_reader import Fields
from ..rules import MOST_TURNS, Variant
from ..tile_states import longest_game
from ..validate import expect_kind
from .daily import GENERATOR_VERSION, daily_deal, day_text, parse_date
from .names import day_of

if TYPE_CHECKING:
    from .archive.entries import DailyPuzzle

FORMAT = "numberdrop.puzzle"
#: The highest generator version accepted in a document.
MOST_VERSIONS = 2**31

_DAY_RECIPE = re.compile(r"solo#([0-9]{4}-[0-9]{2}-[0-9]{2})\.(?:0|[1-9][0-9]*)")


@dataclass(frozen=True, slots=True)
class DealPuzzle:
    """The puzzle of a deal. `day` is None unless it is a daily puzzle.

    `longest_game` is the most turns that a game on its rolls can have. `generator` is the version
    of the generator that dealt a day's dice.
    """

    deal: Deal
    variant: Variant
    day: datetime.date | None
    longest_game: int
    generator: int = GENERATOR_VERSION

    @property
    def kind(self) -> str:
        """The kind of the puzzle: "daily" for the puzzle of a day, "deal" for any other."""
        return "deal" if self.day is None else "daily"

    @property
    def id(self) -> str:
        """The day, or the recipe of the deal."""
        return self.deal.recipe if self.day is None else day_text(self.day)

    @property
    def tiles(self) -> tuple[str, ...]:
        """The shapes on A to E."""
        return self.deal.tiles

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """The twenty rolls."""
        return self.deal.rolls

    def archived(self) -> DailyPuzzle | None:
        """Return this puzzle's entry in the shipped archive, with targets, difficulty and best
        score, or None if it isn't in the archive."""
        from .archive.shipped import shipped_day

        return None if self.day is None else shipped_day(self.day)

    def _repr_html_(self) -> str:
        from ..view.notebook import puzzle_html

        return puzzle_html(self)

    def to_json(self) -> dict[str, Any]:
        """Return the document of `numberdrop daily --json`, without targets and best score."""
        return {**self.head(), "targets": {}, "best": None}

    def head(self) -> dict[str, Any]:
        """Return the keys up to the rolls, with which every document of the puzzle begins."""
        of_day = {"generator": self.generator, "recipe": self.deal.recipe}
        return {
            "format": FORMAT,
            "version": 1,
            "id": self.id,
            "kind": self.kind,
            "variant": str(self.variant),
            **({} if self.day is None else of_day),
            "longest_game": self.longest_game,
            "tiles": list(self.deal.tiles),
            "rolls": texts(self.deal.rolls),
        }

    @classmethod
    def from_fields(cls, fields: Fields) -> DealPuzzle:
        """Parse the keys of head() in a day's document.

        Doesn't check that the deal is the day's. Raises NotationError, naming the place, if a key
        is missing or invalid.
        """
        fields.expect_format(FORMAT)
        fields.expect("kind", "daily")
        try:
            day = parse_date(fields["id"])
        except NotationError:
            raise fields.fault("id", "expected a day of the calendar, YYYY-MM-DD") from None
        recipe = fields.text("recipe")
        found = _DAY_RECIPE.fullmatch(recipe)
        if not found or found[1] != day_text(day):
            raise fields.fault("recipe", f"expected 'solo#{day_text(day)}.J'")
        variant = fields.read("variant", Variant.from_text)
        fields.expect_keys("tiles", "rolls")
        deal = fields.read_whole(lambda dice: parse_deal({**dice, "id": recipe}, variant.dice))
        if len(deal.rolls) != MOST_TURNS:
            raise fields.fault("rolls", f"expected {MOST_TURNS}")
        return cls(
            deal,
            variant,
            day,
            fields.count("longest_game", 10, MOST_TURNS),
            fields.count("generator", 1, MOST_VERSIONS),
        )


def daily(date: datetime.date | str | None = None) -> DealPuzzle:
    """Return the puzzle of `date`, a date or YYYY-MM-DD. The default is today, in UTC.

    The puzzle contains only the dice. Its archived() returns the targets and the best score. Raises
    NotationError for a text that isn't a date, WrongType for any other type.
    """
    return daily_puzzle(datetime.datetime.now(datetime.UTC) if date is None else date)


def daily_puzzle(date: datetime.date | str) -> DealPuzzle:
    """Return the puzzle of a day. Raises as daily()."""
    day = parse_date(day_text(date))
    deal = daily_deal(day)
    return DealPuzzle(deal, Variant(), day, longest_game(deal.tiles, deal.rolls))


def puzzle_of(deal: Deal, variant: Variant | None = None) -> DealPuzzle:
    """Return the puzzle of any deal, a daily puzzle if it is the deal of a day.

    The default variant is `rulebook`. Raises NotationError if the deal uses other dice than the
    variant.
    """
    chosen = variant or Variant()
    expect_kind(deal, Deal, "deal").expect_dice(chosen)
    longest = longest_game(deal.tiles, deal.rolls)
    return DealPuzzle(deal, chosen, day_of(deal), longest)


def parse_puzzle(value: object) -> tuple[Deal, Variant]:
    """Parse the document of a puzzle and return its deal and variant.

    Only the keys `tiles` and `rolls` are required, and there may be fewer than 20 rolls. The
    default variant is `rulebook`. The recipe of the deal is the puzzle's id, or "puzzle". Raises
    NotationError, naming the key, if the document is invalid.
    """
    fields = Fields(value, "puzzle")
    for key, expected in (("format", FORMAT), ("version", 1)):
        if key in fields:
            fields.expect(key, expected)
    variant = Variant.from_text(fields.values.get("variant", "rulebook"))
    try:
        return parse_deal(fields.values, variant.dice), variant
    except NotationError as error:
        raise NotationError(f"puzzle, {error}") from None


def texts(rolls: Sequence[Roll]) -> list[str]:
    """Return the rolls as texts."""
    return [str(roll) for roll in rolls]
