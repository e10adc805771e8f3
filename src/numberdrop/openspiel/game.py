"""The OpenSpiel game, its states and its observer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pyspiel

from ..errors import NotationError
from ..game import MOST_PLAYERS
from ..rules import MOST_SHARED_TURNS, MOST_TURNS, SCORES, TABLE_RECIPE, Variant, backs_of
from ..stages import ACTIONS, SOLO_ACTIONS, StagedGame, action_text
from ..stages.observation import bounds_of, observe
from ..validate import integer_between
from .chance import DiceRoll, TileDeal

#: The most actions of one player in a turn: two slides, two drops and a placement, each of the
#: latter with its row, four digits, eight cells of a claim and its end.
_MOST_ACTIONS: Final = 2 + 2 * 2 + 2 + 4 + 8 + 1
#: The most outcomes of a chance node: the faces of a die.
_FACES: Final = 6

_TYPE: Final = pyspiel.GameType(
    short_name="python_numberdrop",
    long_name="Number Drop",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_PLAYERS,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"players": 1, "variant": "rulebook", "recipe": TABLE_RECIPE},
)


class NumberDropGame(pyspiel.Game):  # type: ignore[misc]  # it has no types
    """Number Drop for 1 to 6 `players`, by the rules of a `variant`. The returns are the scores.
    Several players' tiles have the blocks of the `recipe` of tables on their backs.

    Several players choose one after the other, clockwise from the first player, without knowing the
    others' choices of this turn. Raises NotationError for invalid parameters.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**_TYPE.parameter_specification, **(params or {})}
        self.players = integer_between(given["players"], 1, MOST_PLAYERS, "players")
        self.variant = Variant.of(given["variant"])
        self.recipe = given["recipe"]
        backs_of(self.recipe)  # validates it
        turns = MOST_TURNS if self.players == 1 else MOST_SHARED_TURNS * self.players
        info = pyspiel.GameInfo(
            num_distinct_actions=SOLO_ACTIONS if self.players == 1 else ACTIONS,
            max_chance_outcomes=_FACES,
            num_players=self.players,
            min_utility=float(SCORES[0]),
            max_utility=float(SCORES[1]),
            max_game_length=self.players + turns * _MOST_ACTIONS,
        )
        super().__init__(_TYPE, info, dict(params or {}))

    def new_initial_state(self) -> NumberDropState:
        """Return the state before any tile is dealt."""
        return NumberDropState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the bound: two for each tile, five for each turn."""
        return 10 + 5 * (MOST_TURNS if self.players == 1 else MOST_SHARED_TURNS)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer; with perfect recall, its text has all that a player knows."""
        if params:
            raise NotationError(f"observer: expected no parameters, got {params}")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.players, recall)


class NumberDropState(pyspiel.State):  # type: ignore[misc]  # it has no types
    """A state of the game. `staged` is the game, played action by action, None while the tiles are
    dealt; `rolling` is the roll in progress, None between rolls."""

    def __init__(self, game: NumberDropGame) -> None:
        super().__init__(game)
        self.players, self.variant = game.players, game.variant
        self.tiles = TileDeal(game.players, game.variant, game.recipe)
        self.rolling: DiceRoll | None = None
        self.staged: StagedGame | None = None
        #: For each player the actions of this turn, which are hidden from the others.
        self.chosen: list[list[int]] = [[] for _ in range(game.players)]

    @property
    def _chance(self) -> TileDeal | DiceRoll | None:
        return self.tiles if self.staged is None else self.rolling

    def current_player(self) -> int:
        """Return the player who chooses, PlayerId.CHANCE, or PlayerId.TERMINAL."""
        if self._chance:
            return int(pyspiel.PlayerId.CHANCE)
        if self.staged is None or self.staged.is_over():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.staged.choosing[0]

    def _legal_actions(self, player: int) -> list[int]:
        return [*self.staged.legal(player)] if self.staged and not self.rolling else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the remaining tiles, the sides of a tile, or the faces of a die, with their
        probabilities."""
        found = self._chance.outcomes() if self._chance else []
        return [(number, 1 / len(found)) for number in range(len(found))]

    def _apply_action(self, action: int) -> None:
        if chance := self._chance:
            chance.take(action)
            if chance.is_done:
                self._end_chance(chance)
            return
        assert self.staged is not None
        player, turns = self.staged.choosing[0], self._turns()
        self.chosen[player].append(action)
        self.staged.take(player, action)
        if self._turns() != turns:
            self._end_turn()

    def _end_chance(self, chance: TileDeal | DiceRoll) -> None:
        if isinstance(chance, TileDeal):
            self.staged = StagedGame(chance.tiles, self.players, self.variant)
            return
        assert self.staged is not None
        turns, self.rolling = self._turns(), None
        self.staged.roll(chance.shown)
        if self._turns() != turns:
            self._end_turn()

    def _turns(self) -> int:
        """Return the number of turns played, in which the choice of start cells counts as one."""
        game = self.staged.game if self.staged else None
        return len(game.turns) + 1 if game else 0

    def _end_turn(self) -> None:
        self.chosen = [[] for _ in range(self.players)]
        if self.staged and self.staged.needs_roll():
            self.rolling = DiceRoll(self.variant.dice)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return (
                f"chance {self._chance.outcomes()[action]}" if self._chance else f"chance {action}"
            )
        return action_text(action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.staged is not None and self.staged.is_over()

    def returns(self) -> list[float]:
        """Return the scores once the game is over, and zeros before."""
        if self.staged is None or not self.staged.is_over():
            return [0.0] * self.players
        return [float(self.staged.score(seat)) for seat in range(self.players)]

    def __str__(self) -> str:
        """Return the tiles while they are dealt; then the current positions, the roll, and the
        actions of this turn."""
        if self.staged is None:
            return f"tiles {' '.join(self.tiles.tiles) or '-'}"
        sheets = [str(self.staged.position(seat)) for seat in range(self.players)]
        return "\n".join([*sheets, *self._turn_lines()])

    def _turn_lines(self) -> list[str]:
        """Return a line with the dice rolled, and one with each player's actions of this turn."""
        part = self.staged.part(0) if self.staged else None
        roll = self.rolling.shown if self.rolling else str(part.roll) if part else ""
        chosen = [", ".join(map(action_text, actions)) for actions in self.chosen]
        return [f"roll {roll or '-'}", *chosen]


class Observer:
    """An observer of a game of `players` players, for open_spiel.python.observation.

    `tensor` is the observation as stages.observation.flat() returns it, in float32; `dict` maps the
    names of its arrays to views of it. The text holds the same information in words. With perfect
    `recall` the text holds the whole game as one player knows it, and the tensor is empty.
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
        """Write the observation of `player` into `tensor`; zeros while the tiles are dealt."""
        self.tensor.fill(0)
        if state.staged is not None:
            seen = observe(state.staged, player)
            for name, array in self.dict.items():
                array[:] = seen[name]

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


pyspiel.register_game(_TYPE, NumberDropGame)
