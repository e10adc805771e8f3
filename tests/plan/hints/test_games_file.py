"""The file of self-play games: a run continues where the last one ended, and other games are
refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
from numberdrop.plan.hints.games_file import GamesFile
from numberdrop.plan.hints.selfplay import selfplay
from numberdrop.rules import Variant


def games_file(path: Path, games: int = 3, **other: Any) -> GamesFile:
    asked = {"seed": 3, "variant": Variant(), "level": "fast", **other}
    return GamesFile(str(path), games, **asked)


def played(path: Path) -> dict[str, Any]:
    with games_file(path) as file:
        found = selfplay(3, 3, keep=file.keep, kept=file.kept()).to_json()
    del found["ms_per_turn"]
    return found


def test_interrupted_run_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    whole = played(path)
    first, *rest = path.read_bytes().splitlines(keepends=True)
    all_bytes = path.read_bytes()
    for kept in (first, first + rest[0], first + rest[0] + rest[1][:100]):
        path.unlink()
        Path(f"{path}.part").write_bytes(kept)
        assert played(path) == whole
        assert path.read_bytes() == all_bytes
    assert [nd.replay(record) for record in map(json.loads, all_bytes.splitlines())]


@pytest.mark.parametrize(
    ("other", "fault"),
    [
        ({"seed": 4}, "line 1: expected the game .*plain#4.0.* of this self-play, got .*plain#3.0"),
        ({"variant": Variant("bga")}, "line 1: expected the game"),
        ({"level": "strong"}, "line 1: expected the game"),
        ({"games": 2}, "expected 2 games of this self-play at most, got 3"),
    ],
)
def test_file_of_other_games_raises(other: dict[str, Any], fault: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    played(path)
    before = path.read_bytes()
    with pytest.raises(nd.NumberdropError, match=fault):
        games_file(path, **other).__enter__()
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_illegal_game_raises_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    played(path)
    first, second, third = map(json.loads, path.read_text().splitlines())
    second["turns"][2]["place"] = second["turns"][1]["place"]
    path.write_text("".join(json.dumps(one) + "\n" for one in (first, second, third)))
    before = path.read_bytes()
    with pytest.raises(nd.NumberdropError, match=r"games.jsonl, line 2: turn 3: place: "):
        played(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["old\n", "{}\n", '{"variant": "rulebook", "selfplay": 1}\n'])
def test_other_file_raises(text: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(text)
    with pytest.raises(nd.NumberdropError, match=r"line 1[:,].* expected"):
        games_file(path).__enter__()
    assert path.read_text() == text
