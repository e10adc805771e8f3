"""The command that prints sheets, puzzles and books: sheet."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Annotated, Any

import typer

from ..files import atomic_file, atomic_files
from ..locales import LANGUAGES
from ..puzzles.archive import MOST_DAYS
from .app import AsJson, expect_distinct_files, read_choice
from .daily import named_puzzle
from .help_text import App
from .option_rules import expect_only, expect_with, expect_without
from .print_pages import PrintJob, printed_pages
from .progress import bar
from .streams import write_json
from .usage import UsageError

app = App()


#: A5 pages in pairs, to be folded: a layout rather than a paper size.
BOOKLET = "booklet"


@app.command()
def sheet(
    context: typer.Context,
    puzzle: Annotated[
        str | None,
        typer.Argument(
            metavar="PUZZLE",
            help="A puzzle: a day or the name of other dice; or a drop problem, such as drop#1.4.",
            show_default="an empty sheet",
        ),
    ] = None,
    first: Annotated[
        str | None,
        typer.Option("--from", metavar="DATE", help="Print a book of days from this day on."),
    ] = None,
    days: Annotated[
        int,
        typer.Option(
            "--days", metavar="COUNT", min=1, max=MOST_DAYS, help="How many days the book has."
        ),
    ] = 1,
    archive: Annotated[
        str | None,
        typer.Option(
            "--archive",
            metavar="FILE",
            help="Print a book of this archive, or with --from of some of its days.",
        ),
    ] = None,
    drops: Annotated[
        str | None,
        typer.Option("--drops", metavar="FILE", help="Print the drop problems of this archive."),
    ] = None,
    drops_from: Annotated[
        str | None,
        typer.Option(
            "--drops-from",
            metavar="DATE",
            help="The day of the first of these: a book takes those of its days.",
            show_default="the first ones",
        ),
    ] = None,
    count: Annotated[
        int | None,
        typer.Option(
            "--count",
            metavar="COUNT",
            min=1,
            max=400,
            help="Print at most this number of drop problems.",
            show_default="12, or in a book one for each day",
        ),
    ] = None,
    per_page: Annotated[
        int | None,
        typer.Option(
            "--per-page",
            metavar="COUNT",
            min=1,
            max=4,
            help="Print this number of drop problems on a page.",
            show_default="4, or on A5 2, the most",
        ),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="The file to write, named .pdf, .svg or .txt.",
            show_default="sheet.pdf",
        ),
    ] = None,
    blank: Annotated[
        bool,
        typer.Option(
            "--blank",
            help="Print an empty sheet as text to fill in with an editor, on stdout or to a .txt "
            "file.",
        ),
    ] = False,
    paper: Annotated[
        str,
        typer.Option(
            "--paper",
            metavar="PAPER",
            help="The size of the pages: a4, letter or a5; or booklet, A5 pages in pairs on A4.",
        ),
    ] = "a4",
    ink: Annotated[
        str, typer.Option("--ink", metavar="colour|black", help="Print in colour or in black only.")
    ] = "colour",
    language: Annotated[
        str,
        typer.Option("--language", metavar="|".join(LANGUAGES), help="The language of the pages."),
    ] = LANGUAGES[0],
    title: Annotated[
        str | None,
        typer.Option("--title", metavar="TEXT", help="The title of the PDF and of a book."),
    ] = None,
    solution: Annotated[
        bool | None,
        typer.Option(
            "--solution/--no-solution",
            help="Also print the best play, on the last pages.",
            show_default="only in a book",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print a score sheet, puzzles, drop problems, or a book of them.

    The rolls of a puzzle are on a separate page, which can be folded so that nobody sees ahead. A
    book has rules and contents, the puzzles, the drop problem of each day, and the solutions. A PDF
    has all pages. SVG pages are one file each, numbered if there are several. A .txt file is an
    empty sheet drawn as text: fill it in and pass it to show, hint or max.

    \b
    Example:
      numberdrop sheet --out sheet.txt
      numberdrop sheet --out sheet.svg --paper letter
      numberdrop sheet 2026-11-20 --out puzzle.pdf --language fr
      numberdrop sheet --from 2026-12-01 --days 31 --out december.pdf
      numberdrop sheet --drops drops.jsonl --per-page 2 --out drops.pdf --solution
    """
    from ..view.paper.page import PAPERS
    from ..view.paper.style import INKS, Style

    read_choice("--paper", paper, (*PAPERS, BOOKLET))
    style = Style(
        "a5" if paper == BOOKLET else paper,
        read_choice("--language", language, LANGUAGES),
        read_choice("--ink", ink, tuple(INKS)),
    )
    form = os.path.splitext(out or "")[1].lower()
    if blank or form == ".txt":
        if out and form != ".txt":
            raise UsageError(f"--blank: expected a name that ends in .txt, got {out!r}")
        expect_only(context, "a sheet as text", "PUZZLE", "--out", "--blank", "--json")
        _draw_blank(puzzle, out, as_json=as_json)
        return
    out, form = (out, form) if out else ("sheet.pdf", ".pdf")
    if form not in (".pdf", ".svg"):
        raise UsageError(f"--out: expected a name that ends in .pdf, .svg or .txt, got {out!r}")
    for option in ("--from", "--archive", "--drops"):
        expect_without(context, option, "PUZZLE")
    expect_with(context, "--days", "--from")
    expect_with(context, "--drops-from", "--drops")
    expect_with(context, "--drops-from", "--from", "--archive")
    expect_with(context, "--count", "--drops", "--from", "--archive")
    expect_with(context, "--per-page", "--drops", "--from", "--archive")
    expect_with(context, "--solution", "PUZZLE", "--drops", "--from", "--archive")
    if title and not title.isprintable():
        raise UsageError(f"--title: expected printable text, got {title!r}")
    job = PrintJob(puzzle, first, days, archive, drops, drops_from, count, per_page, solution)
    name, pages = printed_pages(job, style, title or "")
    if paper == BOOKLET:
        from ..view.paper.booklet import imposed

        pages = imposed(pages)
    files = _page_files(out, form, len(pages))
    expect_distinct_files(files, [drops, archive])
    with atomic_files(files) as drafts:
        if form == ".pdf":
            from ..view.paper.pdf import pages_pdf

            with bar(len(pages)) as show:
                drafts[0].write(pages_pdf(_with_progress(pages, show), name, language))
        else:
            from ..view.paper.page import page_svg

            for draft, page in zip(drafts, pages, strict=True):
                draft.write(page_svg(page, name))
    if as_json:
        options = {"paper": paper, "language": language, "ink": ink}
        write_json({"files": files, "pages": len(pages), **options})
    else:
        for file in files:
            print(file)


def _draw_blank(puzzle: str | None, out: str | None, *, as_json: bool) -> None:
    from ..view.blank import blank_drawing

    drawing = blank_drawing(named_puzzle(puzzle).tiles if puzzle else ())
    with atomic_file(out) as write:
        write(drawing)
    if as_json:
        write_json({"files": [out] if out else [], "drawing": drawing})
    else:
        print(out or drawing, end="\n" if out else "")


def _page_files(out: str, form: str, pages: int) -> list[str]:
    """Return the names of the files for this number of pages."""
    if form == ".pdf" or pages == 1:
        return [out]
    stem, end = os.path.splitext(out)
    return [f"{stem}-{number}{end}" for number in range(1, pages + 1)]


def _with_progress(pages: list[Any], show: Callable[[float, str], None]) -> Iterator[Any]:
    for number, page in enumerate(pages, 1):
        show(number - 1, f"page {number} of {len(pages)}")
        yield page
