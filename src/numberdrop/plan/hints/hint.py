"""Hints: the turns worth playing for a roll, ranked by the final score to be expected.

What a figure is, level by level, and how far it can be trusted, docs/hints.md says.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...dice import Roll, Stream
from ...position import Position
from ...rules import Variant
from ...turn import Turn
from ...version import identity
from ..limits import Limit, Stop, expect_between
from ..ply import WIDE
from ..weights import Weights
from .candidates import Leader, Ranking, lead
from .decision import Decision
from .levels import Thinking
from .playouts import play_out
from .search import search

#: The level of a hint where none is named.
LEVEL = "strong"
#: Games played out for each turn shown, by level.
GAMES = {"fast": 0, "strong": 12, "deep": 120}
#: Games played out where a target is asked for, at least.
GAMES_FOR_TARGET = 30
#: Two turns are tied if one leads by no more than so many standard errors.
TIE = 2.0
#: What a score is the sum of, as in a record's result.
PARTS = ("rows", "identical", "consecutive", "bonus")


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """What `games` games from a position on came to, played to their ends by the level `fast`, a
    little narrower: the mean final score and its standard error, in points; its `parts`, means of
    the points for rows, identical and consecutive boxes and the bonus; and the share of games that
    reached the target (None without one)."""

    games: int
    mean: float
    se: float
    parts: dict[str, float]
    chance: float | None

    def to_json(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "mean": self.mean,
            "se": self.se,
            "parts": self.parts,
            "chance": self.chance,
        }


@dataclass(frozen=True, slots=True)
class RankedTurn:
    """A turn, the position after it, and in points: the final score to be expected (`ev`), how
    much less than with the best turn (`loss`), and the standard error of `ev` (None where nothing
    was sampled, 0 where it is exact). `is_tied`: the dice sampled don't tell it from the best.
    `playouts` it was tried in; `ends` is what games played out from there came to, if any were."""

    turn: Turn
    position: Position
    ev: float
    loss: float
    se: float | None = None
    is_tied: bool = False
    playouts: int = 0
    ends: PlayedOut | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "turn": self.turn.to_json(),
            "text": str(self.turn),
            "ev": self.ev,
            "loss": self.loss,
            "se": self.se,
            "tied": self.is_tied,
            "playouts": self.playouts,
            "ends": self.ends.to_json() if self.ends else None,
            "position": str(self.position),
        }


@dataclass(frozen=True, slots=True)
class Hint:
    """The turns for a roll, best first, and `made_by`: all that is needed to make it again.

    `target` is the score asked for, or None; `seconds` is how long it took.
    """

    position: Position
    roll: Roll
    variant: Variant
    turns: tuple[RankedTurn, ...]
    target: int | None
    made_by: dict[str, Any]
    seconds: float = field(compare=False)

    def to_json(self) -> dict[str, Any]:
        """The document of `numberdrop hint --json` (cli.md, Hint)."""
        return {
            "position": str(self.position),
            "roll": str(self.roll),
            "variant": str(self.variant),
            "target": self.target,
            "turns": [turn.to_json() for turn in self.turns],
            "made_by": self.made_by,
            "seconds": round(self.seconds, 3),
        }


def hint(
    position: Position,
    roll: Roll,
    *,
    level: str = LEVEL,
    variant: str | Variant = "rulebook",
    top: int = 5,
    target: int | None = None,
    last: bool = False,
    seed: int = 1,
    playouts: int | None = None,
    seconds: float | None = None,
    games: int | None = None,
    workers: int = 1,
    weights: Weights | None = None,
    progress: Callable[[Leader], None] | None = None,
    stop: Stop | None = None,
) -> Hint:
    """Rank the turns that a roll allows; `top` is how many are returned, 1 to 1000.

    `level` is "fast", "strong" or "deep"; `playouts` or `seconds` set another budget for the
    search, and `games` are played out from each turn returned, for the parts of the score and the
    chance of `target`. With `last` this roll is the last of the game: then, and where the rules
    say so, the answer is exact. The same seed, level and budget in playouts give the same answer,
    whatever the number of `workers`. `progress` is told now and then what is best so far; `stop`
    ends it early, with what there is. `weights` are the package's own unless others are given.

    On a sheet of a game for several players, turns in which a shape is dropped are ranked: whether
    a block falls instead depends on the other sheets. NumberdropError if the game is over, a number
    is out of range, there is no such level or the variant's dice can't show the roll.
    """
    chosen = Variant.of(variant)
    limit = Limit(seconds=seconds, playouts=playouts, workers=workers, stop=stop or Stop())
    thinking = Thinking.of(level, weights, seed, limit)
    decision = Decision(position, roll, chosen, last)
    expect_between("top", top, 1, 1000)
    expect_between("games", games, 0, 10**6)
    started = time.perf_counter()
    found = search(decision, thinking, top=top, progress=progress)
    if games is None:
        games = max(GAMES[level], GAMES_FOR_TARGET if target is not None else 0)
    shown = [candidate.position for candidate in found.candidates[:top]]
    ends = _ends(shown, 0 if found.is_exact else games, chosen, thinking, target)
    made_by = {
        **identity(),
        "level": level,
        "playouts": found.playouts,
        "games": ends[0].games if ends[0] else 0,
        "seed": seed,
        "weights": thinking.weights.name,
        "variant": str(chosen),
        "width": list(WIDE),
        "exact": found.is_exact,
    }
    if last:
        made_by["last"] = True
    turns = tuple(_ranked(found, place, ends[place]) for place in range(len(shown)))
    return Hint(position, roll, chosen, turns, target, made_by, time.perf_counter() - started)


def _ranked(found: Ranking, place: int, ends: PlayedOut | None) -> RankedTurn:
    best, candidate = found.candidates[0], found.candidates[place]
    ev, loss = found.estimates[place], found.loss(place)
    se = 0.0 if found.is_exact else candidate.se()
    is_tied = False
    if place and found.is_exact:
        is_tied = loss == 0
    elif place and candidate.se() is not None:
        ahead, error = lead(best, candidate)
        is_tied = ahead <= TIE * error
    return RankedTurn(
        candidate.turn, candidate.position, ev, loss, se, is_tied, len(candidate.values), ends
    )


def _ends(
    positions: Sequence[Position],
    games: int,
    variant: Variant,
    thinking: Thinking,
    target: int | None,
) -> list[PlayedOut | None]:
    """Games played out from each position, on dice that the choice among them has not seen."""
    if games < 2:
        return [None] * len(positions)
    dice = Stream.from_key(f"ends/{thinking.seed}/{positions[0]}").next64()
    parts = play_out(positions, games, variant, thinking.weights, dice, thinking.limit.stop)
    return [_played_out(part, target) for part in parts]


def _played_out(part: NDArray[np.int32], target: int | None) -> PlayedOut | None:
    """What games came to, from the PARTS of each; None if there are too few for an error."""
    totals = part.sum(axis=1)
    if len(totals) < 2:
        return None
    return PlayedOut(
        len(totals),
        float(totals.mean()),
        float(totals.std(ddof=1)) / len(totals) ** 0.5,
        dict(zip(PARTS, map(float, part.mean(axis=0)), strict=True)),
        None if target is None else float((totals >= target).mean()),
    )
