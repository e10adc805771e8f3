"""Training: learning the value from solo games that it plays itself (docs/value.md).

A round plays a batch of games with the current weights, then learns from them in several passes,
every second one from their reflections (8 - d for every digit). The learned table has a row of
weights for each trait and for each coarse trait (coarse.py). The games of a round are determined by
the seed and their numbers, and so is the order in which they are learned: the result is the same
for any number of workers, and for a training that was interrupted and resumed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

import numpy as np

from ... import _core
from ...dice import Stream
from ...errors import NumberdropError
from ...jobs import Executors, WorkerPool, as_done, worker_pool
from ...json_reader import seed_to_json
from ...validate import MOST_SEED
from ...version import PROGRAM
from .. import npz
from ..limits import Stop
from ..weights import Weights, about_array, unpacked
from .coarse import Table, coarse_traits, rows_shape
from .playouts import faces_of

#: The initial value of a sheet beyond its score, in points, at each stage of the game (1, 5, 11 and
#: 19 slides left): about what good play makes of it.
FIRST_GUESS = (2.0, 10.0, 22.0, 38.0)
#: The initial size of a unit within its half of the game: from 0 to this many points (_set_gates).
GATE = 2.0
#: What pairs of units depend on at first; fewer units use only the first pairs. The first depend on
#: slides left, identical boxes open or consecutive boxes open, each for two pairs with opposite
#: halves; the others on two or three of these together.
GATES = (
    *((1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1)),
    *((1, 1, 0), (1, -1, 0), (0, 1, 1), (0, 1, -1)),
    *((1, 0, 1), (1, 0, -1), (1, 1, 1), (-1, 1, 1)),
)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a training.

    `passes` is how often each game is learned. `rate` is the share of an error that is corrected at
    once as long as step sizes have not fallen, and `units` a factor on it for the units. `trace` is
    the share of the rest of the game in a target; the next value has the other share. `rolls`, 1 to
    6, are tried in each turn, to learn from the mean of their results. With `asides`, the results
    of rolls after another of a turn's best are learned as well. `width` limits what is kept at each
    stage of a turn. `recent` is about the number of games over which the weights are averaged.
    """

    seed: int = 1
    batch: int = 128
    passes: int = 4
    rate: float = 0.5
    units: float = 1.0
    trace: float = 0.4
    rolls: int = 1
    asides: bool = False
    width: tuple[int, int, int] = (16, 16, 8)
    recent: int = 30_000

    def to_json(self) -> dict[str, Any]:
        """Return the settings as they stand in the documents of weights and checkpoints."""
        return {**asdict(self), "seed": seed_to_json(self.seed)}


class Training:
    """Weights in training: `games` played so far, run() to play more, weights() for the result.

    A training on other games than solo games overrides the methods that begin with an underscore.
    """

    #: The type of the resulting weights.
    kind: type[Weights] = Weights
    #: The type of the settings.
    settings_kind: type[Settings] = Settings

    def __init__(self, settings: Settings, dice: str = "publisher") -> None:
        if not 0 <= settings.seed <= MOST_SEED:
            raise NumberdropError(f"seed: expected 0 to 2^64 - 1, got {settings.seed}")
        self.settings = settings
        self.dice = dice
        self.games = 0
        #: Earlier settings, each with the number of games after which they changed, or after which
        #: the errors until then were discounted.
        self.earlier: list[dict[str, Any]] = []
        self.curve: list[tuple[int, float]] = []
        self._raw, self._errors, self._sizes = (
            np.zeros(self._shape(), dtype=np.float32) for _ in range(3)
        )
        self._begin(self._raw)
        #: The worth of the traits with the current weights.
        self._worth = self._summed()
        self._mean = self._worth.copy()
        self._prepare()

    def _shape(self) -> tuple[int, int]:
        """Return the shape of the learned table."""
        return rows_shape()

    def _summed(self) -> Table:
        """Return the worth of the traits as learned so far."""
        return coarse_traits().summed(self._raw)

    def _begin(self, table: Table) -> None:
        """Set the weights with which the first game is played."""
        table[0, : _core.STAGES] = FIRST_GUESS
        _set_gates(table)

    def _prepare(self) -> None:
        """Create the learner, which plays and learns."""
        self._learner = _core.Learner(
            self._worth,
            *(self._raw, self._errors, self._sizes, coarse_traits().rows),
            self.settings.batch,
            faces_of(self.dice),
        )

    def _scores(self) -> list[int]:
        """Return the final scores of the games in all places."""
        return self._learner.scores(0, self.settings.batch)

    def _learn(self, places: Sequence[int]) -> None:
        """Learn from the games in these places; -1 - n is the reflection of game n."""
        chosen = self.settings
        self._learner.learn(places, chosen.rate, chosen.trace, units=chosen.units)

    def round(self, pool: WorkerPool) -> list[int]:
        """Play a batch of games, learn from it, and return its final scores in points."""
        chosen, count = self.settings, self.settings.batch
        self._play(pool)
        scores = self._scores()
        order = Stream.from_key(f"train#{chosen.seed}.{self.games}")
        for turn in range(chosen.passes):
            places = list(range(count)) if turn % 2 == 0 else [-1 - n for n in range(count)]
            order.shuffle(places)
            self._learn(places)
        self.games += count
        share = max(count / chosen.recent, min(1.0, 4 * count / self.games))
        self._worth[:] = self._summed()
        self._mean += np.float32(share) * (self._worth - self._mean)
        self.curve.append((self.games, sum(scores) / len(scores)))
        return scores

    def _play(self, pool: WorkerPool) -> None:
        """Play a batch.

        Threads of this process play straight into the places of the learner; other workers send
        back what they played.
        """
        chosen, count, slots = self.settings, self.settings.batch, pool.slots()
        cuts = [count * n // slots for n in range(slots + 1)]
        shares = [(first, end) for first, end in pairwise(cuts) if first < end]
        if pool.is_in_process:

            def play(share: tuple[int, int]) -> None:
                first, end = share
                number = self.games + first
                self._learner.play(
                    *(first, end, chosen.seed, number, chosen.width, chosen.rolls),
                    asides=chosen.asides,
                )

            with closing(as_done(play, shares, executor=pool)) as made:
                deque(made, maxlen=0)
            return
        work = partial(
            _play_share, table=self._worth, dice=self.dice, settings=chosen, number=self.games
        )
        with closing(as_done(work, shares, executor=pool)) as played:
            for done in played:
                for place, game in enumerate(done.result, done.item[0]):
                    self._learner.put(place, *game)

    def run(
        self,
        games: int,
        workers: int | None = 1,
        after_round: Callable[[Sequence[int]], None] | None = None,
        stop: Stop | None = None,
        executor: Executors = "threads",
    ) -> None:
        """Play rounds until `games` have been played in total, the last one whole, or until a stop.

        `after_round` receives the final scores of each round. The `workers` of an `executor` share
        the games (jobs).
        """
        with worker_pool(executor, workers) as pool:
            while self.games < games and not (stop and stop.is_set()):
                scores = self.round(pool)
                if after_round:
                    after_round(scores)

    def discount(self, share: float) -> None:
        """Let past errors count only for this share, 0 to 1, when step sizes are set.

        Steps that have become small then adapt sooner to new errors.
        """
        self._errors *= np.float32(share)
        self._sizes *= np.float32(share)
        self.earlier.append(
            {"games": self.games, "settings": self.settings.to_json(), "errors": share}
        )

    def weights(self, **about: Any) -> Weights:
        """Return the mean of the recent weights, with `about` added to the description of the
        training."""
        return self.kind.of(self._mean, {**self.about(), **about})

    def about(self) -> dict[str, Any]:
        """Return all that is needed to make these weights again."""
        return {
            "program": PROGRAM,
            "layout": self.kind.layout(),
            "games": self.games,
            "dice": self.dice,
            "settings": self.settings.to_json(),
            **({"earlier": self.earlier} if self.earlier else {}),
        }

    def to_bytes(self) -> bytes:
        """Return a checkpoint: all that is needed to continue as if uninterrupted."""
        about = {**self.about(), "curve": self.curve}
        tables = {
            name: npz.Array("<f4", table.shape, table.astype("<f4").tobytes())
            for name, table in self._arrays().items()
        }
        # Written often and read once: fast matters more than small.
        return npz.packed({**tables, "about": about_array(about)}, level=1)

    def _arrays(self) -> dict[str, Table]:
        """Return the tables of a checkpoint."""
        return {
            "raw": self._raw,
            "errors": self._errors,
            "sizes": self._sizes,
            "mean": self._mean,
        }

    @classmethod
    def resume(cls, path: str | Path, **changes: Any) -> Self:
        """Continue from a checkpoint, with some settings changed. Raises the errors of
        weights.unpacked()."""
        arrays, about = unpacked(Path(path), "checkpoint", cls.kind.layout())
        try:
            grids, landings, writings = about["settings"].pop("width")
            seed = int(about["settings"].pop("seed"))
            width = (grids, landings, writings)
            before = cls.settings_kind(**about["settings"], seed=seed, width=width)
            training = cls(replace(before, **changes), about["dice"])
            training.games = int(about["games"])
            training.earlier = list(about.get("earlier", []))
            if training.settings != before:
                training.earlier.append({"games": training.games, "settings": before.to_json()})
            training.curve = [(int(games), float(mean)) for games, mean in about["curve"]]
            for name, table in training._arrays().items():
                table[:] = np.frombuffer(arrays[name].data, "<f4").reshape(table.shape)
            training._worth[:] = training._summed()
        except (KeyError, TypeError, ValueError) as error:
            expected = "expected a file of numberdrop lab train"
            raise NumberdropError(f"checkpoint: {path}: {expected}") from error
        return training


def _play_share(
    share: tuple[int, int], table: Table, dice: str, settings: Settings, number: int
) -> list[_core._Played]:
    """Play a worker's share, first .. end - 1, of the batch that begins with game `number`."""
    first, end = share
    mine = np.array(table)  # an array from another process may be misaligned
    blank = np.zeros(rows_shape(), dtype=np.float32)
    learner = _core.Learner(
        mine, *(blank, blank, blank, coarse_traits().rows), end - first, faces_of(dice)
    )
    learner.play(
        *(0, end - first, settings.seed, number + first, settings.width, settings.rolls),
        asides=settings.asides,
    )
    return [learner.kept(place) for place in range(end - first)]


def _set_gates(table: Table) -> None:
    """Give each unit a part of the game in which it is above 0 at first (GATES).

    The two units of a pair have opposite signs, so they cancel out until they learn.
    """
    start = dict(_core.TABLES)["open"]
    for n in range(21 * 36):
        slides, identical, consecutive = n // 36, n // 6 % 6, n % 6
        place = (slides / 10 - 1, identical / 2.5 - 1, consecutive / 2.5 - 1)
        for pair, gate in enumerate(GATES[: _core.UNITS // 2]):
            above = sum(way * part for way, part in zip(gate, place, strict=True))
            unit = _core.STAGES + 2 * pair
            table[start + n, unit : unit + 2] = GATE * above / sum(map(abs, gate))
