"""The options of a turn are exactly what the rules allow."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations, product

import pytest

import numberdrop as nd
import oracle
from numberdrop.dice import Roll
from numberdrop.record import load_game
from numberdrop.rules import CELLS, LETTERS, SHAPES
from numberdrop.sessions import PartialTurn, TurnOptions, poses, turn_options
from numberdrop.sessions.poses import orientations
from numberdrop.sessions.turn_options import MOST_CLAIMS
from samples import BENCH, VARIANTS

README = "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3"


@cache
def turns_of_games() -> list[tuple[nd.Position, nd.Turn, nd.Variant]]:
    """Return the turns of random games, two of each variant, with their positions."""
    rng, found = random.Random(1), []
    for number in range(2 * len(VARIANTS)):
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
def test_shape_has_distinct_orientations(shape: str, count: int) -> None:
    forms = orientations(shape)
    assert len(forms) == len({*forms}) == count


def test_next_orientation_is_a_quarter_turn_clockwise() -> None:
    """The L lying on its long side, its short one up at the left or at the right."""
    turned = [sorted(form) for form in orientations("L")[:2]]
    assert turned == [[(0, 0), (0, 1), (1, 0), (2, 0)], [(0, 0), (0, 1), (0, 2), (1, 2)]]


@pytest.mark.parametrize("variant", ["rulebook", "bga+slide"])
def test_poses_cover_all_landings(variant: str) -> None:
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


def test_pose_cells_are_in_reading_order() -> None:
    [pose] = [p for p in poses(nd.Position.from_text(README), "O") if p.column == "a"]
    assert pose.cells == ("a4", "b4", "a3", "b3")
    assert pose.to_json() == {
        "shape": "O",
        "orientation": 0,
        "column": "a",
        "cells": ["a4", "b4", "a3", "b3"],
        "slid": False,
    }


# Options


def by_steps(
    position: nd.Position, turn: nd.Turn, variant: nd.Variant
) -> list[tuple[TurnOptions, PartialTurn]]:
    """Build a turn choice by choice; return the options and the next choice at each step."""
    whole = PartialTurn.of_turn(turn)
    chosen, steps = PartialTurn(), []
    while True:
        now = turn_options(position, turn.roll, chosen, variant)
        before = chosen = now.partial
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


def test_legal_turn_can_be_built_from_the_options() -> None:
    for position, turn, variant in turns_of_games():
        steps = by_steps(position, turn, variant)
        for now, chosen in steps:
            letters = now.choices[len(now.partial.slides) :][:1]
            if now.needs == "slide":
                assert chosen.slides[-1] in letters[0]
            elif now.needs == "drop":
                assert now.pending_drop
                landed = {frozenset(pose.cells) for pose in now.pending_drop.poses}
                assert frozenset(chosen.drops[-1].cells) in landed
            elif now.needs == "place":
                landed = {frozenset(p.cells) for found in now.poses.values() for p in found}
                assert frozenset(chosen.cells) in landed
            elif chosen.claim and now.partial.claim is None:
                claims = {frozenset(offered.claim.cells) for offered in now.claims}
                assert frozenset(chosen.claim) in claims
        last, _ = steps[-1]
        assert last.turn() == turn
        after = nd.play(position, turn, variant)
        assert last.after.end_turn() == after
        preview = last.to_json()["preview"]
        assert preview["score"] == after.score(variant).to_json()
        assert (preview["ends"] is not None) == after.is_over()


def complete_turns(now: TurnOptions) -> Iterator[TurnOptions]:
    """Yield the options of every complete turn that offered choices lead to."""
    chosen, ask = now.partial, (now.position, now.roll)
    nexts: list[PartialTurn] = []
    if now.needs == "slide":
        letters = now.choices[len(chosen.slides)]
        nexts = [replace(chosen, slides=(*chosen.slides, letter)) for letter in letters]
    elif now.needs == "drop":
        assert now.pending_drop
        fallen = [nd.Drop(now.pending_drop.tile, pose.cells) for pose in now.pending_drop.poses]
        nexts = [replace(chosen, drops=(*chosen.drops, drop)) for drop in fallen]
    elif now.needs == "place":
        found = [pose for each in now.poses.values() for pose in each]
        nexts = [replace(chosen, cells=pose.cells, digits=()) for pose in found]
    elif now.needs == "digits":
        nexts = [replace(chosen, digits=digits) for digits in dealt(now.roll)]
    elif chosen.claim is None:
        yield now
        nexts = [replace(chosen, claim=offered.claim.cells) for offered in now.claims]
    else:
        yield now
    for following in nexts:
        yield from complete_turns(turn_options(*ask, following, now.variant))


def dealt(roll: Roll) -> set[tuple[int, ...]]:
    """Return every way to write the numbers of a roll into four cells."""
    values = [range(10) if number == "*" else [int(number)] for number in roll.numbers]
    return {order for digits in product(*values) for order in permutations(digits)}


#: Rolls that allow few turns, some with a star and some with a free choice of the star's slide.
ROLLS = ("7771O", "6661O", "5554I", "3332T", "7771*", "666*O")


@pytest.mark.parametrize(
    ("most", "count"), [(250, 9), pytest.param(2_000, 12, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("variant", VARIANTS)
def test_offered_choices_reach_exactly_the_legal_outcomes(
    variant: str, most: int, count: int
) -> None:
    """The outcomes are compared with those of position.turns()."""
    rng = random.Random(variant)
    near = [p for p, _, _ in turns_of_games() if any(notch == 3 for _, notch, _ in p.tiles)]
    asked, is_fallen, is_claimed = 0, False, False
    for position, text in rng.sample([*product(near, ROLLS)], 200):
        roll = Roll.from_text(text)
        if not 0 < position.count_turns(roll, variant) <= most or asked == count:
            continue
        asked += 1
        turns = [now.turn() for now in complete_turns(turn_options(position, roll, None, variant))]
        is_fallen |= any(turn.drops for turn in turns)
        is_claimed |= any(turn.claim for turn in turns)
        assert {nd.play(position, turn, variant) for turn in turns} == {
            nd.play(position, turn, variant) for turn in position.turns(roll, variant)
        }
        assert len({*turns}) == len(turns)
    assert asked > 8
    assert is_fallen
    assert is_claimed


def test_choice_raises_unless_it_is_offered() -> None:
    """The choices differ from legal ones in one thing, taken from other turns or at random."""
    rng, cells = random.Random(2), list(CELLS)
    seen: Counter[tuple[str, bool]] = Counter()
    for position, turn, variant in turns_of_games()[::2]:
        whole = PartialTurn.of_turn(turn)
        now = turn_options(position, turn.roll, whole, variant)
        poses_now = {pose.cells for each in now.poses.values() for pose in each}
        near = [pose.cells for shape in SHAPES[:5] for pose in poses(now.laid, shape, variant)]
        claims = {frozenset(offered.claim.cells) for offered in now.claims}
        for what, chosen, is_offered in (
            *(
                ("slides", PartialTurn(slides=(letter,)), letter in now.choices[0])
                for letter in LETTERS
            ),
            *(
                ("place", replace(whole, cells=found, claim=None), found in poses_now)
                for found in rng.sample(near, min(8, len(near)))
                if whole.cells
            ),
            *(
                ("claim", replace(whole, claim=tuple(found)), frozenset(found) in claims)
                for offered in now.claims[:3]
                for found in (offered.claim.cells, offered.claim.cells[1:], rng.sample(cells, 3))
            ),
            *(
                ("digits", replace(whole, digits=found, claim=None), found in dealt(turn.roll))
                for found in (tuple(rng.choices(range(10), k=4)), whole.digits[::-1])
                if whole.cells
            ),
        ):
            seen[what, is_offered] += 1
            if is_offered:
                turn_options(position, turn.roll, chosen, variant)
            else:
                with pytest.raises(nd.NumberdropError) as caught:
                    turn_options(position, turn.roll, chosen, variant)
                assert "\n" not in str(caught.value)
    for key in product(("slides", "place", "claim", "digits"), (True, False)):
        assert seen[key] > 10, key


def test_digits_can_be_chosen_in_any_order() -> None:
    rng = random.Random(1)
    for position, turn, variant in turns_of_games():
        whole = PartialTurn.of_turn(turn)
        given: list[int | None] = [None] * len(whole.cells)
        for index in rng.sample(range(len(given)), len(given)):
            given[index] = whole.digits[index]
            now = turn_options(
                position, turn.roll, replace(whole, digits=tuple(given), claim=None), variant
            )
            assert now.partial.digits == tuple(given)
            assert (now.needs == "digits") == (None in given)


def test_claim_of_old_digits_counts_before_all_digits_are_chosen() -> None:
    chosen = {**TYPED, "digits": [None, 6, 1, 5], "claim": ["c1", "c2", "b2"]}
    document = turn_options(README, "156*O", PartialTurn.from_json(chosen)).to_json()
    assert document["turn"]["claim"] == ["b2", "c2", "c1"]
    assert document["preview"]["score"]["consecutive"] == document["preview"]["gain"] == 3


def test_number_of_offered_claims_is_limited() -> None:
    text = "/".join(["1111111"] * 4) + " 34:5:- I0,O0,T0,L0,S0 9"
    position, offered = nd.Position.from_text(text), turn_options(text, "156*O").claims
    every = position.claims()
    assert [one.claim for one in offered] == every[: len(offered)]
    assert len(offered) == MOST_CLAIMS < len(every)
    for one in offered[::50]:
        after = position.claim(one.claim)
        assert one.points == after.score().total - position.score().total
        assert one.circles == ("C" if one.claim.box == "identical 5" else None)


def test_forced_slide_is_made_automatically() -> None:
    now = turn_options("1...... -:-:- I3,O4x,T4x,L4x,S4x 15", "1234O")
    assert now.choices == (("A",),)
    assert now.partial.slides == ("A",)
    assert now.needs == "drop"
    assert now.pending_drop
    assert (now.pending_drop.tile, now.pending_drop.shape) == ("A", "I")


def test_pending_drop_resets_the_placed_shape() -> None:
    position = "1...... -:-:- I3,O0,T0,L0,S0 5"
    placed = PartialTurn(cells=("b1", "c1", "b2", "c2"))
    assert turn_options(position, "1234O", placed).partial.cells == ("b2", "c2", "b1", "c1")
    assert turn_options(position, "1234O", replace(placed, slides=("A",))).partial.cells == ()


def test_options_after_the_end_raise() -> None:
    with pytest.raises(nd.IllegalTurn, match="the game is over"):
        turn_options(".7...../" * 11 + "17..... -:-:- I3,O0,T4x,L4x,S4x 15", "1234O")


@pytest.mark.parametrize(
    ("partial", "message"),
    [
        ({"slides": ["A", "B", "C"]}, r"slides: expected a list of 2 at most"),
        ({"slides": ["F"]}, r"slides: expected a letter A\.\.E, got 'F'"),
        ({"slides": ["A", "A"]}, "the star's slide: expected B, got A"),
        ({"drops": [{"tile": "A", "cells": ["a3"]}]}, "tile A doesn't fall in this turn"),
        ({"cells": ["a3", "b3", "a4", "c4"]}, "place: shape O can't come to rest on"),
        ({"cells": ["a3", "b3", "a4", "b4"], "digits": [1, 1, None, 9]}, "doesn't give the digits"),
        ({"cells": ["a3", "a3", "a4", "b4"]}, "cells: expected each cell once"),
        ({"cells": ["a3", "b3"], "digits": [1]}, "digits: expected 2, got 1"),
        ({"cells": ["h3"]}, "cells"),
        ({"digits": [10]}, r"digits\[0\]: expected a digit 0..9 or null, got 10"),
        ({"digits": [True]}, r"digits\[0\]: expected a digit 0..9 or null, got True"),
        ({"claim": ["a1", "b1"]}, "claim: expected 3 to 8 cells, got"),
        ({"claim": []}, "claim: expected 3 to 8 cells, got"),
        ({"place": {}}, "turn: expected no keys but slides"),
        ([], "turn: expected an object"),
    ],
)
def test_illegal_choice_raises_one_line(partial: object, message: str) -> None:
    with pytest.raises(nd.NumberdropError, match=message) as caught:
        turn_options(README, "156*O", PartialTurn.from_json(partial))
    assert "\n" not in str(caught.value)


def test_incomplete_turn_names_the_next_choice() -> None:
    now = turn_options(README, "156*O")
    for step, missing in (
        ({}, "a tile must slide"),
        ({"slides": ["A"]}, "the shape must be placed"),
        ({"cells": ["a3", "b3", "a4", "b4"]}, "every cell of the shape must have a digit"),
        ({"digits": [1, 5, 6, 6]}, ""),
    ):
        chosen = PartialTurn.from_json({**now.partial.to_json(), **step})
        now = turn_options(README, "156*O", chosen)
        if missing:
            with pytest.raises(nd.IllegalTurn, match=missing):
                now.turn()
    assert str(now.turn()) == "156*O A,B a3=6,b3=6,a4=1,b4=5"


def test_offered_claim_has_points_and_circled_letter() -> None:
    now = turn_options(README, "156*O", PartialTurn.from_json(TYPED))
    four = next(o for o in now.claims if len(o.claim.cells) == 4)
    assert four.to_json() == {
        "kind": "identical",
        "size": 4,
        "cells": ["a1", "a2", "a3", "b3"],
        "points": 4,
        "completes": 0,
        "circles": None,
    }
    last = turn_options("5556... 3467:3567:- I0,O0,T0,L0,S0 5", "1234I")
    assert not last.claims
    last = turn_options("55556.. 3567:34567:- I0,O0,T0,L0,S0 5", "1234I")
    [offered] = last.claims
    assert (offered.points, offered.completes, offered.circles) == (14, 10, "B")


TYPED = {"slides": ["A"], "cells": ["a3", "b3", "a4", "b4"], "digits": [6, 6, 1, 5]}


def test_partial_turn_round_trips_as_json() -> None:
    for _, turn, _ in turns_of_games():
        chosen = PartialTurn.of_turn(turn)
        assert PartialTurn.from_json(json.loads(json.dumps(chosen.to_json()))) == chosen


def test_multiplayer_turn_has_no_slides() -> None:
    now = turn_options("16..... -:-:8 V3,X5x,T5o,O,U5 2", "1562O")
    assert (now.choices, now.needs) == ((), "place")


def test_roll_of_other_dice_raises() -> None:
    with pytest.raises(nd.NumberdropError, match="roll: expected one that the publisher dice"):
        turn_options(README, Roll("2222", "O"))
