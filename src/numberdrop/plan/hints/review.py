"""Review of a solo game: what each turn cost against the best one, and how lucky its roll was."""

from __future__ import annotations

import math
import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ... import _core
from ...dice import Stream
from ...errors import NotationError, NumberdropError
from ...game import Game
from ...json_reader import seed_to_json
from ...lazy import warn_renamed
from ...position import Position
from ...record import PlayedLine
from ...rules import SCORES, Variant
from ...turn import Turn
from ...validate import expect_kind, real_number
from ...version import identity
from ..limits import Limit, Stop, expect_callback
from ..ply import NARROW, rank_learned
from ..weights import Weights
from .candidates import Ranking, lead
from .decision import Decision
from .explain import Explanation, explain
from .ideas import Slides, ideas_in, is_enough, slides_of
from .levels import SearchSettings
from .playouts import BATCH, ONE_TURN, blank, player_of
from .search import search

#: The rolls sampled to measure the luck of a roll.
ROLLS = 40 * BATCH
#: The difference between the highest and the lowest score, in points.
MOST_LOSS = SCORES[1] - SCORES[0]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The losses, in points, from which a turn is an inaccuracy, a mistake or a blunder.

    A turn that loses less is good. Raises NotationError unless they are numbers that rise, from
    above 0 to at most MOST_LOSS.
    """

    inaccuracy: float = 0.5
    mistake: float = 1.5
    blunder: float = 4.0

    def __post_init__(self) -> None:
        for name in ("inaccuracy", "mistake", "blunder"):
            real_number(getattr(self, name), f"thresholds, {name}")
        if not 0 < self.inaccuracy <= self.mistake <= self.blunder <= MOST_LOSS:
            raise NotationError(
                "thresholds: expected inaccuracy, mistake and blunder to rise from above 0 to "
                f"{MOST_LOSS}, got {self.inaccuracy}, {self.mistake}, {self.blunder}"
            )

    def word(self, loss: float) -> str:
        """Return the word for a loss."""
        if loss >= self.blunder:
            return "blunder"
        if loss >= self.mistake:
            return "mistake"
        return "inaccuracy" if loss >= self.inaccuracy else "good"


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """A turn of a game, with figures in points.

    `ev` is the expected score of the turn `played`, `best_ev` that of the `best` turn found, `loss`
    the difference and `se` its standard error. `luck` is by how much the value of the roll exceeds
    the average over all rolls, and `luck_se` its standard error. `word` describes the loss.
    `best_slides` are the slides, best first, that make a negligible difference to the best turn.
    `is_best_idea` says that the turn played belongs to the best idea and is as good. `why` says why
    the best turn is better, if that was asked for and the turn isn't good.
    """

    position: Position
    played: Turn
    best: Turn
    ev: float
    best_ev: float
    loss: float
    se: float
    luck: float
    luck_se: float
    word: str
    best_slides: tuple[Slides, ...]
    is_best_idea: bool
    why: Explanation | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the object of the turn in the document of a review; figures are in points."""
        return {
            "turn": self.position.turn,
            "position": str(self.position),
            "roll": str(self.played.roll),
            "played": str(self.played),
            "best": str(self.best),
            "best_slides": [list(slides) for slides in self.best_slides],
            "best_idea": self.is_best_idea,
            "ev": self.ev,
            "best_ev": self.best_ev,
            "loss": self.loss,
            "se": self.se,
            "luck": self.luck,
            "luck_se": self.luck_se,
            "word": self.word,
            "why": self.why.to_json() if self.why else None,
        }


@dataclass(frozen=True, slots=True)
class Review:
    """All turns of a game; `score` is the one after the last turn.

    `made_by` has all that is needed to repeat the review, and `seconds` is the time it took.
    """

    turns: tuple[ReviewedTurn, ...]
    score: int
    variant: Variant
    made_by: dict[str, Any] = field(hash=False)
    seconds: float = field(compare=False)

    @property
    def skill(self) -> float:
        """The total loss of the turns as a negative number, in points; 0 if each was the best."""
        return 0.0 - sum(turn.loss for turn in self.turns)

    @property
    def luck(self) -> float:
        """The total luck of the rolls, in points."""
        return sum(turn.luck for turn in self.turns)

    @property
    def luck_se(self) -> float:
        """The standard error of `luck`."""
        return math.sqrt(sum(turn.luck_se * turn.luck_se for turn in self.turns))

    def costliest(self, count: int = 3) -> list[ReviewedTurn]:
        """Return the turns that lost most, costliest first, without good ones."""
        worst = sorted(self.turns, key=lambda turn: -turn.loss)[:count]
        return [turn for turn in worst if turn.word != "good"]

    def dearest(self, count: int = 3) -> list[ReviewedTurn]:
        """Return costliest(), under its deprecated name."""
        warn_renamed("Review.dearest()", "costliest()")
        return self.costliest(count)

    def _repr_html_(self) -> str:
        from ...view.notebook import review_html

        return review_html(self)

    def to_json(self) -> dict[str, Any]:
        """Return the document of `numberdrop review --json` (cli.md, Review)."""
        return {
            "variant": str(self.variant),
            "score": self.score,
            "skill": self.skill,
            "luck": self.luck,
            "luck_se": self.luck_se,
            "turns": [turn.to_json() for turn in self.turns],
            "dearest": [turn.position.turn for turn in self.costliest()],
            "made_by": self.made_by,
            "seconds": round(self.seconds, 3),
        }


def review(
    played: Game | PlayedLine,
    *,
    level: str = "strong",
    thresholds: Thresholds | None = None,
    seed: int = 1,
    workers: int = 1,
    weights: Weights | None = None,
    why: bool = False,
    progress: Callable[[int], None] | None = None,
    reviewed: Callable[[ReviewedTurn], None] | None = None,
    stop: Stop | None = None,
) -> Review:
    """Review a solo game, or a line of turns, at a level.

    With `why`, explain() says of each turn that isn't good why the best one is better.
    `progress` receives the number of turns done, and `reviewed` each of them. `stop` ends the
    review early, with the turns done. Raises NumberdropError for a game of several players, a game
    without turns, a number out of range, or an unknown level.
    """
    settings = SearchSettings.of(level, weights, seed, Limit(workers=workers, stop=Stop.of(stop)))
    thresholds = Thresholds() if thresholds is None else thresholds
    expect_kind(thresholds, Thresholds, "thresholds")
    expect_kind(played, (Game, PlayedLine), "played")
    expect_callback(progress, "progress")
    expect_callback(reviewed, "reviewed")
    if isinstance(played, Game) and played.players > 1:
        raise NumberdropError(f"review: expected a solo game, got {played.players} players")
    turns = [turn for turn in played.turns if isinstance(turn, Turn)]
    if not turns:
        raise NumberdropError("review: expected at least one turn, got none")
    started = time.perf_counter()
    found: list[ReviewedTurn] = []
    positions = _positions(played)
    for position, turn, after in zip(positions, turns, positions[1:], strict=False):
        decision = Decision(position, turn.roll, played.variant)
        ranking = search(decision, settings, is_enough=_is_enough, played=turn)
        if settings.limit.stop.is_set():
            break
        luck = luck_of(decision, settings.weights, seed, settings.limit.stop)
        if luck is None:
            break
        done = _reviewed(decision, turn, after, ranking, luck, thresholds)
        found.append(_explained(done, decision, settings) if why else done)
        if progress:
            progress(len(found))
        if reviewed:
            reviewed(found[-1])
    made_by = {
        **identity(),
        "level": level,
        "seed": seed_to_json(seed),
        "weights": settings.weights.name,
        "rolls": ROLLS,
        "thresholds": [thresholds.inaccuracy, thresholds.mistake, thresholds.blunder],
        "variant": str(played.variant),
    }
    score = positions[len(found)].score(played.variant).total
    seconds = time.perf_counter() - started
    return Review(tuple(found), score, played.variant, made_by, seconds)


def luck_of(
    decision: Decision, weights: Weights, seed: int, stop: Stop | None = None
) -> tuple[float, float] | None:
    """Return the luck of a roll and its standard error, in points, or None after a stop.

    The luck is by how much the best turn of the roll, by one-ply value, exceeds that of an average
    roll. The sampled rolls show each face equally often.
    """
    stop = stop or Stop()
    position, variant = decision.position, decision.variant
    [(value, _)] = rank_learned(position, decision.roll, variant, NARROW, 1, weights, stop=stop)
    values = blank(ROLLS)
    dice = Stream.from_key(f"luck/{seed}/{position}").next64()
    with stop.flag() as flag:
        player = player_of(weights, variant, flag)
        if not player.play(position.core, dice, 0, ONE_TURN, values):
            return None
    batches = array(
        "f", (_core.mean(values[first : first + BATCH]) for first in range(0, ROLLS, BATCH))
    )
    return value / 100 - _core.mean(values), _core.standard_error(batches)


def _reviewed(
    decision: Decision,
    played: Turn,
    after: Position,
    ranking: Ranking,
    luck: tuple[float, float],
    thresholds: Thresholds,
) -> ReviewedTurn:
    place = next(n for n, c in enumerate(ranking.candidates) if c.position == after)
    best, mine = ranking.candidates[0], ranking.candidates[place]
    idea = ideas_in(ranking, 1)[0]
    alike = [c.turn for c in (ranking.candidates[n] for n in idea.alike)]
    # Both met the same dice, so their errors don't add up: the difference has its own.
    _, error = lead(best, mine)
    is_sampled = not ranking.is_exact and place > 0 and math.isfinite(error)
    return ReviewedTurn(
        decision.position,
        played,
        played if place == 0 else best.turn,
        ranking.estimates[place],
        ranking.estimates[0],
        ranking.loss(place),
        error if is_sampled else 0.0,
        *luck,
        thresholds.word(ranking.loss(place)),
        slides_of([played, *alike] if place == 0 else alike),
        place in idea.alike,
    )


def _explained(turn: ReviewedTurn, decision: Decision, settings: SearchSettings) -> ReviewedTurn:
    """Return a reviewed turn with its reason, if it isn't good."""
    if turn.word == "good":
        return turn
    limit = settings.limit
    reasons = explain(
        *(decision.position, decision.roll, turn.best, turn.played),
        variant=decision.variant,
        seed=settings.seed,
        workers=limit.workers,
        weights=settings.weights,
        stop=limit.stop,
    )
    return replace(turn, why=reasons)


def _is_enough(turns: Sequence[Turn], estimates: Sequence[float], rest: float) -> bool:
    return is_enough(turns, estimates, rest, 1)


def _positions(played: Game | PlayedLine) -> list[Position]:
    if isinstance(played, PlayedLine):
        return list(played.positions)
    return [positions[0] for positions in played.history]
