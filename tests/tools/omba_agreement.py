"""Compare the rules of Omba with the oracle, on positions and games of two to four players.

    python tests/tools omba_agreement --positions 100000 --games 2000 --seed 7
    python tests/tools omba_agreement --deal docker

Half of the positions come from play, half are random. With --deal docker all of them, and all
games, are of three players with three cubes each. The first disagreement is printed with its
position, and ends the run.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from numberdrop import omba as ours
from omba import oracle

RECORD = "omba/2/S 2+c3 1+b3 1c3c2 4b3a2 6+c3 2+a2 4+a1 4a2c1 5+a1 6a2c1 3+c3 5+a2 3+b1 1+b3 6# =B"


@dataclass
class Tally:
    """The counts of a run."""

    positions: int = 0
    moves: int = 0
    games: int = 0
    rejected: int = 0

    def __str__(self) -> str:
        return (
            f"{self.positions:,} positions, {self.moves:,} moves, {self.games:,} games, "
            f"{self.rejected:,} forged records rejected by both at the same ply"
        )


class Disagreement(Exception):  # noqa: N818
    """A difference between the rules and the oracle."""


def compare(text: str, variant: str, tally: Tally) -> None:
    """Compare all moves from a position, for all six rolls."""
    position = ours.Position.from_text(text)
    if str(position) != text:
        raise Disagreement(f"{text}: written as {position}")
    tally.positions += 1
    for die in range(1, 7):
        found = {move: str(after) for move, after in position.moves(die, variant).items()}
        expected = oracle.moves(text, die, variant)
        tally.moves += len(expected)
        if found != expected:
            raise Disagreement(f"{text} {variant} {die}: {found}, the oracle {expected}")
    if position.winner != oracle.winner(text):
        raise Disagreement(f"{text}: winner {position.winner}")
    if not position.winner and str(position.dropped()) != oracle.drop(text):
        raise Disagreement(f"{text}: out, {position.dropped()}")


def check_position(rng: random.Random, tally: Tally, deal: str = "") -> None:
    """Compare a position, either random or from play. `deal` limits it to a deal for three."""
    variant = rng.choice(oracle.VARIANTS)
    if rng.random() < 0.5:
        compare(oracle.random_position(rng, deal), variant, tally)
        return
    text = oracle.start(3, deal) if deal else oracle.start(rng.choice([2, 3, 4]))
    for _ in range(rng.randint(0, 25)):
        legal = oracle.moves(text, rng.randint(1, 6), variant)
        after = legal[rng.choice(sorted(legal))] if legal else oracle.drop(text)
        if oracle.winner(after):
            break
        text = after
    compare(text, variant, tally)


def check_game(
    rng: random.Random, players: int, variant: str, tally: Tally, deal: str = "omba"
) -> None:
    """Compare the replay of a random game, and of some forgeries of it."""
    record, positions = oracle.random_game(rng, players, variant, deal)
    game = ours.replay(record)
    if [str(position) for position in game.positions] != positions or str(game) != record:
        raise Disagreement(record)
    tally.games += 1
    for _ in range(4):
        changed = forgery(rng, record)
        if verdict(changed) != (expected := oracle_verdict(changed)):
            raise Disagreement(f"{changed}: {verdict(changed)}, the oracle {expected}")
        tally.rejected += expected is not None


def forgery(rng: random.Random, record: str) -> str:
    """Return the record with a random change, after which it may still be valid."""
    parts = record.split(" ")
    at = rng.randrange(1, len(parts))
    kind = rng.randrange(5)
    if kind == 0:
        parts[at] = rng.choice("123456") + parts[at][1:]
    elif kind == 1:
        del parts[at]
    elif kind == 2:
        parts.insert(at, parts[at])
    elif kind == 3:
        parts[at] = parts[at][:-2] + rng.choice(oracle.SQUARES)
    else:
        parts[-1] = rng.choice(["=A", "=B", "=?", "=E", ""])
    return " ".join(parts)


def verdict(record: str) -> int | None:
    """Return the ply at which `replay()` rejects a record, None if it accepts it."""
    try:
        ours.replay(record)
    except ours.IllegalMove as error:
        return error.ply
    return None


def oracle_verdict(record: str) -> int | None:
    try:
        oracle.replay(record)
    except oracle.Invalid as error:
        return error.ply
    return None


def forged() -> Iterator[tuple[str, int, str]]:
    """Yield invalid records, each with the ply and a pattern of the message."""
    yield "", 0, "expected omba/PLAYERS/VARIANT"
    yield RECORD.replace("omba/2", "omba/5"), 0, "expected omba/PLAYERS/VARIANT"
    yield RECORD.replace("/S", "/s"), 0, "expected omba/PLAYERS/VARIANT"
    yield RECORD.replace("omba/2", "docker/2"), 0, "or docker/3/VARIANT, got 'docker/2/S'"
    yield "docker/3/S 2+c3 5# =?", 2, "B is not out"
    yield "omba/2/S", 1, "expected a result"
    yield RECORD.replace("2+c3", "3+c3"), 1, r"worth 3 \(\+a2, \+b1, \+b3, \+c2\), got \+c3"
    yield RECORD.replace("1+b3 1c3c2", "1+b3  1c3c2"), 3, "expected a roll and a move"
    yield RECORD.replace("4b3a2", "4c2a2"), 4, "expected a move of B worth 4"
    yield RECORD.replace("5+a2", "5#"), 12, "B is not out"
    yield RECORD.replace("6#", "6+b1"), 15, "none: the player is out"
    yield RECORD.replace("6# =B", "6# 1+b1 =B"), 16, "expected nothing after B has won"
    yield RECORD.replace("=B", "=A"), 16, "expected the result =B, got =A"
    yield RECORD.replace("=B", "=?"), 16, "expected the result =B"
    yield RECORD.replace(" 6# =B", " =B"), 15, r"expected the result =\?"
    yield RECORD.replace("=B", "=C"), 16, "expected a result such as"
    yield RECORD + " ", 16, "expected a roll and a move"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--deal", choices=["docker"], default="")
    args = parser.parse_args()
    rng, tally = random.Random(args.seed), Tally()
    try:
        for _ in range(args.positions):
            check_position(rng, tally, args.deal)
        for number in range(args.games):
            players = 3 if args.deal else 2 + number % 3
            variant = oracle.VARIANTS[number // 3 % 4]
            check_game(rng, players, variant, tally, args.deal or "omba")
    except Disagreement as error:
        sys.exit(str(error))
    print(tally)


if __name__ == "__main__":
    main()
