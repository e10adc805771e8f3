"""Ideas: which turns are grouped, and that a ranking is complete."""

from __future__ import annotations

import numpy as np
import pytest

import numberdrop as nd
from numberdrop.plan.hints.candidates import Candidate, Ranking
from numberdrop.plan.hints.hint import Hint, hint
from numberdrop.plan.hints.ideas import NEGLIGIBLE, Places, ideas_in
from samples import CASES

MIDDLE = ("612..../65335.1 -:-:- I1,O0,T1,L0,S0 3", "156*O")
START = nd.Position.start("IOTLS", "d1")
SLIDES = "ABCDE"


def asked(
    case: tuple[str, str], top: int = 5, level: str = "strong", *, last: bool = False
) -> Hint:
    position, roll = case
    there = nd.Position.from_text(position)
    return hint(there, nd.Roll.from_text(roll), top=top, level=level, last=last)


def ranking(*given: tuple[str, float], is_exact: bool = False) -> Ranking:
    """Return a ranking of turns with estimates and without playouts."""
    turns = [nd.Turn.from_text(f"1463L {text}") for text, _ in given]
    candidates = tuple(
        Candidate(turn, START, ev) for turn, (_, ev) in zip(turns, given, strict=True)
    )
    return Ranking(candidates, tuple(ev for _, ev in given), 0, is_exact)


A, B, C = "a1=1,b1=4,c1=6,a2=3", "a1=4,b1=1,c1=6,a2=3", "e1=1,f1=4,g1=6,g2=3"


def test_readme_position_has_five_ideas() -> None:
    found = asked(MIDDLE)
    assert len(found.ideas) == 5
    written = [(idea.best.turn.place, idea.best.turn.claim) for idea in found.ideas]
    assert len(set(written)) == 5
    assert found.ideas[0].best == found.turns[0]
    assert {slides[1] for idea in found.ideas for slides in idea.slides} == {"B"}


def test_slides_of_negligible_cost_are_equivalent_and_others_worse() -> None:
    found = ranking((f"A {A}", 60), (f"C {A}", 59.8), (f"B {A}", 59), (f"D {C}", 58.9))
    assert ideas_in(found, 2) == [Places([0, 1], [2]), Places([3], [])]
    # Turns behind the last idea are kept only if they are equivalent to it.
    assert ideas_in(found, 1) == [Places([0, 1], [])]
    assert ideas_in(found, 9) == ideas_in(found, 2)


def test_tied_arrangements_are_one_idea() -> None:
    near = ranking((f"A {A}", 60), (f"A {B}", 60 - NEGLIGIBLE), (f"B {B}", 59))
    assert ideas_in(near, 3) == [Places([0, 1], [])]
    far = ranking((f"A {A}", 60), (f"A {B}", 59.7), (f"B {B}", 59.6))
    assert ideas_in(far, 3) == [Places([0], []), Places([1, 2], [])]


@pytest.mark.parametrize(
    "other", [f"{C}", f"{A} !a1b1c1", f"D@a1b1c1a2 {A}", "a1=1,b1=4,c1=6,b2=3"]
)
def test_another_landing_claim_or_fall_is_another_idea(other: str) -> None:
    assert len(ideas_in(ranking((f"A {A}", 60), (f"A {other}", 60)), 5)) == 2


def test_other_claimed_digits_are_another_idea() -> None:
    claimed = ranking((f"A {A} !a1b1c1", 60), (f"A {B} !a1b1c1", 60))
    assert len(ideas_in(claimed, 5)) == 2


def test_exact_ranking_separates_ideas_by_one_point() -> None:
    exact = ranking((f"A {A}", 60), (f"B {A}", 60), (f"C {A}", 59), is_exact=True)
    assert ideas_in(exact, 1) == [Places([0, 1], [])]


def test_turns_within_sampling_error_are_equivalent() -> None:
    noise = np.float32([0, 9, 0, 9, 0, 9] * 4)
    for loss, alike in ((2.0, [0, 1]), (8.0, [0])):
        found = ranking((f"A {A}", 60), (f"B {A}", 60 - loss))
        for candidate, values in zip(found.candidates, (noise, noise[::-1]), strict=True):
            candidate.add(values)
        assert ideas_in(found, 1)[0].alike == alike


@pytest.mark.parametrize("level", ["fast", "strong"])
@pytest.mark.parametrize(
    "case",
    [MIDDLE, *(pytest.param(case, marks=pytest.mark.slow) for case in CASES[5::24])],
    ids=lambda case: case[1],
)
def test_hint_has_every_turn_ranked_ahead_of_the_last_idea(
    case: tuple[str, str], level: str
) -> None:
    found, more = asked(case, 3, level), asked(case, 9, level)
    for idea, again in zip(found.ideas, more.ideas, strict=False):
        assert idea.turns == again.turns
    members = [turn for idea in found.ideas for turn in idea.turns + idea.worse]
    assert len(members) == len({turn.turn for turn in members}) == len(found.turns)
    assert set(map(id, members)) == set(map(id, found.turns))
    evs = [turn.ev for turn in found.turns]
    assert evs == sorted(evs, reverse=True)
    place = found.turns.index(found.ideas[-1].best)
    assert found.turns[:place] == more.turns[:place]
    for idea in found.ideas:
        best = idea.best.turn
        assert idea.arrangements == len({turn.turn.place for turn in idea.turns})
        assert idea.slides[0] == best.slides
        for turn in idea.turns:
            assert (turn.turn.drops, turn.turn.claim) == (best.drops, best.claim)
        for turn in idea.worse:
            assert turn.turn.slides not in idea.slides or turn.turn.place != best.place


def test_last_turns_have_ideas_too() -> None:
    found = asked(MIDDLE, 4, last=True)
    assert len(found.ideas) == 4
    for idea in found.ideas:
        assert {turn.ev for turn in idea.turns} == {idea.best.ev}


def test_document_lists_turns_of_ideas_by_index() -> None:
    found = asked(MIDDLE, 3)
    document = found.to_json()
    for idea, given in zip(found.ideas, document["ideas"], strict=True):
        assert tuple(found.turns[place] for place in given["turns"]) == idea.turns
        assert tuple(found.turns[place] for place in given["worse"]) == idea.worse
        assert [tuple(slides) for slides in given["slides"]] == list(idea.slides)
