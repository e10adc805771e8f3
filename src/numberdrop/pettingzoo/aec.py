"""One player after the other, clockwise from the first player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pettingzoo
from pettingzoo.utils import wrappers

from .parallel import some_seed
from .table import METADATA, Seated


class AgentCycle(Seated, pettingzoo.AECEnv[str, Any, Any]):  # type: ignore[misc]  # it has no types
    """A game of several players in which they choose one after the other: each its whole turn,
    clockwise from the first player. Who has no choice is passed over.

    The rules let all play at the same time, so what the others do is seen when the turn has ended.
    Agents, actions, rewards and options are those of Parallel.
    """

    metadata = {**METADATA, "is_parallelizable": False}  # noqa: RUF012

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """The next game; `options` as for Parallel.reset()."""
        self._table.reset(seed, options, some_seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()
        self.infos = {agent: self._info(agent) for agent in self.agents}

    def observe(self, agent: str) -> Any:
        """What an agent sees."""
        return self._table.observe(agent)

    def step(self, action: Any) -> None:
        """Go on by an action of the agent that chooses; NotationError for what is none, and before
        the first reset."""
        if self._table.is_over():
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        illegal = self._table.take({agent: action})
        self.rewards = self._table.gains()
        over = self._table.is_over()
        self.terminations = dict.fromkeys(self.agents, over)
        self._select()
        self.infos = {other: self._info(other, illegal=other in illegal) for other in self.agents}
        self._accumulate_rewards()

    def close(self) -> None:
        """Nothing is open."""

    def _select(self) -> None:
        choosing = self._table.staged.choosing
        self.agent_selection = self.possible_agents[choosing[0] if choosing else 0]

    def _info(self, agent: str, *, illegal: bool = False) -> dict[str, Any]:
        """Legal are the actions of the agent that chooses, and no other's."""
        seat = self.possible_agents.index(agent)
        legal = self._table.staged.legal(seat) if agent == self.agent_selection else ()
        return self._table.info(legal, illegal=illegal)


def raw_env(**options: Any) -> AgentCycle:
    """The environment AgentCycle, by its options."""
    return AgentCycle(**options)


def env(**options: Any) -> Any:
    """AgentCycle in the wrappers of PettingZoo that look for actions out of range and calls out of
    order."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(**options)))
