"""The upper bound of the game itself: the argument for its highest score, and a game that has
it."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from itertools import combinations, product

import pytest

import numberdrop as nd
import oracle
from numberdrop import _core
from numberdrop.plan.maxima.upper_bound import (
    AttainedBound,
    Totals,
    attain,
    points_of,
    to_json,
    upper_bound,
)
from numberdrop.rules import HIGH_SCORES
from numberdrop.view.reports import draw_ceiling, ranges_in_words

#: The module, because its package exports the function under the same name.
module = import_module("numberdrop.plan.maxima.upper_bound")
#: The seed of a short search.
SEED = 2


FOUND = upper_bound()


@cache
def reached() -> AttainedBound:
    return attain(SEED)


def kind_totals() -> set[int]:
    """Return what the boxes of one kind can score: rules.md, Sheet."""
    sets = (sizes for count in range(6) for sizes in combinations((3, 4, 5, 6, 7), count))
    return {sum(sizes) + (10 if len(sizes) == 5 else 0) for sizes in sets}


def totals(fines: int) -> set[int]:
    """Return every total of boxes, complete rows and up to `fines` rows past the line."""
    return {
        identical + consecutive + bonus + 2 * rows - 5 * past
        for identical, consecutive in product(kind_totals(), repeat=2)
        for bonus in (0, 8)
        for rows in range(12)
        for past in range(fines + 1)
    }


def test_the_terms_add_up_to_a_hundred() -> None:
    assert [term.points for term in FOUND.terms] == [25, 10, 25, 10, 8, 22, 0]
    assert FOUND.points == 100
    assert all(term.what and term.checked for term in FOUND.terms)


@pytest.mark.parametrize(("fines", "found"), [(0, FOUND.totals), (3, FOUND.with_fines)])
def test_totals_are_those_of_an_enumeration_of_its_own(fines: int, found: Totals) -> None:
    expected = totals(fines)
    assert set(found.reachable) == expected
    assert list(found.reachable) == sorted(expected)
    assert set(found.unreachable) == set(range(min(expected), 101)) - expected


def test_no_combination_is_one_point_short() -> None:
    assert FOUND.totals.unreachable == (1, 89, 91, 93, 95, 97, 99)
    assert FOUND.with_fines.unreachable == (-14, 97, 99)
    assert 100 in FOUND.totals.reachable


def test_all_of_the_ladder_but_its_top_can_be_made_of_boxes_and_rows() -> None:
    assert [score for score in HIGH_SCORES if score not in FOUND.totals.reachable] == [99]


def test_the_oracle_scores_no_more() -> None:
    cells = {cell: "1" for row in oracle.UNDER_THE_LINE for cell in oracle.ROW[row]}
    sheet = oracle.Sheet(cells, set(oracle.SIZES), set(oracle.SIZES), True)
    assert oracle.score(sheet)["total"] == FOUND.points


@pytest.mark.parametrize(
    ("constant", "value"),
    [("COLUMN_POINTS", 11), ("SIZE_BONUS", 9), ("SIZES", (3, 4, 5, 6)), ("LINE", 12)],
)
def test_other_rules_invalidate_the_argument(
    constant: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The core's scores are fixed, so what the argument takes from elsewhere has to fit them."""
    if constant == "SIZES":
        monkeypatch.setattr(module, "SIZES", value)
    elif constant == "COLUMN_POINTS":
        monkeypatch.setattr(module, "points_of", lambda *more: points_of(*more) + 1)
    elif constant == "LINE":
        monkeypatch.setattr(module, "GROUND_ROWS", range(1, 13))
    else:
        monkeypatch.setattr(_core, constant, value)
    with pytest.raises((AssertionError, ValueError)):
        upper_bound()


@pytest.mark.slow
def test_attain_finds_a_game_that_reaches_the_bound() -> None:
    found = reached()
    assert found.score == 100
    assert nd.replay(found.record) == found.record
    assert oracle.play_record(found.record)["final"] == {
        "rows": 22,
        "identical": 35,
        "consecutive": 35,
        "bonus": 8,
        "total": 100,
    }
    deal = nd.deal(found.recipe)
    assert found.recipe == f"plain#{SEED}.{found.deals - 1}"
    assert found.record["tiles"] == list(deal.tiles)
    rolls = [turn["roll"] for turn in found.record["turns"]]
    assert rolls == [str(roll) for roll in deal.rolls[: len(rolls)]]


@pytest.mark.slow
def test_same_seed_repeats_the_game_and_reports_each_deal() -> None:
    reported: list[tuple[str, int]] = []
    again = attain(SEED, progress=lambda recipe, best: reported.append((recipe, best)))
    assert again.record == reached().record
    assert again.nodes == reached().nodes
    assert [recipe for recipe, _ in reported] == [
        f"plain#{SEED}.{n}" for n in range(again.deals - 1)
    ]
    assert all(0 <= best < 100 for _, best in reported)


def test_a_seed_out_of_range_is_refused() -> None:
    with pytest.raises(nd.NotationError, match="seed: expected 0 to"):
        attain(-1)


@pytest.mark.slow
def test_the_drawing_says_what_is_claimed_and_what_is_not() -> None:
    text = draw_ceiling(FOUND, reached())
    for words in (
        "The highest possible score is 100.",
        "   25  identical boxes, each once: 3 + 4 + 5 + 6 + 7",
        "  reached      0, 2..88, 90, 92, 94, 96, 98, 100",
        "  not reached  1, 89, 91, 93, 95, 97, 99",
        "score: 100 points",
        "isn't claimed",
        f"--seed {SEED}",
    ):
        assert words in text
    assert all(len(line) <= 100 for line in text.splitlines() if "=" not in line)


def test_the_document_has_what_every_maximum_has() -> None:
    value = to_json(FOUND, reached())
    assert (value["score"], value["bound"], value["status"]) == (100, 100, "PROVED")
    assert {"method", "solution", "nodes", "seconds", "made_by", "variant"} <= set(value)
    assert sum(term["points"] for term in value["terms"]) == value["bound"]
    assert value["totals"]["unreachable"] == [1, 89, 91, 93, 95, 97, 99]


@pytest.mark.parametrize(
    ("numbers", "words"),
    [([], "none"), ([4], "4"), ([4, 5], "4, 5"), ([-2, -1, 0, 4, 6, 7, 8, 9], "-2..0, 4, 6..9")],
)
def test_ranges_in_words(numbers: list[int], words: str) -> None:
    assert ranges_in_words(numbers) == words
