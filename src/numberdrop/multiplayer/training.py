"""Training of the value for several players, from games that whole tables play (docs/players.md).

It works like plan.hints.training, with games of two to six players under both sets of rules. It
starts from the weights of the solo value, whose surface and digits mean the same here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from math import sqrt
from typing import Any

import numpy as np

from .. import _core
from ..errors import NumberdropError
from ..jobs import WorkerPool, as_done
from ..plan import weights as solo_weights
from ..plan.hints.coarse import Table
from ..plan.hints.playouts import faces_of
from ..plan.hints.training import Settings, Training
from . import _core as several
from .weights import FIRST_SPREAD, SeatWeights

#: The numbers of players, game after game, if all of them are learned.
ALL = (2, 3, 2, 4, 2, 5, 2, 6)
#: Consecutive games under one set of rules.
RULES_IN_TURN = len(ALL)
#: The seed of the games that check finished weights; training never uses them.
CHECK_SEED = 2026


@dataclass(frozen=True, slots=True)
class SeatSettings(Settings):
    """The settings of a training, like Settings; `players` is 2 to 6, or 0 for all these numbers in
    turn. The first part of `width` is unused, since no tile slides."""

    passes: int = 8
    rate: float = 0.3
    recent: int = 10_000
    players: int = 0


class SeatTraining(Training):
    """A training in progress."""

    kind = SeatWeights
    settings_kind = SeatSettings
    settings: SeatSettings

    def __init__(self, settings: SeatSettings, dice: str = "publisher") -> None:
        """Begin a training. Raises NumberdropError unless the players are 2 to 6, or 0 for all."""
        if settings.players not in (0, 2, 3, 4, 5, 6):
            raise NumberdropError(f"players: expected 2 to 6, or all, got {settings.players}")
        super().__init__(settings, dice)

    def _shape(self) -> tuple[int, int]:
        return self.kind.shape()

    def _summed(self) -> Table:
        return self._raw

    def _begin(self, table: Table) -> None:
        table[: _core.TRAITS] = np.asarray(solo_weights.shipped().table)

    def _prepare(self) -> None:
        arrays = (self._raw, self._errors, self._sizes)
        self._tables = several.Learner(*arrays, self.settings.batch, faces_of(self.dice))

    def _play(self, pool: WorkerPool) -> None:
        if not pool.is_in_process:
            raise NumberdropError("executor: expected threads where games of several are learned")

        def play(place: int) -> None:
            chosen = self.settings
            _play_one(self._tables, place, chosen, chosen.seed, self.games + place)

        with closing(as_done(play, range(self.settings.batch), executor=pool)) as made:
            deque(made, maxlen=0)

    def _scores(self) -> list[int]:
        found = (self._tables.scores(place) for place in range(self.settings.batch))
        return list(chain.from_iterable(found))

    def _learn(self, places: Sequence[int]) -> None:
        chosen = self.settings
        self._tables.learn(places, chosen.rate, chosen.trace, units=chosen.units)

    def about(self) -> dict[str, Any]:
        """Return how the weights were made, with the name of the solo weights they began from."""
        return {**super().about(), "from": solo_weights.shipped().name}


def measured(
    weights: SeatWeights, games: int, progress: Callable[[int], None] = lambda done: None
) -> dict[str, Any]:
    """Measure finished weights on games that training never saw, played as in training. Return
    `check`, the mean score, and `spread`, the standard deviation of final scores around their
    values by the number of turns left; where there were no such turns, that of one fewer.
    `progress` is called with the number of games done."""
    settings, dice = SeatSettings(), weights.about["dice"]
    table, total = np.array(weights.table), np.zeros((several.TURNS_LEFT, 2))
    unused = np.zeros_like(table)
    learner = several.Learner(table, unused, unused, 1, faces_of(dice))
    scores: list[int] = []
    for number in range(games):
        _play_one(learner, 0, settings, CHECK_SEED, number)
        scores += learner.scores(0)
        total += learner.spread([0], weights.table)
        progress(number + 1)
    spread: list[float] = []
    for squares, count in total:
        before = spread[-1] if spread else FIRST_SPREAD[0]
        spread.append(round(sqrt(squares / count), 3) if count else before)
    mean = sum(scores) / len(scores)
    return {"check": {"games": games, "seed": CHECK_SEED, "mean": mean}, "spread": spread}


def _play_one(
    learner: several.Learner, place: int, settings: SeatSettings, seed: int, number: int
) -> None:
    """Play the game `number` of a seed, and put it into `place` of the learner."""
    players = settings.players or ALL[number % len(ALL)]
    flags = _core.BGA if number // RULES_IN_TURN % 2 else 0
    learner.play(place, players, seed, number, settings.width[1:], flags)
