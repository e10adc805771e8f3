"""Printed solutions: their turns in words, their grid, and the outlines of its combos."""

from __future__ import annotations

from collections import Counter

import pytest

import numberdrop as nd
from numberdrop.locales import LANGUAGES
from numberdrop.record import load_record
from numberdrop.rules import CELLS
from numberdrop.view.lessons import lesson_lines
from numberdrop.view.paper.grid import Played, grid
from numberdrop.view.paper.narration import describe_solution
from numberdrop.view.paper.page import Stroke, Words
from numberdrop.view.paper.solutions import problem_solutions
from numberdrop.view.paper.style import Style
from samples import some_days, some_drop, some_pocket


def test_solution_names_every_cell_and_claim() -> None:
    best = some_days()[0].best
    assert best
    found = describe_solution(best, Style())
    assert [turn.number for turn in found.turns] == [*range(1, len(found.turns) + 1)]
    assert found.turns[-1].score == best.score
    turns = [nd.Turn.from_json(turn) for turn in best.solution["turns"]]
    for number, turn in enumerate(turns, 1):
        for cell, _ in turn.place or ():
            assert found.played.turns[cell] == number
    filled = {cell for cell in CELLS if found.end.symbol(cell) != "."}
    assert filled == {*found.played.turns, found.start}
    assert found.played.combos == [turn.claim for turn in turns if turn.claim]


def test_turns_are_described_in_words() -> None:
    drop = some_drop()
    [turn] = describe_solution(drop.best, Style()).turns
    played = load_record(drop.best.solution).turns[0]
    assert isinstance(played, nd.Turn)
    assert played.claim
    assert turn.number == drop.position.turn
    digits = "\N{NO-BREAK SPACE}".join(_digit(drop.best.solution, cell) for cell in played.claim)
    kind = "identical" if len({*digits.split("\N{NO-BREAK SPACE}")}) == 1 else "consecutive"
    assert f"{kind} {len(played.claim)}: {digits}" in turn.words
    assert played.slides[0] in turn.words
    french = describe_solution(drop.best, Style(language="fr")).turns[0].words
    assert {"identical": "identiques", "consecutive": "suite"}[kind] in french


def _digit(solution: dict[str, object], cell: str) -> str:
    played = load_record(solution)
    assert not isinstance(played, nd.Game)
    symbol = played.positions[-1].symbol(cell)
    return str("abcdefghij".index(symbol))


def drawn(*combos: tuple[str, ...], **turns: int) -> list[Stroke | Words]:
    """Return the marks that the grid of a solution has and an empty one has not."""
    empty = {*grid(0, 0, 10, Style())}
    more = grid(0, 0, 10, Style(), played=Played(turns, combos))
    return [mark for mark in more if mark not in empty and isinstance(mark, Stroke | Words)]


def test_combo_has_a_closed_outline() -> None:
    ring = ("b2", "c2", "d2", "d3", "d4", "c4", "b4", "b3")
    for combo, edges in ((("a1",), 4), (("a1", "b1", "b2"), 8), (ring, 16)):
        lines = [mark for mark in drawn(combo) if isinstance(mark, Stroke)]
        assert len(lines) == edges
        ends = Counter[tuple[float, float]]()
        for line in lines:
            for x, y in ((line.x1, line.y1), (line.x2, line.y2)):
                # Each line begins where another ends, within half of its width.
                near = [
                    spot for spot in ends if abs(spot[0] - x) + abs(spot[1] - y) < line.width * 2
                ]
                ends[near[0] if near else (x, y)] += 1
        assert {*ends.values()} == {2}, combo


def test_outlines_of_adjacent_combos_are_separate() -> None:
    one, other = ("a1", "a2", "a3"), ("b1", "b2", "b3")
    sides = sorted(
        mark.x1
        for mark in drawn(one, other)
        if isinstance(mark, Stroke) and mark.x1 == mark.x2 and 15 < mark.x1 < 23
    )
    assert len({*sides}) == 2
    assert max(sides) - min(sides) > 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_pocket_problem_has_its_lesson_below(language: str) -> None:
    pocket = some_pocket()
    [page] = problem_solutions([pocket], Style(language=language)).pages
    said = " ".join(mark.text for mark in page.marks if isinstance(mark, Words))
    for sentence in lesson_lines(pocket, language):
        assert sentence in said
    [page] = problem_solutions([some_drop()], Style(language=language)).pages
    said = " ".join(mark.text for mark in page.marks if isinstance(mark, Words))
    assert not any(sentence in said for sentence in lesson_lines(some_drop(), language))
