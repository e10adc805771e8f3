"""Play whole games at a table, each person a browser context, and disturb them.

    python tests/tools table_games --games 50 --seed 1

Two to six seats, bots among them. Phones reload, sleep, click twice, open their seat twice or drop
the page, and the server is killed twice a game. No step may be lost, done twice or seen early, and
the oracle judges each record. Progress is written to stderr, a summary to stdout.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from browsing import Served, chromium
from phones import PhoneGame, Played

#: Bots that answer at once.
BOTS = ("beginner", "easy", "medium", "hard")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="table_games", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0, help="games to leave out at the start")
    asked = parser.parse_args()
    played = []
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        served = Served(Path(folder))
        try:
            for number in range(asked.skip, asked.games):
                rng = random.Random(f"{asked.seed}/{number}")
                seats = rng.randint(2, 6)
                people = rng.randint(1, seats)
                bots = rng.choices(BOTS, k=seats - people)
                played.append(PhoneGame(browser, served, rng).play(people, bots))
                line = f"game {number + 1}: {people} people, {len(bots)} bots, "
                line += f"{len(played[-1].record['turns'])} turns, {played[-1].seconds:.0f} s"
                print(line, file=sys.stderr, flush=True)
        finally:
            served.kill()
    print(summary(played))


def summary(played: list[Played]) -> str:
    """Return the figures of all games in one paragraph."""
    disturbed: Counter[str] = sum((game.disturbed for game in played), Counter())
    turns = sum(len(game.record["turns"]) for game in played)
    named = ", ".join(f"{count} {name}" for name, count in sorted(disturbed.items()))
    seats = Counter(game.record["players"] for game in played)
    shared = ", ".join(f"{count} of {players}" for players, count in sorted(seats.items()))
    ties = sum(len(game.record["result"]["winners"]) > 1 for game in played)
    blocks = sum(
        any("drops" in part for part in turn["parts"])
        for game in played
        for turn in game.record["turns"]
    )
    return (
        f"{len(played)} games ({shared} seats), {turns} turns, {blocks} of them with a block, "
        f"{ties} shared victories, {sum(game.seconds for game in played):.0f} s; "
        f"disturbed by {named}: no step lost, done twice or seen early"
    )


if __name__ == "__main__":
    main()
