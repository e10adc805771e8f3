"""Puzzles as documents: the dice of a deal, nothing known of it (formats.md, Puzzle)."""

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
#: Versions of a generator that a document may name.
MOST_VERSIONS = 2**31

_DAY_RECIPE = re.compile(r"solo#([0-9]{4}-[0-9]{2}-[0-9]{2})\.(?:0|[1-9][0-9]*)")


@dataclass(frozen=True, slots=True)
class DealPuzzle:
    """The puzzle of a deal: of the day `day`, or of no day where that is None.

    `longest_game` is the most turns that a game on its rolls can have; `generator` the version that
    made the deal of a day from its date.
    """

    deal: Deal
    variant: Variant
    day: datetime.date | None
    longest_game: int
    generator: int = GENERATOR_VERSION

    @property
    def kind(self) -> str:
        """ "daily" for the puzzle of a day, "deal" for any other."""
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
        """What the archive that comes with the program knows of this puzzle: targets, difficulty
        and best score; None for a puzzle that isn't in it."""
        from .archive.shipped import shipped_day

        return None if self.day is None else shipped_day(self.day)

    def _repr_html_(self) -> str:
        from ..view.notebook import puzzle_html

        return puzzle_html(self)

    def to_json(self) -> dict[str, Any]:
        """The document of `numberdrop daily --json`, with no target and no best score."""
        return {**self.head(), "targets": {}, "best": None}

    def head(self) -> dict[str, Any]:
        """The keys up to the rolls, which every document of the puzzle begins with."""
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
        """Reads the keys of head() in the document of a day; whether the deal is the day's isn't
        asked. NotationError, naming the place, on anything else."""
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
    """The puzzle of a day, a date or its text YYYY-MM-DD; today's, in UTC, if none is given.

    It has the dice alone; archived() is what the program's archive knows of it. NotationError for
    another text, WrongType for what is no date.
    """
    return daily_puzzle(datetime.datetime.now(datetime.UTC) if date is None else date)


def daily_puzzle(date: datetime.date | str) -> DealPuzzle:
    """The puzzle of a day; errors as daily()."""
    day = parse_date(day_text(date))
    deal = daily_deal(day)
    return DealPuzzle(deal, Variant(), day, longest_game(deal.tiles, deal.rolls))


def puzzle_of(deal: Deal, variant: Variant | None = None) -> DealPuzzle:
    """The puzzle of any deal, `rulebook` if no variant is given; of its day where it is the deal of
    one. NotationError for a deal of other dice than the variant's."""
    chosen = variant or Variant()
    expect_kind(deal, Deal, "deal").expect_dice(chosen)
    longest = longest_game(deal.tiles, deal.rolls)
    return DealPuzzle(deal, chosen, day_of(deal), longest)


def parse_puzzle(value: object) -> tuple[Deal, Variant]:
    """The deal of a puzzle and the variant it is played by, `rulebook` if it names none.

    Of its keys only `tiles` and `rolls` must be there; the rolls may be fewer than 20. The recipe
    of the deal is the puzzle's id, or "puzzle". NotationError, naming the key, on anything else.
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
    """The rolls as documents hold them."""
    return [str(roll) for roll in rolls]
