"""Players of the benchmarks by name: a level; `24/600`, a number of candidates and of playouts in
all; or `12x6x6`, one ply with these numbers of sheets, landings and arrangements."""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass

import numberdrop as nd
from numberdrop.plan import LEVELS, Decision, Level, SearchSettings, search, shipped
from numberdrop.plan.hints.selfplay import SEARCH_SEED
from numberdrop.plan.ply import Widths, rank_learned

#: Largest number allowed.
MOST = 1_000_000


@dataclass(frozen=True, slots=True)
class Setting:
    """A way to choose a turn: a level, or one ply of these widths, except for last turns."""

    level: Level
    widths: Widths | None = None

    @classmethod
    def of(cls, text: str) -> Setting:
        """Parse a setting. Raises argparse.ArgumentTypeError, with one line, if `text` is not a
        setting."""
        if text in LEVELS:
            return cls(LEVELS[text])
        if found := re.fullmatch(r"(\d+)/(\d+)", text):
            candidates, playouts = map(int, found.groups())
            if 2 <= candidates <= MOST and 1 <= playouts <= MOST:
                return cls(Level(text, candidates, playouts))
        if found := re.fullmatch(r"(\d+)x(\d+)x(\d+)", text):
            widths = Widths(*map(int, found.groups()))
            if all(1 <= width <= MOST for width in widths):
                return cls(LEVELS["fast"], widths)
        levels = ", ".join(LEVELS)
        raise argparse.ArgumentTypeError(f"expected {levels}, 24/600 or 12x6x6, got {text!r}")

    def best(self, decision: Decision, seed: int = SEARCH_SEED) -> nd.Turn:
        """Return the turn that this setting plays; `seed` is the seed of its playouts' dice."""
        if self.widths and not decision.is_final():
            there, roll, variant = decision.position, decision.roll, decision.variant
            return rank_learned(there, roll, variant, self.widths, 1, shipped())[0][1]
        return search(decision, SearchSettings(self.level, seed=seed)).candidates[0].turn
