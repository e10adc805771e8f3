"""A short run of soak.py, and that it detects what it looks for."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

import numberdrop as nd
import soak
from numberdrop.plan.bounds import Bound
from numberdrop.plan.maxima import maximum
from numberdrop.plan.question import Question
from soaking import Disagreement, run_soak, soak_parser


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "short", "long", "turns", "by_oracle"),
    [(2, 4, 1, 6_000, 1), (4, 15, 3, 40_000, 3)],
)
def test_nothing_disagrees(seed: int, short: int, long: int, turns: int, by_oracle: int) -> None:
    tally = soak.Tally()
    for _ in soak.run(seed, short, long, tally, turns):
        pass
    assert (tally.short, tally.long) == (short, long)
    assert tally.by_oracle >= by_oracle
    assert tally.bounds >= 2 * (short + long)
    assert tally.witnesses == 2 * (short + long)


def deal() -> Question:
    return Question.of(nd.plain_deal(2026, 3), None, "rulebook")


def test_bound_below_a_witness_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "bounds_of", lambda *args, **more: iter([Bound(3, "counting")]))
    with pytest.raises(Disagreement, match="is below"):
        soak.compare(deal(), 1, soak.Tally())


def test_score_unlike_its_witness_is_detected() -> None:
    found = maximum(deal(), nodes=1)
    with pytest.raises(Disagreement, match="makes"):
        soak.replay(replace(found, score=found.score + 1))


def test_better_score_by_the_oracle_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "oracle_best", lambda *args: 100)
    with pytest.raises(Disagreement, match="the oracle finds 100"):
        soak.ask_short(random.Random(1), soak.Tally())


def test_a_soak_ends_with_the_first_disagreement(capsys: pytest.CaptureFixture[str]) -> None:
    asked = []

    def compare(seed: int) -> Iterator[None]:
        asked.append(seed)
        yield
        if seed == 8:
            raise Disagreement("a bound is below a witness")

    options = soak_parser("Compare.", seed=7)
    for args, code, verdict in (([], 0, "no disagreement"), (["--forever"], 1, "a disagreement")):
        assert run_soak(options.parse_args(args), "some questions", compare) == code
        *shown, last = capsys.readouterr().out.splitlines()
        assert shown == ["seed 8: a bound is below a witness"] * code
        assert last.startswith(f"{verdict}: some questions; seeds 7.. in ")
    assert asked == [7, 7, 8]
