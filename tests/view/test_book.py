"""Books of puzzles, and booklets: the order of their pages, and their contents."""

from __future__ import annotations

import pytest

from numberdrop.view.paper.book import book_pages
from numberdrop.view.paper.booklet import imposed
from numberdrop.view.paper.page import Page, Words
from numberdrop.view.paper.style import Style
from samples import some_days, some_drop


def texts(page: Page) -> list[str]:
    return [mark.text for mark in page.marks if isinstance(mark, Words)]


def rows(pages: list[Page]) -> dict[str, list[int]]:
    """Return the contents: the pages of each name."""
    found: dict[str, list[int]] = {}
    marks = [mark for page in pages[:3] for mark in page.marks if isinstance(mark, Words)]
    for name in (mark for mark in marks if mark.text[:2] in ("1.", "2.", "3.")):
        beside = [mark.text for mark in marks if mark.y == name.y and mark.x > name.x]
        found[name.text] = [int(number) for text in beside for number in text.split(", ") if number]
    return found


@pytest.mark.parametrize("paper", ["a4", "a5"])
@pytest.mark.parametrize("solution", [True, False])
def test_contents_list_the_pages(paper: str, solution: bool) -> None:
    days, drops = some_days(), [some_drop()] * 3
    pages = book_pages(days, drops, Style(paper), per_page=1, solution=solution)
    said = rows(pages)
    heads = ["1.  20 November 2026", "2.  21 November 2026", "3.  "]
    assert list(said) == heads
    front = said[heads[0]][0] - 1
    assert front % 2 == 1
    for number, head in enumerate(heads[:2], 1):
        sheet = pages[said[head][0] - 1]
        assert any(f"Puzzle {number}" in text for text in texts(sheet))
    problems = [said[head][0 if head == "3.  " else 1] for head in heads]
    for number, place in enumerate(problems, 1):
        assert f"{number}." in texts(pages[place - 1])
    assert problems == [front + 5, front + 6, front + 7]
    if solution:
        known = [place for head in heads for place in said[head][-1:]]
        for number, place in enumerate(known, 1):
            assert any(text.startswith(f"{number}.  drop#") for text in texts(pages[place - 1]))
        assert any("Puzzle 1" in text for text in texts(pages[said[heads[0]][2] - 1]))
    else:
        assert len(pages) == front + 7
    for number, page in enumerate(pages, 1):
        assert f"{number} / {len(pages)}" in texts(page)


def test_contents_without_problems_have_no_empty_column() -> None:
    days, drops = some_days(), [some_drop()]
    for problems, solution, heads in (
        (drops, True, ["Puzzle", "Problem", "Solutions"]),
        (drops, False, ["Puzzle", "Problem"]),
        ([], True, ["Puzzle", "Solutions"]),
        ([], False, ["Puzzle"]),
    ):
        said = texts(book_pages(days, problems, solution=solution)[0])
        assert [text for text in said if text in ("Puzzle", "Problem", "Solutions")] == heads


def test_given_title_is_printed() -> None:
    pages = book_pages(some_days(), (), Style(language="fr"))
    assert "20 novembre 2026 \N{EN DASH} 21 novembre 2026" in texts(pages[0])
    assert "Noël" in texts(book_pages(some_days(), (), title="Noël")[0])


@pytest.mark.parametrize("count", [1, 4, 6, 14])
def test_booklet_pages_are_in_reading_order(count: int) -> None:
    pages = [Page(148, 210, [Words(10, 10, str(n), 3, "#000000", "l")]) for n in range(count)]
    sheets = imposed(pages)
    assert len(sheets) == 2 * -(-count // 4)
    leaves: list[str] = [""] * (2 * len(sheets))
    for place, sheet in enumerate(sheets):
        assert (sheet.width, sheet.height) == (297, 210)
        for mark in sheet.marks:
            assert isinstance(mark, Words)
            is_right = mark.x > sheet.width / 2
            # The outer sheet has the first and the last pages; a back lies behind its front.
            low = is_right == (place % 2 == 0)
            leaves[place if low else -1 - place] = mark.text
    assert leaves[:count] == [str(n) for n in range(count)]
    assert not any(leaves[count:])


def test_no_pages_give_no_booklet() -> None:
    assert imposed([]) == []
