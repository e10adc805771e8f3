"""Measure a setting's loss: `python bench/losses.py fast strong 24/600 --positions 90`.

The positions are from games by `fast`, one from each, before a turn drawn from the seed, or, with
--left N, before the N-th turn from the end. A slow and accurate reference evaluates the turns. The
loss of a setting is the value of the best turn minus the value of the turn that it plays. A turn
that the reference leaves out counts as the worst one that it evaluated. Positions without a further
turn are left out.

With --whole N, the reference's ten best turns are each played to the end of the game N times more,
on the same dice. Half of these playouts choose a turn, and the other half estimate its gain over
the reference's choice; then the halves change roles.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import numberdrop as nd
from numberdrop import Stream
from numberdrop.plan import Decision, Ranking, SearchSettings, play_game, search, shipped
from numberdrop.plan.hints.playouts import BATCH, WHOLE_GAME, player_of
from settings import Setting

RULEBOOK = nd.Variant()
#: Seeds of the dice: the reference's, on which no setting plays, and those of the settings.
REFERENCE_SEED, SEEDS = 99, (1, 2)
#: Number of turns that are played to the end.
WHOLE = 10
#: Headings of the columns.
HEAD = f"{'setting':<12} {'positions':>9}  {'loss':>6}   {'error':<6} {'ms':>7}"


@dataclass(slots=True)
class Losses:
    """The losses of a setting by position, and its CPU time in seconds."""

    points: list[float]
    seconds: float = 0.0

    def line(self, name: str) -> str:
        """Return the line of the table."""
        count = len(self.points)
        error = statistics.stdev(self.points) / count**0.5 if count > 1 else 0.0
        ms = 1000 * self.seconds / count / len(SEEDS)
        mean = statistics.mean(self.points)
        return f"{name:<12} {count:>9}  {mean:>6.3f} ± {error:<6.3f} {ms:>7.1f}"


def decisions(seed: int, left: int | None) -> Iterator[Decision]:
    """Yield a position to choose a turn in from each game."""
    number = 0
    while True:
        deal, game = nd.plain_deal(seed, number), play_game(seed, number)
        count = len(game.turns)
        stream = Stream.from_key(f"losses/{seed}/{number}")
        turn = stream.below(max(1, count - 1)) if left is None else count - left
        number += 1
        if turn < 0:
            continue
        while len(game.turns) > turn:
            game.pop()
        yield Decision(game.positions[0], deal.rolls[turn], RULEBOOK)


def whole_gain(ranking: Ranking, playouts: int, dice: int) -> float:
    """Return the gain, in points, of a choice by complete playouts over the reference's choice."""
    player = player_of(shipped(), RULEBOOK)
    values: NDArray[np.float32] = np.zeros((WHOLE, playouts), dtype=np.float32)
    chosen = ranking.candidates[:WHOLE]
    for row, candidate in zip(values, chosen, strict=False):
        player.play(candidate.position.core, dice, 0, WHOLE_GAME, row)
    batch = np.arange(playouts) // BATCH % 2
    halves = [values[: len(chosen), batch == half].mean(axis=1) for half in (0, 1)]
    ways = (halves, halves[::-1])
    return statistics.mean(float(judge[choice.argmax()] - judge[0]) for choice, judge in ways)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("settings", nargs="*", metavar="SETTING", help="fast, 24/600, 12x6x6 ..")
    parser.add_argument("--positions", type=int, default=90)
    parser.add_argument("--seed", type=int, default=515151, help="the seed of the deals")
    parser.add_argument("--left", type=int, help="before the N-th turn from the end")
    parser.add_argument("--reference", type=Setting.of, default="40/8000", metavar="SETTING")
    parser.add_argument("--whole", type=int, default=0, metavar="N", help="playouts to the end")
    given = parser.parse_args()
    try:
        tried = {name: Setting.of(name) for name in given.settings}
    except argparse.ArgumentTypeError as error:
        parser.error(str(error))
    if given.reference.level.playouts == 0:
        parser.error("--reference: expected a setting with playouts")
    if not tried and not given.whole:
        parser.error("expected a setting, or --whole")
    for name in ("positions", "left"):
        count = getattr(given, name)
        if count is not None and count < 1:
            parser.error(f"--{name}: expected 1 or more, got {count}")
    if given.whole < 0 or given.whole % (2 * BATCH):
        parser.error(f"--whole: expected a multiple of {2 * BATCH}, got {given.whole}")
    lost = {name: Losses([]) for name in tried}
    gains: list[float] = []
    count = 0
    try:
        for decision in decisions(given.seed, given.left):
            ranking = search(decision, SearchSettings(given.reference.level, seed=REFERENCE_SEED))
            if ranking.is_exact:
                continue
            for name, setting in tried.items():
                add_loss(lost[name], setting, decision, ranking)
            if given.whole:
                gains.append(whole_gain(ranking, given.whole, len(gains)))
            count += 1
            print(f"{count} of {given.positions}", end="\r", file=sys.stderr, flush=True)
            if count >= given.positions:
                break
    except KeyboardInterrupt:
        pass
    report(lost, gains)


def add_loss(losses: Losses, setting: Setting, decision: Decision, ranking: Ranking) -> None:
    """Add the loss of a setting in a position, the mean over the seeds of its dice."""
    worth = {
        candidate.turn: estimate
        for candidate, estimate in zip(ranking.candidates, ranking.estimates, strict=True)
    }
    least, most = min(ranking.estimates), max(ranking.estimates)
    started = time.process_time()
    turns = [setting.best(decision, seed) for seed in SEEDS]
    losses.seconds += time.process_time() - started
    losses.points.append(statistics.mean(most - worth.get(turn, least) for turn in turns))


def report(lost: dict[str, Losses], gains: Sequence[float]) -> None:
    """Print the table of the results so far."""
    print(f"numberdrop {nd.__version__}, weights {shipped().name}, rulebook")
    found = {name: losses for name, losses in lost.items() if losses.points}
    if found:
        print(HEAD)
    for name, losses in found.items():
        print(losses.line(name))
    if len(gains) > 1:
        error = statistics.stdev(gains) / len(gains) ** 0.5
        print(f"whole playouts gain {statistics.mean(gains):+.3f} ± {error:.3f} a turn", end=" ")
        print(f"on {len(gains)} positions")


if __name__ == "__main__":
    main()
