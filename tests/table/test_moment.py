"""The moments of a turn offer what the rules allow, no more and no less."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

import numberdrop as nd
import oracle
from numberdrop.dice import Roll
from numberdrop.record import load_game
from numberdrop.rules import SHAPES
from numberdrop.table import Moment, Tentative, moment, poses
from numberdrop.table.poses import orientations
from samples import BENCH, VARIANTS

README = "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3"


def turns_of_games(count: int, seed: int = 1) -> list[tuple[nd.Position, nd.Turn, nd.Variant]]:
    """Every turn of so many random games, all variants in turn."""
    rng, found = random.Random(seed), []
    for number in range(count):
        variant = VARIANTS[number % len(VARIANTS)]
        game = load_game(oracle.random_game(rng, 1, variant))
        for [position], turn in zip(game.history, game.turns, strict=False):
            assert isinstance(turn, nd.Turn)
            found.append((position, turn, game.variant))
    return found


# Poses


@pytest.mark.parametrize(
    ("shape", "count"),
    [*zip("IOTLS", (2, 1, 4, 8, 4), strict=True), ("V3", 4), ("I3", 2), ("X5", 1), ("T5", 4)],
)
def test_orientations(shape: str, count: int) -> None:
    forms = orientations(shape)
    assert len(forms) == len({*forms}) == count


def test_the_next_orientation_is_a_quarter_turn_clockwise() -> None:
    """The L lying on its long side, its short one up at the left or at the right."""
    turned = [sorted(form) for form in orientations("L")[:2]]
    assert turned == [[(0, 0), (0, 1), (1, 0), (2, 0)], [(0, 0), (0, 1), (0, 2), (1, 2)]]


@pytest.mark.parametrize("variant", ["rulebook", "bga+slide"])
def test_poses_are_the_landings(variant: str) -> None:
    for position in BENCH[::4]:
        for shape in SHAPES:
            found = poses(position, shape, variant)
            landings = position.landings(shape, variant)
            assert len(found) == len(landings)
            assert {frozenset(pose.cells) for pose in found} == {*landings}
            straight = [(pose.orientation, pose.column) for pose in found if not pose.slid]
            assert len(straight) == len({*straight})
            if variant == "rulebook":
                assert len(straight) == len(found)


def test_cells_of_a_pose_are_in_reading_order() -> None:
    [pose] = [p for p in poses(nd.Position.from_text(README), "O") if p.column == "a"]
    assert pose.cells == ("a4", "b4", "a3", "b3")
    assert pose.to_json() == {
        "shape": "O",
        "orientation": 0,
        "column": "a",
        "cells": ["a4", "b4", "a3", "b3"],
        "slid": False,
    }


# Moments


def by_steps(
    position: nd.Position, turn: nd.Turn, variant: nd.Variant
) -> list[tuple[Moment, Tentative]]:
    """Each moment in which the turn is built, slide by slide, and what is chosen next."""
    whole = Tentative.of_turn(turn)
    chosen, steps = Tentative(), []
    while True:
        now = moment(position, turn.roll, chosen, variant)
        before = chosen = now.tentative
        if now.needs == "slide":
            chosen = replace(before, slides=whole.slides[: len(before.slides) + 1])
        elif now.needs == "drop":
            chosen = replace(before, drops=whole.drops[: len(before.drops) + 1])
        elif now.needs == "place":
            chosen = replace(before, cells=whole.cells, digits=())
        elif now.needs == "digits":
            given = before.digits.index(None) + 1
            chosen = replace(before, digits=whole.digits[:given] + (None,) * (4 - given))
        elif before.claim != whole.claim:
            chosen = replace(before, claim=whole.claim)
        else:
            return [*steps, (now, before)]
        steps.append((now, chosen))


def test_every_turn_of_a_game_is_built_step_by_step() -> None:
    for position, turn, variant in turns_of_games(8):
        steps = by_steps(position, turn, variant)
        for now, chosen in steps:
            letters = now.choices[len(now.tentative.slides) :][:1]
            if now.needs == "slide":
                assert chosen.slides[-1] in letters[0]
            elif now.needs == "drop":
                assert now.due
                landed = {frozenset(pose.cells) for pose in now.due.poses}
                assert frozenset(chosen.drops[-1].cells) in landed
            elif now.needs == "place":
                landed = {frozenset(p.cells) for found in now.poses.values() for p in found}
                assert frozenset(chosen.cells) in landed
            elif chosen.claim and now.tentative.claim is None:
                claims = {frozenset(offered.claim.cells) for offered in now.claims}
                assert frozenset(chosen.claim) in claims
        last, _ = steps[-1]
        assert last.turn() == turn
        after = nd.play(position, turn, variant)
        assert last.after.end_turn() == after
        preview = last.to_json()["preview"]
        assert preview["score"] == after.score(variant).to_json()
        assert (preview["ends"] is not None) == after.is_over()


def test_what_is_offered_is_what_the_rules_allow() -> None:
    """Every first step that a turn of position.turns() takes is offered, and nothing else."""
    rng = random.Random(3)
    asked = 0
    for position, turn, variant in rng.sample(turns_of_games(4, seed=5), 24):
        if position.count_turns(turn.roll, variant) > 3_000:
            continue
        asked += 1
        start = moment(position, turn.roll, None, variant)
        every = list(position.turns(turn.roll, variant))
        first = {each.slides[:1] for each in every}
        assert {(letter,) for letter in start.choices[0]} >= first
        for letter in start.choices[0]:  # no letter without a turn, but for one of a pair
            now = moment(position, turn.roll, Tentative(slides=(letter,)), variant)
            drops = {each.drops for each in every if each.slides[:1] == (letter,)}
            if now.due and drops:
                assert {frozenset(pose.cells) for pose in now.due.poses} == {
                    frozenset(fallen[0].cells) for fallen in drops
                }
        whole = moment(position, turn.roll, Tentative.of_turn(turn), variant)
        same = [
            each
            for each in every
            if (each.slides, each.drops, each.place) == (turn.slides, turn.drops, turn.place)
        ]
        if same:
            assert [o.claim.cells for o in whole.claims] == [e.claim for e in same if e.claim]
    assert asked >= 5


def test_the_only_slide_is_made_at_once() -> None:
    now = moment("1...... -:-:- I3,O4x,T4x,L4x,S4x 15", "1234O")
    assert now.choices == (("A",),)
    assert now.tentative.slides == ("A",)
    assert now.needs == "drop"
    assert now.due
    assert (now.due.tile, now.due.shape) == ("A", "I")


def test_what_falls_takes_the_own_shape_back() -> None:
    position = "1...... -:-:- I3,O0,T0,L0,S0 5"
    placed = Tentative(cells=("b1", "c1", "b2", "c2"))
    assert moment(position, "1234O", placed).tentative.cells == ("b2", "c2", "b1", "c1")
    assert moment(position, "1234O", replace(placed, slides=("A",))).tentative.cells == ()


def test_nothing_is_offered_once_the_game_is_over() -> None:
    with pytest.raises(nd.IllegalTurn, match="the game is over"):
        moment(".7...../" * 11 + "17..... -:-:- I3,O0,T4x,L4x,S4x 15", "1234O")


@pytest.mark.parametrize(
    ("tentative", "message"),
    [
        ({"slides": ["A", "B", "C"]}, r"slides: expected a list of 2 at most"),
        ({"slides": ["F"]}, r"slides: expected letters A\.\.E, got 'F'"),
        ({"slides": ["A", "A"]}, "the star's slide: expected B, got A"),
        ({"drops": [{"tile": "A", "cells": ["a3"]}]}, "tile A doesn't fall in this turn"),
        ({"cells": ["a3", "b3", "a4", "c4"]}, "place: shape O can't come to rest on"),
        ({"cells": ["a3", "b3", "a4", "b4"], "digits": [1, 1, None, 9]}, "doesn't give the digits"),
        ({"cells": ["a3", "a3", "a4", "b4"]}, "cells: expected each cell once"),
        ({"cells": ["a3", "b3"], "digits": [1]}, "digits: expected 2, got 1"),
        ({"cells": ["h3"]}, "cells"),
        ({"digits": [10]}, r"digits\[0\]: expected a digit 0..9 or null, got 10"),
        ({"digits": [True]}, r"digits\[0\]: expected a digit 0..9 or null, got True"),
        ({"claim": ["a1", "b1"]}, "claim"),
        ({"place": {}}, "turn: expected no keys but slides"),
        ([], "turn: expected an object"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(tentative: object, message: str) -> None:
    with pytest.raises(nd.NumberdropError, match=message) as caught:
        moment(README, "156*O", Tentative.from_json(tentative))
    assert "\n" not in str(caught.value)


def test_the_last_thing_missing_is_told() -> None:
    now = moment(README, "156*O")
    for step, missing in (
        ({}, "a tile must slide"),
        ({"slides": ["A"]}, "the shape must be placed"),
        ({"cells": ["a3", "b3", "a4", "b4"]}, "every cell of the shape must have a digit"),
        ({"digits": [1, 5, 6, 6]}, ""),
    ):
        chosen = Tentative.from_json({**now.tentative.to_json(), **step})
        now = moment(README, "156*O", chosen)
        if missing:
            with pytest.raises(nd.IllegalTurn, match=missing):
                now.turn()
    assert str(now.turn()) == "156*O A,B a3=6,b3=6,a4=1,b4=5"


def test_claims_tell_points_and_letters() -> None:
    now = moment(README, "156*O", Tentative.from_json(TYPED))
    four = next(o for o in now.claims if len(o.claim.cells) == 4)
    assert four.to_json() == {
        "kind": "identical",
        "size": 4,
        "cells": ["a1", "a2", "a3", "b3"],
        "points": 4,
        "completes": 0,
        "circles": None,
    }
    last = moment("5556... 3467:3567:- I0,O0,T0,L0,S0 5", "1234I")
    assert not last.claims
    last = moment("55556.. 3567:34567:- I0,O0,T0,L0,S0 5", "1234I")
    [offered] = last.claims
    assert (offered.points, offered.completes, offered.circles) == (14, 10, "B")


TYPED = {"slides": ["A"], "cells": ["a3", "b3", "a4", "b4"], "digits": [6, 6, 1, 5]}


def test_a_tentative_turn_round_trips() -> None:
    for _, turn, _ in turns_of_games(2):
        chosen = Tentative.of_turn(turn)
        assert Tentative.from_json(json.loads(json.dumps(chosen.to_json()))) == chosen


def test_several_players_slide_nothing() -> None:
    now = moment("16..... -:-:8 V3,X5x,T5o,O,U5 2", "1562O")
    assert (now.choices, now.needs) == ((), "place")


def test_a_roll_of_other_dice_is_refused() -> None:
    with pytest.raises(nd.NumberdropError, match="roll: expected one that the publisher dice"):
        moment(README, Roll("2222", "O"))
