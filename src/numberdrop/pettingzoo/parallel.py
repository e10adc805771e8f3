"""The parallel environment: all players choose in every step, as in the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pettingzoo
from gymnasium.utils import seeding

from ..errors import NotationError, shown
from ..gym.episode_setup import SEEDS
from ..stages import DONE
from ..validate import expect_kind
from .table import METADATA, TableEnvironment

_Step = tuple[
    dict[str, Any],
    dict[str, float],
    dict[str, bool],
    dict[str, bool],
    dict[str, dict[str, Any]],
]


class Parallel(TableEnvironment, pettingzoo.ParallelEnv[str, Any, Any]):  # type: ignore[misc]  # it has no types
    """A game of several players who all choose at the same time.

    The agents are `player_1` to `player_6`. An agent that has finished its turn waits for the
    others with the action 0. The choices of the others are observed only after the turn. Actions,
    masks, deals and illegal actions are as in numberdrop.gym.solo.
    """

    metadata = METADATA

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Start the next game. `options` may have a `deal`, as a recipe `table2#SEED.N`, and a
        `variant`, for this game only. Raises NotationError for other keys, except `options`, which
        is ignored."""
        self._table.reset(seed, options, random_seed)
        self.agents = [*self.possible_agents]
        self._table.gains()
        seen = self._observations()
        return seen, {agent: self._info(seat) for seat, agent in enumerate(self.agents)}

    def step(self, actions: Mapping[str, Any]) -> _Step:
        """Take an action of each agent. Raises NotationError if one is missing or out of range, and
        before the first reset."""
        expect_kind(actions, Mapping, "actions")
        if self._table.is_over():
            return {}, {}, {}, {}, {}
        if set(actions) != set(self.agents):
            expected = ", ".join(self.agents)
            raise NotationError(f"actions: expected those of {expected}, got {shown([*actions])}")
        illegal = self._table.take(actions)
        rewards, over = self._table.gains(), self._table.is_over()
        seen = self._observations()
        infos = {
            agent: self._info(seat, illegal=agent in illegal)
            for seat, agent in enumerate(self.agents)
        }
        ended, cut = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, False)
        if over:
            self.agents = []
        return seen, rewards, ended, cut, infos

    def _info(self, seat: int, *, illegal: bool = False) -> dict[str, Any]:
        return self._table.info(self._legal(seat), illegal=illegal)

    def _observations(self) -> dict[str, Any]:
        return {
            agent: self._table.observe(agent, self._legal(seat))
            for seat, agent in enumerate(self.agents)
        }

    def _legal(self, seat: int) -> tuple[int, ...]:
        """Return the legal actions of a seat. Without a choice its only one is to wait, by DONE,
        until the game is over."""
        waits = () if self._table.is_over() else (DONE,)
        return self._table.staged.legal(seat) or waits


def parallel_env(**options: Any) -> Parallel:
    """Return Parallel with these options."""
    return Parallel(**options)


def random_seed() -> int:
    """Return a random seed."""
    return int(seeding.np_random()[0].integers(SEEDS // 2))
