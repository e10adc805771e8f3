"""The native vector environment, compared with the Python environments step by step."""

from __future__ import annotations

import copy
import pickle
from itertools import islice
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import create_empty_array

import numberdrop as nd
from episodes import VARIANTS as VARIANTS_OF_TOOL
from episodes import cases, check_episode, check_position, episodes, reach
from numberdrop.errors import NotationError, NumberdropError, WrongType
from numberdrop.gym import _core
from numberdrop.gym.core_deals import orientation_numbers
from numberdrop.gym.observation import space_of
from numberdrop.gym.vector import SoloVector
from numberdrop.stages import Part
from reached import reached
from samples import VARIANTS


def make(count: int, mode: str, **options: Any) -> Any:
    return gymnasium.make_vec(
        "numberdrop.gym:Solo-v0",
        num_envs=count,
        vectorization_mode=mode,
        **options,
    )


def some_actions(rng: np.random.Generator, mask: Any) -> Any:
    """Return a random action for each row of a mask, nearly always a legal one."""
    chosen = [
        rng.choice(np.flatnonzero(row)) if row.any() and rng.random() < 0.98 else rng.integers(394)
        for row in mask
    ]
    return np.array(chosen)


def assert_equal(one: Any, other: Any) -> None:
    """Assert that two dictionaries of arrays, some of them of dictionaries, have the same keys,
    types and values."""
    assert set(one) == set(other)
    for key in one:
        if isinstance(one[key], dict):
            assert_equal(one[key], other[key])
            continue
        assert one[key].dtype == other[key].dtype, key
        if key == "final_obs":
            for seen, seen_2 in zip(one[key], other[key], strict=True):
                assert (seen is None) == (seen_2 is None)
                assert_equal(seen or {}, seen_2 or {})
        else:
            assert np.array_equal(one[key], other[key]), key


def compare(
    steps: int,
    count: int,
    seed: int,
    reset: Any = None,
    autoreset: AutoresetMode = AutoresetMode.NEXT_STEP,
    **options: Any,
) -> int:
    """Assert that both environments do the same for `steps` steps, and return the number of
    episodes that ended."""
    native = make(count, "vector_entry_point", autoreset_mode=autoreset, **options)
    python = make(count, "sync", vector_kwargs={"autoreset_mode": autoreset}, **options)
    is_disabled = autoreset is AutoresetMode.DISABLED
    assert native.single_observation_space == python.single_observation_space
    assert native.observation_space == python.observation_space
    assert native.action_space == python.action_space
    assert native.metadata["autoreset_mode"] == python.metadata["autoreset_mode"]
    rng = np.random.default_rng(seed)
    (seen, infos), (seen_2, infos_2) = (
        env.reset(seed=seed, options=reset) for env in (native, python)
    )
    ended = 0
    for _ in range(steps):
        assert_equal(seen, seen_2)
        assert_equal(infos, infos_2)
        assert seen in native.observation_space
        actions = some_actions(rng, infos["action_mask"])
        seen, reward, over, cut, infos = native.step(actions)
        seen_2, reward_2, over_2, cut_2, infos_2 = python.step(actions)
        for array, array_2 in ((reward, reward_2), (over, over_2), (cut, cut_2)):
            assert array.dtype == array_2.dtype
            assert np.array_equal(array, array_2)
        ended += int(over.sum() + cut.sum())
        if is_disabled and (over | cut).any():
            # a copy each, since SyncVectorEnv takes the mask out of the options
            mask = [{**(reset or {}), "reset_mask": over | cut} for _ in range(2)]
            (seen, some), (seen_2, some_2) = (
                env.reset(options=options)
                for env, options in zip((native, python), mask, strict=True)
            )
            assert_equal(some, some_2)
            infos = {**infos, "action_mask": seen["action_mask"]}
            infos_2 = infos
    return ended


@pytest.mark.parametrize("variant", [*VARIANTS, "rulebook+slide+review-dice"])
def test_vector_matches_sync_vector_env(variant: str) -> None:
    assert compare(90, 4, 5, variant=variant) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("variant", [*VARIANTS, "rulebook+slide+review-dice"])
def test_vector_matches_sync_vector_env_for_long(variant: str) -> None:
    assert compare(4000, 8, 6, variant=variant) >= 400


def test_vector_matches_with_deal_and_options() -> None:
    compare(50, 2, 1, deal="2026-11-20")
    compare(50, 2, 1, {"deal": "plain#3.4", "variant": "bga+slide"})
    deal = nd.deal("plain#1.0")
    assert compare(40, 2, 1, deal=nd.Deal("puzzle", deal.tiles, deal.rolls[:2])) > 2


@pytest.mark.parametrize("autoreset", [*AutoresetMode])
@pytest.mark.parametrize("observation", ["arrays", "planes"])
def test_vector_matches_in_every_autoreset_mode(autoreset: AutoresetMode, observation: str) -> None:
    options: dict[str, Any] = {"autoreset": autoreset, "observation": observation}
    assert compare(120, 4, 5, **options) >= 4
    assert compare(40, 3, 5, max_episode_steps=7, **options) >= 12


def test_first_line_with_a_limit_and_a_render_mode_works() -> None:
    for mode, more in (("sync", {}), ("vector_entry_point", {})):
        envs = make(2, mode, max_episode_steps=5, render_mode="ansi", **more)
        _, infos = envs.reset(seed=1)
        for step in range(1, 6):
            *_, cut, infos = envs.step(infos["action_mask"].argmax(1))
            assert cut.tolist() == [step == 5] * 2
        assert all("turn 1, " in str(drawn) for drawn in envs.render())


def test_render_matches_single_environments() -> None:
    for render_mode in ("ansi", "svg", "rgb_array"):
        native, python = (
            make(3, mode, render_mode=render_mode) for mode in ("vector_entry_point", "sync")
        )
        _, infos = native.reset(seed=4)
        python.reset(seed=4)
        for _ in range(25):
            actions = infos["action_mask"].argmax(1)
            *_, infos = native.step(actions)
            python.step(actions)
        for drawn, expected in zip(native.render(), python.render(), strict=True):
            assert np.array_equal(drawn, expected)
    assert SoloVector(1).render() is None


def test_records_of_current_and_finished_games() -> None:
    envs, rng = SoloVector(3), np.random.default_rng(3)
    with pytest.raises(NumberdropError, match="a call of reset"):
        envs.game(0)
    _, infos = envs.reset(seed=3)
    assert envs.game(0) is None
    totals, ended, checked = np.zeros(3), np.zeros(3, bool), 0
    while checked < 6:
        totals[ended] = 0
        *_, rewards, ended, _, infos = envs.step(some_actions(rng, infos["action_mask"]))
        totals += rewards
        for number in np.flatnonzero(ended):
            game = envs.finished_game(int(number))
            assert game is not None
            record: Any = game.to_record()
            assert nd.replay(record) == record
            assert record["result"]["final"]["total"] == totals[number]
            assert game.tiles == nd.deal(infos["deal"][number]).tiles
            checked += 1
    game = envs.game(0)
    assert game is None or nd.replay(game.to_record())
    with pytest.raises(NotationError, match="number: expected 0 to 2, got 3"):
        envs.game(3)


@pytest.mark.parametrize("autoreset", ["NextStep", "SameStep"])
def test_copies_and_pickles_continue_alike(autoreset: str) -> None:
    envs = SoloVector(4, autoreset_mode=autoreset, max_episode_steps=100, observation="planes")
    fresh = pickle.loads(pickle.dumps(envs))
    rng = np.random.default_rng(2)
    (_, infos), (_, infos_2) = envs.reset(seed=2), fresh.reset(seed=2)
    assert_equal(infos, infos_2)
    for length in (0, 90, 7, 300):
        for _ in range(length):
            *_, infos = envs.step(some_actions(rng, infos["action_mask"]))
        twins = [pickle.loads(pickle.dumps(envs)), copy.deepcopy(envs), copy.copy(envs)]
        before = str(envs.game(1) and envs.game(1).to_record())  # type: ignore[union-attr]
        for _ in range(60):
            actions = some_actions(rng, infos["action_mask"])
            seen, *results, infos = envs.step(actions)
            for twin in twins:
                seen_2, *results_2, infos_2 = twin.step(actions)
                assert_equal(seen, seen_2)
                assert_equal(infos, infos_2)
                assert all(map(np.array_equal, results, results_2))
        assert str(envs.finished_game(1)) == str(twins[0].finished_game(1))
        assert before


def test_attributes_and_methods_of_each_environment() -> None:
    native, python = (make(2, mode) for mode in ("vector_entry_point", "sync"))
    _, infos = native.reset(seed=4)
    python.reset(seed=4)
    for _ in range(15):
        actions = infos["action_mask"].argmax(1)
        *_, infos = native.step(actions)
        python.step(actions)
    for name in ("action_masks", "render"):
        for one, other in zip(native.call(name), python.call(name), strict=True):
            assert np.array_equal(one, other)
    for one, other in zip(native.get_attr("game"), python.get_attr("game"), strict=True):
        assert one.to_record() == other.to_record()
    for envs in (native, python):
        envs.set_attr("variant", "bga")
        envs.set_attr("deal", ["plain#3.4", None])
        envs.set_attr("colour", ["red", "blue"])
        assert envs.get_attr("variant") == (nd.Variant("bga"),) * 2
        assert envs.get_attr("colour") == ("red", "blue")
        assert envs.reset()[1]["deal"][0] == "plain#3.4"
        assert [env and env.variant for env in envs.get_attr("game")] == [None, None]
    with pytest.raises(NumberdropError, match="name: expected a method that changes nothing"):
        native.call("step", 0)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        native.get_attr("nothing")
    with pytest.raises(NotationError, match="name: expected deal, variant or a new name, got 'gam"):
        native.set_attr("game", None)
    with pytest.raises(NotationError, match="values: expected 2, got 1"):
        native.set_attr("deal", [None])


def test_reset_mask_resets_some_environments() -> None:
    envs, rng = SoloVector(3), np.random.default_rng(1)
    mask = np.array([False, True, False])
    with pytest.raises(NumberdropError, match="reset_mask: expected a reset of all"):
        envs.reset(options={"reset_mask": mask})
    _, infos = envs.reset(seed=1)
    for _ in range(10):
        seen, *_, infos = envs.step(some_actions(rng, infos["action_mask"]))
    again, infos = envs.reset(seed=[5, 6, 7], options={"reset_mask": mask, "deal": "plain#9.9"})
    assert [*infos["deal"]] == [None, "plain#9.9", None]
    for number in (0, 2):
        assert all(np.array_equal(seen[key][number], again[key][number]) for key in seen)
    assert not again["cells"][1].any()
    assert [*envs.reset(options={"reset_mask": mask})[1]["deal"]] == [None, "plain#6.1", None]
    for wrong, error in [
        ([True] * 3, WrongType),
        (np.ones(3, int), WrongType),
        (np.ones(2, bool), NotationError),
        (np.zeros(3, bool), NotationError),
    ]:
        with pytest.raises(error, match="reset_mask: expected"):
            envs.reset(options={"reset_mask": wrong})


def test_disabled_autoreset_expects_a_reset() -> None:
    envs = SoloVector(2, autoreset_mode="Disabled", max_episode_steps=1)
    envs.reset(seed=1)
    envs.step([16, 17])
    with pytest.raises(NumberdropError, match="actions: expected a reset of environment 0"):
        envs.step([0, 0])


def test_seeds_by_environment() -> None:
    env = SoloVector(3)
    assert [*env.reset(seed=7)[1]["deal"]] == ["plain#7.0", "plain#8.0", "plain#9.0"]
    assert [*env.reset()[1]["deal"]] == ["plain#7.1", "plain#8.1", "plain#9.1"]
    assert [*env.reset(seed=[1, None, 2])[1]["deal"]] == ["plain#1.0", "plain#8.2", "plain#2.0"]
    assert [*env.reset(seed=np.array([3, 4, 5]))[1]["deal"]] == [
        "plain#3.0",
        "plain#4.0",
        "plain#5.0",
    ]
    assert [*env.reset(seed=np.int64(7))[1]["deal"]] == ["plain#7.0", "plain#8.0", "plain#9.0"]
    others = {deal for _ in range(2) for deal in SoloVector(2).reset()[1]["deal"]}
    assert len(others) == 4


def test_returned_arrays_are_not_reused() -> None:
    env = SoloVector(2)
    seen, infos = env.reset(seed=1)
    kept = {key: array.copy() for key, array in seen.items()}
    deals = infos["deal"].copy()
    rng = np.random.default_rng(1)
    for _ in range(60):
        *_, infos_2 = env.step(some_actions(rng, env.step(np.zeros(2, int))[0]["action_mask"]))
    assert_equal(seen, kept)
    assert np.array_equal(infos["deal"], deals)
    assert infos_2["action_mask"].shape == (2, 394)


@pytest.mark.parametrize("variant", VARIANTS_OF_TOOL)
@pytest.mark.parametrize("count", [4, pytest.param(200, marks=pytest.mark.slow)])
def test_records_replay_and_rewards_add_up(variant: str, count: int) -> None:
    for episode in islice(episodes(variant, 3, 8), count):
        assert check_episode(episode, variant) > 0


@pytest.mark.parametrize("count", [24, pytest.param(300, marks=pytest.mark.slow)])
def test_actions_reach_exactly_the_legal_turns(count: int) -> None:
    checked = 0
    for position, roll, variant in islice(cases(9), 2 * count):
        if position.count_turns(roll, variant) < 20_000:
            checked += check_position(position, roll, variant) > 0
    assert checked >= count


def test_reached_positions_match_python() -> None:
    for position, roll, variant in islice(cases(4), 6):
        turns = position.count_turns(roll, variant)
        if turns < 1000:
            ends = {part.position.end_turn() for part in reached(Part(position, roll, variant))}
            assert len(ends) == reach(position, roll, variant)[0] == turns


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"num_envs": 0}, "num_envs: expected 1 to 1000000, got 0"),
        ({"deal": "2026-1-1"}, "deal: expected YYYY-MM-DD"),
        ({"variant": "chess"}, "variant: expected 'rulebook' or 'bga'"),
        ({"render_mode": 5}, "render_mode: expected one of ansi, svg, rgb_array, got 5"),
        ({"max_episode_steps": 0}, "max_episode_steps: expected 1 to 1000000000, got 0"),
        ({"autoreset_mode": "now"}, "autoreset_mode: expected one of NextStep, SameStep, Disabled"),
    ],
)
def test_invalid_option_is_refused(options: dict[str, Any], expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        SoloVector(**options)


def test_invalid_actions_and_seeds_are_refused() -> None:
    env = SoloVector(2)
    with pytest.raises(NumberdropError, match="a call of reset"):
        env.step(np.zeros(2, int))
    with pytest.raises(ValueError, match="seed: expected one, or 2, got 3"):
        env.reset(seed=[1, 2, 3])
    for seed in (True, -1, 1.5, "ab", {1, 2}, [1, True], np.float64(2), 2**64 - 1):
        with pytest.raises(NotationError, match="seed: expected"):
            env.reset(seed=seed)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="options: expected no keys but deal, variant"):
        env.reset(options={"x": 1})
    for options in (5, [], 0):
        with pytest.raises(NotationError, match="options: expected Mapping, got"):
            env.reset(options=options)  # type: ignore[arg-type]
    before, _ = env.reset(seed=1)
    for wrong in ([0], [0, 394], [-1, 0], [0.5, 1], [[0, 1]]):
        with pytest.raises(ValueError, match="actions: expected"):
            env.step(np.array(wrong))
    with pytest.raises(NotationError, match=r"actions: expected 2 whole numbers, got \[\[1\], "):
        env.step([[1], [1, 2]])
    after, *_, infos = env.step([0, 0])
    assert_equal(before, after)
    assert infos["illegal"].all()


def test_core_refuses_values_out_of_range() -> None:
    numbers = orientation_numbers()
    core = _core.Episodes(2, numbers)
    grid = bytes(98)
    arrays: Any = create_empty_array(space_of(1), 2)
    rows = _core.Observations(arrays, 2)
    with pytest.raises(ValueError, match="each orientation"):
        _core.Episodes(1, [[0, 0], *numbers[1:]])
    with pytest.raises(ValueError, match="one episode"):
        _core.Episodes(0, numbers)
    for call in (
        lambda: core.draw(2, 0, 1, bytes([1] * 24)),
        lambda: core.draw(0, 0, 1, bytes(24)),
        lambda: core.draw(0, 0, 1, bytes([1])),
        lambda: core.deal(0, 0, [0, 1, 2, 3, 3], []),
        lambda: core.deal(0, 0, range(5), [[1, 2, 3, 4, 6]]),
        lambda: core.set(0, 0, grid[1:], 0, range(5), [0] * 5, 0, 0, 1, [1] * 5),
        lambda: core.set(0, 0, grid, 0, range(5), [4] * 5, 0, 0, 1, [1] * 5),
        lambda: core.set(0, 0, grid, 0, range(5), [5, 0, 0, 0, 0], 0, 0, 1, [1] * 5),
        lambda: core.set(0, 0, grid, 0, range(5), [0] * 4, 0, 0, 1, [1] * 5),
        lambda: core.observe(np.array([2]), rows),
        lambda: _core.Episodes(3, numbers).observe(np.array([2]), rows),
        lambda: _core.Observations({key: np.zeros((2, 1)) for key in space_of(1)}, 2),
    ):
        with pytest.raises(ValueError, match=r"expected|out of range"):
            call()
