"""Compare the environments with the rules, on random games and positions.

    python tests/tools episodes --episodes 10000 --positions 1000 --seed 7

Random episodes are played in the compiled environments. Each is played again in Python with the
same actions; its record is replayed, and its rewards must add up to the score. On positions of such
games, every sequence of actions is tried: the resulting sheets must be those of the turns that the
rules allow. The first disagreement ends the run.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

import numberdrop as nd
from numberdrop.dice import Roll
from numberdrop.gym import _core
from numberdrop.gym.core_deals import core_throw, orientation_numbers
from numberdrop.gym.vector import SoloVector
from numberdrop.position import flags_of
from numberdrop.stages import StagedGame
from reached import some_game

VARIANTS = [
    *("rulebook", "bga", "rulebook+slide", "bga+slide"),
    *("rulebook+review-dice", "bga+slide+review-dice"),
]
#: Positions with more turns than this are only counted.
MOST_TURNS = 1_000_000


class Disagreement(Exception):  # noqa: N818
    """A difference between the environments and the rules."""


@dataclass(frozen=True)
class Episode:
    """A random episode: its deal, its actions, and the sum of its rewards."""

    deal: str
    actions: tuple[int, ...]
    rewards: float


def episodes(variant: str, seed: int, count: int = 64) -> Iterator[Episode]:
    """Yield random episodes of the compiled environments endlessly, in the order in which they
    end."""
    env, rng = SoloVector(count, variant=variant), np.random.default_rng(seed)
    _, infos = env.reset(seed=seed)
    actions: list[list[int]] = [[] for _ in range(count)]
    totals, begun = np.zeros(count), np.zeros(count, bool)
    while True:
        mask, deals = infos["action_mask"], infos["deal"]
        chosen = (rng.random(mask.shape, np.float32) * mask).argmax(1)
        _, rewards, ended, _, infos = env.step(chosen)
        for number in range(count):
            if not begun[number]:
                actions[number].append(int(chosen[number]))
        totals += rewards
        for over in np.flatnonzero(ended):
            yield Episode(deals[over], tuple(actions[over]), float(totals[over]))
            actions[over], totals[over] = [], 0
        begun = ended


def check_episode(episode: Episode, variant: str) -> int:
    """Check an episode. Returns the number of its turns."""
    deal = nd.deal(episode.deal, nd.Variant.of(variant).dice)
    staged, rolls = StagedGame(deal.tiles, 1, variant), iter(deal.rolls)
    for action in episode.actions:
        staged.take(0, action)
        while staged.needs_roll():
            staged.roll(next(rolls))
    if staged.game is None or not staged.is_over():
        raise Disagreement(f"{episode}: it isn't over in Python")
    record: dict[str, Any] = dict(staged.game.to_record())
    if dict(nd.replay(record)) != record:
        raise Disagreement(f"{episode}: another record, replayed")
    if record["result"]["final"]["total"] != episode.rewards:
        raise Disagreement(f"{episode}: the score is {record['result']['final']['total']}")
    return len(staged.game.turns)


def cases(seed: int) -> Iterator[tuple[nd.Position, Roll, str]]:
    """Yield positions of random games endlessly, each with a roll and a variant."""
    rng, number = random.Random(seed), 0
    while True:
        variant = VARIANTS[number % len(VARIANTS)]
        history = some_game(seed, number, 1, variant).history
        position = rng.choice(history)[0]
        if not position.is_over():
            yield position, Roll.random(rng, nd.Variant.of(variant).dice), variant
        number += 1


def reach(position: nd.Position, roll: Roll, variant: str) -> tuple[int, int, bool]:
    """Return the number of sheets that the actions lead to, the number of turns, and whether they
    agree."""
    sheet, core = position.core, _core.Episodes(1, orientation_numbers())
    core.set(
        *(0, flags_of(variant), sheet.grid, sheet.boxes, sheet.shapes, sheet.notches),
        *(sheet.circled, sheet.crossed, sheet.turn, core_throw(roll)),
    )
    return core.reach(0)


def check_position(position: nd.Position, roll: Roll, variant: str) -> int:
    """Check a position. Returns the number of its turns."""
    reached, allowed, same = reach(position, roll, variant)
    if not same or reached != position.count_turns(roll, variant):
        raise Disagreement(f"{position} {roll} {variant}: {reached} of {allowed}, the same: {same}")
    return reached


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--episodes", type=int, default=10_000)
    parser.add_argument("--positions", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    turns = 0
    for number, variant in enumerate(VARIANTS):
        share = len(range(number, args.episodes, len(VARIANTS)))
        for done, episode in enumerate(islice(episodes(variant, args.seed), share), 1):
            turns += check_episode(episode, variant)
            if done % 100 == 0:
                print(f"{variant}: {done} of {share} episodes", file=sys.stderr)
    print(f"{args.episodes:,} episodes, {turns:,} turns: records replay, rewards add up")
    done = large = turns = 0
    for position, roll, variant in cases(args.seed):
        if done >= args.positions:
            break
        if position.count_turns(roll, variant) > MOST_TURNS:
            large += 1
            continue
        turns += check_position(position, roll, variant)
        done += 1
        if done % 100 == 0:
            print(f"{done} positions", file=sys.stderr)
    print(
        f"{done:,} positions, {turns:,} turns: the actions reach all of them and no other "
        f"({large} more had over {MOST_TURNS:,} turns)"
    )


if __name__ == "__main__":
    main()
