"""Which dice and which rules an episode has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..dice import Deal, plain_deal
from ..documents import no_keys_but
from ..errors import NotationError, wrong
from ..puzzles.names import deal as deal_of
from ..puzzles.names import parse_name
from ..rules import Variant
from ..taken import expect_kind, whole_between

_OPTIONS = ("deal", "variant")
#: Seeds of deals are below this.
SEEDS = 2**64


@dataclass(frozen=True, slots=True)
class Dealing:
    """The `variant`, and the `deal` of every episode, or None for one deal after the other."""

    deal: Deal | None
    variant: Variant

    @classmethod
    def of(cls, deal: Deal | str | None, variant: str | Variant) -> Dealing:
        """As an environment is given them; a deal's name is as numberdrop.deal() takes it.

        NotationError for other names, for a deal of other dice than the variant's, and for a
        literal id of another variant; WrongType for what is neither a deal nor a text.
        """
        chosen = Variant.of(variant)
        if isinstance(deal, str):
            named = parse_name(deal)[1] if ":" in deal else chosen
            if named != chosen:
                raise NotationError(f"deal: expected one of {chosen}, got one of {named}")
            deal = deal_of(deal, chosen.dice)
        if deal is not None and expect_kind(deal, Deal, "deal").dice != chosen.dice:
            raise NotationError(
                f"deal: expected one of the {chosen.dice} dice in {chosen}, got {deal.recipe!r}"
            )
        return cls(deal, chosen)

    def with_options(self, options: Mapping[str, Any] | None) -> Dealing:
        """These, but for what the `options` of a reset say; errors as for of(), and NotationError
        for keys other than `deal` and `variant`."""
        for key in options or {}:
            if key not in _OPTIONS:
                raise NotationError(wrong("options", no_keys_but(_OPTIONS), key))
        if not options:
            return self
        return Dealing.of(options.get("deal", self.deal), options.get("variant", self.variant))

    def next(self, seed: int, number: int) -> Deal:
        """The deal of an episode: plain deal `number` of a seed, unless all have the same."""
        return self.deal or plain_deal(seed, number, self.variant.dice)


def seed_of(value: object) -> int:
    """A seed 0 .. 2^64 - 1; NotationError for any other value."""
    return whole_between(value, 0, SEEDS - 1, "seed")
