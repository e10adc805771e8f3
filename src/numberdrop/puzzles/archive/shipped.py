"""The shipped archive entries, and those that the program computes and caches."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from ...dice import Deal
from ...errors import NotationError, NumberdropError
from ..daily import day_text
from ..deal_puzzle import texts
from ..names import FIRST_DAY
from ..simulated.roster import ROSTER_VERSION
from ..targets import GAMES
from .entries import DailyPuzzle, DropProblem
from .entry_text import ArchivePuzzle, line_text, read_line
from .reading import line_texts

if TYPE_CHECKING:
    from ..results import Results

#: The archives in the package. In the repository, this is a link to the top-level folder puzzles.
SHIPPED = Path(__file__).parent.parent / "shipped"
#: The files of drop problems in SHIPPED. From POCKETS_FROM on, each date of the year has its own
#: pocket problem. Earlier days rotate through the first DAILY_PROBLEMS of PROBLEMS.
PROBLEMS = "drops.jsonl"
DAILY_PROBLEMS = 300
POCKETS = "pockets.jsonl"
POCKETS_FROM = datetime.date(2026, 12, 1)
_LEAP_YEAR = 2000


def shipped_entry(puzzle: str, folder: Path = SHIPPED) -> ArchivePuzzle | None:
    """Return the shipped entry of a puzzle by its id, or None."""
    named = f'"id": {json.dumps(puzzle)},'
    return next((entry for entry in _entries(named, folder) if entry.id == puzzle), None)


def shipped_day(day: datetime.date, folder: Path = SHIPPED) -> DailyPuzzle | None:
    """Return the shipped entry of the puzzle of `day`, or None."""
    entry = shipped_entry(day_text(day), folder)
    return entry if isinstance(entry, DailyPuzzle) else None


def shipped_days(deal: Deal | None = None, folder: Path = SHIPPED) -> Iterator[DailyPuzzle]:
    """Yield the shipped days. With a `deal`, only those with the same tiles and rolls in order."""
    dice = ""
    if deal is not None:
        tiles, rolls = json.dumps(deal.tiles), json.dumps(texts(deal.rolls))
        dice = f'"tiles": {tiles}, "rolls": {rolls},'
    return (entry for entry in _entries(dice, folder) if isinstance(entry, DailyPuzzle))


def shipped_month(month: str, folder: Path = SHIPPED) -> Iterator[DailyPuzzle]:
    """Yield the shipped days of a month, YYYY-MM."""
    found = _entries(f'"id": {json.dumps(month)[:-1]}-', folder)
    return (entry for entry in found if isinstance(entry, DailyPuzzle))


def problem_of_day(day: datetime.date, folder: Path = SHIPPED) -> DropProblem:
    """Return the drop problem of a day, which never changes.

    From POCKETS_FROM on, it is the entry of the shipped POCKETS whose number is the day's place in
    a leap year: 1 for 1 January, 60 for 29 February, 366 for 31 December. For earlier days, it is
    entry (n - 1) mod DAILY_PROBLEMS + 1 of the shipped PROBLEMS, where n is the number of the day
    and FIRST_DAY has number 1.
    """
    if day < POCKETS_FROM:
        name, number = PROBLEMS, (day - FIRST_DAY).days % DAILY_PROBLEMS
    else:
        name, number = POCKETS, day.replace(year=_LEAP_YEAR).timetuple().tm_yday - 1
    with (folder / name).open("rb") as file:
        where, text = next(islice(line_texts(file, name), number, None))
    return _problem(text, where)


def _problem(text: bytes, where: str) -> DropProblem:
    found = read_line(text, where)
    assert isinstance(found, DropProblem)
    return found


def _entries(words: str, folder: Path) -> Iterator[ArchivePuzzle]:
    """Yield the entries whose canonical text contains `words`, file by file."""
    return (read_line(text, where) for where, text in lines_with(words, folder))


def lines_with(words: str, folder: Path = SHIPPED) -> Iterator[tuple[str, bytes]]:
    """Yield the lines that contain `words`, with their places, file by file."""
    files = folder.iterdir() if folder.is_dir() else ()
    for file in sorted(files, key=lambda file: file.name):
        if file.name.endswith(".jsonl"):
            with file.open("rb") as opened:
                for where, text in line_texts(opened, file.name):
                    if words.encode() in text:
                        yield where, text


def known_entry(
    puzzle: str, results: Results | None = None, folder: Path = SHIPPED
) -> ArchivePuzzle | None:
    """Return the shipped entry of a puzzle, or the one cached in `results`, or None.

    Without `results`, they are those in the user's data folder.
    Raises NumberdropError if the cached entry is invalid or can't be read.
    """
    if found := shipped_entry(puzzle, folder):
        return found
    if results is None:
        from ..results import Results  # lazy: most puzzles asked for are shipped

        results = Results()
    cached = results.entry(puzzle, player_key())
    if cached is None:
        return None
    where = f"{results.path}, entry of {puzzle}"
    found = read_line(cached, where)
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
    """Compute the entry of a day from `games` games of each player, which takes some seconds.

    `progress` is called with the number of games played so far. The entry is cached if the database
    is available.
    """
    from .make_entries import daily_entry

    found = daily_entry(date, games=games, progress=progress)
    with suppress(NumberdropError):  # a failure only means computing it again next time
        results.keep_entry(day_text(date), player_key(), line_text(found))
    return found


def player_key() -> str:
    """Return the key for entries by this program's players in the database of results."""
    from ..blind_player import this_player

    return json.dumps({"people": ROSTER_VERSION, "games": GAMES, **this_player().to_json()})
