"""Bounds from any position: obvious cases, that no game exceeds them, and that each count
matters."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator

import pytest

import numberdrop as nd
import oracle
from numberdrop.plan.bounds import (
    Bound,
    Known,
    bounds_of,
    check_bound,
    counting,
    counting_bound,
    drop_plan_bound,
    relaxed_bound,
    solver_bound,
)
from numberdrop.plan.bounds.drop_plans import full_turns
from numberdrop.plan.exhaustive import best_line
from numberdrop.plan.maxima import beam
from numberdrop.plan.question import Question
from numberdrop.record import load_game
from numberdrop.tile_states import longest_game
from places import DATA
from samples import BENCH, VARIANTS, read_rolls, some_rolls

#: A game of 100 points on a plain deal, found by `max`.
HUNDRED = json.loads((DATA / "hundred.json").read_text())
DOWN = "I4x,O4x,T4x,L4x"
ROW = "XXXXXXX"


#: Three 1 lie free: they make an identical combo, or one of them is in a consecutive one.
DOUBLE = nd.Position.from_text(f"11.1X.. -:-:- {DOWN},S0 4")
DOUBLE_ROLLS = read_rolls("2367O 4567T")

# Counting: obvious cases

TEN = "/".join([ROW] * 10)
#: Position, rolls, the bound, and the true best score.
OBVIOUS = [
    # Trivial, tight, and loose: the bound puts cells and digits where they can't come to lie.
    (f"X...... -:-:- {DOWN},S0 4", "1267O", 0, 0),
    (f"X.X.... -:-:- {DOWN},S0 4", "1234I", 4, 4),
    (f"...XXXX -:-:- {DOWN},S0 4", "111*L", 6, 6),
    (f"3.X.X3. -:-:- {DOWN},S0 4", "1133O", 5, 3),
    # Two claims in two turns; two more digits would allow a larger one.
    (f"X111.22 -:-:- {DOWN},S0 4", "2267O 1267I", 13, 10),
    # A filled box cannot be claimed; all five of a kind score ten points more.
    (f"X111X22 3:-:- {DOWN},S0 4", "2267O", 9, 9),
    (f"X111X.. 4567:-:- {DOWN},S0 4", "2267O", 37, 37),
    # A row with room under an overhang stays as it is, unless shapes slide.
    (f"XX...../.XXXXX. -:-:- {DOWN},S0 4", "1267I 1267I", 2, 2),
    # A tile falls, is circled, or has too far to go.
    ("XXX.... -:-:- I3,O4x,T4x,L4x,S0 4", "1267O 1267I", 4, 2),
    ("XXX.... 3:3:- I3o,O4x,T4x,L4x,S0 4", "1267O 1267I", 8, 8),
    ("XXX.... -:-:- I1,O4x,T4x,L4x,S0 4", "1267O 1267I", 2, 2),
    # The game ends when the last tile is down.
    (f"XXX.... -:-:- {DOWN},S3 4", "1267I 1267I 1267I", 2, 2),
    # A shape that finds no place under the Game Over line ends the game, with a penalty.
    (f"X.XX.X./{TEN} -:-:- {DOWN},S0 4", "1267I 1267I", 17, 15),
    (f"X.XX.X./{TEN} -:-:- {DOWN},S0 4", "1267O 1267I", 12, 10),
    (f"X.XX.X./{TEN} -:-:- I3,O4x,T4x,L4x,S0 4", "1267O 1267I", 22, 10),
]


@pytest.mark.parametrize(("position", "rolls", "bound", "best"), OBVIOUS)
def test_obvious_positions(position: str, rolls: str, bound: int, best: int) -> None:
    start, known = nd.Position.from_text(position), read_rolls(rolls)
    assert best_line(start, known).score == best
    assert counting_bound(start, known) == bound


@pytest.mark.parametrize(
    ("what", "change", "case", "bound"),
    [
        ("first_turns", lambda known: [1] * 11, 0, 4),
        ("first_turns", lambda known: [1] * 11, 4, 17),
        ("longest_combos", lambda known, turns: (8, 8), 3, 8),
        ("complete_rows", lambda known, shapes: 11, 0, 22),
        ("complete_rows", lambda known, shapes: shapes * 4 // 7, 2, 4),
        ("most_falls", lambda known, states: 5, 10, 8),
        ("most_falls", lambda known, states: 5, 13, 22),
        ("box_points", lambda filled: 60, 11, 62),
        ("SHAPE_CELLS", 8, 8, 6),
        ("SHAPE_CELLS", 8, 4, 15),
    ],
)
def test_each_thing_counted_matters(
    what: str, change: object, case: int, bound: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    position, rolls, strict, _ = OBVIOUS[case]
    monkeypatch.setattr(counting, what, change)
    assert counting_bound(nd.Position.from_text(position), read_rolls(rolls)) == bound != strict


def test_a_slide_comes_under_an_overhang() -> None:
    position, rolls, bound, _ = OBVIOUS[7]
    start = nd.Position.from_text(position)
    assert counting_bound(start, read_rolls(rolls)) == bound
    assert counting_bound(start, read_rolls(rolls), "rulebook+slide") == bound + 2


def test_a_game_that_is_over_has_its_score() -> None:
    column = "/".join(["1......"] * 12)
    for text in ("111X... 3:-:- I4x,O4x,T4x,L4x,S4x 15", f"{column} 3:-:- {DOWN},S0 15"):
        over, known = nd.Position.from_text(text), read_rolls("1112I")
        score = over.score().total
        assert [bound.points for bound in bounds_of(over, known)] == [score]
        assert relaxed_bound(over, known).points == score


# Drop plans and the solver: obvious cases


def test_the_last_rows_can_or_cannot_be_complete() -> None:
    """Eight cells are empty: O and O fill them, but after an S an O cannot."""
    start = nd.Position.from_text(f"XXX..../XXX..../{TEN[8:]} -:-:- {DOWN},S0 4")
    for rolls, points in (("1267O 1267O", (22, 22, 22)), ("1267S 1267O", (22, 20, 20))):
        known = read_rolls(rolls)
        found = counting_bound(start, known), drop_plan_bound(start, known)
        assert (*found, relaxed_bound(start, known).points) == points
        assert best_line(start, known).score <= points[1]
        assert drop_plan_bound(start, known, "rulebook+slide") == 22


def test_a_penalty_is_not_counted_twice() -> None:
    """All rows with a penalty, if not without one."""
    position, rolls, bound, _ = OBVIOUS[12]
    start, known = nd.Position.from_text(position), read_rolls(rolls)
    assert full_turns(Known.of(start, known)) == set()
    assert drop_plan_bound(start, known) == bound == 22 - 5


def test_the_solver_knows_which_digits_there_are() -> None:
    """Counting uses digits twice, the solver once."""
    points = [bound.points for bound in bounds_of(DOUBLE, DOUBLE_ROLLS)]
    assert points[-1] < points[0]
    assert points[-1] >= best_line(DOUBLE, DOUBLE_ROLLS).score


# Nothing exceeds them


def some_positions(seed: int) -> Iterator[tuple[nd.Position, str, random.Random]]:
    """Yield positions from the benchmark and from random games, each with a variant."""
    rng = random.Random(seed)
    while True:
        variant = rng.choice(VARIANTS)
        if rng.random() < 0.6:
            position = rng.choice(BENCH)
        else:
            game = load_game(oracle.random_game(rng, 1, variant))
            for _ in range(rng.randint(1, len(game.turns))):
                game.pop()
            position = game.positions[0]
        if not position.is_over():
            yield position, variant, rng


@pytest.mark.parametrize("count", [20, pytest.param(150, marks=pytest.mark.slow)])
def test_no_line_exceeds_a_bound(count: int) -> None:
    exact = 0
    for number, (start, variant, rng) in enumerate(some_positions(1)):
        rolls = some_rolls(rng, rng.choice([1, 1, 2, 3]))
        best = best_line(start, rolls, variant, nodes=50_000)
        counted = counting_bound(start, rolls, variant)
        planned = drop_plan_bound(start, rolls, variant)
        shown = (str(start), [str(roll) for roll in rolls], variant)
        assert best.score <= planned <= counted, shown
        if number % 3 == 0:
            relaxed = relaxed_bound(start, rolls, variant, effort=0.05).points
            assert best.score <= relaxed <= counted, shown
        exact += best.is_exact
        if number == count:
            break
    assert exact > count / 2


@pytest.mark.slow
@pytest.mark.parametrize("count", [3, 20])
def test_no_beam_exceeds_a_bound(count: int) -> None:
    for number, (start, variant, rng) in enumerate(some_positions(2)):
        rolls = some_rolls(rng, rng.choice([4, 6, 9, 20]))
        found = beam([start], rolls, variant, width=4)
        for bound in bounds_of(start, rolls, variant, target=found.score, effort=0.1):
            assert found.score <= bound.points, (str(start), [str(r) for r in rolls], variant)
        if number == count:
            break


@pytest.mark.parametrize("count", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_no_line_exceeds_a_bound_near_the_end_of_good_games(count: int) -> None:
    """Drop plans and penalties matter where rows are nearly complete."""
    for number in range(count):
        deal = nd.plain_deal(7, number)
        starts = nd.Position.starts(deal.tiles)
        found = beam(starts, deal.rolls, width=30)
        assert found.score <= drop_plan_bound(deal)
        position, rng = starts[found.start], random.Random(number)
        for played, turn in enumerate(found.turns):
            left = len(found.turns) - played
            if left <= 3:
                for rolls in (deal.rolls[played:], some_rolls(rng, 2), some_rolls(rng, 3)):
                    known = list(rolls)[:left]
                    best = best_line(position, known, nodes=100_000)
                    assert best.score <= drop_plan_bound(position, known) <= 100
                    assert best.score <= relaxed_bound(position, known, effort=0.1).points
            position = nd.play(position, turn)


@pytest.mark.parametrize(
    ("every", "effort"), [(4, 0.0), pytest.param(1, 0.2, marks=pytest.mark.slow)]
)
def test_a_game_of_a_hundred_points_is_below_all_bounds(every: int, effort: float) -> None:
    deal = nd.plain_deal(2026, 11)
    assert oracle.play_record(HUNDRED)["final"]["total"] == 100
    game = load_game(HUNDRED)
    number = len(game.turns)
    assert [turn["roll"] for turn in HUNDRED["turns"]] == [str(r) for r in deal.rolls[:number]]
    assert number in full_turns(Known.of(deal))
    while game.turns:
        turns = len(game.turns)
        game.pop()
        if turns % every:
            continue
        rolls = deal.rolls[turns - 1 :]
        for bound in bounds_of(game.positions[0], rolls, effort=effort if turns % 8 == 0 else 0):
            assert bound.points >= 100, str(game.positions[0])


# From the start of a game


@pytest.mark.slow
def test_deals_by_their_longest_game() -> None:
    for number in (0, 2, 7, 11, 12, 17, 21, 23):
        deal = nd.plain_deal(2026, number)
        longest = longest_game(deal.tiles, deal.rolls)
        counted, planned = counting_bound(deal), drop_plan_bound(deal)
        assert counted == {13: 90, 14: 92}.get(longest, 100)
        assert planned == (98 if number == 23 else counted)


# Bounds by name


def test_bounds_come_down_and_are_proved_again() -> None:
    for asked, rolls in ((nd.plain_deal(2026, 23), None), (DOUBLE, DOUBLE_ROLLS)):
        found = list(bounds_of(asked, rolls, effort=0.1))
        assert found == list(bounds_of(asked, rolls, effort=0.1))
        points = [bound.points for bound in found]
        assert points == sorted(set(points), reverse=True)
        for bound in found:
            assert check_bound(asked, rolls, "rulebook", bound)
            lower = Bound(bound.points - 1, bound.method)
            is_proved = bound.method.startswith("cpsat") and bound is not found[-1]
            assert check_bound(asked, rolls, "rulebook", lower) == is_proved


def test_bounds_name_their_methods() -> None:
    found = list(bounds_of(nd.plain_deal(2026, 23), effort=0.1))
    assert [str(bound) for bound in found] == ["100 by counting", "98 by drop plans"]
    *_, last = bounds_of(DOUBLE, DOUBLE_ROLLS, effort=0.5)
    assert last.method.startswith("cpsat (ortools ")
    assert last.method.endswith(", effort 0.5, workers 1, seed 1)")


def test_bounds_stop_at_the_target() -> None:
    points = [bound.points for bound in bounds_of(DOUBLE, DOUBLE_ROLLS)]
    for number in (1, 2):
        target = points[number - 1]
        found = bounds_of(DOUBLE, DOUBLE_ROLLS, target=target)
        assert [bound.points for bound in found] == points[:number]
    known = Known.of(DOUBLE, DOUBLE_ROLLS)
    bound, spent = solver_bound(known, points=points[-1], target=0, effort=1.0)
    assert bound is None
    assert 0 < spent < 1.5
    bound, _ = solver_bound(known, points=points[0], target=points[-1], effort=1.0)
    assert bound is not None
    assert bound.points == points[-1]
    assert solver_bound(known, points=9, target=9, effort=1.0) == (None, 0.0)


def test_known_is_reused() -> None:
    known = Known.of(DOUBLE, DOUBLE_ROLLS)
    assert Known.of(known) is known
    assert Known.asked_by(Question.of(DOUBLE, DOUBLE_ROLLS)) == known
    assert list(bounds_of(known)) == list(bounds_of(DOUBLE, DOUBLE_ROLLS))
    assert counting_bound(known) == counting_bound(DOUBLE, DOUBLE_ROLLS)


@pytest.mark.parametrize("method", ["", "chess", "cpsat", "cpsat (effort x)", "counting "])
def test_unknown_method_raises(method: str) -> None:
    with pytest.raises(nd.NumberdropError, match="method: expected counting, drop plans or cpsat"):
        check_bound(nd.plain_deal(1, 1), None, "rulebook", Bound(99, method))


@pytest.mark.parametrize("ask", [counting_bound, drop_plan_bound, relaxed_bound])
def test_invalid_arguments_raise(ask: Callable[..., object]) -> None:
    start = nd.Position.from_text(f"X...... -:-:- {DOWN},S0 4")
    for rolls in (None, [], read_rolls("1234I") * 21):
        with pytest.raises(nd.NumberdropError, match="rolls: expected 1 to 20"):
            ask(start, rolls)
    with pytest.raises(nd.NumberdropError, match="expected a solo position"):
        ask(nd.Position.from_text("X...... -:-:- - 4"), read_rolls("1234I"))


def test_letters_that_can_be_circled_are_open_in_both_boxes() -> None:
    """A is circled, B crossed off, C has its two boxes filled, D one of them, E none."""
    position = nd.Position.from_text("XXX.... 356:35:- I1o,O4x,T0,L0,S0 4")
    assert Known.of(position, read_rolls("1267O")).may_circle == {3, 4}
