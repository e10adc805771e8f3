"""What a player sees and knows, as text and as tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..rules import LETTERS, MOST_SHARED_TURNS, MOST_TURNS, SHAPE_DIE, SHAPES
from ..stages import action_text
from ..stages.observation import bounds_of, observe

if TYPE_CHECKING:
    from .game import NumberDropState

#: The most actions of one player in a turn: two slides, two drops and a placement, each of the
#: latter with its row, four digits, eight cells of a claim and its end.
MOST_ACTIONS: Final = 2 + 2 * 2 + 2 + 4 + 8 + 1
_DICE: Final = 5
_FACES: Final = "1234567*"


def most_turns(players: int) -> int:
    """Return the number of turns that a game of `players` players can have."""
    return MOST_TURNS if players == 1 else MOST_SHARED_TURNS


class Observer:
    """An observer of a game of `players` players, for open_spiel.python.observation.

    `tensor` is the observation as stages.observation.flat() returns it, in float32; `dict` maps the
    names of its arrays to views of it. The text holds the same information in words.

    With perfect `recall` both hold the whole game as one player knows it. Then `tensor` has four
    more arrays, all of numbers that are 0 for what hasn't happened:

    - `seat` (players,): 1 for the player's own
    - `tiles` (5,): the shapes on A..E, from 1 in the order of I O T L S V3 I3 U5 X5 T5
    - `rolls` (turns, 5): the four number dice, 1..7 and 8 for the star, and the shape die, 1..6
    - `actions` (players, turns + 1, 21): the actions of each player, plus one, turn by turn; the
      start cell comes first. The player's own are at 0, those of the others follow clockwise, after
      the turn in which they were chosen
    """

    def __init__(self, players: int, recall: bool) -> None:
        self._recall = recall
        shapes = {name: shape for name, (_, shape) in bounds_of(players).items()}
        self._seen = [*shapes]
        if recall:
            turns = most_turns(players)
            shapes |= {"seat": (players,), "tiles": (len(LETTERS),), "rolls": (turns, _DICE)}
            shapes["actions"] = (players, turns + 1, MOST_ACTIONS)
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        ends = np.cumsum(sizes)
        self.dict: dict[str, Any] = {
            name: self.tensor[end - size : end].reshape(shape)
            for (name, shape), size, end in zip(shapes.items(), sizes, ends, strict=True)
        }

    def set_from(self, state: NumberDropState, player: int) -> None:
        """Write the observation of `player` into `tensor`; while the tiles are dealt, zeros but for
        `seat` and `tiles`."""
        self.tensor.fill(0)
        if state.staged is not None:
            seen = observe(state.staged, player)
            for name in self._seen:
                self.dict[name][:] = seen[name]
        if self._recall:
            self.dict["seat"][player] = 1
            tiles = state.tiles.tiles
            self.dict["tiles"][: len(tiles)] = [1 + SHAPES.index(shape) for shape in tiles]
            for turn, faces in enumerate(_rolls(state)):
                self.dict["rolls"][turn, : len(faces)] = _numbers(faces)
            self._set_actions(state, player)

    def _set_actions(self, state: NumberDropState, player: int) -> None:
        table = self.dict["actions"]
        for turn, chosen in enumerate([*state.past, state.chosen]):
            is_past = turn < len(state.past)
            for place in range(state.players if is_past else 1):
                actions = chosen[(player + place) % state.players]
                table[place, turn, : len(actions)] = [1 + action for action in actions]

    def string_from(self, state: NumberDropState, player: int) -> str:
        """Return the observation of `player` as text, or with perfect recall all it knows."""
        staged = state.staged
        if staged is None:
            return f"player {player}, tiles {' '.join(state.tiles.tiles) or '-'}"
        part = staged.part(player)
        roll = state.rolling.shown if state.rolling else str(part.roll) if part else ""
        seats = [(player + i) % state.players for i in range(state.players)]
        sheets = [str(staged.position(player)), *(str(staged.before(seat)) for seat in seats[1:])]
        lines = [f"player {player}, {staged.stage(player)}", *sheets]
        if self._recall:
            turns = staged.game.turns if staged.game else ()
            start = staged.game.start if staged.game else ()
            lines = [f"player {player}", " ".join(staged.tiles), " ".join(start), *map(str, turns)]
        chosen = ", ".join(map(action_text, state.chosen[player]))
        return "\n".join([*lines, f"roll {roll or '-'}", chosen])


def _rolls(state: NumberDropState) -> list[str]:
    """Return the faces of each roll so far, the last perhaps not complete."""
    staged = state.staged
    if staged is None or staged.game is None:
        return []
    part = staged.part(0)
    now = [state.rolling.shown] if state.rolling else [str(part.roll)] if part else []
    return [*(str(turn.roll) for turn in staged.game.turns), *now]


def _numbers(faces: str) -> Sequence[int]:
    numbers = [1 + _FACES.index(face) for face in faces[: _DICE - 1]]
    return [*numbers, *(1 + SHAPE_DIE.index(face) for face in faces[_DICE - 1 :])]
