"""Printed pages: what is on them, that all of it lies on the paper, that they are repeatable."""

from __future__ import annotations

import importlib.util
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

import numberdrop as nd
from numberdrop.puzzles.daily import parse_date
from numberdrop.puzzles.puzzle import daily_puzzle, puzzle_of
from numberdrop.view.paper.page import PAPERS, Area, Box, Disc, Mark, Page, Stroke, Words, page_svg
from numberdrop.view.paper.pdf import pages_pdf
from numberdrop.view.paper.printouts import daily_pages, drop_pages, empty_sheet
from numberdrop.words import LANGUAGES
from samples import some_days, some_drop

SVG = "{http://www.w3.org/2000/svg}"
needs_reportlab = pytest.mark.skipif(
    importlib.util.find_spec("reportlab") is None, reason="the extra pdf isn't installed"
)


def all_pages(paper: str, language: str) -> dict[str, list[Page]]:
    day, drops = some_days()[0], [some_drop()] * 5
    return {
        "empty": empty_sheet(paper, language),
        "bare day": daily_pages(daily_puzzle(parse_date("2026-11-20")), None, paper, language),
        "day": daily_pages(day.puzzle, day, paper, language, solution=True),
        "deal": daily_pages(puzzle_of(nd.plain_deal(1, 0)), None, paper, language),
        **{
            f"{n} problems a page": drop_pages(drops, paper, language, per_page=n)
            for n in (2, 3, 4)
        },
    }


def corners(mark: Mark) -> Iterator[tuple[float, float]]:
    if isinstance(mark, Box):
        yield from ((mark.x, mark.y), (mark.x + mark.w, mark.y + mark.h))
    elif isinstance(mark, Disc):
        yield from ((mark.x - mark.r, mark.y - mark.r), (mark.x + mark.r, mark.y + mark.r))
    elif isinstance(mark, Stroke):
        yield from ((mark.x1, mark.y1), (mark.x2, mark.y2))
    elif isinstance(mark, Area):
        yield from mark.points
    else:
        wide = 0.62 * mark.size * len(mark.text)
        left = {"l": 0.0, "m": wide / 2, "r": wide}[mark.side]
        yield from ((mark.x - left, mark.y - mark.size / 2), (mark.x - left + wide, mark.y))


def texts(page: Page) -> list[str]:
    return [mark.text for mark in page.marks if isinstance(mark, Words)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_everything_lies_on_the_paper(paper: str, language: str) -> None:
    for name, pages in all_pages(paper, language).items():
        for page in pages:
            assert (page.width, page.height) == PAPERS[paper]
            for mark in page.marks:
                for x, y in corners(mark):
                    assert 4 <= x <= page.width - 4, (name, mark)
                    assert 4 <= y <= page.height - 4, (name, mark)


def test_the_rolls_of_a_day_are_on_the_second_page_alone() -> None:
    line = some_days()[0]
    first, second = daily_pages(line.puzzle, line)
    rolls = [str(roll) for roll in line.puzzle.rolls]
    assert not set(rolls) & set(texts(first))
    assert [text for text in texts(second) if text in rolls] == rolls
    assert "Puzzle 1 \N{MIDDLE DOT} 2026-11-20" in texts(first)
    assert any(f"gold {line.targets.gold}" in text for text in texts(first))


def test_solutions_are_on_the_last_page_and_only_if_asked_for() -> None:
    line = some_days()[0]
    assert line.best
    turns = [str(nd.Turn.from_json(turn)) for turn in line.best.solution["turns"]]
    pages = daily_pages(line.puzzle, line, solution=True)
    assert len(pages) == 3
    assert set(turns) <= set(texts(pages[-1]))
    assert not any(set(turns) & set(texts(page)) for page in daily_pages(line.puzzle, line))
    drop = some_drop()
    answer = str(nd.Turn.from_json(drop.best.solution["turns"][0]))
    assert [answer in texts(page) for page in drop_pages([drop] * 3, per_page=2)] == [
        False,
        False,
        True,
    ]
    assert not any(answer in texts(page) for page in drop_pages([drop], solution=False))


def test_a_problem_shows_its_position_and_its_goal() -> None:
    drop = some_drop()
    said = texts(drop_pages([drop], solution=False)[0])
    assert f"Score at least {drop.goal}" in said
    digits = [char for char in str(drop.position).split(" ")[0] if char.isdigit()]
    assert sorted(text for text in said if text in digits)[:1]
    assert not set(drop.themes) & set(said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_svg_is_well_formed_and_has_every_word(language: str) -> None:
    for pages in all_pages("a4", language).values():
        for page in pages:
            root = ET.fromstring(page_svg(page, "a & b"))
            assert root.findtext(f"{SVG}title") == "a & b"
            assert [text.text for text in root.iter(f"{SVG}text")] == texts(page)


@needs_reportlab
def test_a_pdf_has_all_pages_and_the_same_bytes() -> None:
    day = some_days()[0]
    pages = daily_pages(day.puzzle, day, language="fr", solution=True)
    made = pages_pdf(pages, "Number Drop")
    assert made.startswith(b"%PDF-")
    assert made.count(b"/Type /Page\n") == 3
    assert pages_pdf(pages, "Number Drop") == made


def test_without_reportlab_the_way_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "reportlab.pdfgen.canvas", None)
    with pytest.raises(nd.NumberdropError, match=r"pip install 'numberdrop\[pdf\]'; or name a"):
        pages_pdf(empty_sheet(), "")
