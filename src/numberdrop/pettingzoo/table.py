"""The game behind both environments: its deals, and the observations and rewards of each seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from gymnasium import spaces

from ..dice import Deal, named_table_deal, table_deal
from ..errors import NotationError, as_text, expected_got
from ..game import MOST_PLAYERS
from ..gym.episode_setup import OPTIONS, known_options, seed_of
from ..gym.observation import flat_space
from ..gym.pixels import frame
from ..gym.rendering import RENDER_MODES, status_line
from ..json_reader import one_of
from ..rules import Variant
from ..stages import ACTIONS, DONE, StagedGame
from ..stages.observation import flat, mask_of, observe
from ..validate import integer_between
from ..view.pictures import game_svg
from ..view.svg import position_svg
from ..view.text import draw_position

#: The kinds of rewards: each difference in the agent's score; or 1 at the end for the winner, which
#: several winners share.
REWARDS: Final = ("score", "win")
#: The kinds of observations: a dictionary of an array and the mask of legal actions, or the array
#: alone.
OBSERVATIONS: Final = ("dict", "array")
#: "human" prints the text of "ansi".
_MODES: Final = (*RENDER_MODES, "human")
METADATA: Final[dict[str, Any]] = {
    "name": "numberdrop_v1",
    "render_modes": [*RENDER_MODES],
    "render_fps": 2,
}


class Table:
    """The game of `players` players behind an environment.

    The dice are observed only once they are rolled. Seats count from 0; `agents` are their names,
    and `player_1` writes the first 1.
    """

    def __init__(
        self,
        players: int,
        variant: str | Variant,
        rewards: str,
        render_mode: str | None,
        observation: str,
    ) -> None:
        """Validate the options of an environment. Raises NotationError unless `players` is 2 to 6,
        and for an unknown variant, kind of rewards or observations, or render mode."""
        self.players = integer_between(players, 2, MOST_PLAYERS, "players")
        self._variant = Variant.of(variant)
        if as_text(rewards, "rewards") not in REWARDS:
            raise NotationError(expected_got("rewards", one_of(REWARDS), rewards))
        if render_mode not in (None, *_MODES):
            raise NotationError(expected_got("render_mode", one_of(_MODES), render_mode))
        if observation not in OBSERVATIONS:
            raise NotationError(expected_got("observation", one_of(OBSERVATIONS), observation))
        self._has_mask = observation == "dict"
        self.rewards, self.render_mode = rewards, render_mode
        self.agents = [f"player_{seat}" for seat in range(1, self.players + 1)]
        self.observation_spaces = {agent: self._space() for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.agents}
        self._seed: int | None = None
        self._number = 0
        self._scores = [0] * self.players
        self._deal: Deal | None = None
        self._staged: StagedGame | None = None

    @property
    def staged(self) -> StagedGame:
        """The current game. Raises NotationError before the first one."""
        if self._staged is None:
            raise NotationError("expected a call of reset() before this one")
        return self._staged

    def named(self, agent: str) -> str:
        """Return `agent`. Raises NotationError if there is no agent of this name."""
        if agent not in self.agents:
            raise NotationError(expected_got("agent", one_of(self.agents), agent))
        return agent

    def reset(self, seed: int | None, options: Mapping[str, Any] | None, random: Any) -> None:
        """Start the next game; `random` draws a seed if none is set yet. `options` may have a
        `deal` and a `variant`; the key `options`, which PettingZoo's own test passes, is ignored.
        Raises the errors of known_options()."""
        given = known_options(options, (*OPTIONS, "options"))
        variant = Variant.of(given.get("variant", self._variant))
        if seed is not None or self._seed is None:
            self._seed, self._number = seed_of(random() if seed is None else seed), 0
        if "deal" in given:
            self._deal = named_table_deal(given["deal"], variant)
        else:
            self._deal = table_deal(self._seed, self._number, variant)
        self._number += 1
        self._staged = StagedGame(self._deal.tiles, self.players, variant)
        self._scores = [0] * self.players

    def take(self, actions: Mapping[str, Any]) -> list[str]:
        """Take the legal ones of some agents' actions, and return the agents whose action is
        illegal. An agent without a choice may only wait, by DONE. Raises NotationError, before
        anything changes, for a number out of range."""
        illegal, chosen = [], {}
        for agent, action in actions.items():
            number = integer_between(action, 0, ACTIONS - 1, f"action of {agent}")
            seat = self.agents.index(agent)
            legal = self.staged.legal(seat)
            if number in legal:
                chosen[seat] = number
            elif legal or number != DONE:
                illegal.append(agent)
        for seat, number in chosen.items():
            self.staged.take(seat, number)
        while self.staged.needs_roll():
            self._roll()
        return illegal

    def gains(self) -> dict[str, float]:
        """Return the rewards of each agent since the last call."""
        before = self._scores
        self._scores = [self.staged.score(seat) for seat in range(self.players)]
        if self.rewards == "score":
            earned = [float(b - a) for a, b in zip(before, self._scores, strict=True)]
        else:
            game = self.staged.game
            winners = game.winners() if game else []
            share = 1 / len(winners) if winners else 0.0
            earned = [share if seat + 1 in winners else 0.0 for seat in range(self.players)]
        return dict(zip(self.agents, earned, strict=True))

    def is_over(self) -> bool:
        """Return whether the game is over."""
        return self.staged.is_over()

    def observe(self, agent: str, legal: tuple[int, ...]) -> Any:
        """Return the observation of `agent`, whose legal actions are `legal`: the array of flat(),
        with the mask unless the observation is the array alone."""
        seen = flat(observe(self.staged, self.agents.index(self.named(agent))), self.players)
        if not self._has_mask:
            return seen
        return {"observation": seen, "action_mask": mask_of(legal, self.players)}

    def _space(self) -> spaces.Space[Any]:
        seen = flat_space(self.players)
        if not self._has_mask:
            return seen
        mask = spaces.Box(0, 1, (ACTIONS,), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask})

    def info(self, legal: tuple[int, ...], *, illegal: bool = False) -> dict[str, Any]:
        """Return the info of an agent with these legal actions; `illegal` says whether its last
        action was illegal."""
        recipe = self._deal.recipe if self._deal else ""
        mask = mask_of(legal, self.players)
        return {"action_mask": mask, "deal": recipe, "illegal": illegal}

    def render(self) -> Any:
        """Render all sheets: as text with each seat's choice, as an SVG document of the state
        before the turn, or as an array of pixels, the sheets from left to right, uint8 of the shape
        (392, 424 * players, 3). Returns None without a render mode, and for "human", which prints
        the text."""
        if self.render_mode is None:
            return None
        staged = self.staged
        if self.render_mode == "rgb_array":
            return np.concatenate([frame(staged, seat) for seat in range(self.players)], axis=1)
        if self.render_mode == "svg":
            if staged.game is None:
                return position_svg(staged.position(0), staged.variant)
            return game_svg(staged.game)
        text = "\n\n".join(
            f"{agent}: {status_line(staged, seat)}\n"
            f"{draw_position(staged.position(seat), staged.variant)}"
            for seat, agent in enumerate(self.agents)
        )
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def _roll(self) -> None:
        game, deal = self.staged.game, self._deal
        assert game is not None
        assert deal is not None  # it has more rolls than a game has turns
        self.staged.roll(deal.rolls[len(game.turns)])


class TableEnvironment:
    """The part that both environments share: the agents, their spaces, and the game."""

    def __init__(
        self,
        players: int = 2,
        variant: str | Variant = "rulebook",
        rewards: str = "score",
        render_mode: str | None = None,
        observation: str = OBSERVATIONS[0],
    ) -> None:
        """Create the environment with 2 to 6 `players`.

        `rewards` is "score" for each difference in the agent's own score, or "win" for 1 at the
        end, shared by the winners. `observation` is "dict" for a dictionary of the array
        `observation`, uint8, and `action_mask`, int8 of the shape (674,); or "array" for the array
        alone. Raises NotationError for other arguments.
        """
        super().__init__()
        self._table = Table(players, variant, rewards, render_mode, observation)
        self.render_mode = render_mode
        self.possible_agents = [*self._table.agents]
        self.agents: list[str] = []
        self.observation_spaces = self._table.observation_spaces
        self.action_spaces = self._table.action_spaces

    def observation_space(self, agent: str) -> Any:
        """Return the space of the observations of `agent`, the same object each time. Raises
        NotationError if there is no such agent."""
        return self.observation_spaces[self._table.named(agent)]

    def action_space(self, agent: str) -> Any:
        """Return the space of the actions of `agent`, Discrete(674), the same object each time.
        Raises NotationError if there is no such agent."""
        return self.action_spaces[self._table.named(agent)]

    def render(self) -> Any:
        """Render all sheets: as text, as an SVG document, or as an array of pixels, uint8 of the
        shape (392, 424 * players, 3). Returns None without a render mode, and for "human", which
        prints the text. Raises NotationError before the first reset."""
        return self._table.render()

    @property
    def game(self) -> Any:
        """The numberdrop.Game so far; None before all start cells are chosen."""
        return self._table.staged.game
