"""What a player sees of a state: a tensor, and a text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..stages import action_text
from ..stages.observation import bounds_of, observe

if TYPE_CHECKING:
    from .game import NumberDropState


class Observer:
    """The observer of a game for so many players, as open_spiel.python.observation wants it.

    `tensor` is the observation as stages.observation.flat() has it, in float32, `dict` its
    arrays by their names. The text says the same in words; with perfect `recall` it tells the whole
    game as far as a player knows it.
    """

    def __init__(self, players: int, recall: bool) -> None:
        self._recall = recall
        bounds = {} if recall else bounds_of(players)
        sizes = [int(np.prod(shape)) for _, shape in bounds.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        ends = np.cumsum(sizes)
        self.dict: dict[str, Any] = {
            name: self.tensor[end - size : end].reshape(shape)
            for (name, (_, shape)), size, end in zip(bounds.items(), sizes, ends, strict=True)
        }

    def set_from(self, state: NumberDropState, player: int) -> None:
        """Write what a player sees into `tensor`; zeros while the tiles are dealt."""
        self.tensor.fill(0)
        if state.staged is not None:
            seen = observe(state.staged, player)
            for name, array in self.dict.items():
                array[:] = seen[name]

    def string_from(self, state: NumberDropState, player: int) -> str:
        """What a player sees, or knows, as a text."""
        staged = state.staged
        if staged is None:
            return f"player {player}, tiles {' '.join(state.tiles.tiles) or '-'}"
        part = staged.part(player)
        roll = state.throw.shown if state.throw else str(part.roll) if part else ""
        seats = [(player + i) % state.players for i in range(state.players)]
        sheets = [str(staged.position(player)), *(str(staged.before(seat)) for seat in seats[1:])]
        told = [f"player {player}, {staged.stage(player)}", *sheets]
        if self._recall:
            turns = staged.game.turns if staged.game else ()
            start = staged.game.start if staged.game else ()
            told = [f"player {player}", " ".join(staged.tiles), " ".join(start), *map(str, turns)]
        chosen = ", ".join(map(action_text, state.chosen[player]))
        return "\n".join([*told, f"roll {roll or '-'}", chosen])
