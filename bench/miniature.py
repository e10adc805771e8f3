"""Solve miniatures of the game exactly, and measure what the learner reaches in them.

    python bench/miniature.py --miniature narrow --count
    python bench/miniature.py --miniature narrow --games 1024 4096 16384 65536 --seed 1 2 3
    python bench/miniature.py --miniature long --games 1024 4096 16384 65536 --seed 1 2 3

A miniature is the real game with its rules and kernels, begun near its end: most columns are walled
up, most boxes filled, few slides left, and the number dice show few digits. All sheets that can be
reached before a roll are listed, and backward induction (induction.py) gives the expected score of
best play. The learner is that of `numberdrop lab train`, from nothing, with its usual settings.

All players are evaluated exactly, on the same sheets and rolls. A player of values takes, among all
turns, the one whose sheet he values most; where several are equal, each of them with the same
probability. With one slide left the next turn ends the game, and every player but the random one
takes the turn that scores most. So sheets are merged there, and only there, if they differ in
nothing but digits that no claim can use, or if one is the other with all digits reflected. The
values are always those of the sheets as they are.

A line of the table has the expected score; its share of the optimum; the points added to the score
of the start, as a share of what best play adds; the share of the way from greedy play (most points
now) to the optimum; and the mean loss of a turn by slides left.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numberdrop as nd
from induction import FLAGS, SCORES, Losses, Miniature, at_random, by_value
from numberdrop import _core
from numberdrop.dice import Stream
from numberdrop.jobs import WorkerPool
from numberdrop.plan import shipped
from numberdrop.plan.hints.training import Settings, Training
from numberdrop.position import core_roll
from numberdrop.validate import MOST_SEED
from rolls import chances_of_rolls
from rows import count_of


@dataclass(frozen=True, slots=True)
class Game:
    """A start without digits, and the faces of each of the four number dice."""

    text: str
    faces: str

    def start(self) -> _core.Sheet:
        """Return the sheet before the first turn."""
        return nd.Position.from_text(self.text).core

    def solver(self) -> Miniature:
        """Return the miniature with all its sheets."""
        digits = sorted(map(int, self.faces))
        reflection = digits[0] + digits[-1]
        is_symmetric = digits == sorted(reflection - digit for digit in digits)
        return Miniature(self.start(), self.rolls(), reflection if is_symmetric else None)

    def rolls(self) -> list[tuple[_core.Roll, float]]:
        """Return all rolls with their probabilities."""
        chances = chances_of_rolls([self.faces] * 4)
        return [(core_roll(roll), chance) for roll, chance in chances.items()]


def pit(columns: str, rows: int) -> str:
    """Return a grid of X up to the Game Over line, except in the top `rows` rows of `columns`."""
    top = "".join("." if column in columns else "X" for column in "abcdefg")
    return "/".join([top] * rows + ["X" * 7] * (11 - rows))


GAMES = {
    "tiny": Game(f"{pit('ab', 4)} 67:34567:8 I3,O4x,T4x,L3o,S4x 1", "111222"),
    "narrow": Game(f"{pit('ab', 6)} 67:34567:8 I3,O4x,T4x,L2o,S4x 1", "111222"),
    "long": Game(f"{pit('ab', 5)} 67:34567:8 I3,O4x,T4x,L1o,S4x 1", "111222"),
    "mixed": Game(f"{pit('ab', 4)} 67:4567:8 I3,O4x,T4x,L2o,S4x 1", "112233"),
}


class MiniatureTraining(Training):
    """The training of `numberdrop lab train` on games of a miniature."""

    def __init__(self, settings: Settings, game: Game) -> None:
        super().__init__(settings)
        self._start, self._faces = game.start(), [int(face) for face in game.faces]

    def _play(self, pool: WorkerPool) -> None:
        for place in range(self.settings.batch):
            self._learner.put(place, *self._game(self.games + place))

    def _game(self, number: int) -> tuple[Any, ...]:
        """Play a game. Each turn tries `rolls` rolls, no face of a die twice, and plays the first
        (as solver/value/learn.pxd does)."""
        stream = Stream.from_key(f"miniature#{self.settings.seed}.{number}")
        sheets, means, values = [self._start], list[float](), list[float]()
        while not sheets[-1].is_over():
            shown = [list(self._faces) for _ in range(4)] + [[*range(5), _core.WILD]]
            for die in shown:
                stream.shuffle(die)
            rolls = [
                _core.Roll([die[n] for die in shown[:4]], shown[4][n])
                for n in range(self.settings.rolls)
            ]
            width, worth = self.settings.width, self._worth
            tried = [_core.Chosen(sheets[-1], one, worth, FLAGS, width, 1)[0] for one in rolls]
            values.append(tried[0][1] / 100)
            means.append(sum(one[1] for one in tried) / 100 / len(tried))
            sheets.append(tried[0][0])
        return sheets, means, values, [None] * len(values)


def players(
    small: Miniature, game: Game, games: Sequence[int], seeds: Sequence[int], rolls: int
) -> Iterator[tuple[str, tuple[float, Losses]]]:
    """Yield the name of each player and what Miniature.play() returns for him."""

    def of(table: Any) -> tuple[float, Losses]:
        values = small.values(lambda sheet: _core.learned_value(sheet, table, FLAGS))
        return small.play(by_value(values))

    yield "greedy", small.play(by_value(small.values(lambda sheet: sheet.total(FLAGS))))
    yield "best", small.play(by_value(small.best))
    yield "random", small.play(at_random, is_random=True)
    yield f"weights {shipped().name}", of(shipped().table)
    for seed in seeds:
        training = MiniatureTraining(Settings(seed=seed, rolls=rolls), game)
        for count in sorted(games):
            training.run(count)
            yield f"seed {seed}: {training.games:,} games", of(training.weights().table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--miniature", choices=GAMES, default="narrow")
    parser.add_argument("--count", action="store_true", help="only count the sheets")
    parser.add_argument("--games", type=count_of, nargs="*", default=[], help="of each training")
    parser.add_argument("--seed", type=int, nargs="+", default=[1], help="of the trainings")
    parser.add_argument(
        "--rolls", type=int, choices=range(1, 7), default=1, help="tried in each turn"
    )
    given = parser.parse_args()
    if not all(0 <= seed <= MOST_SEED for seed in given.seed):
        parser.error(f"--seed: expected 0 to 2^64 - 1, got {given.seed}")
    began, game = time.process_time(), GAMES[given.miniature]
    small = game.solver()
    print(f"{given.miniature}: {game.text}, dice {game.faces}\n{small.counts()}", flush=True)
    if given.count:
        return
    small.solve()
    best, base = small.best[SCORES], game.start().total(FLAGS)
    print(f"solved in {time.process_time() - began:.0f} s; score at the start {base}")
    print(f"{'player':<24} {'score':>8} {'of best':>9} {'added':>8} {'of gain':>9}  loss a turn")
    greedy = None
    for name, (score, lost) in players(small, game, given.games, given.seed, given.rolls):
        greedy = score if greedy is None else greedy
        losses = ", ".join(f"{n}: {loss / met:.4f}" for n, (met, loss) in lost.items() if met)
        shares = (score / best, (score - base) / (best - base), (score - greedy) / (best - greedy))
        columns = "{:9.3%} {:8.2%} {:9.2%}".format(*shares)
        print(f"{name:<24} {score:8.4f} {columns}  {losses}", flush=True)


if __name__ == "__main__":
    main()
