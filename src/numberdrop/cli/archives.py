"""Puzzles in archive files."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .. import NumberdropError
from .streams import write_json

if TYPE_CHECKING:
    from ..puzzles.archive.entry_text import ArchivePuzzle


def find_entry(
    file: str, name: str | None, kinds: type | tuple[type, ...], noun: str
) -> ArchivePuzzle:
    """Return the puzzle of an archive file that has this name, or the first one if `name` is None.

    Only puzzles of these `kinds` count, which `noun` names in messages. Raises NumberdropError if
    there is no such puzzle.
    """
    from ..puzzles.archive.entry_text import names_of
    from ..puzzles.archive.reading import read_lines

    for _, entry in read_lines(file):
        if isinstance(entry, kinds) and name in (None, *names_of(entry)):
            return entry
    wanted = f"a {noun}" if name is None else f"the {noun} {name}"
    raise NumberdropError(f"{file}: expected {wanted}, got none")


def show_entry(entry: ArchivePuzzle, *, solution: bool, as_json: bool) -> None:
    """Print a puzzle of an archive, with its solution only if asked for."""
    from ..puzzles.archive.entry_text import without_solution
    from ..puzzles.lessons import with_lesson
    from ..view.puzzle_text import draw_entry
    from ..view.text import Look

    if as_json:
        write_json(with_lesson(entry) if solution else without_solution(entry))
    else:
        print(draw_entry(entry, Look.of(sys.stdout), with_solution=solution))
