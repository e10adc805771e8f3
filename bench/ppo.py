"""Measure what MaskablePPO learns: `python bench/ppo.py --seed 1 2 3 --keep ppo`.

It needs stable-baselines3 and sb3-contrib, which numberdrop does not depend on. Every --every steps
the policy plays the plain deals 0, 1, .. of a seed that it is not trained on, without exploring,
and a line is added to KEEP/SEED.jsonl. The model is saved at the same time, so the same command
continues where it was stopped. The seeds take turns, one checkpoint each.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

from numberdrop.gym.vector import SoloVector

COUNT = 64
EVALUATED = 77002611
#: Rewards are divided by this, so that returns are of the order of 1.
SCALE = 10.0


class Games(VecEnv):  # type: ignore[misc]  # Any, where the library isn't installed
    """The compiled environments as a VecEnv of stable-baselines3."""

    def __init__(self, seed: int) -> None:
        self.envs = SoloVector(COUNT, observation="planes", autoreset_mode="SameStep")
        self.render_mode = None
        spaces: Any = self.envs.single_observation_space
        del spaces.spaces["action_mask"]
        super().__init__(COUNT, spaces, self.envs.single_action_space)
        self.first_seed = 1000 * seed

    def reset(self) -> Any:
        seen, infos = self.envs.reset(seed=self.first_seed)
        self.masks = infos["action_mask"]
        return self._without_mask(seen)

    def step_async(self, actions: Any) -> None:
        self.actions = actions

    def step_wait(self) -> Any:
        seen, rewards, ended, cut, infos = self.envs.step(self.actions)
        self.masks = infos["action_mask"]
        more: list[dict[str, Any]] = [{} for _ in range(COUNT)]
        for number in np.flatnonzero(ended | cut):
            final = self._without_mask(infos["final_obs"][number])
            more[number] = {"terminal_observation": final, "TimeLimit.truncated": bool(cut[number])}
        return self._without_mask(seen), rewards / SCALE, ended | cut, more

    def _without_mask(self, seen: Any) -> dict[str, Any]:
        return {key: seen[key] for key in ("planes", "features")}

    def env_method(self, name: str, *args: Any, indices: Any = None, **options: Any) -> list[Any]:
        if name == "action_masks":
            return [*self.masks.astype(bool)]
        return [*self.envs.call(name, *args, **options)]

    def get_attr(self, name: str, indices: Any = None) -> list[Any]:
        return [*self.envs.get_attr(name)]

    def has_attr(self, name: str) -> bool:
        return name == "action_masks"

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None:
        self.envs.set_attr(name, value)

    def env_is_wrapped(self, wrapper: type, indices: Any = None) -> list[bool]:
        return [False] * COUNT

    def close(self) -> None:
        self.envs.close()


def evaluate(model: Any, games: int) -> list[float]:
    """Return the scores of `games` plain deals by the most probable legal action each time."""
    envs = SoloVector(games, observation="planes", autoreset_mode="Disabled")
    envs.set_attr("deal", [f"plain#{EVALUATED}.{number}" for number in range(games)])
    seen, infos = envs.reset(seed=1)
    totals, playing = np.zeros(games), np.ones(games, bool)
    # a game that is over is begun again, and its second score isn't counted
    while playing.any():
        observed = {key: seen[key] for key in ("planes", "features")}
        mask = infos["action_mask"].astype(bool)
        actions, _ = model.predict(observed, action_masks=mask, deterministic=True)
        seen, rewards, ended, _, infos = envs.step(actions)
        totals += rewards * playing
        playing &= ~ended
        if ended.any():
            seen, _ = envs.reset(options={"reset_mask": ended})
            infos = {"action_mask": seen["action_mask"]}
    return [float(total) for total in totals]


def trained(seed: int, folder: Path) -> Any:
    """Return the model of `seed` as it was saved last, or a new one."""
    saved, games = folder / f"{seed}.zip", Games(seed)
    if saved.exists():
        done = json.loads((folder / f"{seed}.jsonl").read_text().splitlines()[-1])["steps"]
        games.first_seed += 10**6 * done  # other deals than before
        return MaskablePPO.load(saved, env=games, device="cpu")
    return MaskablePPO(
        "MultiInputPolicy",
        games,
        n_steps=128,
        batch_size=2048,
        n_epochs=4,
        learning_rate=5e-4,
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.005,
        policy_kwargs={"net_arch": [256, 128]},
        seed=seed,
        device="cpu",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--steps", type=int, default=2_000_000)
    parser.add_argument("--every", type=int, default=100_000, help="steps between checkpoints")
    parser.add_argument("--games", type=int, default=200, help="games of an evaluation")
    parser.add_argument("--keep", type=Path, default=Path("ppo"))
    arguments = parser.parse_args()
    arguments.keep.mkdir(exist_ok=True)
    torch.set_num_threads(1)
    models = {seed: trained(seed, arguments.keep) for seed in arguments.seed}
    while min(model.num_timesteps for model in models.values()) < arguments.steps:
        for seed, model in models.items():
            if model.num_timesteps >= arguments.steps:
                continue
            started = time.process_time()
            model.learn(arguments.every, reset_num_timesteps=model.num_timesteps == 0)
            spent = time.process_time() - started
            scores = evaluate(model, arguments.games)
            line = {
                "steps": model.num_timesteps,
                "mean": round(float(np.mean(scores)), 3),
                "error": round(float(np.std(scores, ddof=1)) / len(scores) ** 0.5, 3),
                "games": len(scores),
                "seconds": round(spent, 1),
            }
            model.save(arguments.keep / f"{seed}.zip")
            with (arguments.keep / f"{seed}.jsonl").open("a") as file:
                file.write(json.dumps(line) + "\n")
            print(seed, line, flush=True)


if __name__ == "__main__":
    main()
