"""What it takes to see a line of play, in steps, and how many people see it (docs/daily.md, Pocket
problems): a frozen model of people, worked out and not sampled."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from ...notation import parse_cell
from ...plan.ply import end_of
from ...position import Position
from ...rules import COLUMN_COUNT
from ...turn import Turn
from ..targets import Difficulty

#: What is to be seen, and how many steps each of it takes.
STEPS: Final = {
    "rolls": 5,
    "combos": 1,
    "digits": 1,
    "bends": 1,
    "rows": 1,
    "X": 2,
    "gaps": 1,
}
#: Of three people the per cent of chance to see one step; the first doesn't look ahead.
SHARP: Final = (60, 74, 84)
#: The least chance for which a problem is called so; below all of them it is none.
WORDS: Final = ((0.2, "easy"), (0.02, "medium"))


def seen_in(position: Position, turns: Sequence[Turn]) -> dict[str, int]:
    """How many of each of STEPS there are in a line of turns.

    `rolls` are those after the first; `combos` those claimed, `digits` the digits of the line's own
    rolls in them, and `bends` the corners of the consecutive ones; `rows` those completed, `X` the
    shapes that fall, `gaps` the player's own shapes that come to rest above an empty cell.
    """
    found = dict.fromkeys(STEPS, 0)
    found["rolls"] = len(turns) - 1
    written: set[str] = set()
    for turn in turns:
        after = end_of(position, turn)
        written |= {cell for cell, _ in turn.place or ()}
        if turn.claim:
            found["combos"] += 1
            found["digits"] += len(written.intersection(turn.claim))
            found["bends"] += _bends(after, turn.claim)
        found["rows"] += max(0, (after.score().rows - position.score().rows) // 2)
        found["X"] += len(turn.drops)
        found["gaps"] += _leaves_gap(after, turn)
        position = after
    return found


def steps_of(seen: dict[str, int]) -> int:
    """The steps that it takes to see all that is to be seen."""
    return sum(STEPS[name] * count for name, count in seen.items())


def chance_of(seen: dict[str, int]) -> float:
    """The chance, 0..1, that one of the three people sees all of it, to three digits.

    Each sees a step with the chance in SHARP, each step on its own. The first takes the most points
    at every roll, and so never finds what takes two.
    """
    steps = steps_of(seen)
    people = SHARP[1:] if seen["rolls"] else SHARP
    # Whole numbers, so that every machine comes to the same.
    return float(f"{sum(each**steps for each in people) / (len(SHARP) * 100**steps):.3g}")


def grade_of(seen: dict[str, int]) -> Difficulty | None:
    """How hard it is to see: the steps, and the word for the chance; None where it is too hard."""
    chance = chance_of(seen)
    word = next((word for least, word in WORDS if chance >= least), None)
    return None if word is None else Difficulty(steps_of(seen), word)


def _bends(after: Position, claim: Sequence[str]) -> int:
    """The corners of a consecutive combo that is claimed; 0 for an identical one."""
    run = sorted(claim, key=after.symbol)
    if after.symbol(run[0]) == after.symbol(run[-1]):
        return 0
    cells = [parse_cell(cell) for cell in run]
    ways = [there - here for here, there in pairwise(cells)]
    return sum(way != other for way, other in pairwise(ways))


def _leaves_gap(after: Position, turn: Turn) -> bool:
    """Whether the player's own shape rests above an empty cell."""
    cells = (parse_cell(cell) for cell, _ in turn.place or ())
    grid = after.core.grid
    return any(cell >= COLUMN_COUNT and not grid[cell - COLUMN_COUNT] for cell in cells)
