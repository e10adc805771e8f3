"""The deal and the variant of an episode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..dice import Deal, plain_deal
from ..errors import NotationError, expected_got
from ..json_reader import no_keys_but
from ..notation import coerce_tiles
from ..puzzles.names import deal as deal_of
from ..puzzles.names import parse_name
from ..rules import MOST_TURNS, SOLO_SHAPES, Variant
from ..validate import expect_kind, integer_between

#: The keys that the options of a reset may have.
OPTIONS = ("deal", "variant")
#: Seeds of deals are below this.
SEEDS = 2**64


@dataclass(frozen=True, slots=True)
class EpisodeSetup:
    """The `variant`, and the `deal` of every episode; None for a new deal in each."""

    deal: Deal | None
    variant: Variant

    @classmethod
    def of(cls, deal: Deal | str | None, variant: str | Variant) -> EpisodeSetup:
        """Validate the arguments of an environment. A name of a deal is as in numberdrop.deal().

        Raises NotationError for an unknown name, for a deal with other dice than the variant's or
        one that isn't a solo deal, and for a literal id of another variant. Raises WrongType if
        `deal` is neither a Deal nor a text.
        """
        chosen = Variant.of(variant)
        if isinstance(deal, str):
            named = parse_name(deal)[1] if ":" in deal else chosen
            if named != chosen:
                raise NotationError(f"deal: expected one of {chosen}, got one of {named}")
            deal = deal_of(deal, chosen.dice)
        if deal is not None:
            expect_kind(deal, Deal, "deal").expect_dice(chosen)
            coerce_tiles(deal.tiles, SOLO_SHAPES)
            if len(deal.rolls) > MOST_TURNS:
                raise NotationError(f"rolls: expected at most {MOST_TURNS}, got {len(deal.rolls)}")
        return cls(deal, chosen)

    def with_options(self, options: Mapping[str, Any] | None) -> EpisodeSetup:
        """Return this setup with the `options` of a reset applied. Raises the errors of of(), and
        NotationError for keys other than `deal` and `variant`."""
        given = known_options(options)
        if not given:
            return self
        return EpisodeSetup.of(given.get("deal", self.deal), given.get("variant", self.variant))

    def next(self, seed: int, number: int) -> Deal:
        """Return the deal of the next episode: plain deal `number` of `seed`, unless all episodes
        have the same deal."""
        return self.deal or plain_deal(seed, number, self.variant.dice)


def known_options(options: object, names: Sequence[str] = OPTIONS) -> Mapping[str, Any]:
    """Validate the options of a reset; None gives an empty mapping. Raises NotationError for keys
    other than `names`, and WrongType if `options` is not a mapping."""
    if options is None:
        return {}
    given: Mapping[str, Any] = expect_kind(options, Mapping, "options")
    for key in given:
        if key not in names:
            raise NotationError(expected_got("options", no_keys_but(OPTIONS), key))
    return given


def seed_of(value: object) -> int:
    """Validate a seed, 0 to 2**64 - 1. Raises NotationError for any other value."""
    return integer_between(value, 0, SEEDS - 1, "seed")
