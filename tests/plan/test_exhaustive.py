"""The best score for known rolls, compared with every turn of the oracle, and of the core.

data/best.txt holds positions with 1 to 3 rolls and the best score that the oracle found.
"""

from __future__ import annotations

import random
import signal
from itertools import pairwise
from typing import Any

import pytest

import numberdrop as nd
import oracle
from numberdrop import _core
from numberdrop.plan.exhaustive import Exact, best_line, plain_beam
from numberdrop.plan.ply import end_of
from numberdrop.position import core_roll, flags_of
from regenerate import BESTS, Best, best_lines, read_bests
from samples import BENCH, VARIANTS, read_rolls, some_rolls

CASES = [case for _, case in read_bests(BESTS.read_text("utf-8")) if case is not None]
CHEAP = [case for case in CASES if case.is_cheap]


def some(cases: list[Best], every: int) -> list[Any]:
    """Return all cases as parameters, of which the normal run takes one in every `every`."""
    return [
        pytest.param(case, marks=[pytest.mark.slow] if number % every else [])
        for number, case in enumerate(cases)
    ]


def name(case: Best) -> str:
    return f"{case.variant} {case.position} {' '.join(case.rolls)}".replace(" ", "_")


def rolls_of(case: Best) -> list[nd.Roll]:
    dice = nd.Variant.from_text(case.variant).dice
    return [nd.Roll.from_text(roll, dice) for roll in case.rolls]


def check_witness(position: nd.Position, rolls: list[nd.Roll], variant: str, found: Exact) -> None:
    """Check that the turns are legal, for the oracle too, and make the score."""
    bga, slide, _ = oracle.read_variant(variant)
    sheet = oracle.parse(str(position))
    for turn in found.turns:
        if position.is_solo:
            sheet = oracle.play_turn(sheet, turn.to_json(), slide)
        else:
            oracle.check_part(sheet, str(turn.roll), turn.to_json(), slide)
            sheet.turn += 1
        position = end_of(position, turn)
    assert str(position) == sheet.to_text()
    assert [turn.roll for turn in found.turns] == rolls[: len(found.turns)]
    assert len(found.turns) == len(rolls) or position.is_over()
    assert oracle.score(sheet, bga)["total"] == position.score(variant).total == found.score


# Compared with the oracle


@pytest.mark.parametrize("case", some(CASES, 5), ids=name)
def test_the_best_score_is_the_one_that_the_oracle_found(case: Best) -> None:
    position, rolls = nd.Position.from_text(case.position), rolls_of(case)
    found = best_line(position, rolls, case.variant)
    assert (found.score, found.bound, found.is_exact) == (case.score, case.score, True)
    check_witness(position, rolls, case.variant, found)
    assert best_line(position, rolls, case.variant) == found


@pytest.mark.parametrize("case", some(CHEAP, 7), ids=name)
def test_oracle_finds_the_score_again(case: Best) -> None:
    assert case.by_oracle() == case.score


def test_cases_cover_all_variants_and_lengths() -> None:
    text = BESTS.read_text("utf-8")
    scores = [case.score for case in CASES if case.score is not None]
    assert best_lines(text, scores) == text
    assert len(CASES) >= 200
    for variant in VARIANTS:
        for count in (1, 2, 3):
            assert any(c.variant == variant and len(c.rolls) == count for c in CASES)
    for case in CASES:
        assert oracle.parse(case.position).to_text() == case.position


# Compared with itself, where the oracle takes too long


@pytest.mark.parametrize(
    ("position", "rolls"),
    [
        # The first claim takes the last box but one of a column, the second one the last.
        ("6661.../6....11 3567:-:- - 4", "1112O"),
        ("22...../21.6555 567:-:- - 4", "1112O 5566I"),
        # A falls, or is protected by a claim in the turn before.
        pytest.param(
            "..12.../3344567 3:-:- I3,O0,T0,L0,S0 9", "1112O 2244I", marks=pytest.mark.slow
        ),
        pytest.param(
            "4.12.../3344567 3:-:- I3,O3,T3,L0,S0 9", "1144O 2244I", marks=pytest.mark.slow
        ),
        # The shape of A crosses the Game Over line, or all tiles have fallen, before the last roll.
        (".7...../" * 10 + "17..... -:-:- I3,O4x,T4x,L4x,S4x 15", "1112O 2244I"),
        (".7...../" * 8 + "17..... -:-:- I3,O4x,T4x,L4x,S4x 15", "1112O 2244S"),
    ],
)
def test_positions_made_by_hand(position: str, rolls: str) -> None:
    check_by_turns(nd.Position.from_text(position), read_rolls(rolls))


def check_by_turns(position: nd.Position, rolls: list[nd.Roll]) -> None:
    """Check that the best line is the best turn with the best line after it."""
    scores = []
    for turn in position.turns(rolls[0]):
        after = end_of(position, turn)
        if rolls[1:] and not after.is_over():
            scores.append(best_line(after, rolls[1:]).score)
        else:
            scores.append(after.score().total)
    found = best_line(position, rolls)
    assert (found.score, found.is_exact) == (max(scores), True), (str(position), rolls)
    check_witness(position, rolls, "rulebook", found)


@pytest.mark.parametrize(
    "number", [23, *(pytest.param(n, marks=pytest.mark.slow) for n in (13, 33, 43, 53))]
)
def test_the_best_line_is_the_best_turn_and_what_follows(number: int) -> None:
    rng = random.Random(number)
    rolls = [*read_rolls(rng.choice(["1112O", "2244O", "3355I"])), *some_rolls(rng, 1)]
    check_by_turns(BENCH[number], rolls)


@pytest.mark.parametrize(
    "number",
    [*range(0, 27, 9), *(pytest.param(n, marks=pytest.mark.slow) for n in range(27, 64, 9))],
)
def test_a_beam_does_no_better(number: int) -> None:
    rng = random.Random(number)
    position, rolls = BENCH[number], some_rolls(rng, rng.choice([2, 3]))
    found = best_line(position, rolls, nodes=300_000)
    score, turns = plain_beam(position, rolls, nd.Variant())
    assert score <= found.score <= found.bound
    check_witness(position, rolls, "rulebook", found)
    check_witness(position, rolls, "rulebook", Exact(score, score, turns, 0))


def test_a_mirrored_position_has_the_same_best_score() -> None:
    for position in BENCH[::9]:
        grid, *fields = str(position).split(" ")
        mirrored = " ".join(["/".join(row[::-1] for row in grid.split("/")), *fields])
        rolls = read_rolls("2457S 1234L")
        assert best_line(nd.Position.from_text(mirrored), rolls).score == (
            best_line(position, rolls).score
        )


def test_order_of_dice_in_a_roll_changes_nothing() -> None:
    found = [best_line(BENCH[20], read_rolls(f"{text} 1234I")) for text in ("12*4T", "*421T")]
    assert found[0].score == found[1].score
    assert found[0].nodes == found[1].nodes


# Cut short, or given a known score


@pytest.mark.slow
def test_node_limit_gives_an_inexact_result() -> None:
    position, rolls = BENCH[45], read_rolls("4441T 3125I 1*23*")
    exact = best_line(position, rolls)
    assert exact.is_exact
    bounds = []
    for nodes in (1, 100, 10_000, exact.nodes - 1, exact.nodes):
        found = best_line(position, rolls, nodes=nodes)
        assert found == best_line(position, rolls, nodes=nodes)
        assert found.nodes <= nodes
        assert found.score <= exact.score <= found.bound
        check_witness(position, rolls, "rulebook", found)
        bounds.append(found.bound)
    assert found == exact
    assert all(a >= b for a, b in pairwise(bounds))
    assert not best_line(position, rolls, nodes=1).is_exact


@pytest.mark.slow
def test_many_rolls_cut_short() -> None:
    position = nd.Position.start("IOTLS", "d1")
    rolls = some_rolls(random.Random(5), 20)
    found = best_line(position, rolls, nodes=20_000)
    assert found.score < found.bound <= 100
    check_witness(position, rolls, "rulebook", found)


def test_at_least_limits_the_search_to_higher_scores() -> None:
    position, rolls = BENCH[45], read_rolls("4441T 3125I")
    exact = best_line(position, rolls)
    below = best_line(position, rolls, at_least=exact.score - 1)
    assert (below.score, below.bound) == (exact.score, exact.score)
    check_witness(position, rolls, "rulebook", below)
    for known in (exact.score, exact.score + 1, 100):
        found = best_line(position, rolls, at_least=known)
        assert (found.score, found.bound, found.turns) == (known, known, ())
        assert found.is_exact
        assert found.nodes <= exact.nodes
    short = best_line(position, rolls, at_least=exact.score - 1, nodes=1)
    assert (short.score, short.turns, short.is_exact) == (exact.score - 1, (), False)
    assert short.bound >= exact.score


def test_a_signal_ends_a_long_search() -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            best_line(BENCH[0], some_rolls(random.Random(1), 8))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# The bounds

# The most that rolls can bring: rows, claims, cells of an identical combo, of a consecutive one, X
# shapes.
OUTLOOKS = [
    # An upright I completes four rows, or two with two cells each.
    ("123456./123456./123456./123456. -:-:- - 1", "1234I", 0, (8, 6, 5, 6, 0)),
    ("12345../12345../12345../12345.. -:-:- - 1", "1234I", 0, (4, 5, 5, 5, 0)),
    # No cell comes under an overhang except by a slide.
    ("..44.../123.567 -:-:- - 1", "1234I", 0, (0, 7, 3, 7, 0)),
    ("..44.../123.567 -:-:- - 1", "1234I", _core.SLIDE, (2, 7, 3, 7, 0)),
    (".555.../11.1555 -:-:- - 1", "1222O", 0, (2, 3, 3, 2, 0)),
    (".555.../11.1555 -:-:- - 1", "1222O", _core.SLIDE, (2, 4, 4, 2, 0)),
    # New cells join two groups if there are enough of them.
    ("11...11 -:-:- - 1", "1222O", 0, (2, 3, 3, 2, 0)),
    ("11...11 -:-:- - 1", "1122O", 0, (2, 4, 4, 2, 0)),
    ("11...11 -:-:- - 1", "1112O", 0, (2, 7, 7, 2, 0)),
    # A run goes through new cells and old ones; a star is one digit of it.
    ("5..8... -:-:- - 1", "6711O", 0, (0, 4, 2, 4, 0)),
    ("5...8.. -:-:- - 1", "6711O", 0, (0, 3, 2, 3, 0)),
    ("- -:-:- - 1", "1235I", 0, (0, 3, 1, 3, 0)),
    ("- -:-:- - 1", "123*I", 0, (0, 4, 2, 4, 0)),
    ("- -:-:- - 1", "1***I 1235I", 0, (2, 13, 5, 7, 0)),
    ("- -:-:- - 1", "12**I 34**I", 0, (2, 15, 5, 8, 0)),
    # One claim a turn, for boxes that are open and in reach; 10 points for a full column.
    ("- -:-:- - 1", "1112O 1134I", 0, (2, 9, 5, 4, 0)),
    ("5678... 345:3456:- - 1", "1112O", 0, (2, 0, 3, 4, 0)),
    ("5678... 345:3456:- - 1", "1112O 1112O", 0, (2, 6, 6, 4, 0)),
    ("1111... 3567:-:- - 1", "2223O", 0, (2, 14, 4, 3, 0)),
    ("- 3456:3456:- - 1", "123*O 4566O", 0, (2, 17, 3, 7, 0)),
    ("- 3456:3456:- - 1", "***1O **11O", 0, (2, 34, 8, 8, 0)),
    # X shapes of tiles that aren't circled and lack no more slides than there are.
    ("123456. -:-:- I3,O0,T0,L0,S0 9", "1112O", 0, (4, 6, 4, 6, 1)),
    ("123456. -:-:- I3o,O0,T0,L0,S0 9", "1112O", 0, (2, 6, 4, 6, 0)),
    ("123456. -:-:- I3o,O3,T2,L0,S0 9", "1112O", 0, (4, 6, 4, 6, 1)),
    ("123456. -:-:- I3,O3,T2,L0,S0 9", "1112O", 0, (4, 6, 4, 6, 1)),
    ("123456. -:-:- I3,O3,T2,L0,S0 9", "111*T", 0, (4, 7, 5, 7, 2)),
    ("123456. -:-:- I0,O0,T2,L0,S0 9", "111*T", 0, (4, 7, 5, 7, 1)),
    ("123456. -:-:- I0,O0,T2,L0,S0 9", "111*L", 0, (2, 7, 5, 7, 0)),
    ("123456. -:-:- I2,O2,T2,L0,S0 9", "111*L 222*I", 0, (6, 15, 6, 8, 2)),
]


@pytest.mark.parametrize(("position", "rolls", "flags", "most"), OUTLOOKS)
def test_upper_bounds_of_rolls(
    position: str, rolls: str, flags: int, most: tuple[int, int, int, int, int]
) -> None:
    sheet = nd.Position.from_text(position).core
    known = [core_roll(roll) for roll in read_rolls(rolls)]
    assert _core.upper_bounds(sheet, known, flags) == most


@pytest.mark.parametrize("case", some([c for c in CHEAP if len(c.rolls) == 1], 12), ids=name)
def test_no_turn_brings_more_than_the_upper_bounds(case: Best) -> None:
    position, [roll] = nd.Position.from_text(case.position), rolls_of(case)
    flags = flags_of(case.variant)
    rows, claims, *_ = _core.upper_bounds(position.core, [core_roll(roll)], flags)
    _, slide, _ = oracle.read_variant(case.variant)
    before = position.score(case.variant)
    for text in oracle.outcomes(oracle.parse(case.position), case.rolls[0], slide):
        after = oracle.score(oracle.parse(text))
        assert after["rows"] <= rows
        assert after["total"] - after["rows"] <= claims + before.total - before.rows


# Parts


@pytest.mark.parametrize("case", some([case for case in CHEAP if len(case.rolls) > 1], 9), ids=name)
@pytest.mark.parametrize("parts", [1, 3, 32])
def test_parts_together_cover_all_lines(case: Best, parts: int) -> None:
    position, rolls = nd.Position.from_text(case.position), rolls_of(case)
    for known in (case.score, case.score - 1):
        found = [
            best_line(position, rolls, case.variant, at_least=known, part=(part, parts))
            for part in range(parts)
        ]
        assert all(one.is_exact for one in found)
        assert max(one.bound for one in found) == case.score
        for one in found:
            if one.turns:
                check_witness(position, rolls, case.variant, one)


@pytest.mark.parametrize("number", [45, pytest.param(57, marks=pytest.mark.slow)])
def test_the_best_line_is_in_a_part(number: int) -> None:
    position, rolls = BENCH[number], some_rolls(random.Random(number), 3)
    exact = best_line(position, rolls)
    found = [
        best_line(position, rolls, at_least=exact.score - 1, part=(part, 5)) for part in range(5)
    ]
    assert all(one.is_exact for one in found)
    assert max(one.score for one in found) == exact.score
    assert any(one.turns for one in found)


def test_a_part_cut_short_bounds_nothing() -> None:
    position, rolls = BENCH[45], some_rolls(random.Random(45), 3)
    assert best_line(position, rolls, at_least=0, nodes=1, part=(0, 1)).bound == 100


# Invalid arguments


@pytest.mark.parametrize(
    ("rolls", "arguments", "message"),
    [
        ([], {}, "rolls: expected 1 to 20, got 0"),
        (["1234I"] * 21, {}, "rolls: expected 1 to 20, got 21"),
        (["1234I"], {"nodes": 0}, "nodes: expected 1 or more, got 0"),
        (["1234I"], {"at_least": 101}, "at_least: expected a score up to 100, got 101"),
        (["1234I", "****O"], {}, "roll: expected one that the publisher dice can show"),
        (["1234I"], {"variant": "bgb"}, "variant: expected"),
        (["1234I"], {"part": (3, 3)}, "part: expected a number below 3, got 3"),
        (["1234I"], {"part": (-1, 3)}, "part: expected a number below 3, got -1"),
    ],
)
def test_invalid_arguments_raise(
    rolls: list[str], arguments: dict[str, object], message: str
) -> None:
    known = [nd.Roll(roll[:4], roll[4]) for roll in rolls]
    with pytest.raises(nd.NumberdropError, match=message):
        best_line(BENCH[0], known, **arguments)  # type: ignore[arg-type]


def test_finished_game_raises() -> None:
    over = nd.Position.from_text("...1... -:-:- I4x,O4x,T4x,L4x,S4x 15")
    with pytest.raises(nd.NumberdropError, match="the game is over, there is no turn to play"):
        best_line(over, read_rolls("1234I"))


def test_other_dice_have_other_rolls() -> None:
    found = best_line(BENCH[0], [nd.Roll("****", "O")], "rulebook+review-dice")
    assert found.is_exact
    assert found.score >= best_line(BENCH[0], read_rolls("***1O")).score


def test_core_raises_for_invalid_arguments() -> None:
    sheet, roll = BENCH[0].core, core_roll(nd.Roll("1234", "I"))
    for rolls in ([], [roll] * 21):
        with pytest.raises(ValueError, match="expected 1 to 20 rolls"):
            _core.exhaust(sheet, rolls, 0, 1, 0)
        with pytest.raises(ValueError, match="expected 1 to 20 rolls"):
            _core.upper_bounds(sheet, rolls)
    with pytest.raises(ValueError, match="part: expected 0 to 1, got 2"):
        _core.exhaust(sheet, [roll], 0, 1, 0, None, False, 2, 2)
    over = nd.Position.from_text("...1... -:-:- I4x,O4x,T4x,L4x,S4x 15").core
    with pytest.raises(ValueError, match="the game is over"):
        _core.exhaust(over, [roll], 0, 1, 0)
