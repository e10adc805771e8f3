"""All rolls of dice, and their chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

from numberdrop.dice import Roll
from numberdrop.rules import SHAPE_DIE


def chances_of_rolls(dice: Sequence[str]) -> dict[Roll, float]:
    """Return each roll of four number dice with these faces and the shape die, with its
    probability."""
    shown = Counter(("".join(sorted(four)), shape) for *four, shape in product(*dice, SHAPE_DIE))
    total = sum(shown.values())
    return {Roll(numbers, shape): count / total for (numbers, shape), count in shown.items()}
