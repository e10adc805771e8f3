"""What the exact values of Omba teach: games of the exact player against itself, move by move.

    python bench/omba_choices.py --games 300 --seed 1

Needs the table of six cubes (numberdrop omba solve). Prints how long games last, how often the best
move covers, enters or walks where it can, and what the best move of each kind loses on average.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections import Counter
from collections.abc import Iterator

from numberdrop.omba.move_features import MoveFeatures, features
from numberdrop.omba.policies import OPPONENTS
from numberdrop.omba.position import Position
from numberdrop.omba.values import Ranked, best, losing_rolls

#: A move is of the first of these kinds that it is.
KINDS = (
    "covers an enemy, uncovers none",
    "covers an enemy, uncovers one",
    "covers oneself",
    "enters an empty square",
    "walks to an empty square, uncovers none",
    "walks to an empty square, uncovers an enemy",
)
#: Two moves are as good as each other if they differ by less.
TIE = 1e-6


def kind(position: Position, does: MoveFeatures) -> str:
    is_uncovering = does.uncovers not in ("", position.side)
    if does.covers == position.side:
        return KINDS[2]
    if does.covers:
        return KINDS[1] if is_uncovering else KINDS[0]
    if does.enters:
        return KINDS[3]
    return KINDS[5] if is_uncovering else KINDS[4]


def decisions(games: int, rng: random.Random) -> Iterator[tuple[int, Position, int, list[Ranked]]]:
    """The number of the game, the position, the roll and the moves, of every roll of some games."""
    for game in range(games):
        position = Position.start()
        while not position.winner:
            die = rng.randint(1, 6)
            ranked = best(position, die)
            yield game, position, die, ranked
            position = position.moves(die)[ranked[0].move] if ranked else position.dropped()


def main() -> None:
    parser = argparse.ArgumentParser(description="What the exact values of Omba teach.")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(f"omba/bench/{args.seed}")
    plies: Counter[int] = Counter()
    counts, could, done = [], Counter[str](), Counter[str]()
    losses: dict[str, list[float]] = {one: [] for one in KINDS}
    errs = dict.fromkeys(("random", "greedy", "thumb"), 0.0)
    unique = choices = 0
    lost: list[int] = []
    for game, position, die, ranked in decisions(args.games, rng):
        plies[game] += 1
        lost.append(len(losing_rolls(position)))
        if not ranked:
            continue
        counts.append(len(ranked))
        least: dict[str, float] = {}
        for one in ranked:
            least.setdefault(kind(position, features(position, one.move, die)), one.loss)
        if len(ranked) > 1:
            choices += 1
            unique += ranked[1].loss > TIE
            for name in errs:
                move = OPPONENTS[name](position, die, "S", rng)
                errs[name] += next(one.loss for one in ranked if one.move == move)
        if len(least) > 1:
            for name, loss in least.items():
                could[name] += 1
                done[name] += loss < TIE
                losses[name].append(loss)
    lengths = [*plies.values()]
    print(f"{args.games} games, {len(counts):,} rolls with a move, seed {args.seed}")
    print(
        f"plies a game: mean {statistics.mean(lengths):.1f} ± "
        f"{statistics.stdev(lengths) / len(lengths) ** 0.5:.1f}, "
        f"median {statistics.median(lengths):.0f}, longest {max(lengths)}"
    )
    print(f"moves a roll: {statistics.mean(counts):.1f}")
    print(f"the best move is the only one in {100 * unique / choices:.0f} % of choices")
    print(f"rolls that lose at once: {statistics.mean(lost):.2f} of six")
    for name, total in errs.items():
        print(f"{name} loses {total / choices:.4f} a choice")
    print()
    print("| where there are kinds to choose from, a move that | could be made | is best | loses |")
    print("|---|---|---|---|")
    for name in KINDS:
        if could[name]:
            share = 100 * done[name] / could[name]
            mean = statistics.mean(losses[name])
            print(f"| {name} | {could[name]:,} | {share:.0f} % | {mean:.3f} |")


if __name__ == "__main__":
    main()
