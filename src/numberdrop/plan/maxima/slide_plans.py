"""Slide plans: which tiles slide when, so that tiles come down in the desired turns.

All games of a given number of turns are grouped by their visible effect: which tiles come down in
which turn. After that, only a set of states of the notches (tile_states.py) matters, and games that
reach the same set continue alike: a deal has a few hundred such sets at most.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod

from ...dice import Roll, Stream
from ...rules import LAST_NOTCH, SOLO_SHAPES
from ...tile_states import (
    ALL_DOWN,
    predecessors,
    reachable_states,
    star_tile,
    states_by_tiles_down,
    states_leading_to,
    states_matching,
    tile_notch,
)

_TILES = 5

#: The weight of each tile coming down in each turn (from 1; turn 0 is not used).
Weights = Sequence[Sequence[float]]
#: The tiles that come down in each turn, in order within a turn.
Downs = tuple[tuple[int, ...], ...]
#: The tiles that come down in a turn, in order, and the set of states after it.
_Step = tuple[tuple[int, ...], int]


@dataclass(frozen=True, slots=True)
class SlidePlan:
    """The tiles slid in each turn, free slide first, and the turns in which the tiles arrive.

    `arrivals` has the turn in which each tile A..E reaches notch 4: 0 if it was there before, None
    if it never gets there.
    """

    slides: tuple[tuple[int, ...], ...]
    arrivals: tuple[int | None, ...]


class SlideTable:
    """All slides that known rolls allow, from given notches of the tiles A..E (rules.md, Solo)."""

    def __init__(
        self, tiles: Sequence[str], rolls: Sequence[Roll], notches: Sequence[int] = (0,) * _TILES
    ) -> None:
        """`tiles` are five different solo shapes, `notches` five numbers 0..4."""
        assert sorted(tiles) == sorted(SOLO_SHAPES), tiles
        self._tiles, self._rolls, self._notches = tiles, tuple(rolls), tuple(notches)

    def lengths(self) -> list[int]:
        """Return the numbers of turns that a game can have, ascending.

        A game ends once all tiles are on notch 4, or with the last roll if some tile isn't by then.
        """
        layers = reachable_states(self._tiles, self._rolls, self._notches)
        found = [turn for turn in range(1, len(layers)) if layers[turn] & ALL_DOWN]
        whole = len(self._rolls)
        if whole and len(layers) == whole + 1 and whole not in found:
            found.append(whole)
        return found

    def games(self, turns: int, *, is_open: bool = False) -> SlideGames:
        """Return all games of `turns` turns, at least 1.

        The last turn brings all tiles to notch 4, unless it is the last roll or the end `is_open`:
        the game then ends over the Game Over line.
        """
        rolls = self._rolls[:turns]
        layers = reachable_states(self._tiles, rolls, self._notches)
        if len(layers) <= turns:
            return SlideGames([], [], self._notches)
        all_down = turns < len(self._rolls) and not is_open
        kept = states_leading_to(self._tiles, rolls, layers, all_down=all_down)
        stars = [star_tile(self._tiles, roll) for roll in rolls]
        steps: list[dict[int, list[_Step]]] = []
        sets = [kept[0]] if kept[0] else []
        for turn, star in enumerate(stars, 1):
            steps.append({})
            for states in sets:
                steps[-1][states] = [
                    (down, after & kept[turn])
                    for down, after in states_by_tiles_down(states, star).items()
                    if after & kept[turn]
                ]
            sets = list(dict.fromkeys(after for found in steps[-1].values() for _, after in found))
        return SlideGames(steps, stars, self._notches)


class SlideGames:
    """All games of some number of turns, by the turns in which their tiles come down."""

    def __init__(
        self,
        steps: list[dict[int, list[_Step]]],
        stars: list[int | str | None],
        notches: tuple[int, ...],
    ) -> None:
        self.steps, self.stars, self.notches = steps, stars, notches

    def weigh(self, weights: Weights, must: Sequence[int] = ()) -> WeightedSlides:
        """Return the games in which the tiles `must` have come down by the end, weighted.

        The weight of a game is the product of the weights of its tiles and turns.
        """
        return WeightedSlides(self, weights, must)


class WeightedSlides:
    """Games of slides, to be drawn in proportion to their weights.

    `total` is the sum of all weights, 0 without games. Games whose tiles come down in the same
    order in the same turns count once.
    """

    def __init__(self, games: SlideGames, weights: Weights, must: Sequence[int]) -> None:
        self._games = games
        self._weights = weights
        last = games.steps[-1].values() if games.steps else []
        ends = {after for steps in last for _, after in steps}
        # The tiles that are down are the same in all states of a set.
        ways = {states: float(bool(states & states_matching(must, ()))) for states in ends}
        self._choices: list[dict[int, list[tuple[float, tuple[int, ...], int]]]] = []
        for turn in range(len(games.steps), 0, -1):
            choices = {
                states: [
                    (worth, down, after)
                    for down, after in steps
                    if (worth := self._worth(turn, down) * ways[after]) > 0
                ]
                for states, steps in games.steps[turn - 1].items()
            }
            ways = {states: sum(found[0] for found in choices[states]) for states in choices}
            self._choices.insert(0, choices)
        self.total = sum(ways.values())

    def _worth(self, turn: int, down: Sequence[int]) -> float:
        return prod(self._weights[tile][turn] for tile in down)

    def draw_downs(self, stream: Stream) -> Downs:
        """Draw which tiles come down in each turn of a plan; `total` must be above 0."""
        [states] = self._choices[0]
        downs: list[tuple[int, ...]] = []
        for choices in self._choices:
            found = choices[states]
            part = sum(worth for worth, _, _ in found) * (stream.next64() / 2**64)
            for worth, chosen, after in found:
                states, down = after, chosen
                part -= worth
                if part < 0:
                    break
            downs.append(down)
        return tuple(downs)

    def heaviest_first(self) -> Iterator[tuple[float, Downs]]:
        """Yield the weight of every game if above 0, and what comes down in each turn, heaviest
        first."""
        if not self.total:
            return
        most: dict[tuple[int, int], float] = {}  # by turn and states, of the turns to come
        for turn in range(len(self._choices), 0, -1):
            for states, choices in self._choices[turn - 1].items():
                most[turn, states] = max(
                    (
                        self._worth(turn, down) * most.get((turn + 1, after), 1.0)
                        for _, down, after in choices
                    ),
                    default=0.0,
                )
        [states] = self._choices[0]
        # A partial game: the highest weight it can reach (negated), its number of turns (negated),
        # what came down, its weight so far, and its states.
        partial: list[tuple[float, int, Downs, float, int]] = [
            (-most[1, states], 0, (), 1.0, states)
        ]
        while partial:
            _, turns, downs, weight, states = heapq.heappop(partial)
            turns = -turns
            if turns == len(self._choices):
                yield weight, downs
                continue
            for _, down, after in self._choices[turns][states]:
                now = weight * self._worth(turns + 1, down)
                bound = now * most.get((turns + 2, after), 1.0)
                heapq.heappush(partial, (-bound, -turns - 1, (*downs, down), now, after))

    def plan(self, downs: Downs) -> SlidePlan:
        """Return slides that bring the tiles down in this way, one plan of those that count."""
        [states] = self._games.steps[0]
        path = [states]
        for steps, down in zip(self._games.steps, downs, strict=True):
            path.append(next(after for found, after in steps[path[-1]] if found == down))
        return SlidePlan(self._slides(path, downs), self._arrivals(downs))

    def _arrivals(self, downs: Downs) -> tuple[int | None, ...]:
        arrivals: list[int | None] = [0 if n == LAST_NOTCH else None for n in self._games.notches]
        for turn, down in enumerate(downs, 1):
            for tile in down:
                arrivals[tile] = turn
        return tuple(arrivals)

    def _slides(self, path: Sequence[int], downs: Downs) -> tuple[tuple[int, ...], ...]:
        """Return slides through these sets of states, found from the end backwards."""
        state = path[-1].bit_length() - 1
        slides: list[tuple[int, ...]] = []
        for turn in range(len(downs), 0, -1):
            state, slid = next(
                (before, slid)
                for before, slid in predecessors(state, self._games.stars[turn - 1])
                if path[turn - 1] >> before & 1 and _down(before, slid) == downs[turn - 1]
            )
            slides.append(slid)
        return tuple(reversed(slides))


def _down(state: int, slid: Sequence[int]) -> tuple[int, ...]:
    """Return the tiles that reach notch 4 in these slides."""
    left = [LAST_NOTCH - tile_notch(state, tile) for tile in range(_TILES)]
    found = []
    for tile in slid:
        left[tile] -= 1
        if left[tile] == 0:
            found.append(tile)
    return tuple(found)
