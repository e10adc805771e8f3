"""The OpenSpiel game."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.ismcts import ISMCTSBot, ISMCTSFinalPolicyType
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.observation import make_observation

import numberdrop as nd
from numberdrop import openspiel
from numberdrop.errors import NotationError
from numberdrop.rules import BLOCK_SHAPES
from numberdrop.stages.observation import flat, observe

CASES = [(1, "rulebook"), (1, "bga+slide"), (2, "rulebook+review-dice"), (3, "bga+slide")]


def load(players: int, variant: str = "rulebook", **more: str) -> Any:
    return pyspiel.load_game("python_numberdrop", {"players": players, "variant": variant, **more})


def step(state: Any, rng: random.Random) -> None:
    """Apply a random action or chance outcome."""
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        state.apply_action(rng.choice(outcomes)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize(("players", "variant"), CASES)
def test_game_passes_random_simulation(players: int, variant: str) -> None:
    pyspiel.random_sim_test(load(players, variant), num_sims=1, serialize=True, verbose=False)


def test_game_for_winning_passes_random_simulation() -> None:
    game = load(3, rewards="win")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert game.utility_sum() == 1
    assert (game.min_utility(), game.max_utility()) == (0, 1)
    assert str(pyspiel.load_game(str(game))) == str(game)


@pytest.mark.parametrize("players", [2, 4])
def test_returns_for_winning_are_shared_by_winners(players: int) -> None:
    rng, state = random.Random(2), load(players, rewards="win").new_initial_state()
    while not state.is_terminal():
        assert state.returns() == [0.0] * players
        step(state, rng)
    winners = state.staged.game.winners()
    assert [seat + 1 for seat, share in enumerate(state.returns()) if share] == winners
    assert sum(state.returns()) == pytest.approx(1)


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 4, 6])
@pytest.mark.parametrize("variant", ["rulebook", "bga", "rulebook+slide", "bga+slide+review-dice"])
def test_game_passes_long_random_simulation(players: int, variant: str) -> None:
    pyspiel.random_sim_test(load(players, variant), num_sims=10, serialize=True, verbose=False)


@pytest.mark.parametrize(("players", "variant"), CASES)
def test_returns_are_scores_and_records_replay(players: int, variant: str) -> None:
    game, rng = load(players, variant), random.Random(3)
    state = game.new_initial_state()
    steps = 0
    while not state.is_terminal():
        assert state.returns() == [0.0] * players
        steps += not state.is_chance_node()
        step(state, rng)
    played = state.staged.game
    record = played.to_record()
    assert nd.replay(record) == record
    assert state.returns() == [p.score(variant).total for p in played.positions]
    assert steps <= game.max_game_length()
    chances = len(state.full_history()) - steps
    assert chances <= game.max_chance_nodes_in_history()


def test_game_is_loaded_by_name_with_parameters() -> None:
    game = pyspiel.load_game("python_numberdrop(players=2,variant=bga+slide)")
    assert (game.num_players(), game.num_distinct_actions()) == (2, 674)
    assert load(1).num_distinct_actions() == 394
    assert pyspiel.load_game("python_numberdrop").num_players() == 1
    for parameters, expected in [
        ({"players": 7}, "players: expected 1 to 6, got 7"),
        ({"variant": "chess"}, "variant: expected 'rulebook'"),
        ({"recipe": "plain"}, "recipe: expected one of table2, table, got 'plain'"),
        ({"rewards": "money"}, "rewards: expected one of score, win, got 'money'"),
        ({"rewards": "win"}, "rewards: expected score for one player, got 'win'"),
    ]:
        with pytest.raises(ValueError, match=expected):
            openspiel.NumberDropGame(parameters)


def test_chance_nodes_deal_tiles_and_roll_each_die() -> None:
    state = load(2).new_initial_state()
    outcomes = []
    for _ in range(10):
        outcomes.append(state.action_to_string(state.current_player(), 0))
        state.apply_action(0)
    assert outcomes == [f"chance {shape}" for shape in "IIOOTTLLSS"]
    assert state.staged.tiles == ("I", "O", "T", "L", "S")
    for cell in (16, 22):
        assert not state.is_chance_node()
        state.apply_action(cell)
    thrown = []
    while state.is_chance_node():
        thrown.append(len(state.chance_outcomes()))
        state.apply_action(1)
    assert thrown == [6] * 5
    assert str(state.staged.part(0).roll) == "*232O"
    tiles = ("V3", "U5", "T5", "I3", "X5")
    for game, expected in [(load(2, "bga"), tiles), (load(2, "bga", recipe="table"), BLOCK_SHAPES)]:
        blocks = game.new_initial_state()
        for _ in range(5):
            blocks.apply_action(0)
        assert blocks.staged.tiles == expected
        assert str(pyspiel.load_game(str(game))) == str(game)


def test_choices_of_others_are_observed_after_the_turn() -> None:
    rng, state = random.Random(5), load(2).new_initial_state()
    while not state.is_terminal():
        player = state.current_player()
        if player < 0:
            step(state, rng)
            continue
        other, turns = 1 - player, state.staged.game and len(state.staged.game.turns)
        before = [state.information_state_string(x) for x in (player, other)]
        seen = state.observation_string(other)
        step(state, rng)
        after = [state.information_state_string(x) for x in (player, other)]
        assert before[0] != after[0]
        if turns == (state.staged.game and len(state.staged.game.turns)):
            assert before[1] == after[1]
            assert state.observation_string(other) == seen


def test_tensor_is_the_flat_observation() -> None:
    game, rng = load(3), random.Random(6)
    state, seen = game.new_initial_state(), make_observation(game)
    seen.set_from(state, 0)
    assert not seen.tensor.any()
    for _ in range(60):
        step(state, rng)
    for player in range(3):
        seen.set_from(state, player)
        expected = flat(observe(state.staged, player), 3)
        assert np.array_equal(seen.tensor, expected.astype(np.float32))
        assert seen.dict["others_cells"].shape == (2, 14, 7)
    assert seen.string_from(state, 0).startswith("player 0, ")


def test_clone_is_independent() -> None:
    rng, state = random.Random(7), load(2).new_initial_state()
    for _ in range(60):
        step(state, rng)
    before, other = str(state), state.clone()
    assert str(other) == before
    while not other.is_terminal():
        step(other, rng)
    assert str(state) == before


@pytest.mark.parametrize("action", [-2, 5, 9])
def test_outcome_of_chance_that_does_not_exist_is_refused(action: int) -> None:
    state = load(2).new_initial_state()
    with pytest.raises(NotationError, match=r"0 for I, 1 for O, .*, 4 for S; got -?\d$"):
        state.apply_action(action)
    assert state.history() == []
    while state.is_chance_node():
        state.apply_action(0)
    state.apply_action(16)
    state.apply_action(16)
    with pytest.raises(NotationError, match=r"an outcome of chance, .*; got 6"):
        state.apply_action(6)


def test_waiting_player_sees_that_it_waits() -> None:
    state = load(2).new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    state.apply_action(16)
    assert state.observation_string(0).startswith("player 0, wait\n")
    assert state.observation_string(1).startswith("player 1, start\n")
    state.apply_action(16)
    assert state.is_chance_node()
    assert state.observation_string(0).startswith("player 0, wait\n")
    rng = random.Random(1)
    while not state.is_terminal():
        assert ", over" not in state.observation_string(0)
        step(state, rng)
    assert state.observation_string(0).startswith("player 0, over\n")


@pytest.mark.parametrize(("players", "variant"), [(1, "rulebook"), (2, "rulebook"), (3, "bga")])
def test_resampled_state_has_the_same_information_state(players: int, variant: str) -> None:
    rng, game = random.Random(11), load(players, variant)
    sampler = random.Random(12).random
    state, others = game.new_initial_state(), 0
    while not state.is_terminal():
        if rng.random() < 0.15:
            for player in range(players):
                other = state.resample_from_infostate(player, sampler)
                assert other.information_state_string(player) == state.information_state_string(
                    player
                )
                assert other.information_state_tensor(player) == state.information_state_tensor(
                    player
                )
                assert other.current_player() == state.current_player()
                others += other.history() != state.history()
                if state.current_player() == player:
                    assert other.legal_actions() == state.legal_actions()
        step(state, rng)
    assert (others > 0) == (players > 1)
    with pytest.raises(NotationError, match="player: expected 0 to"):
        state.resample_from_infostate(6, sampler)


def test_information_state_tensors_differ_where_the_strings_do() -> None:
    rng, game = random.Random(13), load(2)
    seen: dict[str, tuple[float, ...]] = {}
    for _ in range(2):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                for player in range(2):
                    text = state.information_state_string(player)
                    tensor = tuple(state.information_state_tensor(player))
                    assert seen.setdefault(text, tensor) == tensor
            step(state, rng)
    assert len({*seen.values()}) == len(seen) > 50
    recall = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    recall.set_from(state, 0)
    assert recall.dict["rolls"].shape == (25, 5)
    assert recall.dict["actions"].shape == (2, 26, 21)
    assert [*recall.dict["rolls"][0, :4]] == [
        1 + "1234567*".index(face) for face in str(state.staged.game.turns[0].roll)[:4]
    ]


def test_ismcts_plays_twenty_moves() -> None:
    game, rng = load(2, rewards="win"), np.random.RandomState(1)
    bot = ISMCTSBot(
        game=game,
        evaluator=RandomRolloutEvaluator(1, rng),
        uct_c=2.0,
        max_simulations=2,
        random_state=rng,
        final_policy_type=ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
    )
    state, moves = game.new_initial_state(), 0
    while moves < 20:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=chances))
            continue
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        moves += 1
