"""A solo game as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
from gymnasium import spaces

from ..dice import Deal
from ..errors import NumberdropError
from ..game import Game
from ..rules import Variant
from ..stages import SOLO_ACTIONS, StagedGame
from ..stages.observation import mask_of, observe
from ..validate import integer_between
from .episode_setup import SEEDS, EpisodeSetup, seed_of
from .episodes import roll_due
from .observation import Observation, solo_space
from .planes import OBSERVATIONS, planes_of
from .rendering import RENDER_MODES, render, render_mode_of

_Step = tuple[Observation, float, bool, bool, dict[str, Any]]


class Solo(gymnasium.Env[Observation, Any]):
    """A solo game. The dice are observed only once they are rolled.

    An action is a number 0..393 (numberdrop.stages.actions). The legal actions are marked in the
    observation's `action_mask`, in `info["action_mask"]`, which `action_space.sample(mask=...)`
    takes, and in the result of action_masks(). An illegal action changes nothing; its reward is 0,
    and `info["illegal"]` is True. The reward is the difference in score, so the rewards of an
    episode add up to its score. An episode terminates when the game is over, and is truncated if
    the deal has no roll left.

    After `reset(seed=7)` the episodes have the deals plain#7.0, plain#7.1, and so on, unless a
    `deal` is given for all of them; `info["deal"]` names the deal.
    """

    metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        deal: Deal | str | None = None,
        variant: str | Variant = "rulebook",
        render_mode: str | None = None,
        observation: str = OBSERVATIONS[0],
    ) -> None:
        """Create the environment. `deal` is the deal of every episode, by name as in
        numberdrop.deal(); None gives each a new one. `observation` is "arrays" for arrays of small
        integers (stages.observation.bounds_of), or "planes" for zeros and ones
        (planes.planes_of). Raises NotationError for an unknown deal, variant, render mode or kind
        of observation, and for a deal with other dice than the variant's or one that isn't a solo
        deal."""
        self.render_mode = render_mode_of(render_mode)
        self._observation = observation
        self._setup = EpisodeSetup.of(deal, variant)
        self._seed: int | None = None
        self._number = 0
        self._deal: Deal | None = None
        self._staged: StagedGame | None = None
        self.action_space = spaces.Discrete(SOLO_ACTIONS)
        self.observation_space = solo_space(observation)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start the next episode. `options` may have a `deal` and a `variant` for this one only.
        Raises the errors of the constructor, and NotationError for other keys."""
        setup = self._setup.with_options(options)
        super().reset(seed=None if seed is None else seed_of(seed))
        if seed is not None or self._seed is None:
            self._seed = int(self.np_random.integers(SEEDS // 2)) if seed is None else seed
            self._number = 0
        self._deal = setup.next(self._seed, self._number)
        self._number += 1
        self._staged = StagedGame(self._deal.tiles, 1, setup.variant)
        return self._observe(), self._info(False)

    def step(self, action: int) -> _Step:
        """Take an action. Raises NotationError for a number out of range, and NumberdropError
        before the first reset."""
        staged = self._current()
        chosen = integer_between(action, 0, SOLO_ACTIONS - 1, "action")
        before = staged.score(0)
        illegal = chosen not in staged.legal(0)
        if not illegal:
            staged.take(0, chosen)
            assert self._deal is not None
            roll_due(staged, self._deal)
        reward = float(staged.score(0) - before)
        ended = staged.is_over()
        truncated = staged.needs_roll()
        return self._observe(), reward, ended, truncated, self._info(illegal)

    def action_masks(self) -> Any:
        """Return the legal actions as an array of booleans, in the form sb3-contrib expects."""
        return mask_of(self._current().legal(0), 1).astype(bool)

    @property
    def game(self) -> Game | None:
        """The game played so far, with to_record(); None before the start cell is chosen."""
        return self._staged.game if self._staged else None

    @property
    def deal(self) -> Deal | str | None:
        """The deal of every episode, None for a new one in each. It can be set, and applies from
        the next reset on. Raises the errors of the constructor."""
        return self._setup.deal

    @deal.setter
    def deal(self, deal: Deal | str | None) -> None:
        self._setup = EpisodeSetup.of(deal, self._setup.variant)

    @property
    def variant(self) -> Variant:
        """The variant. It can be set, by name as well, and applies from the next reset on. Raises
        the errors of the constructor."""
        return self._setup.variant

    @variant.setter
    def variant(self, variant: str | Variant) -> None:
        self._setup = EpisodeSetup.of(self._setup.deal, variant)

    def render(self) -> Any:
        """Render the sheet, the roll and the choice to make: as text, as an SVG document, or as an
        array of uint8 of the shape (392, 424, 3). Returns None without a render mode. Raises
        NumberdropError before the first reset."""
        return None if self.render_mode is None else render(self._current(), 0, self.render_mode)

    def _current(self) -> StagedGame:
        if self._staged is None:
            raise NumberdropError("expected a call of reset() before this one")
        return self._staged

    def _observe(self) -> Observation:
        seen = observe(self._current(), 0)
        return planes_of(seen) if self._observation == "planes" else seen

    def _info(self, illegal: bool) -> dict[str, Any]:
        staged = self._current()
        return {
            "action_mask": mask_of(staged.legal(0), 1),
            "deal": self._deal.recipe if self._deal else "",
            "illegal": illegal,
        }


def continued(setup: EpisodeSetup, deal: Deal, staged: StagedGame, **options: Any) -> Solo:
    """Return an environment in the middle of an episode: the game `staged` on `deal`. `options`
    are the `render_mode` and the `observation` of Solo."""
    env = Solo(setup.deal, setup.variant, **options)
    env._deal, env._staged = deal, staged
    return env
