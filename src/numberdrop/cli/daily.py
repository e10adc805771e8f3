"""The command for daily puzzles: daily."""

from __future__ import annotations

import datetime
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from .. import NotationError, NumberdropError, typed
from ..rules import MOST_TURNS
from .app import AsJson, read, read_puzzle
from .archives import find_entry, show_entry
from .help_text import App
from .option_rules import expect_alone, expect_with, expect_without
from .progress import counting
from .sources import read_game_on
from .start_advice import starts_of
from .streams import complain, is_interactive, read_line, say, warn, write_json
from .usage import UsageError

if TYPE_CHECKING:
    from ..puzzles.archive.entries import DailyPuzzle
    from ..puzzles.archive.entry_text import ArchivePuzzle
    from ..puzzles.deal_puzzle import DealPuzzle
    from ..puzzles.results import Results
    from ..puzzles.submit import Verdict

app = App()


@app.command()
def daily(
    context: typer.Context,
    puzzle: Annotated[
        str | None,
        typer.Argument(
            metavar="PUZZLE",
            help="A day, YYYY-MM-DD, or the name of other dice: a recipe such as plain#1.0, or an "
            "id that spells out all dice, as --id prints it.",
            show_default="today (UTC)",
        ),
    ] = None,
    upto: Annotated[
        int | None,
        typer.Option(
            "--upto",
            metavar="COUNT",
            min=0,
            max=MOST_TURNS,
            help="Show this many rolls.",
        ),
    ] = None,
    start: Annotated[
        str | None,
        typer.Option(
            "--start",
            metavar="CELL",
            help="The cell of row 1 in which you wrote your 1. Then the first roll is shown.",
        ),
    ] = None,
    is_open: Annotated[bool, typer.Option("--open", help="Show all twenty rolls.")] = False,
    literal: Annotated[
        bool,
        typer.Option(
            "--id", help="Print only the id that spells out all dice of the puzzle in one word."
        ),
    ] = False,
    submit: Annotated[
        str | None,
        typer.Option(
            "--submit",
            metavar="FILE",
            help="Hand in your game: a record or typed turns; - for stdin.",
        ),
    ] = None,
    name: Annotated[
        str,
        typer.Option("--name", metavar="LETTERS", help="With --submit: your three letters."),
    ] = "YOU",
    known: Annotated[
        bool,
        typer.Option(
            "--known", help="Also show what is known of the best score, but not how to reach it."
        ),
    ] = False,
    solution: Annotated[
        bool, typer.Option("--solution", help="Also show the best known game, turn by turn.")
    ] = False,
    archive: Annotated[
        str | None,
        typer.Option(
            "--archive",
            metavar="FILE",
            help="Show a puzzle of this archive with its targets: the first day, unless PUZZLE "
            "names another.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the puzzle of a day, roll by roll.

    Everyone gets the same tiles and rolls. You write your 1 before the first roll: on a terminal
    the program asks for its cell, otherwise give it with --start. Then only the first roll is
    shown, unless you ask for more. With --json the document has all rolls.

    With --submit your game is replayed, gets its medal, and is saved for the table of scores. To
    type a game, write the cell of your 1, then one turn a line, such as
    "1463L A a2=1,b2=4,c2=6,c3=3"; the rolls may be left out. The exit code is 1 if the result
    can't be saved.

    \b
    Example:
      numberdrop daily
      numberdrop daily 2026-11-20 --start d1
      numberdrop daily 2026-11-20 --upto 3
      numberdrop daily "solo#2026-11-20" --open
      numberdrop daily 2026-11-20 --json
      numberdrop daily 2026-11-20 --id
      numberdrop daily "plain#1.0" --submit game.json --name ABC
      numberdrop daily 2026-11-20 --archive days.jsonl --solution
    """
    from ..initials import parse_player
    from ..puzzles.archive.entries import DailyPuzzle
    from ..puzzles.archive.entry_text import to_json, without_solution
    from ..puzzles.archive.search_cache import ARCHIVE
    from ..puzzles.names import literal_id
    from ..record import load_record
    from ..view.puzzle_text import draw_rolls, draw_tiles, target_lines
    from ..view.reports import draw_record
    from ..view.text import Look

    expect_alone(context, "--submit", "PUZZLE", "--name", "--json")
    expect_alone(context, "--id", "PUZZLE", "--json")
    expect_alone(context, "--archive", "PUZZLE", "--solution", "--json")
    expect_with(context, "--name", "--submit")
    expect_without(context, "--json", "--upto", "--open", "--start")
    expect_without(context, "--open", "--upto")
    expect_without(context, "--solution", "--upto", "--start")
    if archive is not None:
        wanted = None if puzzle is None else read_puzzle(puzzle)
        entry_there = find_entry(archive, wanted, DailyPuzzle, "daily puzzle")
        show_entry(entry_there, solution=solution, as_json=as_json)
        return
    cell = None if start is None else read(typed.read_start, start)
    today = datetime.datetime.now(datetime.UTC).date()
    asked = named_puzzle(today.isoformat() if puzzle is None else puzzle)
    if submit is not None:
        _submit(asked, submit, read(parse_player, name), today, as_json)
        return
    if literal:
        dice = literal_id(asked.deal, asked.variant)
        write_json({"puzzle": asked.id, "literal_id": dice}) if as_json else print(dice)
        return
    entry = known_by_dice(asked) if solution or known or not as_json else None
    best = entry.best if entry else None
    if solution and not best:
        raise NumberdropError(f"{asked.id}: no best game is known, see 'numberdrop max --help'")
    if as_json:
        document = asked.to_json()
        if entry:
            document = to_json(entry) if solution else without_solution(entry)
        write_json(document)
        return
    look = Look.of(sys.stdout)
    print(draw_tiles(asked, look, today), end="\n\n")
    shown = None if is_open or solution else upto
    if not (is_open or solution) and upto is None:
        if known and cell is None:
            print(starts_of(asked), end="\n\n")
        if cell is None and is_interactive():
            cell = _ask_for_start()
        shown = 0 if cell is None else 1
    print(draw_rolls(asked, shown, cell))
    if entry:
        print("", *target_lines(entry, with_best=known or solution, source=ARCHIVE), sep="\n")
    if solution and best:
        print("", draw_record(load_record(best.solution), look), sep="\n")


def _ask_for_start() -> str | None:
    """Ask for a start cell until the answer is one. Return None if there is no answer."""
    while True:
        print("Your 1, a to g (return: later): ", end="", flush=True)
        answer = read_line()
        if not answer.strip():
            print()
            return None
        try:
            return typed.read_start(answer)
        except NotationError as error:
            complain(str(error))


def known_by_dice(asked: DealPuzzle) -> ArchivePuzzle | None:
    """Return what is known of a puzzle, by its day or, if it has none, by its dice."""
    from ..puzzles.archive.shipped import shipped_days

    if asked.day is not None:
        return known_puzzle(asked.id)
    same = (day for day in shipped_days(asked.deal) if day.puzzle.variant == asked.variant)
    return next(same, None)


def known_puzzle(puzzle: str) -> ArchivePuzzle | None:
    """Return what is known of a puzzle. A database that can't be read only causes a warning."""
    from ..puzzles.archive.shipped import known_entry

    try:
        return known_entry(puzzle)
    except NumberdropError as error:
        warn(str(error))
        return None


def _submit(asked: DealPuzzle, file: str, name: str, today: datetime.date, as_json: bool) -> None:
    """Judge a game and save its result. The verdict is shown even if it can't be saved."""
    from ..puzzles.results import Results
    from ..puzzles.submit import judge
    from ..view.scores import draw_verdict, share_lines
    from ..view.text import Look

    game = read_game_on(file, asked.deal, asked.variant)
    results = Results()
    entry = None if asked.day is None else _entry_of(asked.day, results)
    verdict = judge(game, entry)
    share = share_lines(verdict, asked)
    if not as_json:
        try:
            print(draw_verdict(verdict, entry, share, Look.of(sys.stdout)), flush=True)
        finally:  # the result is saved even if stdout is closed
            number, is_new = _save(results, asked, verdict, name, today)
        if not is_new:
            say(f"the same game of {name} is already saved, as result {number}")
        return
    document = {"puzzle": asked.id, "name": name, "share": "\n".join(share), **verdict.to_json()}
    document["targets"] = entry.targets.to_json() if entry else {}
    try:
        number, is_new = _save(results, asked, verdict, name, today)
    except NumberdropError:
        write_json({**document, "kept": False, "number": None})
        raise
    write_json({**document, "kept": is_new, "number": number})


def _entry_of(day: datetime.date, results: Results) -> DailyPuzzle:
    from ..puzzles.archive.entries import DailyPuzzle
    from ..puzzles.archive.shipped import made_entry
    from ..puzzles.daily import day_text
    from ..puzzles.targets import GAMES, PLAYERS

    found = known_puzzle(day_text(day))
    if isinstance(found, DailyPuzzle):
        return found
    with counting(GAMES * PLAYERS, "game", " of players who see no roll ahead") as progress:
        return made_entry(day, results, progress)


def _save(
    results: Results, asked: DealPuzzle, verdict: Verdict, name: str, today: datetime.date
) -> tuple[int, bool]:
    """Return the number of the result, and whether it is new. Raises NumberdropError if it can't
    be saved."""
    from ..puzzles.scores import Result

    result = Result(asked.id, str(asked.variant), name, verdict.score, verdict.medal, today)
    try:
        return results.add(result, verdict.game.to_record())
    except NumberdropError as error:
        raise NumberdropError(f"the result could not be saved: {error}") from None


def named_puzzle(text: str) -> DealPuzzle:
    """Return the puzzle that a text names as people type it, with no more than its dice."""
    return puzzle_called(read_puzzle(text))


def puzzle_called(name: str) -> DealPuzzle:
    """Return the puzzle of this canonical name. Raises UsageError if it is not one of twenty
    rolls."""
    from ..puzzles.deal_puzzle import puzzle_of
    from ..puzzles.names import parse_name

    if typed.is_problem(name):
        raise UsageError(
            f"{name}: expected a puzzle of twenty rolls, got a drop problem, see 'numberdrop drop "
            "--help'"
        )
    return puzzle_of(*read(parse_name, name))
