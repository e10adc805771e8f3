"""Statistics of Omba: games of the exact player against itself, move by move.

    python bench/omba_choices.py --games 300 --seed 1
    python bench/omba_choices.py --games 300 --seed 1 --deal docker

Needs the table of six cubes (numberdrop omba solve), or with --deal docker that of three players
(numberdrop omba solve --cubes 3,3,3). Prints the length of games, the wins of each player and, for
each kind of move, how often its best move is the best of all, and how much it loses on average.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections import Counter
from collections.abc import Iterator

from numberdrop.omba import Ranked, best
from numberdrop.omba.move_features import MoveFeatures, features
from numberdrop.omba.policies import OPPONENTS, standard_error
from numberdrop.omba.position import Position
from numberdrop.omba.rules import DEALS
from numberdrop.omba.values import losing_rolls

#: The kinds of moves.
KINDS = (
    "covers an enemy, uncovers none",
    "covers an enemy, uncovers one",
    "covers oneself",
    "enters an empty square",
    "walks to an empty square, uncovers none",
    "walks to an empty square, uncovers an enemy",
)
#: The largest difference between two moves that count as equally good.
TIE = 1e-6


def kind(position: Position, move: MoveFeatures) -> str:
    is_uncovering = move.uncovers not in ("", position.side)
    if move.covers == position.side:
        return KINDS[2]
    if move.covers:
        return KINDS[1] if is_uncovering else KINDS[0]
    if move.enters:
        return KINDS[3]
    return KINDS[5] if is_uncovering else KINDS[4]


def decisions(
    start: Position, games: int, rng: random.Random, wins: Counter[str]
) -> Iterator[tuple[int, Position, int, list[Ranked]]]:
    """Play games, and yield the number of the game, the position, the roll and the moves for every
    roll. Count the winners in `wins`."""
    for game in range(games):
        position = start
        while not position.winner:
            die = rng.randint(1, 6)
            ranked = best(position, die)
            yield game, position, die, ranked
            position = position.moves(die)[ranked[0].move] if ranked else position.dropped()
        wins[position.winner] += 1


def main() -> None:
    parser = argparse.ArgumentParser(description="Statistics of Omba, from its exact values.")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deal", choices=DEALS, default="omba")
    args = parser.parse_args()
    start = Position.start(3 if args.deal == "docker" else 2, args.deal)
    rng = random.Random(f"omba/bench/{args.seed}")
    plies, wins = Counter[int](), Counter[str]()
    counts, possible, chosen = [], Counter[str](), Counter[str]()
    losses: dict[str, list[float]] = {one: [] for one in KINDS}
    total_losses = dict.fromkeys(("random", "greedy", "thumb"), 0.0)
    unique = choices = 0
    losing_counts: list[int] = []
    for game, position, die, ranked in decisions(start, args.games, rng, wins):
        plies[game] += 1
        losing_counts.append(len(losing_rolls(position)))
        if not ranked:
            continue
        counts.append(len(ranked))
        least: dict[str, float] = {}
        for one in ranked:
            least.setdefault(kind(position, features(position, one.move, die)), one.loss)
        if len(ranked) > 1:
            choices += 1
            unique += ranked[1].loss > TIE
            for name in total_losses:
                move = OPPONENTS[name](position, die, "S", rng)
                total_losses[name] += next(one.loss for one in ranked if one.move == move)
        if len(least) > 1:
            for name, loss in least.items():
                possible[name] += 1
                chosen[name] += loss < TIE
                losses[name].append(loss)
    lengths = [*plies.values()]
    print(f"{args.games} games, {len(counts):,} rolls with a move, seed {args.seed}")
    print(
        f"plies per game: mean {statistics.mean(lengths):.1f} ± "
        f"{statistics.stdev(lengths) / len(lengths) ** 0.5:.1f}, "
        f"median {statistics.median(lengths):.0f}, longest {max(lengths)}"
    )
    for side, won in sorted(wins.items()):
        error = standard_error(won / args.games, args.games)
        print(f"{side} wins {100 * won / args.games:.1f} % ± {100 * error:.1f}")
    print(f"moves per roll: {statistics.mean(counts):.1f}")
    print(f"the best move is the only one in {100 * unique / choices:.0f} % of choices")
    print(f"rolls that lose at once: {statistics.mean(losing_counts):.2f} of six")
    for name, total in total_losses.items():
        print(f"{name} loses {total / choices:.4f} per choice")
    print()
    print("| if several kinds are possible, a move that | was possible | was best | loses |")
    print("|---|---|---|---|")
    for name in KINDS:
        if possible[name]:
            share = 100 * chosen[name] / possible[name]
            mean = statistics.mean(losses[name])
            print(f"| {name} | {possible[name]:,} | {share:.0f} % | {mean:.3f} |")


if __name__ == "__main__":
    main()
