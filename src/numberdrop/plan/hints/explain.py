"""Why one turn is better than another: how the rest of the game is expected to differ.

Both turns are played on for a few turns over the same sampled dice. The outlook of the sheets
reached (outlook.py) gives the chance of each box, and the expected rows, X shapes and turns. The
differences beyond their errors are the reasons, with what the two sheets show themselves.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ... import _core
from ...combo import KIND_WORDS
from ...dice import Roll, Stream
from ...errors import NotationError, Sentence, coded_message, expected_got
from ...json_reader import seed_to_json
from ...position import Position
from ...rules import Variant
from ...threads import thread_map
from ...transitions import play
from ...turn import Turn
from ...validate import integer
from ...version import identity
from ..limits import Limit, Stop, expect_between
from ..weights import Weights
from . import outlook
from .decision import Decision
from .levels import SearchSettings
from .playouts import BATCH, blank, player_of
from .seen import Fact, box_in_words, fills_now, seen

#: The playouts from each turn, and the turns of each, by default.
PLAYOUTS, AHEAD = 192, 2
#: A difference is named if it is beyond this many standard errors and scores at least LEAST points
#: or, for X shapes and turns, which score nothing themselves, if it is at least LEAST_NUMBER.
BEYOND, LEAST, LEAST_NUMBER = 2.0, 0.05, 0.25
#: The most reasons that are named.
MOST_NAMED = 3
#: How many points an X shape and a turn count for among reasons.
UNSCORED = {"blocks": 1.0, "turns": 0.2}

_BEGINS_WITH_ROLL = re.compile(r"[0-9*]{4}[A-Z*]( |$)")


@dataclass(frozen=True, slots=True)
class Difference:
    """A part of the rest of the game after two turns, in the part's own unit.

    `part` is one of outlook.PARTS, or of its GROUPS, in points. `one` and `other` are its expected
    values after the two turns, and `se` is the standard error of `one - other`: of the sampled
    dice, and of the outlook. `points` is what the difference scores, 0 for X shapes and turns.
    """

    part: str
    one: float
    other: float
    se: float
    points: float

    @property
    def by(self) -> float:
        """How much more the first turn has of it."""
        return self.one - self.other

    @property
    def favours_one(self) -> bool:
        """Whether the difference speaks for the first turn."""
        if self.part == "blocks":
            return self.by < 0
        return self.points > 0 if self.points else self.by > 0

    @property
    def weight(self) -> float:
        """How much the difference matters, in points."""
        return abs(self.points) or abs(self.by) * UNSCORED.get(self.part, 0)

    @property
    def is_clear(self) -> bool:
        """Whether the difference is beyond its error, and large enough to be named."""
        if abs(self.by) <= BEYOND * self.se:
            return False
        if self.part in UNSCORED:
            return abs(self.by) >= LEAST_NUMBER
        return abs(self.points) >= LEAST

    def to_json(self) -> dict[str, Any]:
        return {
            "part": self.part,
            "one": self.one,
            "other": self.other,
            "se": self.se,
            "points": self.points,
            "clear": self.is_clear,
        }


@dataclass(frozen=True, slots=True)
class Explanation:
    """How turn `one` differs from turn `other`, in all `differences`, in the order of PARTS.

    `reasons` are the clear ones, those that matter most first, at most MOST_NAMED. `seen` has what
    the two sheets show themselves. `made_by` has all that is needed to make it again.
    """

    position: Position
    roll: Roll
    variant: Variant
    one: Turn
    other: Turn
    differences: tuple[Difference, ...]
    seen: tuple[Fact, ...]
    made_by: dict[str, Any] = field(hash=False)

    @property
    def reasons(self) -> tuple[Difference, ...]:
        """The clear differences that matter most. All boxes of a kind together are one if none of
        them is."""
        clear = [one for one in self.differences if one.is_clear]
        words = {word for one in clear if " " in one.part for word in one.part.split()}
        named = [one for one in clear if one.part not in words]
        named.sort(key=lambda one: -one.weight)
        return tuple(named[:MOST_NAMED])

    def said(self) -> list[Sentence]:
        """Return the reasons as sentences: what speaks for the first turn, then what against it.

        Without any, one sentence says so.
        """
        # At the end of a game the rows that are seen to be completed are all there is to say.
        shown = {fact.part for fact in self.seen if fact.part == "rows"}
        reasons = [one for one in self.reasons if one.se or one.part not in shown]
        named = {one.part for one in reasons if one.part != "rows"}
        said = [fact.said for fact in self.seen if fact.part not in named]
        said += [in_words(one) for one in reasons if one.favours_one]
        costs = [in_words(one) for one in reasons if not one.favours_one]
        if costs:
            first = coded_message("why.but", "against it: {reason}", reason=costs[0])
            said += [first, *costs[1:]]
        return said or [coded_message("why.nothing", "no part differs beyond its error")]

    def text(self) -> str:
        """Return the reasons in one line."""
        return "; ".join(self.said())

    def to_json(self) -> dict[str, Any]:
        """Return the document of the `why` of a hint (cli.md, Hint)."""
        return {
            "position": str(self.position),
            "roll": str(self.roll),
            "variant": str(self.variant),
            "one": str(self.one),
            "other": str(self.other),
            "differences": [one.to_json() for one in self.differences],
            "reasons": [one.part for one in self.reasons],
            "said": [one.to_json() for one in self.said()],
            "made_by": self.made_by,
        }


def explain(
    position: Position | str,
    roll: Roll | str,
    one: Turn | str,
    other: Turn | str,
    *,
    variant: str | Variant = "rulebook",
    seed: int = 1,
    playouts: int = PLAYOUTS,
    workers: int = 1,
    weights: Weights | None = None,
    stop: Stop | None = None,
) -> Explanation:
    """Say why turn `one` is better than turn `other`, or what speaks against it.

    Each of the two turns is played on in `playouts` playouts, 6 to 1,000,000, over the same dice.
    The same arguments give the same answer for any number of `workers`. Raises NumberdropError if
    the game is over or a number is out of range, IllegalTurn if a turn isn't legal, and
    NotationError if it has another roll.
    """
    chosen = Variant.of(variant)
    limit = Limit(workers=workers, stop=Stop.of(stop))
    position, roll = Position.of(position), Roll.of(roll, chosen.dice)
    Decision(position, roll, chosen)
    settings = SearchSettings.of("fast", weights, seed, limit)
    playouts = integer(playouts, "playouts")
    expect_between("playouts", playouts, BATCH, 10**6)
    better, worse = (_turn_of(turn, roll, chosen) for turn in (one, other))
    afters = play(position, better, chosen), play(position, worse, chosen)
    known = outlook.shipped()
    dice = Stream.from_key(f"why/{settings.seed}/{position}/{roll}").next64()
    ones, others = (outlooks(after, playouts, dice, known, chosen, settings) for after in afters)
    made_by = {
        **identity(),
        "playouts": playouts,
        "ahead": AHEAD,
        "seed": seed_to_json(settings.seed),
        "weights": settings.weights.name,
        "outlook": known.name,
        "variant": str(chosen),
    }
    differences = tuple(_differences(ones, others, known))
    facts = tuple(seen(position, better, worse, *afters))
    return Explanation(position, roll, chosen, better, worse, differences, facts, made_by)


def _turn_of(turn: Turn | str, roll: Roll, variant: Variant) -> Turn:
    """Return a turn; a text may leave out the roll."""
    if isinstance(turn, str) and not _BEGINS_WITH_ROLL.match(turn):
        turn = f"{roll} {turn}"
    found = Turn.of(turn, variant.dice)
    if found.roll != roll:
        raise NotationError(expected_got("turn", f"one of the roll {roll}", found.roll))
    return found


def outlooks(
    after: Position,
    playouts: int,
    dice: int,
    known: outlook.Outlook,
    variant: Variant,
    settings: SearchSettings,
) -> list[list[float]]:
    """Return the outlook after each of `playouts` playouts from a sheet, AHEAD turns later, on the
    `dice` of this seed. If the game is over, its end is the outlook of each."""
    if after.is_over():
        return [known.of(after.core, variant)] * playouts
    limit = settings.limit

    def share(first: int) -> list[list[float]]:
        values = blank(min(BATCH, playouts - first))
        sheets: list[_core.Sheet] = []
        with limit.stop.flag() as flag:
            player = player_of(settings.weights, variant, flag)
            player.play(after.core, dice, first, (AHEAD, AHEAD), values, None, sheets)
        return [known.of(sheet, variant) for sheet in sheets]

    with thread_map(limit.workers) as shared_map:
        return [row for rows in shared_map(share, range(0, playouts, BATCH)) for row in rows]


def _differences(
    ones: Sequence[Sequence[float]], others: Sequence[Sequence[float]], known: outlook.Outlook
) -> Iterator[Difference]:
    """Yield the difference in each of PARTS, then in each of GROUPS."""
    for at, part in enumerate(outlook.PARTS):
        points = outlook.POINTS.get(part, 0)
        yield _difference(
            part, [row[at] for row in ones], [row[at] for row in others], known, points
        )
    for kind in outlook.GROUPS:
        sums, instead = (
            [outlook.group_points(row, kind) for row in rows] for rows in (ones, others)
        )
        yield _difference(kind, sums, instead, known, 1)


def _difference(
    part: str,
    ones: Sequence[float],
    others: Sequence[float],
    known: outlook.Outlook,
    points: float,
) -> Difference:
    """Return a difference between two lists of values on the same dice."""
    count = min(len(ones), len(others))
    apart = [one - other for one, other in zip(ones, others, strict=False)]
    mean = sum(apart) / count
    variance = sum((one - mean) ** 2 for one in apart) / max(1, count * (count - 1))
    # Where nothing is sampled, everything is settled, and the outlook is exact.
    error = math.hypot(math.sqrt(variance), known.errors[part]) if variance else 0.0
    return Difference(
        part, sum(ones[:count]) / count, sum(others[:count]) / count, error, points * mean
    )


# In words


def in_words(reason: Difference) -> Sentence:
    """Say a difference in words: a chance as a share of games, a number as more or fewer."""
    if reason.part in outlook.CHANCES:
        return _chance_in_words(reason)
    n = _rounded(abs(reason.by))
    amount = {"n": n, "s": "" if n == 1 else "s", "sense": more_or_fewer(reason.by)}
    kind = reason.part
    if kind == "rows":
        return coded_message("why.rows", "{n} {sense} complete row{s}", **amount)
    if kind == "past":
        return coded_message("why.past", "{n} {sense} row{s} past the Game Over line", **amount)
    if kind == "blocks":
        return coded_message("why.blocks", "{n} {sense} X shape{s}", **amount)
    if kind == "turns":
        return coded_message("why.turns", "{n} {sense} turn{s}", **amount)
    return coded_message(
        "why.group", "{n} point{s} {sense} from {kind} boxes", kind=KIND_WORDS[kind], **amount
    )


def more_or_fewer(by: float) -> Sentence:
    """Say which of the two a difference means."""
    return coded_message("why.more", "more") if by > 0 else coded_message("why.fewer", "fewer")


def _chance_in_words(reason: Difference) -> Sentence:
    """Say how often a box is filled, or all five of a kind. What is certain has happened."""
    kind, _, size = reason.part.partition(" ")
    what = (
        coded_message("why.column", "all five {kind} boxes", kind=KIND_WORDS[size])
        if kind == "all"
        else box_in_words(reason.part)
    )
    if reason.one == 1 and reason.other == 0:
        return fills_now(what)
    rather = (
        coded_message("why.filled", "the other turn fills it now")
        if reason.other == 1
        else coded_message("why.with", "{share} with the other turn", share=_share(reason.other))
    )
    if reason.one == 0:
        return coded_message("why.open", "leaves {box} open ({rather})", box=what, rather=rather)
    when = (
        coded_message("why.now", "now")
        if reason.one == 1
        else coded_message("why.share", "in {share} of games", share=_share(reason.one))
    )
    return coded_message(
        "why.box", "fills {box} {when} ({rather})", box=what, when=when, rather=rather
    )


def _rounded(number: float) -> float:
    """Return a number with one decimal, a small one with two, a whole one with none."""
    found = round(number, 1 if number >= 0.1 else 2)
    return int(found) if found.is_integer() else found


def _share(chance: float) -> str:
    """Return a chance in per cent. Only what is certain is 0% or 100%."""
    if 0 < chance < 0.01:
        return "<1%"
    return ">99%" if 0.99 < chance < 1 else f"{chance:.0%}"
