"""A vector environment of solo games, stepped by the compiled core."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, create_empty_array

from ..dice import Deal
from ..errors import NotationError, NumberdropError, WrongType, expected_got, shown
from ..game import Game
from ..json_reader import one_of
from ..rules import Variant
from ..stages import SOLO_ACTIONS
from ..validate import integer_between
from . import _core
from .core_deals import load_deal, orientation_numbers
from .episode_setup import SEEDS, EpisodeSetup, known_options, seed_of
from .episodes import replayed
from .history import History
from .observation import Observation, solo_space, space_of
from .planes import OBSERVATIONS, planes_of
from .rendering import RENDER_MODES, render_mode_of
from .solo import Solo, continued

_Step = tuple[Observation, Any, Any, Any, dict[str, Any]]
_MODES = [mode.value for mode in AutoresetMode]
_MOST_STEPS = 10**9
#: Methods of a single environment that change it; call() refuses them.
_CHANGING = ("close", "reset", "step")


class _Episode(NamedTuple):
    """All that an episode is made of: its deal, and the actions taken."""

    setup: EpisodeSetup
    seed: int
    number: int
    actions: tuple[int, ...]

    def deal(self) -> Deal:
        return self.setup.next(self.seed, self.number)

    def game(self) -> Game | None:
        return replayed(self.deal(), self.setup.variant, self.actions).game


class SoloVector(VectorEnv[Observation, Any, Any]):
    """A vector of `num_envs` solo games, equivalent to Solo in a SyncVectorEnv.

    `infos` has the arrays `action_mask`, `deal` and `illegal`, with an entry for each environment.
    game() and finished_game() return the games with their records. Copies and pickles continue
    exactly like the original.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": [*RENDER_MODES],
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        deal: Deal | str | None = None,
        variant: str | Variant = "rulebook",
        render_mode: str | None = None,
        observation: str = OBSERVATIONS[0],
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        """Create the environments, 1 to 1,000,000.

        `deal`, `variant`, `render_mode`, `observation` and the errors are as for Solo. An episode
        is truncated after `max_episode_steps` steps, 1 to 10**9; None sets no limit. By
        `autoreset_mode` an environment is reset in the step after the one that ended its episode
        ("NextStep"), in the same step ("SameStep"), whose infos then have `final_obs` and
        `final_info`, or only by reset() with a mask ("Disabled").
        """
        self.num_envs = count = integer_between(num_envs, 1, 10**6, "num_envs")
        self.render_mode = render_mode_of(render_mode)
        if max_episode_steps is not None:
            integer_between(max_episode_steps, 1, _MOST_STEPS, "max_episode_steps")
        self.max_episode_steps = max_episode_steps
        self.autoreset_mode = _autoreset_mode_of(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_action_space = spaces.Discrete(SOLO_ACTIONS)
        self.single_observation_space = solo_space(observation)
        self.action_space = batch_space(self.single_action_space, count)
        self.observation_space = batch_space(self.single_observation_space, count)
        self._observation = observation
        self._arrays = space_of(1)
        self._core = _core.Episodes(count, orientation_numbers())
        #: For each environment, the setup of its next episodes, and that of the current one.
        self._setups = [EpisodeSetup.of(deal, variant)] * count
        self._setups_now = [*self._setups]
        self._seeds: list[int | None] = [None] * count
        self._played = [0] * count
        self._deals = np.full(count, "", object)
        self._over = np.zeros(count, bool)
        self._steps = np.zeros(count, np.int64)
        self._history = History(count)
        self._finished: list[_Episode | None] = [None] * count
        self._attributes: list[dict[str, Any]] = [{} for _ in range(count)]
        self._is_reset = False

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Start the next episode in each environment, or in those of a mask.

        An integer `seed` is the seed of the first environment, and each further one gets the next;
        a sequence has a seed for each. `options` are as for Solo.reset(), and may have a
        `reset_mask`, an array of `num_envs` booleans, at least one of them True; then the infos are
        those of the environments that are reset. Raises NotationError and WrongType for other
        arguments, and NumberdropError if the first reset has a mask that leaves one out.
        """
        options = known_options(options, ("deal", "variant", "reset_mask"))
        mask = self._mask_of(options.get("reset_mask"))
        given = {key: value for key, value in options.items() if key != "reset_mask"}
        setups = [setup.with_options(given) for setup in self._setups] if given else self._setups
        seeds = self._seeds_of(seed)
        if not self._is_reset and not mask.all():
            raise NumberdropError("reset_mask: expected a reset of all environments first")
        super().reset(seed=seed if isinstance(seed, int) else None)
        numbers = np.flatnonzero(mask)
        for number in numbers.tolist():
            self._begin(number, setups[number], seeds[number])
        self._is_reset = True
        seen, rows = self._rows()
        self._core.observe(np.arange(self.num_envs), rows)
        illegal = np.zeros(self.num_envs, bool)
        return self._output(seen), _infos(seen["action_mask"], self._deals, illegal, mask)

    def step(self, actions: Any) -> _Step:
        """Take an action in each environment, except in those that are reset.

        Returns the observations, rewards (float64), terminations, truncations (bool) and infos,
        each with an entry for each environment. Raises NotationError if `actions` is not an array
        of `num_envs` actions, and NumberdropError before the first reset, and in the mode
        "Disabled" while the episode of an environment is over.
        """
        if not self._is_reset:
            raise NumberdropError("expected a call of reset() before this one")
        chosen = self._actions_of(actions)
        begun = self._over.copy()
        if self.autoreset_mode is AutoresetMode.DISABLED and begun.any():
            number = int(begun.argmax())
            raise NumberdropError(f"actions: expected a reset of environment {number}, it is over")
        for number in np.flatnonzero(begun).tolist():
            self._begin(number, self._setups[number], None)
        seen, rows = self._rows()
        count = self.num_envs
        rewards = np.empty(count)
        ended, cut, illegal = (np.empty(count, bool) for _ in range(3))
        flags = [array.view(np.uint8) for array in (ended, cut, illegal)]
        self._core.step(chosen, begun.view(np.uint8), rows, rewards, *flags)
        self._history.add(np.flatnonzero(~(begun | illegal)), chosen)
        self._steps += ~begun
        if self.max_episode_steps is not None:
            cut |= self._steps >= self.max_episode_steps
        self._over = ended | cut
        over = np.flatnonzero(self._over)
        for number in over.tolist():
            self._finished[number] = self._episode(number)
        present = np.ones(count, bool)
        infos = _infos(seen["action_mask"], self._deals, illegal, present)
        if self.autoreset_mode is AutoresetMode.SAME_STEP and len(over):
            self._reset_at_once(over, seen, rows, infos)
        return self._output(seen), rewards, ended, cut, infos

    def game(self, number: int) -> Game | None:
        """Return the game played so far in environment `number`, with to_record(); None before its
        start cell is chosen. Raises NotationError if there is no such environment, and
        NumberdropError before the first reset."""
        return self._episode(self._number(number)).game()

    def finished_game(self, number: int) -> Game | None:
        """Return the game of the last episode that ended in environment `number`; None before the
        first. Raises the errors of game()."""
        episode = self._finished[self._number(number)]
        return episode.game() if episode else None

    def render(self) -> tuple[Any, ...] | None:
        """Render each environment as Solo.render() does. Returns None without a render mode."""
        return None if self.render_mode is None else self.call("render")

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Call the method `name` of Solo in the state of each environment, and return the results;
        of any other attribute, its values. Raises AttributeError if Solo has no such attribute, and
        NumberdropError for reset, step and close, which would change a copy only."""
        if name in _CHANGING:
            raise NumberdropError(f"name: expected a method that changes nothing, got {name!r}")
        found = []
        for number, own in enumerate(self._attributes):
            value = own[name] if name in own else getattr(self._single(number), name)
            found.append(value(*args, **kwargs) if callable(value) else value)
        return tuple(found)

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Return the attribute `name` of each environment. Raises the errors of call()."""
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Set the attribute `name` of each environment: a list or tuple has a value for each, any
        other value is for all.

        `deal` and `variant` apply from the next episode on, and a name that Solo doesn't have is
        kept for get_attr(). Raises NotationError for any other name and for a list of another
        length, and the errors of Solo.
        """
        is_own = not hasattr(Solo, name)
        if name not in ("deal", "variant") and not is_own:
            raise NotationError(f"name: expected deal, variant or a new name, got {name!r}")
        each = values if isinstance(values, list | tuple) else [values] * self.num_envs
        if len(each) != self.num_envs:
            raise NotationError(f"values: expected {self.num_envs}, got {len(each)}")
        if is_own:
            for own, value in zip(self._attributes, each, strict=True):
                own[name] = value
            return
        self._setups = [
            EpisodeSetup.of(**{"deal": setup.deal, "variant": setup.variant, name: value})
            for setup, value in zip(self._setups, each, strict=True)
        ]

    def __getstate__(self) -> dict[str, Any]:
        kept = {key: value for key, value in self.__dict__.items() if key != "_core"}
        return deepcopy(kept)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._core = _core.Episodes(self.num_envs, orientation_numbers())
        if not self._is_reset:
            return
        for number in range(self.num_envs):
            self._load(number)
        rewards, lengths = np.empty(self.num_envs), self._history.lengths
        flags = [np.empty(self.num_envs, np.uint8) for _ in range(3)]
        _, rows = self._rows()
        for place in range(int(lengths.max())):
            is_past_end = (lengths <= place).view(np.uint8)
            self._core.step(self._history.at(place), is_past_end, rows, rewards, *flags)

    # Arguments.

    def _number(self, number: int) -> int:
        return integer_between(number, 0, self.num_envs - 1, "number")

    def _actions_of(self, actions: Any) -> Any:
        expected = f"actions: expected {self.num_envs} whole numbers"
        try:
            chosen = np.ascontiguousarray(actions)
        except ValueError:  # nested lists of different lengths
            raise NotationError(f"{expected}, got {shown(actions)}") from None
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise NotationError(f"{expected}, got {chosen.dtype} in the shape {chosen.shape}")
        if chosen.min() < 0 or chosen.max() >= SOLO_ACTIONS:
            wrong = next(int(x) for x in chosen if not 0 <= x < SOLO_ACTIONS)
            raise NotationError(f"actions: expected 0 to {SOLO_ACTIONS - 1}, got {wrong}")
        return chosen.astype(np.int64, copy=False)

    def _mask_of(self, mask: object) -> Any:
        """Validate a reset mask; None is for all environments."""
        if mask is None:
            return np.ones(self.num_envs, bool)
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise WrongType(expected_got("reset_mask", "expected an array of booleans", mask))
        if mask.shape != (self.num_envs,) or not mask.any():
            expected = f"expected {self.num_envs} booleans, at least one of them True"
            raise NotationError(expected_got("reset_mask", expected, mask))
        return mask.copy()

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

    # Episodes.

    def _begin(self, number: int, setup: EpisodeSetup, seed: int | None) -> None:
        """Start the next episode of environment `number`; a `seed` that isn't None replaces its
        seed."""
        known = self._seeds[number]
        if seed is not None or known is None:
            known = int(self.np_random.integers(SEEDS // 2)) if seed is None else seed
            self._seeds[number], self._played[number] = known, 0
        self._played[number] += 1
        self._setups_now[number] = setup
        self._history.clear(number)
        self._over[number], self._steps[number] = False, 0
        self._load(number)

    def _load(self, number: int) -> None:
        """Put environment `number` at the start of its current episode."""
        seed, setup = self._seeds[number], self._setups_now[number]
        played = self._played[number] - 1
        self._deals[number] = load_deal(self._core, number, setup, seed or 0, played)

    def _episode(self, number: int) -> _Episode:
        seed = self._seeds[number]
        if seed is None:
            raise NumberdropError("expected a call of reset() before this one")
        setup, played = self._setups_now[number], self._played[number] - 1
        return _Episode(setup, seed, played, self._history.of(number))

    def _single(self, number: int) -> Solo:
        """Return a Solo in the state of environment `number`."""
        setup = self._setups[number]
        options = {"render_mode": self.render_mode, "observation": self._observation}
        if not self._is_reset:
            return Solo(setup.deal, setup.variant, **options)  # type: ignore[arg-type]
        episode = self._episode(number)
        deal = episode.deal()
        staged = replayed(deal, episode.setup.variant, episode.actions)
        return continued(setup, deal, staged, **options)

    def _reset_at_once(
        self, over: Any, seen: dict[str, Any], rows: _core.Observations, infos: dict[str, Any]
    ) -> None:
        """Start the next episodes of the environments `over`: move what was observed of the last
        ones from `seen` to `infos`, and write what is observed now."""
        count, is_over = self.num_envs, self._over
        last = self._output({key: array[over] for key, array in seen.items()})
        final = np.full(count, None, object)
        for place, number in enumerate(over.tolist()):
            final[number] = {key: array[place].copy() for key, array in last.items()}
        mask = np.zeros_like(seen["action_mask"])
        mask[over] = seen["action_mask"][over]
        final_info = _infos(mask, self._deals, infos["illegal"], is_over)
        self._over = np.zeros(count, bool)
        for number in over.tolist():
            self._begin(number, self._setups[number], None)
        self._core.observe(over, rows)
        illegal = infos["illegal"] & ~is_over
        infos |= _infos(seen["action_mask"], self._deals, illegal, np.ones(count, bool))
        infos |= {"final_obs": final, "_final_obs": is_over}
        infos |= {"final_info": final_info, "_final_info": is_over.copy()}

    def _rows(self) -> tuple[dict[str, Any], _core.Observations]:
        """Return new arrays of an observation, and what the core writes them by."""
        seen: Any = create_empty_array(self._arrays, self.num_envs, np.empty)
        return seen, _core.Observations(seen, self.num_envs)

    def _output(self, seen: dict[str, Any]) -> dict[str, Any]:
        return planes_of(seen) if self._observation == "planes" else seen


def _autoreset_mode_of(mode: object) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        raise NotationError(expected_got("autoreset_mode", one_of(_MODES), mode)) from None


def _infos(mask: Any, deals: Any, illegal: Any, present: Any) -> dict[str, Any]:
    """Return the infos of the environments that are `present`, and zeros and None of the others, as
    Gymnasium does."""
    if present.all():
        return {
            "action_mask": mask,
            "_action_mask": present,
            "deal": deals.copy(),
            "_deal": present,
            "illegal": illegal,
            "_illegal": present,
        }
    return {
        "action_mask": np.where(present[:, None], mask, np.int8(0)),
        "_action_mask": present,
        "deal": np.where(present, deals, None),
        "_deal": present,
        "illegal": illegal & present,
        "_illegal": present,
    }
