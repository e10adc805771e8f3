"""How values display themselves: .text(), .svg() and the methods of notebooks."""

from __future__ import annotations

import base64
import re
from typing import Any
from xml.etree import ElementTree

import pytest

import numberdrop as nd
from numberdrop import plan
from numberdrop.consistency import problems
from numberdrop.plan import Question, play_game
from numberdrop.plan.hints.start_cells import rank_starts
from numberdrop.record import load_line
from numberdrop.view import (
    draw_game,
    draw_hint,
    draw_maximum,
    draw_position,
    draw_review,
    draw_selfplay,
    position_svg,
    turn_svg,
)
from numberdrop.view.hints import hint_again
from numberdrop.view.pictures import record_svg
from numberdrop.view.puzzle_text import draw_puzzle
from numberdrop.view.starts import draw_starts
from samples import some_days, some_drop

P = nd.Position.from_text("612..../65335.1 -:-:- I1,O0,T1,L0,S0 3")
GAME = nd.Game("IOTLS", "d1", "bga", ["4567I A g1=4,g2=5,g3=6,g4=7"])
HINT = nd.hint(P, "156*O", level="fast", top=1)
BEST = nd.maximum(P, "156*O", nodes=2000)
TABLE = nd.Game("V3,I3,U5,X5,T5", "a1b1c1")


def test_text_and_svg_methods_match_the_view() -> None:
    assert P.text("bga") == draw_position(P, "bga")
    assert P.svg("bga") == position_svg(P, "bga")
    assert GAME.text() == draw_game(GAME)
    assert GAME.svg() == turn_svg(GAME.history[0][0], GAME.turns[0], "bga")  # type: ignore[arg-type]
    assert HINT.text() == draw_hint(HINT)
    assert HINT.svg() == turn_svg(P, HINT.turns[0].turn)
    assert BEST.text() == draw_maximum(BEST)
    assert BEST.svg() == turn_svg(P, nd.Turn.from_json(BEST.solution["turns"][0]))
    assert nd.Game("IOTLS", "d1").svg() == nd.Position.start("IOTLS", "d1").svg()
    assert P.problems() == problems(P) == []


def test_record_is_drawn_below_its_caption() -> None:
    text = "{http://www.w3.org/2000/svg}text"
    for played, sheets in ((GAME, 1), (TABLE, 3), (load_line(BEST.solution), 1)):
        picture = record_svg(played, "Number Drop <#6>", language="fr")
        root = ElementTree.fromstring(picture)
        texts = [element.text for element in root.iter(text)]
        assert texts[0] == "Number Drop <#6>"
        assert texts.count("identiques") == texts.count("libre") == sheets
        assert "identical" not in texts
        bare = ElementTree.fromstring(record_svg(played))
        assert int(root.attrib["height"]) > int(bare.attrib["height"])
    named = nd.Game("IOTLS", "d1", names=["ABC"])
    letters = [element.text for element in ElementTree.fromstring(record_svg(named)).iter(text)]
    assert letters[letters.index("A") :][:3] == ["A", "B", "C"]


@pytest.mark.parametrize("value", [P, GAME, HINT, BEST, TABLE], ids=lambda v: type(v).__name__)
def test_repr_svg_is_the_picture(value: nd.Position | nd.Game | nd.Hint | nd.Maximum) -> None:
    picture = value._repr_svg_()
    assert picture == value.svg()
    root = ElementTree.fromstring(picture)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"


def shown_images(page: str) -> list[str]:
    """Return the pictures of a page of a notebook, each a whole document."""
    found = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', page)
    return [base64.b64decode(data).decode() for data in found]


def test_repr_html_has_picture_and_text() -> None:
    day = next(entry for entry in some_days() if entry.best)
    review = plan.review(GAME, level="fast")
    starts = rank_starts("IOTLS", playouts=100)
    played = plan.selfplay(1, seed=1)
    problem = some_drop()
    costliest = [turn_svg(turn.position, turn.best, "bga") for turn in review.costliest(1)]
    drawn: list[tuple[Any, list[str], str]] = [
        (GAME, [GAME.svg()], draw_game(GAME)),
        (HINT, [HINT.svg()], hint_again(HINT)),
        (BEST, [BEST.svg()], draw_maximum(BEST)),
        (review, costliest, draw_review(review)),
        (starts, [], draw_starts(starts)),
        (played, [], draw_selfplay(played)),
        (day.puzzle, [], draw_puzzle(day.puzzle)),
        (day, [], "medals  bronze"),
        (problem, [problem.position.svg(problem.variant)], f"score at least {problem.goal}"),
    ]
    for value, pictures, words in drawn:
        page = value._repr_html_()
        root = ElementTree.fromstring(page)
        assert shown_images(page) == pictures
        assert words in root.findtext("pre", "")
    assert "best" not in day._repr_html_()


def test_sheets_of_several_players_are_stacked() -> None:
    """All are inside the picture, and none overlaps another."""
    root = ElementTree.fromstring(TABLE.svg())
    sheets = root.findall("{http://www.w3.org/2000/svg}svg")
    assert len(sheets) == 3
    bottom = 0
    for sheet in sheets:
        assert int(sheet.get("y", "")) >= bottom
        bottom = int(sheet.get("y", "")) + int(sheet.get("height", ""))
        assert int(sheet.get("width", "")) <= int(root.get("width", ""))
    assert bottom == int(root.get("height", ""))


def test_maximum_of_a_deal_shows_its_last_turn() -> None:
    game = play_game(9, 0)
    score = game.positions[0].score().total
    question = Question.of("plain#9.0")
    found = nd.Maximum(question, score, 100, "ceiling", "hint", 3, game.turns, 1, 1, 0.0)  # type: ignore[arg-type]
    assert found.svg() == game.svg() != game.positions[0].svg()
