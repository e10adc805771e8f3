"""Printed pages: their contents, all on the paper and legible."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

import numberdrop as nd
from numberdrop.locales import LANGUAGES, translate, translations
from numberdrop.puzzles.daily import parse_date
from numberdrop.puzzles.deal_puzzle import daily_puzzle, puzzle_of
from numberdrop.view.paper.book import book_pages
from numberdrop.view.paper.fonts import LEAST, width
from numberdrop.view.paper.page import PAPERS, Area, Box, Disc, Mark, Page, Words, page_svg
from numberdrop.view.paper.problems import MOST_ON_PAGE, drop_pages
from numberdrop.view.paper.sheets import daily_pages, empty_sheet
from numberdrop.view.paper.style import INKS, Style
from samples import some_days, some_drop, some_pocket

SVG = "{http://www.w3.org/2000/svg}"
STYLES = [Style(*each) for each in product(PAPERS, LANGUAGES)]
every_style = pytest.mark.parametrize(
    "style", STYLES, ids=lambda style: f"{style.paper}-{style.language}"
)


@cache
def all_pages(style: Style) -> dict[str, list[Page]]:
    days, drops = some_days(), [some_drop(), some_pocket()] * 3
    day = days[0]
    per_page = range(1, MOST_ON_PAGE[style.paper] + 1)
    return {
        "empty": empty_sheet(style),
        "bare day": daily_pages(daily_puzzle(parse_date("2026-11-20")), None, style),
        "day": daily_pages(day.puzzle, day, style, solution=True),
        "deal": daily_pages(puzzle_of(nd.plain_deal(1, 0)), None, style),
        "book": book_pages(days, drops, style),
        **{f"{n} problems a page": drop_pages(drops, style, per_page=n) for n in per_page},
    }


def extent(mark: Mark) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom."""
    if isinstance(mark, Box):
        return mark.x, mark.y, mark.x + mark.w, mark.y + mark.h
    if isinstance(mark, Disc):
        return mark.x - mark.r, mark.y - mark.r, mark.x + mark.r, mark.y + mark.r
    if isinstance(mark, Words):
        wide = width(mark.text, mark.size, bold=mark.bold)
        left = mark.x - {"l": 0.0, "m": wide / 2, "r": wide}[mark.side]
        return left, mark.y - 0.36 * mark.size, left + wide, mark.y + 0.36 * mark.size
    points = mark.points if isinstance(mark, Area) else ((mark.x1, mark.y1), (mark.x2, mark.y2))
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def texts(page: Page) -> list[str]:
    return [mark.text for mark in page.marks if isinstance(mark, Words)]


def overlapping(page: Page) -> Iterator[tuple[str, str]]:
    """Yield pairs of texts that overlap, by more than a hair."""
    said = sorted(
        ((*extent(mark), mark.text) for mark in page.marks if isinstance(mark, Words)),
        key=lambda each: each[1],
    )
    for place, (left, _, right, bottom, one) in enumerate(said):
        for left_2, top_2, right_2, bottom_2, other in said[place + 1 :]:
            if top_2 > bottom - 0.3:
                break
            if min(right, right_2) - max(left, left_2) > 0.3 < bottom_2 - top_2:
                yield one, other


@every_style
def test_all_marks_are_on_the_paper(style: Style) -> None:
    for name, pages in all_pages(style).items():
        for page in pages:
            assert (page.width, page.height) == PAPERS[style.paper]
            for mark in page.marks:
                left, top, right, bottom = extent(mark)
                assert 4 <= left <= right <= page.width - 4, (name, mark)
                assert 4 <= top <= bottom <= page.height - 4, (name, mark)


@every_style
def test_every_text_is_legible(style: Style) -> None:
    for name, pages in all_pages(style).items():
        for page in pages:
            assert list(overlapping(page)) == [], name
            for mark in page.marks:
                assert not isinstance(mark, Words) or mark.size >= LEAST >= 6.5 / 72 * 25.4 - 1e-9


@pytest.mark.parametrize("ink", INKS)
def test_black_ink_uses_only_black_and_white(ink: str) -> None:
    used = set()
    for pages in all_pages(Style(ink=ink)).values():
        for mark in (mark for page in pages for mark in page.marks):
            used |= {getattr(mark, "fill", ""), getattr(mark, "stroke", "")}
    assert (used <= {"", "#000000", "#ffffff"}) == (ink == "black")


def test_rolls_of_a_day_are_only_on_the_second_page() -> None:
    line = some_days()[0]
    first, second = daily_pages(line.puzzle, line)
    rolls = [str(roll) for roll in line.puzzle.rolls]
    assert not set(rolls) & set(texts(first))
    assert [text for text in texts(second) if text in rolls] == rolls
    assert "Puzzle 1 \N{MIDDLE DOT} 20 November 2026" in texts(first)
    assert any(f"gold {line.targets.gold}" in text for text in texts(first))
    for page in (first, second):
        assert any(text.startswith("2026-11-20  ") for text in texts(page))


def test_labels_of_boxes_are_next_to_their_rows() -> None:
    marks = [mark for mark in empty_sheet()[0].marks if isinstance(mark, Words)]
    for kind, size in (("identical", "3"), ("consecutive", "3"), ("bonus", "8")):
        label = next(mark for mark in marks if mark.text == kind)
        box = [mark for mark in marks if mark.text == size and abs(mark.y - label.y) < 0.1]
        assert [mark.x > label.x for mark in box] == [True]


def test_solution_is_on_the_last_page_only_if_requested() -> None:
    line, drop = some_days()[0], some_drop()
    pages = daily_pages(line.puzzle, line, solution=True)
    assert len(pages) == 3
    assert line.best
    said = translate("en", "paper.known", n=line.best.score)
    assert [said in texts(page) for page in pages] == [False, False, True]
    assert len(daily_pages(line.puzzle, line)) == 2
    name = f"1.  {drop.id}"
    has_solution = [name in texts(page) for page in drop_pages([drop] * 3, per_page=2)]
    assert has_solution == [False, False, True]
    assert len(drop_pages([drop], solution=False)) == 1


def test_problem_shows_position_goal_and_source() -> None:
    drop = some_drop()
    said = texts(drop_pages([drop], solution=False)[0])
    assert f"Score at least {drop.goal}" in said
    assert f"{drop.id} \N{MIDDLE DOT} {drop.made_by.program}" in said
    digits = [char for char in str(drop.position).split(" ")[0] if char.isdigit()]
    assert sorted(text for text in said if text in digits)[:1]
    assert not set(drop.themes) & set(said)


def test_legend_explains_the_symbols_on_the_page() -> None:
    def explained(page: Page) -> set[str]:
        keys = [key for key in translations("en") if key.startswith("paper.sign.")]
        return {key[11:] for key in keys if translate("en", key) in texts(page)}

    day, drop = some_days()[0], some_drop()
    sheet, rolls, solution = daily_pages(day.puzzle, day, solution=True)
    assert explained(sheet) == set()
    assert explained(rolls) == {"star", "die"}
    assert explained(solution) == {"turn", "combo", "X", "star"}
    problem = drop_pages([drop], solution=False)[0]
    assert {"used", "X", "circled", "crossed", "filled", "notch"} <= explained(problem)


def test_svg_is_well_formed_and_has_every_text() -> None:
    for pages in all_pages(Style(language="fr")).values():
        for page in pages:
            root = ET.fromstring(page_svg(page, "a & b"))
            assert root.findtext(f"{SVG}title") == "a & b"
            assert [text.text for text in root.iter(f"{SVG}text")] == texts(page)


def test_svg_texts_keep_their_widths_in_any_font() -> None:
    [page] = empty_sheet(Style(language="fr"))
    words = [mark for mark in page.marks if isinstance(mark, Words)]
    drawn = [*ET.fromstring(page_svg(page, "")).iter(f"{SVG}text")]
    longer = 0
    for mark, text in zip(words, drawn, strict=True):
        if len(mark.text) > 1:
            wide = width(mark.text, mark.size, bold=mark.bold)
            assert float(text.attrib["textLength"]) == pytest.approx(wide, abs=0.006)
            assert text.attrib["lengthAdjust"] == "spacingAndGlyphs"
            longer += 1
        else:  # a single letter fits in any font
            assert "textLength" not in text.attrib
    assert longer > 20
