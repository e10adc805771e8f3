"""The example agents in docs/agents, run as scripts."""

from __future__ import annotations

import re
import runpy
import sys

import pytest

from places import ROOT

AGENTS = ROOT / "docs" / "agents"


def run(
    name: str, number: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    """Run an example, and return what it prints."""
    monkeypatch.setattr(sys, "argv", [name, str(number)])
    runpy.run_path(str(AGENTS / name), run_name="__main__")
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "number", "printed"),
    [
        ("chance.py", 3, r"3 games, -?\d+\.\d points on average\n"),
        ("learning.py", 500, r" +\d+ games, +-?\d+\.\d points on average\n"),
        ("players.py", 2, r"player_1 won \d\.\d, player_2 won \d\.\d, player_3 won \d\.\d\n"),
        ("ismcts.py", 1, r"ISMCTS won [01]\.[05] of 1\n"),
        ("spiel.py", 1, r"-?\d+ points to -?\d+\n"),
    ],
)
def test_example_prints_its_result(
    name: str,
    number: int,
    printed: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert re.fullmatch(printed, run(name, number, monkeypatch, capsys))


def test_examples_are_documented_and_short() -> None:
    page = (ROOT / "docs" / "agents.md").read_text("utf-8")
    for path in AGENTS.glob("*.py"):
        text = path.read_text("utf-8")
        assert f"```python agents/{path.name}\n{text}```" in page
        assert len([line for line in text.splitlines() if line]) <= 30


def test_example_of_stable_baselines3_compiles() -> None:
    """It needs libraries that numberdrop doesn't depend on; docs/agents.md has what it printed."""
    path = AGENTS / "ppo.py"
    assert "make_vec_env" in compile(path.read_text("utf-8"), str(path), "exec").co_names


@pytest.mark.slow
def test_learning_example_improves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = run("learning.py", 6000, monkeypatch, capsys)
    means = [float(mean) for mean in re.findall(r"(-?\d+\.\d) points", printed)]
    assert means[0] < 0
    assert means[-1] > 4
