"""Three agents at a table who choose by chance. `python players.py [GAMES]`"""

import sys

import numpy as np

from numberdrop.pettingzoo import parallel_env

game, rng, won = parallel_env(players=3, rewards="win"), np.random.default_rng(1), {}
for number in range(int(sys.argv[1]) if len(sys.argv) > 1 else 20):
    seen, infos = game.reset(seed=1 if number == 0 else None)
    while game.agents:
        masks = {agent: infos[agent]["action_mask"] for agent in game.agents}
        actions = {agent: rng.choice(np.flatnonzero(mask)) for agent, mask in masks.items()}
        seen, rewards, ended, cut, infos = game.step(actions)
    won = {agent: won.get(agent, 0) + reward for agent, reward in rewards.items()}
print(", ".join(f"{agent} won {share:.1f}" for agent, share in won.items()))
