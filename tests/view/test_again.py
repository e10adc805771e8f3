"""Footers can be pasted into a shell."""

from __future__ import annotations

import shlex

import pytest

from numberdrop.view.footers import again, made_by_in_words, unless


@pytest.mark.parametrize(
    "word", ["1463L", "156*O", "- -:-:- - 1", "my game.json", 'a"b', "a$b", "it's", "a`b", "!x y"]
)
def test_words_are_quoted_for_a_shell(word: str) -> None:
    said = again("review", word, level="fast")
    assert shlex.split(said) == ["numberdrop", "review", word, "--level", "fast"]


def test_options_without_a_value_are_left_out() -> None:
    said = again("hint", "x", games_level="quick", last=True, top=None, all=False, seed=0)
    assert said == "numberdrop hint x --games-level quick --last --seed 0"
    assert unless(3, 3) is None
    assert unless(4, 3) == 4


@pytest.mark.parametrize(
    ("number", "text"),
    [
        *(
            (1.0, "1"),
            (0.5, "0.5"),
            (1e-3, "0.001"),
            (1e8, "100000000"),
            (1e16, "10000000000000000"),
        ),
        *((1.5e-7, "0.00000015"), (20.25, "20.25"), (10.0, "10"), (3, "3")),
    ],
)
def test_numbers_are_printed_as_people_type_them(number: float, text: str) -> None:
    assert again("max", "today", seconds=number) == f"numberdrop max today --seconds {text}"
    assert float(text) == number


def test_absent_features_are_not_printed() -> None:
    made_by = {"program": "numberdrop 1", "nodes": None, "exact": False, "last": True, "w": [1, 2]}
    assert made_by_in_words(made_by, 0.5) == "made by: numberdrop 1, last, w 1 2; 0.50 s"
