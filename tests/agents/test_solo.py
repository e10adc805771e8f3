"""The Gymnasium environment of a solo game."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import numberdrop as nd
from numberdrop.errors import NotationError, NumberdropError, WrongType
from numberdrop.gym.solo import Solo
from numberdrop.gym.vector import SoloVector
from numberdrop.stages import action_text
from numberdrop.stages.actions import cell_action

TILES, ROLLS = nd.plain_deal(1, 0).tiles, nd.plain_deal(1, 0).rolls


def make(**options: Any) -> gymnasium.Env[Any, int]:
    return gymnasium.make("numberdrop.gym:Solo-v0", disable_env_checker=True, **options)


def play_episode(env: Any, seed: int | None = None, **options: Any) -> tuple[float, dict[str, Any]]:
    """Play an episode with random actions, and return the total reward and the last info."""
    _, info = env.reset(seed=seed, options=options)
    env.action_space.seed(seed)
    total, over = 0.0, False
    while not over:
        action = env.action_space.sample(mask=info["action_mask"])
        seen, reward, ended, cut, info = env.step(action)
        assert seen in env.observation_space
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        assert np.array_equal(info["action_mask"], env.unwrapped.action_masks())
        assert not info["illegal"]
        total, over = total + reward, ended or cut
    assert not info["action_mask"].any()
    return total, info


@pytest.mark.parametrize("variant", ["rulebook", "bga+slide+review-dice"])
def test_environment_passes_gymnasium_checker(variant: str) -> None:
    for mode in ("ansi", "svg", None):
        check_env(make(variant=variant, render_mode=mode).unwrapped)


def test_checked_environment_plays_without_warnings() -> None:
    env = gymnasium.make("numberdrop.gym:Solo-v0", render_mode="ansi")
    play_episode(env, 1)
    assert "the game is over" in str(env.render())


@pytest.mark.parametrize("variant", ["rulebook", "rulebook+slide", "bga", "rulebook+review-dice"])
def test_rewards_add_up_to_score_and_records_replay(variant: str) -> None:
    env = make(variant=variant)
    for seed in range(2):
        total, info = play_episode(env, seed)
        game = env.unwrapped.game
        record = game.to_record()
        assert nd.replay(record) == record
        assert record["result"]["final"]["total"] == total
        assert game.is_over()
        dice = nd.Variant.of(variant).dice
        rolls = [turn.roll for turn in game.turns]
        assert tuple(rolls) == nd.deal(info["deal"], dice).rolls[: len(rolls)]


def test_seed_determines_the_deals() -> None:
    env = make()
    deals = [play_episode(env, 7)[1]["deal"], *(play_episode(env)[1]["deal"] for _ in range(2))]
    assert deals == ["plain#7.0", "plain#7.1", "plain#7.2"]
    assert play_episode(env, 7)[1]["deal"] == "plain#7.0"
    others = {play_episode(make())[1]["deal"] for _ in range(2)}
    assert len(others) == 2


def test_deal_and_variant_for_all_episodes_or_one() -> None:
    env = make(deal="2026-11-20", variant="bga")
    assert play_episode(env, 1)[1]["deal"] == nd.deal("2026-11-20").recipe
    assert env.unwrapped.game.variant == nd.Variant("bga")
    assert play_episode(env, deal="plain#3.4", variant="rulebook+slide")[1]["deal"] == "plain#3.4"
    assert env.unwrapped.game.variant == nd.Variant("rulebook", slide=True)
    assert play_episode(env)[1]["deal"] == nd.deal("2026-11-20").recipe
    assert play_episode(env, deal=None)[1]["deal"].startswith("plain#1.")


def test_deal_without_rolls_left_truncates_the_episode() -> None:
    deal = nd.deal("plain#1.0")
    env = Solo(deal=nd.Deal("puzzle", deal.tiles, deal.rolls[:2]))
    _, info = env.reset(seed=1)
    cut = ended = False
    while not cut:
        assert not ended
        action = int(info["action_mask"].argmax())
        _, _, ended, cut, info = env.step(action)
    assert len(env.game.turns if env.game else ()) == 2
    assert not info["action_mask"].any()


def test_illegal_action_changes_nothing() -> None:
    env = make()
    before, info = env.reset(seed=3)
    after, reward, ended, cut, info_after = env.step(0)
    assert (reward, ended, cut, info_after["illegal"]) == (0.0, False, False, True)
    assert all(np.array_equal(before[key], after[key]) for key in before)
    assert not info["illegal"]


def test_observation_of_a_first_turn() -> None:
    """A start at d1, a slide of E, the L on the left: cells, dice and stage match the documents."""
    env = Solo()
    seen, _ = env.reset(seed=1)
    deal = nd.plain_deal(1, 0)
    assert seen["now"].tolist() == [0, 0, 6, 0]
    seen, *_ = env.step(cell_action("d1"))
    assert seen["cells"][0].tolist() == [0, 0, 0, 2, 0, 0, 0]
    assert seen["now"].tolist() == [1, 0, "IOTLS*".index(deal.rolls[0].shape), 1]
    assert seen["dice"].tolist() == [deal.rolls[0].numbers.count(face) for face in "1234567*"]
    assert seen["shapes"].tolist() == ["IOTLS".index(shape) for shape in deal.tiles]
    legal = [action_text(int(action)) for action in np.flatnonzero(seen["action_mask"])]
    assert legal == ["slide A", "slide B", "slide C", "slide D", "slide E"]
    seen, *_ = env.step(5)
    assert seen["notches"][4] >= 1
    while seen["now"][0] != 4:
        seen, *_ = env.step(int(seen["action_mask"].argmax()))
    seen, *_ = env.step(int(seen["action_mask"].argmax()))
    assert seen["marked"].sum() == 4
    assert not (seen["cells"][seen["marked"] == 1]).any()


def test_render_modes() -> None:
    env = Solo(render_mode="ansi")
    with pytest.raises(NumberdropError, match="a call of reset"):
        env.render()
    env.reset(seed=1)
    assert str(env.render()).splitlines()[-1] == "the cell of the first digit"
    env.step(cell_action("d1"))
    roll = nd.plain_deal(1, 0).rolls[0]
    assert str(env.render()).splitlines()[-1] == f"turn 1, {roll}: the tile that slides"
    drawn = Solo(render_mode="svg")
    drawn.reset(seed=1)
    assert str(drawn.render()).startswith("<svg")
    assert Solo().render() is None


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"deal": "2026-1-1"}, "deal: expected YYYY-MM-DD"),
        ({"deal": "2026-11-20", "variant": "rulebook+review-dice"}, "dice: expected publisher"),
        ({"deal": nd.plain_deal(1, 1, "review")}, "dice: expected a deal of the publisher dice"),
        ({"deal": 7}, "deal: expected Deal, got 7"),
        ({"deal": nd.table_deal(1, 0)}, "tiles: expected five different shapes out of I, O, T, L"),
        ({"variant": "chess"}, "variant: expected 'rulebook' or 'bga'"),
        ({"render_mode": "human"}, "render_mode: expected ansi or svg, got 'human'"),
    ],
)
def test_invalid_option_is_refused(options: dict[str, Any], expected: str) -> None:
    with pytest.raises(NotationError, match=expected):
        Solo(**options)
    if "render_mode" not in options:
        with pytest.raises(NotationError, match=expected):
            SoloVector(2, **options)


@pytest.mark.parametrize(
    ("parts", "place"),
    [
        (("x", ("I", "O"), ROLLS), "tiles"),
        (("x", 5, ROLLS), "tiles"),
        (("x", TILES, ROLLS * 2), "rolls"),
        (("x", TILES, None), "rolls"),
        (("x", TILES, ("****I",)), "roll"),
        ((5, TILES, ROLLS), "recipe"),
    ],
)
def test_invalid_deal_is_refused(parts: tuple[Any, ...], place: str) -> None:
    for make_one in (Solo, SoloVector):
        with pytest.raises(NotationError, match=f"{place}: expected"):
            make_one(deal=nd.Deal(*parts))


def test_invalid_action_seed_and_reset_option_are_refused() -> None:
    env = Solo()
    with pytest.raises(NumberdropError, match="a call of reset"):
        env.step(0)
    with pytest.raises(ValueError, match="options: expected no keys but deal, variant, got 'x'"):
        env.reset(options={"x": 1})
    for strange in (5, [], "x", 0):
        with pytest.raises(WrongType, match="options: expected Mapping, got"):
            env.reset(options=strange)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"seed: expected 0 to 2\*\*64 - 1, got -1"):
        env.reset(seed=-1)
    env.reset(seed=1)
    for wrong in (-1, 394, "done", 1.5):
        with pytest.raises(ValueError, match="action: expected"):
            env.step(wrong)  # type: ignore[arg-type]
