"""An agent that chooses by chance. `python chance.py [EPISODES]`"""

import sys

import gymnasium

env = gymnasium.make("numberdrop.gym:Solo-v0")
env.action_space.seed(1)
scores = []
for number in range(int(sys.argv[1]) if len(sys.argv) > 1 else 100):
    seen, info = env.reset(seed=1 if number == 0 else None)
    total, over = 0, False
    while not over:
        action = env.action_space.sample(mask=info["action_mask"])
        seen, reward, ended, cut, info = env.step(action)
        total, over = total + reward, ended or cut
    scores.append(total)
print(f"{len(scores)} games, {sum(scores) / len(scores):.1f} points on average")
