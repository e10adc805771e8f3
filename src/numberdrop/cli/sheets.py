"""Commands that give sheets, on paper and as text: sheet."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Annotated, Any

import typer

from .. import NumberdropError, typed
from ..files import whole_file, whole_files
from .app import AsJson, UnreadableText, app, expect_apart, read_choice, read_puzzle
from .daily import known_by_dice, named_puzzle, puzzle_called
from .drops import problem_called
from .progress import bar
from .streams import write_json
from .together import expect_only, expect_with, expect_without


@app.command()
def sheet(
    context: typer.Context,
    puzzle: Annotated[
        str | None,
        typer.Argument(
            metavar="PUZZLE",
            help="A day, a recipe, a literal id, or a drop problem such as drop#1.4; if left out, "
            "an empty sheet.",
        ),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="The file to write, ending in .pdf, .svg or .txt; sheet.pdf if left out.",
        ),
    ] = None,
    blank: Annotated[
        bool,
        typer.Option(
            "--blank",
            help="Don't print: give a drawing to fill in with an editor, to stdout or as FILE.txt.",
        ),
    ] = False,
    drops: Annotated[
        str | None,
        typer.Option("--drops", metavar="FILE", help="Print the drop problems of this archive."),
    ] = None,
    count: Annotated[
        int,
        typer.Option(
            "--count", metavar="N", min=1, max=400, help="Print at most so many problems."
        ),
    ] = 12,
    per_page: Annotated[
        int,
        typer.Option(
            "--per-page", metavar="N", min=2, max=4, help="Put so many problems on a page."
        ),
    ] = 4,
    paper: Annotated[
        str, typer.Option("--paper", metavar="a4|letter", help="The size of the pages.")
    ] = "a4",
    language: Annotated[
        str, typer.Option("--language", metavar="en|fr", help="Print in English or French.")
    ] = "en",
    solution: Annotated[
        bool, typer.Option("--solution", help="Also print the best play, on the last pages.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Print a score sheet, a puzzle, or drop problems on paper.

    The rolls of a puzzle are on a page of their own, which can be folded so that nobody sees ahead.
    A PDF holds all pages. As SVG, each page is a file of its own; if there are several, their names
    are numbered. As text, it is a drawing of an empty sheet: fill it in, and give it to show, hint
    or max.

    \b
    Example:
      numberdrop sheet --out sheet.txt
      numberdrop sheet --out sheet.svg --paper letter
      numberdrop sheet 2026-11-20 --out puzzle.pdf --language fr
      numberdrop sheet --drops drops.jsonl --per-page 2 --out drops.pdf --solution
    """
    from ..view.paper.page import PAPERS
    from ..words import LANGUAGES

    read_choice("--paper", paper, tuple(PAPERS))
    read_choice("--language", language, LANGUAGES)
    form = os.path.splitext(out or "")[1].lower()
    if blank or form == ".txt":
        if out and form != ".txt":
            raise UnreadableText(f"--blank: expected a name that ends in .txt, got {out!r}")
        expect_only(context, "a drawing to fill in", "PUZZLE", "--out", "--blank", "--json")
        _draw_blank(puzzle, out, as_json=as_json)
        return
    out, form = (out, form) if out else ("sheet.pdf", ".pdf")
    if form not in (".pdf", ".svg"):
        raise UnreadableText(f"--out: expected a name that ends in .pdf, .svg or .txt, got {out!r}")
    expect_without(context, "--drops", "PUZZLE")
    expect_with(context, "--count", "--drops")
    expect_with(context, "--per-page", "--drops")
    expect_with(context, "--solution", "PUZZLE", "--drops")
    title, pages = _pages(puzzle, drops, count, per_page, paper, language, solution)
    files = _names(out, form, len(pages))
    expect_apart(files, [drops])
    with whole_files(files) as drafts:
        if form == ".pdf":
            from ..view.paper.pdf import pages_pdf

            with bar(len(pages)) as show:
                drafts[0].write(pages_pdf(_shown(pages, show), title))
        else:
            from ..view.paper.page import page_svg

            for draft, page in zip(drafts, pages, strict=True):
                draft.write(page_svg(page, title))
    if as_json:
        write_json({"files": files, "pages": len(pages), "paper": paper, "language": language})
    else:
        for file in files:
            print(file)


def _draw_blank(puzzle: str | None, out: str | None, *, as_json: bool) -> None:
    from ..view.blank import blank_drawing

    drawing = blank_drawing(named_puzzle(puzzle).tiles if puzzle else ())
    with whole_file(out) as write:
        write(drawing)
    if as_json:
        write_json({"files": [out] if out else [], "drawing": drawing})
    else:
        print(out or drawing, end="\n" if out else "")


def _pages(
    puzzle: str | None,
    drops: str | None,
    count: int,
    per_page: int,
    paper: str,
    language: str,
    solution: bool,
) -> tuple[str, list[Any]]:
    from ..puzzles.archive.puzzles import DropProblem
    from ..puzzles.archive.reading import read_lines
    from ..view.paper.printouts import daily_pages, drop_pages, empty_sheet

    if drops is not None:
        found = (entry for _, entry in read_lines(drops) if isinstance(entry, DropProblem))
        problems = list(islice(found, count))
        if not problems:
            raise NumberdropError(f"{drops}: expected drop problems, and there are none")
        pages = drop_pages(problems, paper, language, per_page=per_page, solution=solution)
        return "Number Drop: drop problems", pages
    if puzzle is None:
        return "Number Drop: score sheet", empty_sheet(paper, language)
    if typed.is_problem(name := read_puzzle(puzzle)):
        problem = problem_called(name)
        return f"Number Drop: {name}", drop_pages([problem], paper, language, solution=solution)
    asked = puzzle_called(name)
    entry = known_by_dice(asked)
    if solution and not (entry and entry.best):
        raise NumberdropError(f"{asked.id}: no best game is known, see 'numberdrop max --help'")
    pages = daily_pages(asked, entry, paper, language, solution=solution)
    return f"Number Drop: {asked.id}", pages


def _names(out: str, form: str, pages: int) -> list[str]:
    """The files that so many pages are written to."""
    if form == ".pdf" or pages == 1:
        return [out]
    stem, end = os.path.splitext(out)
    return [f"{stem}-{number}{end}" for number in range(1, pages + 1)]


def _shown(pages: list[Any], show: Callable[[float, str], None]) -> Iterator[Any]:
    for number, page in enumerate(pages, 1):
        show(number - 1, f"page {number} of {len(pages)}")
        yield page
