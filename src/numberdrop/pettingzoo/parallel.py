"""All players at once, as the rules have it: everybody chooses in every step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pettingzoo
from gymnasium.utils import seeding

from ..errors import NotationError, shown
from ..gym.dealing import SEEDS
from ..rules import Variant
from ..stages import DONE
from .table import METADATA, Table

_Step = tuple[
    dict[str, Any],
    dict[str, float],
    dict[str, bool],
    dict[str, bool],
    dict[str, dict[str, Any]],
]


class Parallel(pettingzoo.ParallelEnv[str, Any, Any]):  # type: ignore[misc]  # it has no types
    """A game of several players in which all choose at the same time.

    Agents are `player_1` to `player_6`. Who has nothing to choose any more in a turn waits for the
    others by the action 0. What the others do is seen when the turn has ended. Actions, masks,
    deals and illegal actions are as in numberdrop.gym.solo.
    """

    metadata = METADATA

    def __init__(
        self,
        players: int = 2,
        variant: str | Variant = "rulebook",
        rewards: str = "score",
        render_mode: str | None = None,
    ) -> None:
        """`players` are 2 to 6; `rewards` is "score" or "win", as table.REWARDS says. NotationError
        for others."""
        self._table = Table(players, variant, rewards, render_mode)
        self.render_mode = render_mode
        self.possible_agents = [*self._table.agents]
        self.agents: list[str] = []
        self.observation_spaces = self._table.observation_spaces
        self.action_spaces = self._table.action_spaces

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """The next game. `options` may have a `deal`, by its recipe `table#SEED.N`, and a
        `variant`, for this one alone."""
        self._table.reset(seed, options, some_seed)
        self.agents = [*self.possible_agents]
        self._table.gains()
        seen = {agent: self._table.observe(agent) for agent in self.agents}
        return seen, {agent: self._info(seat) for seat, agent in enumerate(self.agents)}

    def step(self, actions: Mapping[str, Any]) -> _Step:
        """Go on by an action of each agent; NotationError where one is missing, or is none."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        if set(actions) != set(self.agents):
            expected = ", ".join(self.agents)
            raise NotationError(f"actions: expected those of {expected}, got {shown([*actions])}")
        illegal = self._table.take(actions)
        rewards, over = self._table.gains(), self._table.is_over()
        seen = {agent: self._table.observe(agent) for agent in self.agents}
        infos = {
            agent: self._info(seat, illegal=agent in illegal)
            for seat, agent in enumerate(self.agents)
        }
        ended, cut = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, False)
        if over:
            self.agents = []
        return seen, rewards, ended, cut, infos

    def render(self) -> str | None:
        """All sheets, as text or as an SVG document; None without a render mode."""
        return self._table.render()

    def _info(self, seat: int, *, illegal: bool = False) -> dict[str, Any]:
        """Who has no choice while the game goes on waits, by done."""
        waits = () if self._table.is_over() else (DONE,)
        return self._table.info(self._table.staged.legal(seat) or waits, illegal=illegal)

    @property
    def game(self) -> Any:
        """The numberdrop.Game so far; None before all have begun."""
        return self._table.staged.game


def parallel_env(**options: Any) -> Parallel:
    """The environment Parallel, by its options."""
    return Parallel(**options)


def some_seed() -> int:
    """A seed that nobody knows before."""
    return int(seeding.np_random()[0].integers(SEEDS // 2))
