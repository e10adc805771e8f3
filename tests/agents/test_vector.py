"""The native vector environment, compared with the Python environments step by step."""

from __future__ import annotations

from itertools import islice
from typing import Any

import gymnasium
import numpy as np
import pytest

import numberdrop as nd
from episodes import VARIANTS as VARIANTS_OF_TOOL
from episodes import cases, check_episode, check_position, episodes, reach
from numberdrop.errors import NotationError, NumberdropError
from numberdrop.gym import _core
from numberdrop.gym.observation import space_of
from numberdrop.gym.vector import SoloVector, orientation_numbers
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
    """Assert that two dictionaries of arrays have the same keys, types and values."""
    assert set(one) == set(other)
    for key in one:
        assert one[key].dtype == other[key].dtype, key
        assert np.array_equal(one[key], other[key]), key


def compare(steps: int, count: int, seed: int, reset: Any = None, **options: Any) -> int:
    """Assert that both environments do the same for `steps` steps, and return the number of
    episodes that ended."""
    native, python = (make(count, mode, **options) for mode in ("vector_entry_point", "sync"))
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
        lambda: core.set(0, 0, grid, 0, range(5), [0] * 4, 0, 0, 1, [1] * 5),
        lambda: _core.Observations({key: np.zeros((2, 1)) for key in space_of(1)}, 2),
    ):
        with pytest.raises(ValueError, match=r"expected|out of range"):
            call()
