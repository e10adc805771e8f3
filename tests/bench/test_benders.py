"""The models of benders.py know what can lie where: games of 100 agree with them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

import numberdrop as nd
from benders import Layout, decompose, pattern_of, pieces_of
from master import RUN_BOXES, Master, Plan
from numberdrop.plan.bounds import Known
from numberdrop.rules import COLUMN_COUNT, LETTERS
from places import ROOT
from runs import can_lie, lost_digits, lost_patterns
from stacking import Combo, Piece
from wholerules import LINE

#: No limit: a proof may take as long as it needs on any machine.
ENDLESS = 1e9


def games_of_100() -> list[tuple[nd.Deal, Plan]]:
    """Return the deals and the plans of all games of 100 in the archive."""
    found = []
    for line in (ROOT / "puzzles" / "days.jsonl").read_text("utf-8").splitlines():
        puzzle = json.loads(line)
        if puzzle["best"]["score"] == 100:
            deal = nd.Deal(puzzle["recipe"], puzzle["tiles"], puzzle["rolls"])
            found.append((deal, plan_of(puzzle["best"]["solution"])))
    return found


def plan_of(record: dict[str, Any]) -> Plan:
    """Return what a game does, as a plan of the master."""
    owner, digit = {record["start"]: 0}, {record["start"]: 1}
    slides, falls = [], []
    claims, combos = {}, {}
    shares: Counter[tuple[int, int, int]] = Counter()
    for turn, done in enumerate(record["turns"], 1):
        slides.append(tuple(LETTERS.index(letter) for letter in done["slides"]))
        falls.append(tuple(LETTERS.index(drop["tile"]) for drop in done["drops"]))
        for cell, value in (done["place"] or {}).items():
            owner[cell], digit[cell] = turn, value
        if cells := done["claim"]:
            values = sorted(digit[cell] for cell in cells)
            rises = values[0] != values[-1]
            box = len(cells) - 3 + 5 * rises if len(cells) < 8 else 10
            claims[box], combos[box] = turn, Combo(len(cells), values[0], rises)
            shares.update((owner[cell], box, digit[cell]) for cell in cells)
    return Plan(tuple(slides), tuple(falls), claims, combos, dict(shares))


def is_under_the_line(plan: Plan) -> bool:
    """Return whether all shapes have room under the Game Over line."""
    return 1 + 4 * (plan.turns + sum(map(len, plan.falls))) == LINE * COLUMN_COUNT


@pytest.fixture(scope="module")
def games() -> list[tuple[nd.Deal, Plan]]:
    return games_of_100()


def test_runs_of_games_lie_around_shapes_as_they_may(games: list[tuple[nd.Deal, Plan]]) -> None:
    seen = 0
    for deal, plan in games:
        for turn, box in {(turn, box) for turn, box, _ in plan.shares if turn}:
            if box not in RUN_BOXES or not plan.combos[box].rises:
                continue
            shapes = deal.rolls[turn - 1].shapes
            pattern = pattern_of(plan, turn, turn, box)
            assert not [lost for lost in lost_patterns(shapes) if lost in pattern]
            digits = {d for t, b, d in plan.shares if (t, b) == (turn, box)}
            assert not [lost for lost in lost_digits(shapes) if digits.issuperset(lost)]
            seen += 1
    assert seen > 1000


@pytest.mark.parametrize(
    ("shape", "pattern", "lies"),
    [
        ("O", "ii", True),
        ("O", "iei", False),  # the digit between would lie beside both ends of a diagonal
        ("I", "iiii", True),
        ("T", "iiii", False),
    ],
)
def test_one_run_around_a_shape(shape: str, pattern: str, lies: bool) -> None:
    assert can_lie([Piece(1, (shape,))], [pattern], seconds=ENDLESS) is lies


def test_a_master_allows_games_of_100(games: list[tuple[nd.Deal, Plan]]) -> None:
    for deal, plan in [game for game in games if is_under_the_line(game[1])][:3]:
        master = Master(deal, 100)
        for share, taken in master.taken.items():
            master.model.add(taken == plan.shares.get(share, 0))
        for t, slides in enumerate(plan.slides):
            master.model.add_bool_and(master.game.falls[t][i] for i in plan.falls[t])
            master.model.add(master.game.free[t][slides[0]] == 1)
        assert isinstance(master.solve(ENDLESS, 1.0, [1] * 11, 1), Plan)


def test_two_turns_of_games_of_100_can_lie(games: list[tuple[nd.Deal, Plan]]) -> None:
    for deal, plan in games[:3]:
        for first in range(1, plan.turns, 3):
            boxes = [
                b
                for b in plan.combos
                if any(t in (first, first + 1) and b == box for t, box, _ in plan.shares)
            ]
            layout = Layout(Known.of(deal), plan, first, first + 1, boxes)
            assert layout.solve(ENDLESS) == "OPTIMAL"


def test_patterns_of_games_of_100_can_lie(games: list[tuple[nd.Deal, Plan]]) -> None:
    deal, plan = games[0]
    for first in range(2, plan.turns, 5):
        turns = range(first, first + 2)
        boxes = {box for turn, box, _ in plan.shares if turn in turns}
        pieces = [
            replace(piece, turn=piece.turn and piece.turn - first + 1)
            for turn in turns
            for piece in pieces_of(Known.of(deal), plan, turn)
        ]
        patterns = [pattern_of(plan, first, first + 1, box) for box in boxes]
        assert can_lie(pieces, patterns, seconds=ENDLESS)


def test_a_decomposed_game_scores_what_was_asked() -> None:
    outcome = decompose(nd.plain_deal(2026, 8), 40, seconds=ENDLESS, each=2.0)
    assert outcome.status == "found"
    assert outcome.score is not None
    assert outcome.score >= 40
