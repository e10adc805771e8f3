"""ISMCTS of OpenSpiel against a player by chance. `python ismcts.py [GAMES]`"""

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.bots.uniform_random import UniformRandomBot

import numberdrop.openspiel  # noqa: F401

games = int(sys.argv[1]) if len(sys.argv) > 1 else 1
game = pyspiel.load_game("python_numberdrop(players=2,rewards=win)")
rng, won = np.random.RandomState(1), np.zeros(2)
evaluator = RandomRolloutEvaluator(1, rng)
search = ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=10, random_state=rng)
bots = [search, UniformRandomBot(1, rng)]
for _ in range(games):
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=chances))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    won += state.returns()
print(f"ISMCTS won {won[0]:.1f} of {games}")
