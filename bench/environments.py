"""Measure the steps per second of the environments: `python bench/environments.py`.

Uses one CPU core, and random legal actions, whose choice isn't counted. Each figure is the median
of the rounds, in CPU time, with their range. The last column compares with 64 of the Python
environments in Gymnasium's SyncVectorEnv, measured in the same rounds.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import time
from typing import Any

import gymnasium
import numpy as np

import numberdrop as nd
from numberdrop.gym import Solo, SoloVector

#: The rows: their description, the number of environments, the number of steps in a round.
KINDS = {
    "one": ("one, in Python", 1, 1200),
    "sync": ("64 in a SyncVectorEnv", 64, 20),
    "native one": ("one, native", 1, 20_000),
    "native": ("64, native", 64, 2000),
    "native many": ("1024, native", 1024, 100),
}


class Runner:
    """A runner of random steps in one environment or many."""

    def __init__(self, kind: str, seed: int) -> None:
        _, self.count, self.steps = KINDS[kind]
        self.env: Any
        if kind == "one":
            self.env = Solo()
        elif kind == "sync":
            self.env = gymnasium.vector.SyncVectorEnv([Solo] * self.count)
        else:
            self.env = SoloVector(self.count)
        self.single = kind == "one"
        self.rng = np.random.default_rng(seed)
        _, self.info = self.env.reset(seed=seed)

    def rate(self) -> float:
        """Return the steps per second of CPU time in one round."""
        spent = 0.0
        for _ in range(self.steps):
            mask = np.atleast_2d(self.info["action_mask"])
            actions = (self.rng.random(mask.shape, np.float32) * mask).argmax(1)
            started = time.process_time()
            *_, ended, cut, self.info = self.env.step(actions[0] if self.single else actions)
            if self.single and (ended or cut):
                _, self.info = self.env.reset()
            spent += time.process_time() - started
        return self.count * self.steps / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    runners = {kind: Runner(kind, 1) for kind in KINDS}
    found: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for _ in range(rounds):
        for kind, runner in runners.items():
            found[kind].append(runner.rate())
    print(
        f"numberdrop {nd.__version__}, Gymnasium {gymnasium.__version__}, Python "
        f"{platform.python_version()}, {platform.machine()}, {rounds} rounds"
    )
    for kind, (words, *_) in KINDS.items():
        ratios = sorted(one / other for one, other in zip(found[kind], found["sync"], strict=True))
        rates = sorted(found[kind])
        print(
            f"{words:24} {statistics.median(rates):11,.0f} steps a second "
            f"[{rates[0]:,.0f} .. {rates[-1]:,.0f}] {statistics.median(ratios):8.2f} "
            f"[{ratios[0]:.2f} .. {ratios[-1]:.2f}]"
        )


if __name__ == "__main__":
    main()
