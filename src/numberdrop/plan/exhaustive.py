"""The best score when the next rolls are known and nothing comes after them: every line of turns is
tried, or shown to lead to no more. A beam stands in where the search is cut short."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .. import _core
from ..dice import Roll
from ..errors import NumberdropError
from ..position import Position, core_roll, flags_of
from ..rules import MOST_TURNS, Variant
from ..turn import Turn
from .limits import Stop
from .outcome import Status
from .ply import end_of, landings_kept, rank_plain, turn_of

#: Positions kept after each turn by plain_beam(), and turns tried from each.
PLAIN_WIDTH = 8

_NO_LIMIT = 2**63
_LOWEST = -1_000
_HIGHEST = 100

Line = tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Exact:
    """The best score known, in points, the turns that make it, and a bound that no line exceeds.

    `turns` is empty where `score` is the caller's own `at_least` and nothing above it was found.
    `nodes` counts what was tried: landings, and regions of the boxes to be filled on them.
    `another` says, where that was asked, whether another line makes the score; None: not known.
    """

    score: int
    bound: int
    turns: Line
    nodes: int
    another: bool | None = None

    @property
    def is_exact(self) -> bool:
        """True if it is proved that no line of turns scores more."""
        return Status.of(self.score, self.bound) is Status.PROVED


def best_line(
    position: Position,
    rolls: Sequence[Roll],
    variant: str | Variant = "rulebook",
    *,
    nodes: int | None = None,
    at_least: int | None = None,
    stop: Stop | None = None,
    others: bool = False,
    part: tuple[int, int] | None = None,
) -> Exact:
    """The highest score after turns with all these rolls, 1 to 20; fewer turns where the game ends
    before. On a sheet of several players a turn is a shape dropped.

    `nodes`, 1 at least, cuts the search short: the score is then the best so far or that of a beam,
    and the bound as low as it was proved. With `others` it is also asked whether the best score is
    made in another way: with other cells for shapes, other cells for X, or other boxes; slides, the
    order of turns, and digits that no box needs don't matter. `at_least` is a score that is known
    to be reached, up to 100: only lines that score more are looked for. A `part`, its number from 0
    and how many there are, has only its share of the first turns tried: no line scores more than
    the highest bound of all parts, and a bound is 100 where the search was cut short. The same
    arguments give the same answer, unless `stop` cuts the search short before. NumberdropError if
    the game is over, a number is out of range or the variant's dice can't show a roll;
    KeyboardInterrupt works at any time.
    """
    chosen = Variant.of(variant)
    for roll in rolls:
        roll.check(chosen.dice)
    if not 1 <= len(rolls) <= MOST_TURNS:
        raise NumberdropError(f"rolls: expected 1 to {MOST_TURNS}, got {len(rolls)}")
    if nodes is not None and not 1 <= nodes < _NO_LIMIT:
        raise NumberdropError(f"nodes: expected 1 or more, got {nodes}")
    if at_least is not None and not _LOWEST < at_least <= _HIGHEST:
        raise NumberdropError(f"at_least: expected a score up to {_HIGHEST}, got {at_least}")
    if part is not None and not 0 <= part[0] < part[1]:
        raise NumberdropError(f"part: expected a number below {part[1]}, got {part[0]}")
    if position.is_over():
        raise NumberdropError(f"the game is over, there is no turn to play: {position}")
    known = _LOWEST if at_least is None else at_least
    with (stop or Stop()).flag() as flag:
        found = _search(position, rolls, chosen, nodes or _NO_LIMIT, known, flag, others, part)
    if found.is_exact or at_least is not None:
        return found
    score, turns = plain_beam(position, rolls, chosen)
    return found if found.score >= score else Exact(score, found.bound, turns, found.nodes)


def _search(
    position: Position,
    rolls: Sequence[Roll],
    variant: Variant,
    nodes: int,
    known: int,
    flag: _core.Flag | None = None,
    others: bool = False,
    part: tuple[int, int] | None = None,
) -> Exact:
    """The core's answer; no turns where it found nothing above `known`."""
    asked = [core_roll(roll) for roll in rolls]
    score, bound, tried, found, another = _core.exhaust(
        position.core, asked, flags_of(variant), nodes, known, flag, others, *(part or ())
    )
    turns: list[Turn] = []
    for roll, played in zip(rolls, found, strict=False):
        turns.append(turn_of(position, roll, *played))
        position = end_of(position, turns[-1])
    assert not turns or position.score(variant).total == score, (str(position), score)
    return Exact(score, bound, tuple(turns), tried, another)


def plain_beam(position: Position, rolls: Sequence[Roll], variant: Variant) -> tuple[int, Line]:
    """The best score, with its turns, of the lines that the plain evaluation likes."""
    ends: list[tuple[int, Line]] = []
    beam: list[tuple[Position, Line]] = [(position, ())]
    for roll in rolls[:-1]:
        found: dict[Position, tuple[int, Line]] = {}
        for there, line in beam:
            for value, turn in rank_plain(there, roll, variant, landings_kept(roll), PLAIN_WIDTH):
                after = end_of(there, turn)
                found.setdefault(after, (value, (*line, turn)))
        ranked = sorted(found.items(), key=lambda item: -item[1][0])
        ends += [(p.score(variant).total, line) for p, (_, line) in ranked if p.is_over()]
        beam = [(p, line) for p, (_, line) in ranked if not p.is_over()][:PLAIN_WIDTH]
    for there, line in beam:
        last = _search(there, rolls[-1:], variant, _NO_LIMIT, _LOWEST)
        ends.append((last.score, line + last.turns))
    return max(ends, key=lambda end: end[0])
