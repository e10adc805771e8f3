"""Measure the compiled core: `python bench/core.py [--rounds N]`, on one CPU core.

CPU times are given in copies: how many times 64 bytes could have been copied in memory meanwhile.
The copies and the measured functions take turns, so a drift of the machine's speed does no harm. A
ratio is the median of the rounds, with the lowest and the highest. The positions are those of
positions.txt in this folder: the middle of games played by the hints.
"""

import argparse
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))

import numberdrop as nd  # noqa: E402
import oracle  # noqa: E402
from numberdrop import _core  # noqa: E402
from numberdrop.plan import play_game, shipped  # noqa: E402
from numberdrop.position import core_roll  # noqa: E402
from numberdrop.rules import dice_set  # noqa: E402

POSITIONS = HERE / "positions.txt"
FACES = [[10 if face == "*" else int(face) for face in die] for die in dice_set("publisher")]
#: Upper limits of the core's times, in copies.
GOALS = {"drops": 25, "claims": 110, "games": 8000}
WORDS = {
    "copies": "copy of 64 bytes",
    "drops": "position: landing, copy, write, rows, score",
    "claims": "position: the same, and its claims",
    "games": "random game from start to end",
    "plain": "position: plain evaluation, from nothing",
    "learned": "position: learned value, from nothing",
}

Case = tuple[nd.Position, nd.Roll]


def load() -> list[Case]:
    """Return the positions and rolls of positions.txt."""
    cases = []
    for line in POSITIONS.read_text().splitlines():
        position, _, roll = line.partition(" | ")
        cases.append((nd.Position.from_text(position), nd.Roll.from_text(roll)))
    return cases


def write_positions() -> None:
    """Write positions.txt: a position from each of 64 games, with the next roll."""
    lines = []
    for number in range(64):
        game = play_game(2026, number)
        turn = 3 + number % 9
        while len(game.turns) > turn:
            taken = game.pop()
        lines.append(f"{game.positions[0]} | {taken.roll}")
    POSITIONS.write_text("\n".join(lines) + "\n")


def nanoseconds(what: str, cases: list[Case], budget: int) -> float:
    """Return the time of a function of _core.bench() over all the cases."""
    done, spent = 0, 0.0
    for position, roll in cases:
        rounds = budget if what in ("copies", "games") else 1 + budget // len(roll.arrangements())
        core = core_roll(roll)
        started = time.process_time()
        if what in ("plain", "learned"):
            table = shipped().table if what == "learned" else None
            count, _ = _core.bench_values(position.core, core, rounds, table)
        else:
            count, _ = _core.bench(what, position.core, core, rounds, FACES)
        spent += time.process_time() - started
        done += count
    return 1e9 * spent / done


def compare(cases: list[Case], rounds: int) -> None:
    """Print the core's times, in nanoseconds and in copies."""
    start = [(nd.Position.start("IOTLS", "d1"), nd.Roll.from_text("1234I"))]
    measured: dict[str, list[float]] = {what: [] for what in WORDS}
    for _ in range(rounds):
        measured["copies"].append(nanoseconds("copies", start, 200))
        measured["drops"].append(nanoseconds("drops", cases, 2_000))
        measured["claims"].append(nanoseconds("claims", cases, 1_000))
        measured["games"].append(nanoseconds("games", start, 10_000))
        measured["plain"].append(nanoseconds("plain", cases, 500))
        measured["learned"].append(nanoseconds("learned", cases, 500))
    for what, words in WORDS.items():
        ratios = sorted(
            t / copy for t, copy in zip(measured[what], measured["copies"], strict=True)
        )
        goal = f"   goal: at most {GOALS[what]:,}" if what in GOALS else ""
        print(
            f"{words:45} {statistics.median(measured[what]):9.1f} ns "
            f"{statistics.median(ratios):9.1f} copies [{ratios[0]:.1f} .. {ratios[-1]:.1f}]{goal}"
        )


def against_oracle(cases: list[Case], rounds: int) -> None:
    """Print how many times faster the core is than the oracle."""
    sheets = [(oracle.parse(str(position)), position.core) for position, _ in cases]

    def timed(work: Callable[[], object]) -> float:
        started = time.process_time()
        work()
        return time.process_time() - started

    def oracle_games() -> None:
        rng = random.Random(1)
        for _ in range(3):
            sheet = oracle.new_game(list("IOTLS"), "d1")
            while not oracle.is_over(sheet):
                sheet = oracle.random_turn(sheet, oracle.random_roll(rng), rng, care=1)[1]

    core_games = nanoseconds("games", [(nd.Position.start("IOTLS", "d1"), cases[0][1])], 10_000)

    def show(words: str, ratios: list[float]) -> None:
        low, middle, high = min(ratios), statistics.median(ratios), max(ratios)
        print(f"{words:45} {middle:9,.0f} times the oracle's speed [{low:,.0f} .. {high:,.0f}]")

    plain = [case for case in cases if len(case[1].arrangements()) <= 24 and case[1].shape != "*"]
    jobs: list[tuple[str, Callable[[], object], Callable[[], object]]] = [
        (
            "claims of a position",
            lambda: [oracle.claims(sheet) for sheet, _ in sheets],
            lambda: [core.claims() for _, core in sheets],
        ),
        (
            "all distinct turns of a roll, counted",
            lambda: [len(oracle.outcomes(oracle.parse(str(p)), str(r))) for p, r in plain[:1]],
            lambda: [p.count_turns(r) for p, r in plain[:1]],
        ),
    ]
    for words, slow, fast in jobs:
        show(words, [timed(slow) / timed(fast) for _ in range(rounds)])
    games = [timed(oracle_games) / 3 / (core_games * 1e-9) for _ in range(max(3, rounds // 5))]
    show("random game from start to end", games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15, help="timings of each function")
    parser.add_argument("--write-positions", action="store_true", help="rewrite positions.txt")
    given = parser.parse_args()
    if given.write_positions:
        write_positions()
    cases = load()
    checks = ", with checks" if _core.CHECKED else ""
    print(
        f"numberdrop {nd.__version__}, {_core.BUILD} build{checks}, "
        f"Python {platform.python_version()}, {platform.machine()}, {len(cases)} positions, "
        f"{given.rounds} rounds"
    )
    compare(cases, given.rounds)
    against_oracle(cases, given.rounds)


if __name__ == "__main__":
    main()
