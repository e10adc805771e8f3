"""An agent that learns what is worth doing over each lowest column. `python learning.py [STEPS]`"""

import sys

import gymnasium
import numpy as np

COUNT, RATE, FADE = 64, 0.1, 0.8
envs = gymnasium.make_vec(
    "numberdrop.gym:Solo-v0", num_envs=COUNT, vectorization_mode="vector_entry_point"
)
seen, rng = envs.reset(seed=1)[0], np.random.default_rng(1)
weights = np.zeros((7, envs.single_action_space.n))  # of actions, by the column that is lowest
traces = np.zeros((COUNT, *weights.shape))  # what each game did to come here, the older the fainter
totals, scores, every = np.zeros(COUNT), [], np.arange(COUNT)
for step in range(1, 1 + int(sys.argv[1] if len(sys.argv) > 1 else 6000)):
    lowest = ((seen["cells"] > 0) * np.arange(1, 15)[:, None]).max(1).argmin(1)
    liked = np.where(seen["action_mask"], weights[lowest], -1e9)
    chances = np.exp(liked - liked.max(1, keepdims=True))
    chances /= chances.sum(1, keepdims=True)
    actions = (liked + rng.gumbel(size=liked.shape)).argmax(1)  # each by its chance
    seen, rewards, ended, _, _ = envs.step(actions)
    traces *= FADE
    traces[every, lowest] -= chances
    traces[every, lowest, actions] += 1
    weights += RATE * np.tensordot(rewards, traces, 1)
    traces[ended] = 0
    totals += rewards
    scores += [*totals[ended]]
    totals[ended] = 0
    if step % 500 == 0:
        print(f"{len(scores):6} games, {np.mean(scores[-1000:]):5.1f} points on average")
