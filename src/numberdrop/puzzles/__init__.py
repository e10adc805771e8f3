"""Puzzles: named, made, judged, and kept in archives.

parse_name reads what names a deal, literal_id writes it; daily_puzzle and puzzle_of make a
DealPuzzle, parse_puzzle reads one. read_lines reads an archive, its lines DailyPuzzle and
DropProblem; verify judges them, ArchiveFile, generate_days and generate_drops make them. judge says
what a game is worth, and Results keeps it. A module is loaded when a name of it is first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .archive.files import ArchiveFile, read_lines
    from .archive.generate import generate_days, generate_drops
    from .archive.lines import line_text, read_line
    from .archive.puzzles import Best, DailyPuzzle, DropProblem
    from .archive.verify import verify
    from .daily import daily_deal, parse_date, parse_recipe
    from .names import literal_id, parse_name, puzzle_number
    from .puzzle import DealPuzzle, daily_puzzle, parse_puzzle, puzzle_of
    from .results import Result, Results
    from .submit import Verdict, judge, parse_game
    from .targets import Blind, Difficulty, Targets

__all__ = [
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
    "daily_deal",
    "daily_puzzle",
    "generate_days",
    "generate_drops",
    "judge",
    "line_text",
    "literal_id",
    "parse_date",
    "parse_game",
    "parse_name",
    "parse_puzzle",
    "parse_recipe",
    "puzzle_number",
    "puzzle_of",
    "read_line",
    "read_lines",
    "verify",
]

_ROOMS = {
    "archive.files": ("ArchiveFile", "read_lines"),
    "archive.generate": ("generate_days", "generate_drops"),
    "archive.lines": ("line_text", "read_line"),
    "archive.puzzles": ("Best", "DailyPuzzle", "DropProblem"),
    "archive.verify": ("verify",),
    "daily": ("daily_deal", "parse_date", "parse_recipe"),
    "names": ("literal_id", "parse_name", "puzzle_number"),
    "puzzle": ("DealPuzzle", "daily_puzzle", "parse_puzzle", "puzzle_of"),
    "results": ("Result", "Results"),
    "submit": ("Verdict", "judge", "parse_game"),
    "targets": ("Blind", "Difficulty", "Targets"),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


if not TYPE_CHECKING:  # a type checker that saw it would take every name for one of ours

    def __getattr__(name: str) -> object:
        if name not in _ROOM_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f".{_ROOM_OF[name]}", __name__), name)
