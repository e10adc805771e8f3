"""The Gymnasium environment of a solo game."""

from __future__ import annotations

import copy
import pickle
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import HumanRendering, RecordVideo, RenderCollection

import numberdrop as nd
from numberdrop.errors import NotationError, NumberdropError, WrongType
from numberdrop.gym import pixels
from numberdrop.gym.glyphs import _ROWS, glyph
from numberdrop.gym.planes import FEATURES, PLANES
from numberdrop.gym.solo import Solo
from numberdrop.gym.vector import SoloVector
from numberdrop.stages import STAGES, action_text
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
    for mode in ("ansi", "svg", "rgb_array", None):
        check_env(make(variant=variant, render_mode=mode).unwrapped)
    check_env(make(variant=variant, observation="planes").unwrapped)


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


def test_rgb_array_shows_every_change_of_the_sheet() -> None:
    env = Solo(render_mode="rgb_array")
    _, info = env.reset(seed=1)
    before, over, changed = env.render(), False, 0
    while not over:
        action = int(np.flatnonzero(info["action_mask"])[-1])
        *_, ended, cut, info = env.step(action)
        frame = env.render()
        assert (frame.shape, frame.dtype) == (pixels.SHAPE, np.uint8)
        changed += not np.array_equal(frame, before)
        before, over = frame, ended or cut
    assert changed > 15


def test_frame_has_the_digit_in_its_cell_and_the_dice() -> None:
    env = Solo(render_mode="rgb_array")
    env.reset(seed=1)
    empty = env.render()
    env.step(cell_action("d1"))
    drawn = env.render()
    x, y = pixels._corner(3)
    cell = drawn[y + 4 : y + 18, x + 6 : x + 16]
    assert np.array_equal((cell != 255).any(-1), glyph("1", 2))
    assert not np.array_equal(empty[44:72], drawn[44:72])
    assert {*"0123456789ABCDEIOTLSX*-"} <= {*_ROWS}


def test_every_sheet_can_be_drawn() -> None:
    env = make(render_mode="rgb_array", variant="bga+slide")
    for seed in range(3):
        play_episode(env, seed)
        assert env.render().shape == pixels.SHAPE


def test_first_line_of_stable_baselines3_works() -> None:
    """make_vec_env() makes each environment with rgb_array, seeds its actions, and reads spaces."""
    env = gymnasium.make("numberdrop.gym:Solo-v0", render_mode="rgb_array")
    env.action_space.seed(3)
    assert "rgb_array" in env.metadata["render_modes"]
    assert env.reset(seed=3)[0].keys() == env.observation_space.spaces.keys()
    assert env.get_wrapper_attr("action_masks")().shape == (394,)
    assert env.render().shape == pixels.SHAPE


class _Clip:
    """A stand-in for MoviePy's clip, which needs ffmpeg."""

    written: ClassVar[list[tuple[int, float]]] = []

    def __init__(self, frames: list[Any], fps: float) -> None:
        assert all(frame.shape == pixels.SHAPE for frame in frames)
        self.written.append((len(frames), fps))

    def write_videofile(self, path: str, logger: object = None) -> None:
        Path(path).write_bytes(b"a video")


def test_record_video_gets_a_frame_of_each_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["moviepy", *(f"moviepy.video{more}" for more in ("", ".io", ".io.ImageSequenceClip"))]
    for name in names:
        module = ModuleType(name)
        module.ImageSequenceClip = _Clip  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, name, module)
    env = RecordVideo(make(render_mode="rgb_array"), str(tmp_path / "videos"), lambda _: True)
    play_episode(env, 1)
    env.close()
    [(frames, fps)] = _Clip.written
    assert frames > 30
    assert fps == 2
    assert [path.name for path in (tmp_path / "videos").iterdir()] == ["rl-video-episode-0.mp4"]


def test_human_rendering_wraps_the_environment() -> None:
    env = make(render_mode="rgb_array")
    collected = RenderCollection(env)
    collected.reset(seed=1)
    collected.step(cell_action("d1"))
    assert [frame.shape for frame in collected.render()] == [pixels.SHAPE] * 2
    assert HumanRendering.ACCEPTED_RENDER_MODES[0] in Solo.metadata["render_modes"]


def test_planes_are_the_arrays_in_zeros_and_ones() -> None:
    env, other = Solo(), Solo(observation="planes")
    seen, info = env.reset(seed=5)
    planes, _ = other.reset(seed=5)
    rng = np.random.default_rng(5)
    for _ in range(120):
        assert planes in other.observation_space
        by_name = dict(zip(PLANES, planes["planes"], strict=True))
        for digit in range(10):
            assert np.array_equal(by_name[f"free {digit}"], seen["cells"] == digit + 1)
            assert np.array_equal(by_name[f"used {digit}"], seen["cells"] == digit + 11)
        assert np.array_equal(by_name["X"], seen["cells"] == 21)
        assert np.array_equal(by_name["marked"], seen["marked"])
        on = {name for name, bit in zip(FEATURES, planes["features"], strict=True) if bit}
        for place, letter in enumerate("ABCDE"):
            assert f"{letter} is {'IOTLS'[seen['shapes'][place]]}" in on
            assert f"{letter} on notch {seen['notches'][place]}" in on
            assert (f"{letter} is circled" in on) == (seen["letters"][place] == 1)
            assert (f"{letter} is crossed off" in on) == (seen["letters"][place] == 2)
        for face, count in zip("1234567*", seen["dice"], strict=True):
            assert sum(name.endswith(f"dice or more show {face}") for name in on) == count
        stage, _, die, turn = seen["now"]
        assert f"stage {STAGES[stage]}" in on
        assert f"shape die {[*'IOTLS*', 'not rolled'][die]}" in on
        assert sum(name.startswith("turn ") for name in on) == turn
        assert sum(name.startswith("box ") for name in on) == seen["boxes"].sum()
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        seen, _, ended, _, info = env.step(action)
        planes, *_ = other.step(action)
        if ended:
            (seen, info), (planes, _) = env.reset(), other.reset()
    assert len({*PLANES}) == len(PLANES) == 22
    assert len({*FEATURES}) == len(FEATURES) == 142


def test_copies_and_pickles_continue_alike() -> None:
    env = make()
    _, info = env.reset(seed=9)
    for _ in range(20):
        *_, info = env.step(env.action_space.sample(mask=info["action_mask"]))
    twins = [env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    while True:
        action = int(np.flatnonzero(info["action_mask"])[0])
        seen, *others = [twin.step(action) for twin in twins]
        for other in others:
            assert all(np.array_equal(seen[0][key], other[0][key]) for key in seen[0])
            assert seen[1:4] == other[1:4]
        info = seen[-1]
        if seen[2]:
            break
    assert len({twin.reset()[1]["deal"] for twin in twins}) == 1


def test_deal_and_variant_can_be_set_for_the_next_episodes() -> None:
    env = Solo()
    env.deal, env.variant = "plain#3.4", "bga"  # type: ignore[assignment]
    assert env.reset(seed=1)[1]["deal"] == "plain#3.4"
    assert (str(env.deal), env.variant) == ("plain#3.4", nd.Variant("bga"))
    with pytest.raises(NotationError, match="deal: expected"):
        env.deal = "2026-1-1"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"deal": "2026-1-1"}, "deal: expected YYYY-MM-DD"),
        ({"deal": "2026-11-20", "variant": "rulebook+review-dice"}, "dice: expected publisher"),
        ({"deal": nd.plain_deal(1, 1, "review")}, "dice: expected a deal of the publisher dice"),
        ({"deal": 7}, "deal: expected Deal, got 7"),
        ({"deal": nd.table_deal(1, 0)}, "tiles: expected five different shapes out of I, O, T, L"),
        ({"variant": "chess"}, "variant: expected 'rulebook' or 'bga'"),
        (
            {"observation": "pictures"},
            "observation: expected one of arrays, planes, got 'pictures'",
        ),
        ({"render_mode": "human"}, "render_mode: expected one of ansi, svg, rgb_array, got 'hum"),
    ],
)
def test_invalid_option_is_refused(options: dict[str, Any], expected: str) -> None:
    with pytest.raises(NotationError, match=expected):
        Solo(**options)
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
