"""Two players of OpenSpiel who choose by chance. `python spiel.py [GAMES]`"""

import sys

import numpy as np
import pyspiel
from open_spiel.python.bots.uniform_random import UniformRandomBot

import numberdrop.openspiel  # noqa: F401

game = pyspiel.load_game("python_numberdrop(players=2,variant=rulebook)")
rng, totals = np.random.RandomState(1), np.zeros(2)
bots = [UniformRandomBot(player, rng) for player in range(2)]
for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 10):
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=chances))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    totals += state.returns()
print(f"{totals[0]:.0f} points to {totals[1]:.0f}")
