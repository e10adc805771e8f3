"""Positions that can't arise in a game: the problem, its likeliest slip, and no false alarms."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

import numberdrop as nd
import oracle
from numberdrop.consistency import problems
from numberdrop.record import load_game
from places import ROOT

VARIANTS = ("rulebook", "bga", "rulebook+slide", "bga+slide+review-dice", "rulebook+review-dice")


def positions_backwards(game: nd.Game) -> Iterator[nd.Position]:
    """Yield the sheets of a game, from the end to the start."""
    while True:
        yield from game.positions
        if not game.turns:
            return
        game.pop()


def check_random_games(seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        for players in (1, 1, 1, rng.randint(2, 6)):
            variant = rng.choice(VARIANTS)
            game = load_game(oracle.random_game(rng, players, variant))
            for position in positions_backwards(game):
                assert problems(position, variant) == [], f"{position} {variant}"


def check_best_games(step: int) -> None:
    """Check games that fill every box and every cell."""
    for line in (ROOT / "puzzles" / "days.jsonl").read_text("utf-8").splitlines()[::step]:
        game = load_game(json.loads(line)["best"]["solution"])
        for position in positions_backwards(game):
            assert problems(position) == [], str(position)


@pytest.mark.slow
def test_positions_of_games_have_no_problem() -> None:
    check_random_games(range(1))
    check_best_games(90)


@pytest.mark.slow
def test_positions_of_many_games_have_no_problem() -> None:
    """The same for several thousand positions."""
    check_random_games(range(1000, 1012))
    check_best_games(20)


WRITTEN = "612..../65335.1"

SLIPS = {
    # Digits and the turn.
    f"{WRITTEN} -:-:- I0,O0,T0,L0,S0 1": "nine digits on the sheet, but turn 1: is this turn 3?",
    f"{WRITTEN} -:-:- I1,O0,T1,L0,S0 9": "nine digits on the sheet, but turn 9: is this turn 3?",
    f"{WRITTEN} -:-:- I3,O2,T1,L1,S0 7": "but turn 7 has 25: are 16 missing?",
    "612..../65335.. -:-:- I1,O0,T1,L0,S0 3": "but turn 3 has nine: is one missing?",
    "612..../6533521 -:-:- I1,O0,T1,L0,S0 3": "but turn 3 has nine: is one too many?",
    "612..../6533521 -:-:- I3,O3,T3,L3,S3 12": "is this turn 3, and one digit too many?",
    "612..../65335.. -:-:- I3,O3,T3,L3,S3 12": "is this turn 3, and one digit missing?",
    # Notches and the turn.
    f"{WRITTEN} -:-:- I0,O0,T0,L0,S0 3": "no tile has slid, but two to four before turn 3",
    f"{WRITTEN} -:-:- I1,O0,T0,L0,S0 3": "is one or more missing?",
    f"{WRITTEN} -:-:- I2,O2,T2,L0,S0 3": "are two or more too many?",
    "1...... -:-:- I1,O0,T0,L0,S0 1": "slid one notch, but none before turn 1: is this turn 2",
    # Letters.
    "1...... -:-:- I0o,O0,T0,L0,S0 1": "letter A is circled, but not both boxes of size 3",
    "bbbbcde 3:3:- I1,O0,T0,L0,S0 2": "but letter A isn't circled: should the tile be I1o?",
    f"{WRITTEN} -:-:- I4,O0,T0,L0,S0 3": "letter isn't crossed off: should the tile be I4x?",
    f"{WRITTEN} -:-:- I3x,O0,T0,L0,S0 3": "its tile is on notch 3: should the tile be I4x?",
    # X.
    "1XXXX.. -:-:- I0,O0,T0,L0,S0 1": "4 X on the sheet, but no tile has fallen: is one on notch 4",
    f"{WRITTEN} -:-:- I4x,O0,T0,L0,S0 3": "no X on the sheet, but tile A leaves four",
    "XXXX.../612.XXX/65335.1 -:-:- I4x,O0,T0,L0,S0 3": "tile A leaves at most four: has another",
    "X12..../XX3X5.1 -:-:- I4x,O0,T0,L0,S0 3": "aren't what tile A leaves (I)",
    # Boxes and used digits.
    f"{WRITTEN} 3:-:- I1,O0,T1,L0,S0 3": "written as free ones (a used 6 is g)?",
    "bcd..../65335.1 -:4:- I1,O0,T1,L0,S0 3": "but the filled boxes took four: is one more used?",
    "bcd..../65335.1 -:-:- I1,O0,T1,L0,S0 3": "is identical 3 or consecutive 3 filled?",
    "bcd..../65335.1 -:34:- I1,O0,T1,L0,S0 3": "is consecutive 4 open?",
    "bcd..../65335.1 3:-:- I1,O0,T1,L0,S0 3": "is consecutive 3 filled, and not identical 3?",
    "gcd..../65335.1 -:3:- I1,O0,T1,L0,S0 3": "is a digit or a box misread?",
    "g...... -:-:- I0,O0,T0,L0,S0 1": "one digit is marked as used, but the filled boxes took none",
    # Stars.
    "619..../65335.1 -:-:- I1,O0,T1,L0,S0 3": "9 in c2 needs a star, but no star has slid a tile",
    "980..../88335.1 -:-:- I1,O1,T1,L0,S0 3": "the dice give at most three in one turn with a star",
    "4444..1 -:-:- I1,O0,T0,L0,S0 2": "four digits 0, 4, 8 or 9, but the dice give at most three",
    # Row 1, and the line.
    "- -:-:- I0,O0,T0,L0,S0 1": "row 1 is empty, and a game starts with a 1 in it: was it left out",
    "65...../612..../6533... -:-:- I1,O0,T1,L0,S0 3": "row 1 has no 1, and a game starts with a 1",
    "8...... -:-:- V3,O,U5,T5,S 1": "row 1 has no digit 1 to 6",
    "5...... -:-:- I0,O0,T0,L0,S0 1": "is one of its digits misread?",
    "55...../55...../2222222" + "/1111111" * 11 + " -:-:- I0,O0,T0,L0,S0 2": "past the line",
    # Where shapes come to rest.
    "555.5.1 -:-:- I1,O0,T0,L0,S0 2": "shapes dropped one by one can't lie like this",
    "6.2.1../65335.1 -:-:- I1,O0,T1,L0,S0 3": "is a cell in the wrong place?",
    # Several players.
    "5XX.... -:-:- V3,O,U5,T5,S 1": "2 X on the sheet, but no tile has fallen: is one crossed off",
    "1...... -:-:- V3x,O,U5,T5,S 3": "no X on the sheet, but tile A leaves three",
    "1...... -:-:- V3,O,U5,T5,S 3": "one digit on the sheet, but turn 3: is this turn 1?",
}


@pytest.mark.parametrize(("position", "words"), SLIPS.items())
def test_problem_names_the_likeliest_slip(position: str, words: str) -> None:
    found = problems(nd.Position.from_text(position))
    assert any(words in problem for problem in found), found


def test_problems_depend_on_the_variant() -> None:
    fours = nd.Position.from_text("4444..1 -:-:- I1,O0,T0,L0,S0 2")
    assert problems(fours)
    assert problems(fours, "rulebook+review-dice") == []
    apart = nd.Position.from_text("555.5.1 -:-:- I1,O0,T0,L0,S0 2")
    assert problems(apart, "rulebook+slide") == problems(apart)
    with pytest.raises(nd.NotationError, match="variant"):
        problems(fours, "other")
