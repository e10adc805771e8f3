"""Puzzles: their names, generators, archives and results.

`parse_name` parses the name of a deal and `literal_id` writes one. `daily_puzzle` and `puzzle_of`
create a `DealPuzzle`, and `parse_puzzle` reads one. `read_lines` yields the entries of an archive,
each a `DailyPuzzle` or a `DropProblem`. `verify` checks them; `ArchiveFile`, `generate_days` and
`generate_drops` create them. `judge` evaluates a finished game, `answered` the turns played on a
drop problem, and `Results` stores games. Modules are imported lazily.
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_names

if TYPE_CHECKING:
    from .answers import Answer, answered
    from .archive.archive_file import ArchiveFile
    from .archive.entries import Best, DailyPuzzle, DropProblem
    from .archive.entry_text import line_text, read_line
    from .archive.generate import generate_days, generate_drops
    from .archive.reading import read_lines
    from .archive.verify import verify
    from .daily import daily_deal, parse_date, parse_recipe
    from .deal_puzzle import DealPuzzle, daily_puzzle, parse_puzzle, puzzle_of
    from .names import literal_id, parse_name, puzzle_number
    from .results import Results
    from .scores import Result
    from .submit import Verdict, judge, whole_game
    from .targets import Blind, Difficulty, Targets

__all__ = [
    "Answer",
    "ArchiveFile",
    "Best",
    "Blind",
    "DailyPuzzle",
    "DealPuzzle",
    "Difficulty",
    "DropProblem",
    "Result",
    "Results",
    "Targets",
    "Verdict",
    "answered",
    "daily_deal",
    "daily_puzzle",
    "generate_days",
    "generate_drops",
    "judge",
    "line_text",
    "literal_id",
    "parse_date",
    "parse_name",
    "parse_puzzle",
    "parse_recipe",
    "puzzle_number",
    "puzzle_of",
    "read_line",
    "read_lines",
    "verify",
    "whole_game",
]

if not TYPE_CHECKING:  # as in numberdrop itself
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            ".answers": ("Answer", "answered"),
            ".archive.archive_file": ("ArchiveFile",),
            ".archive.generate": ("generate_days", "generate_drops"),
            ".archive.entry_text": ("line_text", "read_line"),
            ".archive.entries": ("Best", "DailyPuzzle", "DropProblem"),
            ".archive.reading": ("read_lines",),
            ".archive.verify": ("verify",),
            ".daily": ("daily_deal", "parse_date", "parse_recipe"),
            ".names": ("literal_id", "parse_name", "puzzle_number"),
            ".deal_puzzle": ("DealPuzzle", "daily_puzzle", "parse_puzzle", "puzzle_of"),
            ".results": ("Results",),
            ".scores": ("Result",),
            ".submit": ("Verdict", "judge", "whole_game"),
            ".targets": ("Blind", "Difficulty", "Targets"),
        },
    )
