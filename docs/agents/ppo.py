"""MaskablePPO of sb3-contrib learns a solo game. `python ppo.py [STEPS]`"""

import sys

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

steps, games = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000, 100
envs = make_vec_env(
    "numberdrop.gym:Solo-v0", n_envs=8, seed=1, env_kwargs={"observation": "planes"}
)
model = MaskablePPO(
    "MultiInputPolicy", envs, n_steps=1024, batch_size=1024, gamma=1.0, seed=1, verbose=0
)
model.learn(steps)
model.save("ppo-numberdrop")
env = make_vec_env("numberdrop.gym:Solo-v0", n_envs=1, seed=2, env_kwargs={"observation": "planes"})
seen, scores = env.reset(), []
while len(scores) < games:
    masks = np.stack(env.env_method("action_masks"))
    actions, _ = model.predict(seen, action_masks=masks, deterministic=True)
    seen, _, _, infos = env.step(actions)
    scores += [info["episode"]["r"] for info in infos if "episode" in info]
print(f"{steps} steps, then {np.mean(scores):.1f} points on average in {games} games")
