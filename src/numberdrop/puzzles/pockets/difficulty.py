"""How hard a line of play is to see, in steps, and the chance that a player sees it.

The chance comes from a fixed model of three players and is computed exactly, without sampling
(docs/daily.md, Pocket problems).
"""

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

#: The features of a line, and the number of steps that each takes to see.
STEPS: Final = {
    "rolls": 5,
    "combos": 1,
    "digits": 1,
    "bends": 1,
    "rows": 1,
    "X": 2,
    "gaps": 1,
}
#: The chance in per cent that each of three modelled players sees one step. The first doesn't look
#: ahead.
SHARP: Final = (60, 74, 84)
#: The lowest chance for each word. A problem below all of them is rejected.
WORDS: Final = ((0.2, "easy"), (0.02, "medium"))


def seen_in(position: Position, turns: Sequence[Turn]) -> dict[str, int]:
    """Count each feature of STEPS in a line of turns.

    `rolls` counts the rolls after the first, `combos` the combos claimed, `digits` the digits of
    the line's own rolls in them, and `bends` the corners of consecutive combos. `rows` counts the
    rows completed, `X` the shapes that fall, and `gaps` the player's own shapes that come to rest
    above an empty cell.
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
    """Return the steps needed to see all counted features."""
    return sum(STEPS[name] * count for name, count in seen.items())


def chance_of(seen: dict[str, int]) -> float:
    """Return the chance, 0..1, that one of the three players, chosen at random, sees all features.

    Each player sees each step independently with the chance in SHARP. The first takes the most
    points at every roll, and so never solves a problem of two rolls. Rounded to three digits.
    """
    steps = steps_of(seen)
    chances = SHARP[1:] if seen["rolls"] else SHARP
    # Integers up to the last step, so that every machine gives the same result.
    return float(f"{sum(each**steps for each in chances) / (len(SHARP) * 100**steps):.3g}")


def grade_of(seen: dict[str, int]) -> Difficulty | None:
    """Return the difficulty: the steps, and the word for the chance. None if it is too hard."""
    chance = chance_of(seen)
    word = next((word for least, word in WORDS if chance >= least), None)
    return None if word is None else Difficulty(steps_of(seen), word)


def _bends(after: Position, claim: Sequence[str]) -> int:
    """Count the corners of a claimed consecutive combo. An identical combo has none."""
    run = sorted(claim, key=after.symbol)
    if after.symbol(run[0]) == after.symbol(run[-1]):
        return 0
    cells = [parse_cell(cell) for cell in run]
    ways = [there - here for here, there in pairwise(cells)]
    return sum(way != other for way, other in pairwise(ways))


def _leaves_gap(after: Position, turn: Turn) -> bool:
    """Return whether the player's own shape rests above an empty cell."""
    cells = (parse_cell(cell) for cell, _ in turn.place or ())
    grid = after.core.grid
    return any(cell >= COLUMN_COUNT and not grid[cell - COLUMN_COUNT] for cell in cells)
