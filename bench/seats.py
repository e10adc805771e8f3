"""Measure the strength of players among several: `python bench/seats.py strength`, on one CPU core.

    strength     one ply by the value for several players against one ply by the solo value, which
                 ignores blocks and how close the others are to the end
    aims         players who maximise wins against players who maximise points

Each table deal of `--seed` is played once for every seat that the first player can have, with the
second in all other seats, on the same dice. Prints the mean scores of both, and how often the first
wins (a win shared by k counts 1/k), compared with 1/players, with standard errors over deals.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import time
from collections.abc import Callable, Sequence

import numberdrop as nd
from numberdrop import Drop, Part, SharedTurn, _core, table_deal
from numberdrop.multiplayer import choose
from numberdrop.multiplayer.ply import USUAL
from numberdrop.plan import shipped as solo_value
from numberdrop.plan.ply import rank_learned

#: A function that chooses a part: the game, a seat from 1, the roll.
Player = Callable[[nd.Game, int, nd.Roll], Part]
START = "d1"


def by_solo_value(game: nd.Game, seat: int, roll: nd.Roll) -> Part:
    """Choose by one ply with the value of solo games, as hints once ranked such sheets."""
    position = game.positions[seat - 1]
    letter = game.active_letter() if roll.has_star else None
    if letter is None:
        [(_, turn)] = rank_learned(position, roll, game.variant, USUAL, 1, solo_value())
        return Part(None, turn.place, turn.claim)
    shape, _, mark = position.tiles["ABCDE".index(letter)]
    if mark == "o":
        return Part(())
    flags, table = nd.position.flags_of(game.variant), solo_value().table
    places = [tuple(sorted(cells)) for cells in position.landings(shape, game.variant)]
    worth = {
        cells: _core.learned_value(position.block(cells).core, table, flags) for cells in places
    }
    best = max(places, key=lambda cells: worth[cells], default=())
    return Part((Drop(letter, best),))


def by_value(game: nd.Game, seat: int, roll: nd.Roll) -> Part:
    """Choose by one ply with the value for several players."""
    return choose(game, seat, roll, "points")


def to_win(game: nd.Game, seat: int, roll: nd.Roll) -> Part:
    """Choose by one ply and the chances to win after it."""
    return choose(game, seat, roll, "win")


def played(deal: nd.Deal, players: Sequence[Player], variant: str) -> nd.Game:
    game = nd.Game(deal.tiles, [START] * len(players), variant)
    for roll in deal.rolls:
        if game.is_over():
            break
        parts = [player(game, seat, roll) for seat, player in enumerate(players, 1)]
        game.push(SharedTurn(roll, tuple(parts)))
    return game


def compare(first: Player, rest: Player, players: int, games: int, seed: int, variant: str) -> str:
    """Return the line of two players on `games` games, rounded up to whole deals."""
    shares, mine, theirs, turns, began = [], [], [], 0, time.process_time()
    for number in range(-(-games // players)):
        deal, wins = table_deal(seed, number, variant), 0.0
        for seat in range(1, players + 1):
            game = played(
                deal, [first if s == seat else rest for s in range(1, players + 1)], variant
            )
            scores = [position.score(variant).total for position in game.positions]
            winners = game.winners()
            wins += (seat in winners) / len(winners)
            mine.append(scores.pop(seat - 1))
            theirs.append(statistics.mean(scores))
            turns += len(game.turns)
        shares.append(wins / players)
    ahead = [a - b for a, b in zip(mine, theirs, strict=True)]
    per = [statistics.mean(ahead[n : n + players]) for n in range(0, len(ahead), players)]
    error = statistics.stdev(shares) / len(shares) ** 0.5
    seconds = time.process_time() - began
    apart = statistics.mean(shares) - 1 / players
    above = f"{apart / error:+.1f} errors" if error else "the same"
    return (
        f"{players} players, {variant}: {len(mine)} games, {turns / len(mine):.1f} turns; score "
        f"{statistics.mean(mine):.2f} against {statistics.mean(theirs):.2f}, ahead by "
        f"{statistics.mean(ahead):.2f} ± {statistics.stdev(per) / len(per) ** 0.5:.2f}; win share "
        f"{statistics.mean(shares):.4f} ± {error:.4f}, expected {1 / players:.4f}, "
        f"{above}; {seconds:.0f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=["strength", "aims"])
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 6])
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variant", nargs="+", default=["rulebook", "bga"])
    asked = parser.parse_args()
    pair = (by_value, by_solo_value) if asked.what == "strength" else (to_win, by_value)
    print(f"{platform.machine()}, {platform.python_version()}, seed {asked.seed}")
    for variant in asked.variant:
        for players in asked.players:
            print(compare(*pair, players, asked.games, asked.seed, variant), flush=True)


if __name__ == "__main__":
    main()
