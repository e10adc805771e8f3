"""Measure the players' strength: `python bench/strength.py --keep strength.jsonl`, on one core.

Random, greedy, fast, strong and deep play the plain deals 0, 1, ... of a seed, all the same ones:
as many as `--games` gives for each. Other settings can be added (`24/600=100 12x6x6=1000`, see
settings.py). Random makes a random choice at each stage of a turn; greedy plays the turn that
scores most at once. `max` is the best game found in `--nodes` of search with all dice known
beforehand: a lower bound on the value of perfect foresight. `--keep FILE` saves each game at once
as a JSON line, and doesn't repeat saved games of the same seed, weights and nodes. An interrupt
prints the table of the games so far.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numberdrop as nd
from numberdrop import Stream, _core
from numberdrop.plan import Decision, shipped
from numberdrop.plan.hints.selfplay import START
from rows import add_row, mean_error, read_rows
from settings import Setting

GAMES = {
    "random": 10_000,
    "greedy": 10_000,
    "fast": 10_000,
    "strong": 1_000,
    "deep": 200,
    "max": 20,
}
NODES = 20_000_000
RULEBOOK = nd.Variant()


def random_turn(position: nd.Position, roll: nd.Roll, stream: Stream) -> nd.Turn:
    """Return a legal turn: a random outcome of the slides, landing, arrangement, and claim or no
    claim."""

    def any_of(items: Sequence[Any]) -> Any:
        return items[stream.below(len(items))]

    fall = any_of(list(position.falls(roll)))
    there, place = fall.position, None
    if places := there.places(roll):
        place = tuple(zip(any_of(places), any_of(roll.arrangements()), strict=True))
        there = there.place([cell for cell, _ in place], [digit for _, digit in place])
    claim = any_of([None, *there.claims()])
    return nd.Turn(roll, fall.slides, fall.drops, place, claim and claim.cells)


def wanted_of(text: str) -> tuple[str, int]:
    """Parse a player and its number of games. Raises argparse.ArgumentTypeError if `text` is
    invalid."""
    player, _, count = text.partition("=")
    if not count.isdecimal() or int(count) == 0:
        raise argparse.ArgumentTypeError(f"expected PLAYER=N, N from 1 on, got {text!r}")
    if player not in GAMES:
        Setting.of(player)
    return player, int(count)


def play(player: str, seed: int, number: int, nodes: int) -> tuple[int, int]:
    """Return the score and the number of turns of a game."""
    deal = nd.plain_deal(seed, number)
    if player == "max":
        found = nd.maximum(deal, nodes=nodes)
        return found.score, len(found.turns)
    game, stream = nd.Game(deal.tiles, [START]), Stream.from_key(f"random/{seed}/{number}")
    for roll in deal.rolls:
        if game.is_over():
            break
        there = game.positions[0]
        if player == "random":
            game.push(random_turn(there, roll, stream))
        elif player == "greedy":
            game.push(there.best(roll, by="greedy"))
        else:
            game.push(Setting.of(player).best(Decision(there, roll, RULEBOOK)))
    return game.positions[0].score().total, len(game.turns)


def games(
    wanted: Mapping[str, int], seed: int, nodes: int, keep: Path | None
) -> Iterator[dict[str, Any]]:
    """Yield every requested game, saved ones first."""
    kept = read_rows(keep) if keep else []
    made_by = {"weights": shipped().name, "program": nd.__version__}
    done = set()
    for game in kept:
        number = game["number"]
        is_ours = game["seed"] == seed and all(game[key] == made_by[key] for key in made_by)
        if game["player"] == "max":
            is_ours = is_ours and game.get("nodes") == nodes
        if is_ours and number < wanted.get(game["player"], 0):
            done.add((game["player"], number))
            yield game
    for player, count in wanted.items():
        for number in range(count):
            if (player, number) in done:
                continue
            started = time.process_time()
            score, turns = play(player, seed, number, nodes)
            game = {
                "player": player,
                "seed": seed,
                "number": number,
                "score": score,
                "turns": turns,
                "seconds": round(time.process_time() - started, 4),
                **made_by,
            }
            if player == "max":
                game["nodes"] = nodes
            if keep:
                add_row(keep, game)
            yield game


def ms_of(played: Sequence[dict[str, Any]]) -> float:
    """Return the milliseconds for a turn."""
    turns = sum(int(game["turns"]) for game in played)
    return 1000 * sum(float(game["seconds"]) for game in played) / max(1, turns)


def mean_of(played: Sequence[dict[str, Any]]) -> tuple[float, float]:
    """Return the mean score and its standard error."""
    return mean_error([game["score"] for game in played])


def report(player: str, played: Sequence[dict[str, Any]]) -> str:
    """Return a line of the table."""
    scores = sorted(game["score"] for game in played)
    mean, error = mean_of(played)
    quantiles = " ".join(
        f"{scores[round(q / 100 * (len(scores) - 1))]:>4}" for q in (5, 25, 50, 75, 95)
    )
    return (
        f"{player:<8} {len(scores):>6}  {mean:>6.2f} ± {error:<5.2f} "
        f"{quantiles}  {ms_of(played):>9.2f}"
    )


def csv_line(player: str, played: Sequence[dict[str, Any]]) -> str:
    """Return a line of the CSV file of times and means."""
    mean, error = mean_of(played)
    return f"{player},{ms_of(played):.2f},{len(played)},{mean:.2f},{error:.2f}"


def compare(better: Sequence[dict[str, Any]], worse: Sequence[dict[str, Any]]) -> str | None:
    """Return how much more one player scores than another on the same deals, or None for fewer than
    two deals."""
    scores = {game["number"]: game["score"] for game in worse}
    more = [game["score"] - scores[game["number"]] for game in better if game["number"] in scores]
    if len(more) < 2:
        return None
    error = statistics.stdev(more) / len(more) ** 0.5
    names = f"{better[0]['player']} - {worse[0]['player']}"
    return f"{names:<15} {statistics.mean(more):>+6.2f} ± {error:<5.2f} on {len(more)} deals"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--games", nargs="*", default=[], metavar="PLAYER=N", help="games of each player"
    )
    parser.add_argument("--seed", type=int, default=1, help="the seed of the deals")
    parser.add_argument(
        "--nodes", type=int, default=NODES, help="search nodes for each game of max"
    )
    parser.add_argument("--keep", type=Path, help="the file of saved games")
    parser.add_argument("--csv", type=Path, help="a file for times and means")
    given = parser.parse_args()
    wanted = GAMES
    if given.games:
        try:
            wanted = dict(map(wanted_of, given.games))
        except argparse.ArgumentTypeError as error:
            parser.error(f"--games: {error}")
    played: dict[str, list[dict[str, Any]]] = defaultdict(list)
    try:
        for game in games(wanted, given.seed, given.nodes, given.keep):
            played[game["player"]].append(game)
    except KeyboardInterrupt:
        pass
    deals = f"plain deals of seed {given.seed}"
    machine = f"{_core.BUILD} build, Python {platform.python_version()}, {platform.machine()}"
    print(f"numberdrop {nd.__version__}, {machine}, {deals}, weights {shipped().name}, rulebook")
    head = " ".join(f"{quantile:>4}" for quantile in ("5%", "25%", "50%", "75%", "95%"))
    print(f"{'player':<8} {'games':>6}  {'mean':>6}   {'error':<5} {head}  ms a turn")
    for player in wanted:
        if played[player]:
            print(report(player, played[player]))
    if given.csv:
        lines = [csv_line(player, played[player]) for player in wanted if played[player]]
        given.csv.write_text("\n".join(["player,ms,games,mean,error", *lines]) + "\n")
    for worse, better in pairwise(played[player] for player in wanted if played[player]):
        if line := compare(better, worse):
            print(line)


if __name__ == "__main__":
    main()
