"""The plain model of all rules: its optimum is the best of all games, as the oracle plays them."""

from __future__ import annotations

import pytest

import numberdrop as nd
import oracle
import wholerules

#: Ten rows whose digits have all been used.
TEN = "/bbbbbbb" * 10

#: By what each case is about: position, rolls, variant.
CASES = {
    "cells that hang together": (
        "33.3.33 -:-:- I4x,O4x,T4x,L4x,S3 9",
        "3332I",
        "rulebook",
    ),
    "a path that rises": (
        "1..5.../2367.65 -:-:- I4x,O3,T4x,L4x,S4x 9",
        "4561O",
        "rulebook",
    ),
    "eight identical": (
        "444.444 7:-:- I4x,O4x,T4x,L4x,S2 9",
        "4442I",
        "rulebook",
    ),
    "eight consecutive, by a star": (
        "1234567 -:567:- I4x,O4x,T4x,L4x,S2 9",
        "*115I",
        "rulebook",
    ),
    "the bonus box is filled": (
        "444.444 7:-:8 I4x,O4x,T4x,L4x,S2 9",
        "4442I",
        "rulebook",
    ),
    "all five boxes of a kind": (
        "..7..../.77..../77543.. 3456:-:- I4x,O4x,T4x,L4x,S2 9",
        "7747L",
        "rulebook",
    ),
    "two tiles fall in one turn": (
        f"bbb...b/bbb.bbb{TEN[8:]} -:-:- I3,O3,T4x,L4x,S4x 9",
        "11*1O",
        "rulebook",
    ),
    "the star on the shape die": (
        "2345.../33..... 3:-:- I2,O4x,T4x,L4x,S4x 9",
        "3332*",
        "rulebook",
    ),
    "a circled letter": (
        "XX1234X/X22.X22 -:-:- I4x,O3o,T4x,L4x,S4x 9",
        "3332O",
        "rulebook",
    ),
    "a letter crossed off before": (
        "XX1234X/X22.X22 -:-:- I4x,O3x,T4x,L4x,S4x 9",
        "3332O",
        "rulebook",
    ),
    "past the line": (
        f"bbbbb../222bbbb{TEN[8:]} -:-:- I3,O1,T4x,L4x,S4x 9",
        "2224O",
        "rulebook",
    ),
    "no room, and X past the line is free": (
        f"b333bbb/b33bbbb{TEN[8:]} -:-:- I4x,O0,T4x,L3,S4x 9",
        "2224I",
        "rulebook",
    ),
    "X past the line is fined": (
        f"b333bbb/b33bbbb{TEN[8:]} -:-:- I4x,O0,T4x,L3,S4x 9",
        "2224I",
        "bga",
    ),
    "the game is over": (
        f"b....../bbbbbbb{TEN} -:-:- I4x,O0,T4x,L3,S4x 9",
        "2224I",
        "rulebook",
    ),
    "two rolls, and the last tile goes with the first": (
        "XXX.222 -:-:- I4x,O3,T4x,L4x,S4x 9",
        "2224I 2224I",
        "rulebook",
    ),
    "two rolls, and the line is crossed with the first": (
        f"b22...b/b333bbb{TEN[8:]} -:-:- I4x,O4x,T4x,L4x,S1 9",
        "2224O 3331O",
        "bga",
    ),
    "two rolls, a claim protects in the next turn": (
        f"bbb..bb/bbb..bb/bb4..bb/bb4..bb{TEN[24:]} -:3:- I2,O4x,T4x,L4x,S4x 9",
        "4442O 3332O",
        "rulebook",
    ),
    "two rolls, two claims share the digits": (
        "2345... -:-:- I4x,O4x,T4x,L4x,S0 9",
        "3332O 3332O",
        "rulebook",
    ),
    "two rolls, one box": (
        "22..... 4567:-:- I4x,O4x,T4x,L4x,S1 9",
        "2221O 2224I",
        "rulebook",
    ),
}


def best(text: str, rolls: list[str], bga: bool) -> int:
    """The highest score after these rolls: every turn is tried."""
    sheet = oracle.parse(text)
    if not rolls or oracle.is_over(sheet):
        return int(oracle.score(sheet, bga)["total"])
    return max(best(after, rolls[1:], bga) for after in oracle.outcomes(sheet, rolls[0]))


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_optimum_is_the_best_of_all_games(case: tuple[str, str, str]) -> None:
    text, rolls, variant = case
    found = wholerules.solve(position(text), known(rolls), variant, seconds=300)
    assert found.status == "OPTIMAL"
    assert found.score == found.bound == best(text, rolls.split(), variant == "bga")
    check_witness(found, text, rolls, variant)


def check_witness(found: wholerules.Found, text: str, rolls: str, variant: str) -> None:
    """The turns are legal for both judges, reach the score, and stop when there is no more."""
    after, sheet = position(text), oracle.parse(text)
    for turn in found.turns:
        after = nd.play(after, turn, variant)
        sheet = oracle.play_turn(sheet, turn.to_json())
    assert str(after) == sheet.to_text()
    assert after.score(variant).total == found.score
    assert oracle.score(sheet, variant == "bga")["total"] == found.score
    assert [str(turn.roll) for turn in found.turns] == rolls.split()[: len(found.turns)]
    assert after.is_over() or len(found.turns) == len(rolls.split())


def test_without_time_there_is_no_score_and_a_bound_that_holds() -> None:
    text, rolls, _ = CASES["two rolls, two claims share the digits"]
    found = wholerules.solve(position(text), known(rolls), seconds=0.0)
    assert (found.score, found.status, found.turns) == (None, "UNKNOWN", ())
    assert found.bound >= wholerules.solve(position(text), known(rolls)).bound


@pytest.mark.parametrize(
    ("text", "rolls", "variant", "message"),
    [
        ("-:-:- I0,O0,T0,L0,S0 1", "1234I", "rulebook+slide", "without slide"),
        ("-:-:- V3,I3,U5,X5,T5 1", "1234I", "rulebook", "solo game"),
        ("-:-:- I0,O0,T0,L0,S0 1", "", "rulebook", "at least one"),
    ],
)
def test_what_it_is_not_for(text: str, rolls: str, variant: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        wholerules.solve(position(f"...1... {text}"), known(rolls), variant)


def position(text: str) -> nd.Position:
    return nd.Position.from_text(text)


def known(rolls: str) -> list[nd.Roll]:
    return [nd.Roll.from_text(roll) for roll in rolls.split()]
