"""The payments for foresight and the bounds on endings (docs/results/bound.md)."""

from __future__ import annotations

import argparse
from itertools import islice, product
from pathlib import Path
from statistics import mean

import pytest

import classes
import foresight
import ladder
import numberdrop as nd
from numberdrop import _core
from numberdrop.dice import Roll
from numberdrop.plan.ply import WIDE
from numberdrop.rules import dice_set
from rolls import chances_of_rolls
from rows import add_row, count_of, file_of, read_rows
from settings import Setting

FAST = Setting.of("fast")


def positions_with(left: int, count: int) -> list[nd.Position]:
    """Return the first `count` positions of games with `left` slides left."""
    found = (ladder.position_with(left, 5, number) for number in range(100))
    return list(islice((position for position in found if position), count))


@pytest.mark.parametrize("number", [0, 1])
def test_payments_are_zero_on_average(number: int) -> None:
    """The samples estimate the mean over all rolls, so payments have mean zero for blind play."""
    sheet, flag = positions_with(3, 2)[number].core, _core.Flag()
    chances = chances_of_rolls(dice_set("publisher"))
    worths = {roll: foresight.worth_of(sheet, roll, flag) for roll in chances}
    average = sum(chances[roll] * worth for roll, worth in worths.items())
    spread = sum(chances[roll] * (worth - average) ** 2 for roll, worth in worths.items()) ** 0.5
    samples = foresight.Samples(number, 9)
    estimate = samples.begin(sheet)
    samples.add(estimate, 60)
    assert abs(estimate.mean - average) < 4 * spread / 360**0.5


def test_chances_of_rolls_sum_to_one() -> None:
    chances = chances_of_rolls(dice_set("publisher"))
    assert len(chances) == 1860
    assert sum(chances.values()) == pytest.approx(1)


def test_line_of_one_sheet_and_turn_is_blind_play() -> None:
    deal = nd.plain_deal(1, 0)
    line, start = foresight.best_line(deal, 0, 1, 1)
    assert start == nd.Position.start("".join(deal.tiles), "d1").core
    assert line.end.sheet.is_over()
    paid, sheets = foresight.judged(line, start, 0, 4)
    assert len(sheets) == len(line.steps)
    assert abs(paid - line.rank) < 5


def test_wider_beams_find_more() -> None:
    found = [foresight.best_line(nd.plain_deal(1, 0), 0, width, 4)[0].rank for width in (1, 2)]
    assert found[0] < found[1]


@pytest.mark.parametrize("number", [0, 1])
def test_bounds_on_an_ending_with_six_rolls(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With six rolls of equal chance the best play in a class of turns is enumerated."""
    rolls = nd.plain_deal(3, number).rolls[:6]
    position = positions_with(2, 2)[number]
    sheet = position.core
    tree = ladder.Tree(1, 8)
    best = mean(best_of(tree, sheet, roll, rolls) for roll in rolls)
    monkeypatch.setattr(ladder.Tree, "rolls", lambda _: list(rolls))
    average = tree.average(sheet, rolls)
    paid = [tree.highest(sheet, average, (first, last)) for first, last in product(rolls, rolls)]
    assert mean(paid) == pytest.approx(best)
    assert mean(tree.nested(sheet, roll, rolls) for roll in rolls) == pytest.approx(best)
    pairs = list(product(rolls, rolls))
    known = mean(ladder.best_line(position, pair).bound for pair in pairs)
    below = mean(tree.played(position, pair, FAST) for pair in pairs)
    assert below == pytest.approx(mean(score_of(position, pair) for pair in pairs))
    assert below <= known
    assert best <= known


@pytest.mark.parametrize("choices", [2, 8])
def test_bound_of_a_class_on_an_ending_with_six_rolls(
    choices: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With six rolls of equal chance the best play in a class is enumerated."""
    rolls = nd.plain_deal(3, 0).rolls[:6]
    sheet = positions_with(2, 1)[0].core
    tree = ladder.Tree(1, choices, WIDE)
    best = mean(best_of(tree, sheet, roll, rolls, choices) for roll in rolls)
    monkeypatch.setattr(classes.Averages, "rolls", lambda *_: list(rolls))
    found = [classes.bounds(sheet, pair, 0, choices, 100.0) for pair in product(rolls, rolls)]
    assert mean(one["paid"] for one in found) == pytest.approx(best, abs=0.001)
    assert mean(one["known"] for one in found) >= best
    assert all(one["first"] <= one["known"] for one in found)


def test_class_within_no_points_has_one_line() -> None:
    deal = nd.plain_deal(1, 0)
    start = nd.Position.start("".join(deal.tiles), "d1").core
    found = classes.bounds(start, deal.rolls, 0, 1, 0.0)
    assert found["first"] == found["known"]
    assert found["sheets"] <= len(deal.rolls)


def best_of(
    tree: ladder.Tree, sheet: _core.Sheet, roll: Roll, last: tuple[Roll, ...], choices: int = 8
) -> float:
    """Return the highest score after a roll, on average over the last one."""
    if ladder.is_last(sheet, roll):
        return ladder.best_last(sheet, roll)
    return max(
        mean(after.total() if after.is_over() else ladder.best_last(after, one) for one in last)
        for after in foresight.turns_of(sheet, roll, choices, _core.Flag())
    )


def score_of(position: nd.Position, rolls: tuple[Roll, ...]) -> int:
    """Return the score of a game by `fast`."""
    for roll in rolls:
        turn = FAST.best(ladder.Decision(position, roll, nd.Variant()))
        position = ladder.end_of(position, turn)
        if position.is_over():
            break
    return position.score().total


def test_exact_last_turn_is_the_mean_of_all_rolls() -> None:
    [position] = positions_with(1, 1)
    rolls = [nd.plain_deal(9, n).rolls[0] for n in range(200)]
    scores = [ladder.best_last(position.core, roll) for roll in rolls]
    assert abs(mean(scores) - ladder.exact(position)) < 1


def test_rows_are_those_of_the_same_makers(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    assert read_rows(path) == []
    rows: list[dict[str, object]] = [{"seed": 1, "n": 1}, {"seed": 2, "n": 2}, {"n": 3}]
    for row in rows:
        add_row(path, row)
    assert read_rows(path) == rows
    assert read_rows(path, seed=2) == rows[1:2]


def test_arguments_that_cannot_be_used_are_refused(tmp_path: Path) -> None:
    assert file_of(str(tmp_path / "new")) == tmp_path / "new"
    for text in (str(tmp_path), str(tmp_path / "none" / "new")):
        with pytest.raises(argparse.ArgumentTypeError, match="a file in an existing folder"):
            file_of(text)
    assert count_of("12") == 12
    for text in ("0", "-1", "1.5", "", "x"):
        with pytest.raises(argparse.ArgumentTypeError, match="expected 1 or more"):
            count_of(text)


def test_table_names_widths_and_figures() -> None:
    rows = [
        {"width": 1, "deal": n, "judged": 60.0 + n, "chosen": 61.0, "score": 50, "seconds": 1.0}
        for n in range(3)
    ]
    assert "61.00 ± 0.58" in list(foresight.table(rows))[1]
    one = {"choices": 2, "within": 100.0, "first": 60, "known": 70, "paid": 65.0, "sheets": 9}
    assert "65.00 ± 0.00" in list(classes.table([one, one]))[1]
    endings = [{"left": 1, "game": 0, "exact": [60.0, 0.0], "seconds": 1.0}]
    assert "60.00 ± 0.00" in list(ladder.table(endings))[1]
