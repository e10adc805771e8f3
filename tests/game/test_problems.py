"""What can't arise in play, and that nothing which does is called so."""

from __future__ import annotations

import random

import pytest

import numberdrop as nd
import oracle
from numberdrop.problems import problems
from numberdrop.record import load_game


@pytest.mark.parametrize("seed", range(6))
def test_positions_of_games_have_no_problem(seed: int) -> None:
    rng = random.Random(seed)
    for players in (1, 1, 2, 4):
        variant = "rulebook+slide" if seed % 2 else "bga"
        game = load_game(oracle.random_game(rng, players, variant))
        while True:
            for position in game.positions:
                assert problems(position) == [], str(position)
            if not game.turns:
                break
            game.pop()


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("1...... 3:-:- I0,O0,T0,L0,S0 1", "filled boxes took 3 digits, and 0"),
        ("g...... -:-:- I0,O0,T0,L0,S0 1", "took 0 digits, and 1 on the grid are marked as used"),
        ("1...... -:-:- I0o,O0,T0,L0,S0 1", "letter A is circled, and not both boxes of size 3"),
        ("bbbbcde 3:3:- I1,O0,T0,L0,S0 2", "both boxes of size 3 are filled, and letter A"),
        ("11111.. -:-:- I4,O0,T0,L0,S0 2", "tile A stands on notch 4, and its letter is not"),
        ("11111.. -:-:- I1x,O0,T0,L0,S0 2", "letter A is crossed off, and its tile stands"),
        ("11..... -:-:- I0,O0,T0,L0,S0 1", "before turn 1 there are 1 digits"),
        ("1...... -:-:- I1,O0,T0,L0,S0 2", "before turn 2 there are 5 digits"),
        ("1XXXX.. -:-:- I0,O0,T0,L0,S0 1", "dropped at most 0 X, and the grid has 4"),
        ("1...... -:-:- I1,O0,T0,L0,S0 1", "0 turns slide 0 to 0 notches, and the tiles show 1"),
        ("- -:-:- I0,O0,T0,L0,S0 1", "row 1 is empty"),
    ],
)
def test_a_problem_is_named(position: str, words: str) -> None:
    assert any(words in problem for problem in problems(nd.Position.from_text(position)))
