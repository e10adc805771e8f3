"""The OpenSpiel game and its states."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import pyspiel

from ..errors import NotationError, expected_got
from ..game import MOST_PLAYERS
from ..json_reader import one_of
from ..rules import SCORES, TABLE_RECIPE, Variant, backs_of
from ..stages import ACTIONS, SOLO_ACTIONS, StagedGame, action_text
from ..validate import integer_between
from .chance import DiceRoll, TileDeal
from .observer import MOST_ACTIONS, Observer, most_turns
from .resampling import resampled

#: The kinds of returns: the scores; or 1 for the winner, which several winners share.
REWARDS: Final = ("score", "win")
#: The most outcomes of a chance node: the faces of a die.
_FACES: Final = 6

_PARAMETERS: Final = {
    "players": 1,
    "variant": "rulebook",
    "recipe": TABLE_RECIPE,
    "rewards": REWARDS[0],
}


def _type_of(utility: Any) -> Any:
    return pyspiel.GameType(
        short_name="python_numberdrop",
        long_name="Number Drop",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST_PLAYERS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )


_TYPE: Final = _type_of(pyspiel.GameType.Utility.GENERAL_SUM)
_TYPE_OF_WINNING: Final = _type_of(pyspiel.GameType.Utility.CONSTANT_SUM)


class NumberDropGame(pyspiel.Game):  # type: ignore[misc]  # it has no types
    """Number Drop for 1 to 6 `players`, by the rules of a `variant`.

    With `rewards=score` the returns are the scores. With `rewards=win`, for two players or more,
    the winner gets 1, shared between equal scores, and the others 0. Several players' tiles have
    the blocks of the `recipe` of tables on their backs.

    Several players choose one after the other, clockwise from the first player, without knowing the
    others' choices of this turn. Raises NotationError for invalid parameters.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        self.players = integer_between(given["players"], 1, MOST_PLAYERS, "players")
        self.variant = Variant.of(given["variant"])
        self.recipe = given["recipe"]
        backs_of(self.recipe)  # validates it
        if given["rewards"] not in REWARDS:
            raise NotationError(expected_got("rewards", one_of(REWARDS), given["rewards"]))
        self.is_for_winning = given["rewards"] == "win"
        if self.is_for_winning and self.players == 1:
            raise NotationError("rewards: expected score for one player, got 'win'")
        turns = most_turns(self.players) * self.players
        least, most = (0, 1) if self.is_for_winning else SCORES
        info = pyspiel.GameInfo(
            num_distinct_actions=SOLO_ACTIONS if self.players == 1 else ACTIONS,
            max_chance_outcomes=_FACES,
            num_players=self.players,
            min_utility=float(least),
            max_utility=float(most),
            utility_sum=1.0 if self.is_for_winning else None,
            max_game_length=self.players + turns * MOST_ACTIONS,
        )
        kind = _TYPE_OF_WINNING if self.is_for_winning else _TYPE
        super().__init__(kind, info, dict(params or {}))

    def new_initial_state(self) -> NumberDropState:
        """Return the state before any tile is dealt."""
        return NumberDropState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the bound: two for each tile, five for each turn."""
        return 10 + 5 * most_turns(self.players)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer; with perfect recall, it has all that a player knows. Raises
        NotationError for `params`, of which there are none."""
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
        self.is_for_winning = game.is_for_winning
        self.tiles = TileDeal(game.players, game.variant, game.recipe)
        self.rolling: DiceRoll | None = None
        self.staged: StagedGame | None = None
        #: For each player the actions of this turn, which are hidden from the others.
        self.chosen: list[list[int]] = [[] for _ in range(game.players)]
        #: The same of each turn that is over; the choice of start cells counts as one.
        self.past: list[list[list[int]]] = []
        #: The length of the history when this turn's choices began.
        self.begun = 0

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
            faces = chance.outcomes()
            if not 0 <= action < len(faces):
                names = ", ".join(f"{number} for {face}" for number, face in enumerate(faces))
                raise NotationError(f"action: expected an outcome of chance, {names}; got {action}")
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
            self.begun = len(self.history()) + 1
            return
        assert self.staged is not None
        turns, self.rolling = self._turns(), None
        self.begun = len(self.history()) + 1
        self.staged.roll(chance.shown)
        if self._turns() != turns:
            self._end_turn()

    def _turns(self) -> int:
        """Return the number of turns played, in which the choice of start cells counts as one."""
        game = self.staged.game if self.staged else None
        return len(game.turns) + 1 if game else 0

    def _end_turn(self) -> None:
        self.past.append(self.chosen)
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
        """Return, once the game is over, the scores, or the winners' shares of 1; zeros before."""
        if self.staged is None or self.staged.game is None or not self.staged.is_over():
            return [0.0] * self.players
        if self.is_for_winning:
            winners = self.staged.game.winners()
            return [(seat + 1 in winners) / len(winners) for seat in range(self.players)]
        return [float(self.staged.score(seat)) for seat in range(self.players)]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> Any:
        """Return a state that `player` cannot tell from this one: the choices that the others have
        made in this turn are replaced by random ones. `sampler` returns numbers from 0 to below 1.
        Raises NotationError if there is no such player."""
        return resampled(self, integer_between(player, 0, self.players - 1, "player"), sampler)

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


pyspiel.register_game(_TYPE, NumberDropGame)
