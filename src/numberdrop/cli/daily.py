"""The command about the puzzle of a day: daily."""

from __future__ import annotations

import datetime
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from .. import NumberdropError
from ..rules import MOST_TURNS
from .app import AsJson, UnreadableText, app, read, read_puzzle
from .progress import counting
from .sources import read_game_on
from .streams import say, warn, write_json

if TYPE_CHECKING:
    from ..puzzles.archive.lines import ArchivePuzzle
    from ..puzzles.archive.puzzles import DailyPuzzle
    from ..puzzles.puzzle import DealPuzzle
    from ..puzzles.results import Results
    from ..puzzles.submit import Verdict


@app.command()
def daily(
    puzzle: Annotated[
        str | None,
        typer.Argument(
            metavar="PUZZLE",
            help="A day, YYYY-MM-DD, a recipe or a literal id; today (in UTC) if left out.",
            show_default=False,
        ),
    ] = None,
    upto: Annotated[
        int | None,
        typer.Option(
            "--upto",
            metavar="N",
            min=0,
            max=MOST_TURNS,
            help="Show the first N rolls; one if left out.",
        ),
    ] = None,
    is_open: Annotated[bool, typer.Option("--open", help="Show all twenty rolls.")] = False,
    submit: Annotated[
        str | None,
        typer.Option(
            "--submit",
            metavar="FILE",
            help="Hand in your game, a record or typed turns; - reads stdin.",
        ),
    ] = None,
    name: Annotated[
        str, typer.Option("--name", metavar="ABC", help="With --submit: your three letters.")
    ] = "YOU",
    hint: Annotated[
        bool,
        typer.Option(
            "--hint", help="Also show what is known of the best score, not how to get it."
        ),
    ] = False,
    solution: Annotated[
        bool, typer.Option("--solution", help="Also show the best known game, turn by turn.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show the puzzle of a day, roll by roll.

    Everyone gets the same tiles and rolls. Only the first roll is shown unless you ask for more, so
    that nothing of the game is given away. With --json the document has all of them.

    With --submit your game is replayed, gets its medal, and is kept for the table of scores. To
    type it, write the cell of your starting 1, then one turn a line, such as
    "1463L A a2=1,b2=4,c2=6,c3=3"; the roll may be left out.

    \b
    Example:
      numberdrop daily
      numberdrop daily 2026-11-20 --upto 3
      numberdrop daily "solo#2026-11-20" --open
      numberdrop daily 2026-11-20 --json
      numberdrop daily "plain#1.0" --submit game.json --name ABC
    """
    from ..puzzles.archive.lines import to_json, without_solution
    from ..puzzles.scores import parse_player
    from ..record import load_record
    from ..view.puzzles import draw_puzzle, target_lines
    from ..view.reports import draw_record
    from ..view.text import Look

    if is_open and upto is not None:
        raise UnreadableText("--open: expected without --upto, which shows a part of the rolls")
    if submit is not None and (is_open or upto is not None or solution or hint):
        raise UnreadableText("--submit: expected without other options than --name and --json")
    today = datetime.datetime.now(datetime.UTC).date()
    asked = named_puzzle(today.isoformat() if puzzle is None else puzzle)
    if submit is not None:
        _submit(asked, submit, read(parse_player, name), today, as_json)
        return
    entry = known_puzzle(asked.id) if solution or hint or not as_json else None
    best = entry.best if entry else None
    if solution and not best:
        raise NumberdropError(f"{asked.id}: no best game is known, see 'numberdrop max --help'")
    if as_json:
        told = asked.to_json()
        if entry:
            told = to_json(entry) if solution else without_solution(entry)
        write_json(told)
        return
    shown = None if is_open or solution else 1 if upto is None else upto
    look = Look.of(sys.stdout)
    print(draw_puzzle(asked, look, shown, today))
    if entry:
        print("", *target_lines(entry, with_best=hint or solution), sep="\n")
    if solution and best:
        print("", draw_record(load_record(best.solution), look), sep="\n")


def known_puzzle(puzzle: str) -> ArchivePuzzle | None:
    """What is known of a puzzle; a database that can't be read is no reason not to show it."""
    from ..puzzles.archive.shipped import known_entry
    from ..puzzles.results import Results

    try:
        return known_entry(puzzle, Results())
    except NumberdropError as error:
        warn(str(error))
        return None


def _submit(asked: DealPuzzle, file: str, name: str, today: datetime.date, as_json: bool) -> None:
    """Judge a game and keep its result. What it is worth is shown even where it can't be kept."""
    from ..puzzles.results import Results
    from ..puzzles.submit import judge
    from ..view.scores import draw_verdict, share_line
    from ..view.text import Look

    game = read_game_on(file, asked.deal, asked.variant)
    results = Results()
    entry = None if asked.day is None else _entry_of(asked.day, results)
    verdict = judge(game, entry)
    look = Look.of(sys.stdout)
    share = share_line(verdict, asked, look)
    if not as_json:
        try:
            print(draw_verdict(verdict, entry, share, look), flush=True)
        finally:  # a reader that has gone away is no reason to lose the result
            number, is_new = _keep(results, asked, verdict, name, today)
        if not is_new:
            say(f"the same game of {name} is there already, as result {number}")
        return
    told = {"puzzle": asked.id, "name": name, "share": share, **verdict.to_json()}
    told["targets"] = entry.targets.to_json() if entry else {}
    try:
        number, is_new = _keep(results, asked, verdict, name, today)
    except NumberdropError:
        write_json({**told, "kept": False, "number": None})
        raise
    write_json({**told, "kept": is_new, "number": number})


def _entry_of(day: datetime.date, results: Results) -> DailyPuzzle:
    from ..puzzles.archive.puzzles import DailyPuzzle
    from ..puzzles.archive.shipped import made_entry
    from ..puzzles.daily import day_text
    from ..puzzles.targets import GAMES

    found = known_puzzle(day_text(day))
    if isinstance(found, DailyPuzzle):
        return found
    with counting(GAMES, "games of a player who sees no roll ahead") as progress:
        return made_entry(day, results, progress)


def _keep(
    results: Results, asked: DealPuzzle, verdict: Verdict, name: str, today: datetime.date
) -> tuple[int, bool]:
    """The number of the result, and False if the same game was there; NumberdropError if it can't
    be kept."""
    from ..puzzles.scores import Result

    result = Result(asked.id, str(asked.variant), name, verdict.score, verdict.medal, today)
    try:
        return results.add(result, verdict.game.to_record())
    except NumberdropError as error:
        raise NumberdropError(f"the result could not be kept: {error}") from None


def named_puzzle(text: str) -> DealPuzzle:
    """The puzzle that a recipe or a literal id names, nothing known of it but its dice."""
    from ..puzzles.names import parse_name
    from ..puzzles.puzzle import puzzle_of

    return puzzle_of(*read(parse_name, read_puzzle(text)))
