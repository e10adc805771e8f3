"""All players at once, as the rules have it: everybody chooses in every step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pettingzoo
from gymnasium.utils import seeding

from ..errors import NotationError, shown
from ..gym.episode_setup import SEEDS
from ..stages import DONE
from ..validate import expect_kind
from .table import METADATA, Seated

_Step = tuple[
    dict[str, Any],
    dict[str, float],
    dict[str, bool],
    dict[str, bool],
    dict[str, dict[str, Any]],
]


class Parallel(Seated, pettingzoo.ParallelEnv[str, Any, Any]):  # type: ignore[misc]  # it has no types
    """A game of several players in which all choose at the same time.

    Agents are `player_1` to `player_6`. Who has nothing to choose any more in a turn waits for the
    others by the action 0. What the others do is seen when the turn has ended. Actions, masks,
    deals and illegal actions are as in numberdrop.gym.solo.
    """

    metadata = METADATA

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """The next game. `options` may have a `deal`, by its recipe `table#SEED.N`, and a
        `variant`, for this one alone; NotationError for other keys, but for `options`, which is
        left aside."""
        self._table.reset(seed, options, some_seed)
        self.agents = [*self.possible_agents]
        self._table.gains()
        seen = {agent: self._table.observe(agent) for agent in self.agents}
        return seen, {agent: self._info(seat) for seat, agent in enumerate(self.agents)}

    def step(self, actions: Mapping[str, Any]) -> _Step:
        """Go on by an action of each agent; NotationError where one is missing, or is none, and
        before the first reset."""
        expect_kind(actions, Mapping, "actions")
        if self._table.is_over():
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

    def _info(self, seat: int, *, illegal: bool = False) -> dict[str, Any]:
        """Who has no choice while the game goes on waits, by done."""
        waits = () if self._table.is_over() else (DONE,)
        return self._table.info(self._table.staged.legal(seat) or waits, illegal=illegal)


def parallel_env(**options: Any) -> Parallel:
    """The environment Parallel, by its options."""
    return Parallel(**options)


def some_seed() -> int:
    """A seed that nobody knows before."""
    return int(seeding.np_random()[0].integers(SEEDS // 2))
