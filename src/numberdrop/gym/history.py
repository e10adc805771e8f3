"""The actions of the episodes of a vector environment, from which each can be played again."""

from __future__ import annotations

from typing import Any

import numpy as np

_FIRST_ROOM = 160  # the actions of most games


class History:
    """The legal actions taken in each of `count` episodes since it began."""

    def __init__(self, count: int) -> None:
        self._actions = np.zeros((count, _FIRST_ROOM), np.int16)
        self.lengths = np.zeros(count, np.int64)

    def add(self, numbers: Any, actions: Any) -> None:
        """Append the actions of the episodes `numbers`; `actions` has one for every episode."""
        ends = self.lengths[numbers]
        if len(ends) and ends.max() == self._actions.shape[1]:
            self._actions = np.concatenate([self._actions, np.zeros_like(self._actions)], axis=1)
        self._actions[numbers, ends] = actions[numbers]
        self.lengths[numbers] += 1

    def clear(self, number: int) -> None:
        """Forget the actions of an episode."""
        self.lengths[number] = 0

    def of(self, number: int) -> tuple[int, ...]:
        """Return the actions of an episode."""
        return tuple(self._actions[number, : self.lengths[number]].tolist())

    def at(self, place: int) -> Any:
        """Return the action at `place` in each episode, meaningless past the end of an episode, as
        an array of int64."""
        return self._actions[:, place].astype(np.int64)
