"""The entries that the program comes with, or has worked out before, or works out now."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import islice

from ...dice import Deal
from ...errors import NotationError, NumberdropError
from ..daily import day_text
from ..deal_puzzle import texts
from ..names import FIRST_DAY
from ..results import Results
from ..simulated.roster import PEOPLE_VERSION
from ..targets import GAMES
from .entries import DailyPuzzle, DropProblem
from .entry_text import ArchivePuzzle, line_text, read_line
from .reading import line_texts

#: The archives in the package. In the repository the folder is a link to the one at its top.
SHIPPED: Traversable = resources.files("numberdrop.puzzles") / "shipped"
#: The files of drop problems there. From POCKETS_FROM on each date of the calendar has its pocket
#: problem; the days before take the first DAILY_PROBLEMS of the others in turn.
PROBLEMS = "drops.jsonl"
DAILY_PROBLEMS = 300
POCKETS = "pockets.jsonl"
POCKETS_FROM = datetime.date(2026, 12, 1)
_LEAP_YEAR = 2000


def shipped_entry(puzzle: str, folder: Traversable = SHIPPED) -> ArchivePuzzle | None:
    """The archive's entry of a puzzle, by its id; None where it has none."""
    named = f'"id": {json.dumps(puzzle)},'
    return next((entry for entry in _entries(named, folder) if entry.id == puzzle), None)


def shipped_day(day: datetime.date, folder: Traversable = SHIPPED) -> DailyPuzzle | None:
    """Return the archive's entry of the puzzle of `day`, or None if it has none."""
    entry = shipped_entry(day_text(day), folder)
    return entry if isinstance(entry, DailyPuzzle) else None


def shipped_days(deal: Deal | None = None, folder: Traversable = SHIPPED) -> Iterator[DailyPuzzle]:
    """The archive's days; with a deal, those with the same tiles and rolls in the same order."""
    dice = ""
    if deal is not None:
        tiles, rolls = json.dumps(deal.tiles), json.dumps(texts(deal.rolls))
        dice = f'"tiles": {tiles}, "rolls": {rolls},'
    return (entry for entry in _entries(dice, folder) if isinstance(entry, DailyPuzzle))


def shipped_month(month: str, folder: Traversable = SHIPPED) -> Iterator[DailyPuzzle]:
    """The archive's days of a month, YYYY-MM."""
    found = _entries(f'"id": {json.dumps(month)[:-1]}-', folder)
    return (entry for entry in found if isinstance(entry, DailyPuzzle))


def problem_of_day(day: datetime.date, folder: Traversable = SHIPPED) -> DropProblem:
    """The drop problem of a day, for ever.

    From POCKETS_FROM on it is the entry of the shipped POCKETS whose number is the day's place in a
    leap year: 1 for 1 January, 60 for 29 February, 366 for 31 December. Before, of day number n, 1
    being FIRST_DAY, it is entry number (n - 1) mod DAILY_PROBLEMS + 1 of the shipped PROBLEMS.
    """
    if day < POCKETS_FROM:
        name, number = PROBLEMS, (day - FIRST_DAY).days % DAILY_PROBLEMS
    else:
        name, number = POCKETS, day.replace(year=_LEAP_YEAR).timetuple().tm_yday - 1
    with (folder / name).open("rb") as file:
        where, text = next(islice(line_texts(file, name), number, None))
    return _problem(text, where)


def shipped_problems(folder: Traversable = SHIPPED) -> Iterator[DropProblem]:
    """The shipped drop problems: those of POCKETS in the order of the file, then the others."""
    for name in (POCKETS, PROBLEMS):
        with (folder / name).open("rb") as file:
            for where, text in line_texts(file, name):
                yield _problem(text, where)


def _problem(text: bytes, where: str) -> DropProblem:
    found = read_line(text, where)
    assert isinstance(found, DropProblem)
    return found


def _entries(words: str, folder: Traversable) -> Iterator[ArchivePuzzle]:
    """The entries with these words in their canonical text, file by file."""
    files = folder.iterdir() if folder.is_dir() else ()
    for file in sorted(files, key=lambda file: file.name):
        if file.name.endswith(".jsonl"):
            with file.open("rb") as opened:
                for where, text in line_texts(opened, file.name):
                    if words.encode() in text:
                        yield read_line(text, where)


def known_entry(
    puzzle: str, results: Results, folder: Traversable = SHIPPED
) -> ArchivePuzzle | None:
    """The archive's entry, or one that was worked out before; None where there is neither.
    NumberdropError where the one kept can't be read."""
    if found := shipped_entry(puzzle, folder):
        return found
    kept = results.entry(puzzle, player_key())
    if kept is None:
        return None
    where = f"{results.path}, entry of {puzzle}"
    found = read_line(kept, where)
    if found.id != puzzle:
        raise NotationError(f"{where}, id: expected {puzzle!r}, got {found.id!r}")
    return found


def made_entry(
    date: datetime.date,
    results: Results,
    progress: Callable[[int], None] | None = None,
    *,
    games: int = GAMES,
) -> DailyPuzzle:
    """The entry of a day, worked out from so many games of each player, which takes some seconds;
    `progress` is told how many of all games are played. It is kept where it can be."""
    from .make_entries import daily_entry

    found = daily_entry(date, games=games, progress=progress)
    with suppress(NumberdropError):  # the next time it is worked out again
        results.keep_entry(day_text(date), player_key(), line_text(found))
    return found


def player_key() -> str:
    """What names this program's players, people and blind, in the database of results."""
    from ..blind_player import player

    return json.dumps({"people": PEOPLE_VERSION, "games": GAMES, **player().to_json()})
