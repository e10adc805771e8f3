"""Tests of the CP-SAT model of all rules: its optimum is the best score of all games by the
oracle."""

from __future__ import annotations

import pytest

import numberdrop as nd
import oracle
import wholerules

#: Ten rows whose digits are all used.
TEN = "/bbbbbbb" * 10

#: Cases by subject: position, rolls, variant, best score.
CASES = {
    "cells that hang together": (
        "33.3.33 -:-:- I4x,O4x,T4x,L4x,S3 9",
        "3332I",
        "rulebook",
        8,
    ),
    "a path that rises": (
        "1..5.../2367.65 -:-:- I4x,O3,T4x,L4x,S4x 9",
        "4561O",
        "rulebook",
        7,
    ),
    "eight identical": (
        "444.444 7:-:- I4x,O4x,T4x,L4x,S2 9",
        "4442I",
        "rulebook",
        17,
    ),
    "eight consecutive, by a star": (
        "1234567 -:567:- I4x,O4x,T4x,L4x,S2 9",
        "*115I",
        "rulebook",
        28,
    ),
    "eight consecutive, by a star, no other box open": (
        "1234567 34567:34567:- I4x,O4x,T4x,L4x,S2 9",
        "*115I",
        "rulebook",
        80,
    ),
    "the bonus box is filled": (
        "444.444 7:-:8 I4x,O4x,T4x,L4x,S2 9",
        "4442I",
        "rulebook",
        23,
    ),
    "all five boxes of a kind": (
        "..7..../.77..../77543.. 3456:-:- I4x,O4x,T4x,L4x,S2 9",
        "7747L",
        "rulebook",
        35,
    ),
    "two tiles fall in one turn": (
        f"bbb...b/bbb.bbb{TEN[8:]} -:-:- I3,O3,T4x,L4x,S4x 9",
        "11*1O",
        "rulebook",
        21,
    ),
    "two tiles fall in one turn, one box open": (
        f"bbb...b/bbb.bbb{TEN[8:]} 4567:34567:8 I3,O3,T4x,L4x,S4x 9",
        "11*1O",
        "rulebook",
        95,
    ),
    "the star on the shape die": (
        "2345.../33..... 3:-:- I2,O4x,T4x,L4x,S4x 9",
        "3332*",
        "rulebook",
        11,
    ),
    "the star on the shape die, little room and one box open": (
        f"2345bbb/33bbbbb{TEN[16:]} 3567:34567:8 I2,O4x,T4x,L4x,S4x 9",
        "3332*",
        "rulebook",
        98,
    ),
    "a circled letter": (
        "XX1234X/X22.X22 -:-:- I4x,O3o,T4x,L4x,S4x 9",
        "3332O",
        "rulebook",
        6,
    ),
    "a letter crossed off before": (
        "XX1234X/X22.X22 -:-:- I4x,O3x,T4x,L4x,S4x 9",
        "3332O",
        "rulebook",
        6,
    ),
    "past the line": (
        f"bbbbb../222bbbb{TEN[8:]} -:-:- I3,O1,T4x,L4x,S4x 9",
        "2224O",
        "rulebook",
        20,
    ),
    "no room, and X past the line is free": (
        f"b333bbb/b33bbbb{TEN[8:]} -:-:- I4x,O0,T4x,L3,S4x 9",
        "2224I",
        "rulebook",
        27,
    ),
    "X past the line is fined": (
        f"b333bbb/b33bbbb{TEN[8:]} -:-:- I4x,O0,T4x,L3,S4x 9",
        "2224I",
        "bga",
        22,
    ),
    "the game is over": (
        f"b....../bbbbbbb{TEN} -:-:- I4x,O0,T4x,L3,S4x 9",
        "2224I",
        "rulebook",
        17,
    ),
    "two rolls, and the last tile goes with the first": (
        "XXX.222 -:-:- I4x,O3,T4x,L4x,S4x 9",
        "2224I 2224I",
        "rulebook",
        8,
    ),
    "two rolls, and the line is crossed with the first": (
        f"b22...b/b333bbb{TEN[8:]} -:-:- I4x,O4x,T4x,L4x,S1 9",
        "2224O 3331O",
        "bga",
        20,
    ),
    "two rolls, a claim protects in the next turn": (
        f"bbb..bb/bbb..bb/bb4..bb/bb4..bb{TEN[24:]} -:3:- I2,O4x,T4x,L4x,S4x 9",
        "4442O 3332O",
        "rulebook",
        28,
    ),
    "two rolls, two claims share the digits": (
        "2345... -:-:- I4x,O4x,T4x,L4x,S0 9",
        "3332O 3332O",
        "rulebook",
        10,
    ),
    "two rolls, one box": (
        "22..... 4567:-:- I4x,O4x,T4x,L4x,S1 9",
        "2221O 2224I",
        "rulebook",
        35,
    ),
}


#: Cases with a quick proof and the most rules; the others are slow.
SHORT = {
    "cells that hang together",
    "a path that rises",
    "eight identical",
    "a circled letter",
    "a letter crossed off before",
    "no room, and X past the line is free",
    "X past the line is fined",
    "two rolls, one box",
}
#: No limit: a proof may take as long as it needs on any machine.
ENDLESS = 1e9

Case = tuple[str, str, str, int]


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=name, marks=[] if name in SHORT else [pytest.mark.slow])
        for name, case in CASES.items()
    ],
)
def test_the_optimum_is_the_best_of_all_games(case: Case) -> None:
    text, rolls, variant, score = case
    found = wholerules.solve(position(text), known(rolls), variant, seconds=ENDLESS)
    assert found.status == "OPTIMAL"
    assert found.score == found.bound == score
    check_witness(found, text, rolls, variant)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_scores_stated_are_those_of_the_oracle(case: Case) -> None:
    """The oracle tries every turn."""
    text, rolls, variant, score = case
    assert oracle.best(oracle.parse(text), rolls.split(), bga=variant == "bga") == score


def check_witness(found: wholerules.Found, text: str, rolls: str, variant: str) -> None:
    """Check that both judges accept the turns and their score, and that the turns end only with the
    game or the rolls."""
    after, sheet = position(text), oracle.parse(text)
    for turn in found.turns:
        after = nd.play(after, turn, variant)
        sheet = oracle.play_turn(sheet, turn.to_json())
    assert str(after) == sheet.to_text()
    assert after.score(variant).total == found.score
    assert oracle.score(sheet, variant == "bga")["total"] == found.score
    assert [str(turn.roll) for turn in found.turns] == rolls.split()[: len(found.turns)]
    assert after.is_over() or len(found.turns) == len(rolls.split())


def test_search_without_time_has_a_valid_bound_and_no_score() -> None:
    text, rolls, _, score = CASES["two rolls, two claims share the digits"]
    found = wholerules.solve(position(text), known(rolls), seconds=0.0)
    assert (found.score, found.status, found.turns) == (None, "UNKNOWN", ())
    assert found.bound >= score


@pytest.mark.parametrize(
    ("text", "rolls", "variant", "message"),
    [
        ("-:-:- I0,O0,T0,L0,S0 1", "1234I", "rulebook+slide", "without slide"),
        ("-:-:- V3,I3,U5,X5,T5 1", "1234I", "rulebook", "solo game"),
        ("-:-:- I0,O0,T0,L0,S0 1", "", "rulebook", "at least one"),
    ],
)
def test_unsupported_question_is_refused(text: str, rolls: str, variant: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        wholerules.solve(position(f"...1... {text}"), known(rolls), variant)


def position(text: str) -> nd.Position:
    return nd.Position.from_text(text)


def known(rolls: str) -> list[nd.Roll]:
    return [nd.Roll.from_text(roll) for roll in rolls.split()]
