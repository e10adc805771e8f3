"""The order of A5 pages in a booklet: side by side on sheets of A4, which are folded in the middle
and stapled there."""

from __future__ import annotations

from collections.abc import Sequence

from .page import PAPERS, Page, moved


def imposed(pages: Sequence[Page]) -> list[Page]:
    """Return the sheets of a booklet, front and back in turn, to be turned over along their short
    edge; empty pages at the end make the number of pages a multiple of four."""
    if not pages:
        return []
    width, height = pages[0].width, pages[0].height
    upright, across = PAPERS["a4"]
    empty = [Page(width, height)] * (-len(pages) % 4)
    every = [*pages, *empty]
    sheets = []
    for place in range(len(every) // 2):
        low, high = every[place], every[-1 - place]
        left, right = (high, low) if place % 2 == 0 else (low, high)
        sheet = Page(across, upright, title=left.title or right.title)
        sheet.add(*(moved(mark, across / 2 - width, 0) for mark in left.marks))
        sheet.add(*(moved(mark, across / 2, 0) for mark in right.marks))
        sheets.append(sheet)
    return sheets
