"""The difficulty of pocket problems: features of a line, steps, chance and grade."""

from __future__ import annotations

import pytest

import numberdrop as nd
from numberdrop.puzzles.pockets.difficulty import (
    SHARP,
    STEPS,
    WORDS,
    chance_of,
    grade_of,
    seen_in,
    steps_of,
)

NOTHING = dict.fromkeys(STEPS, 0)
START = "123.... -:-:- I0,O0,T3,L0,S0 3"


def seen(position: str, *turns: str) -> dict[str, int]:
    lines = [nd.Turn.from_text(turn) for turn in turns]
    found = seen_in(nd.Position.from_text(position), lines)
    return {name: count for name, count in found.items() if count}


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        (["7654I A d1=4,e1=5,f1=6,g1=7"], {"rows": 1}),
        (["7654I A d1=4,e1=5,f1=6,g1=7 !a1b1c1d1e1"], {"combos": 1, "digits": 2, "rows": 1}),
        (["7654I A d1=4,e1=5,f1=6,g1=7 !a1b1c1"], {"combos": 1, "rows": 1}),
        (["7644I A d1=6,d2=7,d3=4,d4=4"], {}),
        (["4455O A c2=4,d2=5,c3=4,d3=5"], {"gaps": 1}),
        (["4455O A d1=4,e1=5,d2=4,e2=5 !b1c1d1e1"], {"combos": 1, "digits": 2}),
        (["4556O A d1=4,e1=5,d2=5,e2=6 !b1c1d1d2e2"], {"combos": 1, "digits": 3, "bends": 2}),
        (["1116O A d1=1,e1=1,d2=1,e2=6 !d1e1d2"], {"combos": 1, "digits": 3}),
        (["7654I C C@d1e1f1e2 g1=4,g2=5,g3=6,g4=7"], {"X": 1, "rows": 1}),
        (
            ["1164O A d1=1,e1=6,d2=1,e2=4", "1167O A d3=1,e3=6,d4=1,e4=7 !d1d2d3"],
            {"rolls": 1, "combos": 1, "digits": 3},
        ),
    ],
)
def test_seen_in_counts_the_features_of_turns(turns: list[str], expected: dict[str, int]) -> None:
    assert seen(START, *turns) == expected


def test_steps_of_features_are_summed() -> None:
    assert steps_of(NOTHING) == 0
    assert steps_of(dict.fromkeys(STEPS, 2)) == 2 * sum(STEPS.values())


def test_chance_averages_three_players() -> None:
    assert chance_of(NOTHING) == 1
    assert chance_of(NOTHING | {"combos": 1}) == pytest.approx(sum(SHARP) / 300, abs=0.001)
    ahead = chance_of(NOTHING | {"rolls": 1})
    assert ahead == pytest.approx(sum((each / 100) ** 5 for each in SHARP[1:]) / 3, abs=0.001)
    assert chance_of(NOTHING | {"digits": 100}) < 1e-6


def test_grade_word_depends_on_the_chance() -> None:
    for steps in range(40):
        features = NOTHING | {"digits": steps}
        chance, grade = chance_of(features), grade_of(features)
        expected = [word for least, word in WORDS if chance >= least][:1]
        assert ([grade.word] if grade else []) == expected
        assert grade is None or grade.figure == steps
