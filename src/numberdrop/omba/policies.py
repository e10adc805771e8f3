"""Computer players, from random to optimal play, and playouts by them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from . import _core
from .chances import has_quick_chances, share
from .family import Family
from .position import Position
from .rules import HAND, PLAYERS, ROLLS, SQUARES, variant_number
from .tables import is_table_stored, no_table_error
from .trio import TrioFamily
from .trio_tables import is_trio_stored

#: A function that chooses one of the moves worth a roll, of which there is at least one.
Policy = Callable[[Position, int, str, random.Random], str]

_ANY_MOVE, _RULE_OF_THUMB = 0, 1
#: The playouts per move of `monte_carlo()`.
PLAYOUTS = 20
_SEEDS = 2**64


@dataclass(frozen=True)
class Estimate:
    """A move and the winning chance after it. `error` is the standard error of `value`, 0 if it is
    exact. `loss` is the difference to the best move."""

    move: str
    value: float
    error: float
    loss: float = 0.0


def standard_error(share: float, games: int) -> float:
    """Return the standard error of a share of `games` games."""
    # Unlike pow(), sqrt() gives the same last bit with every C library and CPU.
    return math.sqrt(share * (1 - share) / games)


def playout_wins(
    position: Position, variant: str, games: int, seed: int, *, is_random: bool = False
) -> dict[str, int]:
    """Return the wins of each player in `games` playouts from `position`. All players use the rule
    of thumb, or with `is_random` random moves. The same seed gives the same games."""
    found = _core.playouts(
        *_core_arguments(position),
        variant_number(variant),
        _ANY_MOVE if is_random else _RULE_OF_THUMB,
        games,
        seed % _SEEDS,
    )
    return dict(zip(PLAYERS, found, strict=False))


def estimate_moves(
    position: Position, die: int, variant: str = "S", *, games: int = 10_000, seed: int = 1
) -> list[Estimate]:
    """Return the moves worth `die`, the best first, for any number of players.

    Values are exact if two players are left, or three with Docker's deal, and their table is stored
    or small. Otherwise they are estimated from `games` playouts by the rule of thumb, so they are
    chances against such players; the standard error doesn't account for stronger ones.
    """
    found = []
    for number, (move, after) in enumerate(position.moves(die, variant).items()):
        if has_quick_chances(after, variant):
            found.append(Estimate(move, share(after, position.side, variant), 0.0))
        else:
            won = playout_wins(after, variant, games, seed * 1000 + number)[position.side] / games
            found.append(Estimate(move, won, standard_error(won, games)))
    top = max((one.value for one in found), default=0.0)
    found = [replace(one, loss=top - one.value) for one in found]
    return sorted(found, key=lambda one: -one.value)


def _core_arguments(position: Position) -> tuple[list[list[int]], tuple[int, ...], list[int], int]:
    """Return a position as arguments of the core."""
    return (
        [[PLAYERS.index(owner) for owner in stack] for stack in position.stacks],
        tuple(
            0 if is_out else hand for hand, is_out in zip(position.hands, position.out, strict=True)
        ),
        [int(not is_out) for is_out in position.out],
        PLAYERS.index(position.side),
    )


def _core_policy(policy: int) -> Policy:
    def choose(position: Position, die: int, variant: str, rng: random.Random) -> str:
        chosen = _core.choose(
            *_core_arguments(position), die, variant_number(variant), policy, rng.getrandbits(64)
        )
        assert chosen is not None
        source, end = chosen
        return ("+" if source == HAND else SQUARES[source]) + SQUARES[end]

    return choose


def greedy(position: Position, die: int, variant: str, rng: random.Random) -> str:
    """Choose the move after which its player has the most moves, and the opponents the fewest,
    over all rolls."""
    scores = {}
    for move, after in position.moves(die, variant).items():
        mine = _mobility(replace(after, side=position.side), variant)
        others = [name for name in position.still_in if name != position.side]
        theirs = [_mobility(replace(after, side=name), variant) for name in others]
        scores[move] = mine - max(theirs)
    most = max(scores.values())
    return rng.choice([move for move, score in scores.items() if score == most])


def _mobility(position: Position, variant: str) -> int:
    return sum(len(position.moves(die, variant)) for die in ROLLS)


def monte_carlo(position: Position, die: int, variant: str, rng: random.Random) -> str:
    """Choose the move that wins most of PLAYOUTS random playouts."""
    scores = {}
    for move, after in position.moves(die, variant).items():
        won = playout_wins(after, variant, PLAYOUTS, rng.getrandbits(64), is_random=True)
        scores[move] = won[position.side]
    most = max(scores.values())
    return rng.choice([move for move, score in scores.items() if score == most])


def exact(position: Position, die: int, variant: str, rng: random.Random) -> str:
    """Choose the best move. Without a table for its players and cubes, choose the one with the
    best estimate, which is exact once two are left and their table is small. Raises NoTable as
    `tables.chance()` does."""
    if position.players > 2:
        found = estimate_moves(position, die, variant, games=1000, seed=rng.getrandbits(40))
        return found[0].move
    moves = position.moves(die, variant)
    return max(moves, key=lambda move: share(moves[move], position.side, variant))


#: The computer players by name, the weakest first.
OPPONENTS: Final[dict[str, Policy]] = {
    "random": _core_policy(_ANY_MOVE),
    "monte-carlo": monte_carlo,
    "greedy": greedy,
    "thumb": _core_policy(_RULE_OF_THUMB),
    "exact": exact,
}


def expect_playable(names: Sequence[str], variant: str = "S", deal: str = "omba") -> None:
    """Raise NoTable if a game of these players needs a table that isn't stored, and NotationError
    unless `variant` is a variant."""
    variant_number(variant)
    if "exact" not in names:
        return
    if len(names) == 2 and not is_table_stored(family := Family((6, 6), variant)):
        raise no_table_error(family.cubes, variant)
    if deal == "docker" and not is_trio_stored(trio := TrioFamily(3, variant)):
        raise no_table_error(trio.cubes_dealt, variant)
