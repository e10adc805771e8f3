"""Tests of bench/maxima.py: saved results aren't searched again, and node budgets have a table."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

import maxima
import numberdrop as nd
import sequences
from numberdrop.plan.question import Question


def _options(keep: Path, *nodes: float) -> argparse.Namespace:
    return argparse.Namespace(
        nodes=list(nodes), seed=[1], plain=7, deals=1, only="16", workers=1, keep=keep
    )


def test_deals_of_another_seed_are_its_first() -> None:
    [(name, deal), *_] = sequences.find_sequences(1, 7)
    assert (name, deal.recipe) == ("..14", "plain#7.12")
    assert sequences.class_of(deal) == name


def test_budget_in_nodes_is_kept_and_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = tmp_path / "maxima.jsonl"
    options = _options(keep, 20_000, 10_000)
    maxima.search_within(options, maxima.Keep(keep, 1))
    said = capsys.readouterr().out
    assert said.index("within 0.01 million nodes") < said.index("within 0.02 million nodes")
    assert "16       1      0  0.0% (0.0% to 79.3%)" in said
    assert "7 digits to spare       1      0  0.0% (0.0% to 79.3%)" in said
    assert len(keep.read_text("utf-8").splitlines()) == 2
    monkeypatch.setattr(maxima, "maximum", None)
    maxima.search_within(options, maxima.Keep(keep, 1))
    assert capsys.readouterr().out == said


def test_digits_to_spare_are_those_of_the_longest_game_that_reaches_the_bound() -> None:
    question = Question.of(nd.plain_deal(4021, 4))
    assert [maxima.spare_digits(question, points) for points in (100, 92, 99)] == [3, 11, None]


def test_proved_result_is_not_searched_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = maxima.search("16", sequences.find_sequences(1, 7)[2][1], 1, 1, nodes=10_000)
    budgets: list[int] = []

    def search(*asked: object, nodes: int) -> dict[str, object]:
        budgets.append(nodes)
        return {**kept, "steps": [[nodes, 100, 100]]}

    monkeypatch.setattr(maxima, "search", search)
    options = _options(tmp_path / "maxima.jsonl", 10_000, 20_000)
    maxima.search_within(options, maxima.Keep(None, 1))
    assert budgets == [10_000]
    assert "16       1      1  100.0% (20.7% to 100.0%)" in capsys.readouterr().out
