"""The explained positions agree with the program."""

from __future__ import annotations

import pytest

from explained import PAGE, Example, examples

EXAMPLES = list(examples(PAGE.read_text("utf-8")))


def test_there_are_twenty_and_each_has_its_own_picture() -> None:
    assert len(EXAMPLES) == 20 == PAGE.read_text("utf-8").count("\n## ")
    assert {example.picture for example in EXAMPLES} == set(PAGE.parent.glob("positions/*.svg"))


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(each, id=each.picture.stem, marks=[pytest.mark.slow] * (number % 4 > 0))
        for number, each in enumerate(EXAMPLES)
    ],
)
def test_a_position_is_played_as_explained(example: Example) -> None:
    assert example.table == example.lines()
    assert example.picture.read_text("utf-8") == example.svg()


def test_last_turns_are_exact() -> None:
    """The page ends with two last turns."""
    for example in EXAMPLES[-2:]:
        assert example.hint().made_by["exact"]
        found = example.hint().turns[0]
        assert found.ev == found.position.score().total
