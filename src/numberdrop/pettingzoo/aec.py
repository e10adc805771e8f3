"""The AEC environment: players choose one after the other, clockwise from the first player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pettingzoo
from pettingzoo.utils import wrappers

from .parallel import random_seed
from .table import METADATA, TableEnvironment


class AgentCycle(TableEnvironment, pettingzoo.AECEnv[str, Any, Any]):  # type: ignore[misc]  # it has no types
    """A game of several players who choose one after the other, each its whole turn, clockwise from
    the first player. Players without a choice are skipped.

    By the rules all play at the same time, so the choices of the others are observed only after the
    turn. Agents, actions, rewards and options are those of Parallel.
    """

    metadata = {**METADATA, "is_parallelizable": False}  # noqa: RUF012

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start the next game. `options` are as for Parallel.reset()."""
        self._table.reset(seed, options, random_seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()
        self.infos = {agent: self._info(agent) for agent in self.agents}

    def observe(self, agent: str) -> Any:
        """Return the observation of `agent`, whose mask is empty unless it is its turn. Raises
        NotationError if there is no such agent."""
        return self._table.observe(agent, self._legal(agent))

    def step(self, action: Any) -> None:
        """Take an action of the selected agent. Raises NotationError for a number out of range, and
        before the first reset."""
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
        """Do nothing, since there are no resources to release."""

    def _select(self) -> None:
        choosing = self._table.staged.choosing
        self.agent_selection = self.possible_agents[choosing[0] if choosing else 0]

    def _info(self, agent: str, *, illegal: bool = False) -> dict[str, Any]:
        return self._table.info(self._legal(agent), illegal=illegal)

    def _legal(self, agent: str) -> tuple[int, ...]:
        """Return the legal actions of `agent`. Only the selected agent has any."""
        if agent != self.agent_selection:
            return ()
        return self._table.staged.legal(self.possible_agents.index(agent))


def raw_env(**options: Any) -> AgentCycle:
    """Return AgentCycle with these options."""
    return AgentCycle(**options)


def env(**options: Any) -> Any:
    """Return AgentCycle in the PettingZoo wrappers that check for actions out of bounds and calls
    out of order."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(**options)))
