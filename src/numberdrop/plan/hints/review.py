"""Review: a solo game turn by turn, what each turn cost against the best, and how lucky it was."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...dice import Stream
from ...errors import NotationError, NumberdropError
from ...game import Game
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
from .ideas import Slides, ideas_in, is_enough, slides_of
from .levels import SearchSettings
from .playouts import BATCH, ONE_TURN, player_of
from .search import search

#: Rolls that the luck of a roll is measured by.
ROLLS = 40 * BATCH
#: From the highest score down to the lowest, in points.
MOST_LOSS = SCORES[1] - SCORES[0]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """From which loss on, in points, a turn is an inaccuracy, a mistake, a blunder; below, it is
    good. NotationError unless they are numbers and rise, from above 0 to MOST_LOSS at most."""

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
        """The word for a loss."""
        if loss >= self.blunder:
            return "blunder"
        if loss >= self.mistake:
            return "mistake"
        return "inaccuracy" if loss >= self.inaccuracy else "good"


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """A turn of a game, in points: `ev` of what was `played` and of the `best` that was found, the
    `loss` between them and the standard error of that; `luck`, by how much the value of the roll
    exceeds the average over all rolls, with its standard error; the `word` for the loss. Of the
    best idea, `best_slides` are those that make no difference worth telling, best first, and
    `is_best_idea` says that what was played is one of its turns, and as good."""

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

    def to_json(self) -> dict[str, Any]:
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
        }


@dataclass(frozen=True, slots=True)
class Review:
    """All turns of a game; `score` is its last one. `made_by` is all that is needed to repeat it,
    `seconds` how long it took."""

    turns: tuple[ReviewedTurn, ...]
    score: int
    variant: Variant
    made_by: dict[str, Any] = field(hash=False)
    seconds: float = field(compare=False)

    @property
    def skill(self) -> float:
        """What the turns lost together, in points: 0 for the best of all, below 0 otherwise."""
        return 0.0 - sum(turn.loss for turn in self.turns)

    @property
    def luck(self) -> float:
        """What the rolls brought beyond the average, in points."""
        return sum(turn.luck for turn in self.turns)

    @property
    def luck_se(self) -> float:
        """The standard error of `luck`."""
        return math.sqrt(sum(turn.luck_se**2 for turn in self.turns))

    def dearest(self, count: int = 3) -> list[ReviewedTurn]:
        """The turns that lost most, dearest first; good ones are left out."""
        worst = sorted(self.turns, key=lambda turn: -turn.loss)[:count]
        return [turn for turn in worst if turn.word != "good"]

    def _repr_html_(self) -> str:
        from ...view.notebook import review_html

        return review_html(self)

    def to_json(self) -> dict[str, Any]:
        """The document of `numberdrop review --json` (cli.md, Review)."""
        return {
            "variant": str(self.variant),
            "score": self.score,
            "skill": self.skill,
            "luck": self.luck,
            "luck_se": self.luck_se,
            "turns": [turn.to_json() for turn in self.turns],
            "dearest": [turn.position.turn for turn in self.dearest()],
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
    progress: Callable[[int], None] | None = None,
    reviewed: Callable[[ReviewedTurn], None] | None = None,
    stop: Stop | None = None,
) -> Review:
    """Review a solo game, or a line of turns, at a level; `progress` is told how many turns are
    done, `reviewed` each of them.

    `stop` ends it early, with the turns done. NumberdropError for a game of several players, for
    one without a turn, and for a number or a level that doesn't exist.
    """
    thinking = SearchSettings.of(level, weights, seed, Limit(workers=workers, stop=Stop.of(stop)))
    words = Thresholds() if thresholds is None else thresholds
    expect_kind(words, Thresholds, "thresholds")
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
        seen = search(decision, thinking, is_enough=_is_enough, played=turn)
        if thinking.limit.stop.is_set():
            break
        luck = luck_of(decision, thinking.weights, seed, thinking.limit.stop)
        if luck is None:
            break
        found.append(_reviewed(decision, turn, after, seen, luck, words))
        if progress:
            progress(len(found))
        if reviewed:
            reviewed(found[-1])
    made_by = {
        **identity(),
        "level": level,
        "seed": seed,
        "weights": thinking.weights.name,
        "rolls": ROLLS,
        "thresholds": [words.inaccuracy, words.mistake, words.blunder],
        "variant": str(played.variant),
    }
    score = positions[len(found)].score(played.variant).total
    seconds = time.perf_counter() - started
    return Review(tuple(found), score, played.variant, made_by, seconds)


def luck_of(
    decision: Decision, weights: Weights, seed: int, stop: Stop | None = None
) -> tuple[float, float] | None:
    """By how many points the best turn of a roll is worth more than that of an average roll, one
    ply deep, and the standard error of that. The rolls sampled show each face equally often.
    None if it is stopped before they are played."""
    stop = stop or Stop()
    position, variant = decision.position, decision.variant
    [(value, _)] = rank_learned(position, decision.roll, variant, NARROW, 1, weights, stop=stop)
    values = np.zeros(ROLLS, dtype=np.float32)
    dice = Stream.from_key(f"luck/{seed}/{position}").next64()
    with stop.flag() as flag:
        player = player_of(weights, variant, flag)
        if not player.play(position.core, dice, 0, ONE_TURN, values):
            return None
    batches = values.reshape(-1, BATCH).mean(axis=1)
    error = float(batches.std(ddof=1)) / math.sqrt(len(batches))
    return value / 100 - float(values.mean()), error


def _reviewed(
    decision: Decision,
    played: Turn,
    after: Position,
    seen: Ranking,
    luck: tuple[float, float],
    words: Thresholds,
) -> ReviewedTurn:
    place = next(n for n, c in enumerate(seen.candidates) if c.position == after)
    best, mine = seen.candidates[0], seen.candidates[place]
    idea = ideas_in(seen, 1)[0]
    alike = [c.turn for c in (seen.candidates[n] for n in idea.alike)]
    # Both have met the same dice, so their errors don't add up: the difference has its own.
    _, error = lead(best, mine)
    is_sampled = not seen.is_exact and place > 0 and math.isfinite(error)
    return ReviewedTurn(
        decision.position,
        played,
        played if place == 0 else best.turn,
        seen.estimates[place],
        seen.estimates[0],
        seen.loss(place),
        error if is_sampled else 0.0,
        *luck,
        words.word(seen.loss(place)),
        slides_of([played, *alike] if place == 0 else alike),
        place in idea.alike,
    )


def _is_enough(turns: Sequence[Turn], estimates: Sequence[float], rest: float) -> bool:
    return is_enough(turns, estimates, rest, 1)


def _positions(played: Game | PlayedLine) -> list[Position]:
    if isinstance(played, PlayedLine):
        return list(played.positions)
    return [positions[0] for positions in played.history]
