"""A vector environment of solo games, stepped by the compiled core."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, create_empty_array

from ..dice import Deal, Roll, Stream
from ..errors import NotationError, NumberdropError, shown
from ..position import flags_of
from ..rules import COLUMN_COUNT, SHAPE_DIE, SHAPES, SOLO_SHAPES, Variant, dice_set
from ..sessions.poses import orientations
from ..stages import SOLO_ACTIONS
from ..validate import integer_between
from . import _core
from .episode_setup import SEEDS, EpisodeSetup, seed_of
from .observation import Observation, space_of

_STAR = 10
_Step = tuple[Observation, Any, Any, Any, dict[str, Any]]


class SoloVector(VectorEnv[Observation, Any, Any]):
    """A vector of `num_envs` solo games, equivalent to Solo in a SyncVectorEnv. A game that ends is
    reset in the next step (AutoresetMode.NEXT_STEP).

    `infos` has the arrays `action_mask`, `deal` and `illegal`, with an entry for each environment.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        deal: Deal | str | None = None,
        variant: str | Variant = "rulebook",
    ) -> None:
        """Create the environments. `num_envs` is 1 to 1,000,000; `deal`, `variant` and the errors
        are as for Solo."""
        self.num_envs = integer_between(num_envs, 1, 10**6, "num_envs")
        self.single_action_space = spaces.Discrete(SOLO_ACTIONS)
        self.single_observation_space = space_of(1)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._setup = EpisodeSetup.of(deal, variant)
        self._core = _core.Episodes(self.num_envs, orientation_numbers())
        self._seeds: list[int | None] = [None] * self.num_envs
        self._played = [0] * self.num_envs
        self._deals = np.full(self.num_envs, "", object)
        self._over = np.zeros(self.num_envs, bool)
        self._is_reset = False

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Start the next episode in each environment. An integer `seed` is the seed of the first
        environment, and each further one gets the next; a sequence has a seed for each. `options`
        are as for Solo.reset()."""
        setup, seeds = self._setup.with_options(options), self._seeds_of(seed)
        super().reset(seed=seed if isinstance(seed, int) else None)
        for number, one in enumerate(seeds):
            self._begin(number, setup, one)
        self._is_reset = True
        count = self.num_envs
        seen, *_, infos = self._step(np.zeros(count, np.int64), np.ones(count, bool))
        return seen, infos

    def step(self, actions: Any) -> _Step:
        """Take an action in each environment, except in those that are reset. Raises NotationError
        if `actions` is not an array of `num_envs` actions, and NumberdropError before the first
        reset."""
        if not self._is_reset:
            raise NumberdropError("expected a call of reset() before this one")
        try:
            chosen = np.ascontiguousarray(actions)
        except ValueError:  # nested lists of different lengths
            raise NotationError(
                f"actions: expected {self.num_envs} whole numbers, got {shown(actions)}"
            ) from None
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise NotationError(
                f"actions: expected {self.num_envs} whole numbers, got {chosen.dtype} in the shape "
                f"{chosen.shape}"
            )
        if chosen.min() < 0 or chosen.max() >= SOLO_ACTIONS:
            wrong = next(int(x) for x in chosen if not 0 <= x < SOLO_ACTIONS)
            raise NotationError(f"actions: expected 0 to {SOLO_ACTIONS - 1}, got {wrong}")
        begun = self._over
        for number in np.flatnonzero(begun):
            self._begin(int(number), self._setup, None)
        return self._step(chosen.astype(np.int64, copy=False), begun)

    def _step(self, actions: Any, begun: Any) -> _Step:
        count = self.num_envs
        observations: Any = create_empty_array(self.single_observation_space, count, np.empty)
        rewards = np.empty(count)
        ended, cut, illegal = (np.empty(count, bool) for _ in range(3))
        flags = [array.view(np.uint8) for array in (ended, cut, illegal)]
        rows = _core.Observations(observations, count)
        self._core.step(actions, begun.view(np.uint8), rows, rewards, *flags)
        self._over = ended | cut
        is_present = np.ones(count, bool)
        infos = {
            "action_mask": observations["action_mask"],
            "_action_mask": is_present,
            "deal": self._deals.copy(),
            "_deal": is_present,
            "illegal": illegal,
            "_illegal": is_present,
        }
        return observations, rewards, ended, cut, infos

    def _seeds_of(self, seed: object) -> Sequence[int | None]:
        if isinstance(seed, np.ndarray):
            seed = seed.tolist()
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, str) or not isinstance(seed, Sequence):
            first = integer_between(seed, 0, SEEDS - self.num_envs, "seed")
            return range(first, first + self.num_envs)
        if len(seed) != self.num_envs:
            raise NotationError(f"seed: expected one, or {self.num_envs}, got {len(seed)}")
        return [None if one is None else seed_of(one) for one in seed]

    def _begin(self, number: int, setup: EpisodeSetup, seed: int | None) -> None:
        """Start the next episode of environment `number`; a `seed` that isn't None replaces its
        seed."""
        known = self._seeds[number]
        if seed is not None or known is None:
            known = int(self.np_random.integers(SEEDS // 2)) if seed is None else seed
            self._seeds[number], self._played[number] = known, 0
        played, self._played[number] = self._played[number], self._played[number] + 1
        flags = flags_of(setup.variant)
        if setup.deal is None:
            recipe = f"plain#{known}.{played}"
            faces = _faces(setup.variant.dice)
            self._core.draw(number, flags, Stream.from_key(recipe).state, faces)
        else:
            recipe = setup.deal.recipe
            tiles = [SOLO_SHAPES.index(shape) for shape in setup.deal.tiles]
            self._core.deal(number, flags, tiles, [core_throw(roll) for roll in setup.deal.rolls])
        self._deals[number] = recipe


def core_throw(roll: Roll) -> list[int]:
    """Return a roll in the core's encoding: four faces, 10 for a star, and the index of the shape
    face."""
    numbers = [_STAR if face == "*" else int(face) for face in roll.numbers]
    return [*numbers, SHAPE_DIE.index(roll.shape)]


@cache
def _faces(dice: str) -> bytes:
    return bytes(_STAR if face == "*" else int(face) for die in dice_set(dice) for face in die)


@cache
def orientation_numbers() -> tuple[tuple[int, ...], ...]:
    """Return for each shape the orientation numbers of sessions.poses, in the core's order."""

    def number(shape: str, cells: Iterable[int]) -> int:
        form = frozenset((cell % COLUMN_COUNT, cell // COLUMN_COUNT) for cell in cells)
        return orientations(shape).index(form)

    return tuple(
        tuple(number(shape, cells) for cells in ways)
        for shape, ways in zip(SHAPES, _core.forms(), strict=True)
    )
