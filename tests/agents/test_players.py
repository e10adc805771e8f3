"""The PettingZoo environments: parallel, and one agent after the other."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

import numberdrop as nd
from numberdrop import pettingzoo
from numberdrop.dice import table_deal
from numberdrop.errors import NotationError
from numberdrop.stages import DONE

CASES = [(2, "rulebook"), (3, "bga+slide"), (6, "rulebook+review-dice")]


#: PettingZoo's tests warn of what its own games with masks do.
MASKS = pytest.mark.filterwarnings(
    "ignore:Observation (space for each agent|is not a NumPy array)",
    "ignore:Action mask numpy array is all zeros",
)


def legal(info: dict[str, Any], rng: random.Random) -> int:
    return int(rng.choice(np.flatnonzero(info["action_mask"])))


def play_parallel(env: Any, seed: int) -> dict[str, float]:
    """Play a game with random actions, and return the total reward of each agent."""
    rng = random.Random(seed)
    seen, infos = env.reset(seed=seed)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        for agent in env.agents:
            assert seen[agent] in env.observation_space(agent)
            assert np.array_equal(seen[agent]["action_mask"], infos[agent]["action_mask"])
        seen, rewards, _, cut, infos = env.step(
            {agent: legal(infos[agent], rng) for agent in env.agents}
        )
        assert not any(cut.values())
        totals = {agent: totals[agent] + rewards[agent] for agent in totals}
    return totals


def play_in_turn(env: Any, seed: int) -> dict[str, float]:
    """Do the same in the AEC environment."""
    rng = random.Random(seed)
    env.reset(seed=seed)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, cut, info = env.last()
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        totals[agent] += reward
        env.step(None if ended or cut else legal(info, rng))
    return totals


@MASKS
@pytest.mark.parametrize(("players", "variant"), CASES)
def test_environments_pass_pettingzoo_tests(players: int, variant: str) -> None:
    options = {"players": players, "variant": variant}
    api_test(pettingzoo.env(**options), num_cycles=60)
    parallel_api_test(pettingzoo.parallel_env(**options), num_cycles=60)
    seed_test(lambda: pettingzoo.env(**options), num_cycles=20)
    parallel_seed_test(lambda: pettingzoo.parallel_env(**options), num_cycles=20)


@MASKS
@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("variant", ["rulebook", "bga", "rulebook+slide"])
def test_environments_pass_long_pettingzoo_tests(players: int, variant: str) -> None:
    options = {"players": players, "variant": variant}
    api_test(pettingzoo.env(**options), num_cycles=1000)
    parallel_api_test(pettingzoo.parallel_env(**options), num_cycles=1000)
    seed_test(lambda: pettingzoo.env(**options), num_cycles=500)
    parallel_seed_test(lambda: pettingzoo.parallel_env(**options), num_cycles=500)


@pytest.mark.parametrize(("players", "variant"), CASES)
@pytest.mark.parametrize("play", [play_parallel, play_in_turn])
def test_rewards_add_up_to_scores_and_records_replay(players: int, variant: str, play: Any) -> None:
    make = pettingzoo.parallel_env if play is play_parallel else pettingzoo.raw_env
    for seed in range(2):
        env = make(players=players, variant=variant)
        totals = play(env, seed)
        record = env.game.to_record()
        assert nd.replay(record) == record
        final = [score["total"] for score in record["result"]["final"]]
        assert [*totals.values()] == final
        deal = table_deal(seed, 0, variant)
        assert env.game.tiles == deal.tiles
        assert [turn.roll for turn in env.game.turns] == [*deal.rolls[: len(env.game.turns)]]


@pytest.mark.parametrize("play", [play_parallel, play_in_turn])
def test_win_rewards_are_shared_by_winners(play: Any) -> None:
    make = pettingzoo.parallel_env if play is play_parallel else pettingzoo.raw_env
    env = make(players=3, rewards="win")
    totals = play(env, 5)
    winners = env.game.winners()
    assert [seat for seat in (1, 2, 3) if totals[f"player_{seat}"]] == winners
    assert sum(totals.values()) == pytest.approx(1)


def test_choices_of_others_are_observed_after_the_turn() -> None:
    env = pettingzoo.parallel_env(players=2, observation="array")
    seen, infos = env.reset(seed=1)
    rng = random.Random(1)
    others = slice(98 + 98 + 11 + 5 + 5 + 5 + 8 + 4, None)
    turn = -4 - (98 + 11 + 5) + 3
    before = None
    for _ in range(40):
        if not env.agents:
            break
        seen, *_, infos = env.step({agent: legal(infos[agent], rng) for agent in env.agents})
        now = (int(seen["player_1"][turn]), seen["player_1"][others].tolist())
        assert now[0] == seen["player_2"][turn]
        if before and before[0] == now[0] and env.agents:
            assert before[1] == now[1]
        before = now
        sheet = env.game.positions[1].core.grid if env.game else bytes(98)
        cells = seen["player_1"][others][:98]
        assert [code > 0 for code in cells] == [code > 0 for code in sheet]


def test_agent_without_a_choice_waits() -> None:
    env = pettingzoo.parallel_env(players=4)
    _, infos = env.reset(seed=1)
    waited = 0
    rng = random.Random(2)
    while env.agents:
        for agent in env.agents:
            found = np.flatnonzero(infos[agent]["action_mask"]).tolist()
            waited += found == [DONE]
        _, _, _, _, infos = env.step({agent: legal(infos[agent], rng) for agent in env.agents})
        assert not any(info["illegal"] for info in infos.values())
    assert waited


def test_illegal_action_changes_nothing() -> None:
    env = pettingzoo.parallel_env(players=2)
    seen, _ = env.reset(seed=1)
    after, rewards, _, _, infos = env.step({"player_1": DONE, "player_2": DONE})
    for agent in seen:
        assert all(np.array_equal(seen[agent][key], after[agent][key]) for key in seen[agent])
    assert not any(rewards.values())
    assert all(info["illegal"] for info in infos.values())
    with pytest.raises(ValueError, match=r"actions: expected those of player_1, player_2, got"):
        env.step({"player_1": DONE})
    cycle = pettingzoo.raw_env(players=2)
    cycle.reset(seed=1)
    cycle.step(DONE)
    assert cycle.agent_selection == "player_1"
    assert cycle.infos["player_1"]["illegal"]
    assert not cycle.infos["player_2"]["illegal"]
    with pytest.raises(ValueError, match="action of player_1: expected 0 to 673, got 674"):
        cycle.step(674)


def test_deals_follow_the_seed_or_the_options() -> None:
    env = pettingzoo.raw_env(players=2)
    deals = []
    for seed, options in [(7, None), (None, None), (None, {"deal": "table#3.4"}), (None, None)]:
        env.reset(seed=seed, options=options)
        deals.append(env.infos["player_1"]["deal"])
    assert deals == ["table2#7.0", "table2#7.1", "table#3.4", "table2#7.3"]
    env.reset(options={"variant": "bga"})
    with pytest.raises(ValueError, match=r"deal: expected table2#SEED\.N, got 'plain#1.2'"):
        env.reset(options={"deal": "plain#1.2"})


def test_render_modes() -> None:
    env = pettingzoo.parallel_env(players=2, render_mode="ansi")
    env.reset(seed=1)
    assert "player_2: the cell of the first digit" in str(env.render())
    play_parallel(env, 1)
    assert "player_1: the game is over" in str(env.render())
    cycle = pettingzoo.raw_env(players=2, render_mode="svg")
    cycle.reset(seed=1)
    assert str(cycle.render()).startswith("<svg")
    play_in_turn(cycle, 1)
    assert str(cycle.render()) == cycle.game.svg()
    assert pettingzoo.raw_env().render() is None


def test_render_modes_pass_pettingzoo_test(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda **options: pettingzoo.env(players=3, **options))
    assert not capsys.readouterr().out
    env = pettingzoo.raw_env(players=3, render_mode="human")
    env.reset(seed=1)
    assert env.render() is None
    assert capsys.readouterr().out.startswith("player_1: the cell of the first digit\n")
    pixels = pettingzoo.raw_env(players=3, render_mode="rgb_array")
    pixels.reset(seed=1)
    assert pixels.render().shape == (392, 3 * 424, 3)


def test_invalid_arguments_raise_notation_error() -> None:
    for make in (pettingzoo.parallel_env, pettingzoo.raw_env):
        env = make()
        with pytest.raises(NotationError, match="a call of reset"):
            env.step({})
        with pytest.raises(NotationError, match="options: expected no keys but deal, variant, got"):
            env.reset(options={"varient": "bga"})
        for options in (5, [], "x"):
            with pytest.raises(NotationError, match="options: expected Mapping, got"):
                env.reset(options=options)
        env.reset(seed=1)
        for ask in (env.observation_space, env.action_space):
            with pytest.raises(NotationError, match="agent: expected one of player_1, player_2, g"):
                ask("player_3")
    with pytest.raises(NotationError, match="agent: expected one of player_1, player_2, got"):
        env.observe("player_3")
    parallel = pettingzoo.parallel_env()
    parallel.reset(seed=1)
    for actions in (5, None, ["player_1", "player_2"]):
        with pytest.raises(NotationError, match="actions: expected Mapping, got"):
            parallel.step(actions)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"players": 1}, "players: expected 2 to 6, got 1"),
        ({"players": 7}, "players: expected 2 to 6, got 7"),
        ({"variant": "chess"}, "variant: expected 'rulebook' or 'bga'"),
        ({"rewards": "money"}, "rewards: expected one of score, win, got 'money'"),
        ({"render_mode": "film"}, "render_mode: expected one of ansi, svg, rgb_array, human, got"),
        ({"observation": "flat"}, "observation: expected one of dict, array, got 'flat'"),
    ],
)
def test_invalid_option_is_refused(options: dict[str, Any], expected: str) -> None:
    for make in (pettingzoo.parallel_env, pettingzoo.env):
        with pytest.raises(ValueError, match=expected):
            make(**options)
