"""Measure pocket problems.

Prints their statistics, the strength of the player whose games they come from, how often simulated
players of human strength find the solutions, and whether the oracle, which tries every turn, finds
the same best score with a single solution.

python bench/pockets.py puzzles/pockets.jsonl --oracle 20000 --games 200 --tries 20
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean, median, stdev

import numberdrop as nd
from numberdrop import Stream
from numberdrop.puzzles import DropProblem, read_lines
from numberdrop.puzzles.pockets.usual_player import usual_game
from numberdrop.puzzles.simulated.games import simulated_turn
from numberdrop.puzzles.simulated.roster import ROSTER, SimulatedPlayer

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "tests"))

import oracle  # noqa: E402


def oracle_score(problem: DropProblem) -> tuple[int, int]:
    """Return the oracle's best score for a problem, and the number of different solutions."""
    ways: dict[int, set[object]] = {}
    for essence, after in _lines(
        oracle.parse(str(problem.position)), list(map(str, problem.rolls))
    ):
        boxes = after.to_text().split(" ")[1]
        ways.setdefault(oracle.score(after, False)["total"], set()).add((essence, boxes))
    return max(ways), len(ways[max(ways)])


def _lines(
    sheet: oracle.Sheet, rolls: Sequence[str]
) -> Iterator[tuple[tuple[frozenset[object], frozenset[str]], oracle.Sheet]]:
    """Yield every line of turns: the sets of cells written, all cells of X, and the final sheet."""
    for turn, after in oracle.turns(sheet, rolls[0]):
        cells = frozenset([frozenset(turn["place"] or ())])
        x = frozenset(cell for drop in turn["drops"] for cell in drop["cells"])
        if len(rolls) == 1 or oracle.is_over(after):
            yield (cells, x), after
        else:
            for (others, more), end in _lines(after, rolls[1:]):
                yield (cells | others, x | more), end


def turns_of(problem: DropProblem) -> int:
    """Return the number of lines of turns that the rolls of a problem allow."""
    return problem.position.perft(problem.rolls)


def report_problems(problems: Sequence[DropProblem]) -> None:
    words = Counter((len(p.rolls), p.difficulty.word) for p in problems)
    for (rolls, word), count in sorted(words.items()):
        chances = sorted(
            p.chance for p in problems if (len(p.rolls), p.difficulty.word) == (rolls, word)
        )
        spread = f"chance {chances[0]:.3f} .. {median(chances):.3f} .. {chances[-1]:.3f}"
        print(f"{rolls} roll{'s' * (rolls > 1)} {word:<7} {count:>4}  {spread}")
    short = [p.goal - p.greedy for p in problems]
    gain = [p.goal - p.position.score().total for p in problems]
    print(f"gain {mean(gain):.1f} on average, greed {mean(short):.1f} short")
    themes = Counter(theme for p in problems for theme in p.themes)
    print("themes " + ", ".join(f"{theme} {count}" for theme, count in themes.most_common()))


def report_oracle(problems: Sequence[DropProblem], most: int) -> None:
    asked = [p for p in problems if turns_of(p) <= most]
    agreed = sum(oracle_score(p) == (p.goal, 1) for p in asked)
    two = sum(len(p.rolls) > 1 for p in asked)
    print(
        f"oracle: {agreed} of {len(asked)} agree, {two} of them with two rolls; "
        f"{len(problems) - len(asked)} have more than {most:,} lines"
    )


def share_found(problem: DropProblem, player: SimulatedPlayer, tries: int) -> float:
    """Return the share of `tries` in which a simulated player reaches the goal.

    The player plays the first of two rolls as in a game, and maximises the points of the last one.
    """
    found = 0
    for number in range(tries):
        stream, position = Stream.from_key(f"{problem.id}/{player.name}/{number}"), problem.position
        for left, roll in zip(range(len(problem.rolls), 0, -1), problem.rolls, strict=True):
            if not position.is_over():
                who = (
                    player
                    if left > 1
                    else replace(player, persona=replace(player.persona, greed=100))
                )
                turn = simulated_turn(position, roll, problem.variant, who, stream)
                position = nd.play(position, turn)
        found += position.score().total >= problem.goal
    return found / tries


def report_simulated_players(problems: Sequence[DropProblem], tries: int) -> None:
    shares = {
        player.name: [share_found(problem, player, tries) for problem in problems]
        for player in ROSTER
    }
    shares["all three"] = [mean(each) for each in zip(*shares.values(), strict=True)]
    kinds = [(len(problem.rolls), problem.difficulty.word) for problem in problems]
    for name, found in shares.items():
        parts = []
        for kind in sorted(set(kinds)):
            some = [share for share, other in zip(found, kinds, strict=True) if other == kind]
            parts.append(f"{kind[0]} roll{'s' * (kind[0] > 1)} {kind[1]} {mean(some):.3f}")
        print(f"found by {name}: {', '.join(parts)}", flush=True)


def report_usual_player(games: int) -> None:
    ends = [list(usual_game(nd.deal(f"plain#1.{n}")))[-1] for n in range(games)]
    scores = sorted(end.score().total for end in ends)
    quarters = [scores[games * q // 4] for q in (1, 2, 3)]
    print(
        f"usual player: {mean(scores):.1f} in {games} games (standard deviation "
        f"{stdev(scores):.1f}), quartiles {quarters}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archive", nargs="?", default=str(ROOT / "puzzles" / "pockets.jsonl"))
    parser.add_argument("--oracle", type=int, default=0, metavar="LINES")
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--tries", type=int, default=0)
    asked = parser.parse_args()
    problems = [p for _, p in read_lines(asked.archive) if isinstance(p, DropProblem)]
    report_problems(problems)
    if asked.games:
        report_usual_player(asked.games)
    if asked.tries:
        report_simulated_players(problems, asked.tries)
    if asked.oracle:
        report_oracle(problems, asked.oracle)


if __name__ == "__main__":
    main()
