"""Bounds by relaxation: no game breaks a rule of the model, and each rule is needed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from ortools.sat.python import cp_model

import numberdrop as nd
import oracle
from numberdrop.plan.bounds import Known, counting_bound, relaxed_bound
from numberdrop.plan.bounds.cpsat import can_reach
from numberdrop.plan.bounds.relaxation import RULES, relaxation, score_of
from numberdrop.plan.bounds.variables import RelaxedGame
from numberdrop.plan.exhaustive import best_line
from numberdrop.plan.hints.selfplay import play_game
from numberdrop.plan.maxima.maximum import maximum
from numberdrop.record import load_game
from numberdrop.rules import CELLS
from numberdrop.tile_states import longest_game

RULEBOOK = nd.Variant()
VARIANTS = ["rulebook", "bga", "rulebook+slide", "bga+slide+review-dice"]
#: No star: twenty turns, whatever slides, so 77 cells are too few for the shapes.
TWENTY = ["1425I", "3641O", "4776T", "7225L", "5437S"] * 4


def deal_of(rolls: Sequence[str], tiles: str = "IOTLS", dice: str = "publisher") -> nd.Deal:
    known = tuple(nd.Roll.from_text(roll, dice) for roll in rolls)
    return nd.Deal("by hand", tuple(tiles), known, dice)


def best(deal: nd.Deal, variant: nd.Variant = RULEBOOK, without: Sequence[str] = ()) -> int:
    """Return the best score under the rules that aren't left out."""
    return optimum(relaxation(Known.of(deal, None, variant), frozenset(without)))


def optimum(game: RelaxedGame) -> int:
    game.model.maximize(score_of(game))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(game.model) == cp_model.OPTIMAL
    return round(solver.objective_value)


def is_reachable(deal: nd.Deal, target: int, variant: str = "rulebook", without: str = "") -> bool:
    """Return True if some solution of the rules, without the one left out, scores `target` or
    more."""
    game = relaxation(Known.of(deal, None, variant), frozenset([without]))
    game.model.add(score_of(game) >= target)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(game.model)
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return status == cp_model.OPTIMAL


# No game is missed


def follow(game: RelaxedGame, record: dict[str, Any]) -> None:
    """Constrain the game to slide and claim exactly what the record does."""
    model, turns = game.model, record["turns"]
    digits = dict(record.get("digits", {record["start"]: 1}))
    for t in game.turns:
        turn = turns[t] if t < len(turns) else {"slides": [], "place": None, "claim": None}
        model.add(game.played[t] == (t < len(turns)))
        for i, letter in enumerate("ABCDE"):
            model.add(game.free[t][i] == (turn["slides"][:1] == [letter]))
            model.add(game.star[t][i] == (turn["slides"][1:] == [letter]))
        digits |= turn["place"] or {}
        claimed = [digits[cell] for cell in turn["claim"] or []]
        used = tuple(claimed.count(v) for v in range(10))
        kind = 0 if len(set(claimed)) == 1 else 5
        box = 10 if len(claimed) == 8 else kind + len(claimed) - 3
        for claim, combo in zip(game.claims[t], game.combos, strict=True):
            model.add(claim == (combo == (box, used)))


def can_be(game: RelaxedGame, score: int) -> bool:
    """Return True if the model has a game with `score` points or more."""
    return can_reach(game.model, score_of(game), score, 10.0)[0]


def is_solution(record: dict[str, Any], deal: nd.Deal) -> bool:
    """Return True if the model has the record's game, with at least its score."""
    game = relaxation(Known.of(deal, None, record["variant"]))
    follow(game, record)
    return can_be(game, oracle.play_record(record)["final"]["total"])


@pytest.mark.parametrize("count", [1, pytest.param(12, marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_are_solutions(variant: str, count: int) -> None:
    rng = random.Random(variant)
    dice = nd.Variant.of(variant).dice
    for number in range(count):
        record = oracle.random_game(rng, 1, variant)
        rolls = [turn["roll"] for turn in record["turns"]]
        if number % 2:
            faces = oracle.read_variant(variant)[2]
            rolls += [oracle.random_roll(rng, faces) for _ in range(20 - len(rolls))]
        assert is_solution(record, deal_of(rolls, "".join(record["tiles"]), dice)), record


@pytest.mark.parametrize("count", [1, pytest.param(12, marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", VARIANTS)
def test_games_from_the_middle_are_solutions(variant: str, count: int) -> None:
    rng = random.Random(f"middle {variant}")
    for _ in range(count):
        record = oracle.random_game(rng, 1, variant)
        final = oracle.play_record(record)["final"]["total"]
        game = load_game(record)
        for _ in range(rng.randint(1, len(game.turns))):
            game.pop()
        position, played = game.positions[0], len(game.turns)
        symbols = {cell: position.symbol(cell) for cell in CELLS}
        digits = {cell: int(symbol) for cell, symbol in symbols.items() if symbol in "0123456789"}
        rest = {**record, "turns": record["turns"][played:], "digits": digits}
        rolls = [nd.Roll(turn["roll"][:4], turn["roll"][4]) for turn in rest["turns"]]
        if rng.random() < 0.5:
            faces = oracle.read_variant(variant)[2]
            more = [oracle.random_roll(rng, faces) for _ in range(20 - len(rolls))]
            rolls += [nd.Roll(roll[:4], roll[4]) for roll in more]
        model = relaxation(Known.of(position, rolls, variant))
        follow(model, rest)
        assert can_be(model, final), (str(position), rest["turns"])


@pytest.mark.parametrize("count", [1, pytest.param(6, marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", ["rulebook", "bga"])
def test_games_of_self_play_are_solutions(variant: str, count: int) -> None:
    for number in range(count):
        record = play_game(7, number, variant).to_record()
        assert is_solution(record, nd.plain_deal(7, number)), record


@pytest.mark.slow
def test_illegal_record_is_not_a_solution() -> None:
    record = play_game(7, 0).to_record()
    assert is_solution(record, nd.plain_deal(7, 0))
    game = relaxation(Known.of(nd.plain_deal(7, 0)))
    follow(game, record)
    assert not can_be(game, 100)
    record["turns"][0]["slides"] = []
    game = relaxation(Known.of(nd.plain_deal(7, 0)))
    follow(game, record)
    assert not can_be(game, -1_000)


@pytest.mark.slow
@pytest.mark.parametrize("number", [18, 55, 56])
def test_no_maximum_beats_the_bound(number: int) -> None:
    deal = nd.plain_deal(99, number)
    found = maximum(deal, nodes=1)
    assert is_solution(found.solution, deal)
    assert found.score <= relaxed_bound(deal, effort=0.2).points <= counting_bound(deal)


# Each rule


@pytest.mark.parametrize(
    ("rolls", "bound"),
    [
        (["1234I"], 4),  # 1 2 3 4; no row
        (["555*I"], 4),  # one claim, and four cells of one digit
        (["3567T"], 3),  # 5 6 7
        (["4466L"], 0),  # no combo
        (["1*23S"], 4),  # 1 2 3 and the star as a 4; the second 1 is left over
        (["1234I", "1234I"], 9),  # one row, 1 2 3 4 and then 1 2 3
        (["1256O", "3476O"], 9),  # one row, and 1 to 7 in the second turn
    ],
)
def test_obvious_bounds(rolls: list[str], bound: int) -> None:
    known = tuple(nd.Roll(roll[:4], roll[4]) for roll in rolls)
    deal = nd.Deal("by hand", tuple("IOTLS"), known)
    assert best(deal) == bound
    assert relaxed_bound(deal).points == min(bound, counting_bound(deal))


#: Rules left out, one by one; tiles and rolls; the bound with the rule and without it.
SMALL = [
    ("free slide", "LOITS", "7171O 5141T 4575* 4476L", 18, 22),
    ("star slide", "LOITS", "7171O 5141T 4575* 4476L", 18, 22),
    ("down", "SOLTI", "51*3S *275S", 9, 15),
    ("falls", "SOLTI", "51*3S *275S", 9, 21),
    ("claims", "SOLTI", "51*3S *275S", 9, 10),
    ("boxes", "SOLTI", "51*3S *275S", 9, 11),
    ("supply", "SOLTI", "51*3S *275S", 9, 11),
    ("rows", "SOLTI", "51*3S *275S", 9, 27),
    ("columns", "SOLTI", "51*3S *275S", 9, 29),
    # The rule is there and changes nothing.
    ("free slide", "IOTLS", "1234I", 4, 4),
    ("star slide", "IOTLS", "1234I", 4, 4),
    ("claims", "IOTLS", "1234I", 4, 4),
    ("end", "IOTLS", "1234I", 4, 4),
    ("line", "IOTLS", "1234I", 4, 4),
    ("fines", "IOTLS", "1234I", 4, 4),
    ("plans", "IOTLS", "1234I", 4, 4),
    ("reach", "IOTLS", "1234I", 4, 4),
    ("digits", "SOLTI", "51*3S *275S", 9, 9),
]


@pytest.mark.parametrize(("rule", "tiles", "rolls", "bound", "without"), SMALL)
def test_a_rule_on_few_rolls(rule: str, tiles: str, rolls: str, bound: int, without: int) -> None:
    known = tuple(nd.Roll(roll[:4], roll[4]) for roll in rolls.split())
    deal = nd.Deal("by hand", tuple(tiles), known)
    assert best(deal) == bound
    assert best(deal, without=[rule]) == without


DOWN = "I4x,O4x,T4x,L4x"
TEN = "/".join(["XXXXXXX"] * 10)
#: From the middle of a game: position, rolls, the bound, and the bound without single rules.
MIDDLE = [
    (f"X.X.... -:-:- {DOWN},S0 4", "1234I", 4, {"reach": 4, "supply": 4, "columns": 24}),
    (f"3.X.X3. -:-:- {DOWN},S0 4", "1133O", 5, {"reach": 6, "boxes": 8, "supply": 5}),
    (f"11.1X.. -:-:- {DOWN},S0 4", "2367O 4567T", 9, {"reach": 11, "supply": 12, "rows": 27}),
    ("XXX.111 -:-:- I3,O3,T4x,L4x,S0 4", "1167O 1267I", 12, {"falls": 20, "supply": 17}),
    ("111.222 3:-:- I3o,O3,T4x,L4x,S0 4", "1267O 1267I", 16, {"falls": 26, "boxes": 21}),
    ("111.234 -:3:- I3,O4x,T4x,L4x,S2 4", "1167O 1267I", 16, {"free slide": 18, "down": 18}),
    (f"XX...../.XXXXX. -:-:- {DOWN},S0 4", "1267I 1267I", 2, {"down": 4, "rows": 20}),
    (f"X.XX.X./{TEN} -:-:- {DOWN},S0 4", "1267I 1267I", 17, {"fines": 20, "turns": 20}),
    (f"XXX..../XXX..../{TEN[8:]} -:-:- {DOWN},S0 4", "1267S 1267O", 20, {"plans": 22}),
]


@pytest.mark.parametrize(("position", "rolls", "bound", "without"), MIDDLE)
def test_rules_from_the_middle(
    position: str, rolls: str, bound: int, without: dict[str, int]
) -> None:
    start = nd.Position.from_text(position)
    known = [nd.Roll(roll[:4], roll[4]) for roll in rolls.split()]
    game = Known.of(start, known)
    assert best_line(start, known).score <= bound == optimum(relaxation(game))
    for rule, points in without.items():
        assert optimum(relaxation(game, frozenset([rule]))) == points


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["turns", "end", "line", "fines"])
def test_rules_of_the_line_and_the_end(rule: str) -> None:
    """Twenty turns and no star: the line is crossed, which always costs points in bga; by the
    rulebook the last X may cross it without a penalty."""
    deal = deal_of(TWENTY)
    assert not is_reachable(deal, 96, "bga")
    assert is_reachable(deal, 93, "bga")
    assert is_reachable(deal, 96, "rulebook")
    assert is_reachable(deal, 96, "bga", without=rule)


@pytest.mark.slow
def test_the_finish_costs_a_row_where_an_s_comes_last() -> None:
    """At most fifteen turns, and 58 digits need them all."""
    plain = nd.plain_deal(99, 19)
    last = nd.Roll(plain.rolls[14].numbers, "S")
    deal = nd.Deal("by hand", plain.tiles, (*plain.rolls[:14], last))
    assert longest_game(plain.tiles, plain.rolls) == longest_game(deal.tiles, deal.rolls) == 15
    assert relaxed_bound(deal, target=99).points == 98
    assert is_reachable(deal, 100, "rulebook+slide")
    assert is_reachable(deal, 100, without="plans")


def test_every_rule_has_a_test() -> None:
    tried = {case[0] for case in SMALL} | {"turns", "end", "line", "fines", "plans"}
    assert tried == set(RULES)


# The bound


@pytest.mark.slow
def test_the_longest_game_bounds_the_score() -> None:
    deal = nd.plain_deal(99, 18)
    assert longest_game(deal.tiles, deal.rolls) <= 14
    assert relaxed_bound(deal, effort=0.1).points <= 92


def test_the_same_bound_every_time() -> None:
    one, other = (relaxed_bound(deal_of(TWENTY[:4]), effort=3.0) for _ in range(2))
    assert one == other
    assert one.method.startswith("cpsat (ortools ")
    assert one.method.endswith(", effort 3.0, workers 1, seed 1)")


def test_a_target_that_can_be_reached_leaves_the_counting_bound() -> None:
    deal = deal_of(["1234I"])
    assert relaxed_bound(deal, target=4).points == counting_bound(deal)
    assert relaxed_bound(deal, target=5).points == 4
    assert relaxed_bound(deal, target=50).points == counting_bound(deal)


def test_zero_effort_raises() -> None:
    with pytest.raises(nd.NumberdropError, match="effort: expected more than 0"):
        relaxed_bound(deal_of(["1234I"]), effort=0.0)
